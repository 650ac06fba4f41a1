package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/xeval/xeval/internal/verdict"
)

// An OfficialRow is a row of upstream's _results.jsonl, in upstream's order of
// fields.
type OfficialRow struct {
	TaskID       string          `json:"task_id"`
	CompletionID json.RawMessage `json:"completion_id"`
	TestCode     string          `json:"test_code"`
	Prompt       string          `json:"prompt"`
	Generation   string          `json:"generation"`
	Result       string          `json:"result"`
	Passed       bool            `json:"passed"`
	Finish       json.RawMessage `json:"finish"`
	File         string          `json:"file"`
	Output       []string        `json:"output"`
}

// OfficialParts are the texts of a row, which verdicts do not hold.
type OfficialParts struct {
	TestCode   string // the program as upstream assembles it
	Prompt     string
	Generation string
	Finish     json.RawMessage // the row's own; nil: upstream's default
}

// PartsOf finds the texts of a verdict's sample.
type PartsOf func(*verdict.Verdict) (OfficialParts, error)

// An OfficialWriter writes upstream's rows, one for each scored verdict, in
// the order in which verdicts come: upstream's order is that of completion.
type OfficialWriter struct {
	Skipped int // verdicts without a score: upstream has no word for them

	out   *bufio.Writer
	parts PartsOf
}

// NewOfficialWriter writes rows to w.
func NewOfficialWriter(w io.Writer, parts PartsOf) *OfficialWriter {
	return &OfficialWriter{out: bufio.NewWriter(w), parts: parts}
}

// Write adds the row of one verdict.
func (o *OfficialWriter) Write(v *verdict.Verdict) error {
	if !v.Outcome.Scored() {
		o.Skipped++
		return nil
	}
	p, err := o.parts(v)
	if err != nil {
		return fmt.Errorf("official result of %s, sample %d: %w", v.TaskID, v.SampleIndex, err)
	}
	row := OfficialRow{
		TaskID: v.TaskID, CompletionID: v.CompletionID, TestCode: p.TestCode, Prompt: p.Prompt,
		Generation: p.Generation, Result: v.OfficialResult, Passed: v.OfficialPassed,
		Finish: p.Finish, Output: []string{},
	}
	if len(row.CompletionID) == 0 {
		row.CompletionID = json.RawMessage(fmt.Sprint(v.SampleIndex))
	}
	if len(row.Finish) == 0 {
		row.Finish = json.RawMessage("-1")
	}
	enc := json.NewEncoder(o.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(row)
}

// Flush writes out what is buffered.
func (o *OfficialWriter) Flush() error { return o.out.Flush() }
