package lang

import (
	"os/exec"
	"strings"
	"testing"
)

// A wholeText is a program given whole and the files it becomes.
type wholeText struct {
	language string
	name     string
	parts    Parts
	file     string   // the source's text
	others   []string // "name: a part of the text" of each further file that matters
}

func TestAssembleWhole(t *testing.T) {
	answer := func(code, test string) Parts { return Parts{Code: code, Test: test, Extent: Answer} }
	const goSetup = "package main\n\nimport (\n    \"testing\"\n    \"github.com/stretchr/testify/assert\"\n)\n"
	goAnswer := answer("package x\n\nimport (\n\t\"strings\"\n\t\"testing\"\n)\n\nfunc f() string { return strings.ToUpper(strconv.Itoa(1)) }\n", goTestText)
	goAnswer.TestSetup = goSetup
	rustAnswer := answer("fn f() {}", "\n#[test] fn t() {}")
	rustMain := answer("fn f() {}\nfn main() {}", "")
	rustPack := Parts{Declaration: "use a;\nfn f() {\n", Prompt: "fn main(){}\nuse a;\n/* doc */\nfn f() {\n", Code: "}\n"}
	bare := goAnswer
	bare.Code = "func f() {}\n"
	for _, c := range []wholeText{
		{"python", "program", Whole("x = 1"), "x = 1", nil},
		{"python", "answer, not cut", answer("def f():\n    return g()\n\ndef g(): pass", "check(f)"), pythonPrelude + "def f():\n    return g()\n\ndef g(): pass\ncheck(f)\n", nil},
		{"cpp", "program", Whole("int main(){}"), "int main(){}", nil},
		{"cpp", "answer", answer("#include<vector>\nint f(){}", "int main(){}"), strings.Join(cppHelpers, "\n") + "\n\n#include<vector>\nint f(){}\nint main(){}", nil},
		{"javascript", "program", Whole("f()"), "f()" + javascriptWholeEnd, nil},
		{"javascript", "answer", answer("f()", "t()"), "f()\n" + javascriptTests + "t()" + javascriptEnd, nil},
		{"java", "program", Whole("public class Main { public static void main(String[] a) {} }"), "       class Main { public static void main(String[] a) {} }", nil},
		{"java", "program of another class", Whole("package a.b;\nclass A { static void main(int x) {} }\npublic class P { public static final void main(String... a) {} }"),
			"            \nclass A { static void main(int x) {} }\n       class P { public static final void main(String... a) {} }", []string{"XevalMain.java: A.main(args);"}},
		{"java", "mains in comments and literals", Whole("class A { String s = \"static void main(\"; /* static void main( */ char c = '\"'; }\nclass B { class Inner { static void main(String[] a) {} } }\nclass C { static void main(String[] a) {} }\nclass Main { static void main(String[] a) {} }"),
			"class A { String s = \"static void main(\"; /* static void main( */ char c = '\"'; }\nclass B { class Inner { static void main(String[] a) {} } }\nclass C { static void main(String[] a) {} }\nclass Main { static void main(String[] a) {} }", nil},
		{"java", "answer", answer("import java.util.*;\npublic class Solution { public int f() {} }", "public class Main {}"), "import java.util.*;\n       class Solution { public int f() {} }\npublic class Main {}", nil},
		{"rust", "answer", rustAnswer, "\nfn main(){ \n } \nfn f() {}" + guardRust(rustAnswer.Test, rustModule(rustAnswer)) + endOfRust(rustAnswer), nil},
		{"rust", "answer with a main", rustMain, "fn f() {}\nfn main() {}" + endOfRust(rustMain), nil},
		{"rust", "HumanEvalPack's prompt", rustPack, "fn main(){}\nuse a;\n/* doc */\nfn f() {\n}\n" + endOfRust(rustPack), nil},
		{"go", "answer", goAnswer, goSetup + "\nimport (\n\"strconv\"\n)\n" + "\n\nimport (\n\t\"strings\"\n\t_ \"testing\"\n)\n\nfunc f() string { return strings.ToUpper(strconv.Itoa(1)) }\n\n" + goTestText, nil},
		{"go", "answer without a clause", bare, goSetup + "\nfunc f() {}\n\n" + goTestText, nil},
		{"go", "program with tests", Whole("package a_test\n\nfunc TestF(t *testing.T) {}\n"), "package a_test\n\nfunc TestF(t *testing.T) {}\n", []string{"a_proof_test.go: package a_test\n"}},
		{"go", "program with a main", Whole("package main\n\nfunc main() {}\n"), "package main\n\nfunc main() {}\n", []string{"a_proof_test.go: { main() }"}},
	} {
		files := mustLookup(t, c.language).Assemble(c.parts)
		if files[0].Text != c.file {
			t.Errorf("%s, %s:\n got %q\nwant %q", c.language, c.name, files[0].Text, c.file)
		}
		for _, other := range c.others {
			name, part, _ := strings.Cut(other, ": ")
			found := false
			for _, f := range files[1:] {
				found = found || f.Name == name && strings.Contains(f.Text, part)
			}
			if !found {
				t.Errorf("%s, %s: no %q in %q", c.language, c.name, other, files[1:])
			}
		}
	}
}

