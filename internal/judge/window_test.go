package judge

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/verdict"
)

// byLetter costs as much as the first letter of its text says.
func byLetter(p program.Program) int { return int(p.Files[0].Text[0]) }

func TestWhatCostsMostIsJudgedFirst(t *testing.T) {
	var order []string
	read := make(chan struct{})
	f := &fake{decide: func(text string, call int64) (verdict.Verdict, error) {
		if call == 1 {
			<-read // all the others are in the window
		}
		order = append(order, text)
		return verdict.Verdict{Outcome: verdict.Passed, Passed: true}, nil
	}}
	texts := []string{"a1", "a2", "c1", "b1", "a3", "c2", "b2", "a2"}
	var seen []int
	err := Run(t.Context(), func(yield func(Job, error) bool) {
		jobs(texts...)(yield)
		close(read)
	}, Options{Workers: 1, Judge: f, Hash: hash, Cost: byLetter, Emit: func(v verdict.Verdict) error {
		seen = append(seen, v.SampleIndex)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	// The worker may have taken either of what was there first.
	first := order[0]
	want := slices.DeleteFunc([]string{"c1", "c2", "b1", "b2", "a1", "a2", "a3"}, func(s string) bool { return s == first })
	if !slices.Equal(order[1:], want) {
		t.Errorf("%s after %s, want %s", order[1:], first, want)
	}
	if len(seen) != len(texts) {
		t.Errorf("verdicts of %v", seen)
	}
}

// TestReadingStaysInTheWindow: what is read ahead is bounded by number and by
// size, and all of it is judged in the end.
func TestReadingStaysInTheWindow(t *testing.T) {
	for name, c := range map[string]struct{ text, most, all int }{
		"by number": {1, windowJobs, 3 * windowJobs},
		"by size":   {1 << 20, windowBytes >> 20, 3 * windowBytes >> 20},
	} {
		t.Run(name, func(t *testing.T) {
			const workers = 2
			read, most := 0, atomic.Int64{}
			hold := make(chan struct{})
			var once sync.Once
			f := &fake{decide: func(string, int64) (verdict.Verdict, error) {
				<-hold
				return verdict.Verdict{Outcome: verdict.Passed, Passed: true}, nil
			}}
			release := func() { once.Do(func() { close(hold) }) }
			time.AfterFunc(100*time.Millisecond, release) // by then the window is full, or nearly
			padding := strings.Repeat("x", c.text)
			err := Run(t.Context(), func(yield func(Job, error) bool) {
				for i := range c.all {
					read++
					most.Store(max(most.Load(), int64(read)-f.calls.Load()))
					if !yield(jobOf(i, fmt.Sprint("a", i, padding)), nil) {
						return
					}
				}
			}, Options{Workers: workers, Judge: f, Hash: hash, Cost: byLetter, Emit: func(verdict.Verdict) error { return nil }})
			if err != nil || f.calls.Load() != int64(c.all) {
				t.Fatal(f.calls.Load(), err)
			}
			if n := int(most.Load()); n > c.most+workers+1 {
				t.Errorf("%d were read ahead, at most %d may be", n, c.most)
			}
		})
	}
}

// TestAnEndedRunLeavesTheWindow: what waits in it is not begun.
func TestAnEndedRunLeavesTheWindow(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	read := make(chan struct{})
	f := &fake{decide: func(string, int64) (verdict.Verdict, error) {
		<-read
		cancel()
		return verdict.Verdict{Outcome: verdict.Passed, Passed: true}, nil
	}}
	emitted := 0
	err := Run(ctx, func(yield func(Job, error) bool) {
		for i := range 100 {
			if !yield(jobOf(i, fmt.Sprint("a", i)), nil) {
				t.Error("the window was full")
			}
		}
		close(read)
	}, Options{Workers: 1, Judge: f, Hash: hash, Emit: func(verdict.Verdict) error { emitted++; return nil }})
	if err == nil || f.calls.Load() != 1 || emitted != 1 {
		t.Errorf("%d begun, %d emitted, %v", f.calls.Load(), emitted, err)
	}
}
