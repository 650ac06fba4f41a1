package problem

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestRowsOfOtherDatasets(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.jsonl")
	write(t, path, strings.Join([]string{
		`{"task_id": "HumanEval/3", "prompt": "def f():\n", "entry_point": "f", "canonical_solution": "    return 1", "test": "def check(candidate):\n    pass\n"}`,
		`{"task_id": "test/4", "prompt": "def g():\n", "entry_point": "g", "test": "def check(g):\n    pass\ncheck(g)"}`,
		`{"task_id": "Python/5", "declaration": "def h():\n", "prompt": "def h():\n", "entry_point": "h", "test": "def check(h): pass\ncheck(h)", "buggy_solution": "b"}`,
		`{"name": "HumanEval_23_strlen", "language": "cpp", "prompt": "int strlen(s){\n", "tests": "}\nint main(){}"}`,
		`{"name": "HumanEval_23_strlen", "language": "js", "prompt": "function strlen(s){\n", "tests": "t"}`,
		`{"task_id": "mbpp_3_is_it", "language": "go_test.go", "prompt": "func isIt(", "tests": "t", "test": "other"}`,
		`{"name": "HumanEval_23_strlen", "language": "lua", "prompt": "p", "tests": "t"}`,
		`{"language": "js", "prompt": "p", "tests": "t"}`,
	}, "\n"))
	s := mustLoad(t, path, Options{})
	want := []struct {
		id, source, function, test string
		rule                       Rule
		number                     int
	}{
		{"Python/3", "HumanEval/3", "f", "def check(candidate):\n    pass\n\ncheck(f)", RuleHumanEval, 3},
		{"Python/4", "test/4", "g", "def check(g):\n    pass\ncheck(g)", RuleHumanEval, 4},
		{"Python/5", "", "h", "def check(h): pass\ncheck(h)", RuleHumanEvalX, 5},
		{"CPP/HumanEval_23_strlen", "HumanEval_23_strlen", "strlen", "}\nint main(){}", RuleMultiPLE, 23},
		{"JavaScript/HumanEval_23_strlen", "HumanEval_23_strlen", "strlen", "t", RuleMultiPLE, 23},
		{"Go/mbpp_3_is_it", "mbpp_3_is_it", "isIt", "t", RuleMultiPLE, 3},
	}
	for i, w := range want {
		p := s.Problems[i]
		if p.TaskID != w.id || p.SourceID != w.source || p.Function() != w.function || p.Test != w.test || p.Rule != w.rule || p.Number() != w.number {
			t.Errorf("got %+v, number %d, function %s; want %+v", p, p.Number(), p.Function(), w)
		}
	}
	if len(s.Problems) != len(want) || len(s.BadRows) != 2 || !strings.Contains(s.BadRows[0].Error(), `:7: language "lua" of MultiPL-E is not one`) || !strings.Contains(s.BadRows[1].Error(), ":8: a MultiPL-E row without a name") {
		t.Errorf("%d problems; %v", len(s.Problems), s.BadRows)
	}
	for id, found := range map[string]string{"humaneval/3": "Python/3", "mbpp_3_is_it": "Go/mbpp_3_is_it", "HumanEval_23_strlen": ""} {
		if p, _ := s.Lookup(id); p.TaskID != found {
			t.Errorf("%s found %q", id, p.TaskID)
		}
	}
	if p, ok := s.ByNumber("cpp", 23); !ok || p.TaskID != "CPP/HumanEval_23_strlen" {
		t.Errorf("by number: %+v", p)
	}
	if got := s.InOrder("Python"); len(got) != 3 || len(s.InOrder("")) != 6 {
		t.Errorf("in order: %q", got)
	}
}

// What was brought into our form stays what it is.
func TestStoredProblemsAreReadAsTheyAre(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.jsonl")
	write(t, path, `{"task_id": "Python/3", "source_id": "HumanEval/3", "rule": "human-eval", "prompt": "p", "entry_point": "f", "test": "def check(f): pass\ncheck(f)"}`)
	if p := mustLoad(t, path, Options{}).Problems[0]; p.TaskID != "Python/3" || p.SourceID != "HumanEval/3" || strings.Count(p.Test, "check(f)\n")+strings.Count(p.Test, "\ncheck(f)") != 1 {
		t.Errorf("%+v", p)
	}
}

func TestFunctionNames(t *testing.T) {
	for text, want := range map[string]string{
		"import x\ndef helper(a):\n    return f(a)\n\ndef f (a: int) -> int:\n": "f",
		"bool has_close_elements(vector<float> numbers, float threshold){\n":    "has_close_elements",
		"    public boolean hasCloseElements(List<Double> a) {\n":               "hasCloseElements",
		"def f(a):\n    import math\n":                                          "f", "const f = (a, b) => {\n": "f", "func F(a []float64) bool {\n": "F", "fn f(a:Vec<f32>) -> bool{\n\n": "f", "": "",
	} {
		if got := (Problem{Declaration: text}).Function(); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// Names as HumanEval has them, found in HumanEval-X's declarations.
func TestFunctionNamesOfTheData(t *testing.T) {
	names := mustLoad(t, filepath.Join(shared(t, "data", "other"), "HumanEval.jsonl.gz"), Options{})
	python := mustLoad(t, filepath.Join(shared(t, "data", "humaneval-x"), "humaneval_python.jsonl.gz"), Options{})
	for i, p := range python.Problems {
		if got := p.Function(); got != names.Problems[i].EntryPoint {
			t.Errorf("%s: %q, not %q", p.TaskID, got, names.Problems[i].EntryPoint)
		}
	}
	// The tests call it, but for two declarations that lack the function.
	for _, p := range mustLoad(t, shared(t, "data", "humaneval-x"), Options{}).Problems {
		lacks := slices.Contains([]string{"CPP/38", "Rust/10"}, p.TaskID)
		if name := p.Function(); name == "" || strings.Contains(p.Test, name) == lacks {
			t.Errorf("%s: %q", p.TaskID, name)
		}
	}
}

// The published files of the other datasets.
func TestRealDatasets(t *testing.T) {
	s := mustLoad(t, filepath.Join(shared(t, "data", "other"), "HumanEval.jsonl.gz"), Options{Strict: true})
	if len(s.Problems) != 164 {
		t.Errorf("%d problems", len(s.Problems))
	}
	for _, p := range s.Problems {
		if p.Rule != RuleHumanEval || !strings.HasSuffix(p.Test, "\ncheck("+p.EntryPoint+")") || p.SourceID != "HumanEval/"+strings.TrimPrefix(p.TaskID, "Python/") {
			t.Errorf("%+v", p)
		}
	}
	pack := mustLoad(t, shared(t, "data", "humanevalpack"), Options{Strict: true})
	if len(pack.Problems) != 6*164 {
		t.Errorf("HumanEvalPack: %d problems", len(pack.Problems))
	}
	for _, p := range pack.Problems {
		if p.Rule != RuleHumanEvalX || p.BuggySolution == "" {
			t.Errorf("%s: rule %q", p.TaskID, p.Rule)
		}
	}
	chat := mustLoad(t, filepath.Join(shared(t, "real"), "chat-qwen2-72B-cpp.jsonl.gz"), Options{Strict: true})
	if len(chat.Problems) != 161 || chat.Problems[0].TaskID != "CPP/HumanEval_0_has_close_elements" {
		t.Errorf("%d problems, the first %s", len(chat.Problems), chat.Problems[0].TaskID)
	}
}
