package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/xeval/xeval/internal/chart"
	"github.com/xeval/xeval/internal/metric"
	"github.com/xeval/xeval/internal/verdict"
)

// Charts draws what the tables say. The keys are names of tables, beside which
// a page shows the charts; the order of each list is that of the page.
func (s *Summary) Charts() (map[string][]*chart.Chart, error) {
	charts := map[string][]*chart.Chart{}
	for _, draw := range []struct {
		table string
		make  func() (*chart.Chart, error)
	}{
		{"pass_at_k", s.curveChart}, {"pass_at_k", s.barChart}, {"outcomes", s.stackChart},
		{"solved", s.heatChart}, {"translation", s.matrixChart}, {"cost", s.timeChart}, {"cost", s.memoryChart},
	} {
		c, err := draw.make()
		if err != nil {
			return nil, err
		}
		if c != nil { // nil: nothing to draw
			charts[draw.table] = append(charts[draw.table], c)
		}
	}
	return charts, nil
}

// curveKs are enough points for a curve on a logarithmic axis.
var curveKs = []int{1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 2000, 5000, 10_000}

// curveResamples of the bands' bootstrap: less than the tables' intervals,
// because nobody reads the third digit off a plot.
const curveResamples = 1000

func (s *Summary) curveChart() (*chart.Chart, error) {
	var curves []chart.Curve
	var says []string
	for i := range s.Languages {
		l := &s.Languages[i]
		if len(l.PassAtK) == 0 {
			continue
		}
		c, err := l.curve(metric.Options{Resamples: curveResamples, Expected: l.ProblemsExpected, MissingFail: s.MissingFail})
		if err != nil {
			return nil, err
		}
		if len(c.X) > 1 {
			curves = append(curves, c)
			last := len(c.X) - 1
			says = append(says, fmt.Sprintf("%s from %.2f at k = 1 to %.2f at k = %.0f", l.Title, c.Y[0], c.Y[last], c.X[last]))
		}
	}
	if len(curves) == 0 {
		return nil, nil
	}
	return chart.Curves("pass_at_k", "pass@k over k: "+strings.Join(says, "; "), "k", "pass@k, with 95 % band", curves)
}

func (l *LanguageSummary) curve(opt metric.Options) (chart.Curve, error) {
	c := chart.Curve{Name: l.Title}
	ours, _ := l.counts()
	low := l.PassAtK[0].MinN
	ks := append([]int{low}, curveKs...)
	slices.Sort(ks)
	for _, k := range slices.Compact(ks) {
		if k > low {
			break
		}
		e, err := metric.MeanPassAtK(ours, k, opt)
		if err != nil {
			return c, err
		}
		if e.Method == "" {
			e.Lo, e.Hi = e.Value, e.Value
		}
		c.X, c.Y = append(c.X, float64(k)), append(c.Y, e.Value)
		c.Lo, c.Hi = append(c.Lo, e.Lo), append(c.Hi, e.Hi)
	}
	return c, nil
}

func (s *Summary) barChart() (*chart.Chart, error) {
	var bars []chart.Interval
	var says []string
	for _, l := range s.Languages {
		if e, ok := find(l.PassAtK, 1); ok {
			bars = append(bars, whisker(l.Title, e))
			says = append(says, fmt.Sprintf("%s %.3f", l.Title, e.Value))
		}
	}
	if len(bars) == 0 {
		return nil, nil
	}
	return chart.Bars("pass_at_1", "pass@1 by language: "+strings.Join(says, ", "), "pass@1, with 95 % interval", bars)
}

func whisker(name string, e metric.Estimate) chart.Interval {
	if e.Method == "" {
		e.Lo, e.Hi = e.Value, e.Value
	}
	return chart.Interval{Name: name, Value: e.Value, Lo: e.Lo, Hi: e.Hi}
}

func (s *Summary) stackChart() (*chart.Chart, error) {
	var parts, names, says []string
	var outcomes []string
	for _, o := range verdict.Outcomes() {
		if slices.ContainsFunc(s.Languages, func(l LanguageSummary) bool { return l.Outcomes[o.String()] > 0 }) {
			outcomes = append(outcomes, o.String())
			parts = append(parts, strings.ReplaceAll(o.String(), "_", " "))
		}
	}
	var counts [][]float64
	for _, l := range s.Languages {
		row := make([]float64, len(outcomes))
		for i, o := range outcomes {
			row[i] = float64(l.Outcomes[o])
		}
		names, counts = append(names, l.Title), append(counts, row)
		says = append(says, fmt.Sprintf("%s %d of %d passed", l.Title, l.Outcomes["passed"], l.Samples))
	}
	if len(names) == 0 {
		return nil, nil
	}
	return chart.Stacks("outcomes", "outcomes by language: "+strings.Join(says, ", "), names, parts, counts)
}

