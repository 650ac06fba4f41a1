package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/verdict"
)

func runOf(t *testing.T, name string, h verdict.Header, vs []*verdict.Verdict) Run {
	t.Helper()
	return Run{Name: name, Header: h, Summary: summarize(t, tally(t, h, vs), Options{})}
}

// better is a run in which every problem of base that failed at an even number
// passes, and the first one that passed fails.
func better(base []*verdict.Verdict) (vs []*verdict.Verdict) {
	for i, x := range base {
		o := x.Outcome
		switch {
		case i == 0:
			o = verdict.RuntimeError
		case o == verdict.WrongAnswer && trailingNumber(x.TaskID)%2 == 0:
			o = verdict.Passed
		}
		vs = append(vs, v(x.TaskID, x.Language, x.SampleIndex, o))
	}
	return vs
}

func TestCompareGolden(t *testing.T) {
	base := append(grid("cpp", 30, 1), grid("go", 12, 4)...)
	a := runOf(t, "old", header("cpp", "go"), base)
	b := runOf(t, "new", header("cpp", "go"), better(base))
	c, err := Compare([]Run{a, b}, CompareOptions{Resamples: 500})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Text(&out, c.Document(), TextOptions{Width: 110}); err != nil {
		t.Fatal(err)
	}
	golden(t, "compare.txt.golden", out.Bytes())
	out.Reset()
	enc := json.NewEncoder(&out)
	enc.SetIndent("", " ")
	if err := enc.Encode(c); err != nil {
		t.Fatal(err)
	}
	golden(t, "compare.json.golden", out.Bytes())
	if len(c.Worse(0)) != 0 {
		t.Errorf("better on most, and the gate says %v", c.Worse(0))
	}
	c, err = Compare([]Run{b, a}, CompareOptions{Resamples: 500})
	if err != nil || len(c.Worse(.02)) != 2 {
		t.Errorf("worse: %v %v", c, err)
	}
}

func TestCompareManyRuns(t *testing.T) {
	base := grid("cpp", 30, 1)
	a, b := runOf(t, "a", header("cpp"), base), runOf(t, "b", header("cpp"), better(base))
	same := runOf(t, "c", header("cpp"), base)
	c, err := Compare([]Run{a, b, same}, CompareOptions{Resamples: 500})
	if err != nil || len(c.Rows) != 2 {
		t.Fatalf("%+v %v", c, err)
	}
	if c.Rows[0].Adjusted != min(1, 2*c.Rows[0].P) || c.Rows[1].P != 1 {
		t.Errorf("p %v and %v, after Holm %v and %v", c.Rows[0].P, c.Rows[1].P, c.Rows[0].Adjusted, c.Rows[1].Adjusted)
	}
	var out bytes.Buffer
	if err := Text(&out, c.Document(), TextOptions{}); err != nil || !strings.Contains(out.String(), "b, c against a") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

func TestCompareSaysWhatIsIncomplete(t *testing.T) {
	base := grid("cpp", 30, 1)
	a, b := runOf(t, "a", header("cpp"), base), runOf(t, "b", header("cpp"), better(base))
	b.Summary.Complete = false
	c, err := Compare([]Run{a, b}, CompareOptions{Resamples: 500})
	if err != nil || len(c.Warnings) != 1 || !strings.HasPrefix(c.Warnings[0].Text, "b did not come to its end") {
		t.Errorf("%+v %v", c, err)
	}
}

func TestCompareRefuses(t *testing.T) {
	h := header("cpp")
	base := grid("cpp", 30, 1)
	a := runOf(t, "a", h, base)
	other := header("cpp")
	other.Dataset.Errata, other.Extraction = "1", "fence"
	b := runOf(t, "b", other, base)
	_, err := Compare([]Run{a, b}, CompareOptions{})
	for _, want := range []string{"a and b: dataset.errata: (none) → 1", "extraction: raw → fence", "--force"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %q", err, want)
		}
	}
	c, err := Compare([]Run{a, b}, CompareOptions{Force: true})
	if err != nil || len(c.Forced) != 2 || !strings.Contains(c.Document().Notes[0].Text, "compared by force: a and b: dataset.errata") {
		t.Errorf("%+v %v", c, err)
	}
	if _, err := Compare([]Run{a}, CompareOptions{}); err == nil {
		t.Error("one run was compared")
	}
	if _, err := Compare([]Run{a, runOf(t, "go", header("go"), grid("go", 4, 1))}, CompareOptions{}); err == nil || !strings.Contains(err.Error(), "go has no samples of it") {
		t.Errorf("%v", err)
	}
	unscored := append(base[1:30:30], v("cpp/0", "cpp", 0, verdict.HarnessFault))
	if _, err := Compare([]Run{a, runOf(t, "u", h, unscored)}, CompareOptions{}); err == nil || !strings.Contains(err.Error(), "1 sample not scored") {
		t.Errorf("%v", err)
	}
	if _, err := Compare([]Run{a, runOf(t, "b", h, base)}, CompareOptions{K: 10}); err == nil || !strings.Contains(err.Error(), "pass@10") {
		t.Errorf("%v", err)
	}
	c, err = Compare([]Run{a, runOf(t, "part", h, base[:20])}, CompareOptions{})
	if err != nil || c.Rows[0].Problems != 20 || c.Warnings[0].Code != "unpaired" {
		t.Errorf("%+v %v", c, err)
	}
}
