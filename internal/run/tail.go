package run

import (
	"context"
	"encoding/json"
	"iter"
	"os"
	"sync"

	"github.com/xeval/xeval/internal/jsonl"
	"github.com/xeval/xeval/internal/model"
)

// tail reads a file of generations while it is being written. The writer says
// how many whole lines there are; the reader takes them from the file, so that
// judging may fall behind by any number of samples in no memory.
type tail struct {
	mu     sync.Mutex
	more   *sync.Cond
	lines  int
	ended  bool
	failed error
}

func newTail() *tail {
	t := &tail{}
	t.more = sync.NewCond(&t.mu)
	return t
}

// grow says that n more lines are in the file.
func (t *tail) grow(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines += n
	t.more.Broadcast()
}

// end says that no more lines will come, and why if they should have.
func (t *tail) end(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended, t.failed = true, err
	t.more.Broadcast()
}

// wait blocks until there are more than n lines, or false when there will
// never be.
func (t *tail) wait(ctx context.Context, n int) bool {
	defer context.AfterFunc(ctx, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.more.Broadcast()
	})()
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.lines <= n && !t.ended && ctx.Err() == nil {
		t.more.Wait()
	}
	return t.lines > n && ctx.Err() == nil
}

// follow yields the generations of the file as they come.
func (t *tail) follow(ctx context.Context, path string) iter.Seq2[model.Generation, error] {
	return func(yield func(model.Generation, error) bool) {
		var lines *jsonl.Reader
		for n := 0; t.wait(ctx, n); n++ {
			if lines == nil { // there is a first line now
				var err error
				if lines, err = jsonl.Open(path); err != nil {
					yield(model.Generation{}, err)
					return
				}
				defer lines.Close()
			}
			var g model.Generation
			rec, err := lines.Next()
			if err == nil {
				err = json.Unmarshal(rec.Data, &g)
			}
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// countLines is how many whole lines a file has; none when there is no file.
func countLines(path string) (int, error) {
	lines, err := jsonl.Open(path)
	if os.IsNotExist(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer lines.Close()
	for n := 0; ; n++ {
		if _, err := lines.Next(); err != nil {
			return n, nil // OpenStore has dropped what is torn
		}
	}
}
