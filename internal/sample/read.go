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

	name    string
	raw     io.Reader // what is hashed: the file's own bytes
	sum     hash.Hash
	records records
	pending []Row
	ended   bool
	broken  bool
	closers []func() error
}

// Open opens a file of samples; "-" is standard input. A file that is of no
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
		return nil, &jsonl.Error{File: s.name(), Err: errors.New("is a folder; name the files in it")}
	}
	r, err := NewReader(s.name(), f)
	if err != nil {
		f.Close()
		return nil, err
	}
	r.closers = append(r.closers, f.Close)
	return r, nil
}

// NewReader reads rows from src, plain, gzip or zstd; name stands in positions.
func NewReader(name string, src io.Reader) (*Reader, error) {
	r := &Reader{name: name, sum: sha256.New()}
	r.raw = io.TeeReader(src, r.sum)
	plain, err := jsonl.Decompress(r.raw)
	if err != nil {
		return nil, &jsonl.Error{File: name, Err: err}
	}
	r.closers = append(r.closers, plain.Close)
	buf := bufio.NewReaderSize(plain, headSize)
	f, err := detect(buf)
	if err != nil {
		plain.Close()
		return nil, &jsonl.Error{File: name, Err: err}
	}
	r.Format = f.name
	r.records, err = f.open(name, buf)
	if err != nil {
		plain.Close()
		return nil, err
	}
	return r, nil
}

// Next returns the next row. After an *jsonl.Error it goes on with the row
// behind the bad one, where there is one; at the end it returns io.EOF.
func (r *Reader) Next() (Row, error) {
	if len(r.pending) == 0 {
		if err := r.fill(); err != nil {
			return Row{}, err
		}
	}
	row := r.pending[0]
	r.pending = r.pending[1:]
	return row, nil
}

func (r *Reader) fill() error {
	if r.ended {
		return io.EOF
	}
	rec, err := r.records.Next()
	if err != nil {
		// All but a line that is too long is the end: the next line cannot
		// be found in a stream that does not decompress.
		if !errors.Is(err, jsonl.ErrLineTooLong) {
			r.ended, r.broken = true, !errors.Is(err, io.EOF)
		}
		return err
	}
	r.pending, err = parseRow(rec)
	return err
}

// Broken says that the source could not be read to its end.
func (r *Reader) Broken() bool { return r.broken }

// SHA256 is the hash of the source's own bytes, compressed as they may be. It
// reads what is left of the source first.
func (r *Reader) SHA256() (string, error) {
	if _, err := io.Copy(io.Discard, r.raw); err != nil {
		return "", fmt.Errorf("hash %s: %w", r.name, err)
	}
	return hex.EncodeToString(r.sum.Sum(nil)), nil
}

// Close closes what Open opened.
func (r *Reader) Close() error {
	var errs []error
	for _, c := range r.closers {
		errs = append(errs, c())
	}
	return errors.Join(errs...)
}
