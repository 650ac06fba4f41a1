package report

import (
	"fmt"
	"strings"

	"github.com/xeval/xeval/internal/metric"
	"github.com/xeval/xeval/internal/verdict"
)

// A Run is a run folder with the name that its column gets.
type Run struct {
	Name    string
	Header  verdict.Header
	Summary *Summary
}

// CompareOptions of a comparison. The zero value is the default.
type CompareOptions struct {
	K         int  // 0: 1
	Force     bool // compare although the headers differ; the output says so
	Seed      uint64
	Resamples int
}

// CompareVersion is raised whenever a reader of the comparison's JSON would
// misunderstand the newer one.
const CompareVersion = 1

// A RunComparison compares runs with the first of them, language by language.
type RunComparison struct {
	FormatVersion int              `json:"format_version"`
	K             int              `json:"k"`
	Runs          []string         `json:"runs"` // the first is the baseline
	Forced        []string         `json:"forced,omitempty"`
	Rows          []ComparedRow    `json:"rows"`
	Warnings      []metric.Warning `json:"warnings,omitempty"`
}

// A ComparedRow is one language of one run against the baseline.
type ComparedRow struct {
	Run            string `json:"run"`
	Baseline       string `json:"baseline"`
	Language       string `json:"language"`
	SourceLanguage string `json:"source_language,omitempty"`
	Title          string `json:"title"`
	Problems       int    `json:"problems"` // in both
	metric.Comparison
}

// Compare compares every run with the first one. It refuses runs whose headers
// say that their numbers mean different things, and names the fields.
func Compare(runs []Run, opt CompareOptions) (*RunComparison, error) {
	if len(runs) < 2 {
		return nil, fmt.Errorf("a comparison needs two runs")
	}
	if opt.K == 0 {
		opt.K = 1
	}
	c := &RunComparison{FormatVersion: CompareVersion, K: opt.K, Rows: []ComparedRow{}}
	for _, r := range runs {
		c.Runs = append(c.Runs, r.Name)
		if !r.Summary.Complete {
			c.warn("incomplete", "%s did not come to its end: what it had not judged is left out", r.Name)
		}
	}
	if err := c.checkHeaders(runs, opt.Force); err != nil {
		return nil, err
	}
	for _, r := range runs[1:] {
		if err := c.against(runs[0], r, opt); err != nil {
			return nil, err
		}
	}
	if len(c.Rows) == 0 {
		return nil, fmt.Errorf("nothing to compare: %s", c.reasons())
	}
	c.correct()
	return c, nil
}

func (c *RunComparison) checkHeaders(runs []Run, force bool) error {
	for _, r := range runs[1:] {
		for _, d := range verdict.Differences(runs[0].Header, r.Header, verdict.Compare) {
			c.Forced = append(c.Forced, fmt.Sprintf("%s and %s: %s", runs[0].Name, r.Name, d))
		}
	}
	if len(c.Forced) > 0 && !force {
		return fmt.Errorf("the runs cannot be compared, because their headers differ:\n  %s\n--force compares them and says so",
			strings.Join(c.Forced, "\n  "))
	}
	return nil
}

func (c *RunComparison) reasons() string {
	var texts []string
	for _, w := range c.Warnings {
		texts = append(texts, w.Text)
	}
	if len(texts) == 0 {
		return "the runs have no language in common"
	}
	return strings.Join(texts, "; ")
}

func (c *RunComparison) warn(code, format string, args ...any) {
	c.Warnings = append(c.Warnings, metric.Warning{Code: code, Text: fmt.Sprintf(format, args...)})
}

