package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// LaTeX writes one table environment for each table, ready for a paper that
// uses the booktabs package. Notes stand below the rows, and last the origin
// of the numbers.
func LaTeX(w io.Writer, d *Document) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%% %s\n%% needs \\usepackage{booktabs}\n", visibleLine(d.Title))
	for _, n := range d.Notes {
		fmt.Fprintf(out, "%% note: %s\n", visibleLine(n.Text))
	}
	for _, t := range d.Tables {
		latexTable(out, t, d.Origin)
	}
	return out.Flush()
}

func latexTable(out *bufio.Writer, t *Table, origin string) {
	spec := ""
	var names []string
	for _, c := range t.Columns {
		align := "l"
		if c.Right {
			align = "r"
		}
		spec += align
		names = append(names, escapeLaTeX(c.Heading))
	}
	fmt.Fprintf(out, "\n\\begin{table}\n\\centering\n\\caption{%s}\\label{tab:%s}\n\\begin{tabular}{%s}\n\\toprule\n%s \\\\\n\\midrule\n",
		escapeLaTeX(sentence(t.Title)), strings.ReplaceAll(t.Name, "_", "-"), spec, strings.Join(names, " & "))
	for _, row := range t.Rows {
		var cells []string
		for _, c := range row {
			cells = append(cells, latexCell(c))
		}
		fmt.Fprintf(out, "%s \\\\\n", strings.Join(cells, " & "))
	}
	out.WriteString("\\bottomrule\n\\end{tabular}\n")
	for i, n := range t.Notes {
		mark := ""
		if referred(t, i+1) {
			mark = fmt.Sprintf("$^{%d}$~", i+1)
		}
		latexNote(out, mark+escapeLaTeX(n.Text))
	}
	if origin != "" {
		latexNote(out, escapeLaTeX(origin)+".")
	}
	out.WriteString("\\end{table}\n")
}

func latexNote(out *bufio.Writer, text string) {
	fmt.Fprintf(out, "\n\\par\\smallskip\\begin{minipage}{\\linewidth}\\footnotesize %s\\end{minipage}\n", text)
}

func latexCell(c Cell) string {
	s := escapeLaTeX(c.Text)
	if c.Tone == Strong && s != "" {
		s = `\textbf{` + s + "}"
	}
	if len(c.Notes) > 0 {
		s += "$^{" + strings.Trim(strings.Join(strings.Fields(fmt.Sprint(c.Notes)), ","), "[]") + "}$"
	}
	return s
}

// The last ones are the characters of our own tables that TeX's older engines
// do not have.
var latexEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `\textless{}`, ">", `\textgreater{}`,
	"–", "--", "·", `$\cdot$`, "→", `$\rightarrow$`, "…", `\dots{}`, "\uFFFD", "?")

func escapeLaTeX(s string) string { return latexEscapes.Replace(visibleLine(s)) }
