package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/xeval/xeval/internal/verdict"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with testdata/name.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (go test ./internal/report -update writes it anew); got:\n%s", path, got)
	}
}

var titles = map[string]string{"cpp": "C++", "python": "Python", "js": "JavaScript", "go": "Go", "java": "Java", "rust": "Rust"}

func header(languages ...string) verdict.Header {
	h := verdict.Header{
		FormatVersion: verdict.FormatVersion, Xeval: verdict.Build{Version: "0.1.0", Commit: "abc1234"},
		Command: []string{"xeval", "eval", "samples.jsonl"}, Started: "2026-01-02T03:04:05Z",
		Kind: "eval", Tests: "hidden", Extraction: "raw", Workers: 2,
		Dataset:   verdict.Dataset{Name: "humaneval-x", SHA256: map[string]string{"humaneval_cpp.jsonl": "11"}},
		Isolation: json.RawMessage(`{"mode":"namespaces"}`),
	}
	for _, l := range languages {
		h.Languages = append(h.Languages, verdict.LanguageSetup{Name: l, Problems: 4, Limits: json.RawMessage(`{}`)})
	}
	return h
}

// v is a verdict with the fields that reports look at.
func v(id, language string, index int, o verdict.Outcome) *verdict.Verdict {
	passed := o == verdict.Passed
	x := &verdict.Verdict{
		TaskID: id, Language: language, SampleIndex: index, Outcome: o, Passed: passed,
		OfficialPassed: passed, OfficialResult: "failed: x", GenerationSHA256: "g", ProgramSHA256: "p", Attempts: 1,
		Run: &verdict.StageUse{CPUMillis: 20, WallMillis: 25, MemoryBytes: 8 << 20},
	}
	if passed {
		x.OfficialResult = "passed"
	}
	return x
}

// mixed is a small run in which everything happens that a summary tells.
func mixed() []*verdict.Verdict {
	early := v("CPP/1", "cpp", 1, verdict.ExitedEarly)
	early.OfficialPassed, early.OfficialResult = true, "passed"
	loud := v("JavaScript/0", "js", 0, verdict.Passed)
	loud.OfficialPassed, loud.OfficialResult = false, "failed: hello"
	loud.Stdout = &verdict.Output{Head: "hello\n", Bytes: 6}
	empty := v("CPP/2", "cpp", 0, verdict.Passed)
	empty.Flags = []string{"no_tests"}
	built := v("CPP/2", "cpp", 1, verdict.CompileError)
	built.Build, built.Run = &verdict.StageUse{CPUMillis: 900, WallMillis: 1000, MemoryBytes: 300 << 20}, nil
	built.ErrorClass, built.Message = "compilation", "main.cpp:12:5: error: 'foo' was not declared in this scope"
	cached := v("CPP/0", "cpp", 1, verdict.Passed)
	cached.Cached = true
	missing := v("Python/1", "python", 0, verdict.ToolchainMissing)
	missing.Message, missing.Run = "python3 is not installed", nil
	odd := v("JavaScript/1", "js", 0, verdict.TimedOut)
	odd.Flags = []string{"wall_guard", "suspicious:assert_replaced", "errata:test"}
	return []*verdict.Verdict{
		v("CPP/0", "cpp", 0, verdict.Passed), cached, v("CPP/1", "cpp", 0, verdict.WrongAnswer), early, empty, built,
		loud, odd, v("JavaScript/2", "js", 0, verdict.Passed), v("JavaScript/3", "js", 0, verdict.RuntimeError),
		v("Python/0", "python", 0, verdict.Passed), missing,
	}
}

func tally(t *testing.T, h verdict.Header, vs []*verdict.Verdict) *Tally {
	t.Helper()
	tl := NewTally(h)
	for _, x := range vs {
		tl.Add(x)
	}
	tl.Complete, tl.Ends = true, []verdict.End{{WallMillis: 2000}}
	return tl
}

func summarize(t *testing.T, tl *Tally, opt Options) *Summary {
	t.Helper()
	opt.Titles = titles
	if opt.Resamples == 0 {
		opt.Resamples = 500
	}
	s, err := Summarize(tl, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *Summary) row(t *testing.T, language string) LanguageSummary {
	t.Helper()
	for _, l := range s.Languages {
		if l.Language == language {
			return l
		}
	}
	t.Fatalf("no row for %s in %+v", language, s.Languages)
	return LanguageSummary{}
}

// grid is n samples of m problems in one language, every third one passing.
func grid(language string, m, n int) (vs []*verdict.Verdict) {
	for p := range m {
		for i := range n {
			o := verdict.WrongAnswer
			if (p+i)%3 == 0 {
				o = verdict.Passed
			}
			vs = append(vs, v(fmt.Sprintf("%s/%d", language, p), language, i, o))
		}
	}
	return vs
}
