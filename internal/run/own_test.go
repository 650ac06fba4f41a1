package run

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/sample"
	"github.com/xeval/xeval/internal/verdict"
)

// judgeForeign judges a file of another harness with its own problems, or with
// set, and gives the verdicts.
func judgeForeign(t *testing.T, set *problem.Set, o sample.Options, path string) map[verdict.Key]verdict.Verdict {
	t.Helper()
	sources := []sample.Source{{Path: path}}
	if set == nil {
		var err error
		if set, err = OwnProblems(sources); err != nil || set == nil {
			t.Fatalf("%s: %v, %v", path, set, err)
		}
	}
	ro := Options{Sources: sources, Problems: set, Sample: o, Setting: setting(t)}
	for _, l := range lang.All() {
		ro.Setting.Programs[l.Name] = program.DefaultsFor(l, set.Rule())
	}
	return evaluateIn(t, ro)
}

func passRate(got map[verdict.Key]verdict.Verdict) float64 {
	n := 0
	for _, v := range got {
		if v.Passed {
			n++
		}
	}
	return float64(n) / float64(len(got))
}

func loadShared(t *testing.T, parts ...string) *problem.Set {
	t.Helper()
	dir := shared(t, filepath.Join(parts[:len(parts)-1]...))
	set, err := problem.Load(filepath.Join(dir, parts[len(parts)-1]), problem.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// OpenAI's example: three of its six samples are right, by its own account.
func TestHumanEvalExample(t *testing.T) {
	set := loadShared(t, "data", "other", "human-eval-example_problem.jsonl")
	got := judgeForeign(t, set, sample.Options{}, filepath.Join(shared(t, "data/other"), "human-eval-example_samples.jsonl"))
	if len(got) != 6 || passRate(got) != 0.5 {
		t.Errorf("pass@1 %v of %d", passRate(got), len(got))
	}
	for _, v := range got {
		if v.Passed != v.OfficialPassed || v.TaskID != "Python/0" {
			t.Errorf("%+v", v)
		}
	}
}

// bigcode's MultiPL-E generations have pass@1 0.367 by their authors; their
// problems are HumanEval's, of which six are left out.
func TestBigcodeGenerations(t *testing.T) {
	file := filepath.Join(shared(t, "data/other"), "bigcode-generations-multiple-py.json")
	got := judgeForeign(t, loadShared(t, "data", "other", "HumanEval.jsonl.gz"), sample.Options{}, file)
	if rate := fmt.Sprintf("%.3f", passRate(got)); len(got) != 158 || rate != "0.367" {
		t.Errorf("pass@1 %s of %d", rate, len(got))
	}
	for key, v := range got {
		if key.Index != 0 || !slices.Contains(v.Flags, sample.FlagWhole) {
			t.Errorf("%+v", v)
		}
	}
}

// By the results beside them, all ten of these translations pass.
func TestMultiplETranslations(t *testing.T) {
	dir := filepath.Join(shared(t, "data/other"), "multipl-e-java-translation")
	got := judgeForeign(t, nil, sample.Options{}, dir)
	if len(got) != 10 || passRate(got) != 1 {
		t.Errorf("completions: %v of %d", passRate(got), len(got))
	}
	got = judgeForeign(t, nil, sample.Options{}, filepath.Join(dir, "Java_3_belowZero.results.json"))
	if v := got[verdict.Key{TaskID: "Java/Java_3_belowZero"}]; len(got) != 1 || !v.Passed {
		t.Errorf("results: %+v", got)
	}
}

// HumanEval's references pass by OpenAI's rule.
func TestHumanEvalReferences(t *testing.T) {
	set := loadShared(t, "data", "other", "HumanEval.jsonl.gz")
	var rows strings.Builder
	for i, p := range set.Problems {
		if i%8 == 0 {
			fmt.Fprintf(&rows, "{\"task_id\": %q, \"completion\": %q}\n", p.SourceID, p.CanonicalSolution)
		}
	}
	file := filepath.Join(t.TempDir(), "samples.jsonl")
	if err := os.WriteFile(file, []byte(rows.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	got := judgeForeign(t, set, sample.Options{}, file)
	for _, v := range got {
		if !v.Passed || !v.OfficialPassed {
			t.Errorf("%+v", v)
		}
	}
	if len(got) != 21 {
		t.Errorf("%d verdicts", len(got))
	}
}

// HumanEvalPack's rows are problems and samples: in all languages the
// reference passes and the wrong solution fails.
func TestHumanEvalPack(t *testing.T) {
	set, err := problem.Load(shared(t, "data/humanevalpack"), problem.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var rows strings.Builder
	for _, p := range set.Problems {
		if p.Number() == 0 {
			fmt.Fprintf(&rows, "{\"task_id\": %q, \"bug_type\": \"\", \"generation\": [%q, %q]}\n", p.TaskID, p.CanonicalSolution, p.BuggySolution)
		}
	}
	file := filepath.Join(t.TempDir(), "samples.jsonl")
	if err := os.WriteFile(file, []byte(rows.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	for key, v := range judgeForeign(t, set, sample.Options{}, file) {
		if want := key.Index == 0; v.Outcome != verdict.ToolchainMissing && v.Passed != want {
			t.Errorf("%+v", v)
		}
	}
}

// A program of each language by MultiPL-E's rule, right and wrong; small, and
// ours.
var multiplEPrograms = map[string][4]string{ // prompt, right, wrong, tests
	"py":  {"def half(n: int) -> int:\n", "    return n // 2", "    return n", "def check(candidate):\n    assert candidate(8) == 4\n\ndef test_check():\n    check(half)\n\ntest_check()\n"},
	"cpp": {"#include<assert.h>\n#include<bits/stdc++.h>\nlong half(std::optional<long> n) {\n", "    return *n / 2;", "    return *n;", "}\nint main() {\n    assert(half(8) == 4);\n}\n"},
	"js":  {"function half(n){\n", "  return n / 2;\n}", "  return n;\n}", "const assert = require('node:assert');\nfunction test() {\n  assert.deepEqual(half(8), 4);\n}\ntest();"},
	"java": {"import java.util.*;\nclass Problem {\n    public static long half(long n) {\n", "        return n / 2;", "        return n;",
		"    }\n    public static void main(String[] args) {\n    assert(half(8) == 4);\n    }\n}\n"},
	"go_test.go": {"package half_test\n\nimport (\n    \"testing\"\n)\n\nfunc half(n int) int {\n", "    return n / 2\n}", "    return n\n}",
		"func TestHalf(t *testing.T) {\n    if half(8) != 4 {\n        t.Errorf(\"wrong\")\n    }\n}\n"},
	"rs": {"fn half(n: isize) -> isize {\n", "    n / 2", "    n", "}\n\nfn main() {\n    assert_eq!(half(8), 4);\n}\n"},
}

func TestMultiplERule(t *testing.T) {
	dir := t.TempDir()
	for language, c := range multiplEPrograms {
		text := fmt.Sprintf(`{"name": "HumanEval_7_half", "language": %q, "prompt": %q, "completions": [%q, %q], "tests": %q}`, language, c[0], c[1], c[2], c[3])
		if err := os.WriteFile(filepath.Join(dir, "HumanEval_7_half_"+language+".json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got := judgeForeign(t, nil, sample.Options{}, dir)
	for _, l := range lang.All() {
		right := got[verdict.Key{TaskID: l.IDPrefix + "/HumanEval_7_half"}]
		wrong := got[verdict.Key{TaskID: l.IDPrefix + "/HumanEval_7_half", Index: 1}]
		if right.Outcome == verdict.ToolchainMissing {
			t.Logf("%s is missing here: %s", l.Title, right.Message)
			continue
		}
		if !right.Passed || !right.OfficialPassed || len(right.Flags) > 0 {
			t.Errorf("%s, right: %+v", l.Name, right)
		}
		if wrong.Outcome != verdict.WrongAnswer || wrong.OfficialPassed {
			t.Errorf("%s, wrong: %+v", l.Name, wrong)
		}
	}
}

func TestOwnProblems(t *testing.T) {
	write := func(text string) []sample.Source {
		file := filepath.Join(t.TempDir(), "rows.jsonl")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return []sample.Source{{Path: file}}
	}
	const row = `{"name": "HumanEval_%d_f", "language": %q, "prompt": "p", "tests": %q, "generation": "g"}` + "\n"
	set, err := OwnProblems(write(fmt.Sprintf(row+row+row+row, 1, "js", "t", 1, "js", "t", 1, "js", "u", 2, "lua", "t") + "{\n" + `{"name": "x", "generation": "g"}`))
	if err != nil {
		t.Fatal(err)
	}
	var bad []string
	for _, b := range set.BadRows {
		bad = append(bad, b.Error())
	}
	if len(set.Problems) != 1 || set.Problems[0].TaskID != "JavaScript/HumanEval_1_f" || len(bad) != 3 ||
		!strings.Contains(bad[0], ":3: HumanEval_1_f has another prompt") || !strings.Contains(bad[1], ":4: language \"lua\"") || !strings.Contains(bad[2], ":6: x brings no tests") {
		t.Errorf("%+v\n%q", set.Problems, bad)
	}
	if set.Dataset.Name != "multipl-e" || len(set.Dataset.SHA256["rows.jsonl"]) != 64 {
		t.Errorf("%+v", set.Dataset)
	}
	if set, err := OwnProblems(write(`{"task_id": "Go/1", "generation": "g"}`)); set != nil || err != nil {
		t.Errorf("rows without tests: %v, %v", set, err)
	}
}
