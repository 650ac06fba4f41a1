package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/xeval/xeval/internal/chart"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/report"
	"github.com/xeval/xeval/internal/run"
	"github.com/xeval/xeval/internal/verdict"
)

// writing are the flags that say how a report is written.
type writing struct {
	format, output, plots, table string
	json                         bool
	formats                      []string // what format may be
}

func (w *writing) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&w.format, "format", "text", strings.Join(w.formats, ", "))
	f.BoolVar(&w.json, "json", false, "short for --format json")
	f.StringVarP(&w.output, "output", "o", "", "file to write (default: standard output)")
	f.StringVar(&w.plots, "plots", "", "also write the plots into this folder, as SVG, PNG and PDF")
	f.StringVar(&w.table, "table", "", "csv: write only the table of this name")
}

// check refuses a format that is not one of the verb's, and a table of
// another format.
func (w *writing) check() error {
	if w.json {
		w.format = "json"
	}
	if !slices.Contains(w.formats, w.format) {
		return usagef("--format %s: choose one of %s", w.format, strings.Join(w.formats, ", "))
	}
	if w.table != "" && w.format != "csv" {
		return usagef("--table goes with --format csv")
	}
	return nil
}

// checkTable refuses a table that a document does not have.
func (w *writing) checkTable(d *report.Document) error {
	var names []string
	for _, t := range d.Tables {
		names = append(names, t.Name)
	}
	if w.table != "" && !slices.Contains(names, w.table) {
		return usagef("--table %s: there is none of this name (have %s)", w.table, strings.Join(names, ", "))
	}
	return nil
}

// to opens where the report goes; a terminal's width and colours are only for
// a terminal.
func (w *writing) to(t *terminal, write func(io.Writer, report.FormatOptions) error) (err error) {
	opt := report.FormatOptions{Table: w.table, CommentMarks: map[string]string{}}
	for _, l := range lang.All() {
		opt.CommentMarks[l.Name] = l.CommentMark
	}
	if w.output == "" {
		opt.Text = report.TextOptions{Width: t.width, Colour: t.colour()}
		return write(t.out, opt)
	}
	f, err := os.Create(w.output)
	if err != nil {
		return err
	}
	return errors.Join(write(f, opt), f.Close())
}

func (w *writing) writePlots(t *terminal, s charted) error {
	if w.plots == "" {
		return nil
	}
	charts, err := s.Charts()
	if err != nil {
		return err
	}
	names, err := report.WritePlots(w.plots, charts)
	if err == nil {
		t.logf("%d plots in %s", len(names), w.plots)
	}
	return err
}

// charted is what has plots: a summary or a comparison.
type charted interface {
	Charts() (map[string][]*chart.Chart, error)
}

// newReport prints the numbers of runs again, from their stored verdicts.
func newReport(t *terminal) *cobra.Command {
	p, w := &printing{}, &writing{formats: append(report.Formats(), evalPlusFormat)}
	c := &cobra.Command{
		Use:     "report RUN...",
		Short:   "Report on run folders, from their stored verdicts alone",
		Example: "  xeval report samples.xeval --format html -o report.html\n  xeval report samples.xeval --format latex --k 1,10",
		Args:    args(cobra.MinimumNArgs(1)),
		RunE: func(_ *cobra.Command, folders []string) error {
			if err := w.check(); err != nil {
				return err
			}
			unscored := 0
			for _, folder := range folders {
				s, err := reportOn(t, p, w, folder)
				if err != nil {
					return err
				}
				unscored += s.Unscored
			}
			if unscored > 0 {
				return &exitError{exitIncomplete, nil}
			}
			return nil
		},
	}
	p.addNumberFlags(c)
	w.addFlags(c)
	return c
}

// evalPlusFormat is apart from the others because its file holds the texts of
// all samples.
const evalPlusFormat = "evalplus"

func reportEvalPlus(t *terminal, p *printing, w *writing, folder string) (*report.Summary, error) {
	rows, generations := &report.EvalPlus{}, map[string]bool{}
	s, header, err := p.summary(folder, func(v *verdict.Verdict) {
		rows.Add(v)
		generations[v.GenerationSHA256] = true
	})
	if err != nil {
		return nil, err
	}
	texts, err := run.TextsOf(folder, header, slices.Collect(maps.Keys(generations)))
	if err != nil {
		return nil, err
	}
	return s, w.to(t, func(out io.Writer, _ report.FormatOptions) error {
		return rows.Write(out, s, func(v *verdict.Verdict) (string, error) {
			parts, err := texts.Of(v)
			return parts.Prompt + parts.Generation, err
		})
	})
}

