package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/sandbox"
	"github.com/xeval/xeval/internal/suite"
	"github.com/xeval/xeval/internal/toolchain"
)

type doctorOptions struct {
	t *terminal
	judging
	prepare bool
	json    bool
}

// newDoctor says what this machine has, what it lacks and how to get it.
func newDoctor(t *terminal) *cobra.Command {
	o := &doctorOptions{t: t}
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Say what this machine can judge, what is missing, and how to get it",
		Long: `Say which toolchains are installed, against the versions that upstream pins,
which isolation this machine grants, and how to get what is missing. With
--prepare also fetch and build, once, the libraries that programs need.`,
		Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error { return o.run(c.Context()) },
	}
	o.judging.addFlags(c, t)
	c.Flags().BoolVar(&o.prepare, "prepare", false, "fetch and build the libraries that programs need")
	c.Flags().BoolVar(&o.json, "json", false, "for machines")
	return c
}

// A health is what doctor found.
type health struct {
	Languages []toolchain.Status `json:"languages"`
	Sandbox   []sandbox.Report   `json:"sandbox"`
	Default   string             `json:"sandbox_default"` // its name; "" when --sandbox auto needs --allow-missing
	Datasets  []datasetHealth    `json:"datasets"`
	Prepared  map[string]string  `json:"prepare_failed,omitempty"` // language → why
}

type datasetHealth struct {
	Name     string `json:"name"`
	Problems int    `json:"problems"` // 0 when it is not there
	Problem  string `json:"problem,omitempty"`
}

// datasets are those that have a name.
func (o *doctorOptions) datasets() (all []datasetHealth) {
	for _, name := range []string{problem.HumanEvalX, suite.Name} {
		d := datasetHealth{Name: name}
		set, err := loadSet(name, problem.Options{CacheDir: cacheDir(o.t, o.cacheDir)})
		if err != nil {
			d.Problem = err.Error()
		} else {
			d.Problems = len(set.Problems)
		}
		all = append(all, d)
	}
	return all
}

// defaultOf is what --sandbox auto takes: the strongest that lacks nothing
// which would have to be allowed.
func defaultOf(reports []sandbox.Report) string {
	for _, r := range reports {
		if r.Available && r.Mode == sandbox.Namespaces && len(r.Isolation.Missing) == 0 {
			return r.Name
		}
	}
	return ""
}

func (o *doctorOptions) run(ctx context.Context) error {
	tools, err := o.toolchainConfig()
	if err != nil {
		return err
	}
	h := health{Sandbox: sandbox.Probe(ctx)}
	h.Default, h.Datasets = defaultOf(h.Sandbox), o.datasets()
	if o.prepare {
		if h.Prepared, err = o.prepareAll(ctx, tools); err != nil {
			return err
		}
	}
	if h.Languages, err = toolchain.Survey(ctx, tools); err != nil {
		return err
	}
	if o.json {
		if err := writeJSON(o.t, h); err != nil {
			return err
		}
	} else {
		if err := o.print(h); err != nil {
			return err
		}
	}
	if !h.well() {
		return &exitError{exitIncomplete, nil}
	}
	return nil
}

// sandboxText is what a mode would put in force, or why it cannot. How to get
// it stands there only where there is nothing as good.
func (h health) sandboxText(r sandbox.Report) string {
	switch {
	case !r.Available && h.Default != "":
		return r.Cause
	case !r.Available:
		return strings.TrimSpace(r.Cause + "\n" + r.Remedy)
	}
	f := r.Isolation
	text := fmt.Sprintf("memory: %s, processes: %s, network: %s, files: %s", f.Memory, f.Processes, f.Network, f.Files)
	if len(f.Missing) > 0 {
		text += "; needs --allow-missing=" + strings.Join(f.Missing, ",")
	}
	return text
}

// well says that all languages can be judged, in isolation.
func (h health) well() bool {
	for _, l := range h.Languages {
		if !l.Ready {
			return false
		}
	}
	for _, s := range h.Sandbox {
		if s.Available && s.Mode != sandbox.None {
			return len(h.Prepared) == 0
		}
	}
	return false
}

func (o *doctorOptions) prepareAll(ctx context.Context, c toolchain.Config) (map[string]string, error) {
	failed := map[string]string{}
	found, _, err := toolchain.FindAll(ctx, lang.All(), c)
	if err != nil {
		return nil, err
	}
	for _, t := range found {
		err := t.Prepare(ctx, func(step string) { o.t.logf("preparing %s", step) })
		var lacks *toolchain.Missing
		if errors.As(err, &lacks) {
			failed[t.Language.Name] = lacks.Error()
		} else if err != nil {
			return nil, err
		}
	}
	return failed, nil
}

func (o *doctorOptions) print(h health) error {
	rows := [][]string{{"LANGUAGE", "NEEDS", "FOUND", "UPSTREAM", "STATE"}}
	for _, l := range h.Languages {
		rows = append(rows, languageRows(l)...)
	}
	if err := writeTable(o.t.out, o.t.width, rows); err != nil {
		return err
	}
	for _, l := range h.Languages {
		o.printMissing(l)
	}
	for _, name := range slices.Sorted(maps.Keys(h.Prepared)) {
		fmt.Fprintf(o.t.out, "\n%s: %s\n", name, h.Prepared[name])
	}
	fmt.Fprintln(o.t.out)
	rows = [][]string{{"SANDBOX", "STATE", "DETAIL"}}
	for _, s := range h.Sandbox {
		rows = append(rows, []string{s.Name, h.sandboxState(s), h.sandboxText(s)})
	}
	if err := writeTable(o.t.out, o.t.width, rows); err != nil {
		return err
	}
	fmt.Fprintln(o.t.out)
	rows = [][]string{{"DATASET", "STATE"}}
	for _, d := range h.Datasets {
		text := d.Problem
		if text == "" {
			text = counted(d.Problems, "problem", "problems")
		}
		rows = append(rows, []string{d.Name, text})
	}
	return writeTable(o.t.out, o.t.width, rows)
}

func (h health) sandboxState(r sandbox.Report) string {
	switch {
	case r.Name == h.Default:
		return "available, the default"
	case r.Available:
		return "available"
	}
	return "not available"
}

func languageRows(l toolchain.Status) (rows [][]string) {
	for _, tool := range l.Tools {
		rows = append(rows, []string{l.Title, tool.Name, tool.Version, tool.Upstream, state(tool.Problem)})
	}
	for _, c := range l.Checks {
		rows = append(rows, []string{l.Title, c.Name, c.Version, c.Upstream, state(c.Problem)})
	}
	if l.Ready && l.Assets != "" {
		text := "prepared"
		if !l.Prepared {
			text = "not yet prepared (xeval doctor --prepare, or at first use)"
		}
		rows = append(rows, []string{l.Title, "libraries", "", "", text})
	}
	return rows
}

func (o *doctorOptions) printMissing(l toolchain.Status) {
	say := func(name, problem, install string) {
		if problem == "" {
			return
		}
		fmt.Fprintf(o.t.out, "\n%s: %s: %s\n", l.Title, name, problem)
		if install != "" {
			fmt.Fprintf(o.t.out, "  to install it: %s\n", install)
		}
	}
	for _, t := range l.Tools {
		say(t.Name, t.Problem, t.Install)
	}
	for _, c := range l.Checks {
		say(c.Name, c.Problem, c.Install)
	}
}

func state(problem string) string {
	if problem == "" {
		return "ok"
	}
	return "missing"
}
