package report

import (
	"math"
	"strings"
	"testing"
)

func TestFurtherEstimates(t *testing.T) {
	vs := append(grid("cpp", 4, 12), grid("go", 4, 12)...)
	for _, x := range vs {
		if x.Language == "go" && x.TaskID != "go/0" {
			x.Outcome, x.Passed = 2, false // wrong answer
		}
	}
	s := summarize(t, tally(t, header("cpp", "go"), vs), Options{Ks: []int{1, 6}})
	cpp, goRow := s.row(t, "cpp"), s.row(t, "go")
	if len(cpp.PassHatK) != 1 || cpp.PassHatK[0].K != 6 || cpp.Coverage.Value != 1 || goRow.Coverage.Value != .25 {
		t.Errorf("%+v %+v", cpp.More, goRow.More)
	}
	if len(s.Budgets) != 3 {
		t.Fatalf("%+v", s.Budgets)
	}
	single, uniform := s.Budgets[0], s.Budgets[1]
	if single.Allocation["cpp"] != 6 || math.Abs(single.Estimate.Value-cpp.PassAtK[1].Value) > 1e-12 || single.Estimate.Warnings[0].Code != "few_problems" {
		t.Errorf("%+v", single)
	}
	if uniform.Allocation["cpp"] != 3 || uniform.Allocation["go"] != 3 || uniform.Estimate.Value >= single.Estimate.Value {
		t.Errorf("%+v", uniform)
	}
	if text := render(t, s, TextOptions{}); strings.Contains(text, "uniform") {
		t.Error("the short summary shows budgets")
	}
	if rows := s.budgetTable().Rows; len(rows) != 3 || rows[1][4].Text != "C++ 3, Go 3" {
		t.Errorf("%+v", rows)
	}
}

func TestLogHistogram(t *testing.T) {
	h := logHistogram{}
	for _, v := range []float64{0, -1, 1, 1.5, 1.6, 99, 100} {
		h.add(v)
	}
	b := h.buckets()
	if b[0] != (Bucket{1, 1.58489, 2}) || b[len(b)-1] != (Bucket{100, 158.489, 1}) || len(b) != 11 {
		t.Errorf("%v", b)
	}
	total := 0
	for _, x := range b {
		total += x.Samples
	}
	if total != 5 || len(logHistogram{}.buckets()) != 0 {
		t.Errorf("%d samples", total)
	}
}
