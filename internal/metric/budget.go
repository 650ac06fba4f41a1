package metric

import (
	"fmt"
	"slices"
)

// A model may be asked the same problem in several languages. With a budget of
// k samples in all, kᵢ of them in language i, a problem counts as solved when
// any sample of any language is correct: E[1 − ∏ᵢ C(nᵢ−cᵢ,kᵢ)/C(nᵢ,kᵢ)]. How
// the budget is spread is a policy; the functions below are the usual ones.

// Single spends the whole budget on the language at index best.
func Single(k, languages, best int) []int {
	alloc := make([]int, languages)
	alloc[best] = k
	return alloc
}

// Uniform spreads the budget evenly; what is left over goes to the first
// languages.
func Uniform(k, languages int) []int {
	return Weighted(k, slices.Repeat([]float64{1}, languages))
}

// Weighted spreads the budget in proportion to the weights, by the method of
// largest remainders; of equal remainders the first comes first. Weights that
// are negative count as zero, and when none is positive all are equal.
func Weighted(k int, weights []float64) []int {
	weights = positive(weights)
	total := 0.0
	for _, w := range weights {
		total += w
	}
	alloc := make([]int, len(weights))
	rest := make([]float64, len(weights))
	order := make([]int, len(weights))
	left := k
	for i, w := range weights {
		share := float64(k) * w / total
		alloc[i] = int(share)
		rest[i], order[i] = share-float64(alloc[i]), i
		left -= alloc[i]
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case rest[a] > rest[b]:
			return -1
		case rest[a] < rest[b]:
			return 1
		}
		return 0
	})
	for i := 0; i < left; i++ {
		alloc[order[i%len(order)]]++
	}
	return alloc
}

func positive(weights []float64) []float64 {
	out := make([]float64, len(weights))
	any := false
	for i, w := range weights {
		out[i] = max(w, 0)
		any = any || w > 0
	}
	if !any {
		return slices.Repeat([]float64{1}, len(weights))
	}
	return out
}

// BudgetedPass is the unbiased estimate, for one problem, of the probability
// that at least one sample is correct when alloc[i] are drawn from counts[i].
func BudgetedPass(counts []Count, alloc []int) (float64, error) {
	if len(counts) != len(alloc) {
		return 0, fmt.Errorf("%d languages and a budget for %d", len(counts), len(alloc))
	}
	none := 1.0
	for i, k := range alloc {
		if k == 0 {
			continue
		}
		some, err := PassAtK(counts[i].N, counts[i].C, k)
		if err != nil {
			return 0, err
		}
		none *= 1 - some
	}
	return 1 - none, nil
}

// MeanBudgeted is the mean of BudgetedPass over problems; problems[p][i] is
// problem p in language i.
func MeanBudgeted(name string, problems [][]Count, alloc []int, opts Options) (Estimate, error) {
	values := make([]float64, len(problems))
	var used []Count // of the languages that the budget touches
	k := 0
	for _, a := range alloc {
		k += a
	}
	for p, counts := range problems {
		v, err := BudgetedPass(counts, alloc)
		if err != nil {
			return Estimate{}, fmt.Errorf("%s: %w", name, err)
		}
		values[p] = v
		for i, c := range counts {
			if alloc[i] > 0 {
				used = append(used, c)
			}
		}
	}
	return mean(name, k, used, values, opts), nil
}
