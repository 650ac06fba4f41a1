package run

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/sample"
	"github.com/xeval/xeval/internal/suite"
	"github.com/xeval/xeval/internal/verdict"
)

func demoSet(t *testing.T) *problem.Set {
	t.Helper()
	set, err := suite.Load()
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func writeRows(t *testing.T, rows any) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "samples.json")
	text, err := json.Marshal(rows)
	if err == nil {
		err = os.WriteFile(file, text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestDemoSamplesEndAsTheySay judges the embedded suite's samples: right,
// wrong, crashing, looping, leaving early, noisy and hostile ones.
func TestDemoSamplesEndAsTheySay(t *testing.T) {
	samples, err := suite.Samples()
	if err != nil {
		t.Fatal(err)
	}
	quick := setting(t)
	for name, p := range quick.Programs {
		p.Lang.Run.CPU = 2 * time.Second // some loop for ever
		quick.Programs[name] = p
	}
	got := evaluateIn(t, Options{Sources: []sample.Source{{Path: writeRows(t, samples)}}, Problems: demoSet(t), Setting: quick})
	seen := map[string]int{}
	for _, s := range samples {
		v := got[verdict.Key{TaskID: s.TaskID, Index: seen[s.TaskID]}]
		seen[s.TaskID]++
		if !slices.Contains(s.Expect, v.Outcome.String()) {
			t.Errorf("%s#%d (%s): %s, want %v: %s", s.TaskID, v.SampleIndex, s.Note, v.Outcome, s.Expect, v.Message)
		}
		if v.Outcome == verdict.ExitedEarly && v.Passed {
			t.Errorf("%s#%d left early and passed", s.TaskID, v.SampleIndex)
		}
	}
}

// Samples of one task must not meet: upstream's Rust runner gave every sample
// of a problem the same file.
func TestSamplesOfOneProblemDoNotMeet(t *testing.T) {
	set := demoSet(t)
	p, ok := set.Lookup("Rust/0")
	if !ok {
		t.Fatal("the suite has no Rust/0")
	}
	var rows []map[string]string
	for i := range 8 {
		code := p.CanonicalSolution
		if i%2 == 1 {
			code = "    panic!(\"wrong\")\n}\n"
		}
		rows = append(rows, map[string]string{"task_id": p.TaskID, "generation": code + fmt.Sprintf("// %d\n", i)})
	}
	s := setting(t)
	s.Workers = 8
	got := evaluateIn(t, Options{Sources: []sample.Source{{Path: writeRows(t, rows)}}, Problems: set, Setting: s})
	passed := 0
	for key, v := range got {
		if v.Passed {
			passed++
		}
		if v.Passed != (key.Index%2 == 0) || v.Cached {
			t.Errorf("sample %d: %s, cached %v", key.Index, v.Outcome, v.Cached)
		}
	}
	if passed != 4 || len(got) != 8 {
		t.Errorf("%d of %d passed, want 4 of 8", passed, len(got))
	}
}

// idle is a judge that passes everything at once, so that only the engine's
// own work is left.
type idle struct{}

func (idle) Judge(_ context.Context, p program.Program) (verdict.Verdict, error) {
	return verdict.Verdict{Language: p.Language, Outcome: verdict.Passed, Passed: true, Attempts: 1,
		Run: &verdict.StageUse{CPUMillis: 1, WallMillis: 1}}, nil
}

// million names what the child process of TestMillionSamples has to do.
const million = "XEVAL_TEST_MILLION"

// TestMillionSamples evaluates a million rows with a judge that does nothing,
// in a process of its own whose peak memory is read from the kernel.
func TestMillionSamples(t *testing.T) {
	if kind := os.Getenv(million); kind != "" {
		evaluateMillion(t, kind)
		return
	}
	for _, kind := range []string{"few", "all"} {
		c := exec.Command(os.Args[0], "-test.run=^TestMillionSamples$", "-test.v")
		c.Env = append(os.Environ(), million+"="+kind)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s distinct: %v\n%s", kind, err, out)
		}
		_, after, _ := strings.Cut(string(out), "peak resident ")
		peak, err := strconv.Atoi(strings.Fields(after)[0])
		if err != nil {
			t.Fatalf("%s distinct: %v\n%s", kind, err, out)
		}
		t.Logf("%s distinct: peak resident %d MiB", kind, peak)
		if peak >= 300 {
			t.Errorf("%s distinct: peak resident %d MiB, want under 300", kind, peak)
		}
	}
}

func evaluateMillion(t *testing.T, kind string) {
	const rows = 1_000_000
	set, dir := demoSet(t), t.TempDir()
	file := filepath.Join(dir, "samples.jsonl")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	for i := range rows {
		n := i
		if kind == "few" {
			n = i % 50
		}
		fmt.Fprintf(w, "{\"task_id\": \"Python/%d\", \"generation\": \"    return %d\\n\"}\n", i%8, n)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	o := Options{
		Sources: []sample.Source{{Path: file}}, Problems: set, Folder: filepath.Join(dir, "run"),
		Header: verdict.Header{Kind: "eval", Tests: "hidden"}, Setting: setting(t),
	}
	plan, err := Survey(o)
	if err != nil {
		t.Fatal(err)
	}
	bench := &Bench{Judge: idle{}, Hash: func(p program.Program) string { return p.Hash("") }}
	out, err := o.evalOn(t.Context(), bench, plan)
	if err != nil || out.Judged != rows {
		t.Fatalf("%d judged: %v", out.Judged, err)
	}
	fmt.Printf("peak resident %d MiB\n", peakMiB(t))
}

// peakMiB is the kernel's high-water mark of this process.
func peakMiB(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "VmHWM:")
	kb, err := strconv.Atoi(strings.Fields(after)[0])
	if err != nil {
		t.Fatal(err)
	}
	return kb >> 10
}
