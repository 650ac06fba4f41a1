package run

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/problem"
)

func TestKeyOf(t *testing.T) {
	dir := t.TempDir()
	problems := []problem.Problem{
		{TaskID: "CPP/3"}, {TaskID: "Go/3"}, {TaskID: "Go/4"}, {TaskID: "CPP/HumanEval_23_strlen", Rule: problem.RuleMultiPLE},
	}
	if err := writeProblems(filepath.Join(dir, ProblemsFile), problems); err != nil {
		t.Fatal(err)
	}
	for task, want := range map[string]string{
		"4":                       "Go/4",
		"go/3":                    "Go/3",
		"c++/3":                   "CPP/3",
		"23":                      "CPP/HumanEval_23_strlen",
		"cpp/23":                  "CPP/HumanEval_23_strlen",
		"cpp/humaneval_23_strlen": "CPP/HumanEval_23_strlen",
	} {
		if key, err := KeyOf(dir, task, 2); err != nil || key.TaskID != want || key.Index != 2 {
			t.Errorf("%s: %v, %v, want %s", task, key, err, want)
		}
	}
	for task, want := range map[string]string{
		"3":      "may be CPP/3 or Go/3",
		"java/3": "not in this run",
		"strlen": "not in this run",
	} {
		if _, err := KeyOf(dir, task, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", task, err, want)
		}
	}
}
