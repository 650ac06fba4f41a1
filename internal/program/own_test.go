package program

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
)

func language(t *testing.T, name string) *lang.Language {
	t.Helper()
	l, err := lang.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestRules(t *testing.T) {
	python, cpp := language(t, "python"), language(t, "cpp")
	humanEval := problem.Problem{TaskID: "Python/0", Rule: problem.RuleHumanEval, Prompt: "def f():\n", Test: "def check(c): pass\n\ncheck(f)"}
	multiple := problem.Problem{TaskID: "CPP/HumanEval_0_f", Rule: problem.RuleMultiPLE, Prompt: "int f(){\n", Test: "}\nint main(){}\n"}
	for name, c := range map[string]struct {
		got  Program
		want string
	}{
		// Neither upstream's imports nor its cut.
		"human-eval":              {Assemble(humanEval, python, "    return g()\ndef g(): pass", OwnDefaults(python)), "def f():\n    return g()\ndef g(): pass\ndef check(c): pass\n\ncheck(f)"},
		"human-eval, whole":       {AssembleWhole(humanEval, python, "def f(): pass", OwnDefaults(python)), "def f(): pass\ndef check(c): pass\n\ncheck(f)"},
		"MultiPL-E":               {Assemble(multiple, cpp, "    return 1;", OwnDefaults(cpp)), "int f(){\n    return 1;\n}\nint main(){}\n"},
		"MultiPL-E, whole":        {AssembleWhole(multiple, cpp, "int f(){ return 1;", OwnDefaults(cpp)), "int f(){ return 1;\n}\nint main(){}\n"},
		"a program of its own":    {Own(cpp, "int main(){}", OwnDefaults(cpp)), "int main(){}"},
		"example tests fall back": {Assemble(multiple, cpp, "", Options{Tests: Example}), "int f(){\n\n}\nint main(){}\n"},
	} {
		if c.got.Files[0].Text != c.want || c.got.Official != nil {
			t.Errorf("%s: %q", name, c.got.Files[0].Text)
		}
	}
	if args := Assemble(humanEval, python, "x", Defaults(python)).Run.Args; slices.Contains(args, "__main__") {
		t.Errorf("OpenAI's programs are not started as a module: %q", args)
	}
	if args := Own(python, "x", Defaults(python)).Run.Args; !slices.Contains(args, "__main__") {
		t.Errorf("%q", args)
	}
	if args := Own(cpp, "x", OwnDefaults(cpp)).Build[0].Args; !slices.Contains(args, "-std=c++17") {
		t.Errorf("%q", args)
	}
}

func TestOptionsUnderARule(t *testing.T) {
	python, cpp := language(t, "python"), language(t, "cpp")
	if got := Defaults(python).Under(python, problem.RuleHumanEval).Lang.Run; got.CPU != 3*time.Second || got.Wall != 9*time.Second {
		t.Errorf("HumanEval: %+v", got)
	}
	given := Defaults(python)
	given.Lang.Run.CPU = time.Second
	if got := given.Under(python, problem.RuleHumanEval); got != given {
		t.Errorf("a limit that was given: %+v", got)
	}
	if got := Defaults(cpp).Under(cpp, problem.RuleMultiPLE).Lang.Level; got != "c++17" {
		t.Errorf("MultiPL-E: %s", got)
	}
	given = Defaults(cpp)
	given.Lang.Level = "c++20"
	if got := given.Under(cpp, problem.RuleMultiPLE).Lang.Level; got != "c++20" {
		t.Errorf("a level that was given: %s", got)
	}
	if got := Defaults(cpp).Under(cpp, problem.RuleHumanEvalX); got != Defaults(cpp) {
		t.Errorf("HumanEval-X: %+v", got)
	}
}

// A whole answer to a problem of HumanEval-X goes between what the language
// puts in front and the tests.
func TestWholeAnswersOfHumanEvalX(t *testing.T) {
	p := problem.Problem{TaskID: "Go/0", Prompt: "import (\n\t\"math\"\n)\n\nfunc F() float64 {\n", Import: "import (\n\t\"math\"\n)\n",
		TestSetup: "package main\n\nimport (\n\t\"testing\"\n)\n", Test: "func TestF(t *testing.T) { F() }\n"}
	l := language(t, "go")
	got := AssembleWhole(p, l, "package main\n\nimport \"math\"\n\nfunc F() float64 { return math.Pi }\n", Defaults(l))
	if text := got.Files[0].Text; strings.Count(text, "package main") != 1 || strings.Count(text, "func F()") != 1 || strings.Count(text, "\"math\"") != 1 {
		t.Errorf("%s", text)
	}
	if got.Official != nil || got.NoCode {
		t.Errorf("%+v", got)
	}
	if !AssembleWhole(p, l, " \n", Defaults(l)).NoCode || !Own(l, "\x00", Defaults(l)).NoCode {
		t.Error("nothing is no code")
	}
}

func TestNeeds(t *testing.T) {
	l := language(t, "java")
	p := problem.Problem{Rule: problem.RuleMultiPLE, Prompt: "import org.javatuples.*;\n", Test: "}"}
	if got := Assemble(p, l, "x", OwnDefaults(l)).Needs; len(got) != 1 {
		t.Errorf("%q", got)
	}
	if got := Assemble(problem.Problem{Prompt: "class Solution {"}, l, "import org.javatuples.*;", Defaults(l)).Needs; got != nil {
		t.Errorf("%q", got)
	}
}
