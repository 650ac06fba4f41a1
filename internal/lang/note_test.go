package lang

import (
	"strings"
	"testing"
)

func TestNote(t *testing.T) {
	n := parseNote("kind type\r\nkind other\ntext a\\nb \\\\n c\nreplaced\n")
	if n["kind"] != "type" || n["text"] != "a\nb \\n c" || !n.has("replaced") || n.has("line") {
		t.Errorf("got %q", n)
	}
	if n := parseNote(""); len(n) != 0 {
		t.Errorf("nothing was read as %q", n)
	}
}

func TestMessagesAreOneShortLine(t *testing.T) {
	got := firstLine("\n \n  " + strings.Repeat("ü", 300) + "\nmore")
	if want := strings.Repeat("ü", 200) + "…"; got != want {
		t.Errorf("got %q", got)
	}
}
