package prompt

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
)

// The whole of HumanEval-X, which is not part of this repository: no prompt
// may show a hidden test, and no translation prompt a docstring.

const leakSize = 20 // characters from which a line counts as test text

// shared loads HumanEval-X from the folder beside the repository, by language
// and number.
func shared(t *testing.T) map[*lang.Language]map[int]problem.Problem {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "shared", "data", "humaneval-x")
	if _, err := os.Stat(dir); os.IsNotExist(err) {
		t.Skip("../shared absent: HumanEval-X is needed to look for leaks")
	}
	out := map[*lang.Language]map[int]problem.Problem{}
	for _, l := range lang.All() {
		set, err := problem.Load(filepath.Join(dir, "humaneval_"+l.DataName+".jsonl.gz"), problem.Options{})
		if err != nil {
			t.Fatal(err)
		}
		out[l] = map[int]problem.Problem{}
		for _, p := range set.Problems {
			out[l][p.Number()] = p
		}
		if len(out[l]) != 164 {
			t.Fatalf("%s: %d problems, want 164", l.Name, len(out[l]))
		}
	}
	return out
}

// lines are the trimmed lines of the texts with at least leakSize characters.
func lines(texts ...string) []string {
	var out []string
	for line := range strings.Lines(strings.Join(texts, "\n")) {
		if line = strings.TrimSpace(line); len([]rune(line)) >= leakSize {
			out = append(out, line)
		}
	}
	return out
}

// wantNone fails when the prompt holds one of the lines that is in none of the
// texts it is allowed to show.
func wantNone(t *testing.T, what string, r Request, lines []string, allowed ...string) {
	t.Helper()
	text, free := shown(r), strings.Join(allowed, "\n")
	for _, line := range lines {
		if strings.Contains(text, line) && !strings.Contains(free, line) {
			t.Errorf("%s holds %s: %q", r.ID, what, line)
		}
	}
}

func TestTranslationPromptsLeakNothing(t *testing.T) {
	all := shared(t)
	prompts := 0
	for _, form := range forms {
		b := build(t, Options{Task: Translate, Form: form})
		for from, sources := range all {
			for to, targets := range all {
				if from == to {
					continue
				}
				for n, target := range targets {
					source := sources[n]
					r := must(t)(b.Translate(source, target))
					prompts++
					wantNone(t, "a hidden test", r, lines(target.Test, target.TestSetup, source.Test, source.TestSetup),
						target.Declaration, source.Declaration, source.CanonicalSolution)
					wantNone(t, "a docstring", r, lines(docstring(target), docstring(source)),
						target.Declaration, source.Declaration, source.CanonicalSolution)
				}
			}
		}
	}
	if want := 2 * 164 * 30; prompts != want {
		t.Errorf("looked at %d prompts, want %d", prompts, want)
	}
}

// docstring is what the prompt says beyond the declaration.
func docstring(p problem.Problem) string {
	var out []string
	for line := range strings.Lines(p.Prompt) {
		if !strings.Contains(p.Declaration, strings.TrimSpace(line)) {
			out = append(out, strings.TrimSpace(line))
		}
	}
	return strings.Join(append(out, p.Text, p.Docstring), "\n")
}

func TestOtherPromptsLeakNoTest(t *testing.T) {
	for _, problems := range shared(t) {
		for _, p := range problems {
			for _, form := range forms {
				hidden := lines(p.Test, p.TestSetup)
				r := must(t)(build(t, Options{Task: Generate, Form: form}).Generate(p))
				wantNone(t, "a hidden test", r, hidden, p.Prompt, p.Declaration)
				wantNone(t, "the solution", r, lines(p.CanonicalSolution), p.Prompt, p.Declaration)

				summarize := build(t, Options{Task: Summarize, Form: form})
				r = must(t)(summarize.Describe(p))
				wantNone(t, "a hidden test", r, hidden, p.Declaration, p.CanonicalSolution)
				wantNone(t, "a docstring", r, lines(docstring(p)), p.Declaration, p.CanonicalSolution)
				r = must(t)(summarize.Solve(p, "x", 0))
				wantNone(t, "a hidden test", r, hidden, p.Declaration)
				wantNone(t, "a docstring", r, lines(docstring(p)), p.Declaration)
				wantNone(t, "the solution", r, lines(p.CanonicalSolution), p.Declaration)

				// The worst output there can be: the test itself.
				bad := Attempt{Code: "x", Output: p.Test + "\n" + p.TestSetup, Origin: "x"}
				r = must(t)(build(t, Options{Task: Repair, Form: form}).Repair(p, bad))
				wantNone(t, "a hidden test", r, hidden, p.Prompt, p.Declaration)
			}
		}
	}
}
