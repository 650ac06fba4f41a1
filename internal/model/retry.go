package model

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

// How often, when and how long a request is asked again. The limits differ by
// what went wrong: a fault of one request is bounded by a number of tries, a
// server that wants less by the time in which nothing else came from it.

const (
	// maxBackoff is the longest pause that we choose ourselves.
	maxBackoff = time.Minute
	// lateTries is how often a request may miss its deadline: a model that
	// never stops would do so every time.
	lateTries = 2
	// hopeless is after how many requests given up in a row, with no success
	// between them, the whole run ends.
	hopeless = 3
)

// A patience counts the faults of one job since it last got anywhere.
type patience struct{ faults, late int }

func (p *patience) exhausted(f *Fault, got, retries int) bool {
	if got > 0 {
		*p = patience{}
	}
	p.faults++
	if f.late {
		p.late++
	}
	return p.faults > retries || p.late > lateTries
}

func (r *run) succeeded() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lastGood, r.pushes, r.givenUp, r.everGood = time.Now(), 0, 0, true
}

// pushedBack slows everyone down. It ends the run when the server has done
// nothing else for longer than our patience.
func (r *run) pushedBack(ticket int, f *Fault) {
	isNew := r.gate.reduce(ticket)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress.Pushbacks++
	if isNew {
		r.pushes++
	}
	pause := f.RetryAfter
	if pause == 0 {
		pause = r.backoff(max(1, r.pushes))
	} else {
		pause += time.Duration(rand.Int64N(int64(pause)/10 + 1)) // not all at the same moment
	}
	waited := time.Since(r.lastGood)
	if waited+pause > r.options.Patience {
		r.cancel(fmt.Errorf("no progress for %v, and the next try would be in %v: %w",
			waited.Round(time.Millisecond), pause.Round(time.Millisecond), f))
	}
	r.gate.pause(pause)
	r.report()
}

// backoff is the pause after the given number of faults: doubled each time,
// with jitter downwards so that requests that failed together spread out.
func (r *run) backoff(faults int) time.Duration {
	pause := maxBackoff
	if faults < 20 {
		pause = min(pause, r.options.Backoff<<(faults-1))
	}
	return pause/2 + time.Duration(rand.Int64N(int64(pause)/2+1))
}

func sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// giveUp notes that a request cannot be answered, and ends the run when that
// is the rule. A refusal says something about the server only as long as
// nothing at all has worked.
func (r *run) giveUp(j job, f *Fault) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failures[j.request.ID] = &Failure{RequestID: j.request.ID, Fault: f}
	if !f.absent && (f.Kind != Refused || !r.everGood) {
		r.givenUp++
	}
	if r.givenUp >= hopeless {
		r.cancel(fmt.Errorf("%d requests in a row could not be answered, the last one: %w", r.givenUp, f))
	}
}

// isLost says that the job's request was given up, perhaps by another job for
// it, and counts its samples as missing.
func (r *run) isLost(j job) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.failures[j.request.ID]
	if f != nil {
		f.Missing += len(j.samples)
	}
	return f != nil
}
