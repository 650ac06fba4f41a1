package lang

import (
	"cmp"
	_ "embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
)

// goSum ends in .txt, because Go's own tools would take it for a file of this
// repository's module.
//
//go:embed assets/go/go.sum.txt
var goSum string

func init() {
	register(&Language{
		Name: "go", Title: "Go", IDPrefix: "Go", DataName: "go",
		Aliases: []string{"golang", "go_test.go"}, CommentMark: "//",
		Levels: goLevels, DefaultLevel: goLevels[0],
		// The go command and every Go program start a thread for each processor.
		BuildLimits: compilerLimits(512), RunLimits: programLimits(256),
		Cost: 500, // a batch of them is linked at once

		Tools: []Tool{{
			Name: "go", Candidates: []string{"go"},
			LocateArgs: []string{"env", "GOROOT"}, Locate: locateGo,
			VersionArgs: []string{"version"}, VersionPattern: `go version (\S+)`,
			Upstream: "go1.18.4", Install: "apt-get install -y golang-go (or unpack https://go.dev/dl into /usr/local)",
		}},
		Preparation: Preparation{Files: append(goPreparedFiles(), goFastFiles()...), Commands: append([]Command{
			{
				Tool: "go", Args: []string{"mod", "download", "-modfile=" + goModule(goLevels[0])},
				Env:  goFolders(),
				Need: "download testify and what it needs",
			},
			{
				Tool: "go", Args: goTest(goLevels[0], "warm_test.go"), Env: goOffline(),
				Need: "compile the standard library and testify (takes a minute)",
			},
		}, goFastCommands()...)},
		Canary: Parts{
			TaskID:    "Go/canary",
			Prompt:    "// Upper puts s in capitals.\nfunc Upper(s string) string {\n",
			TestSetup: "package main\n\nimport (\n    \"testing\"\n    \"github.com/stretchr/testify/assert\"\n)\n",
			Code:      "    return strings.ToUpper(s)\n}\n",
			Test:      "func TestUpper(t *testing.T) {\n    assert := assert.New(t)\n    assert.Equal(\"AB\", Upper(\"ab\"))\n}\n",
		},

		Syntax: goSyntax,

		Assemble: assembleGo, AssembleOfficial: assembleGoOfficial, Plan: planGo, Fast: goFast,
		Classify: classifyGo, Official: officialGo, OfficialTimeout: "timed out",
		Stub: stubGo,

		StopGenerating: stopAtExtraBrace,
		CleanUp: func(text string) string {
			return cutAfterLastBrace(cutAtLast(text, "\n//", "\nfunc main("))
		},
		StopSequences: []string{"\nfunc main(", "\nfunc Test"},
	})
}

// goLevels are the language versions to choose from, upstream's first.
var goLevels = []string{"go1.18", "go1.19", "go1.20", "go1.21", "go1.22", "go1.23", "go1.24", "go1.25", "go1.26"}

func locateGo(found, output string) Location {
	root := strings.TrimSpace(output)
	if root == "" {
		return Location{Executable: found}
	}
	return Location{Executable: root + "/bin/go", Roots: []string{root}}
}

const goTestFile = "main_test.go" // upstream's name; messages carry it

// goModule is the prepared module file of a language level.
func goModule(level string) string { return AssetsDir + "/" + level + ".mod" }

// goPreparedFiles: a module file for each level, since the level is a line of
// it, and a test that imports all that a program may import.
func goPreparedFiles() []File {
	files := []File{
		{"go.mod", goModMark},
		{"warm_test.go", goWarmTest()},
		// The go command counts its uses in files of the user's unless told not to.
		{"config/go/telemetry/mode", "off\n"},
	}
	for _, level := range goLevels {
		files = append(files,
			File{level + ".mod", fmt.Sprintf(goModText, strings.TrimPrefix(level, "go"))},
			File{level + ".sum", goSum})
	}
	return files
}

// goModMark makes a folder the root of a module; -modfile says what is in it.
const goModMark = "module xeval // the go command reads another file: see -modfile\n"

// goModText is upstream's module.
const goModText = `module humanevalx

go %s

require github.com/stretchr/testify v1.8.0

require (
	github.com/davecgh/go-spew v1.1.1 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
`

// goWarmTest imports every package of the import helper, so that none has to
// be compiled while a program is built.
func goWarmTest() string {
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\t\"testing\"\n\n\t\"github.com/stretchr/testify/assert\"\n")
	for _, path := range goPackages() {
		b.WriteString("\t_ \"" + path + "\"\n")
	}
	b.WriteString(")\n\nfunc TestWarm(t *testing.T) {\n\tassert.New(t).Equal(1, 1)\n}\n")
	return b.String()
}

// goFolders are the go command's own folders, all in the prepared one.
func goFolders() []string {
	return []string{
		"GOPATH=" + AssetsDir + "/path", "GOMODCACHE=" + AssetsDir + "/mod", "GOCACHE=" + AssetsDir + "/cache",
		"XDG_CONFIG_HOME=" + AssetsDir + "/config", "GOFLAGS=-mod=readonly", "GOWORK=off", "GO111MODULE=on", "GOTOOLCHAIN=local",
	}
}

// goOffline keeps the go command to what was prepared: no network, no cgo, no
// settings of the user, which would also miss the prepared cache.
func goOffline() []string {
	return append(goFolders(), "GOENV=off", "GOPROXY=off", "CGO_ENABLED=0", "GOAMD64=v1", "GOEXPERIMENT=")
}

// goTest is "go test" as upstream runs it, vet included, but that the test
// binary is kept and "true" is run in its place. Symbols are left out as the
// go command does for a binary that it does not keep.
func goTest(level string, args ...string) []string {
	return append([]string{"test", "-modfile=" + goModule(level), "-ldflags=-s -w", "-exec", "true"}, args...)
}

