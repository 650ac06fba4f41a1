package metric

import (
	"math"
	"math/rand/v2"
	"slices"
)

// bootstrapMean is the BCa interval (bias-corrected and accelerated, Efron
// 1987) of a mean: problems are drawn with replacement. The plain percentile
// interval covers too seldom when most problems are solved or most are not,
// which is where models are compared; docs/statistics.md has the simulation.
func bootstrapMean(values []float64, opts Options) (lo, hi float64) {
	return bca(values, resampledMeans(values, opts), opts.level())
}

// bca reads the interval from the sorted means of resamples.
func bca(values, means []float64, level float64) (lo, hi float64) {
	center, _ := meanAndError(values)
	bias := normalQuantile(shareBelow(means, center))
	accel := acceleration(values, center)
	tail := (1 - level) / 2
	at := func(p float64) float64 {
		z := bias + normalQuantile(p)
		return quantile(means, normalCDF(bias+z/(1-accel*z)))
	}
	return at(tail), at(1 - tail)
}

// resampledMeans draws the bootstrap distribution and sorts it.
func resampledMeans(values []float64, opts Options) []float64 {
	rng := rand.New(rand.NewPCG(opts.Seed, 0x9e3779b97f4a7c15))
	means := make([]float64, opts.resamples())
	m := uint64(len(values))
	for b := range means {
		sum := 0.0
		// Two 32-bit draws from each 64-bit one; the multiplication maps a
		// draw to an index, and its bias of m/2³² does not matter here.
		for i := uint64(0); i < m; i += 2 {
			r := rng.Uint64()
			sum += values[(r&0xffffffff)*m>>32]
			if i+1 < m {
				sum += values[(r>>32)*m>>32]
			}
		}
		means[b] = sum / float64(m)
	}
	slices.Sort(means)
	return means
}

// shareBelow is the share of resamples below the estimate, ties counted half:
// with one sample per problem the means lie on a lattice, and counting ties on
// one side would look like bias. It stays off 0 and 1, whose quantiles are
// infinite.
func shareBelow(sorted []float64, center float64) float64 {
	const rounding = 1e-12
	below, _ := slices.BinarySearch(sorted, center-rounding)
	notAbove, _ := slices.BinarySearch(sorted, center+rounding)
	n := float64(len(sorted))
	share := (float64(below) + float64(notAbove)) / 2 / n
	return min(max(share, 0.5/n), 1-0.5/n)
}

// acceleration is the jackknife estimate for a mean: a sixth of its skewness.
func acceleration(values []float64, center float64) float64 {
	squares, cubes := 0.0, 0.0
	for _, v := range values {
		d := v - center
		squares += d * d
		cubes += d * d * d
	}
	if squares == 0 {
		return 0
	}
	return cubes / (6 * math.Pow(squares, 1.5))
}

// quantile interpolates between the sorted values, at p·(n+1).
func quantile(sorted []float64, p float64) float64 {
	at := p*float64(len(sorted)+1) - 1
	i := int(math.Floor(at))
	switch {
	case i < 0:
		return sorted[0]
	case i >= len(sorted)-1:
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// wilson is the score interval of a share p of m.
func wilson(p, m, level float64) (lo, hi float64) {
	z := normalQuantile(1 - (1-level)/2)
	center := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z * math.Sqrt(p*(1-p)/m+z*z/(4*m*m)) / (1 + z*z/m)
	return max(center-half, 0), min(center+half, 1)
}

func normalCDF(z float64) float64      { return math.Erfc(-z/math.Sqrt2) / 2 }
func normalQuantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }
