package judge

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"sync"

	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/verdict"
)

// Theory of a run. One goroutine reads jobs in input order into a window, out
// of which so many workers judge what costs most first; verdicts are emitted as
// they are found, one at a time. Identical programs are judged once: the first
// one in input order is, the others take its verdict, waiting for it if need
// be. What is held in memory is bounded: the table of verdicts, the window, the
// jobs in flight, and the samples that wait for one of these.
// Timeouts by the wall guard go to a spool file and are judged again at the
// end, one at a time with nothing beside them.

// A Job is one sample to be judged.
type Job struct {
	Sample  Meta            `json:"sample"`
	Program program.Program `json:"program"`
}

// Meta is what a verdict carries of its sample.
type Meta struct {
	TaskID           string          `json:"task_id"`
	Index            int             `json:"index"`
	CompletionID     json.RawMessage `json:"completion_id,omitempty"`
	SourceLanguage   string          `json:"source_language,omitempty"`
	GenerationSHA256 string          `json:"generation_sha256"`
	Extraction       string          `json:"extraction"`
	Flags            []string        `json:"flags,omitempty"`
}

// Options of a run.
type Options struct {
	Workers int
	Judge   Judge
	Hash    func(program.Program) string
	// Cost is about what a program takes: of those that wait, the ones with the
	// highest are judged first. nil: all are judged in input order.
	Cost func(program.Program) int
	// Emit stores a verdict; it is never called twice at once. Its error ends
	// the run.
	Emit func(verdict.Verdict) error
	// Logf is told what a person should know; may be nil.
	Logf func(format string, args ...any)
}

// maxWaiting bounds the jobs that wait for a verdict of their own program in
// flight.
const maxWaiting = 10_000

// Run judges all jobs. It returns the first error of reading, emitting or the
// harness, after every job already begun has been emitted or given up; what
// was emitted stays valid.
func Run(ctx context.Context, jobs iter.Seq2[Job, error], opt Options) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	window, done := newWindow(ctx)
	defer done()
	r := &run{
		Options: opt, ctx: ctx, cancel: cancel, window: window,
		table: newTable(tableBytes), flight: map[string][]Meta{}, aside: map[string]*verdict.Verdict{},
	}
	r.room = sync.NewCond(&r.mu)
	defer context.AfterFunc(ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.room.Broadcast()
	})()
	var workers sync.WaitGroup
	for range max(1, opt.Workers) {
		workers.Go(func() {
			for w, ok := r.window.take(); ok; w, ok = r.window.take() {
				r.judge(w)
			}
		})
	}
	r.feed(jobs)
	r.window.close()
	workers.Wait()
	defer r.closeSpool()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	r.judgeAlone()
	return context.Cause(ctx)
}

type work struct {
	job  Job
	hash string
}

type run struct {
	Options
	ctx    context.Context
	cancel context.CancelCauseFunc
	window *window

	mu      sync.Mutex // guards what follows, and Emit
	room    *sync.Cond
	table   *table
	flight  map[string][]Meta // program in the window or in flight → samples waiting for it
	waiting int
	// aside has the programs that wait in the spool for their second
	// judgement, and its verdict once there is one. Each took the wall limit to
	// get here, so they are few.
	aside map[string]*verdict.Verdict
	spool *os.File
}

// feed reads the jobs until their end or the run's.
func (r *run) feed(jobs iter.Seq2[Job, error]) {
	for job, err := range jobs {
		if err != nil {
			r.cancel(err)
		}
		if r.ctx.Err() != nil {
			return
		}
		hash := r.Hash(job.Program)
		if r.settled(job.Sample, hash) {
			continue
		}
		if !r.window.put(work{job, hash}, r.cost(job.Program)) {
			return
		}
	}
}

func (r *run) cost(p program.Program) int {
	if r.Cost == nil {
		return 0
	}
	return r.Cost(p)
}

// settled says that the sample needs no judgement of its own: its program is
// known, or in flight.
func (r *run) settled(m Meta, hash string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.waiting >= maxWaiting && r.ctx.Err() == nil {
		r.room.Wait()
	}
	if v, ok := r.table.get(hash); ok {
		v.Cached = true
		r.emit(m, hash, v)
		return true
	}
	if waiters, ok := r.flight[hash]; ok {
		r.flight[hash] = append(waiters, m)
		r.waiting++
		return true
	}
	if _, ok := r.aside[hash]; ok {
		r.putAside(spooled{Hash: hash, Waiters: []Meta{m}})
		return true
	}
	r.flight[hash] = nil
	return false
}

