package metric

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

var simulate = flag.Bool("simulate", false, "run the long simulations and print the tables of docs/statistics.md")

// A population of problems has success probabilities that follow a Beta
// distribution; spread is a+b: 1 makes most problems either solved or not,
// large values make them alike. The interval must cover the population's mean
// pass@k in the nominal share of runs, a run being a new set of problems with
// n samples each: problems are the sampling unit.
type population struct{ mean, spread float64 }

func (p population) draw(rng *rand.Rand) float64 {
	x, y := gamma(rng, p.mean*p.spread), gamma(rng, (1-p.mean)*p.spread)
	if x+y == 0 { // both so small that they vanish
		if rng.Float64() < p.mean {
			return 1
		}
		return 0
	}
	return x / (x + y)
}

// truth is the population's pass@k, E[1 − (1−p)^k], in closed form.
func (p population) truth(k int) float64 {
	none := 1.0
	b := (1 - p.mean) * p.spread
	for i := range k {
		none *= (b + float64(i)) / (p.spread + float64(i))
	}
	return 1 - none
}

// gamma draws by Marsaglia and Tsang's method, boosted for shapes below 1.
func gamma(rng *rand.Rand, shape float64) float64 {
	if shape < 1 {
		return gamma(rng, shape+1) * math.Pow(rng.Float64(), 1/shape)
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := math.Pow(1+c*x, 3)
		if v > 0 && math.Log(rng.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}

// coverage is the share of runs whose interval holds the truth.
func coverage(t *testing.T, pop population, problems, n, k, runs, resamples int) (covered, width float64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(n*1000+k), math.Float64bits(pop.mean+pop.spread)))
	truth := pop.truth(k)
	for run := range runs {
		counts := make([]Count, problems)
		for i := range counts {
			counts[i] = Count{n, draw(rng, n, pop.draw(rng))}
		}
		e, err := MeanPassAtK(counts, k, Options{Resamples: resamples, Seed: uint64(run)})
		if err != nil {
			t.Fatal(err)
		}
		if e.Lo <= truth && truth <= e.Hi {
			covered++
		}
		width += e.Hi - e.Lo
	}
	return covered / float64(runs), width / float64(runs)
}

// The nominal 95 % must be 93 % to 97 %. The short form of this test has
// simulation noise of ±2 points (two standard errors), which is added.
func TestCoverageOfIntervals(t *testing.T) {
	runs, resamples, noise := 500, 500, .02
	if *simulate {
		runs, resamples, noise = 4000, 1000, .007
	}
	var table strings.Builder
	for _, mean := range []float64{.1, .3, .5, .7, .9} {
		for _, spread := range []float64{1, 10} {
			for _, n := range []int{1, 10, 200} {
				if n == 200 && !*simulate {
					continue
				}
				covered, width := coverage(t, population{mean, spread}, 164, n, 1, runs, resamples)
				if covered < .93-noise || covered > .97+noise {
					t.Errorf("mean %v spread %v n %d: covers %.3f", mean, spread, n, covered)
				}
				fmt.Fprintf(&table, "| %.1f | %.0f | %d | %.1f %% | %.3f |\n", mean, spread, n, 100*covered, width)
			}
		}
	}
	if *simulate {
		t.Logf("coverage of pass@1 at 164 problems\n%s", table.String())
	}
}

func TestPopulation(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	p := population{.3, 2}
	one, ten := 0.0, 0.0
	const draws = 200_000
	for range draws {
		x := p.draw(rng)
		one += x / draws
		ten += (1 - math.Pow(1-x, 10)) / draws
	}
	if math.Abs(one-p.truth(1)) > .004 || math.Abs(ten-p.truth(10)) > .004 {
		t.Errorf("drawn %v and %v, computed %v and %v", one, ten, p.truth(1), p.truth(10))
	}
}
