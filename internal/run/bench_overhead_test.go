package run

import (
	"context"
	"os"
	"runtime"
	"testing"

	"github.com/xeval/xeval/internal/cache"
	"github.com/xeval/xeval/internal/judge"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/sandbox"
	"github.com/xeval/xeval/internal/suite"
	"github.com/xeval/xeval/internal/verdict"
)

// BenchmarkOverhead is what xeval itself takes for each sample, with a judge
// that runs nothing: reading the rows twice, assembling the programs, finding
// their hashes, keeping the generations and writing the verdicts. They are put
// into a cache of verdicts that is empty (judged), and found in one (known).
func BenchmarkOverhead(b *testing.B) {
	set, err := suite.Load()
	if err != nil {
		b.Fatal(err)
	}
	for _, l := range lang.All() {
		var rows []row
		for n := 1; len(rows) < 2000; n++ {
			for _, p := range problemsOf(set, l, 1) {
				rows = append(rows, row{p.TaskID, variant(b, l, p.CanonicalSolution, n)})
			}
		}
		b.Run(l.Name+"/judged", func(b *testing.B) { benchOverhead(b, rowsOptions(b, set, rows), len(rows), b.TempDir) })
		b.Run(l.Name+"/known", func(b *testing.B) {
			folder := b.TempDir()
			benchOverhead(b, rowsOptions(b, set, rows), len(rows), func() string { return folder })
		})
	}
}

func benchOverhead(b *testing.B, o Options, rows int, folder func() string) {
	o.Setting = setting(b)
	evaluateBy(b, o, cache.Open(folder(), 0, b.Logf))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	own := ownTime(b)
	for b.Loop() {
		evaluateBy(b, o, cache.Open(folder(), 0, b.Logf))
	}
	own = ownTime(b) - own
	runtime.ReadMemStats(&after)
	samples := float64(b.N * rows)
	b.ReportMetric(0, "ns/op") // it is for many samples
	b.ReportMetric(milliseconds(own)/samples, "cpu-ms/sample")
	b.ReportMetric(milliseconds(b.Elapsed())/samples, "wall-ms/sample")
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/samples, "allocs/sample")
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/samples, "B/sample")
}

// evaluateBy is a whole evaluation by a judge that runs nothing.
func evaluateBy(b *testing.B, o Options, store *cache.Store) {
	hash := func(p program.Program) string { return p.Hash("tools") }
	local := &judge.Local{}
	bench := &Bench{
		Judge: cache.New(pass{}, hash, store), Hash: hash, Isolation: sandbox.Isolation{Mode: sandbox.None}, local: local,
	}
	o.Folder = b.TempDir()
	if err := os.Remove(o.Folder); err != nil {
		b.Fatal(err)
	}
	o.Header = verdict.Header{Kind: "eval", Tests: string(program.Hidden), Extraction: "official"}
	plan, err := Survey(o)
	if err != nil {
		b.Fatal(err)
	}
	out, err := o.evalOn(b.Context(), bench, plan)
	if err != nil || out.Judged != plan.Samples || plan.Samples == 0 {
		b.Fatal(out, err)
	}
}

// pass is a judge to whom all is right.
type pass struct{}

func (pass) Judge(_ context.Context, p program.Program) (verdict.Verdict, error) {
	zero := 0
	use := &verdict.StageUse{CPUMillis: 12.345, WallMillis: 23.456, MemoryBytes: 34 << 20}
	return verdict.Verdict{
		TaskID: p.TaskID, Language: p.Language, Outcome: verdict.Passed, Passed: true, OfficialPassed: true, OfficialResult: "passed",
		Stage: string(lang.Run), ExitCode: &zero, Build: use, Run: use, Attempts: 1, Flags: p.Flags,
	}, nil
}
