// Package run carries out a whole evaluation: from files of samples and a set
// of problems to a run folder with verdicts, samples and problems, from which
// every program and every report can be derived again. It connects the other
// packages; it decides no verdict and prints nothing.
package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/xeval/xeval/internal/jsonl"
	"github.com/xeval/xeval/internal/judge"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/sample"
	"github.com/xeval/xeval/internal/verdict"
)

// Options of an evaluation.
type Options struct {
	Sources  []sample.Source
	Problems *problem.Set
	Sample   sample.Options
	Only     func(taskID string) bool // nil: all problems
	Folder   string
	Resume   bool
	Strict   bool           // a bad row ends the evaluation before anything is judged
	Header   verdict.Header // what the caller knows: xeval, command, kind, tests, extraction, host, seeds
	Setting  Setting
	Progress func(total, done int) func(verdict.Verdict) // told the totals once, then each verdict; may be nil
}

// A Plan is what an evaluation finds before it judges anything.
type Plan struct {
	Survey    *sample.Survey
	Languages []*lang.Language // that occur in the samples chosen
	Samples   int              // of the problems chosen
}

// An Outcome is how an evaluation went; its numbers are in the run folder.
type Outcome struct {
	Plan   *Plan
	Notes  []string // what a person should know of the folder
	Judged int
}

// Survey reads all inputs once.
func Survey(o Options) (*Plan, error) {
	survey, err := sample.Scan(o.Sources, dataset{o.Problems}, o.Sample)
	if err != nil {
		return nil, &InputError{err}
	}
	p := &Plan{Survey: survey}
	used := map[string]bool{}
	for taskID, n := range survey.PerProblem {
		if o.Only == nil || o.Only(taskID) {
			p.Samples += n
			used[taskID] = true
		}
	}
	for _, l := range lang.All() {
		if slices.ContainsFunc(o.Problems.Problems, func(q problem.Problem) bool { return used[q.TaskID] && isOf(q, l) }) {
			p.Languages = append(p.Languages, l)
		}
	}
	return p, nil
}

// isOf says whether a problem is of the language.
func isOf(p problem.Problem, l *lang.Language) bool {
	of, err := lang.Lookup(p.Prefix())
	return err == nil && of == l
}

// Eval judges all samples of o's sources into o.Folder. An interrupted or
// failed evaluation leaves a folder that Resume continues.
func Eval(ctx context.Context, o Options) (*Outcome, error) {
	plan, err := Survey(o)
	if err != nil {
		return nil, err
	}
	if o.Strict && plan.Survey.ErrorCount > 0 {
		return nil, &InputError{fmt.Errorf("%w (--strict; bad rows in all: %d)", plan.Survey.Errors[0], plan.Survey.ErrorCount)}
	}
	if plan.Samples == 0 {
		return nil, noSamples(plan)
	}
	bench, err := NewBench(ctx, plan.Languages, o.Setting)
	if err != nil {
		return nil, err
	}
	out, err := o.evalOn(ctx, bench, plan)
	return out, errors.Join(err, bench.Close())
}

func (o Options) evalOn(ctx context.Context, bench *Bench, plan *Plan) (*Outcome, error) {
	fillHeader(&o.Header, o.Problems, o.Only, bench, o.Setting.Workers)
	o.Header.Inputs, o.Header.SourceLanguage = inputs(plan.Survey), o.Sample.From
	folder, err := openFolder(o.Folder, o.Header, o.Resume, chosen(o, plan))
	if err != nil {
		return nil, err
	}
	e := &evaluation{Options: o, bench: bench, folder: folder, total: plan.Samples}
	out := &Outcome{Plan: plan, Notes: folder.notes}
	err = e.judgeAll(ctx)
	out.Judged = e.judged
	return out, errors.Join(err, folder.close(e.end(err, plan.Survey.ErrorCount)))
}

// An InputError says that the input as a whole, or what was said of it, cannot
// be used; nothing was judged.
type InputError struct{ Err error }

func (e *InputError) Error() string { return e.Err.Error() }
func (e *InputError) Unwrap() error { return e.Err }

func noSamples(p *Plan) error {
	switch more := p.Survey.ErrorCount - 1; {
	case more > 0:
		return &InputError{fmt.Errorf("no good row: %w (and %d more)", p.Survey.Errors[0], more)}
	case more == 0:
		return &InputError{fmt.Errorf("no good row: %w", p.Survey.Errors[0])}
	}
	if n := p.Survey.OtherLanguage; n > 0 {
		return &InputError{fmt.Errorf("no sample to judge, of %d: %w", n, p.Survey.FirstOther)}
	}
	return &InputError{errors.New("no sample to judge: the files are empty, or --problems leaves none")}
}

// chosen are the problems that have samples.
func chosen(o Options, p *Plan) []problem.Problem {
	var out []problem.Problem
	for _, q := range o.Problems.Problems {
		if p.Survey.PerProblem[q.TaskID] > 0 && (o.Only == nil || o.Only(q.TaskID)) {
			out = append(out, q)
		}
	}
	return out
}

// evaluation is one call of Eval on its way.
type evaluation struct {
	Options
	bench   *Bench
	folder  *folder
	total   int
	judged  int
	started time.Time
	seen    func(verdict.Verdict) // of every verdict; may be nil
}

// end is the last line of the verdicts.
func (e *evaluation) end(err error, badRows int) verdict.End {
	return verdict.End{
		Finished:   time.Now().UTC().Format(time.RFC3339),
		WallMillis: time.Since(e.started).Milliseconds(), Interrupted: err != nil,
		Judged: e.judged, BadRows: badRows,
	}
}

