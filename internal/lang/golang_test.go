package lang

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// goProblem is tested without testify, which a test must not download.
var goProblem = Parts{
	Prompt:    "import (\n    \"strings\"\n)\n\n// Half of n.\nfunc Half(n int) int {\n",
	Import:    "import (\n    \"strings\"\n)\n",
	TestSetup: "package main\n\nimport (\n    \"testing\"\n)\n",
	Test:      "func TestHalf(t *testing.T) {\n    if Half(8) != 4 {\n        t.Error(\"Error: half of 8 is not 4\")\n    }\n}\n",
}

func TestPlanGo(t *testing.T) {
	plan := planGo(Parts{}, Options{Level: "go1.22"})
	if !slices.Contains(plan.Build[0].Args, "-modfile="+AssetsDir+"/go1.22.mod") {
		t.Errorf("level: %q", plan.Build[0].Args)
	}
	for _, level := range goLevels {
		i := slices.IndexFunc(goPreparedFiles(), func(f File) bool { return f.Name == level+".mod" })
		if i < 0 || !strings.Contains(goPreparedFiles()[i].Text, "\ngo "+strings.TrimPrefix(level, "go")+"\n") {
			t.Errorf("no module file for %s", level)
		}
	}
}

const goReport = `noise
--- FAIL: TestHalf (0.00s)
    main_test.go:41: 
        	Error Trace:	/w/main_test.go:41
        	Error:      	Not equal: 
        	            	expected: 4
        	            	actual  : 5
        	Test:       	TestHalf
    main_test.go:42: 
        	Error Trace:	/w/main_test.go:42
        	Error:      	Should be true
FAIL
`

func TestClassifyGo(t *testing.T) {
	build := func(stderr string) Evidence { return Evidence{Stage: Build, ExitCode: 1, Stderr: stderr} }
	const pkg = "# command-line-arguments [command-line-arguments.test]\n"
	for _, c := range []struct {
		e                       Evidence
		outcome, class, message string
	}{
		{Evidence{Stage: Run, Ended: true}, Passed, "", ""},
		{Evidence{Stage: Run, Stdout: "PASS\n"}, ExitedEarly, "exited_early", "status 0"},
		{Evidence{Stage: Run, ExitCode: 1, Ended: true, Stdout: goReport}, WrongAnswer, "assertion", "main_test.go:41: Not equal: expected: 4 actual : 5"},
		{Evidence{Stage: Run, ExitCode: 1, Stdout: "--- FAIL: TestHalf (0.00s)\nFAIL\n"}, WrongAnswer, "assertion", "--- FAIL: TestHalf"},
		{Evidence{Stage: Run, ExitCode: 1, Stdout: "bye\n"}, RuntimeError, "runtime", "ended with status 1"},
		{Evidence{Stage: Run, ExitCode: 2, Stdout: "--- FAIL: TestHalf (0.00s)\n", Stderr: "panic: index out of range [3]\n\ngoroutine 7 [running]:\n"}, RuntimeError, "runtime", "panic: index out of range [3]"},
		{Evidence{Stage: Run, ExitCode: 2, Stderr: "fatal error: all goroutines are asleep - deadlock!\n"}, RuntimeError, "runtime", "deadlock"},
		{Evidence{Stage: Run, ExitCode: 2, Stderr: "fatal error: runtime: out of memory\n"}, OutOfMemory, "runtime", "out of memory"},
		{build(pkg + "./main_test.go:12:26: undefined: foo\n"), CompileError, "undefined", "./main_test.go:12:26: undefined: foo"},
		{build(pkg + "./main_test.go:12:26: x.y undefined (type int has no field or method y)\n"), CompileError, "undefined", ""},
		{build("# command-line-arguments\nmain_test.go:12:26: string literal not terminated\n"), CompileError, "syntax", "not terminated"},
		{build(pkg + "./main_test.go:18:5: declared and not used: x\n"), CompileError, "not_used", ""},
		{build(pkg + "./main_test.go:18:5: cannot use x (variable of type int) as string value in return statement\n"), CompileError, "type", ""},
		{build("# command-line-arguments\n# [command-line-arguments]\n./main_test.go:18:5: fmt.Sprintf call has arguments but no formatting directives\n"), CompileError, "vet", "Sprintf"},
	} {
		f := classifyGo(c.e)
		if f.Outcome != c.outcome || f.Class != c.class || !strings.Contains(f.Message, c.message) || strings.Contains(f.Message, "\n") {
			t.Errorf("%+v\ngot %+v\nwant %s, %s, %q", c.e, f, c.outcome, c.class, c.message)
		}
	}
}

