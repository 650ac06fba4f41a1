package problem

import (
	"errors"
	"fmt"
	"strings"

	"github.com/xeval/xeval/internal/jsonl"
)

// A fileRow is a problem as a file has it: in HumanEval-X's form, or in that of
// another dataset, with the keys that only those have.
type fileRow struct {
	Problem
	multiplE
}

// multiplE is what only MultiPL-E's rows have.
type multiplE struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Tests    string `json:"tests"`
}

// decode reads both in turn, so that errors name the keys of the file.
func (r *fileRow) decode(rec jsonl.Record) error {
	if err := rec.Decode(&r.Problem); err != nil {
		return err
	}
	return rec.Decode(&r.multiplE)
}

// problem brings the row into HumanEval-X's form.
func (r fileRow) problem() (Problem, error) {
	switch {
	case r.Rule != RuleHumanEvalX: // brought into it before, and stored
		return r.Problem, nil
	case r.Tests != "" && r.Language != "":
		return Multiple(firstOf(r.Name, r.TaskID), r.Language, r.Prompt, r.Tests)
	case r.isHumanEval():
		return humanEval(r.Problem), nil
	}
	return r.Problem, nil
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// isHumanEval: OpenAI's rows name the function and give a check for it, which
// they leave to the evaluator to call. HumanEvalPack's rows name it as well,
// but have the declaration besides.
func (r fileRow) isHumanEval() bool {
	return r.EntryPoint != "" && r.Declaration == "" && r.TestSetup == "" && strings.Contains(r.Test, "def check(")
}

// humanEvalPrefix is that of HumanEval-X for the one language of HumanEval.
const humanEvalPrefix = "Python"

// humanEval makes "Python/0" of "HumanEval/0". The program is prompt,
// completion, a line end, the test, a line end and the call of check.
func humanEval(p Problem) Problem {
	p.Rule, p.SourceID = RuleHumanEval, p.TaskID
	p.TaskID = humanEvalPrefix + "/" + p.TaskID[strings.LastIndex(p.TaskID, "/")+1:]
	if call := "check(" + p.EntryPoint + ")"; !strings.Contains("\n"+p.Test, "\n"+call) {
		p.Test += "\n" + call
	}
	return p
}

// multiplELanguages are MultiPL-E's names of the languages that HumanEval-X has
// as well, and HumanEval-X's prefixes for them.
var multiplELanguages = map[string]string{
	"py": "Python", "python": "Python", "cpp": "CPP", "java": "Java",
	"js": "JavaScript", "javascript": "JavaScript", "go": "Go", "go_test.go": "Go", "rs": "Rust", "rust": "Rust",
}

// MultiPLELanguage is MultiPL-E's name of the language with the prefix.
func MultiPLELanguage(prefix string) string {
	return map[string]string{
		"Python": "py", "CPP": "cpp", "Java": "java", "JavaScript": "js", "Go": "go_test.go", "Rust": "rs",
	}[prefix]
}

// Multiple makes a problem of a MultiPL-E row. Its id is the row's name behind
// the language's prefix: names are the same in all languages.
func Multiple(name, language, prompt, tests string) (Problem, error) {
	prefix, ok := multiplELanguages[language]
	switch {
	case !ok:
		return Problem{}, fmt.Errorf("language %q of MultiPL-E is not one of HumanEval-X's six", language)
	case name == "":
		return Problem{}, errors.New("a MultiPL-E row without a name")
	case strings.HasPrefix(name, prefix+"/"): // given an id of ours
		name = strings.TrimPrefix(name, prefix+"/")
	}
	return Problem{
		TaskID: prefix + "/" + name, SourceID: name, Rule: RuleMultiPLE, Prompt: prompt, Test: tests,
	}, nil
}
