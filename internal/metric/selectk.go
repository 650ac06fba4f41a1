package metric

import (
	"fmt"
	"slices"
	"strings"
)

// DefaultKs are the k that are reported when nobody asks for others.
func DefaultKs() []int { return []int{1, 10, 100} }

// SelectK says which k can be estimated from the counts. A k that some problem
// has too few samples for is left out with a note when it was a default, and
// refused with the reason when somebody asked for it. Without any counts it
// selects nothing.
func SelectK(counts []Count, ks []int, asked bool) (use []int, notes []Warning, err error) {
	var out []string
	low, _ := span(counts)
	for _, k := range slices.Compact(slices.Sorted(slices.Values(ks))) {
		switch {
		case k < 1:
			return nil, nil, fmt.Errorf("k = %d: k starts at 1", k)
		case len(counts) == 0:
		case k <= low:
			use = append(use, k)
		case asked:
			return nil, nil, fmt.Errorf("pass@%d needs %d samples of each problem; %s", k, k, shortage(counts, k))
		default:
			out = append(out, fmt.Sprintf("pass@%d", k))
		}
	}
	if len(out) > 0 {
		notes = []Warning{{"k_left_out", fmt.Sprintf("%s left out: the problem with the fewest samples has %d", strings.Join(out, " and "), low)}}
	}
	return use, notes, nil
}

func shortage(counts []Count, k int) string {
	short := 0
	for _, c := range counts {
		if c.N < k {
			short++
		}
	}
	low, _ := span(counts)
	return fmt.Sprintf("%d of %d problems have fewer (the fewest: %d)", short, len(counts), low)
}
