package sample

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/xeval/xeval/internal/jsonl"
)

// A format is one way of laying rows out in a file: one file of this package
// each. It is told by content; names of files lie.
type format struct {
	name string
	// detect looks at the beginning of the plain text, blank lines and byte
	// order mark removed. An error is why a file of this kind is refused.
	detect func(head []byte) (bool, error)
	// open gives the records, one row's JSON object each.
	open func(name string, plain io.Reader) (records, error)
}

// records is what a format makes of a file. Next goes on after a bad record
// and returns io.EOF at the end.
type records interface {
	Next() (jsonl.Record, error)
}

// formats in the order in which they are tried; the last takes what is left.
var formats = []format{unreadable, documents, lines}

// headSize is how much of a file detection may look at.
const headSize = 64 << 10

func detect(plain *bufio.Reader) (format, error) {
	head, err := plain.Peek(headSize)
	if len(head) == 0 && err != nil && !errors.Is(err, io.EOF) {
		return format{}, err // otherwise reading comes upon it, at its position
	}
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	head = bytes.TrimLeft(head, " \t\r\n\x00")
	for _, f := range formats {
		if ok, err := f.detect(head); ok || err != nil {
			return f, err
		}
	}
	return lines, nil
}

// unreadable names what is given by mistake and would otherwise be a flood of
// errors, one a line.
var unreadable = format{
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
