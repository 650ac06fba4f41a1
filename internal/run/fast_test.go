package run

import (
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/judge"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/sample"
	"github.com/xeval/xeval/internal/suite"
	"github.com/xeval/xeval/internal/verdict"
)

// An ordinary test run judges one of so many rows both ways; all are judged
// when XEVAL_DIFF is "all" (make bench-diff).
const (
	diffRows    = 80
	diffHostile = 6
)

func everyOne(of int) int {
	if os.Getenv("XEVAL_DIFF") == "all" {
		return 1
	}
	return of
}

// TestSameVerdicts judges programs by the plain toolchain calls and by the fast
// ways: outcome and both criteria must be the same for each.
func TestSameVerdicts(t *testing.T) {
	for _, l := range lang.All() {
		if l.Fast == nil {
			t.Logf("%s has the plain way alone", l.Title)
			continue
		}
		t.Run("suite/"+l.Name, func(t *testing.T) { sameVerdicts(t, l, suiteJobs(t, l)) })
		t.Run("conformance/"+l.Name, func(t *testing.T) { sameVerdicts(t, l, conformanceJobs(t, l)) })
		t.Run("hostile/"+l.Name, func(t *testing.T) { sameVerdicts(t, l, hostileJobs(t, l)) })
	}
}

// briefly is the setting with a short limit on CPU time, for what loops.
func briefly(t testing.TB) Setting {
	s := setting(t)
	for name, p := range s.Programs {
		p.Lang.Run.CPU = 3 * time.Second
		s.Programs[name] = p
	}
	return s
}

func sameVerdicts(t *testing.T, l *lang.Language, jobs []judge.Job) {
	t.Helper()
	found, counts := differences(t, l, jobs, 3)
	for _, d := range found {
		t.Error(d)
	}
	t.Logf("%s: %d programs, %d the fast way, %d again by the plain one", l.Title, len(jobs), counts.Fast, counts.Again)
}

// differences judges programs both ways and tells what is not the same, and is
// not so many times more.
func differences(t *testing.T, l *lang.Language, jobs []judge.Job, times int) (found []string, counts judge.Counts) {
	t.Helper()
	plain, _ := judgeAll(t, l, jobs, true)
	fast, counts := judgeAll(t, l, jobs, false)
	if counts.Fast == 0 && len(jobs) > 0 {
		found = append(found, fmt.Sprintf("no program of %s went the fast way, %d fell back", l.Title, counts.Again))
	}
	var unsure []judge.Job
	for i, job := range jobs {
		if told(plain[i]) != told(fast[i]) {
			unsure = append(unsure, job)
			t.Logf("%s: plain %s, fast %s: judging it again", name(job), told(plain[i]), told(fast[i]))
		}
	}
	return append(found, again(t, l, unsure, times)...), counts
}

// again judges programs that ended differently a few times more. One that the
// plain way itself is not of one mind about, as at the edge of a limit, says
// nothing of the fast way.
func again(t *testing.T, l *lang.Language, jobs []judge.Job, times int) (differ []string) {
	t.Helper()
	byPlain, byFast := make([][]string, len(jobs)), make([][]string, len(jobs))
	for range times {
		if len(jobs) == 0 {
			return nil
		}
		plain, _ := judgeAll(t, l, jobs, true)
		fast, _ := judgeAll(t, l, jobs, false)
		for i := range jobs {
			byPlain[i], byFast[i] = append(byPlain[i], told(plain[i])), append(byFast[i], told(fast[i]))
		}
	}
	for i, job := range jobs {
		for _, found := range byFast[i] {
			if !slices.Contains(byPlain[i], found) {
				differ = append(differ, fmt.Sprintf("%s: plain %v, fast %v\n%s", name(job), byPlain[i], byFast[i], job.Program.Files[0].Text))
				break
			}
		}
	}
	return differ
}

func name(j judge.Job) string { return fmt.Sprintf("%s#%d", j.Sample.TaskID, j.Sample.Index) }

