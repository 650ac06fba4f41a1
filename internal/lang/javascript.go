package lang

import (
	"embed"
	"fmt"
	"path"
	"regexp"
	"strings"
)

//go:embed assets/js
var javascriptAssets embed.FS

func init() {
	register(&Language{
		Name: "javascript", Title: "JavaScript", IDPrefix: "JavaScript", DataName: "js",
		Aliases: []string{"js", "node", "nodejs"}, CommentMark: "//",
		BuildLimits: compilerLimits(128), RunLimits: javascriptLimits(),
		Cost: 65,

		Tools: []Tool{{
			Name: "node", Candidates: []string{"node", "nodejs"},
			LocateArgs: []string{"-p", "process.execPath"}, Locate: locateNode,
			VersionArgs: []string{"--version"}, VersionPattern: `v(\d+\.\d+\S*)`,
			Upstream: "16.14", Install: "apt-get install -y nodejs",
		}, {
			// Only fetches the library; it is no part of what a verdict depends on.
			Name: "npm", Candidates: []string{"npm"}, Install: "apt-get install -y npm",
		}},
		Preparation: Preparation{
			Files: assetFiles(javascriptAssets, "assets/js"),
			Commands: []Command{{
				Tool: "npm", Args: []string{"ci", "--ignore-scripts", "--no-audit", "--no-fund"},
				Need: "fetching js-md5 0.7.3 with npm",
			}},
		},
		Canary: Parts{
			TaskID: "JavaScript/canary",
			Prompt: "/* The md5 sum of twice the text. */\nconst sum = (text) => {\n",
			Code:   "  return require('js-md5')(text + text)\n}\n",
			Test:   "const testSum = () => {\n  console.assert(sum('') === 'd41d8cd98f00b204e9800998ecf8427e')\n}\n\ntestSum()\n",
		},

		Syntax: javascriptSyntax,

		Assemble: assembleJavaScript, Plan: planJavaScript,
		Classify: classifyJavaScript, Official: officialJavaScript, OfficialTimeout: "timed out",
		Stub: func(Parts) (string, bool) { return "  return null\n}\n", true },

		StopGenerating: stopAtExtraBrace, CleanUp: cutAfterLastBrace,
		StopSequences: []string{"\nconst test", "\nconsole."},
	})
}

// javascriptLimits: V8 takes memory rather than time, and a right answer that
// lists every path of a grid (a model's, for problem 129) needs 1.1 GiB.
func javascriptLimits() Limits {
	l := programLimits(64)
	l.Memory = 3 << 29
	return l
}

func locateNode(found, output string) Location {
	file := strings.TrimSpace(output)
	if file == "" {
		return Location{Executable: found}
	}
	return Location{Executable: file, Roots: []string{path.Dir(file)}}
}

// The marks before the tests and at the end, the latter on a line of its own
// whatever stands before; proof.js puts them into "this", which a declaration
// of the program cannot hide, and which copies of the program (a fork, a
// thread) have without them. A program of its own need not use console.assert.
const (
	javascriptTests    = ";this?.__xevalTests?.(console, JSON, Math);"
	javascriptEnd      = "\n;this?.__xevalEnd?.(false, console, JSON, Math);\n"
	javascriptWholeEnd = "\n;this?.__xevalEnd?.(true, console);\n"
)

func assembleJavaScript(p Parts) []File {
	if p.Extent == Program {
		return []File{{"test.js", p.Code + javascriptWholeEnd}}
	}
	return []File{{"test.js", p.Prompt + p.Code + "\n" + javascriptTests + p.Test + javascriptEnd}}
}

func planJavaScript(_ Parts, opt Options) Plan {
	// V8 sizes its heap by the machine's memory and collects garbage late. A
	// quarter of the limit is left to what is outside its heap.
	heap := fmt.Sprintf("--max-old-space-size=%d", max(32, opt.Run.Memory*3/4>>20))
	// The strings in Node's snapshot keep the hashes that they have. Others, and
	// the search for their seed, would take a quarter of the start; they are for
	// servers that take keys from strangers.
	return Plan{Run: Step{
		Tool: "node",
		Args: []string{"--random-seed=42", "--no-rehash-snapshot", heap, AssetsDir + "/proof.js", "test.js"},
		Env:  []string{"NODE_PATH=" + AssetsDir + "/node_modules"},
	}}
}

