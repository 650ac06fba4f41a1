package model

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/xeval/xeval/internal/prompt"
)

// Options bound and observe a run of Generate. Zero values mean the defaults.
type Options struct {
	Samples     int           // per request; 1
	PerRequest  int           // samples asked for in one request at most; 16
	Concurrency int           // requests in flight at most; 8
	Deadline    time.Duration // of one request; 10 minutes
	Retries     int           // after a fault, per request; 6; below zero: none
	Patience    time.Duration // with a server that only pushes back; 30 minutes
	Backoff     time.Duration // first pause after a fault, then doubled; 1 second
	Wanted      int           // samples in all, for the ETA
	Prices      Prices

	// Stored is called for each new generation once it is on the disk, and
	// Progress after every change; neither is called twice at the same time.
	Stored   func(Generation)
	Progress func(Progress)
}

func (o Options) withDefaults() Options {
	set(&o.Samples, 1)
	set(&o.PerRequest, 16)
	set(&o.Concurrency, 8)
	set(&o.Deadline, 10*time.Minute)
	if o.Retries == 0 {
		o.Retries = 6
	}
	o.Retries = max(o.Retries, 0)
	set(&o.Patience, 30*time.Minute)
	set(&o.Backoff, time.Second)
	return o
}

func set[T int | time.Duration](v *T, standard T) {
	if *v <= 0 {
		*v = standard
	}
}

// Generate asks the client for the samples of all requests that the store
// lacks, and stores each as soon as it is finished. The error is *Incomplete
// when single requests could not be answered, and says what ended the run
// otherwise; in every case what was stored stays, and a second call goes on.
func Generate(ctx context.Context, c Client, requests iter.Seq2[prompt.Request, error], s *Store, o Options) (Progress, error) {
	o = o.withDefaults()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := &run{
		client: c, store: s, options: o, cancel: cancel, gate: newGate(o.Concurrency),
		started: time.Now(), lastGood: time.Now(), failures: map[string]*Failure{},
		progress: Progress{Wanted: o.Wanted, Prices: o.Prices},
	}
	r.queue = newQueue(requests, o.PerRequest, r.plan)
	stop := context.AfterFunc(ctx, r.queue.close)
	defer stop()
	var workers sync.WaitGroup
	for range o.Concurrency {
		workers.Go(func() { r.work(ctx) })
	}
	workers.Wait()
	r.queue.close()
	return r.outcome(ctx)
}

// A run is the state of one call of Generate.
type run struct {
	client  Client
	store   *Store
	options Options
	queue   *queue
	gate    *gate
	cancel  context.CancelCauseFunc
	started time.Time

	mu       sync.Mutex
	progress Progress
	lastGood time.Time // when a request last succeeded, or the start
	everGood bool
	pushes   int // reductions since then
	givenUp  int // requests given up since then
	failures map[string]*Failure
}

// plan is what of a request is to be asked for.
func (r *run) plan(q prompt.Request) ([]int, error) {
	missing, err := r.store.Missing(q, r.client.Settings(), r.options.Samples)
	if err != nil {
		return nil, err
	}
	r.update(func(p *Progress) { p.Resumed += r.options.Samples - len(missing) })
	return missing, nil
}

func (r *run) work(ctx context.Context) {
	for {
		j, more, err := r.queue.take()
		if err != nil {
			r.cancel(err)
		}
		if err != nil || !more {
			return
		}
		left, batch := r.finish(ctx, j)
		r.queue.done(left, batch)
	}
}

// finish asks until the job is done, given up, or better split; then it
// returns the rest, and how many samples to ask for at once from now on.
func (r *run) finish(ctx context.Context, j job) (left job, batch int) {
	at, n := patience{}, len(j.samples)
	for len(j.samples) > 0 && ctx.Err() == nil {
		if r.isLost(j) {
			return job{}, n
		}
		n = min(n, len(j.samples))
		before := len(j.samples)
		fault := r.attempt(ctx, &j, n)
		got := before - len(j.samples)
		switch {
		case ctx.Err() != nil:
		case fault == nil && len(j.samples) > 0:
			return j, got // the server gives fewer at once
		case fault == nil:
		case fault.Kind == Fatal:
			r.cancel(fault)
		case fault.Kind == Refused && n > 1:
			n = 1 // perhaps only the number was refused
		case fault.Kind == Refused:
			r.giveUp(j, fault)
		case fault.Kind == Pushback:
			// the gate makes everyone wait
		case at.exhausted(fault, got, r.options.Retries):
			r.giveUp(j, fault)
		default:
			r.update(func(p *Progress) { p.Retries++ })
			sleep(ctx, max(fault.RetryAfter, r.backoff(at.faults)))
		}
	}
	return job{}, r.options.PerRequest
}

// attempt sends one request for the next n samples of the job.
func (r *run) attempt(ctx context.Context, j *job, n int) *Fault {
	ticket, err := r.gate.enter(ctx)
	if err != nil {
		return nil // the run has ended; finish sees it
	}
	j.attempt++
	r.update(func(p *Progress) { p.Requests++ })
	asked, release := context.WithTimeout(ctx, r.options.Deadline)
	defer release()
	before := len(j.samples)
	err = r.client.Ask(asked, Query{j.request, j.samples[:n]}, func(reply Reply) error { return r.keep(j, reply) })
	fault := r.read(err, asked, ctx)
	if err == nil && len(j.samples) == before {
		fault = &Fault{Message: "no reply, and no reason given"}
	}
	if fault != nil && fault.Kind == Pushback {
		r.pushedBack(ticket, fault)
		return fault
	}
	r.gate.leave(fault == nil)
	if fault == nil {
		r.succeeded()
	}
	return fault
}

// read makes a fault of an error of Ask; nil while the whole run is ending.
func (r *run) read(err error, asked, whole context.Context) *Fault {
	var f *Fault
	switch {
	case err == nil || whole.Err() != nil:
		return nil
	case asked.Err() != nil:
		return &Fault{late: true, Message: fmt.Sprintf(
			"no complete reply within %v: allow more time or fewer tokens", r.options.Deadline)}
	case errors.As(err, &f):
		return f
	}
	// Not the server's doing: the store could not be written.
	return &Fault{Kind: Fatal, Message: err.Error()}
}

// keep stores a reply and takes its sample off the job.
func (r *run) keep(j *job, reply Reply) error {
	g := newGeneration(j.request, r.client.Settings(), reply, j.attempt, time.Now())
	isNew, err := r.store.Append(g)
	if err != nil {
		return err
	}
	j.samples = without(j.samples, reply.Sample)
	r.mu.Lock()
	defer r.mu.Unlock()
	if isNew {
		r.progress.count(g)
		if r.options.Stored != nil {
			r.options.Stored(g)
		}
	}
	r.report()
	return nil
}

// without is a copy: the client still reads the old list.
func without(samples []int, one int) []int {
	var out []int
	for _, s := range samples {
		if s != one {
			out = append(out, s)
		}
	}
	return out
}

func (r *run) update(change func(*Progress)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change(&r.progress)
	r.report()
}

// report needs the lock.
func (r *run) report() {
	r.progress.Running, r.progress.Limit = r.gate.state()
	r.progress.Elapsed = time.Since(r.started)
	if r.options.Progress != nil {
		r.options.Progress(r.progress)
	}
}
