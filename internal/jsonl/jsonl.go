// Package jsonl streams records from JSON Lines files, plain, gzip or zstd
// (told by content, not by name), with the position of each. A bad line is an
// error with its position; what to do about it is the caller's decision. It
// gives no meaning to a record.
package jsonl

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
)

// MaxLine is the longest line accepted, in bytes: far above any generation,
// and low enough that a file without newlines cannot exhaust memory.
const MaxLine = 64 << 20

// A Record is one non-blank line and where it stands. Data is valid until the
// next call of Next.
type Record struct {
	File string
	Line int // from 1
	Data []byte
}

// An Error is a fault at a position of a file.
type Error struct {
	File  string
	Line  int
	Field string // "" when the whole line is at fault
	Err   error
}

func (e *Error) Error() string {
	at := e.File
	if e.Line > 0 {
		at = fmt.Sprintf("%s:%d", e.File, e.Line)
	}
	if e.Field != "" {
		return fmt.Sprintf("%s: %s: %v", at, e.Field, e.Err)
	}
	return fmt.Sprintf("%s: %v", at, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// Errorf makes an Error at the record's position.
func (r Record) Errorf(field, format string, args ...any) *Error {
	return &Error{File: r.File, Line: r.Line, Field: field, Err: fmt.Errorf(format, args...)}
}

// Decode unmarshals the record into v; a failure is an *Error.
func (r Record) Decode(v any) error {
	err := json.Unmarshal(r.Data, v)
	if err == nil {
		return nil
	}
	var wrongType *json.UnmarshalTypeError
	if errors.As(err, &wrongType) && wrongType.Field != "" {
		return r.Errorf(wrongType.Field, "a %s cannot stand here", wrongType.Value)
	}
	return r.Errorf("", "not a JSON object: %w", err)
}

// A Reader yields the records of one file.
type Reader struct {
	name   string
	buf    *bufio.Reader
	line   int
	text   []byte
	closer []func() error
}

// Open opens a file; "-" is not special here.
func Open(path string) (*Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := NewReader(path, f)
	if err != nil {
		f.Close()
		return nil, err
	}
	r.closer = append(r.closer, f.Close)
	return r, nil
}

// NewReader reads records from src; name stands in positions.
func NewReader(name string, src io.Reader) (*Reader, error) {
	plain, err := Decompress(src)
	if err != nil {
		return nil, &Error{File: name, Err: err}
	}
	r := &Reader{name: name, closer: []func() error{plain.Close}}
	r.buf = bufio.NewReaderSize(plain, 1<<16)
	if mark, _ := r.buf.Peek(3); string(mark) == "\xef\xbb\xbf" {
		r.buf.Discard(3)
	}
	return r, nil
}

// Decompress gives the plain text of src, which may be gzip or zstd. Closing
// it does not close src.
func Decompress(src io.Reader) (io.ReadCloser, error) {
	buf := bufio.NewReader(src)
	magic, err := buf.Peek(4)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(buf)
		if err != nil {
			return nil, shortened(err, "gzip")
		}
		return unpacking{z, "gzip"}, nil
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(buf, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, err
		}
		return unpacking{z.IOReadCloser(), "zstd"}, nil
	}
	return io.NopCloser(buf), nil
}

// unpacking names the format of a file that stops early.
type unpacking struct {
	io.ReadCloser
	format string
}

func (u unpacking) Read(p []byte) (int, error) {
	n, err := u.ReadCloser.Read(p)
	return n, shortened(err, u.format)
}

// truncated wraps the error of a compressed file that was cut off.
type truncated struct{ format string }

func (t *truncated) Error() string { return "truncated " + t.format }
func (t *truncated) Unwrap() error { return io.ErrUnexpectedEOF }

func shortened(err error, format string) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return &truncated{format}
	}
	return err
}

// Next returns the next non-blank line without its line end. At the end it
// returns io.EOF; any other error is an *Error and ends the file, except
// ErrLineTooLong, after which Next goes on with the following line.
func (r *Reader) Next() (Record, error) {
	for {
		text, err := r.readLine()
		if err != nil && (err != io.EOF || len(text) == 0) {
			if err == io.EOF {
				return Record{}, io.EOF
			}
			return Record{}, r.broken(err)
		}
		if text = bytes.Trim(text, " \t\r\n\x00"); len(text) > 0 {
			return Record{File: r.name, Line: r.line, Data: text}, nil
		}
		if err == io.EOF {
			return Record{}, io.EOF
		}
	}
}

// broken is the error of a line that cannot be read. A file that was cut off
// says how much of it is good.
func (r *Reader) broken(err error) *Error {
	var cut *truncated
	if errors.As(err, &cut) {
		err = fmt.Errorf("%w after line %d", cut, r.line-1)
	}
	return &Error{File: r.name, Line: r.line, Err: err}
}

// ErrLineTooLong is wrapped by the error for a line over MaxLine.
var ErrLineTooLong = fmt.Errorf("line is longer than %d MiB", MaxLine>>20)

// readLine only splits at '\n': U+2028, U+0085, VT and FF stand inside strings
// of real files.
func (r *Reader) readLine() ([]byte, error) {
	r.text = r.text[:0]
	r.line++
	tooLong := false
	for {
		part, err := r.buf.ReadSlice('\n')
		if len(r.text)+len(part) > MaxLine {
			tooLong, r.text = true, r.text[:0]
		}
		if !tooLong {
			r.text = append(r.text, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if tooLong && (err == nil || err == io.EOF) {
			return nil, ErrLineTooLong
		}
		return r.text, err
	}
}

// Close closes what Open opened.
func (r *Reader) Close() error {
	var errs []error
	for _, c := range r.closer {
		errs = append(errs, c())
	}
	return errors.Join(errs...)
}
