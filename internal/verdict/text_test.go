package verdict

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTextIsAlwaysUTF8(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain é 漢", "plain é 漢"}, {"a\xffb", "a\uFFFDb"}, {"\xff\xfe\xfd", "\uFFFD"}, {"\x00\x1b[31m", "\x00\x1b[31m"}, {"", ""},
	} {
		if got := Text([]byte(c.in)); got != c.want {
			t.Errorf("%q: %q", c.in, got)
		}
	}
}

func TestOutputCutInsideACharacter(t *testing.T) {
	text := []byte("漢字漢字")
	for head := 0; head <= 6; head++ {
		for tail := 6; tail <= len(text); tail++ {
			o := NewOutput(text[:head], text[tail:], 1000)
			if strings.Contains(o.Head+o.Tail, "\uFFFD") || !o.Truncated || !utf8.ValidString(o.Head+o.Tail) {
				t.Errorf("cut at %d and %d: %+v", head, tail, o)
			}
		}
	}
	if o := NewOutput([]byte("a\xe6"), nil, 2); o.Head != "a\uFFFD" || o.Truncated {
		t.Errorf("not cut: %+v", o)
	}
}

func FuzzOutput(f *testing.F) {
	f.Add([]byte("a\xe6\xbc"), []byte("\x80b"), int64(10))
	f.Fuzz(func(t *testing.T, head, tail []byte, n int64) {
		o := NewOutput(head, tail, n)
		if !utf8.ValidString(o.Head) || !utf8.ValidString(o.Tail) {
			t.Errorf("%+v", o)
		}
	})
}
