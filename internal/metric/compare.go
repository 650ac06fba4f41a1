package metric

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// A Pair is one problem under two models.
type Pair struct {
	ID   string
	A, B Count
}

// A Comparison says how model B does against model A on the problems that both
// have. Pairing by problem takes out how hard the problems are, which is most
// of what makes two single intervals wide.
type Comparison struct {
	K          int      `json:"k"`
	A          float64  `json:"a"` // mean pass@k over the common problems
	B          float64  `json:"b"`
	Difference Estimate `json:"difference"` // B − A

	// P is the probability of a difference at least as large when the two
	// models are the same; Test names the test. Adjusted is P after Holm's
	// correction, when several comparisons were made at once.
	P        float64 `json:"p"`
	Test     string  `json:"test"`
	Adjusted float64 `json:"p_adjusted"`

	// Gained and Lost are the problems on which B is better and worse, the
	// largest change first.
	Gained []Change `json:"gained,omitempty"`
	Lost   []Change `json:"lost,omitempty"`
}

// A Change is a problem on which the models differ.
type Change struct {
	ID string  `json:"task_id"`
	A  Count   `json:"a"`
	B  Count   `json:"b"`
	By float64 `json:"by"` // pass@k of B minus that of A
}

// Compare compares pass@k. With one sample of each problem it tests by exact
// McNemar, otherwise by flipping the signs of the problems' differences.
func Compare(pairs []Pair, k int, opts Options) (Comparison, error) {
	if len(pairs) == 0 {
		return Comparison{}, errors.New("the runs have no problem in common")
	}
	c := Comparison{K: k}
	diffs := make([]float64, len(pairs))
	single := true
	for i, p := range pairs {
		a, err := PassAtK(p.A.N, p.A.C, k)
		if err != nil {
			return Comparison{}, fmt.Errorf("%s: %w", p.ID, err)
		}
		b, err := PassAtK(p.B.N, p.B.C, k)
		if err != nil {
			return Comparison{}, fmt.Errorf("%s: %w", p.ID, err)
		}
		c.A += a / float64(len(pairs))
		c.B += b / float64(len(pairs))
		diffs[i] = b - a
		single = single && p.A.N == 1 && p.B.N == 1
		c.record(p, diffs[i])
	}
	slices.SortStableFunc(c.Gained, largest) // the pairs' order among equals
	slices.SortStableFunc(c.Lost, largest)
	c.Difference = difference(k, diffs, opts)
	if single {
		c.P, c.Test = McNemar(len(c.Gained), len(c.Lost)), "exact McNemar"
	} else {
		c.P, c.Test = signFlips(diffs, opts)
	}
	c.Adjusted = c.P
	return c, nil
}

func (c *Comparison) record(p Pair, by float64) {
	change := Change{p.ID, p.A, p.B, by}
	switch {
	case by > rounding:
		c.Gained = append(c.Gained, change)
	case by < -rounding:
		c.Lost = append(c.Lost, change)
	}
}

// rounding is below any difference that counts of samples can make.
const rounding = 1e-12

func largest(a, b Change) int { return cmp.Compare(math.Abs(b.By), math.Abs(a.By)) }

// Worse says that B falls short of A by more than a margin; it is what a gate
// asks. It goes by the estimate, not by the interval: a gate that only acts on
// significant losses lets every small one through.
func (c Comparison) Worse(margin float64) bool { return c.Difference.Value < -margin-rounding }

func difference(k int, diffs []float64, opts Options) Estimate {
	e := Estimate{Name: fmt.Sprintf("difference of pass@%d", k), K: k, Level: opts.level(), Problems: len(diffs)}
	e.Value, e.StdErr = meanAndError(diffs)
	switch {
	case len(diffs) == 1:
		e.warn("one_problem", "one problem gives no interval")
	case e.StdErr == 0 && math.Abs(e.Value) < rounding:
		// Nothing differs in m problems: each side may still hold what a share
		// of 0 of m may hold.
		_, e.Hi = wilson(0, float64(len(diffs)), opts.level())
		e.Lo, e.Method = -e.Hi, "wilson (no problem differs)"
	case e.StdErr == 0:
		e.warn("all_alike", "all problems differ by the same amount: no interval")
	default:
		e.Lo, e.Hi = bootstrapMean(diffs, opts)
		e.Method = fmt.Sprintf("paired bootstrap over problems (BCa, %d resamples, seed %d)", opts.resamples(), opts.Seed)
	}
	if len(diffs) < fewProblems {
		e.warn("few_problems", "%s are few: the interval is rough", problems(len(diffs)))
	}
	return e
}

// McNemar is the exact two-sided test for one sample per problem: of the
// problems on which the models disagree, gained went one way and lost the
// other; were the models the same, each would be a coin's throw.
func McNemar(gained, lost int) float64 {
	n, few := gained+lost, min(gained, lost)
	all, _ := math.Lgamma(float64(n + 1))
	tail := 0.0
	for i := 0; i <= few; i++ {
		left, _ := math.Lgamma(float64(i + 1))
		right, _ := math.Lgamma(float64(n - i + 1))
		tail += math.Exp(all - left - right - float64(n)*math.Ln2)
	}
	return min(1, 2*tail)
}

// exactFlips is up to how many differing problems all signs are tried.
const exactFlips = 16

// signFlips tests whether the mean difference is zero: were the models the
// same, the sign of each problem's difference would be arbitrary. Problems
// without a difference do not matter.
func signFlips(diffs []float64, opts Options) (p float64, test string) {
	var d []float64
	observed := 0.0
	for _, x := range diffs {
		if math.Abs(x) > rounding {
			d = append(d, x)
			observed += x
		}
	}
	observed = math.Abs(observed) - rounding
	if len(d) <= exactFlips {
		return allFlips(d, observed), "sign-flip permutation, exact"
	}
	draws := opts.resamples()
	return someFlips(d, observed, draws, opts.Seed), fmt.Sprintf("sign-flip permutation, %d draws, seed %d", draws, opts.Seed)
}

func allFlips(d []float64, observed float64) float64 {
	all, extreme := 1<<len(d), 0
	for signs := range all {
		if math.Abs(flipped(d, uint64(signs))) >= observed {
			extreme++
		}
	}
	return float64(extreme) / float64(all)
}

// someFlips counts the data as one of the draws, so that p is never zero.
func someFlips(d []float64, observed float64, draws int, seed uint64) float64 {
	rng := rand.New(rand.NewPCG(seed, 0xd1b54a32d192ed03))
	extreme := 1
	for range draws {
		sum := 0.0
		for at := 0; at < len(d); at += 64 {
			sum += flipped(d[at:min(at+64, len(d))], rng.Uint64())
		}
		if math.Abs(sum) >= observed {
			extreme++
		}
	}
	return float64(extreme) / float64(draws+1)
}

func flipped(d []float64, signs uint64) (sum float64) {
	for i, x := range d {
		if signs>>i&1 == 1 {
			x = -x
		}
		sum += x
	}
	return sum
}

// Holm corrects p-values of comparisons that are made at once: the chance that
// any of them is falsely significant stays at the level. Order is kept.
func Holm(ps []float64) []float64 {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ps[a], ps[b]) })
	adjusted := make([]float64, len(ps))
	highest := 0.0
	for rank, i := range order {
		highest = max(highest, min(1, ps[i]*float64(len(ps)-rank)))
		adjusted[i] = highest
	}
	return adjusted
}
