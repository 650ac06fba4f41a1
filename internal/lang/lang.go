// Package lang holds everything known about each language: its names, how a
// program is assembled from the parts of a problem, how it is built and run,
// which tools that needs, and what its failures mean. One file per language,
// one registry. It starts no process and reads no file: it describes, and
// packages toolchain and judge act on the description.
package lang

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Descriptors of the end-of-tests proof. A run step finds a secret to read on
// SecretFD and hands it back on ProofFD after the last test, on a line of its
// own; all other lines there, secret or not, are a note for Classify.
const (
	SecretFD = 3
	ProofFD  = 4
)

// AssetsDir stands, in arguments, environment and preparation commands, for
// the language's prepared folder (see Preparation).
const AssetsDir = "{assets}"

// Parts are the texts one program is made of: Code is what the model wrote,
// all others are the problem's own.
type Parts struct {
	TaskID      string // such as "CPP/162"
	Prompt      string
	Declaration string
	Import      string // Go only: the part of Prompt that upstream takes out
	TestSetup   string // Go only
	Test        string
	Code        string
	Extent      Extent // how much of a program Code is
}

// An Extent says how much of a program an answer is.
type Extent int

// The extents.
const (
	// Continuation goes on where the prompt ends, as upstream has it.
	Continuation Extent = iota
	// Answer is a whole program but for the tests: it takes the place of
	// prompt, declaration and import, which are empty.
	Answer
	// Program is a whole program whose own main, or whose own tests, are all
	// that is run; there is no other text.
	Program
	// Uncut goes on where the prompt ends, and all of it is code: what was
	// extracted from a reply, or is to be taken as it is. Upstream's cut at
	// Python's first line that is not indented is not for it.
	Uncut
)

// Whole are the parts of a program given as one text.
func Whole(text string) Parts { return Parts{Code: text, Extent: Program} }

// A File is one source file of a program, its name relative to the work folder.
type File struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Limits bound one step. The zero value of a field means "not limited" only
// for Output; all others must be set.
type Limits struct {
	CPU          time.Duration `json:"cpu_ns"`                   // user + system, all processes of the step
	Wall         time.Duration `json:"wall_ns"`                  // generous guard against sleepers
	Memory       int64         `json:"memory_bytes"`             // resident, all processes, scratch included
	Scratch      int64         `json:"scratch_bytes"`            // work folder and /tmp together
	FileSize     int64         `json:"file_size_bytes"`          // largest file a process may write
	Output       int64         `json:"output_bytes"`             // kept of stdout and of stderr each; more is cut and flagged
	Processes    int           `json:"processes"`                // processes and threads
	OpenFiles    int           `json:"open_files"`               // descriptors per process
	KillOnOutput bool          `json:"kill_on_output,omitempty"` // more output than kept ends the step: output_limit
}

// A Step is one command of a program, in the work folder. Tool is the Name of
// one of the language's tools, "./name" for a file an earlier step left, or a
// prepared file by its place in AssetsDir.
type Step struct {
	Tool    string   `json:"tool"`
	Args    []string `json:"args"`
	Env     []string `json:"env,omitempty"`     // added to the sandbox's own fixed environment
	Outputs []string `json:"outputs,omitempty"` // path.Match patterns: all that is kept of the work folder for the next step
	Warm    *Warm    `json:"-"`                 // a faster start of the same, in a Fast plan
}

// A Warm is a process that gets ready once and then copies itself; each copy
// goes on as the step would. Package sandbox describes what it is asked, and
// what it owes.
type Warm struct {
	Start []string // arguments of the process
	Args  []string // what a copy is told
}

// A Plan is how one program is built and run. Build is empty for an
// interpreted language.
type Plan struct {
	Build []Step
	Run   Step
}

// Options are what a user may change about a language; they are recorded.
type Options struct {
	Level string // language level such as "c++11"; "" means the language's DefaultLevel
	Build Limits
	Run   Limits
}

// Stage is where a program stopped.
type Stage string

// The stages of a program.
const (
	Build Stage = "build"
	Run   Stage = "run"
)

// Evidence is what is known of the step at which a program ended by itself,
// that is, without hitting a limit.
type Evidence struct {
	Stage    Stage
	ExitCode int    // meaningful when Signal is empty
	Signal   string // such as "SIGSEGV"
	Stdout   string // what was kept: head and tail
	Stderr   string
	Ended    bool   // the end-of-tests proof was seen
	Note     string // what the program's own epilogue said after the secret
}

// Clean says that the step exited with status 0.
func (e Evidence) Clean() bool { return e.Signal == "" && e.ExitCode == 0 }

// The outcomes a language can tell apart, spelt as in package verdict.
const (
	Passed       = "passed"
	WrongAnswer  = "wrong_answer"
	CompileError = "compile_error"
	RuntimeError = "runtime_error"
	ExitedEarly  = "exited_early"
	OutOfMemory  = "out_of_memory"
)

// A Finding is a language's reading of the evidence.
type Finding struct {
	Outcome string   // one of the constants above
	Class   string   // upstream's finer class in snake_case, such as "undefined_name"
	Message string   // the one line a person wants to see first
	Flags   []string // such as "no_tests" or "suspicious:assert_replaced"
}

