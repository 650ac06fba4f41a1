package sample

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/xeval/xeval/internal/jsonl"
)

// A file has a layout, which is how its JSON values follow each other, and a
// shape, which is what each of them is. Both are told by content; names of
// files lie.

// A layout is one way of laying values out in a file.
type layout struct {
	name string
	// detect looks at the beginning of the plain text, blank lines and byte
	// order mark removed. An error is why a file of this kind is refused.
	detect func(head []byte) (bool, error)
	// open gives the records, one value each.
	open func(name string, plain io.Reader) (records, error)
}

// records is what a layout makes of a file. Next goes on after a bad record
// and returns io.EOF at the end.
type records interface {
	Next() (jsonl.Record, error)
}

// layouts in the order in which they are tried; the last takes what is left.
var layouts = []layout{unreadable, documents, lines}

// A shape is one format of rows: one file of this package each.
type shape struct {
	name string
	// is looks at the first value of the file. An error is why it is refused.
	is func(first value) (bool, error)
	// parser gives a function that makes rows of a file's records; a fault is
	// a *jsonl.Error at its position.
	parser func() func(jsonl.Record) ([]Row, error)
}

// shapes in the order in which they are tried, the most particular first; the
// last takes what is left, and names what it lacks.
var shapes = []shape{
	generations, lmEval, multiplEResults, multiplECompletions, multiplERows, notSamples,
	humanEvalPack, evalPlus, humanEvalX, humanEval, anyRows,
}

// A value is what can be seen of a file's first value that is not null.
type value struct {
	listed bool              // it is an element of the file's list
	raw    []byte            // may be cut off
	fields map[string][]byte // of an object; nil for a value that is cut off
}

func (v value) has(key string) bool { _, ok := v.fields[key]; return ok }

// text is a string field's text, or "".
func (v value) text(key string) string {
	s, _ := text(v.fields[key])
	return s
}

// generated says that one of the known keys of generations is there.
func (v value) generated() bool {
	for _, key := range generationKeys {
		if v.has(key) {
			return true
		}
	}
	return false
}

// firstValue finds the value: the file itself, or the first element of its
// list that is not null.
func firstValue(head []byte) value {
	for i := 0; i < len(head); i++ {
		switch c := head[i]; {
		case i == 0 && c == '[', isSpace(c), c == ',':
		case bytes.HasPrefix(head[i:], []byte("null")):
			i += len("null") - 1
		default:
			v := value{raw: head[i:], listed: head[0] == '['}
			if c == '{' {
				v.fields = map[string][]byte{}
				object(v.raw, func(key string, raw []byte) { v.fields[key] = raw }) // as far as it goes
			}
			return v
		}
	}
	return value{}
}

// headSize is how much of a file detection may look at.
const headSize = 64 << 10

// detect says how a file is read.
func detect(plain *bufio.Reader) (layout, shape, error) {
	head, err := plain.Peek(headSize)
	if len(head) == 0 && err != nil && !errors.Is(err, io.EOF) {
		return layout{}, shape{}, err // otherwise reading comes upon it, at its position
	}
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	head = bytes.TrimLeft(head, " \t\r\n\x00")
	l := lines
	for _, candidate := range layouts {
		ok, err := candidate.detect(head)
		if err != nil {
			return l, shape{}, err
		}
		if ok {
			l = candidate
			break
		}
	}
	first := firstValue(head)
	for _, s := range shapes {
		if ok, err := s.is(first); ok || err != nil {
			return l, s, err
		}
	}
	return l, anyRows, nil
}

// unreadable names what is given by mistake and would otherwise be a flood of
// errors, one a line.
var unreadable = layout{
	name: "unreadable",
	detect: func(head []byte) (bool, error) {
		for _, m := range magics {
			if bytes.HasPrefix(head, []byte(m.begin)) {
				return false, fmt.Errorf("this is %s; %s", m.what, m.instead)
			}
		}
		return false, nil
	},
}

var magics = []struct{ begin, what, instead string }{
	{"\xff\xfe", "UTF-16 text", "convert it first: iconv -f UTF-16 -t UTF-8"},
	{"\xfe\xff", "UTF-16 text", "convert it first: iconv -f UTF-16 -t UTF-8"},
	{"PK\x03\x04", "a zip archive", "unpack it and name the files in it"},
	{"BZh", "compressed by bzip2", "decompress it, or use gzip or zstd"},
	{"\xfd7zXZ", "compressed by xz", "decompress it, or use gzip or zstd"},
	{"PAR1", "a Parquet table", "convert it to JSON Lines with task_id and generation"},
	{"version https://git-lfs", "a Git LFS pointer, not the file itself", "fetch it: git lfs pull"},
	{"<", "markup (a web page?)", "samples are JSON Lines with task_id and generation"},
}