// javascriptClasses are upstream's classes of uncaught errors.
var javascriptClasses = map[string]string{
	"AssertionError": "assertion", "SyntaxError": "syntax", "ReferenceError": "undefined",
	"TypeError": "type", "RangeError": "range",
}

func classifyJavaScript(e Evidence) Finding {
	n := parseNote(e.Note)
	failed := n["failures"] != "" && n["failures"] != "0"
	switch {
	case n["stage"] == "compile" && !e.Ended:
		return Finding{Outcome: CompileError, Class: "syntax", Message: javascriptMessage(n, e)}
	case !e.Clean():
		return javascriptError(n, e)
	case failed:
		return Finding{Outcome: WrongAnswer, Class: "assertion", Message: failedAssertions(n)}
	case n.has("replaced"):
		return javascriptReplaced(n["replaced"])
	case !e.Ended && n.has("returns"):
		return Finding{
			Outcome: ExitedEarly, Class: "exited_early",
			Message: "has a return outside of functions, so that its tests may not have run",
		}
	case !e.Ended:
		return ranToEnd(e)
	case n["assertions"] == "0" && n["whole"] != "yes":
		return Finding{Outcome: Passed, Flags: []string{"no_tests"}}
	}
	return Finding{Outcome: Passed}
}

func javascriptReplaced(what string) Finding {
	f := Finding{
		Outcome: WrongAnswer, Class: "assertion", Flags: []string{"suspicious:assert_replaced"},
		Message: what + " was replaced, so that the tests checked nothing",
	}
	if what != "console.assert" {
		f.Flags[0] = "suspicious:builtins_replaced"
	}
	return f
}

func javascriptError(n note, e Evidence) Finding {
	f := Finding{Outcome: RuntimeError, Class: "runtime", Message: ending(e)}
	if n.has("stage") {
		f.Message = javascriptMessage(n, e)
		if class := javascriptClasses[n["type"]]; class != "" {
			f.Class = class
		}
	}
	switch {
	case f.Class == "assertion":
		f.Outcome = WrongAnswer
	case e.Signal != "" && strings.Contains(e.Stderr, "JavaScript heap out of memory"):
		f.Outcome, f.Message = OutOfMemory, "JavaScript heap out of memory"
	}
	return f
}

func failedAssertions(n note) string {
	message := fmt.Sprintf("%s of %s assertions failed", n["failures"], n["assertions"])
	if n.has("failed_at") {
		message += ", the first at line " + n["failed_at"]
	}
	return message
}

var javascriptPlace = regexp.MustCompile(`(?m)^\S*\btest\.js:(\d+)$`)

// javascriptMessage is the error and its line; that of a program which cannot
// be parsed is only in what node printed.
func javascriptMessage(n note, e Evidence) string {
	message := n["type"]
	if text := firstLine(n["text"]); text != "" {
		message += ": " + text
	}
	line := n["line"]
	if m := javascriptPlace.FindStringSubmatch(e.Stderr); line == "" && m != nil {
		line = m[1]
	}
	if line != "" {
		message += " (line " + line + ")"
	}
	return shorten(message)
}

// officialJavaScript: upstream fails a program that printed anything and
// passes all others, whatever their exit status. A program of its own, which
// upstream does not have, passes with status 0.
func officialJavaScript(e Evidence) (bool, string) {
	switch {
	case parseNote(e.Note)["whole"] == "yes" && e.Clean():
		return true, "passed"
	case e.Stderr != "":
		return false, officialText(e.Stderr)
	case e.Stdout != "":
		return false, officialText(e.Stdout)
	}
	return true, "passed"
}
