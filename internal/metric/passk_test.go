package metric

import (
	"math"
	"math/big"
	"testing"
)

func must(t *testing.T, f func(n, c, k int) (float64, error), n, c, k int) float64 {
	t.Helper()
	v, err := f(n, c, k)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// exactPassAtK is 1 − C(n−c,k)/C(n,k) in rational numbers.
func exactPassAtK(n, c, k int) float64 {
	none := new(big.Rat).SetFrac(binomial(n-c, k), binomial(n, k))
	v, _ := new(big.Rat).Sub(big.NewRat(1, 1), none).Float64()
	return v
}

func exactPassHatK(n, c, k int) float64 {
	v, _ := new(big.Rat).SetFrac(binomial(c, k), binomial(n, k)).Float64()
	return v
}

func binomial(n, k int) *big.Int {
	if k > n {
		return new(big.Int)
	}
	return new(big.Int).Binomial(int64(n), int64(k))
}

// close compares relative to the exact value, so that tiny ones count too.
func closeTo(got, want float64) bool {
	return math.Abs(got-want) <= 1e-12*max(math.Abs(want), 1e-300)
}

func TestPassAtKPublished(t *testing.T) {
	for k, want := range map[int]float64{1: .4, 2: .7, 3: .9, 4: 1, 5: 1} {
		if got := must(t, PassAtK, 5, 2, k); !closeTo(got, want) {
			t.Errorf("n=5 c=2 k=%d: %v, want %v", k, got, want)
		}
	}
}

func TestExactToSixty(t *testing.T) {
	for n := 1; n <= 60; n++ {
		for c := 0; c <= n; c++ {
			for k := 1; k <= n; k++ {
				if got, want := must(t, PassAtK, n, c, k), exactPassAtK(n, c, k); !closeTo(got, want) {
					t.Fatalf("pass@%d of %d/%d: %v, want %v", k, c, n, got, want)
				}
				if got, want := must(t, PassHatK, n, c, k), exactPassHatK(n, c, k); !closeTo(got, want) {
					t.Fatalf("pass^%d of %d/%d: %v, want %v", k, c, n, got, want)
				}
			}
		}
	}
}

func TestExactAtManySamples(t *testing.T) {
	for _, n := range []int{200, 10_000} {
		for _, c := range []int{0, 1, 2, n / 100, n / 2, n - 101, n - 100, n - 1, n} {
			for _, k := range []int{1, 2, 10, 100, n / 2, n - 1, n} {
				if got, want := must(t, PassAtK, n, c, k), exactPassAtK(n, c, k); !closeTo(got, want) {
					t.Errorf("pass@%d of %d/%d: %v, want %v", k, c, n, got, want)
				}
			}
		}
	}
}

func TestRisesWithKAndC(t *testing.T) {
	const n = 200
	for c := 0; c <= n; c++ {
		for k := 1; k <= n; k++ {
			v := must(t, PassAtK, n, c, k)
			if v < 0 || v > 1 {
				t.Fatalf("pass@%d of %d/%d = %v", k, c, n, v)
			}
			if c > 0 && v < must(t, PassAtK, n, c-1, k) {
				t.Fatalf("falls with c at c=%d k=%d", c, k)
			}
			if k > 1 && v < must(t, PassAtK, n, c, k-1) {
				t.Fatalf("falls with k at c=%d k=%d", c, k)
			}
		}
	}
}

func TestImpossibleCounts(t *testing.T) {
	for _, bad := range [][3]int{{5, 6, 1}, {5, -1, 1}, {-1, 0, 1}, {5, 2, 0}, {5, 2, -3}, {5, 2, 6}, {0, 0, 1}} {
		if v, err := PassAtK(bad[0], bad[1], bad[2]); err == nil {
			t.Errorf("PassAtK(%v) = %v, want an error", bad, v)
		}
		if v, err := PassHatK(bad[0], bad[1], bad[2]); err == nil {
			t.Errorf("PassHatK(%v) = %v, want an error", bad, v)
		}
	}
}

// The expectation over all possible c of the variance estimate must be the
// true variance of pass@k for a problem of known difficulty.
func TestWithinVarianceIsUnbiased(t *testing.T) {
	for _, n := range []int{2, 6, 11} {
		for k := 1; 2*k <= n; k++ {
			for _, p := range []float64{.1, .5, .83} {
				estimated, first, second := 0.0, 0.0, 0.0
				for c := 0; c <= n; c++ {
					weight := binomialWeight(n, c, p)
					v, ok := withinVariance(n, c, k)
					if !ok {
						t.Fatalf("n=%d k=%d: no estimate", n, k)
					}
					x := must(t, PassAtK, n, c, k)
					estimated += weight * v
					first += weight * x
					second += weight * x * x
				}
				if truth := second - first*first; math.Abs(estimated-truth) > 1e-12 {
					t.Errorf("n=%d k=%d p=%v: %v, want %v", n, k, p, estimated, truth)
				}
				if math.Abs(first-(1-math.Pow(1-p, float64(k)))) > 1e-12 {
					t.Errorf("n=%d k=%d p=%v: pass@k is biased", n, k, p)
				}
			}
		}
	}
	if _, ok := withinVariance(5, 2, 3); ok {
		t.Error("2k > n must have no estimate")
	}
}

func binomialWeight(n, c int, p float64) float64 {
	b, _ := new(big.Float).SetInt(binomial(n, c)).Float64()
	return b * math.Pow(p, float64(c)) * math.Pow(1-p, float64(n-c))
}