func (r *run) judge(w work) {
	v, err := r.Judge.Judge(r.ctx, w.job.Program)
	if err != nil {
		r.cancel(err)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	waiters := r.flight[w.hash]
	delete(r.flight, w.hash)
	r.waiting -= len(waiters)
	r.room.Broadcast()
	if Provisional(v) {
		r.aside[w.hash] = nil
		r.putAside(spooled{w.hash, &w.job, waiters})
		return
	}
	r.emit(w.job.Sample, w.hash, v)
	if v.Outcome.Scored() { // what is our fault is tried again for the next sample
		r.table.put(w.hash, v)
	}
	r.share(w.hash, waiters, v)
}

// share emits v for samples that waited for the verdict of their program.
func (r *run) share(hash string, waiters []Meta, v verdict.Verdict) {
	v.Cached = true
	for _, m := range waiters {
		r.emit(m, hash, v)
	}
}

// emit completes v with what belongs to the sample and stores it.
func (r *run) emit(m Meta, hash string, v verdict.Verdict) {
	v.TaskID, v.SampleIndex, v.CompletionID = m.TaskID, m.Index, m.CompletionID
	v.SourceLanguage, v.Extraction = m.SourceLanguage, m.Extraction
	v.GenerationSHA256, v.ProgramSHA256 = m.GenerationSHA256, hash
	v.Flags = append(append([]string(nil), m.Flags...), v.Flags...)
	if err := r.Emit(v); err != nil {
		r.cancel(fmt.Errorf("storing a verdict: %w", err))
	}
}

// spooled is a line of the spool: a program to be judged again with all
// samples that had it by then, or, without Job, a sample that came later.
type spooled struct {
	Hash    string `json:"hash"`
	Job     *Job   `json:"job,omitempty"`
	Waiters []Meta `json:"waiters,omitempty"`
}

// putAside writes to a file and not to memory: a whole run may be sleepers.
func (r *run) putAside(s spooled) {
	if err := r.writeSpool(s); err != nil {
		r.cancel(fmt.Errorf("spooling a program to judge again: %w", err))
	}
}

func (r *run) writeSpool(s spooled) error {
	if r.spool == nil {
		f, err := os.CreateTemp("", "xeval-again-*.jsonl")
		if err != nil {
			return err
		}
		os.Remove(f.Name()) // the open file is enough, and leaves nothing after a crash
		r.spool = f
	}
	line, err := json.Marshal(s)
	if err != nil {
		return err
	}
	_, err = r.spool.Write(append(line, '\n'))
	return err
}

func (r *run) closeSpool() {
	if r.spool != nil {
		r.spool.Close()
	}
}

// judgeAlone judges what the wall guard stopped once more, one at a time on
// an otherwise idle harness; now the verdict counts.
func (r *run) judgeAlone() {
	if r.spool == nil {
		return
	}
	if r.Logf != nil {
		r.Logf("judging %d timeouts by wall clock again, alone", len(r.aside))
	}
	if _, err := r.spool.Seek(0, io.SeekStart); err != nil {
		r.cancel(err)
		return
	}
	lines := json.NewDecoder(bufio.NewReader(r.spool))
	for r.ctx.Err() == nil {
		var s spooled
		if err := lines.Decode(&s); err != nil {
			if !errors.Is(err, io.EOF) {
				r.cancel(fmt.Errorf("reading the spool: %w", err))
			}
			return
		}
		r.settleAside(s)
	}
}

func (r *run) settleAside(s spooled) {
	if s.Job != nil {
		v, err := r.Judge.Judge(r.ctx, s.Job.Program)
		if err != nil {
			r.cancel(err)
			return
		}
		v.Attempts++
		r.aside[s.Hash] = &v
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	v := *r.aside[s.Hash]
	if s.Job != nil {
		r.emit(s.Job.Sample, s.Hash, v)
	}
	r.share(s.Hash, s.Waiters, v)
}
