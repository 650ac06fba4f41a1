package report

import (
	"math"
	"strconv"
)

// A Bucket counts the samples whose value lies in [From, To).
type Bucket struct {
	From    float64 `json:"from"`
	To      float64 `json:"to"`
	Samples int     `json:"samples"`
}

// perDecade is how many buckets lie between a number and ten times it. A
// histogram of fixed buckets needs no memory for the samples themselves.
const perDecade = 5

// logHistogram counts by the logarithm of a value; what is not positive is in
// no bucket.
type logHistogram map[int]int

func (h logHistogram) add(value float64) {
	if value > 0 {
		h[int(math.Floor(math.Log10(value)*perDecade))]++
	}
}

// buckets lists all from the first to the last that is not empty.
func (h logHistogram) buckets() (out []Bucket) {
	low, high := math.MaxInt, math.MinInt
	for b := range h {
		low, high = min(low, b), max(high, b)
	}
	for b := low; b <= high && len(h) > 0; b++ {
		out = append(out, Bucket{edge(b), edge(b + 1), h[b]})
	}
	return out
}

// edge rounds to six digits, so that files do not show the logarithm's noise.
func edge(b int) float64 {
	text := strconv.FormatFloat(math.Pow(10, float64(b)/perDecade), 'g', 6, 64)
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("report: a number that was written cannot be read: " + text)
	}
	return v
}
