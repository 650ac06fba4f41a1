package run

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/xeval/xeval/internal/judge"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/model"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/prompt"
	"github.com/xeval/xeval/internal/sample"
	"github.com/xeval/xeval/internal/verdict"
)

// The files that a run with a model adds to its folder.
const (
	GenerationsFile  = "generations.jsonl"
	DescriptionsFile = "descriptions.jsonl" // first step of summarize
)

// Theory of a run with a model. Two sides work at once, each limited on its
// own: one asks the model and appends to generations.jsonl, the other follows
// that file and judges what has come. The file is the truth: a sample's key is
// its problem and its place among that problem's lines. So an interrupted run
// goes on by asking for what the file lacks and judging what has no verdict.

// ModelOptions of a run with a model.
type ModelOptions struct {
	Client   model.Client
	Prompts  *prompt.Builder
	Requests iter.Seq2[prompt.Request, error] // of the task's first step
	Count    int                              // how many requests that is
	Generate model.Options                    // Samples is n

	Problems  *problem.Set
	Languages []*lang.Language // of the problems judged
	Folder    string
	Resume    bool
	JudgeNone bool // only generate
	Header    verdict.Header
	Setting   Setting
	Judged    func(verdict.Verdict) // told each verdict; may be nil
}

// A ModelOutcome is how a run with a model went.
type ModelOutcome struct {
	Generated  model.Progress
	Incomplete *model.Incomplete // samples that could not be had
	Judged     int
}

// FromModel generates and judges. When generation ends early, what came is
// judged all the same, and the error is generation's.
func FromModel(ctx context.Context, o ModelOptions) (*ModelOutcome, error) {
	m := &modelRun{ModelOptions: o, tail: newTail()}
	if err := m.open(ctx); err != nil {
		return nil, err
	}
	err := m.run(ctx)
	return &m.out, errors.Join(err, m.close(err))
}

type modelRun struct {
	ModelOptions
	bench  *Bench
	folder *folder
	store  *model.Store
	tail   *tail
	eval   *evaluation
	out    ModelOutcome
}

func (m *modelRun) open(ctx context.Context) error {
	sampling, err := json.Marshal(m.Client.Settings())
	if err != nil {
		return err
	}
	m.Header.Sampling = sampling
	if m.bench, err = NewBench(ctx, m.Languages, m.Setting); err != nil {
		return err
	}
	fillHeader(&m.Header, m.Problems, nil, m.bench, m.Setting.Workers)
	of := func(p problem.Problem) bool {
		return slices.ContainsFunc(m.Languages, func(l *lang.Language) bool { return isOf(p, l) })
	}
	var used []problem.Problem
	for _, p := range m.Problems.Problems {
		if of(p) {
			used = append(used, p)
		}
	}
	if m.folder, err = openFolder(m.Folder, m.Header, m.Resume, used); err != nil {
		return errors.Join(err, m.bench.Close())
	}
	path := filepath.Join(m.Folder, GenerationsFile)
	if m.store, err = model.OpenStore(path); err != nil {
		return errors.Join(err, m.folder.close(verdict.End{Interrupted: true}), m.bench.Close())
	}
	there, err := countLines(path)
	m.tail.grow(there)
	m.eval = &evaluation{Options: Options{Setting: m.Setting, Header: m.Header, Problems: m.Problems}, bench: m.bench, folder: m.folder}
	m.eval.seen = m.Judged
	return err
}

func (m *modelRun) close(err error) error {
	m.out.Judged = m.eval.judged
	return errors.Join(m.store.Close(), m.folder.close(m.eval.end(err, 0)), m.bench.Close())
}

// run does both sides. A judging side that fails ends the generating one; the
// other way round what has come is still judged.
func (m *modelRun) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var generating error
	var side sync.WaitGroup
	side.Go(func() {
		generating = m.generate(ctx)
		m.tail.end(generating)
	})
	var judging error
	if !m.JudgeNone {
		if judging = m.judge(ctx); judging != nil {
			cancel()
		}
	}
	side.Wait()
	if judging != nil {
		return judging
	}
	if errors.As(generating, &m.out.Incomplete) {
		return nil
	}
	return generating
}

