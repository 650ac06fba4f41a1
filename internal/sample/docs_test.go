package sample

import (
	"os"
	"strings"
	"testing"
)

// docs/input-formats.md must name every format and every key.
func TestDocumentation(t *testing.T) {
	text, err := os.ReadFile("../../docs/input-formats.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range shapes {
		if s.name != notSamples.name && !strings.Contains(string(text), "\n| `"+s.name+"` |") {
			t.Errorf("no row for %s", s.name)
		}
	}
	keys := append([]string{FlagWhole}, idKeys...)
	for _, key := range append(keys, generationKeys...) {
		if !strings.Contains(string(text), "`"+key+"`") {
			t.Errorf("%s is not documented", key)
		}
	}
}
