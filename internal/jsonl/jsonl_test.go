package jsonl

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

func readAll(t *testing.T, src io.Reader) (lines []string, positions []int) {
	t.Helper()
	r, err := NewReader("in", src)
	if err != nil {
		t.Fatal(err)
	}
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		lines, positions = append(lines, string(rec.Data)), append(positions, rec.Line)
	}
}

func TestLinesAndPositions(t *testing.T) {
	lines, at := readAll(t, strings.NewReader("\xef\xbb\xbf{\"a\":1}\r\n\n\x00\n {\"b\":\"x\u2028\u0085\v\fy\"}\n{\"c\":3}"))
	if len(lines) != 3 || at[0] != 1 || at[1] != 4 || at[2] != 5 {
		t.Fatalf("lines %q at %v", lines, at)
	}
	if lines[0] != `{"a":1}` || !strings.Contains(lines[1], "\u2028\u0085\v\f") {
		t.Fatalf("lines %q", lines)
	}
}

func TestCompressedByContent(t *testing.T) {
	const text = "{\"a\":1}\n{\"a\":2}\n"
	var gz, zs bytes.Buffer
	g := gzip.NewWriter(&gz)
	g.Write([]byte(text))
	g.Close()
	z, _ := zstd.NewWriter(&zs)
	z.Write([]byte(text))
	z.Close()
	for name, b := range map[string]*bytes.Buffer{"gzip": &gz, "zstd": &zs} {
		if lines, _ := readAll(t, b); len(lines) != 2 {
			t.Errorf("%s: %q", name, lines)
		}
	}
}

// What was read before the end is good, and how far that is must be said.
func TestTruncatedGzip(t *testing.T) {
	var gz bytes.Buffer
	g := gzip.NewWriter(&gz)
	g.Write([]byte("{\"a\":1}\n{\"a\":2}\n"))
	g.Flush()
	whole := gz.Len()
	g.Write([]byte("{\"a\":3}\n"))
	g.Close()
	for length, want := range map[int]string{
		5:            "in.gz: truncated gzip",
		whole:        "in.gz:3: truncated gzip after line 2",
		gz.Len() - 1: "in.gz:4: truncated gzip after line 3",
	} {
		r, err := NewReader("in.gz", bytes.NewReader(gz.Bytes()[:length]))
		for err == nil {
			_, err = r.Next()
		}
		var at *Error
		if !errors.As(err, &at) || err.Error() != want {
			t.Errorf("%d bytes: %v, want %s", length, err, want)
		}
	}
}

func TestTooLongLineIsSkipped(t *testing.T) {
	src := io.MultiReader(strings.NewReader("{\"a\":1}\n"), io.LimitReader(zeros{}, MaxLine+5), strings.NewReader("\n{\"b\":2}\n"))
	r, _ := NewReader("in", src)
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Next(); !errors.Is(err, ErrLineTooLong) {
		t.Fatalf("got %v", err)
	}
	if rec, err := r.Next(); err != nil || rec.Line != 3 {
		t.Fatalf("got %v %v", rec, err)
	}
}

func TestDecodeNamesTheField(t *testing.T) {
	rec := Record{File: "s.jsonl", Line: 7, Data: []byte(`{"task_id": 5}`)}
	var v struct {
		TaskID string `json:"task_id"`
	}
	if err := rec.Decode(&v); err == nil || !strings.HasPrefix(err.Error(), "s.jsonl:7: task_id: ") {
		t.Fatalf("got %v", err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}
