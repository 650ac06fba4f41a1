package metric

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestMcNemar(t *testing.T) {
	for _, c := range []struct {
		gained, lost int
		want         float64
	}{
		{0, 0, 1}, {5, 5, 1}, {1, 0, 1}, {5, 0, .0625}, {0, 6, .03125}, {9, 1, 22.0 / 1024}, {10, 2, 158.0 / 4096},
	} {
		if got := McNemar(c.gained, c.lost); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%d against %d: %v, want %v", c.gained, c.lost, got, c.want)
		}
	}
	if p := McNemar(5000, 4000); p <= 0 || p > 1e-20 {
		t.Errorf("thousands of problems: %v", p)
	}
}

func TestSignFlipsExactly(t *testing.T) {
	// Only +++ and −−− of the eight signs reach the observed sum.
	if p, test := signFlips([]float64{.1, .2, .3, 0}, Options{}); p != .25 || !strings.Contains(test, "exact") {
		t.Errorf("%v by %s", p, test)
	}
	if p, _ := signFlips([]float64{0, 0}, Options{}); p != 1 {
		t.Errorf("no difference: %v", p)
	}
	d := make([]float64, 16)
	for i := range d {
		d[i] = math.Sin(float64(i)) + .3
	}
	exact, _ := signFlips(d, Options{})
	drawn := someFlips(d, math.Abs(flipped(d, 0))-rounding, 40_000, 1)
	if math.Abs(exact-drawn) > .01 {
		t.Errorf("exact %v, drawn %v", exact, drawn)
	}
}

func TestHolm(t *testing.T) {
	got := Holm([]float64{.01, .04, .03, .005})
	for i, want := range []float64{.03, .06, .06, .02} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("%v", got)
		}
	}
	if got := Holm([]float64{.9, .8}); got[0] != 1 || got[1] != 1 {
		t.Errorf("%v", got)
	}
	if len(Holm(nil)) != 0 {
		t.Error("something out of nothing")
	}
}

func TestCompareSingleSamples(t *testing.T) {
	var pairs []Pair
	add := func(n, a, b int) {
		for range n {
			pairs = append(pairs, Pair{fmt.Sprintf("P/%d", len(pairs)), Count{1, a}, Count{1, b}})
		}
	}
	add(50, 1, 1)
	add(10, 0, 1)
	add(2, 1, 0)
	add(38, 0, 0)
	c, err := Compare(pairs, 1, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(c.A-.52) > 1e-12 || math.Abs(c.B-.6) > 1e-12 || math.Abs(c.Difference.Value-.08) > 1e-12 {
		t.Errorf("%+v", c)
	}
	if c.Test != "exact McNemar" || math.Abs(c.P-158.0/4096) > 1e-12 || len(c.Gained) != 10 || len(c.Lost) != 2 || c.Lost[0].ID != "P/60" {
		t.Errorf("%+v", c)
	}
	if c.Difference.Lo < 0 || c.Difference.Lo > .05 || c.Difference.Hi < .1 || c.Difference.Hi > .2 {
		t.Errorf("interval %v to %v", c.Difference.Lo, c.Difference.Hi)
	}
	if c.Worse(0) || c.Worse(.02) {
		t.Error("the better model fails the gate")
	}
	for i := range pairs {
		pairs[i].A, pairs[i].B = pairs[i].B, pairs[i].A
	}
	back, _ := Compare(pairs, 1, Options{})
	if back.P != c.P || math.Abs(back.Difference.Value+c.Difference.Value) > 1e-12 || !back.Worse(.02) || back.Worse(.08) {
		t.Errorf("the other way round: %+v", back)
	}
}

func TestCompareManySamples(t *testing.T) {
	pairs := []Pair{{"a", Count{10, 2}, Count{20, 10}}, {"b", Count{10, 5}, Count{20, 10}}, {"c", Count{10, 9}, Count{20, 0}}}
	c, err := Compare(pairs, 1, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Gained) != 1 || len(c.Lost) != 1 || c.Lost[0].ID != "c" || !strings.HasPrefix(c.Test, "sign-flip") {
		t.Errorf("%+v", c)
	}
	if _, err := Compare(pairs, 11, Options{}); err == nil || !strings.Contains(err.Error(), "a: pass@11") {
		t.Errorf("%v", err)
	}
	if _, err := Compare(nil, 1, Options{}); err == nil {
		t.Error("nothing was compared")
	}
	same, _ := Compare([]Pair{{"a", Count{1, 1}, Count{1, 1}}, {"b", Count{1, 0}, Count{1, 0}}}, 1, Options{})
	if same.P != 1 || same.Difference.Lo >= 0 || same.Difference.Hi <= 0 {
		t.Errorf("%+v", same)
	}
}

// rejections is how often two models are told apart at the 5 % level. shift is
// what B is better by, on every problem as far as 0 and 1 allow.
func rejections(t *testing.T, runs, n int, shift float64, seed uint64) (rate, trueDifference float64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	pop := population{.5, 1}
	for range runs {
		pairs := make([]Pair, 164)
		for i := range pairs {
			p := pop.draw(rng)
			better := min(p+shift, 1)
			trueDifference += (better - p) / float64(runs*len(pairs))
			pairs[i] = Pair{fmt.Sprint(i), Count{n, draw(rng, n, p)}, Count{n, draw(rng, n, better)}}
		}
		c, err := Compare(pairs, 1, Options{Resamples: 999, Seed: rng.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		if c.P <= .05 {
			rate += 1 / float64(runs)
		}
	}
	return rate, trueDifference
}

// A model against itself, at other seeds, must not be told apart more often
// than the level says; a better one must be found.
func TestRejectionRates(t *testing.T) {
	seeds, powerRuns := []uint64{1}, 100
	if *simulate {
		seeds, powerRuns = []uint64{1, 2, 3, 4, 5}, 1000
	}
	for _, n := range []int{1, 10} {
		for _, seed := range seeds {
			rate, _ := rejections(t, 1000, n, 0, seed)
			if rate > .07 {
				t.Errorf("n = %d, seed %d: a model differs from itself in %.3f of runs", n, seed, rate)
			}
			if *simulate {
				t.Logf("| %d | 0 | %d | %.1f %% |", n, seed, 100*rate)
			}
		}
	}
	for _, shift := range []float64{.0555, .118} {
		for _, n := range []int{1, 10, 200} {
			if n == 200 && !*simulate {
				continue
			}
			power, difference := rejections(t, powerRuns, n, shift, 1)
			if power < .1 {
				t.Errorf("n = %d: a difference of %.3f is found in %.3f of runs", n, difference, power)
			}
			if *simulate {
				t.Logf("| %d | %.3f | power | %.1f %% |", n, difference, 100*power)
			}
		}
	}
}
