package model

import (
	"context"
	"sync"
	"time"
)

// A gate bounds the requests in flight to what the server bears: the limit
// halves when the server pushes back and grows by one per full round of
// successes, up to the user's. When the server says how long to wait, nobody
// starts a request before. Answers to requests that began before the last
// reduction do not reduce it again: they are one signal, not many.
type gate struct {
	mu      sync.Mutex
	limit   float64
	most    int
	running int
	opensAt time.Time
	epoch   int
	changed chan struct{} // closed at every change, then replaced
}

func newGate(most int) *gate {
	return &gate{limit: float64(most), most: most, changed: make(chan struct{})}
}

// enter waits for a place; the ticket goes back through leave or reduce.
func (g *gate) enter(ctx context.Context) (ticket int, err error) {
	for {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		g.mu.Lock()
		wait := time.Until(g.opensAt)
		if wait <= 0 && g.running < int(g.limit) {
			g.running++
			ticket = g.epoch
			g.mu.Unlock()
			return ticket, nil
		}
		changed := g.changed
		g.mu.Unlock()
		if err := waitFor(ctx, changed, wait); err != nil {
			return 0, err
		}
	}
}

// waitFor returns at the change, or after the wait if that is positive.
func waitFor(ctx context.Context, changed <-chan struct{}, wait time.Duration) error {
	var timer <-chan time.Time
	if wait > 0 {
		t := time.NewTimer(wait)
		defer t.Stop()
		timer = t.C
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-changed:
	case <-timer:
	}
	return nil
}

// leave gives the place back; ok says that the server coped.
func (g *gate) leave(ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running--
	if ok {
		g.limit = min(float64(g.most), g.limit+1/g.limit)
	}
	g.signal()
}

// reduce gives the place back after the server pushed back; false when its
// request is older than the last reduction.
func (g *gate) reduce(ticket int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running--
	isNew := ticket == g.epoch
	if isNew {
		g.limit = max(1, g.limit/2)
		g.epoch++
	}
	g.signal()
	return isNew
}

// pause closes the gate for a while.
func (g *gate) pause(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if at := time.Now().Add(d); at.After(g.opensAt) {
		g.opensAt = at
	}
	g.signal()
}

func (g *gate) signal() {
	close(g.changed)
	g.changed = make(chan struct{})
}

// state is for the progress line.
func (g *gate) state() (running, limit int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.running, int(g.limit)
}
