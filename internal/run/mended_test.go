package run

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/xeval/xeval/internal/jsonl"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/sample"
	"github.com/xeval/xeval/internal/verdict"
)

// An answer is a row of problem/testdata/mended.jsonl: a program that shows
// what an erratum changes.
type answer struct {
	TaskID       string        `json:"task_id"`
	Tests        program.Tests `json:"-"`
	Field        string        `json:"tests"`
	Generation   string        `json:"generation"`
	RawPasses    bool          `json:"raw_passes"`
	MendedPasses bool          `json:"mended_passes"`
	Why          string        `json:"why"`
}

// comparesUpstream are rows whose raw verdict was recorded with upstream's
// assembly, where ours passes the answer: it finds imports by parsing, and
// falls back to the hidden tests.
var comparesUpstream = map[string]bool{"Go/2": true, "Go/4": true, "Go/44": true, "Go/151": true, "Go/162": true, "Go/50": true}

// TestErrataChangeWhatTheySay judges answers with the data as published and
// mended.
func TestErrataChangeWhatTheySay(t *testing.T) {
	data := shared(t, "data/humaneval-x")
	answers := readAnswers(t)
	for _, errata := range []bool{false, true} {
		set, err := problem.Load(data, problem.Options{Errata: errata})
		if err != nil {
			t.Fatal(err)
		}
		for _, tests := range []program.Tests{program.Hidden, program.Example} {
			judgeAnswers(t, set, tests, errata, answers)
		}
	}
}

func judgeAnswers(t *testing.T, set *problem.Set, tests program.Tests, errata bool, all []answer) {
	var chosen []answer
	for _, a := range all {
		if (a.Field == "example_test") == (tests == program.Example) {
			chosen = append(chosen, a)
		}
	}
	got := evaluateWith(t, Options{Sources: []sample.Source{{Path: answersFile(t, chosen)}}, Problems: set}, tests)
	seen := map[string]int{}
	for _, a := range chosen {
		v := got[verdict.Key{TaskID: a.TaskID, Index: seen[a.TaskID]}]
		seen[a.TaskID]++
		want := a.RawPasses
		if errata {
			want = a.MendedPasses
		} else if comparesUpstream[a.TaskID] {
			continue
		}
		if v.Passed != want || !v.Outcome.Scored() {
			t.Errorf("%s, %s, errata %v: passed %v, want %v (%s): %s %s", a.TaskID, tests, errata, v.Passed, want, a.Why, v.Outcome, v.Message)
		}
	}
}

func answersFile(t *testing.T, rows []answer) string {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "answers.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, r := range rows {
		if err := json.NewEncoder(f).Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	return f.Name()
}

func readAnswers(t *testing.T) (out []answer) {
	t.Helper()
	lines, err := jsonl.Open("../problem/testdata/mended.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer lines.Close()
	for {
		rec, err := lines.Next()
		if err == io.EOF {
			return out
		}
		var a answer
		if err == nil {
			err = rec.Decode(&a)
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, a)
	}
}