func told(v verdict.Verdict) string {
	return fmt.Sprintf("%s passed=%v official=%v", v.Outcome, v.Passed, v.OfficialPassed)
}

// judgeAll gives the verdicts in the jobs' order.
func judgeAll(t testing.TB, l *lang.Language, jobs []judge.Job, plain bool) ([]verdict.Verdict, judge.Counts) {
	t.Helper()
	s := setting(t)
	s.Plain = plain
	bench, err := NewBench(t.Context(), []*lang.Language{l}, s)
	if err != nil {
		t.Fatal(err)
	}
	defer bench.Close()
	out := make([]verdict.Verdict, len(jobs))
	at := map[verdict.Key]int{}
	for i, j := range jobs {
		at[verdict.Key{TaskID: j.Sample.TaskID, Index: j.Sample.Index}] = i
	}
	err = judge.Run(t.Context(), sequence(jobs), judge.Options{
		Workers: bench.inFlight(s.Workers), Judge: bench.Judge, Hash: bench.Hash,
		Emit: func(v verdict.Verdict) error {
			out[at[v.Key()]] = v
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return out, bench.Counts(l.Name)
}

func sequence(jobs []judge.Job) iter.Seq2[judge.Job, error] {
	return func(yield func(judge.Job, error) bool) {
		for _, j := range jobs {
			j.Program.Files = slices.Clone(j.Program.Files) // whatever happens to it, the other way has its own
			if !yield(j, nil) {
				return
			}
		}
	}
}

// jobsOf assembles programs for rows of samples.
func jobsOf(t testing.TB, set *problem.Set, s Setting, file string, only func(string) bool) (jobs []judge.Job) {
	t.Helper()
	o := Options{
		Sources: []sample.Source{{Path: file}}, Problems: set, Only: only, Setting: s,
		Header: verdict.Header{Kind: "eval", Tests: string(program.Hidden), Extraction: "official"},
	}
	for job, err := range Jobs(o) {
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, job)
	}
	return jobs
}

func suiteJobs(t *testing.T, l *lang.Language) []judge.Job {
	samples, err := suite.Samples()
	if err != nil {
		t.Fatal(err)
	}
	set := demoSet(t)
	return jobsOf(t, set, briefly(t), writeRows(t, samples), func(id string) bool {
		p, ok := set.Lookup(id)
		return ok && isOf(p, l)
	})
}

func conformanceJobs(t *testing.T, l *lang.Language) (jobs []judge.Job) {
	dir, data := shared(t, "conformance"), shared(t, "data/humaneval-x")
	set, err := problem.Load(data, problem.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := jobsOf(t, set, briefly(t), filepath.Join(dir, l.DataName+".jsonl.gz"), nil)
	for i := 0; i < len(all); i += everyOne(diffRows) {
		jobs = append(jobs, all[i])
	}
	return jobs
}

// hostileJobs are programs that try to break out, armed, each as a program of
// its own.
func hostileJobs(t *testing.T, l *lang.Language) (jobs []judge.Job) {
	dir := shared(t, "attacks")
	text, err := os.ReadFile(filepath.Join(dir, "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	var index struct {
		Samples []struct{ File, Language string }
	}
	if err := json.Unmarshal(text, &index); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for i, s := range index.Samples {
		of, err := lang.Lookup(s.Language)
		if err != nil {
			t.Fatal(err)
		}
		if of != l {
			continue
		}
		if seen++; (seen-1)%everyOne(diffHostile) != 0 {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, s.File))
		if err != nil {
			t.Fatal(err)
		}
		p := program.Own(l, string(text), briefly(t).Programs[l.Name])
		p.Run.Env = append(slices.Clone(p.Run.Env), "HOSTILE_OK=1")
		jobs = append(jobs, judge.Job{Sample: judge.Meta{TaskID: s.File, Index: i}, Program: p})
	}
	return jobs
}
