package main

import (
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/xeval/xeval/internal/convert"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/run"
	"github.com/xeval/xeval/internal/sample"
)

// newDataConvert writes samples in another harness's format.
func newDataConvert(t *terminal) *cobra.Command {
	d := &dataFlags{}
	var to, output, from string
	c := &cobra.Command{
		Use:   "convert SAMPLES...",
		Short: "Write samples in the format of another harness",
		Long: `Read samples in any format that xeval eval reads and write them in another one.
A format that is a folder is written into one that is not there yet.`,
		Example: "  xeval data convert generations.json --lang python --to humaneval-x -o samples.jsonl",
		Args:    args(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, files []string) error {
			format, err := convert.ParseFormat(to)
			if err != nil {
				return usagef("--to: %v", err)
			}
			var sources []sample.Source
			for _, f := range files {
				sources = append(sources, sample.Source{Path: f})
			}
			set, err := d.setFor(t, c.Flags().Changed("data"), sources)
			if err != nil {
				return err
			}
			language := ""
			if len(d.langs) > 0 {
				language = d.langs[0]
			}
			samples, others, err := run.Samples(sources, set, sample.Options{Lang: language, From: from})
			if err != nil {
				return &exitError{exitUsage, err}
			}
			report, err := convertTo(t, output, func(w io.Writer) (*convert.Report, error) {
				if w == nil {
					return convert.Folder(samples, format, set, output)
				}
				return convert.Samples(samples, format, set, w)
			})
			if err != nil { // of the input, or of where the output goes
				return &exitError{exitUsage, err}
			}
			if *others > 0 {
				t.logf("%s left out: --lang %s", was(*others, "sample of another language", "samples of other languages"), language)
			}
			return tellConverted(t, report)
		},
	}
	d.addFlags(c)
	f := c.Flags()
	f.StringVar(&to, "to", string(convert.HumanEvalX), "format: "+strings.Join(convert.Formats(), ", "))
	f.StringVar(&from, "from", "", "the samples are translations from this language to --lang")
	f.StringVarP(&output, "output", "o", "", "file, or folder when the name ends in / (default: standard output)")
	return c
}

// setFor is the dataset that the samples belong to: their own, when they bring
// one and none was named.
func (d *dataFlags) setFor(t *terminal, named bool, sources []sample.Source) (*problem.Set, error) {
	if !named {
		own, err := run.OwnProblems(sources)
		if err != nil {
			return nil, &exitError{exitUsage, err}
		}
		if own != nil {
			return own, nil
		}
	}
	return d.set(t)
}

// convertTo calls write with the output, or with nil for a folder. A file takes
// its name when all of it is there: a conversion that is refused leaves what was
// there before.
func convertTo(t *terminal, output string, write func(io.Writer) (*convert.Report, error)) (*convert.Report, error) {
	if strings.HasSuffix(output, "/") {
		return write(nil)
	}
	if output == "" {
		return write(t.out)
	}
	if info, err := os.Stat(output); err == nil && !info.Mode().IsRegular() { // a pipe, or a device
		f, err := os.OpenFile(output, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		report, err := write(f)
		return report, errors.Join(err, f.Close())
	}
	part := output + ".part"
	f, err := os.Create(part)
	var cause *os.PathError
	if errors.As(err, &cause) {
		cause.Path = output
	}
	if err != nil {
		return nil, err
	}
	report, err := write(f)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(part, output)
	}
	if err != nil {
		os.Remove(part)
	}
	return report, err
}

func tellConverted(t *terminal, r *convert.Report) error {
	for _, e := range r.Errors {
		t.logf("%v", e)
	}
	t.logf("%s written, %d left out", counted(r.Written, "sample", "samples"), r.LeftOut)
	if r.LeftOut > 0 {
		return &exitError{exitIncomplete, nil}
	}
	return nil
}
