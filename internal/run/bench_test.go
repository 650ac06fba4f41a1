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
	every, err := strconv.Atoi(os.Getenv("XEVAL_BENCH_EVERY"))
	if err != nil || every < 1 {
		every = 1
	}
	seen := 0
	for _, p := range set.Problems {
		if !isOf(p, l) {
			continue
		}
		if seen++; (seen-1)%every == 0 {
			made := program.Assemble(p, l, p.CanonicalSolution, program.Defaults(l))
			jobs = append(jobs, judge.Job{Sample: judge.Meta{TaskID: p.TaskID}, Program: made})
		}
	}
	return jobs
}

func benchWay(b *testing.B, l *lang.Language, jobs []judge.Job, plain bool) {
	judgeAll(b, l, jobs[:1], plain) // prepares what is to be prepared
	cpu, start, passed := processorTime(b), time.Now(), 0
	for b.Loop() {
		got, _ := judgeAll(b, l, jobs, plain)
		for _, v := range got {
			if v.Outcome == verdict.Passed {
				passed++
			}
		}
	}
	samples := float64(b.N * len(jobs))
	b.ReportMetric(milliseconds(time.Since(start))/samples, "wall-ms/sample")
	b.ReportMetric(milliseconds(processorTime(b)-cpu)/samples, "cpu-ms/sample")
	b.ReportMetric(float64(passed)/samples, "passed/sample")
	b.ReportMetric(0, "ns/op") // says nothing here
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// processorTime is what this process and all that have ended below it used.
func processorTime(b *testing.B) (sum time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var ru syscall.Rusage
		if err := syscall.Getrusage(who, &ru); err != nil {
			b.Fatal(err)
		}
		sum += time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
	}
	return sum
}
