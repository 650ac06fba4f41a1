package run

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/xeval/xeval/internal/jsonl"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/report"
	"github.com/xeval/xeval/internal/sample"
	"github.com/xeval/xeval/internal/verdict"
)

// recorded is a row of ../shared/conformance: a sample and what upstream's
// evaluator said of it.
type recorded struct {
	TaskID         string `json:"task_id"`
	Generation     string `json:"generation"`
	Kind           string `json:"kind"`
	OfficialResult string `json:"official_result"`
	OfficialPassed bool   `json:"official_passed"`
}

// conformanceStep leaves every so many rows out of an ordinary test run; all
// are judged when XEVAL_CONFORMANCE is "all" (make conformance).
const conformanceStep = 16

// TestConformance compares official_passed with upstream's recorded verdicts.
// Differences must be explained in docs/conformance.md and listed, by problem
// and digest of the generation, in testdata/conformance.json.
func TestConformance(t *testing.T) {
	dir, data := shared(t, "conformance"), shared(t, "data/humaneval-x")
	explained := readExplained(t)
	for _, l := range lang.All() {
		t.Run(l.Name, func(t *testing.T) {
			rows := chooseRows(t, filepath.Join(dir, l.DataName+".jsonl.gz"))
			got := judgeRows(t, data, rows)
			differ := 0
			for i, row := range rows {
				v := got[i]
				if v.OfficialPassed == row.OfficialPassed && v.Outcome.Scored() {
					continue
				}
				differ++
				if why := explained[row.key()]; why != "" {
					t.Logf("explained: %s: %s", row.key(), why)
					continue
				}
				t.Errorf("%s (%s): upstream %v %.80q, ours %v %.80q, outcome %s: %s", row.key(), row.Kind,
					row.OfficialPassed, row.OfficialResult, v.OfficialPassed, v.OfficialResult, v.Outcome, v.Message)
			}
			t.Logf("%d samples, %d differ from upstream's verdict", len(rows), differ)
		})
	}
}

func (r recorded) key() string { return fmt.Sprintf("%s %.12s", r.TaskID, sample.Digest(r.Generation)) }

func readExplained(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/conformance.json")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func chooseRows(t *testing.T, path string) []recorded {
	t.Helper()
	lines, err := jsonl.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer lines.Close()
	var rows []recorded
	for n := 0; ; n++ {
		rec, err := lines.Next()
		if err == io.EOF {
			return rows
		}
		if err != nil {
			t.Fatal(err)
		}
		if n%conformanceStep != 0 && os.Getenv("XEVAL_CONFORMANCE") != "all" {
			continue
		}
		var row recorded
		if err := rec.Decode(&row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
}

// judgeRows judges rows as a file of samples and gives the verdicts in the
// rows' order.
func judgeRows(t *testing.T, data string, rows []recorded) []verdict.Verdict {
	t.Helper()
	file := filepath.Join(t.TempDir(), "samples.jsonl")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	enc := json.NewEncoder(f)
	for _, r := range rows {
		if err := enc.Encode(map[string]string{"task_id": r.TaskID, "generation": r.Generation}); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	set, err := problem.Load(data, problem.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := evaluate(t, Options{Sources: []sample.Source{{Path: file}}, Problems: set})
	out, seen := make([]verdict.Verdict, len(rows)), map[string]int{}
	for i, r := range rows {
		out[i] = got[verdict.Key{TaskID: r.TaskID, Index: seen[r.TaskID]}]
		seen[r.TaskID]++
	}
	return out
}

// evaluate runs an evaluation into a temporary folder and reads its verdicts.
func evaluate(t *testing.T, o Options) map[verdict.Key]verdict.Verdict {
	t.Helper()
	return evaluateWith(t, o, program.Hidden)
}

func evaluateWith(t *testing.T, o Options, tests program.Tests) map[verdict.Key]verdict.Verdict {
	t.Helper()
	o.Setting = setting(t)
	for name, p := range o.Setting.Programs {
		p.Tests = tests
		o.Setting.Programs[name] = p
	}
	return evaluateIn(t, o)
}

// evaluateIn is evaluate in o's own setting.
func evaluateIn(t *testing.T, o Options) map[verdict.Key]verdict.Verdict {
	t.Helper()
	tests := program.Hidden
	for _, p := range o.Setting.Programs {
		tests = p.Tests
	}
	o.Folder = filepath.Join(t.TempDir(), "run")
	o.Header = verdict.Header{Kind: "eval", Tests: string(tests), Extraction: "official"}
	if _, err := Eval(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	got := map[verdict.Key]verdict.Verdict{}
	if _, err := report.Load(filepath.Join(o.Folder, VerdictsFile), func(v *verdict.Verdict) { got[v.Key()] = *v }); err != nil {
		t.Fatal(err)
	}
	return got
}
