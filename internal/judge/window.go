package judge

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// What a window holds at most.
const (
	windowJobs  = 4096
	windowBytes = 32 << 20 // of programs' text
)

// A window holds the jobs that were read and wait for a worker. Those that cost
// most leave first, and of the same cost those that came first: so at the end
// of a run there is small work left for every worker, rather than one big piece
// for one; and programs of one language, which share batches and compilers,
// come together however the input mixes them. It is bounded: what is cheap
// waits in it for as long as something that costs more is read, and when it is
// full of what is cheap, that is what leaves.
type window struct {
	ctx    context.Context
	mu     sync.Mutex
	more   *sync.Cond // a worker waits for a job
	room   *sync.Cond // the reader waits for room
	lanes  []*lane    // the one that costs most first
	jobs   int
	bytes  int
	closed bool
}

// lane are the jobs of one cost, in input order.
type lane struct {
	cost int
	jobs []work
}

// newWindow makes one that ends with ctx; done is to be called in the end.
func newWindow(ctx context.Context) (w *window, done func() bool) {
	w = &window{ctx: ctx}
	w.more, w.room = sync.NewCond(&w.mu), sync.NewCond(&w.mu)
	return w, context.AfterFunc(ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.more.Broadcast()
		w.room.Broadcast()
	})
}

// put waits for room; false: the run is over.
func (w *window) put(job work, cost int) bool {
	size := textBytes(job.job)
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.jobs > 0 && (w.jobs >= windowJobs || w.bytes+size > windowBytes) && w.ctx.Err() == nil {
		w.room.Wait()
	}
	if w.ctx.Err() != nil {
		return false
	}
	l := w.lane(cost)
	l.jobs = append(l.jobs, job)
	w.jobs++
	w.bytes += size
	w.more.Signal()
	return true
}

// lane finds the lane of a cost, or opens it.
func (w *window) lane(cost int) *lane {
	at, ok := slices.BinarySearchFunc(w.lanes, cost, func(l *lane, cost int) int { return cmp.Compare(cost, l.cost) })
	if !ok {
		w.lanes = slices.Insert(w.lanes, at, &lane{cost: cost})
	}
	return w.lanes[at]
}

// take waits for a job; false: there will be none.
func (w *window) take() (job work, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.jobs == 0 && !w.closed && w.ctx.Err() == nil {
		w.more.Wait()
	}
	if w.jobs == 0 || w.ctx.Err() != nil {
		return work{}, false
	}
	for _, l := range w.lanes {
		if len(l.jobs) > 0 {
			job, l.jobs[0] = l.jobs[0], work{} // its text is not held by the lane
			l.jobs = l.jobs[1:]
			break
		}
	}
	w.jobs--
	w.bytes -= textBytes(job.job)
	w.room.Signal()
	return job, true
}

// close says that there is nothing more to put.
func (w *window) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	w.more.Broadcast()
}

// textBytes is about what a job occupies.
func textBytes(j Job) (n int) {
	for _, f := range j.Program.Files {
		n += len(f.Text)
	}
	if o := j.Program.Official; o != nil {
		n += textBytes(Job{Program: *o})
	}
	return n
}
