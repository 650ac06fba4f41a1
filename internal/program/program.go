// Package program turns a problem, a generation and a language into a
// Program: files, steps and limits as plain data that can be printed, hashed,
// stored and sent. It runs nothing.
package program

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
)

// A Program is everything that is needed to judge one sample.
type Program struct {
	TaskID   string      `json:"task_id"`
	Language string      `json:"language"`
	Files    []lang.File `json:"files"`
	Build    []lang.Step `json:"build,omitempty"`
	Run      lang.Step   `json:"run"`

	BuildLimits lang.Limits `json:"build_limits"`
	RunLimits   lang.Limits `json:"run_limits"`

	// Official is upstream's version of the program where its text differs;
	// it then decides official_passed alone.
	Official *Program `json:"official,omitempty"`
	// NoCode says that the generation holds nothing to run.
	NoCode bool `json:"no_code,omitempty"`
	// Flags are remarks for the verdict, such as FallbackFlag.
	Flags []string `json:"flags,omitempty"`
	// Needs names the libraries that only some programs need, and this one does.
	Needs []string `json:"needs,omitempty"`
}

// Tests says which tests of a problem judge a sample.
type Tests string

// The two kinds of tests. Example tests are public; a problem that has none
// is judged by its hidden tests, as upstream does, and flagged.
const (
	Hidden  Tests = "hidden"
	Example Tests = "example"
)

// FallbackFlag marks a verdict of example mode that used the hidden tests.
const FallbackFlag = "no_example_test:hidden_tests_used"

// Options are the settings one language is judged with.
type Options struct {
	Lang  lang.Options // Level and both sets of limits; see Defaults
	Tests Tests
}

// Defaults are the options of a language that nobody changed.
func Defaults(l *lang.Language) Options {
	return Options{Lang: lang.Options{Level: l.DefaultLevel, Build: l.BuildLimits, Run: l.RunLimits}, Tests: Hidden}
}

// Assemble makes the program that judges code as an answer to p: code that
// goes on where the prompt ends.
func Assemble(p problem.Problem, l *lang.Language, code string, opt Options) Program {
	return assemble(p, l, code, lang.Continuation, opt)
}

func assemble(p problem.Problem, l *lang.Language, code string, extent lang.Extent, opt Options) Program {
	test, flags := testOf(p, opt.Tests)
	parts := partsOf(p, code, test, extent)
	out := fromFiles(l, parts, l.Assemble(parts), opt.Lang)
	if p.Rule == problem.RuleHumanEval {
		// OpenAI's programs are executed, not started: no __main__.
		parts.Extent = lang.Continuation
		out = fromFiles(l, parts, out.Files, opt.Lang)
	}
	out.NoCode = strings.TrimSpace(strings.ReplaceAll(code, "\x00", "")) == ""
	for _, field := range p.Mended(opt.Tests == Example && flags == nil) {
		flags = append(flags, "errata:"+field)
	}
	out.Flags = flags
	if l.AssembleOfficial == nil || parts.Extent != lang.Continuation || p.Rule != problem.RuleHumanEvalX {
		return out
	}
	if files := l.AssembleOfficial(parts); !sameFiles(files, out.Files) {
		official := fromFiles(l, parts, files, opt.Lang)
		out.Official = &official
	}
	return out
}

func fromFiles(l *lang.Language, parts lang.Parts, files []lang.File, opt lang.Options) Program {
	plan := l.Plan(parts, opt)
	p := Program{
		TaskID: parts.TaskID, Language: l.Name, Files: files, Build: plan.Build, Run: plan.Run,
		BuildLimits: opt.Build, RunLimits: opt.Run,
	}
	if l.Needs != nil {
		p.Needs = l.Needs(parts)
	}
	return p
}

// testOf chooses the test text. HumanEval-X marks an absent example test by an
// empty text, or by the word None.
func testOf(p problem.Problem, tests Tests) (string, []string) {
	if tests != Example {
		return p.Test, nil
	}
	if t := strings.TrimSpace(p.ExampleTest); t == "" || t == "None" {
		return p.Test, []string{FallbackFlag}
	}
	return p.ExampleTest, nil
}

func sameFiles(a, b []lang.File) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Hash identifies what is executed: two programs with the same hash are the
// same files, steps and limits for the same toolchain, so that one judgement
// serves both. toolchain is toolchain.Toolchain.ID.
func (p Program) Hash(toolchain string) string {
	p.TaskID, p.Flags = "", nil
	if p.Official != nil {
		official := *p.Official
		official.TaskID, official.Flags = "", nil
		p.Official = &official
	}
	// Plain structs of strings and numbers: encoding cannot fail.
	text, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	sum := sha256.New()
	sum.Write([]byte(toolchain + "\n"))
	sum.Write(text)
	return hex.EncodeToString(sum.Sum(nil))
}
