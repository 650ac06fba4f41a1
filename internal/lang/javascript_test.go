package lang

import (
	"slices"
	"strings"
	"testing"
)

func TestJavaScriptProgram(t *testing.T) {
	files := assembleJavaScript(Parts{Prompt: "// Half.\nconst half = (n) => {\n", Code: "  return n / 2\n}\n\n", Test: "console.assert(half(2) === 1)"})
	want := "// Half.\nconst half = (n) => {\n  return n / 2\n}\n\n\n;this?.__xevalTests?.(console, JSON, Math);console.assert(half(2) === 1)\n;this?.__xevalEnd?.(false, console, JSON, Math);\n"
	if len(files) != 1 || files[0].Name != "test.js" || files[0].Text != want {
		t.Errorf("got %q", files)
	}
}

func TestJavaScriptHeapFollowsTheLimit(t *testing.T) {
	opt := Options{Run: Limits{Memory: 400 << 20}}
	if args := planJavaScript(Parts{}, opt).Run.Args; !slices.Contains(args, "--max-old-space-size=300") {
		t.Errorf("got %q", args)
	}
}

func TestJavaScriptVerdicts(t *testing.T) {
	b := benchOf(t, "javascript")
	const right, wrong = "console.assert(1 === 1)\n", "console.assert(1 === 2, 'why')\n"
	for _, c := range []realCase{
		{"right", right, Passed, "", "", "", true, "passed"},
		{"right and noisy", "console.log('x'); console.warn('y')\n" + right, Passed, "", "", "", false, "failed: y\n"},
		{"right and noisy on stdout", "console.log('x')\n" + right, Passed, "", "", "", false, "failed: x\n"},
		{"no assertion", "const f = 1", Passed, "", "", "no_tests", true, "passed"},
		{"wrong", right + wrong + wrong, WrongAnswer, "assertion", "2 of 3 assertions failed, the first at line 2", "", false, "failed: Assertion failed: why\n"},
		{"wrong and exits", wrong + "process.exit(0)", WrongAnswer, "assertion", "1 of 1", "", false, "Assertion failed"},
		{"wrong and silenced", "console.warn = () => {}\n" + wrong, WrongAnswer, "assertion", "1 of 1", "", true, "passed"},
		{"exit at load", "process.exit(0)\n" + wrong, ExitedEarly, "exited_early", "before the end", "", true, "passed"},
		{"exit 3", "process.exit(3)", RuntimeError, "runtime", "status 3", "", true, "passed"},
		{"exit code 3", right + "process.exitCode = 3", RuntimeError, "runtime", "status 3", "", true, "passed"},
		{"return at load", "return\n" + wrong, ExitedEarly, "exited_early", "", "", true, "passed"},
		{"own handler of errors", "process.on('uncaughtException', () => process.exit(0))\nnothing", ExitedEarly, "exited_early", "", "", true, "passed"},
		{"no listeners", "process.removeAllListeners('exit')\n" + right, ExitedEarly, "exited_early", "", "", true, "passed"},
		{"assert replaced", "console.assert = () => {}\n" + wrong, WrongAnswer, "assertion", "replaced", "suspicious:assert_replaced", true, "passed"},
		{"assert redefined", "Object.defineProperty(console, 'assert', { value() {} })\n" + wrong, WrongAnswer, "assertion", "replaced", "suspicious:assert_replaced", true, "passed"},
		{"console replaced", "globalThis.console = { assert() {} }\n" + wrong, WrongAnswer, "assertion", "replaced", "suspicious:assert_replaced", true, "passed"},
		{"console shadowed", "var console = { assert() {} }\n" + wrong, WrongAnswer, "assertion", "replaced", "suspicious:assert_replaced", true, "passed"},
		{"syntax", "const f = (x) => {", CompileError, "syntax", "SyntaxError: Unexpected end of input (line", "", false, "SyntaxError"},
		{"syntax at run time", "JSON.parse('{')", RuntimeError, "syntax", "(line 1)", "", false, "SyntaxError"},
		{"code at run time", "\nnew Function('x y')", RuntimeError, "syntax", "(line 2)", "", false, "SyntaxError"},
		{"undefined", right + "nothing", RuntimeError, "undefined", "ReferenceError: nothing is not defined (line 2)", "", false, "ReferenceError"},
		{"type", "null.x", RuntimeError, "type", "TypeError", "", false, "TypeError"},
		{"range", "const f = () => f(); f()", RuntimeError, "range", "RangeError", "", false, "RangeError"},
		{"assert module", "require('assert').strictEqual(1, 2)", WrongAnswer, "assertion", "AssertionError", "", false, "AssertionError"},
		{"thrown text", "throw 'bare'", RuntimeError, "runtime", "thrown: bare", "", false, "bare"},
		{"rejection after the end", right + "Promise.reject(new Error('late'))", RuntimeError, "runtime", "Error: late", "", false, "late"},
		{"patched and right", "require('fs').writeSync = Reflect.apply = null\n" + right, Passed, "", "", "", true, "passed"},
		{"copies of itself", "const { fork } = require('child_process')\nif (!process.send) fork(__filename, { stdio: 'ignore' })\nelse process.disconnect()\n" + right, Passed, "", "", "", true, "passed"},
		{"threads", "const { Worker, isMainThread } = require('worker_threads')\nif (isMainThread) new Worker(__filename)\n" + right, Passed, "", "", "", true, "passed"},
		{"heap", "const all = []\nfor (;;) all.push(new Array(1e5).fill({}))", OutOfMemory, "runtime", "heap", "", false, "heap"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := *b
			if c.name == "heap" {
				b.lang = smallHeap(b.lang)
			}
			c.check(t, b.lang, b.run(t, Parts{}, assembleJavaScript(Parts{Code: c.code})))
		})
	}
}

// smallHeap keeps a test that fills the heap small itself.
func smallHeap(l *Language) *Language {
	small := *l
	small.RunLimits.Memory = 64 << 20
	return &small
}

func TestJavaScriptIsRepeatable(t *testing.T) {
	b := benchOf(t, "javascript")
	program := assembleJavaScript(Parts{Code: "console.log(Math.random())"})
	one, two := b.run(t, Parts{}, program), b.run(t, Parts{}, program)
	if one.Stdout == "" || one.Stdout != two.Stdout {
		t.Errorf("%q and %q", one.Stdout, two.Stdout)
	}
}

func TestJavaScriptCrash(t *testing.T) {
	e := Evidence{Stage: Run, Signal: "SIGSEGV"}
	f := classifyJavaScript(e)
	if passed, _ := officialJavaScript(e); f.Outcome != RuntimeError || f.Message != "killed by SIGSEGV" || !passed {
		t.Errorf("got %+v, %v", f, passed)
	}
}

func TestOfficialTextIsBounded(t *testing.T) {
	_, text := officialJavaScript(Evidence{Stage: Run, Stdout: strings.Repeat("é", 50000)})
	if len(text) > 3000 || !strings.HasPrefix(text, "failed: éé") || !strings.HasSuffix(text, "é…") {
		t.Errorf("%d bytes: %.50q", len(text), text)
	}
}

func TestLocateNode(t *testing.T) {
	at := locateNode("/shims/node", "/opt/node-16/bin/node\n")
	if at.Executable != "/opt/node-16/bin/node" || strings.Join(at.Roots, " ") != "/opt/node-16/bin" {
		t.Errorf("got %+v", at)
	}
}
