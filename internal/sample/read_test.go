package sample

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/jsonl"
)

// readRows gives "line id generation" of each row and the text of each error.
func readRows(t *testing.T, text string) (rows []string, format string) {
	t.Helper()
	r, err := NewReader("in", strings.NewReader(text))
	if err != nil {
		return []string{"refused: " + err.Error()}, ""
	}
	for {
		row, err := r.Next()
		if err == io.EOF {
			return rows, r.Format
		}
		if err != nil {
			var at *jsonl.Error
			if !errors.As(err, &at) {
				t.Fatalf("%v is not positioned", err)
			}
			rows = append(rows, "! "+err.Error())
			continue
		}
		rows = append(rows, fmt.Sprintf("%d %s %s", row.Line, row.ID, row.Generation))
	}
}

func TestFormatsByContent(t *testing.T) {
	const a, b = `{"task_id": "Go/1", "generation": "a"}`, `{"task_id": "Go/2", "generation": "b"}`
	pretty := "{\n  \"task_id\": \"Go/1\",\n  \"generation\": \"a\"\n}\n"
	for name, c := range map[string]struct {
		text, format string
		want         []string
	}{
		"lines":            {a + "\n" + b + "\n", "humaneval-x (jsonl)", []string{"1 Go/1 a", "2 Go/2 b"}},
		"no final newline": {a + "\n" + b, "humaneval-x (jsonl)", []string{"1 Go/1 a", "2 Go/2 b"}},
		"CRLF, blanks":     {"\ufeff\n" + a + "\r\n\r\n\x00\n" + b + "\r\n", "humaneval-x (jsonl)", []string{"2 Go/1 a", "5 Go/2 b"}},
		"bad rows between": {a + "\n{\"task_id\": \"Go/1\", \"gen\n[]\n" + b, "humaneval-x (jsonl)", []string{"1 Go/1 a",
			"! in:2: not a JSON object: the text ends in the middle (truncated line?)", "! in:3: not a JSON object but a list", "2 Go/2 b"}},
		"first line cut":     {"{\"task_id\": \"Go/1\", \"gen\n" + b, "rows (jsonl)", []string{"! in:1: not a JSON object: the text ends in the middle (truncated line?)", "2 Go/2 b"}},
		"pretty-printed":     {pretty + pretty, "humaneval-x (json)", []string{"1 Go/1 a", "5 Go/1 a"}},
		"array on one line":  {"[" + a + "," + b + "]", "humaneval-x (json)", []string{"1 Go/1 a", "1 Go/2 b"}},
		"array, bad element": {"[\n" + a + ",\n \"x}\\\"\", 5, null,\n" + b + "\n]", "humaneval-x (json)", []string{"2 Go/1 a", "! in:3: not a JSON object but a string", "! in:3: not a JSON object but a number", "! in:3: not a JSON object but null", "4 Go/2 b"}},
		"array, nulls first": {"[null, " + a + "]", "humaneval-x (json)", []string{"! in:1: not a JSON object but null", "1 Go/1 a"}},
		"array, not closed":  {"[" + a + ",\n", "humaneval-x (json)", []string{"1 Go/1 a", "! in:2: the list is not closed (truncated file?)"}},
		"array, cut":         {"[" + a + ",\n{\"task_id\": \"G", "humaneval-x (json)", []string{"1 Go/1 a", "! in:2: not a JSON object: the text ends in the middle (truncated line?)"}},
		"empty array":        {"[]", "rows (json)", nil},
		"empty":              {"", "rows (jsonl)", nil},
		"texts":              {`["a", null, "b"]`, "bigcode generations (json)", []string{"1  a", "1  b"}},
		"lists of lists":     {`[[null, "a"], []]`, "bigcode generations (json)", []string{"1  ", "1  a"}},
		"lists of rows":      {"[[" + a + "],\n[" + a + "," + b + "]]", "bigcode generations (json)", []string{"1 Go/1 a", "2 Go/1 a", "2 Go/2 b"}},
		"UTF-16":             {"\xff\xfe{\x00", "", []string{"refused: in: this is UTF-16 text; convert it first: iconv -f UTF-16 -t UTF-8"}},
		"zip":                {"PK\x03\x04", "", []string{"refused: in: this is a zip archive; unpack it and name the files in it"}},
	} {
		got, format := readRows(t, c.text)
		want := make([]string, len(c.want))
		for i, w := range c.want {
			want[i] = strings.Replace(w, "2 Go/2 b", lineOf(c.text, b)+" Go/2 b", 1)
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") || format != c.format {
			t.Errorf("%s: %s\n got %q\nwant %q", name, format, got, want)
		}
	}
}

func gzipped(text string) string {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	io.WriteString(w, text)
	w.Close()
	return z.String()
}

// lineOf is the number of the line in which part begins.
func lineOf(text, part string) string {
	before, _, _ := strings.Cut(text, part)
	return fmt.Sprint(1 + strings.Count(before, "\n"))
}

func TestCompressedAndTruncated(t *testing.T) {
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, "{\"task_id\": \"Go/%d\", \"generation\": \"%x\"}\n", i, i*i*i*7919)
	}
	z := gzipped(text.String())
	whole, format := readRows(t, z)
	if len(whole) != 3000 || format != "humaneval-x (jsonl)" {
		t.Fatalf("%d rows of %s", len(whole), format)
	}
	cut, _ := readRows(t, z[:len(z)*3/4])
	if n := len(cut); n < 100 || n >= 3000 || !strings.HasPrefix(cut[n-1], fmt.Sprintf("! in:%d: ", n)) {
		t.Errorf("of the truncated file: %d, the last %q", n, cut[n-1])
	}
}

func TestOpenSaysWhatIsAbsent(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(filepath.Join(dir, "absent")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// FuzzReader: no input makes it panic or go on for ever, and it gives no more
// rows than there are bytes.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{
		"{\"task_id\":\"Go/1\",\"generation\":\"a\"}\n{", "[{\"id\":1,\"samples\":[\"a\"]},\n{}]", "{\n\"a\":\n\"b\\", "[[\"", "[{}]]}{\n5 x",
		`[["a", null], "b", null, [{"id": 1, "code": ""}]]`, `{"doc": {"task_id": "x"}, "resps": [["a", [[]]]], "filtered_resps": ["b"]}`,
		`{"name": "a", "language": "js", "prompt": "p", "tests": "t", "results": [{"program": "p\nt"}, {}]}`, `{"task_id": "Mbpp/2", "solution": "s"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := NewReader("in", bytes.NewReader(text))
		if err != nil {
			return
		}
		for n := 0; ; n++ {
			if _, err := r.Next(); err == io.EOF {
				break
			}
			if n > 1<<20+len(text) { // a compressed input may hold more
				t.Fatalf("%d rows of %d bytes", n, len(text))
			}
		}
		if _, err := r.SHA256(); err != nil {
			t.Error(err)
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("after the end: %v", err)
		}
	})
}
