package report

import (
	"fmt"
	"strings"

	"github.com/xeval/xeval/internal/metric"
)

// More are the estimates beyond pass@k.
type More struct {
	PassHatK []metric.Estimate `json:"pass_hat_k,omitempty"` // pass^k: all k samples pass
	Coverage *metric.Estimate  `json:"coverage,omitempty"`   // problems ever solved
}

// A Budget is pass@k when the k samples are spread over the languages.
type Budget struct {
	Policy     string          `json:"policy"`
	Allocation map[string]int  `json:"allocation"` // language → samples
	Estimate   metric.Estimate `json:"estimate"`
}

func (l *LanguageSummary) more(mo metric.Options) {
	if len(l.PassAtK) == 0 {
		return
	}
	ours, _ := l.counts()
	for _, e := range l.PassAtK {
		if e.K == 1 {
			continue // pass^1 is pass@1
		}
		if hat, err := metric.MeanPassHatK(ours, e.K, mo); err == nil { // as many samples as pass@k needed
			l.PassHatK = append(l.PassHatK, hat)
		}
	}
	cover := metric.Coverage(ours, mo)
	l.Coverage = &cover
}

// budgets estimates the multilingual pass@k of the usual policies. As for the
// overall mean, every language must stand for the same problems.
func (s *Summary) budgets(opt Options) {
	if len(s.Languages) < 2 || !s.sameProblems() {
		return
	}
	problems := make([][]metric.Count, s.Languages[0].Problems)
	weights := make([]float64, len(s.Languages))
	best := 0
	for i, l := range s.Languages {
		ours, _ := l.counts()
		for p, c := range ours {
			problems[p] = append(problems[p], c)
		}
		if e, ok := find(l.PassAtK, 1); ok {
			weights[i] = e.Value
		}
		if weights[i] > weights[best] {
			best = i
		}
	}
	for _, k := range s.ks() {
		if k < 2 {
			continue
		}
		s.addBudget("best single language", metric.Single(k, len(weights), best), problems, opt)
		s.addBudget("uniform", metric.Uniform(k, len(weights)), problems, opt)
		s.addBudget("weighted by pass@1", metric.Weighted(k, weights), problems, opt)
	}
}

func (s *Summary) addBudget(policy string, alloc []int, problems [][]metric.Count, opt Options) {
	k := 0
	spread := map[string]int{}
	for i, a := range alloc {
		k += a
		if a > 0 {
			spread[s.Languages[i].Language] = a
		}
	}
	e, err := metric.MeanBudgeted(fmt.Sprintf("pass@%d, %s", k, policy), problems, alloc,
		metric.Options{Seed: opt.Seed, Resamples: opt.Resamples})
	if err != nil {
		return // a language has fewer samples than its share
	}
	if policy != "uniform" {
		e.Warnings = append(e.Warnings, metric.Warning{Code: "chosen_on_same_data",
			Text: "the policy looked at the same samples, so the value is somewhat too high"})
	}
	s.Budgets = append(s.Budgets, Budget{policy, spread, e})
}

// uncertaintyTable shows what pass@k's interval is made of, and the estimates
// beside it.
func (s *Summary) uncertaintyTable() *Table {
	t := &Table{Name: "uncertainty", Title: "standard errors, pass^k (all k pass) and coverage (problems ever solved)"}
	t.column("language", "language", false)
	t.column("k", "k", true)
	t.column("pass_at_k", "pass@k", true)
	t.column("std_err", "std. error", true)
	t.column("within_std_err", "of it within", true)
	t.column("pass_hat_k", "pass^k", true)
	t.column("coverage", "coverage", true)
	for _, l := range s.Languages {
		for i, e := range l.PassAtK {
			row := []Cell{textCell(l.Title), countCell(e.K), probability(e.Value), absent("–"), absent("–"), absent("–"), absent("")}
			if e.StdErr > 0 { // problems that all came out alike do not tell it
				row[3] = probability(e.StdErr)
			}
			if e.Within != nil && *e.Within <= e.StdErr {
				row[4] = probability(*e.Within)
			}
			if hat, ok := find(l.PassHatK, e.K); ok {
				row[5] = probability(hat.Value)
			}
			if i == 0 {
				row[6] = probability(l.Coverage.Value)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	t.note(Faint, "problems are the sampling unit; the part within problems is what more samples of each would remove")
	return t
}

func (s *Summary) budgetTable() *Table {
	t := &Table{Name: "budget", Title: "multilingual pass@k: a budget of k samples spread over the languages"}
	t.column("k", "k", true)
	t.column("policy", "policy", false)
	t.column("pass_at_k", "pass@k", true)
	t.intervalColumn("pass_at_k")
	t.column("allocation", "samples of each", false)
	for _, b := range s.Budgets {
		var parts []string
		for _, l := range s.Languages {
			if a := b.Allocation[l.Language]; a > 0 {
				parts = append(parts, fmt.Sprintf("%s %d", l.Title, a))
			}
		}
		value := probability(b.Estimate.Value)
		for _, w := range b.Estimate.Warnings {
			value.Notes = append(value.Notes, t.note(Warn, "%s", w.Text))
		}
		t.Rows = append(t.Rows, []Cell{countCell(b.Estimate.K), textCell(b.Policy), value, interval(b.Estimate), textCell(strings.Join(parts, ", "))})
	}
	return t
}
