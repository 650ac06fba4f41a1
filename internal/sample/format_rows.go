package sample

import (
	"errors"
	"regexp"

	"github.com/xeval/xeval/internal/jsonl"
)

// The formats that are a row for each generation, or for each list of them.

// rowsBy is the parser of a shape that prefers some keys.
func rowsBy(preferred ...string) func() func(jsonl.Record) ([]Row, error) {
	return func() func(jsonl.Record) ([]Row, error) {
		return func(rec jsonl.Record) ([]Row, error) { return parseRowBy(rec, preferred) }
	}
}

// humanEvalX is this benchmark's own: task_id and generation.
var humanEvalX = shape{
	name:   "humaneval-x",
	is:     func(first value) (bool, error) { return first.has("task_id") && first.has("generation"), nil },
	parser: rowsBy(),
}

// humanEval is OpenAI's: task_id and completion, which goes on after the
// prompt.
var humanEval = shape{
	name:   "human-eval",
	is:     func(first value) (bool, error) { return first.has("task_id") && first.has("completion"), nil },
	parser: rowsBy(),
}

// evalPlusID are the ids of the two benchmarks that EvalPlus extends. Files of
// other ids may have a solution that only continues the prompt.
var evalPlusID = regexp.MustCompile(`^(?:HumanEval|Mbpp)/\d+$`)

// evalPlus has a solution, which is a whole program, or else a completion.
var evalPlus = shape{
	name: "evalplus",
	is: func(first value) (bool, error) {
		return first.has("solution") && !first.has("generation") && evalPlusID.MatchString(first.text("task_id")), nil
	},
	parser: func() func(jsonl.Record) ([]Row, error) {
		return func(rec jsonl.Record) ([]Row, error) {
			rows, err := parseRowBy(rec, []string{"solution"})
			for i := range rows {
				rows[i].Whole = rows[i].Whole || rows[i].Field == "solution"
			}
			return rows, err
		}
	},
}

// humanEvalPack is a problem of that dataset with what a model wrote for it.
var humanEvalPack = shape{
	name: "humanevalpack",
	is: func(first value) (bool, error) {
		return first.has("buggy_solution") || first.has("bug_type") || first.has("failure_symptoms"), nil
	},
	parser: rowsBy(),
}

// anyRows takes all that no other shape does: rows in one of the many
// spellings, each told by itself.
var anyRows = shape{
	name:   "rows",
	is:     func(value) (bool, error) { return true, nil },
	parser: rowsBy(),
}

// notSamples refuses what is a file of something else, as a whole: the message
// for each row would be "generation is missing".
var notSamples = shape{
	name: "not samples",
	is: func(first value) (bool, error) {
		switch {
		case first.fields == nil || first.generated():
			return false, nil
		case first.has("prompt") && (first.has("canonical_solution") || first.has("test") || first.has("tests")):
			return false, errors.New("these are problems of a dataset, without samples: name them with --data")
		case first.has("header"):
			return false, errors.New("these are verdicts, not samples; \"xeval report\" shows them")
		case first.has("eval") && (first.has("pass_at_k") || first.has("hash")):
			return false, errors.New("these are EvalPlus's results, not samples: name the file that was evaluated")
		}
		return false, nil
	},
}
