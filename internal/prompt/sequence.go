package prompt

import (
	"fmt"
	"iter"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
)

// BuggyOrigin is the origin of a wrong solution that came with its problem.
const BuggyOrigin = "buggy_solution"

// A Source finds the problem that one is translated from.
type Source func(target problem.Problem) (problem.Problem, error)

// From finds the same problem in another language.
func From(set *problem.Set, l *lang.Language) Source {
	return func(target problem.Problem) (problem.Problem, error) {
		p, found := set.ByNumber(l.IDPrefix, target.Number())
		if !found {
			return p, fmt.Errorf("%s: the dataset lacks %s, from which to translate", target.TaskID, SourceID(target.TaskID, l))
		}
		return p, nil
	}
}

// First are the requests of the task's first step, one for each problem.
// Translations need a source; repairs are of the wrong solution that the
// dataset brings.
func (b *Builder) First(problems []problem.Problem, source Source) iter.Seq2[Request, error] {
	return func(yield func(Request, error) bool) {
		for _, p := range problems {
			r, err := b.first(p, source)
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

func (b *Builder) first(p problem.Problem, source Source) (Request, error) {
	switch b.options.Task {
	case Translate:
		if source == nil {
			return Request{}, fmt.Errorf("%s: a translation needs a source language", p.TaskID)
		}
		from, err := source(p)
		if err != nil {
			return Request{}, err
		}
		return b.Translate(from, p)
	case Summarize:
		return b.Describe(p)
	case Repair:
		if p.BuggySolution == "" {
			return Request{}, fmt.Errorf("%s: no buggy_solution in the dataset: repair failed samples of a run instead", p.TaskID)
		}
		return b.Repair(p, Attempt{Code: p.BuggySolution, Origin: BuggyOrigin})
	}
	return b.Generate(p)
}
