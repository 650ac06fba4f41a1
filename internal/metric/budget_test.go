package metric

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestBudgetPolicies(t *testing.T) {
	for _, c := range []struct {
		got, want []int
	}{
		{Single(10, 3, 1), []int{0, 10, 0}},
		{Uniform(10, 5), []int{2, 2, 2, 2, 2}},
		{Uniform(10, 4), []int{3, 3, 2, 2}},
		{Uniform(2, 5), []int{1, 1, 0, 0, 0}},
		{Weighted(10, []float64{.5, .3, .2}), []int{5, 3, 2}},
		{Weighted(100, []float64{1, 1, 1}), []int{34, 33, 33}},
		{Weighted(7, []float64{0, 0}), []int{4, 3}},
		{Weighted(5, []float64{-1, 2}), []int{0, 5}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		weights := make([]float64, 1+rng.IntN(8))
		for i := range weights {
			weights[i] = rng.Float64()
		}
		k, sum := rng.IntN(300), 0
		for _, a := range Weighted(k, weights) {
			sum += a
			if a < 0 {
				t.Fatal("a negative share")
			}
		}
		if sum != k {
			t.Fatalf("budget %d was spread as %d", k, sum)
		}
	}
}

// exhaust draws every set of alloc[i] samples out of every language and counts
// how often one of them is correct.
func exhaust(counts []Count, alloc []int) float64 {
	hits, all := 0, 0
	var languages func(i int, hit bool)
	languages = func(i int, hit bool) {
		if i == len(counts) {
			all++
			if hit {
				hits++
			}
			return
		}
		subsets(counts[i].N, alloc[i], func(set []int) {
			any := hit
			for _, sample := range set {
				any = any || sample < counts[i].C // the first C samples are the correct ones
			}
			languages(i+1, any)
		})
	}
	languages(0, false)
	return float64(hits) / float64(all)
}

func subsets(n, k int, visit func([]int)) {
	set := make([]int, 0, k)
	var grow func(from int)
	grow = func(from int) {
		if len(set) == k {
			visit(set)
			return
		}
		for i := from; i < n; i++ {
			set = append(set, i)
			grow(i + 1)
			set = set[:len(set)-1]
		}
	}
	grow(0)
}

func TestBudgetAgainstEnumeration(t *testing.T) {
	for _, c := range []struct {
		counts []Count
		alloc  []int
	}{
		{[]Count{{5, 2}}, []int{3}},
		{[]Count{{5, 2}, {4, 0}}, []int{1, 2}},
		{[]Count{{6, 1}, {4, 1}, {5, 3}}, []int{2, 1, 1}},
		{[]Count{{6, 1}, {4, 4}, {5, 0}}, []int{3, 0, 4}},
		{[]Count{{3, 0}, {3, 0}}, []int{3, 3}},
	} {
		got, err := BudgetedPass(c.counts, c.alloc)
		if want := exhaust(c.counts, c.alloc); err != nil || math.Abs(got-want) > 1e-12 {
			t.Errorf("%v with %v: %v %v, want %v", c.counts, c.alloc, got, err, want)
		}
	}
	if _, err := BudgetedPass([]Count{{5, 2}}, []int{6}); err == nil {
		t.Error("more samples than there are")
	}
	if _, err := BudgetedPass([]Count{{5, 2}}, []int{1, 1}); err == nil {
		t.Error("a budget for a language that is not there")
	}
}

// Over many simulated runs of known difficulty the mean of the estimate must
// be the truth, 1 − ∏(1−pᵢ)^kᵢ.
func TestBudgetAgainstSimulation(t *testing.T) {
	p, alloc, n := []float64{.1, .3, .02}, []int{3, 1, 2}, 10
	truth := 1.0
	for i := range p {
		truth *= math.Pow(1-p[i], float64(alloc[i]))
	}
	truth = 1 - truth
	rng := rand.New(rand.NewPCG(3, 4))
	const runs = 40_000
	sum, squares := 0.0, 0.0
	for range runs {
		counts := make([]Count, len(p))
		for i := range p {
			counts[i] = Count{n, draw(rng, n, p[i])}
		}
		v, err := BudgetedPass(counts, alloc)
		if err != nil {
			t.Fatal(err)
		}
		sum, squares = sum+v, squares+v*v
	}
	mean := sum / runs
	stdErr := math.Sqrt((squares/runs - mean*mean) / runs)
	if math.Abs(mean-truth) > 4*stdErr {
		t.Errorf("mean %v, truth %v, standard error %v", mean, truth, stdErr)
	}
}

// draw is a binomial number.
func draw(rng *rand.Rand, n int, p float64) (c int) {
	for range n {
		if rng.Float64() < p {
			c++
		}
	}
	return c
}

func TestMeanBudgeted(t *testing.T) {
	problems := [][]Count{{{10, 5}, {10, 0}}, {{10, 0}, {10, 10}}, {{10, 0}, {10, 0}}}
	e, err := MeanBudgeted("pass@2 uniform", problems, Uniform(2, 2), Options{})
	if err != nil || math.Abs(e.Value-.5) > 1e-12 || e.K != 2 || e.Problems != 3 || e.MinN != 10 {
		t.Errorf("%+v %v", e, err)
	}
	one, _ := MeanBudgeted("one", problems, Single(2, 2, 0), Options{})
	plain, _ := MeanPassAtK([]Count{{10, 5}, {10, 0}, {10, 0}}, 2, Options{})
	if math.Abs(one.Value-plain.Value) > 1e-12 {
		t.Errorf("one language: %v, want %v", one.Value, plain.Value)
	}
	if _, err := MeanBudgeted("x", problems, []int{11, 0}, Options{}); err == nil {
		t.Error("more samples than there are")
	}
}
