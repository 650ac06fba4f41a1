package lang

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed assets/python
var pythonAssets embed.FS

func init() {
	register(&Language{
		Name: "python", Title: "Python", IDPrefix: "Python", DataName: "python",
		Aliases: []string{"py", "python3"}, CommentMark: "#",
		BuildLimits: compilerLimits(128), RunLimits: programLimits(64),
		Cost: 10,

		Tools: []Tool{{
			Name: "python3", Candidates: []string{"python3", "python"},
			LocateArgs: []string{"-c", pythonPlaces}, Locate: locatePython,
			VersionArgs: []string{"--version"}, VersionPattern: `Python (3\.\S+)`,
			Upstream: "3.8.12", Install: "apt-get install -y python3",
		}},
		Checks: []Check{{
			Name: "numpy", Tool: "python3",
			Args:    append(pythonFlags(), "-c", "import numpy; print(numpy.__version__)"),
			Install: "apt-get install -y python3-numpy (a Python not of the system: python3 -m pip install numpy)",
		}},
		Preparation: Preparation{Files: assetFiles(pythonAssets, "assets/python")},
		Canary: Parts{
			TaskID: "Python/canary",
			Prompt: "def double(numbers: List[int]) -> List[int]:\n    \"\"\"Twice each number.\"\"\"\n",
			Code:   "    return [int(n) for n in np.array(numbers) * 2]\n",
			Test:   "\ndef check(double):\n    assert double([1, 2]) == [2, 4]\n\ncheck(double)\n",
		},

		Syntax: pythonSyntax,

		Assemble: assemblePython, AssembleOfficial: assemblePythonOfficial, Plan: planPython, Fast: pythonFast,
		Classify: classifyPython, Official: officialPython, OfficialTimeout: "timed out",
		Stub: func(Parts) (string, bool) { return "    return None\n", true },

		StopGenerating: stopAtColumnZero,
		CleanUp: func(text string) string {
			return cutAtLast(text, "\ndef", "\nclass", "\nif", "\n#", "\nprint", "\nassert")
		},
		StopSequences: []string{"\nclass ", "\nif __name__", "\nprint(", "\nassert "},
	})
}

// pythonPlaces prints the interpreter and then the folders it needs. The
// executable is left a link if it is one: that is how a virtual environment
// knows itself.
const pythonPlaces = `import sys
print(sys.executable)
for p in sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix: print(p)`

func locatePython(found, output string) Location {
	lines := strings.Split(strings.TrimSpace(output), "\n")
	if lines[0] == "" {
		return Location{Executable: found}
	}
	return Location{Executable: lines[0], Roots: lines[1:]}
}

// pythonFlags: no packages of the user's home, which the sandbox does not
// show, and no bytecode written. -I would ignore the hash seed.
func pythonFlags() []string { return []string{"-s", "-B"} }

func planPython(p Parts, _ Options) Plan {
	args := append(pythonFlags(), AssetsDir+"/run.py", "main.py")
	if p.Extent == Program {
		args = append(args, "__main__") // as if started by itself
	}
	return Plan{Run: Step{
		Tool: "python3", Args: args,
		Env: []string{
			"PYTHONHASHSEED=0",
			// Upstream captures output as text; a lone surrogate must not fail here either.
			"PYTHONIOENCODING=utf-8:backslashreplace",
			// numpy would start a thread for every processor.
			"OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1", "MKL_NUM_THREADS=1",
		},
	}}
}

// pythonKinds gives each kind in the runner's note its outcome and upstream's
// class.
var pythonKinds = map[string]Finding{
	"assertion": {Outcome: WrongAnswer, Class: "assertion"},
	"syntax":    {Outcome: RuntimeError, Class: "syntax"}, // raised while running, by eval say
	"memory":    {Outcome: OutOfMemory, Class: "runtime"},
	"name":      {Outcome: RuntimeError, Class: "undefined_name"},
	"type":      {Outcome: RuntimeError, Class: "type"},
	"other":     {Outcome: RuntimeError, Class: "runtime"},
}

func classifyPython(e Evidence) Finding {
	n := parseNote(e.Note)
	switch {
	case e.Ended && e.Clean():
		return passedPython(n)
	case e.Signal != "":
		return Finding{Outcome: RuntimeError, Class: "runtime", Message: ending(e)}
	case n["stage"] == "compile":
		return Finding{Outcome: CompileError, Class: "syntax", Message: pythonMessage(n)}
	case e.Clean(): // sys.exit, os._exit
		return ranToEnd(e)
	case n.has("kind") && n["kind"] != "exit" && !e.Ended:
		f, ok := pythonKinds[n["kind"]]
		if !ok {
			f = pythonKinds["other"]
		}
		f.Message = pythonMessage(n)
		return f
	}
	return Finding{Outcome: RuntimeError, Class: "runtime", Message: ending(e)}
}

// passedPython reads what the runner saw a program do that ran to its end.
func passedPython(n note) Finding {
	if n.has("test_replaced") {
		return Finding{
			Outcome: WrongAnswer, Class: "assertion", Flags: []string{"suspicious:test_replaced"},
			Message: "the program put something else in the place of " + shorten(n["test_replaced"]),
		}
	}
	f := Finding{Outcome: Passed}
	for _, what := range []string{"builtins_replaced", "looked_into_frames", "reached_for_memory", "started_processes", "traced"} {
		if n.has(what) {
			f.Flags = append(f.Flags, "suspicious:"+what)
		}
	}
	return f
}

// pythonMessage is the exception and the line it came from; an assertion often
// has no text of its own, so that the line is all there is to see.
func pythonMessage(n note) string {
	message := n["type"]
	text := firstLine(n["text"])
	if text != "" {
		message += ": " + text
	}
	if n.has("line") && !strings.Contains(text, "(<string>, line") {
		message += fmt.Sprintf(" (line %s: %s)", n["line"], n["source"])
	}
	return shorten(message)
}

// officialPython: upstream passes a program whose text was executed without an
// exception, SystemExit included. A process that ends otherwise leaves no
// result there, which reads as a timeout; so does an exception that cannot be
// printed.
func officialPython(e Evidence) (bool, string) {
	n := parseNote(e.Note)
	switch {
	case e.Ended:
		return true, "passed"
	case n["kind"] == "assertion":
		return false, officialText("AssertionError")
	case n.has("text"):
		return false, officialText(n["text"])
	}
	return false, "timed out"
}
