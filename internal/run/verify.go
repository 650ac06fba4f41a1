package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/xeval/xeval/internal/judge"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/verdict"
)

// The two samples that Verify makes of each problem, by their index.
const (
	canonicalIndex = 0
	stubIndex      = 1
)

// VerifyOptions say which problems are verified. Folder may be temporary.
type VerifyOptions struct {
	Problems *problem.Set
	Chosen   []problem.Problem
	Folder   string
	Header   verdict.Header
	Setting  Setting
	Progress func(total, done int) func(verdict.Verdict)
}

// Status is how a check of a problem came out.
type Status string

// The statuses. Only Unexpected and NotScored are faults.
const (
	Fine       Status = "fine"        // the canonical solution passed, or the stub failed
	KnownFault Status = "known_fault" // it did not, as the errata say
	Flaky      Status = "flaky"       // may go either way, as the errata say
	Untestable Status = "untestable"  // no stub can be made for the problem
	Unexpected Status = "unexpected"
	NotScored  Status = "not_scored"
)

// A Check is what Verify found about one problem's canonical solution or stub.
type Check struct {
	TaskID   string           `json:"task_id"`
	Language string           `json:"language"`
	Stub     bool             `json:"stub"` // false: the canonical solution
	Status   Status           `json:"status"`
	Why      string           `json:"why,omitempty"`     // of a known fault
	Verdict  *verdict.Verdict `json:"verdict,omitempty"` // nil: untestable
}

// Verify judges each problem's canonical solution, which must pass, and its
// stub, which must fail, and compares with what the errata know.
func Verify(ctx context.Context, o VerifyOptions) ([]Check, error) {
	var languages []*lang.Language
	for _, p := range o.Chosen {
		l, err := lang.Lookup(p.Prefix())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.TaskID, err)
		}
		if !slices.Contains(languages, l) {
			languages = append(languages, l)
		}
	}
	bench, err := NewBench(ctx, languages, o.Setting)
	if err != nil {
		return nil, err
	}
	defer bench.Close()
	fillHeader(&o.Header, o.Problems, nil, bench, o.Setting.Workers)
	folder, err := openFolder(o.Folder, o.Header, false, o.Chosen)
	if err != nil {
		return nil, err
	}
	v := &verification{VerifyOptions: o, folder: folder, verdicts: map[verdict.Key]verdict.Verdict{}}
	e := &evaluation{Options: Options{Setting: o.Setting, Progress: o.Progress, Header: o.Header}, bench: bench, folder: folder, started: time.Now()}
	e.total, e.seen = v.count(), func(got verdict.Verdict) { v.verdicts[got.Key()] = got }
	err = e.judge(ctx, v.jobs())
	if err := errors.Join(err, folder.close(e.end(err, 0))); err != nil {
		return nil, err
	}
	return v.checks(), nil
}

type verification struct {
	VerifyOptions
	folder   *folder
	verdicts map[verdict.Key]verdict.Verdict
}

// each calls f for every sample that can be made.
func (v *verification) each(f func(p problem.Problem, l *lang.Language, index int, code string) bool) {
	for _, p := range v.Chosen {
		l, err := lang.Lookup(p.Prefix())
		if err != nil {
			panic(err) // looked up before
		}
		if !f(p, l, canonicalIndex, p.CanonicalSolution) {
			return
		}
		if code, ok := stub(p, l); ok && !f(p, l, stubIndex, code) {
			return
		}
	}
}

func stub(p problem.Problem, l *lang.Language) (string, bool) {
	return l.Stub(lang.Parts{TaskID: p.TaskID, Prompt: p.Prompt, Declaration: p.Declaration, TestSetup: p.TestSetup, Test: p.Test})
}

func (v *verification) count() (n int) {
	v.each(func(problem.Problem, *lang.Language, int, string) bool { n++; return true })
	return n
}

func (v *verification) jobs() iter.Seq2[judge.Job, error] {
	return func(yield func(judge.Job, error) bool) {
		v.each(func(p problem.Problem, l *lang.Language, index int, code string) bool {
			sha, err := v.folder.add(code)
			id := `"canonical"`
			if index == stubIndex {
				id = `"stub"`
			}
			return yield(judge.Job{
				Sample:  judge.Meta{TaskID: p.TaskID, Index: index, CompletionID: json.RawMessage(id), GenerationSHA256: sha, Extraction: v.Header.Extraction},
				Program: program.Assemble(p, l, code, v.Setting.Programs[l.Name]),
			}, err)
		})
	}
}

// checks compares every verdict with what is expected, in dataset order.
func (v *verification) checks() []Check {
	var out []Check
	for _, p := range v.Chosen {
		l, err := lang.Lookup(p.Prefix())
		if err != nil {
			panic(err) // looked up before
		}
		known := v.Problems.Known(p.TaskID)
		out = append(out, v.canonical(p, l, known), v.stub(p, l, known))
	}
	return out
}

func (v *verification) canonical(p problem.Problem, l *lang.Language, known problem.Expectation) Check {
	c := v.found(p, l, canonicalIndex)
	fault := known.CanonicalFails
	if v.Header.Tests == string(program.Example) {
		fault = known.ExampleFails
	}
	switch {
	case !c.Verdict.Outcome.Scored():
		c.Status = NotScored
	case known.CanonicalVaries != "":
		c.Status, c.Why = Flaky, known.CanonicalVaries
	case c.Verdict.Passed:
		c.Status = Fine
	case fault != "":
		c.Status, c.Why = KnownFault, fault
	default:
		c.Status = Unexpected
	}
	return c
}

func (v *verification) stub(p problem.Problem, l *lang.Language, known problem.Expectation) Check {
	c := v.found(p, l, stubIndex)
	switch {
	case c.Verdict == nil:
		c.Status = Untestable
	case !c.Verdict.Outcome.Scored():
		c.Status = NotScored
	case !c.Verdict.Passed && known.StubRejected != "" && c.Verdict.Outcome == verdict.CompileError:
		c.Status, c.Why = Untestable, known.StubRejected
	case !c.Verdict.Passed:
		c.Status = Fine
	case known.StubPasses != "":
		c.Status, c.Why = KnownFault, known.StubPasses
	default:
		c.Status = Unexpected
	}
	return c
}

// found is a check with its verdict, where there is one.
func (v *verification) found(p problem.Problem, l *lang.Language, index int) Check {
	c := Check{TaskID: p.TaskID, Language: l.Name, Stub: index == stubIndex}
	if got, ok := v.verdicts[verdict.Key{TaskID: p.TaskID, Index: index}]; ok {
		c.Verdict = &got
	}
	return c
}

// Faults are the checks that must not be.
func Faults(checks []Check) []Check {
	var out []Check
	for _, c := range checks {
		if c.Status == Unexpected || c.Status == NotScored {
			out = append(out, c)
		}
	}
	return out
}

// Text names a check for people.
func (c Check) Text() string {
	what := "canonical solution"
	if c.Stub {
		what = "stub"
	}
	text := fmt.Sprintf("%s: the %s", c.TaskID, what)
	if c.Verdict != nil {
		text += " ended as " + c.Verdict.Outcome.String()
		if c.Verdict.Message != "" {
			text += ": " + strings.SplitN(c.Verdict.Message, "\n", 2)[0]
		}
	}
	if c.Why != "" {
		text += " (" + c.Why + ")"
	}
	return text
}