func (m *modelRun) generate(ctx context.Context) error {
	opt := m.Generate
	opt.Stored = func(model.Generation) { m.tail.grow(1) }
	requests := m.Requests
	opt.Wanted = m.Count * opt.Samples
	var undescribed error
	if len(m.Prompts.Task().Steps()) > 1 {
		undescribed = m.describe(ctx)
		var some *model.Incomplete
		if undescribed != nil && !errors.As(undescribed, &some) {
			return undescribed
		}
		requests, opt.Samples = m.solveRequests(), 1
	}
	progress, err := model.Generate(ctx, m.Client, requests, m.store, opt)
	m.out.Generated = progress
	return cmp.Or(err, undescribed)
}

// describe is the first step of summarize, kept in a file of its own.
func (m *modelRun) describe(ctx context.Context) error {
	store, err := model.OpenStore(filepath.Join(m.Folder, DescriptionsFile))
	if err != nil {
		return err
	}
	opt := m.Generate
	opt.Wanted = m.Count * opt.Samples
	_, err = model.Generate(ctx, m.Client, m.Requests, store, opt)
	return errors.Join(err, store.Close())
}

// solveRequests ask for a solution from each description that there is.
func (m *modelRun) solveRequests() iter.Seq2[prompt.Request, error] {
	return func(yield func(prompt.Request, error) bool) {
		for g, err := range model.Read(filepath.Join(m.Folder, DescriptionsFile)) {
			var r prompt.Request
			if err == nil {
				p, ok := m.Problems.Lookup(g.TaskID)
				if !ok {
					err = fmt.Errorf("%s: problem %s is not in the dataset", DescriptionsFile, g.TaskID)
				} else {
					r, err = m.Prompts.Solve(p, g.Raw, g.Sample)
				}
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

func (m *modelRun) judge(ctx context.Context) error {
	m.eval.started = time.Now()
	return m.eval.judge(ctx, m.jobs(m.tail.follow(ctx, filepath.Join(m.Folder, GenerationsFile))))
}

// jobs makes a job of each generation that has no verdict yet.
func (m *modelRun) jobs(generations iter.Seq2[model.Generation, error]) iter.Seq2[judge.Job, error] {
	return func(yield func(judge.Job, error) bool) {
		seen := map[string]int{}
		for g, err := range generations {
			if err != nil {
				yield(judge.Job{}, err)
				return
			}
			s := sample.Sample{
				TaskID: g.TaskID, Language: g.Language, SourceLanguage: g.SourceLanguage, Index: seen[g.TaskID],
				Generation: g.Generation, CompletionID: quoted(g.CompletionID), File: GenerationsFile,
			}
			seen[g.TaskID]++
			job, wanted, err := m.eval.job(s, nil)
			if (wanted || err != nil) && !yield(job, err) {
				return
			}
		}
	}
}

func quoted(s string) json.RawMessage {
	text, err := json.Marshal(s)
	if err != nil { // a string: cannot fail
		panic(err)
	}
	return text
}

// AttemptsOf are the failed samples of an earlier run, for the task repair:
// requests in the order of its verdicts. With output, what their tests wrote
// is shown to the model.
func AttemptsOf(folder string, b *prompt.Builder, only func(string) bool, withOutput bool) iter.Seq2[prompt.Request, error] {
	return func(yield func(prompt.Request, error) bool) {
		for s, err := range failures(folder) {
			if err == nil && only != nil && !only(s.Verdict.TaskID) {
				continue
			}
			var r prompt.Request
			if err == nil {
				a := prompt.Attempt{Code: s.Generation, Origin: fmt.Sprintf("sample-%d", s.Verdict.SampleIndex)}
				if withOutput {
					a.Output = outputOf(s.Verdict)
				}
				r, err = b.Repair(s.Problem, a)
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

func outputOf(v verdict.Verdict) string {
	text := ""
	for _, o := range []*verdict.Output{v.Stdout, v.Stderr} {
		if o != nil {
			text += o.Head + o.Tail
		}
	}
	return text
}
