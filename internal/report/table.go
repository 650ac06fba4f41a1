package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// A Document is what every output format renders: some lines about the run and
// tables with footnotes.
type Document struct {
	Title  string
	Facts  []string // one line each, for the reader at hand: versions, errata
	Origin string   // what a number that is cited must name: dataset, n, temperature, version
	Tables []*Table
	Notes  []Note // about the whole, after the tables
}

// A Table is rows of cells under columns. Cells refer to its notes by number.
type Table struct {
	Name    string // stable, for files: "pass_at_k"
	Title   string
	Columns []Column
	Rows    [][]Cell
	Notes   []Note
	Bars    string // the column of probabilities that a terminal shows as bars too, where there is room
}

// A Column has a stable name for programs and a heading for people.
type Column struct {
	Name    string
	Heading string
	Right   bool // numbers are aligned to the right
	Range   bool // its values are a Range
}

// A Range is the value of a cell that holds an interval.
type Range struct{ Lo, Hi float64 }

// A Cell is one value: Text for people, Value (a string, int, int64, float64
// or Range) for programs, nil when there is none.
type Cell struct {
	Text  string
	Value any
	Notes []int // numbers of the table's notes, from 1
	Tone  Tone
}

// A Note is a footnote.
type Note struct {
	Text string
	Tone Tone
}

// Tone is how a cell or note should strike the eye where there is colour.
type Tone int

// The tones.
const (
	Plain Tone = iota
	Strong
	Faint
	Good
	Bad
	Warn
)

// note adds a footnote and gives its number; the same text is one note.
func (t *Table) note(tone Tone, format string, args ...any) int {
	text := fmt.Sprintf(format, args...)
	for i, n := range t.Notes {
		if n.Text == text {
			return i + 1
		}
	}
	t.Notes = append(t.Notes, Note{text, tone})
	return len(t.Notes)
}

func (t *Table) column(name, heading string, right bool) {
	t.Columns = append(t.Columns, Column{Name: name, Heading: heading, Right: right})
}

func (t *Table) intervalColumn(name string) {
	t.Columns = append(t.Columns, Column{Name: name, Heading: "95 % interval", Right: true, Range: true})
}

func textCell(s string) Cell  { return Cell{Text: s, Value: s} }
func countCell(n int) Cell    { return Cell{Text: thousands(n), Value: n} }
func absent(text string) Cell { return Cell{Text: text, Tone: Faint} }
func millisCell(ms float64) Cell {
	return Cell{Text: duration(time.Duration(ms * float64(time.Millisecond))), Value: ms}
}

// probability has three places: with 164 problems the fourth means nothing.
func probability(p float64) Cell { return Cell{Text: strconv.FormatFloat(p, 'f', 3, 64), Value: p} }

// thousands is 1,640.
func thousands(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// samples is "1 sample" or "12 samples".
func samples(n int) string { return plural(n, "sample") }

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

// duration has two or three significant digits and a unit that fits.
func duration(d time.Duration) string {
	switch {
	case d < time.Second:
		return significant(float64(d)/1e6) + " ms"
	case d < 2*time.Minute:
		return significant(d.Seconds()) + " s"
	case d < 2*time.Hour:
		return fmt.Sprintf("%d min %02d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d h %02d min", int(d.Hours()), int(d.Minutes())%60)
}

func significant(x float64) string {
	switch {
	case x == 0 || math.Abs(x) >= 99.5:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case math.Abs(x) >= 9.95:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}

func memory(bytes int64) string {
	const mib = 1 << 20
	if bytes >= 1<<30 {
		return significant(float64(bytes)/(1<<30)) + " GiB"
	}
	return significant(float64(bytes)/mib) + " MiB"
}

// superscript is a footnote's mark.
func superscript(numbers []int) string {
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	var marks []string
	for _, n := range numbers {
		var b strings.Builder
		for _, d := range strconv.Itoa(n) {
			b.WriteRune(digits[d-'0'])
		}
		marks = append(marks, b.String())
	}
	return strings.Join(marks, " ")
}
