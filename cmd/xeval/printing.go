package main

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/metric"
	"github.com/xeval/xeval/internal/report"
	"github.com/xeval/xeval/internal/run"
	"github.com/xeval/xeval/internal/verdict"
)

// printing are the flags of all verbs that end with a summary.
type printing struct {
	ks            []int
	allowUnscored bool
	missingFail   bool
	format        string
	json          bool
	quiet         bool // the run folder is nobody's business
}

// summaryFormats are what --format of the judging verbs takes.
var summaryFormats = []string{"text", "json", "upstream"}

func (p *printing) addFlags(c *cobra.Command) {
	p.addNumberFlags(c)
	f := c.Flags()
	f.StringVar(&p.format, "format", "text", "summary: "+strings.Join(summaryFormats, ", "))
	f.BoolVar(&p.json, "json", false, "short for --format json")
}

func (p *printing) addNumberFlags(c *cobra.Command) {
	f := c.Flags()
	f.IntSliceVar(&p.ks, "k", nil, "the k of pass@k (default 1,10,100 as far as the samples go)")
	f.BoolVar(&p.allowUnscored, "allow-unscored", false, "print pass@k although some samples have no score, with a warning")
	f.BoolVar(&p.missingFail, "missing-fail", false, "problems without a sample count as never solved")
}

func (p *printing) check() error {
	if p.json {
		p.format = "json"
	}
	if !slices.Contains(summaryFormats, p.format) {
		return usagef("--format %s: choose one of %s", p.format, strings.Join(summaryFormats, ", "))
	}
	for _, k := range p.ks {
		if k < 1 {
			return usagef("--k %d: at least 1", k)
		}
	}
	return nil
}

// summarize reads a run folder and makes its summary.
func (p *printing) summarize(folder string) (*report.Summary, error) {
	s, _, err := p.summary(folder, nil)
	return s, err
}

// summary is summarize with the header; each, when not nil, sees every verdict.
func (p *printing) summary(folder string, each func(*verdict.Verdict)) (*report.Summary, verdict.Header, error) {
	if err := run.CheckFiles(folder); err != nil {
		return nil, verdict.Header{}, &exitError{exitUsage, err}
	}
	tally, err := report.Load(filepath.Join(folder, run.VerdictsFile), each)
	if err != nil {
		return nil, verdict.Header{}, err
	}
	s, err := report.Summarize(tally, report.Options{
		Ks: p.ks, AllowUnscored: p.allowUnscored, MissingFail: p.missingFail, Titles: languageTitles(),
	})
	if err != nil {
		err = &exitError{exitUsage, err}
	}
	return s, tally.Header, err
}

// finish stores the summary of a run and prints it. Samples without a score
// make the exit code say so.
func (p *printing) finish(t *terminal, folder string) error {
	s, err := p.summarize(folder)
	if err != nil {
		return err
	}
	var stored bytes.Buffer
	if err := report.JSON(&stored, s); err != nil {
		return err
	}
	if err := run.WriteFile(filepath.Join(folder, run.SummaryFile), stored.Bytes()); err != nil {
		return err
	}
	if err := p.print(t, s); err != nil {
		return err
	}
	if p.format == "text" && !p.quiet {
		t.logf("the run is in %s", folder)
	}
	if s.Unscored > 0 {
		return &exitError{exitIncomplete, nil}
	}
	return nil
}

func (p *printing) print(t *terminal, s *report.Summary) error {
	switch p.format {
	case "json":
		return report.JSON(t.out, s)
	case "upstream":
		ks := p.ks
		if len(ks) == 0 {
			ks = metric.DefaultKs()
		}
		return report.Upstream(t.out, s, ks)
	}
	return report.Text(t.out, s.Document(), report.TextOptions{Width: t.width, Colour: t.colour()})
}

func languageTitles() map[string]string {
	out := map[string]string{}
	for _, l := range lang.All() {
		out[l.Name] = l.Title
	}
	return out
}
