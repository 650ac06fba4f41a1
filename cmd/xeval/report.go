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
}

func (w *writing) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&w.format, "format", "text", strings.Join(append(report.Formats(), evalPlusFormat), ", "))
	f.BoolVar(&w.json, "json", false, "short for --format json")
	f.StringVarP(&w.output, "output", "o", "", "file to write (default: standard output)")
	f.StringVar(&w.plots, "plots", "", "also write the plots into this folder, as SVG, PNG and PDF")
	f.StringVar(&w.table, "table", "", "csv: write only the table of this name")
}

// to opens where the report goes; a terminal's width and colours are only for
// a terminal.
func (w *writing) to(t *terminal, write func(io.Writer, report.FormatOptions) error) (err error) {
	if w.json {
		w.format = "json"
	}
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
	p, w := &printing{}, &writing{}
	c := &cobra.Command{
		Use:     "report RUN...",
		Short:   "Report on run folders, from their stored verdicts alone",
		Example: "  xeval report samples.xeval --format html -o report.html\n  xeval report samples.xeval --format latex --k 1,10",
		Args:    args(cobra.MinimumNArgs(1)),
		RunE: func(_ *cobra.Command, folders []string) error {
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
	w := &writing{}
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
