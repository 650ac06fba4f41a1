package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/xeval/xeval/internal/metric"
	"github.com/xeval/xeval/internal/verdict"
)

// Document lays the summary out as tables.
func (s *Summary) Document() *Document {
	d := &Document{Title: s.headline(), Facts: s.facts(), Origin: s.origin()}
	d.Tables = append(d.Tables, s.passTable(), s.outcomeTable())
	if flags := s.flagTable(); len(flags.Rows) > 0 {
		d.Tables = append(d.Tables, flags)
	}
	d.Tables = append(d.Tables, s.costTable())
	for _, w := range s.Warnings {
		d.Notes = append(d.Notes, Note{w.Text, Warn})
	}
	return d
}

func (s *Summary) headline() string {
	parts := []string{s.Dataset.Name, s.Tests + " tests", samples(s.Samples), plural(len(s.Languages), "language")}
	if s.Kind == "verify" {
		parts[0] += " (verify)"
	}
	if !s.Complete { // whoever reads no further than this must know
		parts[0] = "INCOMPLETE: " + parts[0]
	}
	if s.WallMillis > 0 {
		parts = append(parts, duration(time.Duration(s.WallMillis)*time.Millisecond), significant(s.PerSecond)+" samples/s")
	}
	return strings.Join(parts, " · ")
}

func (s *Summary) facts() []string {
	return []string{strings.Join([]string{s.version(), s.errata(), "extraction " + s.Extraction}, " · ")}
}

func (s *Summary) version() string {
	version := "xeval " + s.Xeval.Version
	if s.Xeval.Commit != "" {
		version += " (" + s.Xeval.Commit + ")"
	}
	return version
}

func (s *Summary) errata() string {
	if s.Dataset.Errata == "" {
		return "errata off"
	}
	return "errata " + s.Dataset.Errata
}

// origin is the footnote of a published number.
func (s *Summary) origin() string {
	parts := []string{s.Dataset.Name, s.errata(), s.Tests + " tests"}
	if s.Dataset.Revision != "" {
		parts[0] += " " + s.Dataset.Revision
	}
	if low, high := s.perProblem(); low == high {
		parts = append(parts, fmt.Sprintf("n = %d", low))
	} else {
		parts = append(parts, fmt.Sprintf("n = %d to %d", low, high))
	}
	if t, ok := s.temperature(); ok {
		parts = append(parts, "temperature "+t)
	}
	if methods := s.methods(); len(methods) > 0 {
		parts = append(parts, "95 % intervals: "+strings.Join(methods, "; "))
	}
	return strings.Join(append(parts, s.version()), ", ")
}

// perProblem is the fewest and the most samples of a problem.
func (s *Summary) perProblem() (low, high int) {
	for i, l := range s.Languages {
		for j, p := range l.ProblemCounts {
			if i+j == 0 {
				low = p.N
			}
			low, high = min(low, p.N), max(high, p.N)
		}
	}
	return low, high
}

// temperature is a number in the header's sampling parameters, where known.
func (s *Summary) temperature() (string, bool) {
	var sampling struct {
		Temperature json.Number `json:"temperature"`
	}
	if json.Unmarshal(s.Sampling, &sampling) != nil || sampling.Temperature == "" {
		return "", false
	}
	return sampling.Temperature.String(), true
}

// methods are those of the intervals in the table of pass@k.
func (s *Summary) methods() (all []string) {
	for _, l := range s.Languages {
		for _, e := range l.PassAtK {
			if e.Method != "" && !slices.Contains(all, e.Method) {
				all = append(all, e.Method)
			}
		}
	}
	return all
}

// differs says that the official numbers are worth a column.
func (s *Summary) differs() bool {
	return slices.ContainsFunc(s.Languages, func(l LanguageSummary) bool { return len(l.Disagreements) > 0 })
}

// ks lists every k that some language has.
func (s *Summary) ks() (ks []int) {
	for _, l := range s.Languages {
		for _, e := range l.PassAtK {
			if !slices.Contains(ks, e.K) {
				ks = append(ks, e.K)
			}
		}
	}
	slices.Sort(ks)
	return ks
}

func (s *Summary) passTable() *Table {
	t := &Table{Name: "pass_at_k", Title: "pass@k (the tests ran to their end and nothing failed), mean over problems"}
	t.column("language", "language", false)
	t.column("problems", "problems", true)
	t.column("samples", "samples", true)
	ks, official := s.ks(), s.differs()
	if len(ks) > 0 && ks[0] == 1 {
		t.Bars = "pass@1"
	}
	for _, k := range ks {
		name := fmt.Sprintf("pass@%d", k)
		t.column(name, name, true)
		t.intervalColumn(name)
		if official {
			t.column(name+"_official", "official", true)
		}
	}
	if len(ks) == 0 {
		t.column("pass@k", "pass@k", true)
	}
	for i := range s.Languages {
		t.Rows = append(t.Rows, s.passRow(t, &s.Languages[i], ks, official))
	}
	if len(s.Overall) > 0 {
		t.Rows = append(t.Rows, s.overallRow(t, ks, official))
	}
	s.noteForAll(t)
	return t
}

