package main

import (
	"testing"

	"github.com/xeval/xeval/internal/problem"
)

func TestProblemList(t *testing.T) {
	plain := problem.Problem{TaskID: "CPP/22"}
	multiple := problem.Problem{TaskID: "CPP/HumanEval_23_strlen", Rule: problem.RuleMultiPLE}
	other := problem.Problem{TaskID: "Python/mean"}
	for list, want := range map[string][3]bool{
		"22":                      {true, false, false},
		"23":                      {false, true, false},
		"0-9,20-30":               {true, true, false},
		"CPP/22":                  {true, false, false},
		"c++/22":                  {true, false, false},
		"cpp/23":                  {false, true, false},
		"Go/22,py/23":             {false, false, false},
		"cpp/humaneval_23_strlen": {false, true, false},
		"python/mean":             {false, false, true},
	} {
		p, err := parseProblems(list)
		if err != nil {
			t.Fatal(err)
		}
		if got := [3]bool{p.has(plain), p.has(multiple), p.has(other)}; got != want {
			t.Errorf("%s: %v, want %v", list, got, want)
		}
	}
}
