package extract_test

import (
	"os"
	"strings"
	"testing"
)

// TestDocumentedRules: the documentation names every rule that a case shows.
func TestDocumentedRules(t *testing.T) {
	text, err := os.ReadFile("../../docs/extraction.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "## Names of the rules")
	if !found {
		t.Fatal("docs/extraction.md has no section on names")
	}
	table, _, _ = strings.Cut(table, "\n## ")
	shown := map[string]bool{}
	for _, c := range readCases(t) {
		for name := range strings.SplitSeq(c.rule, "+") {
			shown[name] = true
			if !strings.Contains(table, "`"+name+"`") {
				t.Errorf("%s is not documented (%s)", name, c.path)
			}
		}
	}
	for line := range strings.Lines(table) {
		name, _, ok := strings.Cut(strings.TrimPrefix(line, "| `"), "`")
		if ok && strings.HasPrefix(line, "| `") && !shown[name] && name != "official" {
			t.Errorf("%s is documented, but no case shows it", name)
		}
	}
}
