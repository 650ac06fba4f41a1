package model

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/xeval/xeval/internal/jsonl"
	"github.com/xeval/xeval/internal/prompt"
)

// A Generation is one stored reply: a line of generations.jsonl, which is also
// a file of samples. Keys carry their unit.
type Generation struct {
	TaskID         string `json:"task_id"`
	Language       string `json:"language"`
	SourceLanguage string `json:"source_language,omitempty"`
	Generation     string `json:"generation"`    // the sample; of a describe step the description as replied
	CompletionID   string `json:"completion_id"` // names the sample among those of its problem

	RequestID string      `json:"request_id"`
	Sample    int         `json:"sample"` // number among the request's samples, from 0
	Task      prompt.Task `json:"task"`
	Step      prompt.Step `json:"step"`
	Form      prompt.Form `json:"form"`
	Origin    string      `json:"origin,omitempty"`

	Raw             string `json:"raw"` // the reply as received
	Reasoning       string `json:"reasoning,omitempty"`
	FinishReason    string `json:"finish_reason"`
	Usage           *Usage `json:"usage,omitempty"` // of the whole response; on one of its samples only
	LatencyMillis   int64  `json:"latency_ms"`
	FirstTextMillis int64  `json:"first_text_ms,omitempty"` // streams only
	Attempt         int    `json:"attempt"`                 // the request that brought it, from 1

	ServedModel  string           `json:"served_model,omitempty"` // as the server names it
	ResponseID   string           `json:"response_id,omitempty"`
	Settings     Settings         `json:"settings"`             // as the user chose them
	Parameters   json.RawMessage  `json:"parameters,omitempty"` // the request's body without the prompt
	PromptSHA256 string           `json:"prompt_sha256"`
	CodeLeak     *prompt.CodeLeak `json:"code_leak,omitempty"`
	FinishedAt   time.Time        `json:"finished_at"`
}

func newGeneration(r prompt.Request, s Settings, reply Reply, attempt int, now time.Time) Generation {
	return Generation{
		TaskID: r.TaskID, Language: r.Language, SourceLanguage: r.SourceLanguage,
		Generation: sampleText(r, reply.Text), CompletionID: completionID(r, reply.Sample),
		RequestID: r.ID, Sample: reply.Sample, Task: r.Task, Step: r.Step, Form: r.Form, Origin: r.Origin,
		Raw: reply.Text, Reasoning: reply.Reasoning, FinishReason: reply.FinishReason, Usage: reply.Usage,
		LatencyMillis: reply.Latency.Milliseconds(), FirstTextMillis: reply.FirstText.Milliseconds(), Attempt: attempt,
		ServedModel: reply.Model, ResponseID: reply.ResponseID,
		Settings: s, Parameters: reply.Parameters, PromptSHA256: r.SHA256(),
		CodeLeak: r.CodeLeak, FinishedAt: now.UTC(),
	}
}

func completionID(r prompt.Request, sample int) string {
	if r.Origin == "" {
		return strconv.Itoa(sample)
	}
	return fmt.Sprintf("%s/%d", r.Origin, sample)
}

// Compare orders generations as a person would, numbers by value. The file is
// in the order of arrival, which no result may depend on.
func Compare(a, b Generation) int {
	return cmp.Or(
		compareNatural(a.TaskID, b.TaskID),
		cmp.Compare(a.SourceLanguage, b.SourceLanguage),
		cmp.Compare(a.Step, b.Step),
		compareNatural(a.Origin, b.Origin),
		cmp.Compare(a.Sample, b.Sample),
	)
}

// compareNatural compares what stands before the last digits, then those
// digits as a number.
func compareNatural(a, b string) int {
	aText, aNumber := splitNumber(a)
	bText, bNumber := splitNumber(b)
	return cmp.Or(cmp.Compare(aText, bText), cmp.Compare(aNumber, bNumber), cmp.Compare(a, b))
}

func splitNumber(s string) (text string, number int) {
	text = strings.TrimRight(s, "0123456789")
	number, err := strconv.Atoi(s[len(text):])
	if err != nil {
		return s, -1
	}
	return text, number
}

// Read yields the generations of a file in its order.
func Read(path string) iter.Seq2[Generation, error] {
	return func(yield func(Generation, error) bool) {
		r, err := jsonl.Open(path)
		if err != nil {
			yield(Generation{}, err)
			return
		}
		defer r.Close()
		readFrom(r, yield)
	}
}

func readFrom(r *jsonl.Reader, yield func(Generation, error) bool) {
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return
		}
		var g Generation
		if err == nil {
			err = decode(rec, &g)
		}
		if !yield(g, err) || err != nil {
			return
		}
	}
}

func decode(rec jsonl.Record, g *Generation) error {
	if err := rec.Decode(g); err != nil {
		return err
	}
	switch {
	case g.RequestID == "":
		return rec.Errorf("request_id", "is missing: not a line of generations.jsonl")
	case g.Sample < 0:
		return rec.Errorf("sample", "%d is negative", g.Sample)
	}
	return nil
}
