package run

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/cache"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/report"
	"github.com/xeval/xeval/internal/sample"
	"github.com/xeval/xeval/internal/verdict"
)

// BenchmarkVariants evaluates 20 samples for each problem, all different and
// none known, and then the same again, which the cache of verdicts knows. Each
// is a whole evaluation from a file of samples to a run folder. What comes
// before the first sample whatever their number, boxes and first programs, is
// given as startup and is in none of the other figures.
func BenchmarkVariants(b *testing.B) {
	benchTwice(b, everyProblem(8), func(b *testing.B, l *lang.Language, p problem.Problem) (rows []row) {
		for n := range 20 {
			rows = append(rows, row{p.TaskID, variant(b, l, p.CanonicalSolution, 1+n)})
		}
		return rows
	})
}

// BenchmarkDuplicates evaluates 200 samples for each problem, right, wrong and
// broken ones, many of which are the same, twice.
func BenchmarkDuplicates(b *testing.B) {
	benchTwice(b, everyProblem(82), func(b *testing.B, l *lang.Language, p problem.Problem) (rows []row) {
		for _, n := range sampled(p.TaskID, 200) {
			rows = append(rows, row{p.TaskID, reply(b, l, p, n)})
		}
		return rows
	})
}

// row is a row of samples.
type row struct {
	TaskID     string `json:"task_id"`
	Generation string `json:"generation"`
}

// effort is what something took.
type effort struct{ wall, cpu time.Duration }

func (e effort) plus(o effort) effort { return effort{e.wall + o.wall, e.cpu + o.cpu} }

// twice are two evaluations of the same samples.
type twice struct {
	samples, distinct    int
	startup, first, next effort
}

func (a twice) plus(o twice) twice {
	return twice{a.samples + o.samples, a.distinct + o.distinct, a.startup.plus(o.startup), a.first.plus(o.first), a.next.plus(o.next)}
}

func benchTwice(b *testing.B, every int, rowsOf func(*testing.B, *lang.Language, problem.Problem) []row) {
	set, err := problem.Load(shared(b, "data/humaneval-x"), problem.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var sum twice
	for _, l := range lang.All() {
		var rows []row
		for _, p := range problemsOf(set, l, every) {
			rows = append(rows, rowsOf(b, l, p)...)
		}
		b.Run(l.Name, func(b *testing.B) {
			var here twice
			for b.Loop() {
				here = here.plus(evaluateTwice(b, set, rows))
			}
			here.report(b)
			sum = sum.plus(here)
		})
	}
	b.Run("together", func(b *testing.B) {
		if sum.samples == 0 {
			b.Skip("no language was chosen")
		}
		sum.report(b)
	})
}

// evaluateTwice starts with an empty cache of verdicts. The second evaluation
// starts no program but those that come before the samples, so that its CPU
// time is this process's own; the first one's is that of all processes, less
// what the second one's had.
func evaluateTwice(b *testing.B, set *problem.Set, rows []row) twice {
	o := rowsOptions(b, set, rows)
	o.Setting = setting(b)
	o.Setting.Cache = cache.Options{Folder: filepath.Join(b.TempDir(), "verdicts")}
	prepared := o
	prepared.Setting.Cache = cache.Options{}
	prepared.Only = func(id string) bool { return id == rows[0].TaskID }
	evaluateTimed(b, prepared)
	want, first := evaluateTimed(b, o)
	got, next := evaluateTimed(b, o)
	programs := map[string]bool{}
	for key, v := range want {
		programs[v.ProgramSHA256] = true
		if told(got[key]) != told(v) {
			b.Errorf("%s#%d: first %s, then %s", key.TaskID, key.Index, told(v), told(got[key]))
		}
	}
	if len(want) != len(rows) || len(got) != len(rows) {
		b.Errorf("%d and %d verdicts for %d samples", len(want), len(got), len(rows))
	}
	startup := effort{next.startup, next.cpu - next.own}
	return twice{len(rows), len(programs), startup,
		effort{first.samples, first.cpu - startup.cpu}, effort{next.samples, next.own}}
}

func (a twice) report(b *testing.B) {
	samples := float64(a.samples)
	b.ReportMetric(0, "ns/op") // says nothing here
	b.ReportMetric(milliseconds(a.first.wall)/samples, "first-wall-ms/sample")
	b.ReportMetric(milliseconds(a.first.cpu)/samples, "first-cpu-ms/sample")
	b.ReportMetric(milliseconds(a.next.wall)/samples, "next-wall-ms/sample")
	b.ReportMetric(milliseconds(a.next.cpu)/samples, "next-cpu-ms/sample")
	b.ReportMetric(float64(a.first.wall)/float64(a.next.wall), "times-faster")
	b.ReportMetric(milliseconds(a.startup.wall)/float64(b.N), "startup-wall-ms")
	b.ReportMetric(samples/float64(b.N), "samples")
	b.ReportMetric(float64(a.distinct)/samples, "distinct/sample")
}

func rowsOptions(t testing.TB, set *problem.Set, rows []row) Options {
	t.Helper()
	file := filepath.Join(t.TempDir(), "samples.jsonl")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewWriter(f)
	lines := json.NewEncoder(out)
	for _, r := range rows {
		if err := lines.Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return Options{Sources: []sample.Source{{Path: file}}, Problems: set}
}

// timed is what a whole evaluation took.
type timed struct {
	startup, samples time.Duration // by the clock: before the samples; reading and judging them, and the end
	cpu, own         time.Duration // of all processes; of this one, for the samples
}

// evaluateTimed is a whole evaluation into a new folder.
func evaluateTimed(b *testing.B, o Options) (map[verdict.Key]verdict.Verdict, timed) {
	o.Folder = filepath.Join(b.TempDir(), "run")
	o.Header = verdict.Header{Kind: "eval", Tests: string(program.Hidden), Extraction: "official"}
	cpu, own, start := processorTime(b), ownTime(b), time.Now()
	if _, err := Survey(o); err != nil { // reads all samples once, as Eval will
		b.Fatal(err)
	}
	surveyed := effort{time.Since(start), ownTime(b) - own}
	cpu += surveyed.cpu
	start = time.Now()
	var begun time.Time
	o.Progress = func(int, int) func(verdict.Verdict) {
		begun, own = time.Now(), ownTime(b)
		return func(verdict.Verdict) {}
	}
	if _, err := Eval(b.Context(), o); err != nil {
		b.Fatal(err)
	}
	took := timed{
		startup: begun.Sub(start) - surveyed.wall, samples: time.Since(begun) + surveyed.wall,
		cpu: processorTime(b) - cpu, own: ownTime(b) - own + surveyed.cpu,
	}
	got := map[verdict.Key]verdict.Verdict{}
	if _, err := report.Load(filepath.Join(o.Folder, VerdictsFile), func(v *verdict.Verdict) { got[v.Key()] = *v }); err != nil {
		b.Fatal(err)
	}
	return got, took
}
