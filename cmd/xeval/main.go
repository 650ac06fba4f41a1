// Command xeval judges model-written code: it builds and runs generations
// against the hidden tests of a benchmark, in a sandbox, and reports unbiased
// pass@k. See README.md for a tour and "xeval help" for the verbs.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/xeval/xeval/internal/sandbox"
)

// Exit codes; README.md has the same table.
const (
	exitDone        = 0   // done
	exitHarness     = 1   // the harness failed; results written so far are valid
	exitUsage       = 2   // wrong usage or unusable input
	exitGate        = 3   // done, but a gate failed: verify found a fault, compare a regression
	exitIncomplete  = 4   // done, but some rows were bad or some samples could not be scored
	exitInterrupted = 130 // interrupted; results so far are valid and can be resumed
)

// An exitError is an error that knows its exit code. A nil err exits silently:
// everything has been said already.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usagef is an error of the command line or of the input as a whole.
func usagef(format string, args ...any) error {
	return &exitError{exitUsage, fmt.Errorf(format, args...)}
}

// A terminal is what a verb may know of the world outside: the streams, the
// environment, and what the streams are attached to.
type terminal struct {
	in       io.Reader
	out, err io.Writer
	getenv   func(string) string
	environ  []string
	outTTY   bool
	errTTY   bool
	width    int // of out; 0 when it is not a terminal
}

// colour says whether out may carry colours.
func (t *terminal) colour() bool { return t.outTTY && t.getenv("NO_COLOR") == "" }

// logf tells a person something, on standard error.
func (t *terminal) logf(format string, args ...any) {
	fmt.Fprintf(t.err, "xeval: "+format+"\n", args...)
}

func main() {
	sandbox.Main() // does not return in a sandbox's own first process
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends at once
	code := execute(ctx, os.Args[1:], systemTerminal())
	stop()
	os.Exit(code)
}

func systemTerminal() *terminal {
	t := &terminal{
		in: os.Stdin, out: os.Stdout, err: os.Stderr, getenv: os.Getenv, environ: os.Environ(),
		outTTY: term.IsTerminal(int(os.Stdout.Fd())), errTTY: term.IsTerminal(int(os.Stderr.Fd())),
	}
	if t.outTTY {
		t.width, _, _ = term.GetSize(int(os.Stdout.Fd()))
	}
	return t
}

// execute is the whole command: it returns the exit code.
func execute(ctx context.Context, args []string, t *terminal) int {
	root := newRoot(t)
	root.SetArgs(args)
	root.SetIn(t.in)
	root.SetOut(t.out)
	root.SetErr(t.err)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitDone
	case ctx.Err() != nil:
		t.logf("interrupted; what was judged is kept in the run folder, --resume goes on")
		return exitInterrupted
	}
	var known *exitError
	if errors.As(err, &known) {
		if known.err != nil {
			t.logf("%v", known.err)
		}
		return known.code
	}
	t.logf("%v", err)
	if strings.HasPrefix(err.Error(), "unknown command") { // cobra has no type for it
		return exitUsage
	}
	return exitHarness
}

// group makes a command that is only there for its verbs refuse to be called
// without one, or with one that it does not have.
func group(c *cobra.Command) *cobra.Command {
	c.Args = args(cobra.NoArgs)
	c.RunE = func(c *cobra.Command, _ []string) error {
		var verbs []string
		for _, v := range c.Commands() {
			verbs = append(verbs, v.Name())
		}
		return usagef("%s needs one of: %s", c.CommandPath(), strings.Join(verbs, ", "))
	}
	return c
}

func newRoot(t *terminal) *cobra.Command {
	root := &cobra.Command{
		Use:           "xeval",
		Short:         "Judge model-written code, safely and beyond argument",
		Long:          "xeval builds and runs what a code model wrote against the hidden tests of a\nbenchmark, in a sandbox, and reports unbiased pass@k for six languages.",
		Version:       versionText(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usagef("%v\nsee %q", err, c.CommandPath()+" --help")
	})
	root.SetVersionTemplate("{{.Version}}\n")
	root.AddCommand(
		newRun(t), newPrompts(t), newEval(t), newVerify(t), newReport(t), newCompare(t), newShow(t), newDemo(t),
		newData(t), newDoctor(t), newExec(t), newLangs(t), newCache(t),
	)
	addCompletions(root)
	return root
}

// args turns cobra's complaints about arguments into usage errors.
func args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, given []string) error {
		if err := check(c, given); err != nil {
			return usagef("%v\nusage: %s", err, c.UseLine())
		}
		return nil
	}
}
