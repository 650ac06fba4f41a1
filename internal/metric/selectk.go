package metric

import (
	"fmt"
	"slices"
)

// DefaultKs are the k that are reported when nobody asks for others.
func DefaultKs() []int { return []int{1, 10, 100} }

// SelectK says which k can be estimated from the counts. A k that some problem
// has too few samples for is left out with a note when it was a default, and
// refused with the reason when somebody asked for it.
func SelectK(counts []Count, ks []int, asked bool) (use []int, notes []Warning, err error) {
	ks = slices.Compact(slices.Sorted(slices.Values(ks)))
	for _, k := range ks {
		if k < 1 {
			return nil, nil, fmt.Errorf("k = %d: k starts at 1", k)
		}
		short := 0
		for _, c := range counts {
			if c.N < k {
				short++
			}
		}
		low, _ := span(counts)
		switch {
		case len(counts) == 0:
		case short == 0:
			use = append(use, k)
		case asked:
			return nil, nil, fmt.Errorf("pass@%d needs %d samples of each problem; %s", k, k, shortage(short, len(counts), low))
		default:
			notes = append(notes, Warning{"k_left_out", fmt.Sprintf("pass@%d left out: %s", k, shortage(short, len(counts), low))})
		}
	}
	return use, notes, nil
}

func shortage(short, all, low int) string {
	if short == all {
		return fmt.Sprintf("every problem has fewer (the fewest: %d)", low)
	}
	return fmt.Sprintf("%d of %d problems have fewer (the fewest: %d)", short, all, low)
}
