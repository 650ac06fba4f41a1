package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/xeval/xeval/internal/verdict"
)

// progress draws one line on a terminal: done, rate, ETA. On a pipe it draws
// nothing, so that logs stay readable.
type progress struct {
	t     *terminal
	total int
	start time.Time

	mu     sync.Mutex
	done   int
	passed int
	last   time.Time
}

// newProgress counts up to total; done of them need no work (a resumed run).
func newProgress(t *terminal, total, done int) *progress {
	return &progress{t: t, total: total - done, start: time.Now()}
}

// add counts one verdict and redraws at most ten times a second.
func (p *progress) add(v verdict.Verdict) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	if v.Passed {
		p.passed++
	}
	if now := time.Now(); p.t.errTTY && (now.Sub(p.last) > 100*time.Millisecond || p.done == p.total) {
		p.last = now
		fmt.Fprintf(p.t.err, "\r\x1b[K%s", p.line(now))
	}
}

func (p *progress) line(now time.Time) string {
	elapsed := now.Sub(p.start).Seconds()
	rate := float64(p.done) / max(elapsed, 1e-3)
	text := fmt.Sprintf("judged %d of %d", p.done, p.total)
	if p.total > 0 {
		text += fmt.Sprintf(" (%d%%)", 100*p.done/p.total)
	}
	text += fmt.Sprintf("  %.1f/s", rate)
	if left := p.total - p.done; left > 0 && p.done > 0 {
		text += "  ETA " + (time.Duration(float64(left)/rate) * time.Second).Round(time.Second).String()
	}
	return text + fmt.Sprintf("  passed %d", p.passed)
}

// finish clears the line.
func (p *progress) finish() {
	if p.t.errTTY {
		fmt.Fprint(p.t.err, "\r\x1b[K")
	}
}
