package lang

import (
	"slices"
	"strings"
	"testing"
)

var cppProblem = Parts{
	Prompt: "#include<stdio.h>\n#include <vector>\nusing namespace std;\n// Half of n.\nint half(int n){\n",
	Test:   "#undef NDEBUG\n#include<assert.h>\nint main(){\n    assert (half(8) == 4);\n}\n",
}

func TestAssembleCpp(t *testing.T) {
	p := cppProblem
	p.Code = "    return n / 2;\n}\n"
	got := assembleCpp(p)
	// #include <vector> in the prompt is spelt otherwise than upstream's.
	want := "#include<stdlib.h>\n#include<algorithm>\n#include<math.h>\n#include<vector>\n#include<string>\n" +
		"#include<climits>\n#include<cstring>\n#include<iostream>\n\n" +
		"#include<stdio.h>\n#include <vector>\nusing namespace std;\n// Half of n.\nint half(int n){\n" +
		"    return n / 2;\n}\n\n" +
		"#undef NDEBUG\n#include<assert.h>\nint main(){\n    assert (half(8) == 4);\n}\n"
	if len(got) != 1 || got[0].Name != "test.cpp" || got[0].Text != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestPlanCpp(t *testing.T) {
	plain := planCpp(cppProblem, Options{}).Build[0].Args
	if !slices.Contains(plain, "-std=c++11") || slices.Contains(plain, "-lcrypto") {
		t.Errorf("plain program: %q", plain)
	}
	p := cppProblem
	p.Code = "#include<openssl/md5.h>" // the answer does not decide what is linked
	if args := planCpp(p, Options{Level: "c++20"}).Build[0].Args; !slices.Contains(args, "-std=c++20") || slices.Contains(args, "-lcrypto") {
		t.Errorf("with a level: %q", args)
	}
	p.Prompt = "#include<openssl/md5.h>\n" + p.Prompt
	if args := planCpp(p, Options{}).Build[0].Args; !slices.Contains(args, "-lcrypto") || !slices.Contains(args, "-lssl") {
		t.Errorf("problem with OpenSSL: %q", args)
	}
}

func TestClassifyCpp(t *testing.T) {
	const mine = "a.out: test.cpp:9: int main(): Assertion `half(8) == 4' failed.\n"
	const librarys = "a.out: malloc.c:2617: sysmalloc: Assertion `top == old' failed.\n"
	thrown := func(kind, what string) string {
		return "terminate called after throwing an instance of '" + kind + "'\n  what():  " + what + "\n"
	}
	for _, c := range []struct {
		e                       Evidence
		outcome, class, message string
	}{
		{Evidence{Stage: Run, Ended: true}, Passed, "", ""},
		{Evidence{Stage: Run}, ExitedEarly, "exited_early", "status 0"},
		{Evidence{Stage: Run, Ended: true, ExitCode: 3}, RuntimeError, "others", "ended with status 3"},
		{Evidence{Stage: Run, Signal: "SIGABRT", Stderr: "note\n" + mine}, WrongAnswer, "assertion", "test.cpp:9: int main(): Assertion `half(8) == 4' failed."},
		{Evidence{Stage: Run, ExitCode: 1, Stderr: mine}, RuntimeError, "others", "ended with status 1"}, // printed, not asserted
		{Evidence{Stage: Run, Signal: "SIGABRT", Stderr: librarys}, RuntimeError, "others", "malloc.c:2617"},
		{Evidence{Stage: Run, Signal: "SIGSEGV"}, RuntimeError, "others", "killed by SIGSEGV"},
		{Evidence{Stage: Run, Signal: "SIGABRT", Stderr: thrown("std::out_of_range", "vector::at")}, RuntimeError, "range", "'std::out_of_range': vector::at"},
		{Evidence{Stage: Run, Signal: "SIGABRT", Stderr: thrown("std::invalid_argument", "stoi")}, RuntimeError, "invalid_argument", "stoi"},
		{Evidence{Stage: Run, Signal: "SIGABRT", Stderr: "free(): invalid pointer\n"}, RuntimeError, "pointer", "free(): invalid pointer"},
		{Evidence{Stage: Run, Signal: "SIGABRT", Stderr: thrown("std::bad_alloc", "std::bad_alloc")}, OutOfMemory, "out_of_memory", "bad_alloc"},
		{Evidence{Stage: Run, Signal: "SIGABRT", Stderr: "terminate called after throwing an instance of 'int'\n"}, RuntimeError, "package", "'int'"},
		{Evidence{Stage: Build, ExitCode: 1, Stderr: "test.cpp: In function 'int half(int)':\ntest.cpp:14:5: error: 'm' was not declared\n"}, CompileError, "compilation", "test.cpp:14:5: error:"},
		{Evidence{Stage: Build, ExitCode: 1, Stderr: "cc1plus: out of memory allocating 65536 bytes\n"}, OutOfMemory, "out_of_memory", "allocating"},
		{Evidence{Stage: Build, ExitCode: 1}, CompileError, "compilation", "ended with status 1"},
	} {
		f := classifyCpp(c.e)
		if f.Outcome != c.outcome || f.Class != c.class || !strings.Contains(f.Message, c.message) || strings.Contains(f.Message, "\n") {
			t.Errorf("%+v\ngot %+v\nwant %s, %s, %q", c.e, f, c.outcome, c.class, c.message)
		}
	}
}

func TestOfficialCpp(t *testing.T) {
	for _, c := range []struct {
		e      Evidence
		passed bool
		text   string
	}{
		{Evidence{Stage: Run}, true, "passed"},
		{Evidence{Stage: Run, Signal: "SIGSEGV"}, false, "failed: "},
		{Evidence{Stage: Run, ExitCode: 2, Stdout: "out", Stderr: "err"}, false, "failed: err"},
		{Evidence{Stage: Run, ExitCode: 2, Stdout: "out"}, false, "failed: out"},
		{Evidence{Stage: Build, ExitCode: 1, Stderr: "test.cpp:1:1: error\n"}, false, "failed: compilation error: test.cpp:1:1: error\n"},
	} {
		if passed, text := officialCpp(c.e); passed != c.passed || text != c.text {
			t.Errorf("%+v: %v %q, want %v %q", c.e, passed, text, c.passed, c.text)
		}
	}
}

func TestStubCpp(t *testing.T) {
	for head, want := range map[string]string{
		"int half(int n){\n":                                  "    return {};\n}\n",
		"void f(){ g(); }\nint half(int n){ ":                 "    return {};\n}\n",
		"using namespace std;\nvoid half(vector<int>& n) {\n": "}\n",
		"int half(int n)":                                     "",
	} {
		code, ok := stubCpp(Parts{Declaration: head})
		if code != want || ok != (want != "") {
			t.Errorf("%q: %q %v, want %q", head, code, ok, want)
		}
	}
}

func TestCppPrograms(t *testing.T) {
	b := newBench(t, "cpp")
	b.prepare(t)
	b.keep(t, cppProblem, []contract{
		{"right", "    return n / 2;\n}\n", Passed, "", "", true},
		{"wrong", "    return n;\n}\n", WrongAnswer, "assertion", "half(8) == 4", false},
		{"does not compile", "    return m;\n}\n", CompileError, "compilation", "error", false},
		{"crashes", "    return *(volatile int*)8;\n}\n", RuntimeError, "others", "SIGSEGV", false},
		{"throws", "    return vector<int>().at(n);\n}\n", RuntimeError, "range", "out_of_range", false},
		{"exits in the function", "    exit(0);\n}\n", ExitedEarly, "exited_early", "", true},
		{"exits before main", "    return n;\n}\nstatic int early = (exit(0), 1);\n", ExitedEarly, "exited_early", "", true},
		{"exits after main", "    atexit([]() { _Exit(3); });\n    return n / 2;\n}\n", RuntimeError, "others", "status 3", false},
		{"forks", "    return n / 2;\n}\n#include<unistd.h>\nstatic int child = (fork() || (_exit(0), 1));\n", Passed, "", "", true},
	})
}

// A child that runs the tests proves nothing about the parent that did not.
func TestCppProofIsTheFirstProcess(t *testing.T) {
	b := newBench(t, "cpp")
	b.prepare(t)
	p := cppProblem
	p.Prompt = "#include<unistd.h>\n#include<sys/wait.h>\n" + p.Prompt
	p.Code = "    if (pid_t child = fork()) { waitpid(child, 0, 0); _exit(0); }\n    return n / 2;\n}\n"
	if f := b.lang.Classify(b.run(t, p, b.lang.Assemble(p))); f.Outcome != ExitedEarly {
		t.Errorf("%+v", f)
	}
}

func TestCppReferences(t *testing.T) {
	b := newBench(t, "cpp")
	b.prepare(t)
	b.passReferences(t, 0, 19, 162) // vectors, a map, OpenSSL
}

func TestCppStubs(t *testing.T) {
	for _, r := range references(t, mustLookup(t, "cpp")) {
		if code, ok := stubCpp(r.parts()); !ok || !strings.Contains(code, "return {}") {
			t.Errorf("%s: %q %v", r.TaskID, code, ok)
		}
	}
}

func mustLookup(t *testing.T, name string) *Language {
	t.Helper()
	l, err := Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return l
}
