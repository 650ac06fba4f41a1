package run

import (
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/judge"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/verdict"
)

// BenchmarkCanonical judges HumanEval-X's reference solutions by the plain
// toolchain calls and by the fast ways, and gives the wall and the CPU time of
// all processes for each sample: sandbox, start of what stays, and a first
// program of the language included. XEVAL_BENCH_EVERY leaves most of them out.
func BenchmarkCanonical(b *testing.B) {
	data := shared(b, "data/humaneval-x")
	set, err := problem.Load(data, problem.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, l := range lang.All() {
		jobs := canonicalJobs(set, l)
		for _, way := range []string{"plain", "fast"} {
			if way == "fast" && l.Fast == nil {
				continue
			}
			b.Run(l.Name+"/"+way, func(b *testing.B) { benchWay(b, l, jobs, way == "plain") })
		}
	}
}

func canonicalJobs(set *problem.Set, l *lang.Language) (jobs []judge.Job) {
	for _, p := range problemsOf(set, l, everyProblem(1)) {
		made := program.Assemble(p, l, p.CanonicalSolution, program.Defaults(l))
		jobs = append(jobs, judge.Job{Sample: judge.Meta{TaskID: p.TaskID}, Program: made})
	}
	return jobs
}

// everyProblem says that one problem of so many takes part in a benchmark,
// unless XEVAL_BENCH_EVERY says another number; 1 is all of them.
func everyProblem(of int) int {
	if every, err := strconv.Atoi(os.Getenv("XEVAL_BENCH_EVERY")); err == nil && every > 0 {
		return every
	}
	return of
}

// problemsOf gives one problem of so many of a language's.
func problemsOf(set *problem.Set, l *lang.Language, every int) (chosen []problem.Problem) {
	seen := 0
	for _, p := range set.Problems {
		if !isOf(p, l) {
			continue
		}
		if seen++; (seen-1)%every == 0 {
			chosen = append(chosen, p)
		}
	}
	return chosen
}

func benchWay(b *testing.B, l *lang.Language, jobs []judge.Job, plain bool) {
	judgeAll(b, l, jobs[:1], plain) // prepares what is to be prepared
	cpu, start, passed := processorTime(b), time.Now(), 0
	var checks time.Duration
	for b.Loop() {
		got, counts := judgeAll(b, l, jobs, plain)
		checks += counts.Checks
		for _, v := range got {
			if v.Outcome == verdict.Passed {
				passed++
			}
		}
	}
	samples := float64(b.N * len(jobs))
	b.ReportMetric(milliseconds(time.Since(start))/samples, "wall-ms/sample")
	b.ReportMetric(milliseconds(processorTime(b)-cpu)/samples, "cpu-ms/sample")
	if checks > 0 { // as Go's vet, which is in the other figure too
		b.ReportMetric(milliseconds(checks)/samples, "check-cpu-ms/sample")
	}
	b.ReportMetric(float64(passed)/samples, "passed/sample")
	b.ReportMetric(0, "ns/op") // says nothing here
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// processorTime is what this process and all that have ended below it used.
func processorTime(b *testing.B) time.Duration {
	return ownTime(b) + usage(b, syscall.RUSAGE_CHILDREN)
}

// ownTime is what this process used.
func ownTime(b *testing.B) time.Duration { return usage(b, syscall.RUSAGE_SELF) }

func usage(b *testing.B, who int) time.Duration {
	var ru syscall.Rusage
	if err := syscall.Getrusage(who, &ru); err != nil {
		b.Fatal(err)
	}
	return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
}
