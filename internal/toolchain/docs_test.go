package toolchain

import (
	"os"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/lang"
)

// The table of docs/toolchains.md must say what the languages say.
func TestDocumentation(t *testing.T) {
	text, err := os.ReadFile("../../docs/toolchains.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lang.All() {
		_, row, found := strings.Cut(string(text), "\n| "+l.Title+" |")
		if !found {
			t.Errorf("no row for %s", l.Title)
			continue
		}
		row, _, _ = strings.Cut(row, "\n")
		for _, want := range described(l) {
			if !strings.Contains(row, want) {
				t.Errorf("the row of %s does not say %q", l.Title, want)
			}
		}
	}
}

// described is what a language's row must contain.
func described(l *lang.Language) []string {
	var out []string
	for _, tool := range l.Tools {
		out = append(out, tool.Name, tool.Upstream)
	}
	for _, c := range l.Checks {
		out = append(out, c.Upstream)
	}
	if l.DefaultLevel != "" {
		out = append(out, "**"+l.DefaultLevel+"**")
	}
	return out
}