func TestOfficialGo(t *testing.T) {
	for _, c := range []struct {
		e      Evidence
		passed bool
		text   string
	}{
		{Evidence{Stage: Run, Stdout: "PASS\n"}, true, "passed"},
		{Evidence{Stage: Build, ExitCode: 1, Stdout: "FAIL\n", Stderr: "# x\n"}, false, "failed: # x\n"},
		{Evidence{Stage: Run, ExitCode: 2, Stdout: "--- FAIL: T\n", Stderr: "panic: p\n"}, false, "failed: --- FAIL: T\npanic: p\n"},
	} {
		if passed, text := officialGo(c.e); passed != c.passed || text != c.text {
			t.Errorf("%+v: %v %q, want %v %q", c.e, passed, text, c.passed, c.text)
		}
	}
}

func TestStubGo(t *testing.T) {
	for head, want := range map[string]string{
		"import (\n    \"strings\"\n)\n\nfunc Half(n int) int {\n":                       "    return *new(int)\n}\n",
		"func g() int { return 1 }\nfunc F(a []int) (x, y [2]interface{}, err error){\n": "    return *new([2]interface{}), *new([2]interface{}), *new(error)\n}\n",
		"func F() {\n":      "}\n",
		"func F() int\n":    "",
		"type T struct {\n": "",
		"":                  "",
	} {
		code, ok := stubGo(Parts{Prompt: head, Import: goProblem.Import})
		if code != want || ok != (want != "") {
			t.Errorf("%q: %q %v, want %q", head, code, ok, want)
		}
	}
}

// The bench's folders are empty, so that the standard library comes from the
// cache of the go command that runs this test; nothing is downloaded.
func TestGoPrograms(t *testing.T) {
	b := newBench(t, "go")
	cache, err := exec.Command(b.tools["go"], "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	b.env = []string{"GOCACHE=" + strings.TrimSpace(string(cache))}
	b.keep(t, goProblem, []contract{
		{"right", "    return n / 2\n}\n", Passed, "", "", true},
		{"right, imports guessed wrongly", "    // like strings.Join at runtime.\n    return n / 2\n}\n", Passed, "", "", false},
		{"right, packages upstream has not", "    return bits.OnesCount(uint(n*n-1)) - len(os.Args[0])*0 - 2\n}\n", Passed, "", "", false},
		{"right, with names of its own", "    return n / 2\n}\n\ntype error int\n\nfunc len(string) bool { return true }\n", Passed, "", "", true},
		{"wrong", "    return n\n}\n", WrongAnswer, "assertion", "half of 8 is not 4", false},
		{"does not parse", "    return (n\n}\n", CompileError, "syntax", "main_test.go:", false},
		{"undefined", "    return m\n}\n", CompileError, "undefined", "undefined: m", false},
		{"unused", "    m := n\n    return n / 2\n}\n", CompileError, "not_used", "", false},
		{"refused by vet", "    if s := string(n); s == \"\" {\n        return 0\n    }\n    return n / 2\n}\n", CompileError, "vet", "conversion", false},
		{"panics", "    return []int{}[n]\n}\n", RuntimeError, "runtime", "index out of range", false},
		{"waits for ever", "    return <-make(chan int)\n}\n", RuntimeError, "runtime", "deadlock", false},
		{"exits in the function", "    os.Exit(0)\n    return n\n}\n", RuntimeError, "runtime", "os.Exit(0)", false},
		{"exits before the tests", "    return n\n}\n\nfunc init() { syscall.Exit(0) }\n", ExitedEarly, "exited_early", "", false},
		{"runs no tests", "    return n\n}\n\nfunc TestMain(m *testing.M) {}\n", ExitedEarly, "exited_early", "", true},
	})
}

// All reference solutions: ours adds what upstream adds for the answer and
// what the prompt's helpers and the tests need beside.
func TestGoReferences(t *testing.T) {
	differ := 0
	for _, r := range references(t, mustLookup(t, "go")) {
		p := r.parts()
		if _, ok := parseGoUses(p); !ok {
			t.Errorf("%s does not parse", p.TaskID)
		}
		if assembleGo(p)[0] != assembleGoOfficial(p)[0] {
			differ++
			t.Logf("%s differs", p.TaskID)
		}
		if strings.Count(assembleGo(p)[0].Text, "import (") > 2 {
			t.Errorf("%s still has its prompt's import", p.TaskID)
		}
		if code, ok := stubGo(p); !ok || !strings.Contains(code, "return *new(") {
			t.Errorf("%s: stub %q %v", p.TaskID, code, ok)
		}
	}
	if differ > 0 {
		t.Errorf("%d of the reference solutions are assembled in another way than upstream's", differ)
	}
}
