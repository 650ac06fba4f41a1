package verdict

import (
	"errors"
	"fmt"
	"io"

	"github.com/xeval/xeval/internal/jsonl"
)

// A BadLine is a line that cannot be read, with its position. Reading goes on
// behind it.
type BadLine struct{ At *jsonl.Error }

func (b BadLine) Error() string { return b.At.Error() }
func (b BadLine) Unwrap() error { return b.At }

// ErrNoHeader is wrapped when a results file does not start with a header.
var ErrNoHeader = errors.New("the first line is not a header: not a results file of xeval")

// A Reader streams a results file, which may be compressed. A run that was
// resumed has a header for each part; a sample judged again has a later
// verdict that supersedes the earlier one.
type Reader struct {
	lines     *jsonl.Reader
	headers   []Header
	ends      []End
	open      bool // no End since the last header
	truncated string
	ahead     *lookahead
}

// Open opens a results file and reads its header.
func Open(path string) (*Reader, error) {
	lines, err := jsonl.Open(path)
	if err != nil {
		return nil, err
	}
	return newReader(lines)
}

// NewReader reads a results file from src; name stands in positions.
func NewReader(name string, src io.Reader) (*Reader, error) {
	lines, err := jsonl.NewReader(name, src)
	if err != nil {
		return nil, err
	}
	return newReader(lines)
}

func newReader(lines *jsonl.Reader) (*Reader, error) {
	r := &Reader{lines: lines}
	if err := r.first(); err != nil {
		lines.Close()
		return nil, err
	}
	return r, nil
}

func (r *Reader) first() error {
	record, err := r.lines.Next()
	if err == io.EOF {
		return fmt.Errorf("the file is empty: %w", ErrNoHeader)
	}
	if err != nil {
		return err
	}
	l, field, err := decode(record.Data)
	if l.Header == nil {
		return record.Errorf("", "%w", errors.Join(ErrNoHeader, err))
	}
	if err != nil {
		return record.Errorf(field, "%w", err)
	}
	return r.header(record, l.Header)
}

// header takes one in, unless it is of a format that this reader would
// misunderstand.
func (r *Reader) header(record jsonl.Record, h *Header) error {
	if h.FormatVersion > FormatVersion {
		return record.Errorf("header.format_version", "%d is newer than this xeval, which reads up to %d; use a newer one",
			h.FormatVersion, FormatVersion)
	}
	if h.FormatVersion < 1 {
		return record.Errorf("header.format_version", "missing or not a version")
	}
	r.headers, r.open = append(r.headers, *h), true
	return nil
}

// Next returns the next verdict. At the end it returns io.EOF. After a BadLine
// it can be called again; any other error is the end.
func (r *Reader) Next() (*Verdict, error) {
	for {
		record, err := r.next()
		if err != nil {
			return nil, goOnOrStop(err)
		}
		l, field, err := decode(record.Data)
		if err != nil {
			half := halfWritten(record.Data, err)
			bad := record.Errorf(field, "%w", err)
			if half && r.isLast() {
				r.truncated = fmt.Sprintf("%s:%d: the last line is half written; its sample counts as not judged", bad.File, bad.Line)
				return nil, io.EOF
			}
			return nil, BadLine{bad}
		}
		switch {
		case l.Header != nil:
			if err := r.header(record, l.Header); err != nil {
				return nil, err
			}
		case l.End != nil:
			r.ends, r.open = append(r.ends, *l.End), false
		default:
			return &l.Verdict, nil
		}
	}
}

func goOnOrStop(err error) error {
	var at *jsonl.Error
	if errors.Is(err, jsonl.ErrLineTooLong) && errors.As(err, &at) {
		return BadLine{at}
	}
	return err
}

// isLast looks whether anything follows, and keeps it for the next call.
func (r *Reader) isLast() bool {
	record, err := r.lines.Next()
	r.ahead = &lookahead{record, err}
	return err == io.EOF
}

type lookahead struct {
	record jsonl.Record
	err    error
}

func (r *Reader) next() (jsonl.Record, error) {
	if a := r.ahead; a != nil {
		r.ahead = nil
		return a.record, a.err
	}
	return r.lines.Next()
}

// Header is the last header read so far: the one in force.
func (r *Reader) Header() Header { return r.headers[len(r.headers)-1] }

// Headers are all headers read so far, one for each part of the run.
func (r *Reader) Headers() []Header { return r.headers }

// Ends are the ends read so far.
func (r *Reader) Ends() []End { return r.ends }

// Complete says, once Next has returned io.EOF, that the last part of the run
// came to its end.
func (r *Reader) Complete() bool {
	return !r.open && len(r.ends) > 0 && !r.ends[len(r.ends)-1].Interrupted
}

// Truncated is a message when the last line is half written, otherwise "".
func (r *Reader) Truncated() string { return r.truncated }

// Close closes what Open opened.
func (r *Reader) Close() error { return r.lines.Close() }
