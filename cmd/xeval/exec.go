package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/run"
	"github.com/xeval/xeval/internal/verdict"
)

type execOptions struct {
	t *terminal
	judging
	lang string
	json bool
}

// newExec builds and runs one program as judging would.
func newExec(t *terminal) *cobra.Command {
	o := &execOptions{t: t}
	c := &cobra.Command{
		Use:   "exec FILE",
		Short: "Build and run one program in the sandbox, as judging would",
		Long: `Build and run one program in the sandbox with the limits of judging, and print
its outcome, times, memory and output. FILE holds the whole program, with its own
main; - is standard input. The exit code is 0 when its main returned or it ended
itself with status 0, and 3 otherwise.`,
		Example: "  xeval exec fizzbuzz.rs\n  xeval exec --lang python --run-memory 64MiB - < greedy.py",
		Args:    args(cobra.ExactArgs(1)),
		RunE:    func(c *cobra.Command, files []string) error { return o.run(c.Context(), files[0]) },
	}
	o.judging.addFlags(c, t)
	c.Flags().StringVar(&o.lang, "lang", "", "language (default: by the file's name)")
	c.Flags().BoolVar(&o.json, "json", false, "for machines: the verdict")
	return c
}

func (o *execOptions) run(ctx context.Context, file string) error {
	l, err := o.language(file)
	if err != nil {
		return err
	}
	text, err := o.read(file)
	if err != nil {
		return usagef("%v", err)
	}
	setting, err := o.setting()
	if err != nil {
		return err
	}
	o.useWholeLevel(l, setting)
	setting.Workers = 1
	bench, err := run.NewBench(ctx, []*lang.Language{l}, setting)
	if err != nil {
		return err
	}
	defer bench.Close()
	v, err := bench.Judge.Judge(ctx, program.Own(l, text, setting.Programs[l.Name]))
	if err != nil {
		return err
	}
	if err := o.print(v); err != nil {
		return err
	}
	switch {
	case !v.Outcome.Scored():
		return &exitError{exitHarness, nil}
	case !endedWell(v):
		return &exitError{exitGate, nil}
	}
	return nil
}

// endedWell says that the program returned from its main, or ended itself with
// status 0: here are no tests that it could have left out.
func endedWell(v verdict.Verdict) bool {
	return v.Passed || v.Outcome == verdict.ExitedEarly && v.ExitCode != nil && *v.ExitCode == 0
}

// language is the one chosen, or that of the file's extension.
func (o *execOptions) language(file string) (*lang.Language, error) {
	if o.lang != "" {
		l, err := lang.Lookup(o.lang)
		if err != nil {
			return nil, usagef("--lang: %v", err)
		}
		return l, nil
	}
	extension := filepath.Ext(file)
	for _, l := range lang.All() {
		// The name of a language's source file has its extension.
		if source := l.Assemble(lang.Whole(""))[0].Name; extension != "" && filepath.Ext(source) == extension {
			return l, nil
		}
	}
	if l, err := lang.Lookup(strings.TrimPrefix(extension, ".")); err == nil {
		return l, nil
	}
	return nil, usagef("%s: the name does not tell the language; say it with --lang", file)
}

func (o *execOptions) read(file string) (string, error) {
	var text []byte
	var err error
	if file == "-" {
		text, err = io.ReadAll(o.t.in)
	} else {
		text, err = os.ReadFile(file)
	}
	return strings.ToValidUTF8(string(text), "\uFFFD"), err
}

func (o *execOptions) print(v verdict.Verdict) error {
	if o.json {
		return writeJSON(o.t, v)
	}
	fmt.Fprintf(o.t.out, "outcome  %s%s\n", v.Outcome, ending(v))
	switch {
	case !v.Passed && endedWell(v):
		fmt.Fprintln(o.t.out, "message  the program ended itself before its main returned")
	case v.Message != "":
		fmt.Fprintf(o.t.out, "message  %s\n", safeText(o.t, v.Message))
	}
	for _, u := range []struct {
		name string
		use  *verdict.StageUse
	}{{"build", v.Build}, {"run", v.Run}} {
		if u.use != nil {
			fmt.Fprintf(o.t.out, "%-8s %.0f ms CPU, %.0f ms wall, %s\n", u.name, u.use.CPUMillis, u.use.WallMillis, formatSize(u.use.MemoryBytes))
		}
	}
	showOutput(o.t, "standard output", v.Stdout)
	showOutput(o.t, "standard error", v.Stderr)
	return nil
}
