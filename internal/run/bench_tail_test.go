package run

import (
	"context"
	"math/rand"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/judge"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/sandbox"
	"github.com/xeval/xeval/internal/verdict"
)

// BenchmarkTail judges programs of all languages, language after language and
// mixed, in input order and with what costs most first. tail-ms is how long at
// the end of the run not every box had something to do; idle is the part of all
// boxes' time in which they had nothing to do. Compilers that stay have boxes of
// their own, which are not counted.
func BenchmarkTail(b *testing.B) {
	set, err := problem.Load(shared(b, "data/humaneval-x"), problem.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var jobs []judge.Job
	for _, l := range lang.All() {
		for _, p := range problemsOf(set, l, everyProblem(41)) {
			for n := range 10 {
				made := program.Assemble(p, l, variant(b, l, p.CanonicalSolution, 1+n), program.Defaults(l))
				jobs = append(jobs, judge.Job{Sample: judge.Meta{TaskID: p.TaskID, Index: n}, Program: made})
			}
		}
	}
	mixed := slices.Clone(jobs)
	rand.New(rand.NewSource(1)).Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	for _, in := range []struct {
		name string
		jobs []judge.Job
	}{{"sorted", jobs}, {"mixed", mixed}} {
		b.Run(in.name+"/input-order", func(b *testing.B) { benchTail(b, in.jobs, nil) })
		b.Run(in.name+"/slow-first", func(b *testing.B) { benchTail(b, in.jobs, costOf) })
	}
}

func benchTail(b *testing.B, jobs []judge.Job, cost func(program.Program) int) {
	var wall, tail, idle time.Duration
	for b.Loop() {
		s := setting(b)
		bench, err := NewBench(b.Context(), lang.All(), s)
		if err != nil {
			b.Fatal(err)
		}
		meter := &meter{Pool: bench.local.Pool, boxes: s.Workers}
		bench.local.Pool = meter
		start := meter.begin()
		passed := 0
		err = judge.Run(b.Context(), sequence(jobs), judge.Options{
			Workers: bench.inFlight(s.Workers), Judge: bench.Judge, Hash: bench.Hash, Cost: cost,
			Emit: func(v verdict.Verdict) error {
				if v.Passed {
					passed++
				}
				return nil
			},
		})
		wall += time.Since(start)
		tail, idle = tail+time.Since(meter.full), idle+meter.rest()
		if err := bench.Close(); err != nil {
			b.Fatal(err)
		}
		if err != nil || passed < len(jobs)*9/10 {
			b.Fatalf("%d of %d passed: %v", passed, len(jobs), err)
		}
	}
	b.ReportMetric(0, "ns/op") // it is for many samples
	b.ReportMetric(milliseconds(wall)/float64(b.N), "wall-ms")
	b.ReportMetric(milliseconds(tail)/float64(b.N), "tail-ms")
	b.ReportMetric(float64(idle)/float64(wall)/float64(setting(b).Workers), "idle")
}

// meter watches how many boxes of a pool have something to do.
type meter struct {
	sandbox.Pool
	boxes int

	mu   sync.Mutex
	busy int
	last time.Time     // when busy changed
	full time.Time     // when all boxes were last seen busy
	idle time.Duration // of all boxes together
}

func (m *meter) begin() time.Time {
	m.last = time.Now()
	m.full = m.last
	return m.last
}

func (m *meter) Acquire(ctx context.Context) (sandbox.Box, error) {
	box, err := m.Pool.Acquire(ctx)
	return metered{box, m}, err
}

func (m *meter) change(by int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.count()
	m.busy += by
}

// count adds up to now.
func (m *meter) count() {
	now := time.Now()
	m.idle += now.Sub(m.last) * time.Duration(m.boxes-m.busy)
	if m.busy == m.boxes {
		m.full = now
	}
	m.last = now
}

func (m *meter) rest() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.count()
	return m.idle
}

type metered struct {
	sandbox.Box
	meter *meter
}

func (m metered) Run(ctx context.Context, cmd sandbox.Command) (sandbox.Result, error) {
	m.meter.change(1)
	defer m.meter.change(-1)
	return m.Box.Run(ctx, cmd)
}
