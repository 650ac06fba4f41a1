package metric

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func codes(ws []Warning) (out []string) {
	for _, w := range ws {
		out = append(out, w.Code)
	}
	return out
}

func repeat(c Count, n int) []Count { return slices.Repeat([]Count{c}, n) }

func TestMeanOverProblems(t *testing.T) {
	counts := append(repeat(Count{10, 0}, 50), repeat(Count{10, 10}, 50)...)
	e, err := MeanPassAtK(counts, 10, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if e.Name != "pass@10" || e.Value != .5 || e.Problems != 100 || e.MinN != 10 || e.MaxN != 10 || len(e.Warnings) != 0 {
		t.Errorf("%+v", e)
	}
	if want := math.Sqrt(.25 / 99); math.Abs(e.StdErr-want) > 1e-12 {
		t.Errorf("standard error %v, want %v", e.StdErr, want)
	}
	if e.Lo < .37 || e.Lo > .43 || e.Hi < .57 || e.Hi > .63 {
		t.Errorf("interval %v to %v", e.Lo, e.Hi)
	}
	if e.Within != nil {
		t.Errorf("within part %v of pass@10 at n = 10", *e.Within)
	}
}

func TestWithinPartOfTheMean(t *testing.T) {
	e, err := MeanPassAtK(repeat(Count{10, 5}, 100), 1, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := math.Sqrt(.25 / 9 / 100); e.Within == nil || math.Abs(*e.Within-want) > 1e-12 {
		t.Errorf("within %v, want %v", e.Within, want)
	}
}

func TestMissingProblems(t *testing.T) {
	counts := append(repeat(Count{1, 1}, 80), repeat(Count{1, 0}, 81)...)
	e, _ := MeanPassAtK(counts, 1, Options{Expected: 164})
	if e.Problems != 161 || e.Expected != 164 || !closeTo(e.Value, 80.0/161) {
		t.Errorf("%+v", e)
	}
	if !slices.Equal(codes(e.Warnings), []string{"missing_problems"}) || !strings.Contains(e.Warnings[0].Text, "161 of 164") {
		t.Errorf("warnings %v", e.Warnings)
	}
	e, _ = MeanPassAtK(counts, 1, Options{Expected: 164, MissingFail: true})
	if e.Problems != 164 || !closeTo(e.Value, 80.0/164) || !slices.Equal(codes(e.Warnings), []string{"missing_fail"}) {
		t.Errorf("%+v", e)
	}
}

func TestDegenerateMeans(t *testing.T) {
	for _, c := range []struct {
		name   string
		counts []Count
		method string
		codes  []string
	}{
		{"none", nil, "", []string{"no_problems"}},
		{"one", repeat(Count{1, 1}, 1), "", []string{"one_problem"}},
		{"few", append(repeat(Count{1, 1}, 5), Count{1, 0}), "bootstrap", []string{"few_problems"}},
		{"alike", repeat(Count{1, 0}, 164), "wilson", nil},
		{"uneven", append(repeat(Count{2, 1}, 50), repeat(Count{1, 0}, 50)...), "bootstrap", []string{"uneven_n"}},
	} {
		e, err := MeanPassAtK(c.counts, 1, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(e.Method, c.method) || (c.method == "") != (e.Method == "") || !slices.Equal(codes(e.Warnings), c.codes) {
			t.Errorf("%s: %+v", c.name, e)
		}
		if e.Method != "" && (e.Lo > e.Value || e.Hi < e.Value || e.Lo == e.Hi) {
			t.Errorf("%s: %v not inside %v to %v", c.name, e.Value, e.Lo, e.Hi)
		}
	}
}

func TestSameSeedSameInterval(t *testing.T) {
	counts := append(repeat(Count{10, 3}, 30), repeat(Count{10, 9}, 70)...)
	a, _ := MeanPassAtK(counts, 1, Options{Seed: 7})
	b, _ := MeanPassAtK(counts, 1, Options{Seed: 7})
	c, _ := MeanPassAtK(counts, 1, Options{Seed: 8})
	if a.Lo != b.Lo || a.Hi != b.Hi {
		t.Error("the same seed gave two intervals")
	}
	if math.Abs(a.Lo-c.Lo) > .01 || math.Abs(a.Hi-c.Hi) > .01 {
		t.Errorf("seeds disagree: %v..%v and %v..%v", a.Lo, a.Hi, c.Lo, c.Hi)
	}
}

func TestOtherMeans(t *testing.T) {
	counts := []Count{{4, 0}, {4, 1}, {4, 4}, {4, 2}}
	if e := Coverage(counts, Options{}); e.Value != .75 || e.Name != "coverage" {
		t.Errorf("%+v", e)
	}
	e, err := MeanPassHatK(counts, 2, Options{})
	if want := (0 + 0 + 1 + 1.0/6) / 4; err != nil || !closeTo(e.Value, want) || e.Name != "pass^2" {
		t.Errorf("%+v %v, want %v", e, err, want)
	}
	if _, err := MeanPassHatK(counts, 5, Options{}); err == nil {
		t.Error("pass^5 of four samples was estimated")
	}
	if _, err := MeanPassAtK(counts, 5, Options{}); err == nil {
		t.Error("pass@5 of four samples was estimated")
	}
}

func TestSelectK(t *testing.T) {
	counts := append(repeat(Count{10, 3}, 2), Count{9, 0})
	use, notes, err := SelectK(counts, DefaultKs(), false)
	if err != nil || !slices.Equal(use, []int{1}) || len(notes) != 1 {
		t.Errorf("%v %v %v", use, notes, err)
	}
	if !strings.Contains(notes[0].Text, "pass@10 and pass@100 left out: the problem with the fewest samples has 9") {
		t.Errorf("note %q", notes[0].Text)
	}
	if _, _, err = SelectK(counts, []int{1, 10}, true); err == nil || !strings.Contains(err.Error(), "pass@10 needs 10 samples of each problem; 1 of 3 problems have fewer (the fewest: 9)") {
		t.Errorf("asked for: %v", err)
	}
	if _, _, err = SelectK(counts, []int{0}, true); err == nil {
		t.Error("k = 0 was accepted")
	}
	if use, _, err = SelectK(counts, []int{9, 1, 9}, true); err != nil || !slices.Equal(use, []int{1, 9}) {
		t.Errorf("%v %v", use, err)
	}
}
