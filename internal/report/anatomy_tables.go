package report

import (
	"fmt"
	"slices"
	"strings"
)

// FullDocument is Document with the further estimates and the error anatomy.
func (s *Summary) FullDocument() *Document {
	d := s.Document()
	for _, t := range []*Table{s.uncertaintyTable(), s.budgetTable(), s.classTable(), s.messageTable(), s.solvedTable(), s.dividedTable(), s.matrixTable(),
		s.extremeTable("slowest", "slowest samples", s.Anatomy.Slowest), s.extremeTable("hungriest", "samples with the most memory", s.Anatomy.Hungriest)} {
		if len(t.Rows) > 0 {
			d.Tables = append(d.Tables, t)
		}
	}
	return d
}

// classTable has the finer classes inside the outcomes.
func (s *Summary) classTable() *Table {
	t := &Table{Name: "error_classes", Title: "error classes, in samples"}
	t.column("language", "language", false)
	t.column("samples", "samples", true)
	t.column("outcome", "outcome", false)
	t.column("class", "class", false)
	for _, l := range s.Languages {
		for _, o := range sortedKeys(l.ErrorClasses) {
			for _, c := range sortedKeys(l.ErrorClasses[o]) {
				t.Rows = append(t.Rows, []Cell{textCell(l.Title), countCell(l.ErrorClasses[o][c]), words(o), words(c)})
			}
		}
	}
	return t
}

// words shows a stored name to people.
func words(name string) Cell { return Cell{Text: strings.ReplaceAll(name, "_", " "), Value: name} }

func (s *Summary) messageTable() *Table {
	t := &Table{Name: "messages", Title: "most frequent messages, names and numbers taken out"}
	t.column("language", "language", false)
	t.column("samples", "samples", true)
	t.column("outcome", "outcome", false)
	t.column("message", "message", false)
	t.column("example", "example", false)
	for _, m := range s.Anatomy.Messages {
		t.Rows = append(t.Rows, []Cell{textCell(m.Title), countCell(m.Samples), words(m.Outcome), textCell(m.Text), textCell(m.Example)})
	}
	return t
}

// solvedTable counts problems by how often they were solved, and names the
// ones at the ends.
func (s *Summary) solvedTable() *Table {
	t := &Table{Name: "solved", Title: "problems never, sometimes and always solved"}
	t.column("language", "language", false)
	t.column("never", "never", true)
	t.column("sometimes", "sometimes", true)
	t.column("always", "always", true)
	t.column("never_ids", "never solved", false)
	for _, l := range s.Languages {
		var never []string
		always := 0
		for _, p := range l.ProblemCounts {
			switch p.C {
			case 0:
				never = append(never, number(p.TaskID))
			case p.N:
				always++
			}
		}
		t.Rows = append(t.Rows, []Cell{textCell(l.Title), countCell(len(never)), countCell(l.Problems - len(never) - always),
			countCell(always), {Text: few(never), Value: strings.Join(never, " ")}})
	}
	return t
}

// few shows the first of a list.
func few(list []string) string {
	const shown = 12
	if len(list) == 0 {
		return "–"
	}
	if len(list) <= shown {
		return strings.Join(list, " ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:shown], " "), len(list)-shown)
}

func (s *Summary) dividedTable() *Table {
	t := &Table{Name: "divided", Title: "problems that divide the languages most, by pass@1"}
	t.column("problem", "problem", true)
	t.column("best", "best in", false)
	t.column("best_pass_at_1", "best pass@1", true)
	t.column("worst", "worst in", false)
	t.column("worst_pass_at_1", "worst pass@1", true)
	for _, d := range s.Anatomy.Divided {
		t.Rows = append(t.Rows, []Cell{textCell(d.Problem), textCell(d.Best), probability(d.BestIs), textCell(d.Worst), probability(d.WorstIs)})
	}
	return t
}

// matrixTable is the translation matrix: pass@1, sources down, targets across.
func (s *Summary) matrixTable() *Table {
	t := &Table{Name: "translation", Title: "translation: pass@1, from the language of the row to that of the column"}
	t.column("from", "from", false)
	sources, targets := s.translations()
	names := s.plainTitles()
	for _, target := range targets {
		t.column(target, names[target], true)
	}
	for _, source := range sources {
		row := []Cell{{Text: names[source], Value: source}}
		for _, target := range targets {
			row = append(row, s.matrixCell(t, source, target))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (s *Summary) translations() (sources, targets []string) {
	for _, l := range s.Languages {
		if l.SourceLanguage == "" {
			continue
		}
		if !slices.Contains(sources, l.SourceLanguage) {
			sources = append(sources, l.SourceLanguage)
		}
		if !slices.Contains(targets, l.Language) {
			targets = append(targets, l.Language)
		}
	}
	slices.Sort(sources)
	slices.Sort(targets)
	return sources, targets
}

// plainTitles are the titles of single languages, taken from those of pairs.
func (s *Summary) plainTitles() map[string]string {
	names := map[string]string{}
	for _, l := range s.Languages {
		if from, to, ok := strings.Cut(l.Title, " → "); ok {
			names[l.SourceLanguage], names[l.Language] = from, to
		}
	}
	return names
}

func (s *Summary) matrixCell(t *Table, source, target string) Cell {
	for i := range s.Languages {
		if l := &s.Languages[i]; l.SourceLanguage == source && l.Language == target {
			if e, ok := find(l.PassAtK, 1); ok {
				return probability(e.Value)
			}
			return l.noEstimate(t)
		}
	}
	return absent("·")
}

func (s *Summary) extremeTable(name, title string, list []Extreme) *Table {
	t := &Table{Name: name, Title: title}
	t.column("sample", "sample", false)
	t.column("cpu_ms", "run CPU", true)
	t.column("memory_bytes", "memory", true)
	t.column("outcome", "outcome", false)
	for _, e := range list {
		id := fmt.Sprintf("%s#%d", e.TaskID, e.SampleIndex)
		t.Rows = append(t.Rows, []Cell{textCell(id), millisCell(e.CPUMillis), {Text: memory(e.MemoryBytes), Value: e.MemoryBytes}, words(e.Outcome)})
	}
	return t
}
