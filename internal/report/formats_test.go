package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/verdict"
)

func rendered(t *testing.T, f func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func sampled(h verdict.Header) verdict.Header {
	h.Sampling = json.RawMessage(`{"temperature":0.8,"top_p":0.95}`)
	return h
}

func TestFormatsGolden(t *testing.T) {
	d := summarize(t, tally(t, sampled(header("cpp", "js", "python")), mixed()), Options{}).FullDocument()
	golden(t, "mixed.csv.golden", rendered(t, func(w io.Writer) error { return CSV(w, d, "") }))
	golden(t, "mixed.md.golden", rendered(t, func(w io.Writer) error { return Markdown(w, d) }))
	golden(t, "mixed.tex.golden", rendered(t, func(w io.Writer) error { return LaTeX(w, d) }))
}

func TestOriginNamesWhatANumberDependsOn(t *testing.T) {
	s := summarize(t, tally(t, sampled(header("cpp")), grid("cpp", 4, 10)), Options{})
	for _, want := range []string{"humaneval-x", "errata off", "hidden tests", "n = 10,", "temperature 0.8", "bootstrap over problems", "xeval 0.1.0 (abc1234)"} {
		if !strings.Contains(s.origin(), want) {
			t.Errorf("%q does not name %q", s.origin(), want)
		}
	}
}

func TestCSVCanBeRead(t *testing.T) {
	d := summarize(t, tally(t, header("cpp", "js", "python"), mixed()), Options{}).Document()
	text := rendered(t, func(w io.Writer) error { return CSV(w, d, "pass_at_k") })
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("%v %v", rows, err)
	}
	if got := strings.Join(rows[0], " "); got != "language problems samples pass@1 pass@1_lo pass@1_hi pass@1_official" {
		t.Errorf("columns %s", got)
	}
	if got := strings.Join(rows[1], " "); got != "C++ 3 6 0.5 0 1 0.6666666666666666" {
		t.Errorf("row %s", got)
	}
	if len(rows[3]) != 7 || rows[3][3] != "" {
		t.Errorf("withheld row %q", rows[3])
	}
}

// hostile is a document whose every text tries to break out of its format.
func hostile() *Document {
	text := "a|b*c_d`e<f>&g[h]\\i{j}$k#l%m~n^o\n\x1bp\"q,r"
	t := &Table{Name: "t", Title: text}
	t.column("a", text, false)
	t.column("b", "b", true)
	t.Rows = [][]Cell{{textCell(text), {Text: text, Value: text, Notes: []int{t.note(Plain, "%s", text)}, Tone: Strong}}}
	return &Document{Title: text, Facts: []string{text}, Origin: text, Tables: []*Table{t}, Notes: []Note{{text, Plain}}}
}

func TestNothingBreaksOut(t *testing.T) {
	md := string(rendered(t, func(w io.Writer) error { return Markdown(w, hostile()) }))
	for _, line := range strings.Split(md, "\n") {
		if strings.HasPrefix(line, "|") && strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") != 3 {
			t.Errorf("row with other columns: %s", line)
		}
	}
	if regexp.MustCompile(`<f>|\x1b`).MatchString(md) {
		t.Errorf("markup came through: %s", md)
	}
	tex := string(rendered(t, func(w io.Writer) error { return LaTeX(w, hostile()) }))
	if bare := regexp.MustCompile(`(^|[^\\])[#%]l`).FindString(tex[strings.Index(tex, "\\begin{table}"):]); bare != "" {
		t.Errorf("bare %q in %s", bare, tex)
	}
	rows, err := csv.NewReader(bytes.NewReader(rendered(t, func(w io.Writer) error { return CSV(w, hostile(), "") }))).ReadAll()
	if err != nil || rows[1][0] != hostile().Tables[0].Rows[0][0].Text {
		t.Errorf("%q %v", rows, err)
	}
}

// What a program said must not become a formula of whoever opens the table.
func TestCSVHoldsNoFormulas(t *testing.T) {
	table := &Table{Name: "t"}
	table.column("a", "a", false)
	table.column("b", "b", true)
	for _, text := range []string{`=HYPERLINK("http://example.com")`, "+1", "-1+cmd|' /C calc'!A0", "@SUM(1)", "\t=1", "-", "plain"} {
		table.Rows = append(table.Rows, []Cell{textCell(text), {Value: -0.5}})
	}
	d := &Document{Tables: []*Table{table}}
	rows, err := csv.NewReader(bytes.NewReader(rendered(t, func(w io.Writer) error { return CSV(w, d, "") }))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows[1:] {
		if strings.ContainsAny(row[0][:1], "=+-@\t") || !strings.HasSuffix(row[0], table.Rows[i][0].Text) || row[1] != "-0.5" {
			t.Errorf("%q", row)
		}
	}
}

// Where a TeX is installed, our tables must go through it.
func TestLaTeXCompiles(t *testing.T) {
	tex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("pdflatex absent: the tables are not compiled")
	}
	d := summarize(t, tally(t, header("cpp", "js", "python"), mixed()), Options{}).Document()
	var doc bytes.Buffer
	doc.WriteString("\\documentclass{article}\\usepackage[utf8]{inputenc}\\usepackage{booktabs}\\begin{document}\n")
	for _, each := range []*Document{d, hostile()} {
		if err := LaTeX(&doc, each); err != nil {
			t.Fatal(err)
		}
	}
	doc.WriteString("\\end{document}\n")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "t.tex"), doc.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(tex, "-interaction=nonstopmode", "-halt-on-error", "t.tex")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestEveryFormatWrites(t *testing.T) {
	s := summarize(t, tally(t, header("cpp", "js", "python"), mixed()), Options{})
	base := grid("cpp", 30, 1)
	c, err := Compare([]Run{runOf(t, "old", header("cpp"), base), runOf(t, "new", header("cpp"), better(base))}, CompareOptions{Resamples: 500})
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range formats {
		if text := rendered(t, func(w io.Writer) error { return Write(w, f.name, s, FormatOptions{}) }); !bytes.Contains(text, []byte("C++")) && !bytes.Contains(text, []byte("cpp")) {
			t.Errorf("%s does not show the run:\n%s", f.name, text)
		}
		if f.name != "text" && f.name != "json" && !bytes.Contains(page, []byte("`"+f.name+"`")) {
			t.Errorf("docs/formats.md does not name the format %s", f.name)
		}
		if f.comparison == nil {
			continue
		}
		if text := rendered(t, func(w io.Writer) error { return WriteComparison(w, f.name, c, FormatOptions{}) }); !bytes.Contains(text, []byte("0.3")) {
			t.Errorf("%s does not show the comparison:\n%s", f.name, text)
		}
	}
	if err := Write(io.Discard, "xml", s, FormatOptions{}); err == nil || !strings.Contains(err.Error(), "have text, json") {
		t.Errorf("%v", err)
	}
	if err := WriteComparison(io.Discard, "flat", c, FormatOptions{}); err == nil {
		t.Error("a comparison in a format for single runs")
	}
}
