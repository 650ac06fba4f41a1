package convert

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/sample"
)

// dataset shows a set to package sample, as package run does.
type dataset struct{ *problem.Set }

func (d dataset) Lookup(id string) (string, bool) { p, ok := d.Set.Lookup(id); return p.TaskID, ok }
func (d dataset) ByNumber(prefix string, n int) (string, bool) {
	p, ok := d.Set.ByNumber(prefix, n)
	return p.TaskID, ok
}
func (d dataset) Prompt(id string) string   { p, _ := d.Set.Lookup(id); return p.Prompt }
func (d dataset) Function(id string) string { p, _ := d.Set.Lookup(id); return p.Function() }

// samples reads a file or folder.
func samples(t *testing.T, set *problem.Set, path, language string) iter.Seq2[sample.Sample, error] {
	t.Helper()
	r, err := sample.NewResolver(dataset{set}, sample.Options{Lang: language})
	if err != nil {
		t.Fatal(err)
	}
	return r.All([]sample.Source{{Path: path}})
}

func of(list ...sample.Sample) iter.Seq2[sample.Sample, error] {
	return func(yield func(sample.Sample, error) bool) {
		for _, s := range list {
			if !yield(s, nil) {
				return
			}
		}
	}
}

// python has three problems, cpp has one of MultiPL-E's and one of ours.
func python() *problem.Set {
	var list []problem.Problem
	for n, name := range []string{"zero", "one", "two"} {
		prompt := fmt.Sprintf("def %s(a):\n    \"\"\"Gives <%s>.\"\"\"\n", name, name)
		list = append(list, problem.Problem{TaskID: fmt.Sprintf("Python/%d", n), Prompt: prompt, Declaration: fmt.Sprintf("def %s(a):\n", name), Test: "check()"})
	}
	return problem.NewSet(problem.Dataset{}, list)
}

func multiple(t *testing.T) *problem.Set {
	t.Helper()
	p, err := problem.Multiple("HumanEval_2_two", "cpp", "\n#include <a>\nint two(){\n", "}\nint main(){}")
	if err != nil {
		t.Fatal(err)
	}
	return problem.NewSet(problem.Dataset{}, []problem.Problem{p})
}

func one(id, text string, index int) sample.Sample {
	return sample.Sample{TaskID: id, Language: "python", Generation: text, Index: index, File: "in", Line: index + 1}
}

func TestRows(t *testing.T) {
	set := python()
	begun, _ := set.Lookup("Python/1")
	list := []sample.Sample{
		one("Python/2", "    return 2 < 3\n", 0), one("Python/1", begun.Prompt+"    return 1\n", 0), one("Python/1", "def one(a): return 1", 1),
	}
	list[0].CompletionID = json.RawMessage("7")
	list[1].Whole, list[2].Whole = true, true
	for to, want := range map[Format]string{
		HumanEvalX: `{"task_id":"Python/2","generation":"    return 2 < 3\n","completion_id":7}` + "\n" + `{"task_id":"Python/1","generation":"    return 1\n"}` + "\n",
		HumanEval:  `{"task_id":"HumanEval/2","completion":"    return 2 < 3\n","completion_id":7}` + "\n" + `{"task_id":"HumanEval/1","completion":"    return 1\n"}` + "\n",
		EvalPlus: `{"task_id":"HumanEval/2","completion":"    return 2 < 3\n","completion_id":7}` + "\n" +
			`{"task_id":"HumanEval/1","solution":"def one(a):\n    \"\"\"Gives <one>.\"\"\"\n    return 1\n"}` + "\n" + `{"task_id":"HumanEval/1","solution":"def one(a): return 1"}` + "\n",
		Bigcode: "[\n[]\n,[" + `"def one(a):\n    \"\"\"Gives <one>.\"\"\"\n    return 1\n","def one(a): return 1"` + "]\n,[" + `"def two(a):\n    \"\"\"Gives <two>.\"\"\"\n    return 2 < 3\n"` + "]\n]\n",
	} {
		var out bytes.Buffer
		r, err := Samples(of(list...), to, set, &out)
		if err != nil || out.String() != want {
			t.Errorf("%s: %v\n got %s\nwant %s", to, err, out.String(), want)
		}
		if leftOut := strings.Contains(string(to), "human"); leftOut != (r.LeftOut == 1) || r.Written+r.LeftOut != 3 ||
			leftOut && r.Errors[0].Error() != "in:2: Python/1: a whole program that does not begin with the prompt cannot be written as what goes on behind it" {
			t.Errorf("%s: %+v", to, r)
		}
	}
}

func TestWhatDoesNotFitIsRefused(t *testing.T) {
	cpp := one("CPP/HumanEval_2_two", "x", 0)
	cpp.Language = "cpp"
	both := problem.NewSet(problem.Dataset{}, append(python().Problems, multiple(t).Problems...))
	for _, c := range []struct {
		to   Format
		list []sample.Sample
		want string
	}{
		{HumanEvalX, []sample.Sample{cpp}, "whose tests the format humaneval-x does not hold; choose multipl-e or bigcode"},
		{MultiPLE, []sample.Sample{one("Python/1", "x", 0)}, "Python/1 is no problem of MultiPL-E"},
		{Bigcode, []sample.Sample{one("Python/1", "x", 0), cpp}, "samples in Python and in C++: the format bigcode does not tell them apart"},
		{Bigcode, nil, "no sample to write"},
		{HumanEval, []sample.Sample{one("Python/9", "x", 0)}, "problem Python/9 vanished from the dataset"},
	} {
		if _, err := Samples(of(c.list...), c.to, both, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.to, err)
		}
	}
	if _, err := Folder(of(), Bigcode, both, t.TempDir()); err == nil || !strings.Contains(err.Error(), "is a file, not a folder") {
		t.Error(err)
	}
	if _, err := Folder(of(), EvalPlus, both, t.TempDir()); !errors.Is(err, os.ErrExist) {
		t.Error(err)
	}
	if _, err := ParseFormat("lm-eval"); err == nil || !strings.Contains(err.Error(), "have humaneval-x, human-eval, evalplus, bigcode, multipl-e") {
		t.Error(err)
	}
}

