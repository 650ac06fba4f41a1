package model

import (
	"iter"
	"sync"

	"github.com/xeval/xeval/internal/prompt"
)

// A job asks for some samples of one request.
type job struct {
	request prompt.Request
	samples []int
	attempt int // requests made for it so far
}

// A queue hands out jobs. It draws requests one by one, so that prompts are
// made as they are needed, and takes back what a server gave too little of.
type queue struct {
	mu       sync.Mutex
	free     *sync.Cond
	next     func() (prompt.Request, error, bool)
	stopPull func()
	plan     func(prompt.Request) ([]int, error) // samples missing of a request
	batch    int                                 // samples asked for at once
	ready    []job
	active   int
	drained  bool
	closed   bool
}

func newQueue(requests iter.Seq2[prompt.Request, error], batch int, plan func(prompt.Request) ([]int, error)) *queue {
	q := &queue{plan: plan, batch: batch}
	q.free = sync.NewCond(&q.mu)
	q.next, q.stopPull = iter.Pull2(requests)
	return q
}

// take waits for a job; false: there will be none.
func (q *queue) take() (job, bool, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if q.closed {
			return job{}, false, nil
		}
		if err := q.draw(); err != nil {
			return job{}, false, err
		}
		if len(q.ready) > 0 {
			j := q.ready[0]
			q.ready = q.ready[1:]
			q.active++
			return j, true, nil
		}
		if q.active == 0 {
			return job{}, false, nil
		}
		q.free.Wait() // an active job may come back in part
	}
}

// draw takes requests until there is a job.
func (q *queue) draw() error {
	for len(q.ready) == 0 && !q.drained {
		r, err, ok := q.next()
		if !ok {
			q.drained = true
			return nil
		}
		if err != nil {
			return err
		}
		missing, err := q.plan(r)
		if err != nil {
			return err
		}
		q.split(job{request: r, samples: missing})
	}
	return nil
}

func (q *queue) split(j job) {
	for len(j.samples) > 0 {
		n := min(q.batch, len(j.samples))
		q.ready = append(q.ready, job{j.request, j.samples[:n], j.attempt})
		j.samples = j.samples[n:]
	}
}

// done ends a job; what is left of it is asked for again, in batches of at
// most batch, as are all later jobs.
func (q *queue) done(left job, batch int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.active--
	q.batch = min(q.batch, batch)
	ready := q.ready
	q.ready = nil
	for _, j := range append(ready, left) {
		q.split(j)
	}
	q.free.Broadcast()
}

// close makes every take end.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.stopPull()
	q.free.Broadcast()
}
