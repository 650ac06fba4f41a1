package extract_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/extract"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
)

// TestReferences gives the reference solutions back as models would: as they
// are, and in full within a fence. The code must be theirs, all of it.
func TestReferences(t *testing.T) {
	shared := filepath.Join("..", "..", "..", "shared")
	data := filepath.Join(shared, "data", "humaneval-x")
	if _, err := os.Stat(data); err != nil {
		if _, there := os.Stat(shared); there == nil && os.Getenv("XEVAL_REQUIRE_SHARED") != "" {
			t.Fatal(err)
		}
		t.Skip("../shared absent: HumanEval-X")
	}
	set, err := problem.Load(data, problem.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range set.Problems {
		if p.TaskID == "Rust/32" { // asks for its helper, and its tests are a comment
			continue
		}
		l, err := lang.Lookup(p.Prefix())
		if err != nil {
			t.Fatal(err)
		}
		target := program.Target(p, program.Defaults(l))
		if got := extract.Extract(l, target, p.CanonicalSolution); got.Whole || got.Rule != "body" || squeezed(got.Code) != squeezed(p.CanonicalSolution) {
			t.Errorf("%s as it is: rule %s\n%s", p.TaskID, got.Rule, got.Code)
		}
		full := p.Prompt
		if l.Opening != nil {
			full = l.Opening(lang.Parts{Prompt: p.Prompt, Declaration: p.Declaration})
		}
		full += p.CanonicalSolution
		got := extract.Extract(l, target, "Here is the whole of it:\n```"+l.Name+"\n"+full+"\n```\nIt's done.\n")
		if !got.Whole || !strings.HasPrefix(got.Rule, "fence+") || !strings.HasSuffix(got.Rule, "_in_full") {
			t.Errorf("%s in full: rule %s\n%s%s", p.TaskID, got.Rule, got.Prompt, got.Code)
		}
		for line := range strings.Lines(p.CanonicalSolution) {
			if line = strings.TrimSpace(line); !strings.HasPrefix(line, l.CommentMark) && !strings.Contains(squeezed(got.Prompt+got.Code), squeezed(line)) {
				t.Errorf("%s in full: lost %q", p.TaskID, line)
			}
		}
	}
}

func squeezed(text string) string { return strings.Join(strings.Fields(text), "") }