// A Language is everything the harness knows about one language.
type Language struct {
	Name         string   // canonical, lower case: "cpp"
	Title        string   // for people: "C++"
	IDPrefix     string   // of HumanEval-X ids: "CPP" in "CPP/0"
	DataName     string   // in HumanEval-X file names: "humaneval_<DataName>.jsonl.gz"
	Aliases      []string // further names; matched exactly after folding case
	CommentMark  string   // starts a line comment: "//"
	Levels       []string // language levels to choose from, for messages
	DefaultLevel string   // upstream's
	WholeLevel   string   // of programs given whole, where it is another
	BuildLimits  Limits   // defaults
	RunLimits    Limits
	// Cost is about how many milliseconds a program takes from start to
	// verdict when many are judged, by the fast way; the slow languages of a
	// run are judged first.
	Cost int

	Tools       []Tool
	Checks      []Check
	Preparation Preparation
	Canary      Parts // a program that must pass where the toolchain works

	// Assemble makes the program's files from the parts; the first one is the
	// source. AssembleOfficial is nil unless upstream's assembly can break a
	// right answer; then it gives upstream's files, which decide
	// official_passed where they differ.
	Assemble         func(Parts) []File
	AssembleOfficial func(Parts) []File
	// Plan says how the files are built and run.
	Plan func(Parts, Options) Plan
	// Fast is a faster way to the same verdicts; nil: there is none.
	Fast *Fast
	// Needs names the checks with OnlyFor that a program relies on; nil: none.
	Needs func(Parts) []string
	// Classify reads the evidence of a program that ended by itself.
	Classify func(Evidence) Finding
	// Official is upstream's criterion on the same evidence, with upstream's
	// result text ("passed", "failed: …").
	Official func(Evidence) (passed bool, result string)
	// OfficialTimeout is upstream's result text for a step stopped by a limit.
	OfficialTimeout string
	// Stub replaces the body of the problem's function by one that returns
	// the type's null, zero or empty value; false when it cannot be made.
	Stub func(Parts) (code string, ok bool)

	// What the raw continuation of a base model needs; the rules are upstream's
	// (generation.go). Opening is the program's text up to where the code
	// starts; nil: the prompt. StopGenerating says whether a continuation is
	// complete, and where it ends. CleanUp is done before it is stored; nil:
	// nothing. StopSequences only save tokens: in a sound continuation each
	// stands behind the place where StopGenerating cuts.
	Opening        func(Parts) string
	StopGenerating func(text string) (cut int, stop bool)
	CleanUp        func(text string) string
	StopSequences  []string

	// Syntax is what can be read of the language's texts; code is cut out of
	// replies with it.
	Syntax *Syntax
}

// A Tool is an executable that a language needs.
type Tool struct {
	Name       string   // as in Step.Tool and --toolchain NAME=PATH
	Candidates []string // looked for on PATH in this order
	// LocateArgs ask the executable found where it really lives; Locate reads
	// the answer. nil: the file found is the one to run. Wrappers such as
	// pyenv's and rustup's shims do not work inside a sandbox.
	LocateArgs     []string
	Locate         func(found, output string) Location
	VersionArgs    []string
	VersionPattern string // regular expression; its first group is the version
	Upstream       string // the version upstream pins, for doctor
	Install        string // command that installs it on Debian and Ubuntu
}

// A Location is a tool's real executable and the folders that it needs to be
// readable in a sandbox, beyond the system's own.
type Location struct {
	Executable string
	Roots      []string
}

// A Check is something beyond executables that programs rely on, such as
// numpy: its command must succeed (outside the sandbox) and prints a version.
// Or it is a file at one of its places.
type Check struct {
	Name     string
	Tool     string
	Args     []string
	Stdin    string
	Upstream string
	Install  string

	Places         []string // instead of a command; "~" is the user's home
	VersionPattern string   // of the file's own name, links followed, else of the link's; its first group is the version
	OnlyFor        string   // the programs that need it, when not all do: see Language.Needs
}

// LibraryFile stands, in arguments, for the place of a check's file.
func LibraryFile(check string) string { return "{library:" + check + "}" }

// A Preparation is what is made once per toolchain and then mounted read-only
// at the same path in every sandbox: our own runners and the third-party
// libraries that upstream's environment has. Its commands run outside the
// sandbox: they touch published modules and our own texts, never a sample.
type Preparation struct {
	Files    []File
	Commands []Command
}

// A Command is one command of a preparation, run in the prepared folder with
// the folders of the language's tools first on PATH.
type Command struct {
	Tool string
	Args []string
	Env  []string
	Need string // what it fetches or makes, for messages
}

var registry = map[string]*Language{}

// register adds a language; every language file calls it from init, which is
// safe because all of them are in this package.
func register(l *Language) {
	for _, n := range append([]string{l.Name, l.IDPrefix}, l.Aliases...) {
		n = strings.ToLower(n)
		if have := registry[n]; have != nil && have != l {
			panic(fmt.Sprintf("lang: %q is registered twice", n))
		}
		registry[n] = l
	}
}

// Lookup finds a language by name, id prefix or alias, folding case.
func Lookup(name string) (*Language, error) {
	if l := registry[strings.ToLower(name)]; l != nil {
		return l, nil
	}
	hint := ""
	if near := nearest(name); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return nil, fmt.Errorf("unknown language %q%s (have %s)", name, hint, strings.Join(Names(), ", "))
}

// All lists the languages by name.
func All() []*Language {
	byName := map[string]*Language{}
	for _, l := range registry {
		byName[l.Name] = l
	}
	out := make([]*Language, 0, len(byName))
	for _, n := range slices.Sorted(maps.Keys(byName)) {
		out = append(out, byName[n])
	}
	return out
}

// Names lists the canonical names.
func Names() []string {
	var out []string
	for _, l := range All() {
		out = append(out, l.Name)
	}
	return out
}

// nearest is the registered name at edit distance one or two, or "".
func nearest(name string) string {
	best, bestDistance := "", 3
	for _, n := range slices.Sorted(maps.Keys(registry)) {
		if d := editDistance(strings.ToLower(name), n); d < bestDistance && d < len(n) {
			best, bestDistance = n, d
		}
	}
	return best
}

func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
