// Package problem defines the Problem and reads datasets of them: HumanEval-X
// as it is published, the errata overlay, the download. It knows ids, not
// languages, and judges nothing.
package problem

import (
	"strconv"
	"strings"
)

// A Problem is one row of HumanEval-X. Fields a language lacks are empty.
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

	Errata []string `json:"errata,omitempty"` // fields the overlay replaced
}

// Prefix is what stands before the slash of the id: "CPP" in "CPP/3".
func (p Problem) Prefix() string {
	prefix, _, _ := strings.Cut(p.TaskID, "/")
	return prefix
}

// Number is what stands after the id's last slash, or -1 when that is no number.
func (p Problem) Number() int {
	n, err := strconv.Atoi(p.TaskID[strings.LastIndex(p.TaskID, "/")+1:])
	if err != nil || n < 0 {
		return -1
	}
	return n
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