// against compares one run with the baseline.
func (c *RunComparison) against(base, run Run, opt CompareOptions) error {
	for _, a := range base.Summary.Languages {
		b, ok := sameRow(run.Summary, a)
		if !ok {
			c.warn("absent", "%s: %s has no samples of it", a.Title, run.Name)
			continue
		}
		if why := withheldBy(base.Name, a, run.Name, b); why != "" {
			c.warn("withheld", "%s: not compared: %s", a.Title, why)
			continue
		}
		pairs := c.pairs(base.Name, a, run.Name, b)
		if len(pairs) == 0 {
			continue
		}
		result, err := metric.Compare(pairs, opt.K, metric.Options{Seed: opt.Seed, Resamples: opt.Resamples})
		if err != nil {
			return fmt.Errorf("%s: %w", a.Title, err)
		}
		c.Rows = append(c.Rows, ComparedRow{
			Run: run.Name, Baseline: base.Name, Language: a.Language, SourceLanguage: a.SourceLanguage,
			Title: a.Title, Problems: len(pairs), Comparison: result,
		})
	}
	return nil
}

func sameRow(s *Summary, like LanguageSummary) (LanguageSummary, bool) {
	for _, l := range s.Languages {
		if l.Language == like.Language && l.SourceLanguage == like.SourceLanguage {
			return l, true
		}
	}
	return LanguageSummary{}, false
}

func withheldBy(nameA string, a LanguageSummary, nameB string, b LanguageSummary) string {
	switch {
	case a.Withheld != "":
		return nameA + ": " + a.Withheld
	case b.Withheld != "":
		return nameB + ": " + b.Withheld
	}
	return ""
}

// pairs takes the problems that both runs have, and says which it leaves out.
func (c *RunComparison) pairs(nameA string, a LanguageSummary, nameB string, b LanguageSummary) (pairs []metric.Pair) {
	counts := map[string]metric.Count{}
	for _, p := range b.ProblemCounts {
		counts[p.TaskID] = metric.Count{N: p.N, C: p.C}
	}
	onlyA := 0
	for _, p := range a.ProblemCounts {
		other, ok := counts[p.TaskID]
		if !ok {
			onlyA++
			continue
		}
		pairs = append(pairs, metric.Pair{ID: p.TaskID, A: metric.Count{N: p.N, C: p.C}, B: other})
	}
	if onlyB := len(b.ProblemCounts) - len(pairs); onlyA > 0 || onlyB > 0 {
		c.warn("unpaired", "%s: %s only in %s and %d only in %s are left out", a.Title, plural(onlyA, "problem"), nameA, onlyB, nameB)
	}
	return pairs
}

// correct applies Holm's correction over all rows.
func (c *RunComparison) correct() {
	ps := make([]float64, len(c.Rows))
	for i, r := range c.Rows {
		ps[i] = r.P
	}
	for i, p := range metric.Holm(ps) {
		c.Rows[i].Adjusted = p
	}
}

// Worse lists the rows that fall short of the baseline by more than a margin,
// for a gate.
func (c *RunComparison) Worse(margin float64) (rows []ComparedRow) {
	for _, r := range c.Rows {
		if r.Comparison.Worse(margin) {
			rows = append(rows, r)
		}
	}
	return rows
}

// Document lays the comparison out as tables.
func (c *RunComparison) Document() *Document {
	d := &Document{
		Title: fmt.Sprintf("%s against %s · pass@%d, paired by problem", strings.Join(c.Runs[1:], ", "), c.Runs[0], c.K),
	}
	for _, f := range c.Forced {
		d.Notes = append(d.Notes, Note{"compared by force: " + f, Warn})
	}
	for _, w := range c.Warnings {
		d.Notes = append(d.Notes, Note{w.Text, Warn})
	}
	d.Tables = append(d.Tables, c.differenceTable())
	if flips := c.flipTable(); len(flips.Rows) > 0 {
		d.Tables = append(d.Tables, flips)
	}
	return d
}

