package sample

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/xeval/xeval/internal/jsonl"
)

// documents is JSON that does not keep to lines: an array of rows, or rows
// printed over several lines, one after the other.
var documents = layout{
	name: "json",
	detect: func(head []byte) (bool, error) {
		return len(head) > 0 && (head[0] == '[' || head[0] == '{' && spansLines(head)), nil
	},
	open: func(name string, plain io.Reader) (records, error) {
		return &documentReader{name: name, buf: bufio.NewReaderSize(plain, 1<<16), line: 1}, nil
	},
}

// A documentReader finds the values by counting brackets, so that it goes on
// behind a value that is not a row, and never holds more than one.
type documentReader struct {
	name    string
	buf     *bufio.Reader
	line    int
	inArray bool
	text    []byte
	ended   bool
}

// Next returns the next value at the top level or in the top-level array.
func (d *documentReader) Next() (jsonl.Record, error) {
	if d.ended {
		return jsonl.Record{}, io.EOF
	}
	first, err := d.skipToValue()
	if err != nil {
		return d.end(d.line, err)
	}
	at := d.line
	complete, err := d.value(first)
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = errTruncated
		}
		return d.end(at, err)
	}
	if !complete {
		return jsonl.Record{}, &jsonl.Error{File: d.name, Line: at, Err: jsonl.ErrLineTooLong}
	}
	return jsonl.Record{File: d.name, Line: at, Data: d.text}, nil
}

func (d *documentReader) end(line int, err error) (jsonl.Record, error) {
	d.ended = true
	if errors.Is(err, io.EOF) {
		if !d.inArray {
			return jsonl.Record{}, io.EOF
		}
		err = fmt.Errorf("the list is not closed (truncated file?)")
	}
	return jsonl.Record{}, &jsonl.Error{File: d.name, Line: line, Err: err}
}

func (d *documentReader) next() (byte, error) {
	c, err := d.buf.ReadByte()
	if c == '\n' && err == nil {
		d.line++
	}
	return c, err
}

// skipToValue returns the first byte of the next value.
func (d *documentReader) skipToValue() (byte, error) {
	for {
		c, err := d.next()
		if err != nil {
			return 0, err
		}
		switch c {
		case ' ', '\t', '\r', '\n', ',', 0, 0xef, 0xbb, 0xbf: // with the byte order mark
		case '[':
			if d.inArray {
				return c, nil
			}
			d.inArray = true
		case ']':
			d.inArray = false
		default:
			return c, nil
		}
	}
}

// value reads the value that begins with first into d.text. It is not complete
// when it was too long to keep.
func (d *documentReader) value(first byte) (complete bool, err error) {
	d.text = d.text[:0]
	depth, inString, escaped := 0, false, false
	complete = true
	for c := first; ; {
		if len(d.text) < jsonl.MaxLine {
			d.text = append(d.text, c)
		} else {
			complete = false
		}
		switch {
		case escaped:
			escaped = false
		case inString && c == '\\':
			escaped = true
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
		if depth <= 0 && !inString && (c == '"' || c == '}' || c == ']' || d.atDelimiter()) {
			return complete, nil
		}
		if c, err = d.next(); err != nil {
			return false, err
		}
	}
}

// atDelimiter says that a number or word ends here.
func (d *documentReader) atDelimiter() bool {
	next, err := d.buf.Peek(1)
	return err != nil || isDelimiter(next[0])
}
