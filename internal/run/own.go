package run

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/xeval/xeval/internal/extract"
	"github.com/xeval/xeval/internal/jsonl"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/sample"
	"github.com/xeval/xeval/internal/verdict"
)

// OwnProblems is the dataset that files of samples bring with them, when their
// rows have prompt and tests of their own, as MultiPL-E's do: then no other
// dataset is needed. It is nil when the first good row has no tests.
func OwnProblems(sources []sample.Source) (*problem.Set, error) {
	o := own{problems: map[string]problem.Problem{}}
	d := problem.Dataset{Name: "multipl-e", SHA256: map[string]string{}}
	for _, src := range sources {
		sum, err := o.read(src)
		if err != nil || o.none {
			return nil, err
		}
		d.SHA256[filepath.Base(src.Path)] = sum
	}
	if len(o.order) == 0 {
		return nil, nil
	}
	list := make([]problem.Problem, len(o.order))
	for i, id := range o.order {
		list[i] = o.problems[id]
	}
	set := problem.NewSet(d, list)
	set.BadRows = o.bad
	return set, nil
}

// own gathers problems from rows.
type own struct {
	problems map[string]problem.Problem
	order    []string
	bad      []error
	none     bool // the rows bring no tests
}

// read takes the problems of one source and gives its hash.
func (o *own) read(src sample.Source) (string, error) {
	rows, err := src.Open()
	if err != nil {
		return "", err
	}
	defer rows.Close()
	for {
		row, err := rows.Next()
		var bad *jsonl.Error
		switch {
		case err == io.EOF:
			return rows.SHA256()
		case errors.As(err, &bad): // resolving the samples will say so
			continue
		case err != nil:
			return "", err
		case row.Tests == "" && len(o.order) == 0:
			o.none = true
			return "", nil
		}
		if err := o.add(row); err != nil {
			o.bad = append(o.bad, &jsonl.Error{File: row.File, Line: row.Line, Err: err})
		}
	}
}

func (o *own) add(row sample.Row) error {
	if row.Tests == "" {
		return fmt.Errorf("%s brings no tests, as the rows before it do", row.ID)
	}
	p, err := problem.Multiple(row.ID, row.Language, row.Prompt, row.Tests)
	if err != nil {
		return err
	}
	had, known := o.problems[p.TaskID]
	if known && (had.Prompt != p.Prompt || had.Test != p.Test) {
		return fmt.Errorf("%s has another prompt or other tests than in the row before; the first are used", row.ID)
	}
	if !known {
		o.problems[p.TaskID] = p
		o.order = append(o.order, p.TaskID)
	}
	return nil
}

// isWhole says that a verdict's sample was a whole program.
func isWhole(v *verdict.Verdict) bool { return slices.Contains(v.Flags, sample.FlagWhole) }

// chatFlag marks a reply of a conversation that was judged as it is.
const chatFlag = "looks_like_chat"

// assemble makes the program of a sample, be it code or a whole program, and
// says which rule took the code out of it.
func assemble(p problem.Problem, l *lang.Language, text string, whole bool, mode extract.Mode, opt program.Options) (out program.Program, rule string) {
	if whole {
		return program.AssembleWhole(p, l, text, opt), "whole"
	}
	x := mode.Extract(l, program.Target(p, opt), text)
	out = program.AssembleExtracted(p, l, x, opt)
	if mode == extract.Official && extract.LooksLikeChat(text) {
		out.Flags = append(out.Flags, chatFlag)
	}
	return out, x.Rule
}

// modeOf is a header's extraction mode.
func modeOf(h verdict.Header) (extract.Mode, error) {
	if h.Extraction == "" {
		return extract.Official, nil
	}
	return extract.ParseMode(h.Extraction)
}