func (c *RunComparison) differenceTable() *Table {
	t := &Table{Name: "comparison", Title: fmt.Sprintf("difference of pass@%d, by language", c.K)}
	t.column("language", "language", false)
	if len(c.Runs) > 2 {
		t.column("run", "run", false)
	}
	t.column("problems", "problems", true)
	t.column("a", c.Runs[0], true)
	if len(c.Runs) > 2 {
		t.column("b", "this run", true)
	} else {
		t.column("b", c.Runs[1], true)
	}
	t.column("difference", "difference", true)
	t.intervalColumn("difference")
	t.column("p", "p", true)
	t.column("p_adjusted", "p (Holm)", true)
	t.column("gained", "better on", true)
	t.column("lost", "worse on", true)
	for _, r := range c.Rows {
		t.Rows = append(t.Rows, c.differenceRow(t, r))
	}
	return t
}

func (c *RunComparison) differenceRow(t *Table, r ComparedRow) []Cell {
	name := textCell(r.Title)
	for _, w := range r.Difference.Warnings {
		name.Notes = append(name.Notes, t.note(Warn, "%s: %s", r.Title, w.Text))
	}
	row := []Cell{name}
	if len(c.Runs) > 2 {
		row = append(row, textCell(r.Run))
	}
	by := Cell{Text: fmt.Sprintf("%+.3f", r.Difference.Value), Value: r.Difference.Value, Tone: Strong}
	if r.Adjusted <= 0.05 {
		by.Tone = Good
		if r.Difference.Value < 0 {
			by.Tone = Bad
		}
	}
	between := absent("–")
	if r.Difference.Method != "" {
		between = Cell{Text: fmt.Sprintf("%+.3f to %+.3f", r.Difference.Lo, r.Difference.Hi),
			Value: Range{r.Difference.Lo, r.Difference.Hi}}
	}
	p := pCell(r.P)
	p.Notes = []int{t.note(Plain, "%s", r.Test)}
	return append(row, countCell(r.Problems), probability(r.A), probability(r.B), by, between,
		p, pCell(r.Adjusted), countCell(len(r.Gained)), countCell(len(r.Lost)))
}

func pCell(p float64) Cell {
	c := Cell{Text: fmt.Sprintf("%.3f", p), Value: p}
	if p < 0.001 {
		c.Text = "<0.001"
	}
	return c
}

// shownFlips bounds the table for people; JSON has all of them.
const shownFlips = 20

// flipTable lists the problems on which the runs differ most.
func (c *RunComparison) flipTable() *Table {
	t := &Table{Name: "changes", Title: "problems that changed, largest first"}
	t.column("language", "language", false)
	t.column("task_id", "problem", false)
	if len(c.Runs) > 2 {
		t.column("run", "run", false)
	}
	t.column("a", c.Runs[0], true)
	t.column("b", "then", true)
	t.column("change", "change", true)
	for _, r := range c.Rows {
		c.flipRows(t, r, r.Lost, Bad)
		c.flipRows(t, r, r.Gained, Good)
	}
	if len(t.Rows) > 0 {
		t.note(Faint, "xeval show RUN PROBLEM shows program and output of each")
	}
	return t
}

func (c *RunComparison) flipRows(t *Table, r ComparedRow, changes []metric.Change, tone Tone) {
	for i, ch := range changes {
		if i == shownFlips {
			t.note(Faint, "%s: %d more %s", r.Title, len(changes)-i, map[Tone]string{Good: "are better", Bad: "are worse"}[tone])
			return
		}
		row := []Cell{textCell(r.Title), textCell(ch.ID)}
		if len(c.Runs) > 2 {
			row = append(row, textCell(r.Run))
		}
		t.Rows = append(t.Rows, append(row, shareCell(ch.A), shareCell(ch.B),
			Cell{Text: fmt.Sprintf("%+.3f", ch.By), Value: ch.By, Tone: tone}))
	}
}

// shareCell is "7 of 10".
func shareCell(c metric.Count) Cell {
	text := fmt.Sprintf("%d of %d", c.C, c.N)
	return Cell{Text: text, Value: text}
}
