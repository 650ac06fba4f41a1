package metric

import (
	"fmt"
	"math"
)

// A Warning says what to keep in mind when reading a number. Code is stable,
// for programs; Text is for people.
type Warning struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// An Estimate is a mean over problems and how sure it is.
type Estimate struct {
	Name  string  `json:"name"` // such as "pass@10"
	K     int     `json:"k,omitempty"`
	Value float64 `json:"value"`

	// StdErr is the analytic standard error of the mean, problems being the
	// sampling unit; it holds all of the uncertainty. Within is the part of
	// it that more samples of the same problems would remove; it is absent
	// where it cannot be estimated (2k > n).
	StdErr float64  `json:"std_err"`
	Within *float64 `json:"within_std_err,omitempty"`

	// Lo and Hi bound the interval; Method is "" when there is none.
	Lo     float64 `json:"lo"`
	Hi     float64 `json:"hi"`
	Level  float64 `json:"level,omitempty"`
	Method string  `json:"method,omitempty"`

	Problems int       `json:"problems"`           // that the mean is over
	Expected int       `json:"expected,omitempty"` // of the dataset, when known
	MinN     int       `json:"min_n"`              // fewest samples of a problem present
	MaxN     int       `json:"max_n"`
	Warnings []Warning `json:"warnings,omitempty"`
}

// Options of an estimate. The zero value is the default.
type Options struct {
	Level     float64 // of the interval; 0: 0.95
	Resamples int     // of the bootstrap; 0: DefaultResamples
	Seed      uint64  // of the bootstrap: the same seed gives the same interval
	// Expected is the number of problems of the dataset, 0 when not known.
	// Problems without a sample are left out of the mean, with a warning;
	// MissingFail counts them as never solved.
	Expected    int
	MissingFail bool
}

// DefaultResamples is enough for the third digit of an interval's end.
const DefaultResamples = 10_000

func (o Options) level() float64 {
	if o.Level == 0 {
		return 0.95
	}
	return o.Level
}

func (o Options) resamples() int {
	if o.Resamples == 0 {
		return DefaultResamples
	}
	return o.Resamples
}

// MeanPassAtK is the mean of pass@k over the problems.
func MeanPassAtK(counts []Count, k int, opts Options) (Estimate, error) {
	values, err := perProblem(counts, k, PassAtK)
	if err != nil {
		return Estimate{}, err
	}
	e := mean(fmt.Sprintf("pass@%d", k), k, counts, values, opts)
	e.Within = within(counts, k, e.Problems)
	return e, nil
}

// MeanPassHatK is the mean of pass^k over the problems.
func MeanPassHatK(counts []Count, k int, opts Options) (Estimate, error) {
	values, err := perProblem(counts, k, PassHatK)
	if err != nil {
		return Estimate{}, err
	}
	return mean(fmt.Sprintf("pass^%d", k), k, counts, values, opts), nil
}

// Coverage is the share of problems solved by at least one of their samples.
// It grows with n, so it only compares runs of the same n.
func Coverage(counts []Count, opts Options) Estimate {
	values := make([]float64, len(counts))
	for i, c := range counts {
		if c.C > 0 {
			values[i] = 1
		}
	}
	return mean("coverage", 0, counts, values, opts)
}

// perProblem applies one estimator to every problem.
func perProblem(counts []Count, k int, estimator func(n, c, k int) (float64, error)) ([]float64, error) {
	values := make([]float64, len(counts))
	for i, c := range counts {
		v, err := estimator(c.N, c.C, k)
		if err != nil {
			return nil, err
		}
		values[i] = v
	}
	return values, nil
}

// mean is where all estimates are made: value, error, interval, warnings.
func mean(name string, k int, counts []Count, values []float64, opts Options) Estimate {
	e := Estimate{Name: name, K: k, Expected: opts.Expected, Level: opts.level()}
	e.MinN, e.MaxN = span(counts)
	if absent := opts.Expected - len(values); absent > 0 {
		if opts.MissingFail {
			e.warn("missing_fail", "%s without a sample counted as never solved", problems(absent))
			values = append(values[:len(values):len(values)], make([]float64, absent)...)
		} else {
			e.warn("missing_problems", "mean over %d of %d problems; nothing was judged of the others", len(values), opts.Expected)
		}
	}
	e.Problems = len(values)
	if e.MinN != e.MaxN {
		e.warn("uneven_n", "problems have between %d and %d samples", e.MinN, e.MaxN)
	}
	if len(values) == 0 {
		e.warn("no_problems", "no problem has a sample")
		return e
	}
	e.Value, e.StdErr = meanAndError(values)
	e.interval(values, opts)
	return e
}

func problems(n int) string {
	if n == 1 {
		return "1 problem"
	}
	return fmt.Sprintf("%d problems", n)
}

func (e *Estimate) warn(code, format string, args ...any) {
	e.Warnings = append(e.Warnings, Warning{code, fmt.Sprintf(format, args...)})
}

// fewProblems is where a bootstrap interval becomes too narrow to be trusted.
const fewProblems = 20

func (e *Estimate) interval(values []float64, opts Options) {
	switch {
	case len(values) == 1:
		e.warn("one_problem", "one problem gives no interval")
		return
	case e.StdErr == 0:
		// A bootstrap of equal values would claim certainty.
		e.Lo, e.Hi = wilson(e.Value, float64(len(values)), opts.level())
		e.Method = "wilson (all problems alike)"
	default:
		e.Lo, e.Hi = bootstrapMean(values, opts)
		e.Method = fmt.Sprintf("bootstrap over problems (BCa, %d resamples, seed %d)", opts.resamples(), opts.Seed)
	}
	if len(values) < fewProblems {
		e.warn("few_problems", "%d problems are few: the interval is rough", len(values))
	}
}

func span(counts []Count) (low, high int) {
	for i, c := range counts {
		if i == 0 {
			low, high = c.N, c.N
		}
		low, high = min(low, c.N), max(high, c.N)
	}
	return low, high
}

// meanAndError gives the mean and its standard error, s/√m.
func meanAndError(values []float64) (mean, stdErr float64) {
	m := float64(len(values))
	for _, v := range values {
		mean += v
	}
	mean /= m
	if len(values) < 2 {
		return mean, 0
	}
	squares := 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	if squares < 1e-24*m { // equal values, apart from rounding of the mean
		return mean, 0
	}
	return mean, math.Sqrt(squares / (m - 1) / m)
}

// within is the standard error that the problems' own samples cause.
func within(counts []Count, k, problems int) *float64 {
	if len(counts) == 0 {
		return nil
	}
	sum := 0.0
	for _, c := range counts {
		v, ok := withinVariance(c.N, c.C, k)
		if !ok {
			return nil
		}
		sum += v
	}
	stdErr := math.Sqrt(max(sum, 0)) / float64(problems)
	return &stdErr
}

// MeanOf is the mean of values that stand for one problem each, such as the
// mean over languages of a problem's pass@k.
func MeanOf(name string, k int, values []float64, opts Options) Estimate {
	return mean(name, k, nil, values, opts)
}