// planGo: the binary gets the flags that go test gives it, but no time limit:
// the sandbox has its own, and without that timer the runtime notices when all
// goroutines wait for each other. The seed of math/rand is fixed, as it was in
// upstream's Go.
func planGo(_ Parts, o Options) Plan {
	return Plan{
		Build: []Step{{
			Tool: "go", Args: goTest(o.levelOf(goLevels[0]), "-o", "main.test", goProofFile, goTestFile),
			Env: goOffline(), Outputs: []string{"main.test"},
		}},
		Run: Step{
			Tool: "./main.test", Args: []string{"-test.paniconexit0", "-test.timeout=0"},
			Env: []string{"GODEBUG=randautoseed=0"},
		},
	}
}

// goBuildClasses are upstream's, in its order; what is left is a type error.
var goBuildClasses = []classRule{
	{"undefined", []string{"undefined: ", " undefined ("}},
	{"syntax", []string{"syntax error", ": expected ", "not terminated", "illegal ", "missing ',' ", "invalid character"}},
	{"not_used", []string{"declared and not used", "declared but not used", "imported and not used", "is not used"}},
}

func classifyGo(e Evidence) Finding {
	switch {
	case e.Stage == Build:
		return classifyGoBuild(e)
	case e.Clean():
		return classifyGoEnd(e)
	case e.ExitCode == 1 && strings.Contains(e.Stdout, "--- FAIL: "):
		return Finding{Outcome: WrongAnswer, Class: "assertion", Message: goFailure(e.Stdout)}
	}
	f := Finding{Outcome: RuntimeError, Class: "runtime"}
	if line := lineWith(e.Stderr, goOutOfMemory...); line != "" {
		f.Outcome = OutOfMemory
	}
	f.Message = cmp.Or(lineWith(e.Stderr, "panic: ", "fatal error: "), ending(e))
	return f
}

// classifyGoEnd reads a clean end: without the proof, tests failed, did not run
// or did not check what they seem to.
func classifyGoEnd(e Evidence) Finding {
	name, shadowed := strings.CutPrefix(firstLine(e.Note), "shadows ")
	switch {
	case !e.Ended && shadowed:
		return Finding{
			Outcome: WrongAnswer, Class: "assertion", Flags: []string{"suspicious:name_replaced"},
			Message: "the program declares " + name + " itself, which the tests use",
		}
	case !e.Ended && strings.Contains(e.Stdout, "--- FAIL: "):
		return Finding{Outcome: WrongAnswer, Class: "assertion", Message: goFailure(e.Stdout), Flags: []string{"suspicious:exit_status"}}
	}
	return ranToEnd(e)
}

// goOutOfMemory is what the runtime says when it is refused memory.
var goOutOfMemory = []string{"fatal error: runtime: out of memory", "fatal error: runtime: cannot allocate memory"}

func classifyGoBuild(e Evidence) Finding {
	if line := lineWith(e.Stderr, goOutOfMemory...); line != "" {
		return Finding{Outcome: OutOfMemory, Class: "runtime", Message: line}
	}
	f := Finding{Outcome: CompileError, Class: classOf(e.Stderr, goBuildClasses, "type")}
	if strings.Contains(e.Stderr, "\n# [command-line-arguments]\n") {
		f.Class = "vet"
	}
	f.Message = cmp.Or(lineWith(e.Stderr, goTestFile+":"), firstLine(e.Stderr), firstLine(e.Stdout), ending(e))
	return f
}

// goPlace is where a test failed and what it said in the same line.
var goPlace = regexp.MustCompile(`(?m)^\s+(main_test\.go:\d+: .*)$`)

// goFailure is the first failed assertion in one line: its place, and what
// testify says between "Error:" and the next heading.
func goFailure(stdout string) string {
	place := goPlace.FindStringSubmatchIndex(stdout)
	if place == nil {
		return lineWith(stdout, "--- FAIL: ")
	}
	words := strings.Fields(stdout[place[2]:place[3]])
	_, report, _ := strings.Cut(stdout[place[3]:], "Error:")
	for line := range strings.Lines(report) {
		line = strings.TrimSpace(line)
		if line == "" || containsAny(line, "Diff:", "Test:", "Messages:") {
			break
		}
		words = append(words, strings.Fields(line)...)
	}
	return shorten(strings.Join(words, " "))
}

// officialGo: upstream passes what go test passes. It sees the output of the
// build on standard error, and that of the test, both streams in one, on
// standard output.
func officialGo(e Evidence) (bool, string) {
	switch {
	case e.Stage == Build:
		return false, officialText(cmp.Or(e.Stderr, e.Stdout))
	case e.Clean():
		return true, "passed"
	}
	return false, officialText(e.Stdout + e.Stderr)
}

// stubGo returns the zero value of each result.
func stubGo(p Parts) (string, bool) {
	text := "package main\n" + goPrompt(p) + "\n}\n"
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", text, parser.SkipObjectResolution)
	if err != nil || len(file.Decls) == 0 {
		return "", false
	}
	last, ok := file.Decls[len(file.Decls)-1].(*ast.FuncDecl)
	if !ok {
		return "", false
	}
	if last.Type.Results == nil {
		return "}\n", true
	}
	var values []string
	for _, r := range last.Type.Results.List {
		kind := text[files.Position(r.Type.Pos()).Offset:files.Position(r.Type.End()).Offset]
		for range max(1, len(r.Names)) {
			values = append(values, "*new("+kind+")")
		}
	}
	return "    return " + strings.Join(values, ", ") + "\n}\n", true
}
