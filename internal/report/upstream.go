package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/xeval/xeval/internal/metric"
)

// Upstream writes what upstream's evaluator prints: its dictionary of pass@k,
// or its Total and Correct lines when some problem has no sample. It counts by
// upstream's criterion. Unlike upstream it cannot say anything about samples
// that were not scored: they make it an error, because a number that silently
// leaves them out would be taken for upstream's.
func Upstream(w io.Writer, s *Summary, ks []int) error {
	if s.Unscored > 0 {
		return fmt.Errorf("%s not scored, so upstream's numbers cannot be given", samples(s.Unscored))
	}
	var counts []metric.Count
	complete, total, correct := true, 0, 0
	for _, l := range s.Languages {
		_, official := l.counts()
		counts = append(counts, official...)
		complete = complete && l.Problems >= l.ProblemsExpected
		total += l.Samples
		correct += l.OfficialPassed
	}
	if !complete || len(counts) == 0 {
		_, err := fmt.Fprintf(w, "Total: %d\nCorrect: %d\n", total, correct)
		return err
	}
	use, _, err := metric.SelectK(counts, ks, false)
	if err != nil {
		return err
	}
	var items []string
	for _, k := range use {
		e, err := metric.MeanPassAtK(counts, k, metric.Options{Resamples: 1})
		if err != nil {
			return err
		}
		items = append(items, fmt.Sprintf("'pass@%d': %s", k, pythonFloat(e.Value)))
	}
	_, err = fmt.Fprintf(w, "{%s}\n", strings.Join(items, ", "))
	return err
}

// pythonFloat writes a number as Python's repr does.
func pythonFloat(x float64) string {
	s := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}