// heatChart shows every problem of every language; a page has links instead.
func (s *Summary) heatChart() (*chart.Chart, error) {
	var numbers, names []string
	at := map[string]int{}
	for _, l := range s.Languages {
		for _, p := range l.ProblemCounts {
			if n := number(p.TaskID); at[n] == 0 {
				numbers = append(numbers, n)
				at[n] = -1
			}
		}
	}
	slices.SortFunc(numbers, compareIDs)
	for i, n := range numbers {
		at[n] = i
	}
	var values [][]float64
	for _, l := range s.Languages {
		row := slices.Repeat([]float64{math.NaN()}, len(numbers))
		for _, p := range l.ProblemCounts {
			row[at[number(p.TaskID)]] = float64(p.C) / float64(p.N)
		}
		names, values = append(names, l.Title), append(values, row)
	}
	if len(numbers) == 0 {
		return nil, nil
	}
	return chart.Heat("problems", "share of samples that passed, by problem and language", "problem", "", names, sparse(numbers), values)
}

// sparse keeps every tenth of many labels.
func sparse(labels []string) []string {
	if len(labels) <= 12 {
		return labels
	}
	out := make([]string, len(labels))
	for i := 0; i < len(labels); i += 10 {
		out[i] = labels[i]
	}
	return out
}

func (s *Summary) matrixChart() (*chart.Chart, error) {
	sources, targets := s.translations()
	if len(sources) == 0 {
		return nil, nil
	}
	titles := s.plainTitles()
	named := func(list []string) (out []string) {
		for _, l := range list {
			out = append(out, titles[l])
		}
		return out
	}
	values := make([][]float64, len(sources))
	for r := range sources {
		values[r] = slices.Repeat([]float64{math.NaN()}, len(targets))
	}
	for _, l := range s.Languages {
		if e, ok := find(l.PassAtK, 1); ok && l.SourceLanguage != "" {
			values[slices.Index(sources, l.SourceLanguage)][slices.Index(targets, l.Language)] = e.Value
		}
	}
	return chart.Heat("translation", "pass@1 of translations, source by target language", "to", "from", named(sources), named(targets), values)
}

func (s *Summary) timeChart() (*chart.Chart, error) {
	return s.distribution("cpu", "CPU time of a run", func(l LanguageSummary) []Bucket { return l.CPUTimes },
		func(ms float64) string { return duration(time.Duration(ms * float64(time.Millisecond))) })
}

func (s *Summary) memoryChart() (*chart.Chart, error) {
	return s.distribution("memory", "peak memory of a run", func(l LanguageSummary) []Bucket { return l.Memory },
		func(b float64) string { return significant(b/1e6) + " MB" })
}

func (s *Summary) distribution(name, axis string, of func(LanguageSummary) []Bucket, label func(float64) string) (*chart.Chart, error) {
	var hs []chart.Histogram
	for _, l := range s.Languages {
		buckets := of(l)
		if len(buckets) == 0 {
			continue
		}
		h := chart.Histogram{Name: l.Title, Edges: []float64{buckets[0].From}}
		for _, b := range buckets {
			h.Edges, h.Counts = append(h.Edges, b.To), append(h.Counts, float64(b.Samples))
		}
		hs = append(hs, h)
	}
	if len(hs) == 0 {
		return nil, nil
	}
	return chart.Distribution(name, axis+": how it is distributed, by language", axis, hs, label)
}

// Charts draws the comparison as a forest plot.
func (c *RunComparison) Charts() (map[string][]*chart.Chart, error) {
	var list []chart.Interval
	var says []string
	for _, r := range c.Rows {
		name := r.Title
		if len(c.Runs) > 2 {
			name += ", " + r.Run
		}
		list = append(list, whisker(name, r.Difference))
		says = append(says, fmt.Sprintf("%s %+.3f", name, r.Difference.Value))
	}
	f, err := chart.Forest("comparison", fmt.Sprintf("difference of pass@%d: %s", c.K, strings.Join(says, ", ")),
		fmt.Sprintf("difference of pass@%d, with 95 %% interval", c.K), list)
	if err != nil {
		return nil, err
	}
	return map[string][]*chart.Chart{"comparison": {f}}, nil
}
