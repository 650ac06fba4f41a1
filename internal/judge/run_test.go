package judge

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/verdict"
)

// fake judges by a function of the program's only text and counts its calls.
type fake struct {
	calls  atomic.Int64
	decide func(text string, call int64) (verdict.Verdict, error)
}

func (f *fake) Judge(_ context.Context, p program.Program) (verdict.Verdict, error) {
	return f.decide(p.Files[0].Text, f.calls.Add(1))
}

func always(o verdict.Outcome) func(string, int64) (verdict.Verdict, error) {
	return func(string, int64) (verdict.Verdict, error) {
		return verdict.Verdict{Outcome: o, Passed: o == verdict.Passed, Attempts: 1}, nil
	}
}

func jobOf(i int, text string) Job {
	return Job{
		Sample:  Meta{TaskID: "T/0", Index: i},
		Program: program.Program{TaskID: "T/0", Language: "t", Files: []lang.File{{Name: "a", Text: text}}},
	}
}

func jobs(texts ...string) iter.Seq2[Job, error] {
	return func(yield func(Job, error) bool) {
		for i, text := range texts {
			if !yield(jobOf(i, text), nil) {
				return
			}
		}
	}
}

func hash(p program.Program) string { return p.Hash("") }

func runAll(t *testing.T, f *fake, workers int, seq iter.Seq2[Job, error]) []verdict.Verdict {
	t.Helper()
	var got []verdict.Verdict
	err := Run(t.Context(), seq, Options{Workers: workers, Judge: f, Hash: hash, Emit: func(v verdict.Verdict) error {
		got = append(got, v)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(got, func(a, b verdict.Verdict) int { return a.SampleIndex - b.SampleIndex })
	return got
}

func TestIdenticalProgramsAreJudgedOnce(t *testing.T) {
	f := &fake{decide: func(text string, _ int64) (verdict.Verdict, error) {
		time.Sleep(time.Millisecond)
		return verdict.Verdict{Outcome: verdict.Passed, Passed: true, Message: text}, nil
	}}
	var texts []string
	for i := range 300 {
		texts = append(texts, fmt.Sprint("program ", i%3))
	}
	got := runAll(t, f, 4, jobs(texts...))
	if f.calls.Load() != 3 || len(got) != 300 {
		t.Fatalf("%d judgements for %d verdicts", f.calls.Load(), len(got))
	}
	for i, v := range got {
		if v.SampleIndex != i || v.Message != texts[i] || v.Cached != (i >= 3) {
			t.Fatalf("sample %d: %+v", i, v)
		}
	}
}

func TestUnscoredVerdictsAreNotRemembered(t *testing.T) {
	f := &fake{decide: always(verdict.HarnessFault)}
	got := runAll(t, f, 1, func(yield func(Job, error) bool) {
		for i := range 3 {
			yield(jobOf(i, "same"), nil)
			for int(f.calls.Load()) <= i { // let it settle, so that the next is not a waiter
				runtime.Gosched()
			}
			time.Sleep(5 * time.Millisecond)
		}
	})
	if f.calls.Load() != 3 || len(got) != 3 {
		t.Fatalf("%d judgements for %d verdicts", f.calls.Load(), len(got))
	}
}

func TestWallTimeoutsAreJudgedAgainAlone(t *testing.T) {
	var busy, most atomic.Int64
	var mu sync.Mutex
	seen := map[string]int{}
	f := &fake{}
	f.decide = func(text string, _ int64) (verdict.Verdict, error) {
		now := busy.Add(1)
		defer busy.Add(-1)
		mu.Lock()
		seen[text]++
		again := seen[text] > 1
		mu.Unlock()
		if again {
			most.Store(max(most.Load(), now))
		}
		time.Sleep(time.Millisecond)
		if text == "sleeper" || text == "slowed" && !again {
			return verdict.Verdict{Outcome: verdict.TimedOut, Flags: []string{wallGuard}, Attempts: 1}, nil
		}
		return verdict.Verdict{Outcome: verdict.Passed, Passed: true, Attempts: 1}, nil
	}
	got := runAll(t, f, 4, jobs("sleeper", "slowed", "fine", "sleeper", "slowed", "slowed"))
	want := []verdict.Outcome{verdict.TimedOut, verdict.Passed, verdict.Passed, verdict.TimedOut, verdict.Passed, verdict.Passed}
	if len(got) != len(want) {
		t.Fatalf("%d verdicts", len(got))
	}
	for i, v := range got {
		if v.Outcome != want[i] {
			t.Errorf("sample %d: %v, want %v", i, v.Outcome, want[i])
		}
	}
	if seen["sleeper"] != 2 || seen["slowed"] != 2 || most.Load() != 1 {
		t.Errorf("judged %v times, again with %d at once", seen, most.Load())
	}
	if got[0].Attempts != 2 || got[0].Cached || !got[3].Cached {
		t.Errorf("%+v", got)
	}
}

func TestErrorsEndTheRun(t *testing.T) {
	broken := errors.New("broken")
	emit := func(verdict.Verdict) error { return nil }
	fine := &fake{decide: always(verdict.Passed)}
	endless := func(yield func(Job, error) bool) {
		for i := 0; yield(jobOf(i, fmt.Sprint(i)), nil); i++ {
		}
	}
	faulty := func(yield func(Job, error) bool) { yield(Job{}, broken) }
	cases := map[string]struct {
		jobs iter.Seq2[Job, error]
		opt  Options
	}{
		"reading": {faulty, Options{Judge: fine, Emit: emit}},
		"judging": {endless, Options{Judge: &fake{decide: func(string, int64) (verdict.Verdict, error) { return verdict.Verdict{}, broken }}, Emit: emit}},
		"storing": {endless, Options{Judge: fine, Emit: func(verdict.Verdict) error { return broken }}},
	}
	for name, c := range cases {
		c.opt.Workers, c.opt.Hash = 3, hash
		if err := Run(t.Context(), c.jobs, c.opt); !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := Run(ctx, endless, Options{Workers: 2, Judge: fine, Hash: hash, Emit: emit}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("cancelled: %v", err)
	}
}

// A million samples, few distinct or all distinct: memory stays flat.
func TestMemoryDoesNotGrowWithSamples(t *testing.T) {
	for _, distinct := range []int{7, 1_000_000} {
		f := &fake{decide: func(text string, _ int64) (verdict.Verdict, error) {
			return verdict.Verdict{Outcome: verdict.WrongAnswer, Stderr: &verdict.Output{Head: text + string(make([]byte, 500))}}, nil
		}}
		n, peak := 0, uint64(0)
		err := Run(t.Context(), func(yield func(Job, error) bool) {
			for i := 0; i < 1_000_000 && yield(jobOf(i, fmt.Sprint(i%distinct)), nil); i++ {
			}
		}, Options{Workers: 4, Judge: f, Hash: hash, Emit: func(verdict.Verdict) error {
			if n++; n%50_000 == 0 {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				peak = max(peak, m.HeapInuse)
			}
			return nil
		}})
		if err != nil || n != 1_000_000 {
			t.Fatal(n, err)
		}
		if peak > 250<<20 {
			t.Errorf("%d distinct: heap of %d MiB", distinct, peak>>20)
		}
		t.Logf("%d distinct: %d judged, heap at most %d MiB", distinct, f.calls.Load(), peak>>20)
	}
}
