package report

import (
	"cmp"
	"maps"
	"slices"

	"github.com/xeval/xeval/internal/verdict"
)

// Picks keeps, of every problem, the verdicts that a page shows in full: one
// that passed and the first of the most frequent failures. Its size depends on
// the number of problems only.
type Picks struct {
	byTask map[string]map[verdict.Outcome]*pick
}

type pick struct {
	verdict verdict.Verdict // the one with the lowest index
	samples int
}

// shownPicks is how many samples of a problem a page shows.
const shownPicks = 3

// Add looks at one verdict. It fits Load's second parameter.
func (p *Picks) Add(v *verdict.Verdict) {
	if p.byTask == nil {
		p.byTask = map[string]map[verdict.Outcome]*pick{}
	}
	outcomes := p.byTask[v.TaskID]
	if outcomes == nil {
		outcomes = map[verdict.Outcome]*pick{}
		p.byTask[v.TaskID] = outcomes
	}
	if v.Outcome.Scored() {
		supersede(outcomes, v)
	}
	have := outcomes[v.Outcome]
	if have == nil {
		outcomes[v.Outcome] = &pick{*v, 1}
		return
	}
	have.samples++
	if v.SampleIndex < have.verdict.SampleIndex {
		have.verdict = *v
	}
}

// supersede drops an earlier verdict of the same sample, when it was one
// without a score.
func supersede(outcomes map[verdict.Outcome]*pick, v *verdict.Verdict) {
	for o, have := range outcomes {
		if !o.Scored() && have.verdict.SampleIndex == v.SampleIndex {
			delete(outcomes, o)
		}
	}
}

// tasks lists the problems.
func (p *Picks) tasks() []string { return slices.SortedFunc(maps.Keys(p.byTask), compareIDs) }

// of gives the samples to show of one problem: the most frequent outcomes.
func (p *Picks) of(task string) (picks []*pick) {
	picks = slices.SortedFunc(maps.Values(p.byTask[task]), func(a, b *pick) int {
		return cmp.Or(cmp.Compare(b.samples, a.samples), cmp.Compare(a.verdict.Outcome, b.verdict.Outcome))
	})
	return picks[:min(len(picks), shownPicks)]
}

// Generations are the hashes of the generations that a page will show, so that
// their texts can be read in one pass.
func (p *Picks) Generations() []string {
	var out []string
	for _, task := range p.tasks() {
		for _, k := range p.of(task) {
			out = append(out, k.verdict.GenerationSHA256)
		}
	}
	return out
}
