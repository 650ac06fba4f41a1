package report

import (
	"bufio"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// TextOptions are decided by whoever knows the terminal.
type TextOptions struct {
	Width  int  // columns; 0: not limited
	Colour bool // ANSI colours
}

// Text writes the document for a terminal. A table that is too wide is broken
// into several under each other, each with the first column again; long notes
// are wrapped. Control characters become visible: texts may come from programs.
func Text(w io.Writer, d *Document, opt TextOptions) error {
	p := &textPrinter{out: bufio.NewWriter(w), opt: opt}
	d = printable(d)
	p.wrapped("", d.Title, Strong)
	for _, f := range d.Facts {
		p.wrapped("", f, Faint)
	}
	for _, t := range d.Tables {
		p.line("")
		p.table(t)
	}
	if len(d.Notes) > 0 {
		p.line("")
	}
	for _, n := range d.Notes {
		p.wrapped("! ", n.Text, n.Tone)
	}
	return p.out.Flush()
}

type textPrinter struct {
	out *bufio.Writer
	opt TextOptions
}

var colours = map[Tone]string{Strong: "\x1b[1m", Faint: "\x1b[2m", Good: "\x1b[32m", Bad: "\x1b[31m", Warn: "\x1b[33m"}

func (p *textPrinter) line(s string) {
	p.out.WriteString(strings.TrimRight(s, " "))
	p.out.WriteByte('\n')
}

func (p *textPrinter) paint(s string, tone Tone) string {
	if !p.opt.Colour || colours[tone] == "" || s == "" {
		return s
	}
	return colours[tone] + s + "\x1b[0m"
}

const (
	gap       = 2 // between columns
	leastWrap = 20
)

func (p *textPrinter) table(t *Table) {
	p.wrapped("", t.Title, Strong)
	ls := layouts(t)
	for _, columns := range p.fit(t, ls) {
		bars := p.barColumn(t, columns, ls)
		above := ""
		if bars >= 0 {
			above = barScale
		}
		p.row(t, columns, ls, headings(t), above)
		for _, r := range t.Rows {
			p.row(t, columns, ls, r, bar(r, bars))
		}
	}
	for i, n := range t.Notes {
		mark := superscript([]int{i + 1}) + " "
		if !referred(t, i+1) {
			mark = ""
		}
		p.wrapped(mark, n.Text, n.Tone)
	}
}

func headings(t *Table) []Cell {
	cells := make([]Cell, len(t.Columns))
	for i, c := range t.Columns {
		cells[i] = Cell{Text: c.Heading, Tone: Faint}
	}
	return cells
}

func referred(t *Table, note int) bool {
	for _, row := range t.Rows {
		for _, c := range row {
			for _, n := range c.Notes {
				if n == note {
					return true
				}
			}
		}
	}
	return false
}

// layout is how wide a column's text and its footnote marks are. Marks have
// room of their own, so that numbers stay aligned.
type layout struct{ text, marks int }

func (l layout) width() int { return l.text + l.marks }

func marks(c Cell) string {
	if len(c.Notes) == 0 {
		return ""
	}
	return " " + superscript(c.Notes)
}

func layouts(t *Table) []layout {
	ls := make([]layout, len(t.Columns))
	for _, row := range append([][]Cell{headings(t)}, t.Rows...) {
		for i, c := range row {
			ls[i].text = max(ls[i].text, utf8.RuneCountInString(c.Text))
			ls[i].marks = max(ls[i].marks, utf8.RuneCountInString(marks(c)))
		}
	}
	return ls
}

// fit splits the columns into groups that fit the width; each begins with the
// first column, and has at least one more however narrow the terminal is. A
// column of words, other than the first, may be narrowed: its cells are
// wrapped.
func (p *textPrinter) fit(t *Table, ls []layout) [][]int {
	var groups [][]int
	group, used := []int{0}, ls[0].width()
	for i := 1; i < len(ls); i++ {
		least := ls[i].width()
		if !t.Columns[i].Right {
			least = min(least, leastWrap)
		}
		if p.opt.Width > 0 && len(group) > 1 && used+gap+least > p.opt.Width {
			groups = append(groups, group)
			group, used = []int{0}, ls[0].width()
		}
		if room := p.opt.Width - used - gap - ls[i].marks; p.opt.Width > 0 && !t.Columns[i].Right && ls[i].text > room {
			ls[i].text = max(room, leastWrap-ls[i].marks)
		}
		group, used = append(group, i), used+gap+ls[i].width()
	}
	return append(groups, group)
}

// row prints one row of some columns, on several lines when a cell is wrapped.
func (p *textPrinter) row(t *Table, columns []int, ls []layout, cells []Cell, bar string) {
	rest := make([][]string, len(cells))
	lines := 1
	for _, i := range columns {
		rest[i] = []string{cells[i].Text}
		if !t.Columns[i].Right {
			rest[i] = wrap(cells[i].Text, ls[i].text)
		}
		lines = max(lines, len(rest[i]))
	}
	for n := range lines {
		var b strings.Builder
		for at, i := range columns {
			if at > 0 {
				b.WriteString(strings.Repeat(" ", gap))
			}
			text, marked := "", ""
			if n < len(rest[i]) {
				text = rest[i][n]
			}
			if n == 0 {
				marked = marks(cells[i])
			}
			b.WriteString(p.cell(t.Columns[i], ls[i], text, marked, cells[i].Tone))
		}
		if n == 0 && bar != "" {
			b.WriteString("  " + bar)
		}
		p.line(b.String())
	}
}

const (
	barCells = 10
	barScale = "0        1" // stands above the bars
)

// barColumn is the column whose bars fit behind these columns, or -1.
func (p *textPrinter) barColumn(t *Table, columns []int, ls []layout) int {
	width := gap + barCells
	at := -1
	for _, i := range columns {
		width += ls[i].width() + gap
		if c := t.Columns[i]; t.Bars != "" && c.Name == t.Bars && !c.Range {
			at = i
		}
	}
	if p.opt.Width > 0 && width > p.opt.Width {
		return -1
	}
	return at
}

// bar draws a probability in eighths of a character.
func bar(row []Cell, column int) string {
	if column < 0 {
		return ""
	}
	value, ok := row[column].Value.(float64)
	if !ok {
		return ""
	}
	eighths := int(value*barCells*8 + 0.5)
	s := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		s += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return s + strings.Repeat("·", barCells-utf8.RuneCountInString(s))
}

func (p *textPrinter) cell(c Column, l layout, text, marked string, tone Tone) string {
	pad := strings.Repeat(" ", max(0, l.text-utf8.RuneCountInString(text)))
	if c.Right {
		after := strings.Repeat(" ", l.marks-utf8.RuneCountInString(marked))
		return pad + p.paint(text+marked, tone) + after
	}
	return p.paint(text+marked, tone) + pad + strings.Repeat(" ", l.marks-utf8.RuneCountInString(marked))
}

// wrapped prints text at the width, further lines indented as far as the mark.
func (p *textPrinter) wrapped(mark, text string, tone Tone) {
	indent := utf8.RuneCountInString(mark)
	for i, l := range wrap(text, p.opt.Width-indent) {
		if i > 0 {
			mark = strings.Repeat(" ", indent)
		}
		p.line(mark + p.paint(l, tone))
	}
}

// wrap breaks text between words. Where there is no room, and for a width
// that is not limited, it does not.
func wrap(text string, width int) []string {
	if width < leastWrap/2 {
		return []string{text}
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

// printable is a copy of the document without anything that a terminal would
// obey instead of showing.
func printable(d *Document) *Document {
	c := &Document{Title: visible(d.Title), Notes: visibleNotes(d.Notes)}
	for _, f := range d.Facts {
		c.Facts = append(c.Facts, visible(f))
	}
	for _, t := range d.Tables {
		copied := &Table{Title: visible(t.Title), Columns: t.Columns, Notes: visibleNotes(t.Notes), Bars: t.Bars}
		for _, row := range t.Rows {
			cells := slices.Clone(row)
			for i := range cells {
				cells[i].Text = visible(cells[i].Text)
			}
			copied.Rows = append(copied.Rows, cells)
		}
		c.Tables = append(c.Tables, copied)
	}
	return c
}

func visibleNotes(notes []Note) []Note {
	out := slices.Clone(notes)
	for i := range out {
		out[i].Text = visible(out[i].Text)
	}
	return out
}

func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return '\uFFFD'
		}
		return r
	}, s)
}
