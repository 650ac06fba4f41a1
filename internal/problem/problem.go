// Package problem defines the Problem and reads datasets of them: HumanEval-X
// as it is published, the errata overlay, the download. It knows ids, not
// languages, and judges nothing.
package problem

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Problem is one row of HumanEval-X, or of another dataset brought into its
// form. Fields a language lacks are empty.
type Problem struct {
	TaskID            string `json:"task_id"`
	Prompt            string `json:"prompt"`
	Declaration       string `json:"declaration,omitempty"`
	CanonicalSolution string `json:"canonical_solution,omitempty"`
	Test              string `json:"test"`
	ExampleTest       string `json:"example_test,omitempty"`
	TestSetup         string `json:"test_setup,omitempty"`
	Import            string `json:"import,omitempty"`
	Docstring         string `json:"docstring,omitempty"`
	Text              string `json:"text,omitempty"`
	BuggySolution     string `json:"buggy_solution,omitempty"` // HumanEvalPack only
	EntryPoint        string `json:"entry_point,omitempty"`    // name of the function, in HumanEval and HumanEvalPack

	Rule     Rule   `json:"rule,omitempty"`      // how a program is made of it
	SourceID string `json:"source_id,omitempty"` // the id in its own dataset, where TaskID is another

	Errata []string `json:"errata,omitempty"` // fields the overlay replaced
}

// A Rule says how a program is made of a problem and an answer.
type Rule string

// The rules of the datasets.
const (
	// RuleHumanEvalX: each language has its own, see package lang.
	RuleHumanEvalX Rule = ""
	// RuleHumanEval is OpenAI's: prompt, completion, a line end, test. Test has
	// the call of check at its end.
	RuleHumanEval Rule = "human-eval"
	// RuleMultiPLE: prompt, completion, a line end, tests; its own main runs
	// them.
	RuleMultiPLE Rule = "multipl-e"
)

// Prefix is what stands before the slash of the id: "CPP" in "CPP/3".
func (p Problem) Prefix() string {
	prefix, _, _ := strings.Cut(p.TaskID, "/")
	return prefix
}

// Number is what stands after the id's last slash, or in MultiPL-E's ids
// ("CPP/HumanEval_23_strlen") between the first two bars; -1 when that is no
// number.
func (p Problem) Number() int {
	id := p.TaskID[strings.LastIndex(p.TaskID, "/")+1:]
	if parts := strings.Split(id, "_"); p.Rule == RuleMultiPLE && len(parts) > 1 {
		id = parts[1]
	}
	n, err := strconv.Atoi(id)
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// functionName is the name before the parameters in a signature, be it
// "def f(x):", "fn f<T>(x: T) {" or "const f = (x) => {".
var functionName = regexp.MustCompile(`(\w+)\s*(?:<[^()]*>)?\s*\(|(\w+)\s*=\s*\(.*=>`)

// keywords stand before brackets as well, in the helper functions of some
// declarations.
var keywords = map[string]bool{"for": true, "if": true, "while": true, "return": true}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// Function is the name of the function that the problem asks for: as the
// dataset says it, or else that of the signature, which ends the declaration
// or the prompt, or else that in a MultiPL-E id. "" when there is none.
func (p Problem) Function() string {
	if p.EntryPoint != "" {
		return p.EntryPoint
	}
	for _, text := range []string{p.Declaration, lastLine(p.Prompt)} {
		lines := strings.Split(text, "\n")
		for _, line := range slices.Backward(lines) { // two declarations go on behind the signature
			if m := functionName.FindStringSubmatch(line); m != nil && !keywords[m[1]] {
				return m[1] + m[2]
			}
		}
	}
	if parts := strings.SplitN(p.SourceID, "_", 3); len(parts) == 3 {
		return parts[2]
	}
	return ""
}

// Mended are the fields the overlay replaced, without the test that is not
// run: the example test, or with example set the hidden one.
func (p Problem) Mended(example bool) []string {
	idle := "example_test"
	if example && p.ExampleTest != "" {
		idle = "test"
	}
	var out []string
	for _, f := range p.Errata {
		if f != idle {
			out = append(out, f)
		}
	}
	return out
}
