package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Markdown writes tables ready for a README: pipe tables, notes below, and
// the origin of the numbers at the end.
func Markdown(w io.Writer, d *Document) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "**%s**\n", escapeMarkdown(d.Title))
	for _, t := range d.Tables {
		fmt.Fprintf(out, "\n%s\n\n", escapeMarkdown(sentence(t.Title)))
		markdownTable(out, t)
	}
	if len(d.Notes) > 0 {
		out.WriteByte('\n')
	}
	for _, n := range d.Notes {
		fmt.Fprintf(out, "- %s\n", escapeMarkdown(n.Text))
	}
	if d.Origin != "" {
		fmt.Fprintf(out, "\n<sub>%s</sub>\n", escapeMarkdown(d.Origin))
	}
	return out.Flush()
}

func markdownTable(out *bufio.Writer, t *Table) {
	line := func(cells []string) { fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | ")) }
	var names, rules []string
	for _, c := range t.Columns {
		names = append(names, escapeMarkdown(c.Heading))
		rule := "---"
		if c.Right {
			rule = "---:"
		}
		rules = append(rules, rule)
	}
	line(names)
	line(rules)
	for _, row := range t.Rows {
		var cells []string
		for _, c := range row {
			cells = append(cells, markdownCell(c))
		}
		line(cells)
	}
	if len(t.Notes) > 0 {
		out.WriteByte('\n')
	}
	for i, n := range t.Notes {
		if referred(t, i+1) {
			fmt.Fprintf(out, "<sup>%d</sup> ", i+1)
		}
		fmt.Fprintf(out, "%s  \n", escapeMarkdown(n.Text))
	}
}

func markdownCell(c Cell) string {
	s := escapeMarkdown(c.Text)
	if c.Tone == Strong && s != "" {
		s = "**" + s + "**"
	}
	if len(c.Notes) > 0 {
		s += " <sup>" + strings.Trim(strings.Join(strings.Fields(fmt.Sprint(c.Notes)), ","), "[]") + "</sup>"
	}
	return s
}

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", ">", "&gt;", "&", "&amp;", "[", `\[`, "\n", " ")

func escapeMarkdown(s string) string { return markdownEscapes.Replace(visibleLine(s)) }

// visibleLine is one line without control characters.
func visibleLine(s string) string { return visible(strings.Join(strings.Fields(s), " ")) }

// sentence starts with a capital, except for the names that must not.
func sentence(s string) string {
	if strings.HasPrefix(s, "pass@") || s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
