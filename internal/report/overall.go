package report

import (
	"strings"

	"github.com/xeval/xeval/internal/metric"
)

// overall is the mean of all languages. It only means something when every
// language stands for the same problems, complete and scored; then problem 7
// of each language is one problem seen several times, so the languages' values
// are averaged problem by problem before the problems are.
func (s *Summary) overall(opt Options) {
	if len(s.Languages) < 2 || !s.sameProblems() {
		return
	}
	for _, e := range s.Languages[0].PassAtK {
		values, ok := s.meanByNumber(e.K)
		if !ok {
			continue
		}
		s.Overall = append(s.Overall, metric.MeanOf(e.Name, e.K, values, metric.Options{Seed: opt.Seed, Resamples: opt.Resamples}))
	}
}

func (s *Summary) sameProblems() bool {
	first := numbers(s.Languages[0])
	for _, l := range s.Languages {
		if l.Withheld != "" || l.SourceLanguage != "" || l.Problems < l.ProblemsExpected || numbers(l) != first {
			return false
		}
	}
	return true
}

// numbers spells the problems of a language without its name.
func numbers(l LanguageSummary) string {
	var b strings.Builder
	for _, p := range l.ProblemCounts {
		b.WriteString(number(p.TaskID))
		b.WriteByte(' ')
	}
	return b.String()
}

// number is "7" of "Python/7".
func number(id string) string { return id[strings.LastIndexByte(id, '/')+1:] }

func (s *Summary) meanByNumber(k int) (values []float64, ok bool) {
	values = make([]float64, s.Languages[0].Problems)
	for _, l := range s.Languages {
		for i, p := range l.ProblemCounts {
			v, err := metric.PassAtK(p.N, p.C, k)
			if err != nil { // a language with too few samples for this k
				return nil, false
			}
			values[i] += v / float64(len(s.Languages))
		}
	}
	return values, true
}
