package suite

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/verdict"
)

func load(t *testing.T, prefixes ...string) *problem.Set {
	t.Helper()
	set, err := Load(prefixes...)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestEveryProblemInEveryLanguage(t *testing.T) {
	set := load(t)
	prefixes := set.Prefixes()
	if want := []string{"CPP", "Go", "Java", "JavaScript", "Python", "Rust"}; !slices.Equal(prefixes, want) {
		t.Fatalf("prefixes %v", prefixes)
	}
	for _, prefix := range prefixes {
		for n := range 8 {
			if _, ok := set.ByNumber(prefix, n); !ok {
				t.Errorf("no %s/%d", prefix, n)
			}
		}
	}
	if len(set.Problems) != 48 || set.Dataset.Problems != 48 || set.Dataset.Name != Name || len(set.Dataset.SHA256) != 6 {
		t.Errorf("dataset %+v of %d", set.Dataset, len(set.Problems))
	}
}

func TestRowsHaveTheFormatsShape(t *testing.T) {
	for _, p := range load(t).Problems {
		for field, text := range map[string]string{
			"prompt": p.Prompt, "declaration": p.Declaration, "canonical_solution": p.CanonicalSolution,
			"test": p.Test, "example_test": p.ExampleTest, "docstring": p.Docstring,
		} {
			if strings.TrimSpace(text) == "" || strings.Contains(text, "---- ") {
				t.Errorf("%s: %s is %q", p.TaskID, field, text)
			}
		}
		if !strings.Contains(p.Prompt, p.Docstring) || strings.Contains(p.Declaration, ">>>") || strings.Contains(p.Docstring, "assert") {
			t.Errorf("%s: prompt, declaration and docstring do not fit", p.TaskID)
		}
		if n := strings.Count(p.Docstring, ">>>"); n != 2 {
			t.Errorf("%s: %d examples in the docstring", p.TaskID, n)
		}
		if strings.Contains(p.Prompt, p.Test) || strings.Contains(p.CanonicalSolution, p.Test) {
			t.Errorf("%s: the test is where a model sees it", p.TaskID)
		}
		last := strings.TrimRight(p.Declaration, "\n")
		if !strings.HasSuffix(last, "{") && !strings.HasSuffix(last, ":") && !strings.HasSuffix(last, "=> {") {
			t.Errorf("%s: the declaration ends with %q", p.TaskID, last)
		}
	}
}

func TestPrefixesChooseProblemsAndHashes(t *testing.T) {
	all, some := load(t), load(t, "go", "Rust")
	if len(some.Problems) != 16 || len(some.Dataset.SHA256) != 2 {
		t.Fatalf("%d problems, %v", len(some.Problems), some.Dataset.SHA256)
	}
	for name, sum := range some.Dataset.SHA256 {
		if all.Dataset.SHA256[name] != sum || len(sum) != 64 {
			t.Errorf("%s: %s and %s", name, sum, all.Dataset.SHA256[name])
		}
	}
}

func TestBadFilesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"def f():\n":               "text before the first section",
		"# ---- tests\nassert 1\n": `unknown section "tests"`,
	} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v", text, err)
		}
	}
	if _, err := parseSamples("Go", "// ---- 3\n"); err == nil {
		t.Error("a sample without an outcome is accepted")
	}
	if _, err := parseSamples("Go", "return\n"); err == nil {
		t.Error("text before the first sample is accepted")
	}
}

// kinds are what the samples of each language must have one of.
var kinds = []verdict.Outcome{
	verdict.Passed, verdict.WrongAnswer, verdict.CompileError, verdict.RuntimeError,
	verdict.ExitedEarly, verdict.TimedOut, verdict.NoCode,
}

func TestSamplesShowEverything(t *testing.T) {
	set := load(t)
	all, err := Samples()
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]int{} // "prefix outcome", "prefix hostile", "prefix noisy", task id
	for _, s := range all {
		if _, ok := set.Lookup(s.TaskID); !ok {
			t.Errorf("%s is no problem", s.TaskID)
		}
		prefix, _, _ := strings.Cut(s.TaskID, "/")
		for _, e := range s.Expect {
			o, err := verdict.ParseOutcome(e)
			if err != nil || !o.Scored() {
				t.Errorf("%s expects %q", s.TaskID, e)
			}
			if len(s.Expect) == 1 {
				has[prefix+" "+e]++
			}
		}
		if (s.Generation == "") != slices.Equal(s.Expect, []string{"no_code"}) {
			t.Errorf("%s: %q expects %v", s.TaskID, s.Generation, s.Expect)
		}
		for _, word := range []string{"hostile", "noisy"} {
			if strings.HasPrefix(s.Note, word) {
				has[prefix+" "+word]++
			}
		}
		has[s.TaskID]++
	}
	for _, p := range set.Problems {
		if n := has[p.TaskID]; n != 2 {
			t.Errorf("%s has %d samples", p.TaskID, n)
		}
	}
	for _, prefix := range set.Prefixes() {
		for _, o := range kinds {
			if has[prefix+" "+o.String()] == 0 {
				t.Errorf("%s has no sample that is %v", prefix, o)
			}
		}
		if has[prefix+" hostile"] < 2 || has[prefix+" noisy"] != 1 || has[prefix+" timed_out"] != 1 {
			t.Errorf("%s: %d hostile, %d noisy, %d looping", prefix, has[prefix+" hostile"], has[prefix+" noisy"], has[prefix+" timed_out"])
		}
	}
}

func TestSamplesFileIsJSONLines(t *testing.T) {
	file, err := SamplesFile()
	if err != nil {
		t.Fatal(err)
	}
	all, err := Samples()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(file), "\n"), "\n")
	if len(lines) != len(all) {
		t.Fatalf("%d lines of %d samples", len(lines), len(all))
	}
	for i, line := range lines {
		var s Sample
		if err := json.Unmarshal([]byte(line), &s); err != nil || s.Generation != all[i].Generation || s.TaskID != all[i].TaskID {
			t.Errorf("line %d: %v", i+1, err)
		}
	}
}
