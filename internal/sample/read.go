package sample

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"

	"github.com/xeval/xeval/internal/jsonl"
)

// A Source is one input of samples. Name stands in messages and in the header
// where it is not the path itself, as for standard input kept in a file.
type Source struct {
	Path string
	Name string
}

func (s Source) name() string {
	if s.Name != "" {
		return s.Name
	}
	return s.Path
}

// A Reader yields the rows of one source.
type Reader struct {
	Format string // as detected

	in      input
	pending []Row
}

// An input is what rows come from: one stream of text, or a folder.
type input interface {
	// next gives some rows, which may be none. After an *jsonl.Error it goes
	// on, where there is more; at the end it returns io.EOF.
	next() ([]Row, error)
	broken() bool            // it could not be read to its end
	sha256() (string, error) // reads what is left first
	close() error
}

// Open opens a file or folder of samples; "-" is standard input. What is of no
// format known is refused with the reason, as an *jsonl.Error.
func Open(path string) (*Reader, error) { return Source{Path: path}.Open() }

// Open opens the source, as the function does.
func (s Source) Open() (*Reader, error) {
	if s.Path == "-" {
		return NewReader(s.name(), os.Stdin)
	}
	f, err := os.Open(s.Path)
	if err != nil {
		return nil, err
	}
	if at, err := f.Stat(); err == nil && at.IsDir() {
		f.Close()
		return openFolder(s.name(), s.Path)
	}
	in, err := newStream(s.name(), f)
	if err != nil {
		f.Close()
		return nil, err
	}
	in.closers = append(in.closers, f.Close)
	return &Reader{Format: in.format(), in: in}, nil
}

// NewReader reads rows from src, plain, gzip or zstd; name stands in positions.
func NewReader(name string, src io.Reader) (*Reader, error) {
	in, err := newStream(name, src)
	if err != nil {
		return nil, err
	}
	return &Reader{Format: in.format(), in: in}, nil
}

// Next returns the next row. After an *jsonl.Error it goes on with the row
// behind the bad one, where there is one; at the end it returns io.EOF.
func (r *Reader) Next() (Row, error) {
	for len(r.pending) == 0 {
		var err error
		if r.pending, err = r.in.next(); err != nil {
			return Row{}, err
		}
	}
	row := r.pending[0]
	r.pending = r.pending[1:]
	return row, nil
}

// Broken says that the source could not be read to its end.
func (r *Reader) Broken() bool { return r.in.broken() }

// SHA256 is the hash of the source's own bytes, compressed as they may be; of
// a folder, that of the names and hashes of the files that are read. It reads
// what is left of the source first.
func (r *Reader) SHA256() (string, error) { return r.in.sha256() }

// Close closes what Open opened.
func (r *Reader) Close() error { return r.in.close() }

// A stream is an input of one text.
type stream struct {
	name    string
	layout  layout
	shape   shape
	raw     io.Reader // what is hashed: the file's own bytes
	sum     hash.Hash
	records records
	parse   func(jsonl.Record) ([]Row, error)
	ended   bool
	failed  bool
	closers []func() error
}

func newStream(name string, src io.Reader) (*stream, error) {
	s := &stream{name: name, sum: sha256.New()}
	s.raw = io.TeeReader(src, s.sum)
	plain, err := jsonl.Decompress(s.raw)
	if err != nil {
		return nil, &jsonl.Error{File: name, Err: err}
	}
	s.closers = append(s.closers, plain.Close)
	buf := bufio.NewReaderSize(plain, headSize)
	if s.layout, s.shape, err = detect(buf); err != nil {
		plain.Close()
		return nil, &jsonl.Error{File: name, Err: err}
	}
	s.parse = s.shape.parser()
	if s.records, err = s.layout.open(name, buf); err != nil {
		plain.Close()
		return nil, err
	}
	return s, nil
}

func (s *stream) format() string { return fmt.Sprintf("%s (%s)", s.shape.name, s.layout.name) }

func (s *stream) next() ([]Row, error) {
	if s.ended {
		return nil, io.EOF
	}
	rec, err := s.records.Next()
	if err == nil {
		return s.parse(rec)
	}
	// All but a line that is too long is the end: the next line cannot be
	// found in a stream that does not decompress.
	if !errors.Is(err, jsonl.ErrLineTooLong) {
		s.ended, s.failed = true, !errors.Is(err, io.EOF)
	}
	return nil, err
}

func (s *stream) broken() bool { return s.failed }

func (s *stream) sha256() (string, error) {
	if _, err := io.Copy(io.Discard, s.raw); err != nil {
		return "", fmt.Errorf("hash %s: %w", s.name, err)
	}
	return hex.EncodeToString(s.sum.Sum(nil)), nil
}

func (s *stream) close() error {
	var errs []error
	for _, c := range s.closers {
		errs = append(errs, c())
	}
	return errors.Join(errs...)
}
