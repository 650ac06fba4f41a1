package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/xeval/xeval/internal/extract"
	"github.com/xeval/xeval/internal/model"
	"github.com/xeval/xeval/internal/prompt"
	"github.com/xeval/xeval/internal/run"
	"github.com/xeval/xeval/internal/verdict"
)

type runOptions struct {
	t *terminal
	judging
	asking
	modelling
	printing

	folder        string
	resume, force bool
	generateOnly  bool
	extract       string
}

// newRun is from a model to a number in one command.
func newRun(t *terminal) *cobra.Command {
	o := &runOptions{t: t}
	c := &cobra.Command{
		Use:   "run --model NAME --base-url URL",
		Short: "Ask a model, judge what it writes, report pass@k",
		Long: `Make a task's prompts, ask a model for n samples of each, judge them while more
are generated, and report pass@k. The run can be interrupted at any moment;
--resume asks only for what is missing. The key is taken from OPENAI_API_KEY.`,
		Example: `  xeval run --model qwen --base-url http://localhost:8000/v1 -n 10 --temperature 0.8
  xeval run --model qwen --base-url http://localhost:8000/v1 --task translate --from java --to python -n 200
  xeval run --model base --base-url http://localhost:8000/v1 --form completion --to go
  xeval run --replay replies.jsonl --model qwen --to go`,
		Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error { return o.run(c) },
	}
	o.judging.addFlags(c, t)
	o.judging.addCacheFlags(c)
	o.asking.addFlags(c)
	o.modelling.addFlags(c)
	o.printing.addFlags(c)
	f := c.Flags()
	f.StringVarP(&o.folder, "output", "o", "", "run folder (default: model and task with .xeval)")
	f.BoolVar(&o.resume, "resume", false, "continue the run in the folder")
	f.BoolVar(&o.force, "force", false, "start anew in a folder that holds a run; its generations are lost")
	f.StringVar(&o.extract, "extract", "", "how code is taken out of replies: auto (default of chat), official (default of completion), none")
	f.BoolVar(&o.generateOnly, "generate-only", false, "judge nothing; --resume without it judges later")
	return c
}

func (o *runOptions) run(c *cobra.Command) error {
	if err := o.printing.check(); err != nil {
		return err
	}
	if o.resume && o.force {
		return usagef("--resume and --force exclude each other")
	}
	mo, err := o.options(c)
	if err != nil {
		return err
	}
	if o.force {
		if err := run.Clear(mo.Folder); err != nil {
			return inputError(err)
		}
	}
	line := &modelLine{t: o.t}
	mo.Generate.Progress, mo.Judged = line.generated, line.judged
	out, err := run.FromModel(c.Context(), mo)
	line.finish()
	if err != nil {
		return inputError(err)
	}
	o.tell(out)
	if g := out.Generated; out.Incomplete != nil && g.Stored+g.Resumed == 0 {
		if o.modelling.replay != "" {
			return usagef("there is nothing to judge: no reply of --replay belongs to these prompts")
		}
		return &exitError{exitIncomplete, errors.New("there is nothing to judge: not one sample could be had")}
	}
	if o.generateOnly {
		return nil
	}
	if err := o.printing.finish(o.t, mo.Folder); err != nil {
		return err
	}
	if out.Incomplete != nil {
		return &exitError{exitIncomplete, nil}
	}
	return nil
}

func (o *runOptions) options(c *cobra.Command) (run.ModelOptions, error) {
	if o.n < 1 {
		return run.ModelOptions{}, usagef("-n %d: at least one sample", o.n)
	}
	in, err := o.asking.prepare(o.t, o.cacheDir)
	if err != nil {
		return run.ModelOptions{}, err
	}
	client, err := o.client(o.t, c)
	if err != nil {
		return run.ModelOptions{}, err
	}
	for _, w := range client.Settings().Warnings(o.n) {
		o.t.logf("warning: %s", w)
	}
	setting, err := o.setting()
	if err != nil {
		return run.ModelOptions{}, err
	}
	useRule(in.set.Rule(), setting)
	folder := o.folder
	if folder == "" {
		folder = o.defaultFolder(client)
	}
	header := newHeader("run", false)
	if o.extract == "" && o.form == string(prompt.Chat) {
		o.extract = string(extract.Auto)
	}
	if err := useExtraction(&header, o.extract); err != nil {
		return run.ModelOptions{}, err
	}
	return run.ModelOptions{
		Client: client, Prompts: in.builder, Requests: in.requests, Count: in.count, Generate: o.modelling.options(),
		Problems: in.set, Languages: in.languages, Folder: folder, Resume: o.resume, JudgeNone: o.generateOnly,
		Header: header, Setting: setting,
	}, nil
}

// defaultFolder is such as "qwen-translate-java-python.xeval".
func (o *runOptions) defaultFolder(client model.Client) string {
	parts := []string{client.Settings().Model, o.task}
	if o.from != "" {
		parts = append(parts, o.from)
	}
	parts = append(parts, o.to...)
	name := strings.Join(parts, "-")
	return strings.Trim(strings.Map(func(r rune) rune {
		if r == filepath.Separator || r == ':' || r == ' ' {
			return '_'
		}
		return r
	}, name), "-") + ".xeval"
}

// tell says what generation took and what could not be had.
func (o *runOptions) tell(out *run.ModelOutcome) {
	g := out.Generated
	text := fmt.Sprintf("generated %d samples", g.Stored)
	if g.Resumed > 0 {
		text += fmt.Sprintf(" (%d were there)", g.Resumed)
	}
	text += fmt.Sprintf(" in %d requests, %d prompt and %d completion tokens", g.Requests, g.PromptTokens, g.CompletionTokens)
	if cost, ok := g.Cost(); ok {
		text += fmt.Sprintf(", cost %.2f", cost)
	}
	if g.Estimated {
		text += " (partly estimated)"
	}
	o.t.logf("%s", text)
	if out.Incomplete != nil {
		o.t.logf("%v", out.Incomplete)
	}
}

// modelLine is the progress of both sides on one line of a terminal.
type modelLine struct {
	t *terminal

	mu           sync.Mutex
	progress     model.Progress
	done, passed int
	last         time.Time
}

func (l *modelLine) generated(p model.Progress) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.progress = p
	l.draw()
}

func (l *modelLine) judged(v verdict.Verdict) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done++
	if v.Passed {
		l.passed++
	}
	l.draw()
}

func (l *modelLine) draw() {
	if now := time.Now(); l.t.errTTY && now.Sub(l.last) > 100*time.Millisecond {
		l.last = now
		fmt.Fprintf(l.t.err, "\r\x1b[K%s", l.text())
	}
}

func (l *modelLine) text() string {
	p := l.progress
	text := fmt.Sprintf("generated %d", p.Resumed+p.Stored)
	if p.Wanted > 0 {
		text += fmt.Sprintf(" of %d", p.Wanted)
	}
	if eta, ok := p.ETA(); ok {
		text += "  ETA " + eta.Round(time.Second).String()
	}
	if cost, ok := p.Cost(); ok {
		text += fmt.Sprintf("  cost %.2f", cost)
	}
	if p.Retries > 0 {
		text += fmt.Sprintf("  retries %d", p.Retries)
	}
	return text + fmt.Sprintf("  judged %d  passed %d", l.done, l.passed)
}

func (l *modelLine) finish() {
	if l.t.errTTY {
		fmt.Fprint(l.t.err, "\r\x1b[K")
	}
}
