package lang

import (
	"strings"
	"testing"
)

func TestPythonProgram(t *testing.T) {
	files := assemblePython(Parts{
		Prompt: "def half(n):\n    \"\"\"Half of n.\"\"\"\n",
		Code:   "    return n / 2\n\nprint(half(3))\n",
		Test:   "def check(f):\n    assert f(2) == 1\n\ncheck(half)",
	})
	want := "import math\nimport re\nimport sys\nimport copy\nimport datetime\nimport itertools\nimport collections\n" +
		"import heapq\nimport statistics\nimport functools\nimport hashlib\nimport numpy\nimport numpy as np\nimport string\n" +
		"from typing import *\nfrom collections import *\n" +
		"def half(n):\n    \"\"\"Half of n.\"\"\"\n    return n / 2\n\ndef check(f):\n    assert f(2) == 1\n\ncheck(half)\n"
	if len(files) != 1 || files[0].Name != "main.py" || files[0].Text != want {
		t.Errorf("got %q", files)
	}
}

func TestPythonCut(t *testing.T) {
	for code, want := range map[string]string{
		"    return 1\n":                        "    return 1\n",
		"    return 1":                          "    return 1",
		"    a = 1\n\n\n# note\n    return a\n": "    a = 1\n\n",
		"    a = 1\nx":                          "    a = 1",
		"\treturn 1\n  \t\nclass C: pass":       "\treturn 1\n  \t",
		"return 1\n":                            "",
		"    a\n\f\v\u00a0\u2003\x1c\n    b\n":  "    a\n\f\v\u00a0\u2003\x1c\n    b\n", // blank for str.strip
		"    a\n\u00a0b\n    c":                 "    a",                                // a first character that is no space or tab
		"    a\r\n\r\n    b\r\nc\r\n":           "    a\r\n\r\n    b\r",
		"\n\n":                                  "\n\n",
		"":                                      "",
	} {
		if got := cutPython(code); got != want {
			t.Errorf("%q: got %q, want %q", code, got, want)
		}
	}
}

func TestPythonVerdicts(t *testing.T) {
	b := benchOf(t, "python")
	for _, c := range []realCase{
		{"right", "print('noise')\nassert __name__ == 'builtins'", Passed, "", "", "", true, "passed"},
		{"wrong", "def f():\n    assert 1 == 2, 'hm'\nf()", WrongAnswer, "assertion", "AssertionError: hm (line 2: assert 1 == 2, 'hm')", "", false, "failed: AssertionError"},
		{"syntax", "x = 1\ndef f(:", CompileError, "syntax", "(<string>, line 2)", "", false, "failed: invalid syntax (<string>, line 2)"},
		{"indent", "    x = 1", CompileError, "syntax", "IndentationError", "", false, "failed: unexpected indent (<string>, line 1)"},
		{"syntax at run time", "eval('1 +')", RuntimeError, "syntax", "SyntaxError", "", false, "failed: invalid syntax"},
		{"undefined", "nothing", RuntimeError, "undefined_name", "name 'nothing' is not defined (line 1: nothing)", "", false, "failed: name 'nothing' is not defined"},
		{"type", "len(5)", RuntimeError, "type", "TypeError", "", false, "failed: object of type 'int' has no len()"},
		{"value of two lines", "raise ValueError('a\\nb')", RuntimeError, "runtime", "ValueError: a (line 1", "", false, "failed: a\nb"},
		{"recursion", "def f(): f()\nf()", RuntimeError, "runtime", "RecursionError", "", false, "failed: maximum recursion depth exceeded"},
		{"memory", "raise MemoryError", OutOfMemory, "runtime", "MemoryError", "", false, "failed: "},
		{"exit 0", "import sys\nsys.exit(0)", ExitedEarly, "exited_early", "before the end", "", false, "failed: 0"},
		{"exit 3", "import sys\nsys.exit(3)", RuntimeError, "runtime", "status 3", "", false, "failed: 3"},
		{"exit text", "raise SystemExit('bye')", RuntimeError, "runtime", "status 1", "", false, "failed: bye"},
		{"_exit 0", "import os\nos._exit(0)", ExitedEarly, "exited_early", "before the end", "", false, "timed out"},
		{"stdin", "input()", RuntimeError, "runtime", "EOFError", "", false, "failed: EOF"},
		{"exit of a fork", "import os\nif os.fork() == 0:\n    x = 1\nelse:\n    os.wait()\n    os._exit(0)", ExitedEarly, "exited_early", "", "", false, "timed out"},
		{"lone surrogate", "print('\\ud800')", Passed, "", "", "", true, "passed"},
		{"unprintable", "class E(Exception):\n    def __str__(self): 1 / 0\nraise E", RuntimeError, "runtime", "E (line 3: raise E)", "", false, "timed out"},
		{"patched", "import os, builtins, sys\nos.write = sys.exit = builtins.exec = builtins.BaseException = None\nassert False", WrongAnswer, "assertion", "AssertionError", "", false, "failed: AssertionError"},
		{"patched and right", "import os, builtins, sys\nos.write = sys.exit = builtins.exec = builtins.BaseException = None", Passed, "", "", "suspicious:builtins_replaced", true, "passed"},
		{"fails after the end", "import atexit, os\natexit.register(lambda: os._exit(7))", RuntimeError, "runtime", "status 7", "", true, "passed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.check(t, b.lang, b.run(t, Parts{}, []File{{"main.py", c.code + "\n"}}))
		})
	}
}

// The random state and the order of sets must be the same in every run.
func TestPythonIsRepeatable(t *testing.T) {
	b := benchOf(t, "python")
	program := []File{{"main.py", "import random\nprint(random.random(), set('random words'))\n"}}
	one := b.run(t, Parts{}, program)
	two := b.run(t, Parts{}, program)
	if one.Stdout == "" || one.Stdout != two.Stdout {
		t.Errorf("%q and %q", one.Stdout, two.Stdout)
	}
}

func TestPythonTraceback(t *testing.T) {
	b := benchOf(t, "python")
	e := b.run(t, Parts{}, []File{{"main.py", "def f():\n    return 1 / 0\nf()\n"}})
	if !strings.Contains(e.Stderr, "line 2, in f\n    return 1 / 0\n") || strings.Contains(e.Stderr, "run.py") {
		t.Errorf("the traceback must show the program's lines and not the runner's:\n%s", e.Stderr)
	}
}

func TestPythonCrash(t *testing.T) {
	f := classifyPython(Evidence{Stage: Run, Signal: "SIGSEGV"})
	if passed, text := officialPython(Evidence{Stage: Run, Signal: "SIGSEGV"}); f.Outcome != RuntimeError || f.Message != "killed by SIGSEGV" || passed || text != "timed out" {
		t.Errorf("got %+v, %v %q", f, passed, text)
	}
}

func TestLocatePython(t *testing.T) {
	at := locatePython("/shims/python3", "/opt/venv/bin/python3\n/opt/venv\n/opt/venv\n/usr\n/usr\n")
	if at.Executable != "/opt/venv/bin/python3" || strings.Join(at.Roots, " ") != "/opt/venv /opt/venv /usr /usr" {
		t.Errorf("got %+v", at)
	}
}