func reportOn(t *terminal, p *printing, w *writing, folder string) (*report.Summary, error) {
	if w.format == evalPlusFormat {
		return reportEvalPlus(t, p, w, folder)
	}
	picks := &report.Picks{}
	s, header, err := p.summary(folder, picks.Add)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("%s is not a run folder: %v", folder, err)
	}
	if err != nil {
		return nil, err
	}
	if err := w.checkTable(s.FullDocument()); err != nil {
		return nil, err
	}
	err = w.to(t, func(out io.Writer, opt report.FormatOptions) error {
		if texts, err := run.TextsOf(folder, header, picks.Generations()); err == nil {
			opt.Picks, opt.Texts = picks, texts.Of
		} else {
			t.logf("note: samples cannot be shown: %v", err)
		}
		return report.Write(out, w.format, s, opt)
	})
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	return s, w.writePlots(t, s)
}

// newCompare compares runs by problem.
func newCompare(t *terminal) *cobra.Command {
	w := &writing{formats: report.ComparisonFormats()}
	var opt report.CompareOptions
	var failIfWorse float64
	p := &printing{}
	c := &cobra.Command{
		Use:   "compare A B...",
		Short: "Compare runs problem by problem with the first one",
		Long: `Compare run folders with the first one, paired by problem: difference of pass@k
with its interval, an exact test, and which problems flipped. Runs whose headers
make the comparison meaningless are refused. NAME=FOLDER labels a run.`,
		Example: "  xeval compare base=old.xeval new=new.xeval --fail-if-worse 0.02",
		Args:    args(cobra.MinimumNArgs(2)),
		RunE: func(c *cobra.Command, given []string) error {
			if err := w.check(); err != nil {
				return err
			}
			var runs []report.Run
			for _, g := range given {
				r, err := loadRun(p, g)
				if err != nil {
					return &exitError{exitUsage, err}
				}
				runs = append(runs, r)
			}
			compared, err := report.Compare(runs, opt)
			if err != nil {
				return &exitError{exitUsage, err}
			}
			if err := w.checkTable(compared.Document()); err != nil {
				return err
			}
			err = w.to(t, func(out io.Writer, o report.FormatOptions) error {
				return report.WriteComparison(out, w.format, compared, o)
			})
			if err != nil {
				return &exitError{exitUsage, err}
			}
			if err := w.writePlots(t, compared); err != nil {
				return err
			}
			return gate(t, c, compared, failIfWorse)
		},
	}
	w.addFlags(c)
	f := c.Flags()
	f.IntVar(&opt.K, "k", 1, "the k of pass@k")
	f.BoolVar(&opt.Force, "force", false, "compare although the headers differ; the output says so")
	f.Float64Var(&failIfWorse, "fail-if-worse", 0, "exit with 3 when a run falls short of the first by more than this")
	f.BoolVar(&p.allowUnscored, "allow-unscored", false, "compare although some samples have no score")
	return c
}

// loadRun reads "NAME=FOLDER", or a folder that names itself.
func loadRun(p *printing, given string) (report.Run, error) {
	name, folder, ok := strings.Cut(given, "=")
	if !ok {
		name, folder = strings.TrimSuffix(filepath.Base(filepath.Clean(given)), ".xeval"), given
	}
	s, header, err := p.summary(folder, nil)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s is not a run folder: %w", folder, err)
	}
	return report.Run{Name: name, Header: header, Summary: s}, err
}

func gate(t *terminal, c *cobra.Command, compared *report.RunComparison, margin float64) error {
	if !c.Flags().Changed("fail-if-worse") {
		return nil
	}
	worse := compared.Worse(margin)
	for _, row := range worse {
		t.logf("%s: worse than the first run by more than %g", row.Title, margin)
	}
	if len(worse) > 0 {
		return &exitError{exitGate, nil}
	}
	return nil
}
