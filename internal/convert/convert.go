// Package convert writes samples in the formats of other harnesses, and those
// of other harnesses in ours: any format that package sample reads, in; the
// five below, out. Texts are handed on as they are. Where a format wants what a
// sample is not, such as a continuation where there is a whole program that
// does not begin with the prompt, the sample is left out and reported.
package convert

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/xeval/xeval/internal/jsonl"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/sample"
)

// A Format is one that samples can be written in.
type Format string

// The formats.
const (
	HumanEvalX Format = "humaneval-x" // rows of task_id and generation
	HumanEval  Format = "human-eval"  // rows of task_id and completion
	EvalPlus   Format = "evalplus"    // rows of task_id and solution or completion; a folder of programs
	Bigcode    Format = "bigcode"     // one document: a list of whole programs for each problem of the dataset
	MultiPLE   Format = "multipl-e"   // a document with prompt, tests and completions for each problem
)

// Formats lists the names.
func Formats() []string {
	var names []string
	for _, f := range []Format{HumanEvalX, HumanEval, EvalPlus, Bigcode, MultiPLE} {
		names = append(names, string(f))
	}
	return names
}

// ParseFormat finds a format by its name.
func ParseFormat(name string) (Format, error) {
	if !slices.Contains(Formats(), name) {
		return "", fmt.Errorf("unknown format %q (have %s)", name, strings.Join(Formats(), ", "))
	}
	return Format(name), nil
}

// A Report is what became of the samples.
type Report struct {
	Written int
	LeftOut int
	Errors  []*jsonl.Error // the first of those left out, and why
}

// keptErrors is how many errors a Report keeps; all are counted.
const keptErrors = sample.KeptErrors

func (r *Report) leaveOut(e *jsonl.Error) {
	if r.LeftOut++; len(r.Errors) < keptErrors {
		r.Errors = append(r.Errors, e)
	}
}

// Samples writes samples to w. The set is the one that they were resolved with:
// prompts and the order of problems come from it.
func Samples(in iter.Seq2[sample.Sample, error], to Format, set *problem.Set, w io.Writer) (*Report, error) {
	out := bufio.NewWriter(w)
	c := &conversion{to: to, set: set}
	var err error
	switch to {
	case Bigcode:
		err = c.generations(in, out)
	case MultiPLE:
		err = c.documents(in, func(_ string, d document) error { return encode(out, d) })
	default:
		err = c.each(in, func(s sample.Sample, p problem.Problem) error { return c.row(out, s, p) })
	}
	return &c.report, errors.Join(err, out.Flush())
}

// conversion is one call on its way.
type conversion struct {
	to       Format
	set      *problem.Set
	language *lang.Language // of all samples, in formats whose ids do not tell it
	report   Report
}

// errLeftOut is wrapped by what concerns one sample alone.
type errLeftOut struct{ why string }

func (e errLeftOut) Error() string { return e.why }

// each hands every good sample and its problem to write.
func (c *conversion) each(in iter.Seq2[sample.Sample, error], write func(sample.Sample, problem.Problem) error) error {
	for s, err := range in {
		var bad *jsonl.Error
		if errors.As(err, &bad) {
			c.report.leaveOut(bad)
			continue
		}
		if err != nil {
			return err
		}
		p, ok := c.set.Lookup(s.TaskID)
		if !ok {
			return fmt.Errorf("%s:%d: problem %s vanished from the dataset", s.File, s.Line, s.TaskID)
		}
		if err = c.suits(s, p); err == nil {
			err = write(s, p)
		}
		var left errLeftOut
		switch {
		case errors.As(err, &left):
			c.report.leaveOut(&jsonl.Error{File: s.File, Line: s.Line, Err: err})
		case err != nil:
			return err
		default:
			c.report.Written++
		}
	}
	return nil
}

// suits says whether the format can hold samples of this kind at all.
func (c *conversion) suits(s sample.Sample, p problem.Problem) error {
	if own := p.Rule == problem.RuleMultiPLE; own != (c.to == MultiPLE) && c.to != Bigcode {
		if own {
			return fmt.Errorf("%s is a problem of MultiPL-E, whose tests the format %s does not hold; choose %s or %s", p.TaskID, c.to, MultiPLE, Bigcode)
		}
		return fmt.Errorf("%s is no problem of MultiPL-E: the format %s needs its tests, which go behind an open function", p.TaskID, c.to)
	}
	if c.to == HumanEvalX || c.to == MultiPLE {
		return nil
	}
	l, err := lang.Lookup(s.Language)
	if err != nil {
		return err
	}
	if c.language != nil && c.language != l {
		return fmt.Errorf("samples in %s and in %s: the format %s does not tell them apart; choose one with --lang", c.language.Title, l.Title, c.to)
	}
	c.language = l
	return nil
}

// A row's keys, in the order in which they are written.
type row struct {
	TaskID       string          `json:"task_id"`
	Generation   *string         `json:"generation,omitempty"`
	Completion   *string         `json:"completion,omitempty"`
	Solution     *string         `json:"solution,omitempty"`
	CompletionID json.RawMessage `json:"completion_id,omitempty"`
}

func (c *conversion) row(w io.Writer, s sample.Sample, p problem.Problem) error {
	r := row{TaskID: s.TaskID, CompletionID: s.CompletionID}
	if c.to != HumanEvalX {
		r.TaskID = plainID(p)
	}
	if c.to == EvalPlus && s.Whole {
		r.Solution = &s.Generation
		return encode(w, r)
	}
	code, err := continuation(s, p)
	if err != nil {
		return err
	}
	if c.to == HumanEvalX {
		r.Generation = &code
	} else {
		r.Completion = &code
	}
	return encode(w, r)
}

// plainID is the id without a language: the one of the problem's own dataset,
// or "HumanEval/3".
func plainID(p problem.Problem) string {
	if p.SourceID != "" {
		return p.SourceID
	}
	return fmt.Sprintf("HumanEval/%d", p.Number())
}

// encode writes a line, with "<" as it is.
func encode(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// continuation is the code that goes on where the prompt ends.
func continuation(s sample.Sample, p problem.Problem) (string, error) {
	if !s.Whole {
		return s.Generation, nil
	}
	code, ok := strings.CutPrefix(s.Generation, p.Prompt)
	if !ok {
		return "", errLeftOut{fmt.Sprintf("%s: a whole program that does not begin with the prompt cannot be written as what goes on behind it", s.TaskID)}
	}
	return code, nil
}

// whole is the program but for its tests.
func whole(s sample.Sample, p problem.Problem, l *lang.Language) string {
	if s.Whole {
		return s.Generation
	}
	if l.Opening != nil {
		return l.Opening(lang.Parts{Prompt: p.Prompt, Declaration: p.Declaration}) + s.Generation
	}
	return p.Prompt + s.Generation
}