// Rust's main is called where it is all the test there is.
func TestRustMainIsTheTest(t *testing.T) {
	for text, called := range map[string]bool{
		"fn main() { assert!(f()); }":      true,
		"fn main() {}\n#[test]\nfn t() {}": false,
	} {
		got := assembleRust(Whole(text))[0].Text
		if strings.Contains(got, "report(crate::main())") != called || !strings.Contains(got, `"expected 1"`) || strings.Contains(got, "/*M") || strings.Contains(got, "/*C") {
			t.Errorf("%q became %q", text, got)
		}
	}
}

func TestPlansOfWholePrograms(t *testing.T) {
	java := Whole("import org.javatuples.*;\nclass Problem { public static void main(String[] args) { assert true; } }")
	if needs := javaNeeds(java); len(needs) != 1 || needs[0] != "javatuples" {
		t.Errorf("needs %q", needs)
	}
	plan := planJava(java, Options{})
	build, run := strings.Join(plan.Build[0].Args, " "), strings.Join(plan.Run.Args, " ")
	if !strings.HasSuffix(build, "-cp .:{library:javatuples} Main.java XevalMain.java") || !strings.HasSuffix(run, "-cp {assets}/launcher:.:{library:javatuples} -ea XevalLauncher") {
		t.Errorf("%s\n%s", build, run)
	}
	sample := Parts{Prompt: "class Solution {", Code: "import org.javatuples.*;"} // an answer may not choose
	if got := strings.Join(planJava(sample, Options{}).Build[0].Args, " "); javaNeeds(sample) != nil || strings.Contains(got, "-cp") {
		t.Errorf("%s", got)
	}
	if args := planCpp(Whole("#include <openssl/md5.h>"), Options{}).Build[0].Args; args[len(args)-1] != "-lssl" {
		t.Errorf("%q", args)
	}
	if args := planPython(Whole(""), Options{}).Run.Args; args[len(args)-1] != "__main__" {
		t.Errorf("%q", args)
	}
}

// keepWhole runs programs given whole.
func (b *bench) keepWhole(t *testing.T, cases []realCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := Whole(c.code)
			c.check(t, b.lang, b.run(t, p, b.lang.Assemble(p)))
		})
	}
}

func TestPythonWhole(t *testing.T) {
	benchOf(t, "python").keepWhole(t, []realCase{
		{"started", "from __future__ import annotations\nif __name__ != '__main__':\n    raise ValueError\nimport pickle\nclass A: pass\nassert isinstance(pickle.loads(pickle.dumps(A())), A)", Passed, "", "", "", true, "passed"},
		{"wrong", "def f(): return 1\nif __name__ == '__main__':\n    assert f() == 2", WrongAnswer, "assertion", "(line 3: assert f() == 2)", "", false, "failed: AssertionError"},
		{"exits before the tests", "import sys\nif __name__ == '__main__':\n    sys.exit(0)\nassert False", ExitedEarly, "exited_early", "", "", false, ""},
	})
}

