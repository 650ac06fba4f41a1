package judge

import (
	"context"
	"sync"
	"time"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/verdict"
)

// Theory of the fast way. A program is first judged by its language's Fast,
// and the verdict stands when the build succeeded and the run ended as a run
// does, whatever it ended with. Anything else (no such way for this program, a
// failed build, a compiler that died, a lost box, a run too big for this way)
// leaves no trace: the program is judged by the plain toolchain calls. So the
// fast way never has to explain a failure, and the text of every compile error
// is the plain compiler's.

// Counts say how programs of a language were judged.
type Counts struct {
	Fast  int // by the fast way
	Again int // by the plain way after the fast one came to nothing

	Checks time.Duration // CPU time that the checks of batches took
}

// tally counts by language.
type tally struct {
	mu     sync.Mutex
	counts map[string]Counts
}

func (t *tally) add(language string, settled bool) {
	t.change(language, func(c *Counts) {
		if settled {
			c.Fast++
		} else {
			c.Again++
		}
	})
}

func (t *tally) change(language string, by func(*Counts)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts == nil {
		t.counts = map[string]Counts{}
	}
	c := t.counts[language]
	by(&c)
	t.counts[language] = c
}

// Counts are those of one language so far.
func (j *Local) Counts(language string) Counts {
	j.tally.mu.Lock()
	defer j.tally.mu.Unlock()
	return j.tally.counts[language]
}

// quick judges p by the fast way; false: there is none for p, or it came to
// nothing.
func (j *Local) quick(ctx context.Context, p program.Program, setup Setup, v verdict.Verdict) (verdict.Verdict, bool) {
	fast := setup.Lang.Fast
	if j.Plain || setup.Plain || fast == nil {
		return v, false
	}
	if fast.Batch != nil {
		return j.quickBatch(ctx, p, setup, v)
	}
	has := func(library string) bool { return setup.Chain.Lacks(library) == nil }
	plan, ok := fast.Plan(p.Files, lang.Plan{Build: p.Build, Run: p.Run}, has)
	if !ok || fast.Compiler != nil && j.Servers == nil {
		return v, false
	}
	v.Attempts = 1
	p.Build, p.Run = plan.Build, plan.Run
	if fast.Compiler != nil {
		ok = j.compile(ctx, &p, setup, &v)
	}
	ok = ok && j.attempt(ctx, p, setup, &v) == nil && v.Stage == string(lang.Run) && small(v, p.RunLimits, fast.RunShare)
	j.tally.add(p.Language, ok)
	return v, ok
}

// small says that the run counts by its use of memory. What was over before it
// could be measured used none worth counting.
func small(v verdict.Verdict, limits lang.Limits, share float64) bool {
	return share == 0 || v.Run == nil || float64(v.Run.MemoryBytes) <= share*float64(limits.Memory)
}
