package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// FormatOptions are what single formats need beyond the numbers.
type FormatOptions struct {
	Text  TextOptions
	Table string // csv: the only table to write, by its name
	Model string // lm-eval: the model's name

	// html: samples to show in full; nil: none.
	Picks        *Picks
	Texts        TextsOf
	CommentMarks map[string]string
}

// A format writes a report on one run, or on a comparison where it can.
type format struct {
	name       string
	run        func(io.Writer, *Summary, FormatOptions) error
	comparison func(io.Writer, *RunComparison, FormatOptions) error // nil: not for comparisons
}

// formats is the one list of output formats; each has a file of its own.
var formats = []format{
	{"text",
		func(w io.Writer, s *Summary, o FormatOptions) error { return Text(w, s.FullDocument(), o.Text) },
		func(w io.Writer, c *RunComparison, o FormatOptions) error { return Text(w, c.Document(), o.Text) }},
	{"json",
		func(w io.Writer, s *Summary, _ FormatOptions) error { return JSON(w, s) },
		func(w io.Writer, c *RunComparison, _ FormatOptions) error { return writeIndented(w, c) }},
	{"csv",
		func(w io.Writer, s *Summary, o FormatOptions) error { return CSV(w, s.FullDocument(), o.Table) },
		func(w io.Writer, c *RunComparison, o FormatOptions) error { return CSV(w, c.Document(), o.Table) }},
	{"md",
		func(w io.Writer, s *Summary, _ FormatOptions) error { return Markdown(w, s.FullDocument()) },
		func(w io.Writer, c *RunComparison, _ FormatOptions) error { return Markdown(w, c.Document()) }},
	{"latex",
		func(w io.Writer, s *Summary, _ FormatOptions) error { return LaTeX(w, s.FullDocument()) },
		func(w io.Writer, c *RunComparison, _ FormatOptions) error { return LaTeX(w, c.Document()) }},
	{"html", runPage, comparisonPage},
	{"flat", func(w io.Writer, s *Summary, _ FormatOptions) error { return Flat(w, s) }, nil},
	{"lm-eval", func(w io.Writer, s *Summary, o FormatOptions) error { return LMEval(w, s, o.Model) }, nil},
}

// Formats lists the names of the formats.
func Formats() (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// ComparisonFormats lists those that comparisons can be written in.
func ComparisonFormats() (names []string) {
	for _, f := range formats {
		if f.comparison != nil {
			names = append(names, f.name)
		}
	}
	return names
}

// Write writes a report on a run in a format.
func Write(w io.Writer, name string, s *Summary, opt FormatOptions) error {
	f, err := lookUp(name)
	if err != nil {
		return err
	}
	return f.run(w, s, opt)
}

// WriteComparison writes a comparison in a format.
func WriteComparison(w io.Writer, name string, c *RunComparison, opt FormatOptions) error {
	f, err := lookUp(name)
	if err != nil {
		return err
	}
	if f.comparison == nil {
		return fmt.Errorf("format %q is for single runs", name)
	}
	return f.comparison(w, c, opt)
}

func lookUp(name string) (format, error) {
	i := slices.IndexFunc(formats, func(f format) bool { return f.name == name })
	if i < 0 {
		return format{}, fmt.Errorf("unknown format %q (have %s)", name, strings.Join(Formats(), ", "))
	}
	return formats[i], nil
}

func runPage(w io.Writer, s *Summary, o FormatOptions) error {
	charts, err := s.Charts()
	if err != nil {
		return err
	}
	return HTML(w, &Page{Document: s.FullDocument(), Charts: charts, Summary: s, Picks: o.Picks, Texts: o.Texts, CommentMarks: o.CommentMarks})
}

func comparisonPage(w io.Writer, c *RunComparison, _ FormatOptions) error {
	charts, err := c.Charts()
	if err != nil {
		return err
	}
	return HTML(w, &Page{Document: c.Document(), Charts: charts})
}