func TestJavaScriptWhole(t *testing.T) {
	benchOf(t, "javascript").keepWhole(t, []realCase{
		{"asserts of node", "const assert = require('node:assert');\nconsole.log('noise');\nassert.deepEqual([1], [1]);", Passed, "", "", "", true, "passed"},
		{"wrong", "const assert = require('node:assert');\nassert.deepEqual([1], [2]);", WrongAnswer, "assertion", "AssertionError", "", false, "failed: "},
		{"console.assert counts too", "console.assert(1 === 2);", WrongAnswer, "assertion", "1 of 1 assertions failed", "", true, "passed"},
		{"exits before the end", "process.exit(0);", ExitedEarly, "exited_early", "", "", true, "passed"},
	})
}

func TestCppWhole(t *testing.T) {
	b := newBench(t, "cpp")
	b.prepare(t)
	b.keepWhole(t, []realCase{
		{"right", "#include<assert.h>\nint main(){ assert(1 + 1 == 2); }", Passed, "", "", "", true, "passed"},
		{"wrong", "#include<assert.h>\nint main(){ assert(1 + 1 == 3); }", WrongAnswer, "assertion", "1 + 1 == 3", "", false, "failed: "},
		{"no main", "int f(){}", CompileError, "compilation", "", "", false, "failed: "},
	})
}

func TestJavaWhole(t *testing.T) {
	b := newBench(t, "java")
	b.prepare(t)
	b.keepWhole(t, []realCase{
		{"another class", "package p;\n\nclass Problem {\n    public static void main(String[] args) {\n        assert 1 + 1 == 2;\n    }\n}\n", Passed, "", "", "", true, "passed"},
		{"its assert fails", "public class Problem {\n    public static void main(String[] args) {\n        assert 1 + 1 == 3;\n    }\n}\n", WrongAnswer, "assertion", "AssertionError at Problem.main(Main.java:3)", "", false, "failed: wrong answer"},
		{"Main", "public class Main {\n    public static void main(String[] args) {\n        System.exit(0);\n    }\n}\n", ExitedEarly, "exited_early", "", "", true, "passed"},
	})
}

func TestGoWhole(t *testing.T) {
	b := newBench(t, "go")
	cache, err := exec.Command(b.tools["go"], "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	b.env = []string{"GOCACHE=" + strings.TrimSpace(string(cache))}
	b.keepWhole(t, []realCase{
		{"tests of another package", "package half_test\n\nimport \"testing\"\n\nfunc TestHalf(t *testing.T) {\n\tif 8/2 != 4 {\n\t\tt.Error(\"no\")\n\t}\n}\n", Passed, "", "", "", true, "passed"},
		{"a test fails", "package half_test\n\nimport \"testing\"\n\nfunc TestHalf(t *testing.T) { t.Error(\"Error: no\") }\n", WrongAnswer, "assertion", "", "", false, "failed: "},
		{"only a main", "package main\n\nfunc main() { println(1) }\n", Passed, "", "", "", true, "passed"},
		{"main panics", "package main\n\nfunc main() { panic(\"no\") }\n", RuntimeError, "runtime", "panic: no", "", false, "failed: "},
		{"main exits", "package main\n\nimport \"os\"\n\nfunc main() { os.Exit(0) }\n", RuntimeError, "runtime", "os.Exit(0)", "", false, "failed: "},
		{"nothing to run", "package main\n\nfunc f() {}\n", CompileError, "undefined", "", "", false, "undefined: main"},
	})
}

func TestRustWhole(t *testing.T) {
	benchOf(t, "rust").keepWhole(t, []realCase{
		{"main", "fn main() { assert_eq!(1 + 1, 2); }", Passed, "", "", "", true, "passed"},
		{"main fails", "fn main() { assert_eq!(1 + 1, 3); }", WrongAnswer, "assertion", "left: 2 right: 3", "", false, "failed: execution error"},
		{"main returns an error", "fn main() -> Result<(), String> { Err(\"no\".into()) }", RuntimeError, "panic", "main returned an error", "", false, "failed: execution error"},
		{"main exits", "fn main() { std::process::exit(0) }", ExitedEarly, "exited_early", "", "", true, "passed"},
		{"tests beside a main", "fn main() { panic!() }\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn one() { assert_eq!(1 + 1, 2); }\n}\n", Passed, "", "", "", true, "passed"},
	})
}