func TestBadRowsAreReported(t *testing.T) {
	file := filepath.Join(t.TempDir(), "in.jsonl")
	if err := os.WriteFile(file, []byte("{\"task_id\": \"Python/1\", \"generation\": \"x\"}\n{\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	r, err := Samples(samples(t, python(), file, ""), HumanEvalX, python(), &out)
	if err != nil || r.Written != 1 || r.LeftOut != 1 || r.Errors[0].Line != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := Samples(samples(t, python(), file+".absent", ""), HumanEvalX, python(), &out); err == nil {
		t.Error("an absent file is no error")
	}
}

// there writes samples in a format, back reads them.
func there(t *testing.T, in iter.Seq2[sample.Sample, error], to Format, set *problem.Set, folder bool) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out")
	var r *Report
	var err error
	if folder {
		r, err = Folder(in, to, set, path)
	} else {
		var out bytes.Buffer
		r, err = Samples(in, to, set, &out)
		if err == nil {
			err = os.WriteFile(path, out.Bytes(), 0o644)
		}
	}
	if err != nil || r.LeftOut > 0 {
		t.Fatalf("to %s: %+v, %v", to, r, err)
	}
	return path
}

// gathered are the texts of each problem; whole says how they were read.
func gathered(t *testing.T, in iter.Seq2[sample.Sample, error]) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for s, err := range in {
		if err != nil {
			t.Fatal(err)
		}
		out[s.TaskID] = append(out[s.TaskID], fmt.Sprint(s.Whole, s.Generation))
	}
	return out
}

func same(t *testing.T, what string, got, want map[string][]string) {
	t.Helper()
	g, w := fmt.Sprintf("%q", got), fmt.Sprintf("%q", want)
	if g != w {
		t.Errorf("%s:\n got %.2000s\nwant %.2000s", what, g, w)
	}
}

// What a format can say comes back as it was.
func TestRoundTrips(t *testing.T) {
	code := []sample.Sample{one("Python/2", "    return 2\r\n\u2028", 0), one("Python/0", "", 0), one("Python/2", "    return \"<\"", 1)}
	programs := []sample.Sample{one("Python/2", "def two(a): pass", 0), one("Python/0", "def zero(a): return one(two(\"\\\\\"))", 0), one("Python/2", "def two(a):\n\tpass\n", 1)}
	for i := range programs {
		programs[i].Whole = true
	}
	cpp := []sample.Sample{one("CPP/HumanEval_2_two", "  return 2;", 0), one("CPP/HumanEval_2_two", "#include <a>\nint two(){ return 2;", 1)}
	cpp[0].Language, cpp[1].Language, cpp[1].Whole = "cpp", "cpp", true
	for _, c := range []struct {
		to     Format
		set    *problem.Set
		list   []sample.Sample
		folder bool
	}{
		{HumanEvalX, python(), code, false}, {HumanEval, python(), code, false}, {EvalPlus, python(), code, false},
		{EvalPlus, python(), programs, false}, {EvalPlus, python(), programs, true}, {Bigcode, python(), programs, false},
		{MultiPLE, multiple(t), cpp, false}, {MultiPLE, multiple(t), cpp, true},
	} {
		path := there(t, of(c.list...), c.to, c.set, c.folder)
		same(t, fmt.Sprintf("%s, folder %v", c.to, c.folder), gathered(t, samples(t, c.set, path, "")), gathered(t, of(c.list...)))
	}
}

// A continuation becomes the program that it makes, and that the continuation
// again.
func TestThereAndBackAsPrograms(t *testing.T) {
	set := python()
	code := []sample.Sample{one("Python/0", "    return 0\n", 0), one("Python/1", "    return 1\n", 0), one("Python/1", "", 1)}
	bigcode := there(t, of(code...), Bigcode, set, false)
	back := there(t, samples(t, set, bigcode, ""), HumanEvalX, set, false)
	same(t, "through bigcode", gathered(t, samples(t, set, back, "")), gathered(t, of(code...)))
}

// bigcode's real file, as EvalPlus's rows and folder, and back.
func TestRealGenerations(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared")
	if _, err := os.Stat(root); err != nil {
		t.Skip("../shared absent: no real files to convert")
	}
	set, err := problem.Load(filepath.Join(root, "data", "other", "HumanEval.jsonl.gz"), problem.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(root, "data", "other", "bigcode-generations-multiple-py.json")
	want := gathered(t, samples(t, set, file, ""))
	if len(want) != 158 {
		t.Errorf("%d problems", len(want))
	}
	for _, folder := range []bool{false, true} {
		evalPlus := there(t, samples(t, set, file, ""), EvalPlus, set, folder)
		same(t, "evalplus", gathered(t, samples(t, set, evalPlus, "")), want)
		again := there(t, samples(t, set, evalPlus, ""), Bigcode, set, false)
		same(t, "bigcode again", gathered(t, samples(t, set, again, "")), want)
	}
}
