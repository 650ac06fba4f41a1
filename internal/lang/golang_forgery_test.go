package lang

import (
	"os/exec"
	"strings"
	"testing"
)

// goForger runs Go programs that aim at the proof.
func goForger(t *testing.T) *bench {
	b := newBench(t, "go")
	cache, err := exec.Command(b.tools["go"], "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	b.env = []string{"GOCACHE=" + strings.TrimSpace(string(cache))}
	return b
}

// Wrong answers that try to pass. Upstream lets those pass that end with status 0.
func TestGoForgeries(t *testing.T) {
	problem := goProblem
	problem.TestSetup = "package main\n\nimport (\n    \"os\"\n    \"testing\"\n)\n"
	const wrong = "    return n\n}\n\nvar _ = os.Args\n\n"
	const write = "os.NewFile(4, \"\").Write(append(s, '\\n')); os.Exit(0) }\n"
	goForger(t).keep(t, problem, []contract{
		{"TestMain ignores the result", wrong + "func TestMain(m *testing.M) { m.Run(); os.Exit(0) }\n", WrongAnswer, "assertion", "half of 8 is not 4", true},
		{"TestMain that tries until it passes", "    tries++\n    return tries\n}\n\nvar tries = 1\n\nfunc TestMain(m *testing.M) {\n    for m.Run() != 0 {\n    }\n    os.Exit(0)\n}\n", WrongAnswer, "assertion", "half of 8 is not 4", true},
		{"TestMain by another name of testing", wrong + "type M = testing.M\n\nfunc TestMain(*M) {}\n", ExitedEarly, "exited_early", "", true},
		{"secret read by a variable", wrong + "var s, _ = io.ReadAll(os.NewFile(3, \"\"))\n\nfunc init() { " + write, ExitedEarly, "exited_early", "", false},
		{"secret read by init", wrong + "func init() { s, _ := io.ReadAll(os.NewFile(3, \"\")); " + write, ExitedEarly, "exited_early", "", false},
		{"run by an argument", wrong + "func init() { os.Args = append(os.Args, \"-test.run=^$\") }\n", ExitedEarly, "exited_early", "", true},
		{"skipped by an argument", wrong + "func init() { os.Args = append(os.Args, \"-test.skip=.\") }\n", ExitedEarly, "exited_early", "", true},
		{"listed by an argument", wrong + "func init() { os.Args = append(os.Args, \"-test.list=.\") }\n", ExitedEarly, "exited_early", "", true},
		{"counted by an argument", wrong + "func init() { os.Args = append(os.Args, \"-test.count=0\") }\n", ExitedEarly, "exited_early", "", true},
		{"tests replaced by an own one", wrong + "func TestOther(*testing.T) {}\n\nfunc init() { os.Args = append(os.Args, \"-test.run=Other\") }\n", ExitedEarly, "exited_early", "", true},
		{"ends the goroutine of the test", "    runtime.Goexit()\n    return n\n}\n", RuntimeError, "runtime", "Goexit", false},
		{"exits from a second goroutine", "    go syscall.Exit(0)\n    select {}\n}\n", ExitedEarly, "exited_early", "", false},
		{"names the proof", wrong + "func init() { proofXEVAL(nil) }\n", CompileError, "undefined", "undefined: proofXEVAL", false},
		{"calls its own fail a pass", wrong + "func init() { os.NewFile(4, \"\").WriteString(\"passed\\n\") }\n", WrongAnswer, "assertion", "", false},
	})
}

// What is not forged passes as before.
func TestGoHonestBesideForgeries(t *testing.T) {
	const right = "    return n / 2\n}\n\n"
	goForger(t).keep(t, goProblem, []contract{
		{"TestMain as it should be", right + "func TestMain(m *testing.M) { c := m.Run(); syscall.Exit(c) }\n", Passed, "", "", false},
		{"TestMain that returns", right + "func TestMain(m *testing.M) { m.Run() }\n", Passed, "", "", true},
		{"noise before the proof", right + "func init() { os.NewFile(4, \"\").WriteString(\"x\\n\") }\n", Passed, "", "", false},
		{"a test by the name of TestMain", right + "func TestMain(*testing.T) {}\n", ExitedEarly, "exited_early", "", true},
		{"every test twice", right + "func init() { os.Args = append(os.Args, \"-test.count=2\") }\n", Passed, "", "", false},
		{"no way to say so", right + "func init() { syscall.Close(4) }\n", ExitedEarly, "exited_early", "", false},
		{"predeclared names that the test does not use", right + "type string int\n\nvar nil, true = 1, 0\n\nfunc append() (error bool) { return }\n", Passed, "", "", true},
	})
}

// The names of the test's own words are the language's, or it checks nothing.
func TestGoShadowedNames(t *testing.T) {
	truth := goProblem
	truth.Prompt, truth.Import = "func Even(n int) bool {\n", ""
	truth.Test = "func TestEven(t *testing.T) {\n    if Even(2) != true || Even(3) != false {\n        t.Error(\"Error: no\")\n    }\n}\n"
	b := goForger(t)
	b.keep(t, truth, []contract{
		{"right", "    return n%2 == 0\n}\n", Passed, "", "", true},
		{"true is false", "    return false\n}\n\nconst true = false\n", WrongAnswer, "assertion", "declares true itself", true},
	})
	untested := goProblem
	untested.Test = "var _ testing.TB\n"
	b.keep(t, untested, []contract{{"nothing to test", "    return n\n}\n", Passed, "", "", true}})
	hidden := goProblem
	hidden.Test += "/* end */\n"
	b.keep(t, hidden, []contract{
		{"tests in a comment", "    return n\n}\n\nvar _ testing.TB\n\n/*", ExitedEarly, "exited_early", "", true},
	})
}

// Subtests that run at the same time end after their test has returned.
func TestGoParallelTests(t *testing.T) {
	text := func(want string) string {
		return "package a_test\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n\tt.Parallel()\n\tt.Run(\"b\", func(t *testing.T) {\n\t\tt.Parallel()\n\t\tif 1 != " +
			want + " {\n\t\t\tt.Error(\"no\")\n\t\t}\n\t})\n}\n\nfunc TestC(t *testing.T) { t.Parallel() }\n"
	}
	b := goForger(t)
	b.keepWhole(t, []realCase{
		{"right", text("1"), Passed, "", "", "", true, "passed"},
		{"wrong", text("2"), WrongAnswer, "assertion", "", "", false, "failed: "},
		{"wrong and silenced", text("2") + "\nfunc TestMain(m *testing.M) { m.Run(); panicked = true }\n\nvar panicked bool\n", WrongAnswer, "assertion", "", "", false, "failed: "},
		{"skipped", "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { t.SkipNow() }\n", ExitedEarly, "exited_early", "", "", true, "passed"},
	})
}