// Jobs yields the samples of o's sources as jobs and judges nothing; bad rows
// are left out.
func Jobs(o Options) iter.Seq2[judge.Job, error] {
	return func(yield func(judge.Job, error) bool) {
		resolver, err := sample.NewResolver(dataset{o.Problems}, o.Sample)
		if err != nil {
			yield(judge.Job{}, err)
			return
		}
		e := &evaluation{Options: o, folder: &folder{done: &verdict.Keys{}}}
		e.jobs(resolver.All(o.Sources))(yield)
	}
}

func (e *evaluation) judgeAll(ctx context.Context) error {
	e.started = time.Now()
	resolver, err := sample.NewResolver(dataset{e.Problems}, e.Sample)
	if err != nil {
		return err
	}
	return e.judge(ctx, e.jobs(resolver.All(e.Sources)))
}

func (e *evaluation) judge(ctx context.Context, jobs iter.Seq2[judge.Job, error]) error {
	report := func(verdict.Verdict) {}
	if e.Progress != nil {
		report = e.Progress(e.total, e.folder.done.Len())
	}
	return judge.Run(ctx, jobs, judge.Options{
		Workers: e.bench.inFlight(e.Setting.Workers), Judge: e.bench.Judge, Hash: e.bench.Hash, Cost: costOf, Logf: e.Setting.Logf,
		Emit: func(v verdict.Verdict) error {
			e.judged++
			report(v)
			if e.seen != nil {
				e.seen(v)
			}
			return e.folder.verdicts.Write(&v)
		},
	})
}

// costOf ranks programs by their language.
func costOf(p program.Program) int {
	l, err := lang.Lookup(p.Language)
	if err != nil {
		return 0
	}
	return l.Cost
}

// jobs turns samples into jobs, in input order, leaving out what is judged
// already.
func (e *evaluation) jobs(samples iter.Seq2[sample.Sample, error]) iter.Seq2[judge.Job, error] {
	return func(yield func(judge.Job, error) bool) {
		for s, err := range e.wanted(samples) {
			job, wanted, err := e.job(s, err)
			if (wanted || err != nil) && !yield(job, err) {
				return
			}
		}
	}
}

// wanted leaves out bad rows, which the survey has reported, and samples of
// problems that were not chosen.
func (e *evaluation) wanted(samples iter.Seq2[sample.Sample, error]) iter.Seq2[sample.Sample, error] {
	return func(yield func(sample.Sample, error) bool) {
		for s, err := range samples {
			var bad *jsonl.Error
			if errors.As(err, &bad) || err == nil && e.Only != nil && !e.Only(s.TaskID) {
				continue
			}
			if !yield(s, err) {
				return
			}
		}
	}
}

// job stores the sample's generation and assembles its program, unless the
// sample has its verdict. The generation is stored in any case: the part of
// the run that was killed may have lost it.
func (e *evaluation) job(s sample.Sample, failed error) (j judge.Job, wanted bool, err error) {
	if failed != nil {
		return j, false, failed
	}
	sha, err := e.folder.add(s.Generation)
	if err != nil || e.folder.done.Has(verdict.Key{TaskID: s.TaskID, Index: s.Index}) {
		return j, false, err
	}
	p, ok := e.Problems.Lookup(s.TaskID)
	if !ok {
		return j, false, fmt.Errorf("%s:%d: problem %s vanished from the dataset", s.File, s.Line, s.TaskID)
	}
	l, err := lang.Lookup(s.Language)
	if err != nil {
		return j, false, err
	}
	mode, err := modeOf(e.Header)
	if err != nil {
		return j, false, err
	}
	made, rule := assemble(p, l, s.Generation, s.Whole, mode, e.Setting.Programs[l.Name])
	return judge.Job{Sample: meta(s, sha, rule), Program: made}, true, nil
}

func meta(s sample.Sample, sha, rule string) judge.Meta {
	flags := slices.Clone(s.Flags)
	if s.PromptDiffers {
		flags = append(flags, "prompt_differs")
	}
	return judge.Meta{
		TaskID: s.TaskID, Index: s.Index, CompletionID: s.CompletionID, SourceLanguage: s.SourceLanguage,
		GenerationSHA256: sha, Extraction: rule, Flags: flags,
	}
}

func inputs(s *sample.Survey) []verdict.Input {
	var out []verdict.Input
	for _, in := range s.Inputs {
		out = append(out, verdict.Input{Path: in.Name, SHA256: in.SHA256, Rows: in.Rows, Format: in.Format})
	}
	return out
}

// fillHeader adds what the bench and the problems know.
func fillHeader(h *verdict.Header, set *problem.Set, only func(string) bool, b *Bench, workers int) {
	h.FormatVersion = verdict.FormatVersion
	h.Started = time.Now().UTC().Format(time.RFC3339)
	h.Dataset = verdict.Dataset(set.Dataset)
	h.Languages, h.Workers, h.Plain = b.Languages, workers, b.Plain
	for i := range h.Languages {
		for _, p := range set.Problems {
			if l, err := lang.Lookup(p.Prefix()); err == nil && l.Name == h.Languages[i].Name && (only == nil || only(p.TaskID)) {
				h.Languages[i].Problems++
			}
		}
	}
	isolation, err := json.Marshal(b.Isolation)
	if err != nil { // a struct of strings: cannot fail
		panic(err)
	}
	h.Isolation = isolation
}

// dataset shows a set of problems to package sample.
type dataset struct{ set *problem.Set }

func (d dataset) Lookup(id string) (string, bool) {
	p, ok := d.set.Lookup(id)
	return p.TaskID, ok
}

func (d dataset) ByNumber(prefix string, n int) (string, bool) {
	p, ok := d.set.ByNumber(prefix, n)
	return p.TaskID, ok
}

func (d dataset) Prompt(taskID string) string {
	p, _ := d.set.Lookup(taskID)
	return p.Prompt
}
