// Package metric turns counts of correct samples into numbers one can
// publish: pass@k and its relatives, with intervals and warnings, and
// comparisons of two models. It takes plain numbers and knows nothing of
// verdicts, languages or files; docs/statistics.md has the formulas.
//
// There are two levels and they are kept apart. The samples of one problem
// give a probability (this file); the problems, which are the sampling unit,
// give a mean and its interval (mean.go, bootstrap.go).
package metric

import "fmt"

// A Count is what is known of one problem: N samples, C of them correct.
type Count struct {
	N int `json:"n"`
	C int `json:"c"`
}

// PassAtK is the unbiased estimate of the probability that at least one of k
// samples is correct, given c correct ones among n: 1 − C(n−c,k) / C(n,k).
func PassAtK(n, c, k int) (float64, error) {
	if err := check(n, c, k); err != nil {
		return 0, err
	}
	return anyOf(n, c, k), nil
}

// PassHatK (pass^k) is the unbiased estimate of the probability that all of k
// samples are correct: C(c,k) / C(n,k).
func PassHatK(n, c, k int) (float64, error) {
	if err := check(n, c, k); err != nil {
		return 0, err
	}
	p := 1.0
	for i := 0; i < k && p > 0; i++ {
		p *= float64(max(c-i, 0)) / float64(n-i)
	}
	return p, nil
}

func check(n, c, k int) error {
	switch {
	case n < 0 || c < 0 || c > n:
		return fmt.Errorf("%d correct of %d samples is not possible", c, n)
	case k < 1:
		return fmt.Errorf("k = %d: k starts at 1", k)
	case k > n:
		return fmt.Errorf("pass@%d needs %d samples of each problem, and there are %d", k, k, n)
	}
	return nil
}

// anyOf computes 1 − C(n−c,k)/C(n,k) without a binomial coefficient. The
// quotient is symmetric in c and k, so it is a product of min(c,k) factors
// 1 − max(c,k)/(n−i). Adding up the complement instead of multiplying the
// factors has only positive terms: nothing cancels, and a tiny result is as
// exact as one near 1.
func anyOf(n, c, k int) float64 {
	few, many := min(c, k), max(c, k)
	some := 0.0
	for i := 0; i < few; i++ {
		if many >= n-i { // more correct ones than room to miss them
			return 1
		}
		some += (1 - some) * float64(many) / float64(n-i)
	}
	return some
}

// withinVariance estimates, without bias, the variance that pass@k of one
// problem owes to having drawn only n samples. With q = C(n−c,k)/C(n,k) the
// expectation of q² minus the square of q's expectation; the latter is
// (1−p)^(2k), whose own unbiased estimate needs 2k ≤ n. For k = 1 this is the
// familiar p(1−p)/(n−1).
func withinVariance(n, c, k int) (variance float64, ok bool) {
	if 2*k > n {
		return 0, false
	}
	q := 1 - anyOf(n, c, k)
	return q*q - (1 - anyOf(n, c, 2*k)), true
}