func (s *Summary) passRow(t *Table, l *LanguageSummary, ks []int, official bool) []Cell {
	name := textCell(l.Title)
	for _, w := range l.Warnings {
		if !s.shared(w) {
			name.Notes = append(name.Notes, t.note(Warn, "%s%s", s.owner(l, w), w.Text))
		}
	}
	row := []Cell{name, l.problemsCell(t), countCell(l.Samples)}
	if len(ks) == 0 {
		return append(row, l.noEstimate(t))
	}
	for _, k := range ks {
		row = append(row, s.estimateCells(t, l, k)...)
		if official {
			row = append(row, l.officialCell(t, k))
		}
	}
	return row
}

// shared says that every language has the same warning; it is then a note of
// the table and not one for each row.
func (s *Summary) shared(w metric.Warning) bool {
	return !slices.ContainsFunc(s.Languages, func(l LanguageSummary) bool { return !slices.Contains(l.allWarnings(), w) })
}

// owner is how a note begins that only one language has; one that several have
// is the same note in each of their rows.
func (s *Summary) owner(l *LanguageSummary, w metric.Warning) string {
	for i := range s.Languages {
		if other := &s.Languages[i]; other != l && slices.Contains(other.allWarnings(), w) {
			return ""
		}
	}
	return l.Title + ": "
}

// allWarnings are those of the language and of its estimates.
func (l *LanguageSummary) allWarnings() []metric.Warning {
	all := slices.Clone(l.Warnings)
	for _, e := range l.PassAtK {
		all = append(all, e.Warnings...)
	}
	return all
}

// noteForAll comes last, so that the notes with a mark are numbered without a
// gap.
func (s *Summary) noteForAll(t *Table) {
	if len(s.Languages) == 0 {
		return
	}
	for _, w := range s.Languages[0].allWarnings() {
		if s.shared(w) {
			t.note(Warn, "%s", w.Text)
		}
	}
}

// problemsCell is "161 of 164".
func (l *LanguageSummary) problemsCell(t *Table) Cell {
	c := countCell(l.Problems)
	if l.ProblemsExpected > 0 {
		c.Text = fmt.Sprintf("%s of %s", thousands(l.Problems), thousands(l.ProblemsExpected))
	}
	return c
}

func (l *LanguageSummary) noEstimate(t *Table) Cell {
	if l.Withheld == "" {
		return absent("–")
	}
	return Cell{Text: "withheld", Tone: Warn, Notes: []int{t.note(Warn, "%s: withheld: %s", l.Title, l.Withheld)}}
}

func (s *Summary) estimateCells(t *Table, l *LanguageSummary, k int) []Cell {
	e, ok := find(l.PassAtK, k)
	if !ok {
		return []Cell{l.noEstimate(t), absent("–")}
	}
	value := probability(e.Value)
	value.Tone = Strong
	for _, w := range e.Warnings {
		if !s.shared(w) {
			value.Notes = append(value.Notes, t.note(Warn, "%s%s", s.owner(l, w), w.Text))
		}
	}
	return []Cell{value, interval(e)}
}

func interval(e metric.Estimate) Cell {
	if e.Method == "" {
		return absent("–")
	}
	return Cell{Text: fmt.Sprintf("%.3f–%.3f", e.Lo, e.Hi), Value: Range{e.Lo, e.Hi}}
}

// officialCell is upstream's number, with the reason where it differs.
func (l *LanguageSummary) officialCell(t *Table, k int) Cell {
	e, ok := find(l.OfficialPassAtK, k)
	if !ok {
		return absent("–")
	}
	c := probability(e.Value)
	if len(l.Disagreements) > 0 {
		c.Notes = append(c.Notes, t.note(Plain, "%s: the official criterion differs: %s", l.Title, l.reasons()))
	}
	return c
}

// reasons is such as "passes 10 more samples (exited early 10) and fails 2
// that passed (the program wrote output 2)".
func (l *LanguageSummary) reasons() string {
	count := map[bool]int{}
	list := map[bool][]string{}
	for _, d := range l.Disagreements {
		count[d.Passed] += d.Samples
		list[d.Passed] = append(list[d.Passed], fmt.Sprintf("%s %s", d.Reason, thousands(d.Samples)))
	}
	var parts []string
	if count[false] > 0 {
		parts = append(parts, fmt.Sprintf("it passes %s that did not pass (%s)", samples(count[false]), strings.Join(list[false], ", ")))
	}
	if count[true] > 0 {
		parts = append(parts, fmt.Sprintf("it fails %s that passed (%s)", samples(count[true]), strings.Join(list[true], ", ")))
	}
	return strings.Join(parts, "; ")
}

func (s *Summary) overallRow(t *Table, ks []int, official bool) []Cell {
	row := []Cell{{Text: "all", Value: "all", Notes: []int{t.note(Plain, "mean over the languages; the interval takes a problem's languages together")}},
		absent(""), countCell(s.Samples)}
	for _, k := range ks {
		e, ok := find(s.Overall, k)
		if !ok {
			row = append(row, absent("–"), absent("–"))
		} else {
			row = append(row, probability(e.Value), interval(e))
		}
		if official {
			row = append(row, absent(""))
		}
	}
	return row
}

