package model

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/prompt"
)

// shortened are the reference solutions that upstream's rules do not keep
// whole: those of more than one function, and CPP/94 with directives behind it.
var shortened = []string{"CPP/94", "Go/72", "Rust/10", "Rust/32", "Rust/38", "Rust/50", "Rust/137", "Rust/145"}

// A model that continues with the reference solution, alone or with more after
// it, gives the reference solution as its sample.
func TestRulesKeepReferenceSolutions(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "data", "humaneval-x")
	if _, err := os.Stat(dir); os.IsNotExist(err) {
		t.Skip("../shared absent: HumanEval-X is needed to try the rules")
	}
	for _, l := range lang.All() {
		set, err := problem.Load(filepath.Join(dir, "humaneval_"+l.DataName+".jsonl.gz"), problem.Options{})
		if err != nil {
			t.Fatal(err)
		}
		raw := prompt.Request{Form: prompt.Completion, Step: prompt.GenerateStep, Language: l.Name}
		for _, p := range set.Problems {
			for _, text := range []string{p.CanonicalSolution, p.CanonicalSolution + "\n" + p.Test} {
				sample := strings.Fields(sampleText(raw, text))
				whole := slices.Equal(sample, strings.Fields(p.CanonicalSolution))
				if whole == slices.Contains(shortened, p.TaskID) {
					t.Errorf("%s: kept whole: %v", p.TaskID, whole)
				}
			}
		}
	}
}
