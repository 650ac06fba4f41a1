package report

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/xeval/xeval/internal/verdict"
)

// EvalPlus gathers verdicts for a file in the shape of EvalPlus's
// eval_results.json. That file lists samples by problem, so they are kept in
// memory: about a hundred bytes for each.
type EvalPlus struct {
	byTask  map[string][]evalPlusSample
	Skipped int // without a score: the format has no word for them
}

type evalPlusSample struct {
	index      int
	status     string
	generation string // its SHA-256
	language   string
}

// Add looks at one verdict. It fits Load's second parameter.
func (e *EvalPlus) Add(v *verdict.Verdict) {
	if !v.Outcome.Scored() {
		e.Skipped++
		return
	}
	if e.byTask == nil {
		e.byTask = map[string][]evalPlusSample{}
	}
	status := "fail"
	switch v.Outcome {
	case verdict.Passed:
		status = "pass"
	case verdict.TimedOut:
		status = "timeout"
	}
	e.byTask[v.TaskID] = append(e.byTask[v.TaskID], evalPlusSample{v.SampleIndex, status, v.GenerationSHA256, v.Language})
}

// An evalPlusRow is one sample of the file.
type evalPlusRow struct {
	TaskID    string   `json:"task_id"`
	Solution  string   `json:"solution"`
	Base      string   `json:"base_status"`
	Plus      *string  `json:"plus_status"` // null: there is no second set of tests
	BaseTests []string `json:"base_fail_tests"`
	PlusTests []string `json:"plus_fail_tests"`
}

// Write writes the file. solution finds a sample's text by a verdict that has
// task, index, language and the generation's hash. The format knows one
// dataset and so one language.
func (e *EvalPlus) Write(w io.Writer, s *Summary, solution func(*verdict.Verdict) (string, error)) error {
	if len(s.Languages) != 1 {
		return fmt.Errorf("EvalPlus's format holds one language, and the run has %d; it takes a run of one language", len(s.Languages))
	}
	base := map[string]float64{}
	for _, est := range s.Languages[0].PassAtK {
		base[est.Name] = est.Value
	}
	head, err := json.Marshal(map[string]any{"base": base})
	if err != nil {
		return err
	}
	date, err := json.Marshal(s.Started)
	if err != nil {
		return err
	}
	hash, err := json.Marshal(datasetHash(s))
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "{\"date\": %s,\n\"hash\": %s,\n\"pass_at_k\": %s,\n\"eval\": {", date, hash, head)
	for i, task := range slices.SortedFunc(maps.Keys(e.byTask), compareIDs) {
		if i > 0 {
			out.WriteByte(',')
		}
		if err := e.writeTask(out, task, solution); err != nil {
			return err
		}
	}
	out.WriteString("\n}}\n")
	return out.Flush()
}

// datasetHash is the hash of the only data file, "" when there are more.
func datasetHash(s *Summary) string {
	if len(s.Dataset.SHA256) != 1 {
		return ""
	}
	return s.Dataset.SHA256[sortedKeys(s.Dataset.SHA256)[0]]
}

func (e *EvalPlus) writeTask(out *bufio.Writer, task string, solution func(*verdict.Verdict) (string, error)) error {
	list := e.byTask[task]
	slices.SortFunc(list, func(a, b evalPlusSample) int { return cmp.Compare(a.index, b.index) })
	name, err := json.Marshal(task)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%s: [", name)
	for i, x := range list {
		text, err := solution(&verdict.Verdict{TaskID: task, SampleIndex: x.index, Language: x.language, GenerationSHA256: x.generation})
		if err != nil {
			return fmt.Errorf("solution of %s, sample %d: %w", task, x.index, err)
		}
		row, err := json.Marshal(evalPlusRow{task, text, x.status, nil, []string{}, []string{}})
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
		out.Write(row)
	}
	out.WriteString("]")
	return nil
}
