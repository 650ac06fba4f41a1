package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/run"
	"github.com/xeval/xeval/internal/verdict"
)

type verifyOptions struct {
	t *terminal
	judging
	choosing
	folder       string
	exampleTests bool
	json         bool
}

// newVerify checks that a dataset and this machine's toolchains belong
// together.
func newVerify(t *terminal) *cobra.Command {
	o := &verifyOptions{t: t}
	c := &cobra.Command{
		Use:   "verify",
		Short: "Check that canonical solutions pass and stubs fail",
		Long: `Judge each problem's canonical solution, which must pass, and a stub (the body
replaced by returning the language's null, zero or empty value), which must
fail. Faults of the dataset that are known (docs/errata.md) are reported as
such; anything else makes the exit code 3.`,
		Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error { return o.run(c.Context()) },
	}
	o.judging.addFlags(c, t)
	o.choosing.addFlags(c)
	f := c.Flags()
	f.StringVarP(&o.folder, "output", "o", "", "keep the run folder here")
	f.BoolVar(&o.exampleTests, "example-tests", false, "judge by the public example tests")
	f.BoolVar(&o.json, "json", false, "for machines")
	return c
}

func (o *verifyOptions) run(ctx context.Context) error {
	vo, cleanUp, err := o.options()
	if err != nil {
		return err
	}
	defer cleanUp()
	bar := (*progress)(nil)
	vo.Progress = func(total, done int) func(verdict.Verdict) {
		bar = newProgress(o.t, total, done)
		return bar.add
	}
	checks, err := run.Verify(ctx, vo)
	if bar != nil {
		bar.finish()
	}
	if err != nil {
		return inputError(err)
	}
	if o.json {
		err = writeJSON(o.t, checks)
	} else {
		err = o.print(checks)
	}
	if err == nil && len(run.Faults(checks)) > 0 {
		return &exitError{exitGate, nil}
	}
	return err
}

func (o *verifyOptions) options() (run.VerifyOptions, func(), error) {
	cleanUp := func() {}
	set, err := o.load(o.t, &o.judging)
	if err != nil {
		return run.VerifyOptions{}, cleanUp, err
	}
	only, err := o.only(set)
	if err != nil {
		return run.VerifyOptions{}, cleanUp, err
	}
	languages, err := languagesOf(o.langs)
	if err != nil {
		return run.VerifyOptions{}, cleanUp, err
	}
	setting, err := o.setting()
	if err != nil {
		return run.VerifyOptions{}, cleanUp, err
	}
	useRule(set.Rule(), setting)
	if o.exampleTests {
		for name, p := range setting.Programs {
			p.Tests = program.Example
			setting.Programs[name] = p
		}
	}
	vo := run.VerifyOptions{
		Problems: set, Chosen: choose(set, only, languages), Folder: o.folder,
		Header: newHeader("verify", o.exampleTests), Setting: setting,
	}
	if len(vo.Chosen) == 0 {
		return vo, cleanUp, usagef("--lang and --problems leave no problem")
	}
	if o.folder == "" {
		if vo.Folder, err = os.MkdirTemp("", "xeval-verify-*"); err != nil {
			return vo, cleanUp, err
		}
		cleanUp = func() { os.RemoveAll(vo.Folder) }
	}
	return vo, cleanUp, nil
}

// statuses are the columns of the table, for canonical solutions and stubs.
var statuses = []run.Status{run.Fine, run.KnownFault, run.Flaky, run.Untestable, run.NotScored, run.Unexpected}

func (o *verifyOptions) print(checks []run.Check) error {
	w := tabwriter.NewWriter(o.t.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "language\tsample\tjudged\t")
	for _, s := range statuses {
		fmt.Fprint(w, strings.ReplaceAll(string(s), "_", " "), "\t")
	}
	fmt.Fprintln(w)
	for _, l := range lang.All() {
		for _, stub := range []bool{false, true} {
			verifyRow(w, l, stub, checks)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, s := range statuses[1:] {
		for _, c := range checks {
			if c.Status == s && s != run.Untestable {
				fmt.Fprintf(o.t.out, "%s: %s\n", strings.ReplaceAll(string(s), "_", " "), c.Text())
			}
		}
	}
	if n := len(run.Faults(checks)); n > 0 {
		fmt.Fprintf(o.t.out, "%d faults that the errata do not know\n", n)
	} else {
		fmt.Fprintln(o.t.out, "all as expected")
	}
	return nil
}

func verifyRow(w *tabwriter.Writer, l *lang.Language, stub bool, checks []run.Check) {
	counts, judged := map[run.Status]int{}, 0
	for _, c := range checks {
		if c.Language == l.Name && c.Stub == stub {
			counts[c.Status]++
			if c.Verdict != nil {
				judged++
			}
		}
	}
	if len(counts) == 0 {
		return
	}
	name := "canonical passes"
	if stub {
		name = "stub fails"
	}
	fmt.Fprintf(w, "%s\t%s\t%d\t", l.Title, name, judged)
	for _, s := range statuses {
		fmt.Fprintf(w, "%d\t", counts[s])
	}
	fmt.Fprintln(w)
}
