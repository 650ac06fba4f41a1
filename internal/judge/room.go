package judge

import (
	"context"
	"sync"
)

// A Room bounds how many steps run at once by the memory they are likely to
// need: a machine with many cores and little memory, or a small container,
// would else lose the harness itself to the kernel's memory killer. A step
// waits until what runs leaves room for it; one always runs. Every step has a
// limit of its own besides, so that a wrong guess is no danger to verdicts.
type Room struct {
	mu     sync.Mutex
	total  int64            // bytes for all steps together
	taken  int64            // by the steps that run, as guessed
	steps  int              // that run
	likely map[string]int64 // kind of step → bytes
	freed  chan struct{}    // closed when a step ends
}

const (
	// firstGuess is for a kind of step of which nothing is known yet.
	firstGuess = 512 << 20
	// fade makes a guess fall slowly to what is usual: it is the largest peak
	// seen, losing one part of so many with each step that needed less.
	fade = 50
)

// NewRoom makes room for steps that need so many bytes together.
func NewRoom(total int64) *Room {
	return &Room{total: total, likely: map[string]int64{}, freed: make(chan struct{})}
}

// enter waits until a step of this kind has room, and gives what is to be
// called with its peak of memory when it has ended. A nil Room has room for
// all.
func (r *Room) enter(ctx context.Context, kind string, limit int64) (leave func(peak int64), err error) {
	if r == nil {
		return func(int64) {}, nil
	}
	for {
		r.mu.Lock()
		need, known := r.likely[kind]
		if !known {
			need = min(limit, firstGuess)
		}
		if r.steps == 0 || r.taken+need <= r.total {
			r.steps++
			r.taken += need
			r.mu.Unlock()
			return func(peak int64) { r.leave(kind, need, peak) }, nil
		}
		freed := r.freed
		r.mu.Unlock()
		select {
		case <-freed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (r *Room) leave(kind string, need, peak int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.steps--
	r.taken -= need
	if peak > 0 { // 0: the sandbox could not measure it
		guess := r.likely[kind]
		r.likely[kind] = max(peak, guess-guess/fade)
	}
	close(r.freed)
	r.freed = make(chan struct{})
}