func find(es []metric.Estimate, k int) (metric.Estimate, bool) {
	i := slices.IndexFunc(es, func(e metric.Estimate) bool { return e.K == k })
	if i < 0 {
		return metric.Estimate{}, false
	}
	return es[i], true
}

// outcomeTable has a column for each outcome that occurred.
func (s *Summary) outcomeTable() *Table {
	t := &Table{Name: "outcomes", Title: "outcomes, in samples"}
	t.column("language", "language", false)
	total := map[string]int{}
	for _, l := range s.Languages {
		for o, n := range l.Outcomes {
			total[o] += n
		}
	}
	var shown []verdict.Outcome
	for _, o := range verdict.Outcomes() {
		if total[o.String()] > 0 {
			shown = append(shown, o)
			t.column(o.String(), strings.ReplaceAll(o.String(), "_", " "), true)
		}
	}
	row := func(title string, counts map[string]int) {
		cells := []Cell{textCell(title)}
		for _, o := range shown {
			cells = append(cells, outcomeCell(o, counts[o.String()]))
		}
		t.Rows = append(t.Rows, cells)
	}
	for _, l := range s.Languages {
		row(l.Title, l.Outcomes)
	}
	if len(s.Languages) > 1 {
		row("all", total)
	}
	return t
}

func outcomeCell(o verdict.Outcome, n int) Cell {
	c := countCell(n)
	switch {
	case n == 0:
		c.Text, c.Tone = "·", Faint
	case o == verdict.Passed:
		c.Tone = Good
	case !o.Scored():
		c.Tone = Warn
	}
	return c
}

// flagNames says what a flag means to a reader of the table. Flags that are
// not here are shown as they are.
var flagNames = map[string]string{
	"no_tests":                 "passed with no test run: the problem's test is empty",
	"prompt_differs":           "the row's own prompt is not the dataset's; the dataset's was used",
	"output_truncated":         "output was cut",
	"official_program_differs": "upstream assembles another program; both were judged",
	"looks_like_chat":          "looks like a chat reply and was judged as code; --extract auto takes the code out",
	"official_not_comparable":  "upstream would judge another text: code was taken out of the reply",
	"wall_guard":               "stopped by the wall clock before the CPU limit, twice",
}

// flagTable counts what a reader should know about samples.
func (s *Summary) flagTable() *Table {
	t := &Table{Name: "flags", Title: "to be looked at, in samples"}
	t.column("language", "language", false)
	t.column("samples", "samples", true)
	t.column("flag", "what", false)
	for _, l := range s.Languages {
		for _, f := range sortedKeys(l.Flags) {
			c := textCell(f)
			if meaning := flagNames[f]; meaning != "" {
				c.Text = meaning
			} else if field, ok := strings.CutPrefix(f, "errata:"); ok {
				c.Text = "judged with the errata: " + field
			} else if what, ok := strings.CutPrefix(f, "suspicious:"); ok {
				c.Text, c.Tone = "suspicious: "+strings.ReplaceAll(what, "_", " "), Warn
			}
			t.Rows = append(t.Rows, []Cell{textCell(l.Title), countCell(l.Flags[f]), c})
		}
	}
	return t
}

// costTable says what judging took.
func (s *Summary) costTable() *Table {
	t := &Table{Name: "cost", Title: "what judging took"}
	t.column("language", "language", false)
	t.column("judged", "judged", true)
	t.column("cached", "same program", true)
	t.column("build_cpu_ms", "build CPU", true)
	t.column("run_cpu_ms", "run CPU", true)
	t.column("wall_ms", "wall, all", true)
	t.column("samples_per_s", "samples/s", true)
	t.column("peak_memory_bytes", "peak memory", true)
	earlier := 0
	for _, l := range s.Languages {
		c := l.Cost
		earlier += c.EarlierRun
		row := []Cell{textCell(l.Title), countCell(c.Judged), countCell(c.Cached)}
		if c.Judged == 0 {
			t.Rows = append(t.Rows, append(row, absent("–"), absent("–"), absent("–"), absent("–"), absent("–")))
			continue
		}
		n := float64(c.Judged)
		t.Rows = append(t.Rows, append(row,
			millisCell(c.BuildCPUMillis/n), millisCell(c.RunCPUMillis/n), millisCell(c.WallMillis),
			Cell{Text: significant(c.PerSecond), Value: c.PerSecond},
			Cell{Text: memory(c.PeakMemory), Value: c.PeakMemory}))
	}
	t.Notes = append(t.Notes, Note{"CPU is per judged sample; samples/s as if the workers had judged nothing else; identical programs are judged once", Faint})
	if earlier > 0 {
		t.Notes = append(t.Notes, Note{fmt.Sprintf("%d of the same programs were judged by earlier runs (--cache off judges anew)", earlier), Faint})
	}
	return t
}
