package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/model"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/prompt"
	"github.com/xeval/xeval/internal/run"
)

// asking are the flags that say what a model is asked.
type asking struct {
	data     string
	errata   bool
	problems string
	task     string
	from     string
	to       []string
	form     string
	tag      bool

	templates  []string
	shots      []string
	attempts   string
	withOutput bool
}

func (a *asking) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&a.data, "data", "humaneval-x", "dataset: a name, a folder or a file")
	f.BoolVar(&a.errata, "errata", false, "mend the dataset's known faults (docs/errata.md)")
	f.StringVar(&a.problems, "problems", "", "only these: numbers, ranges, ids, such as 0-9,CPP/22")
	f.StringVar(&a.task, "task", string(prompt.Generate), "generate, translate, summarize or repair")
	f.StringVar(&a.from, "from", "", "translate: the language translated from")
	f.StringSliceVar(&a.to, "to", nil, "language of the solutions; several or none (all of the dataset's) unless translating")
	f.StringSliceVar(&a.to, "lang", nil, "the same as --to")
	f.StringVar(&a.form, "form", string(prompt.Chat), "chat, or completion for base models")
	f.BoolVar(&a.tag, "language-tag", false, "completion: upstream's first line that names the language")
	f.StringArrayVar(&a.templates, "prompt-template", nil, "FILE, or STEP=FILE, in place of the built-in prompt (repeatable; see xeval prompts --print-template)")
	f.StringArrayVar(&a.shots, "few-shot", nil, "FILE, or STEP=FILE, of examples: JSON Lines with prompt and reply (repeatable)")
	f.StringVar(&a.attempts, "attempts", "", "repair: the failed samples of this run folder (default: the dataset's buggy solutions)")
	f.BoolVar(&a.withOutput, "with-output", false, "repair: show what the failing test wrote")
}

// asked is what the flags come to.
type asked struct {
	set       *problem.Set
	builder   *prompt.Builder
	languages []*lang.Language
	requests  iter.Seq2[prompt.Request, error]
	count     int
}

func (a *asking) prepare(t *terminal, cache string) (*asked, error) {
	out := &asked{}
	var err error
	if out.set, err = loadSet(a.data, problem.Options{CacheDir: cacheDir(t, cache), Errata: a.errata}); err != nil {
		return nil, &exitError{exitUsage, err}
	}
	if out.builder, err = a.builder(); err != nil {
		return nil, &exitError{exitUsage, err}
	}
	if out.languages, err = a.targets(out.set); err != nil {
		return nil, err
	}
	if out.requests, err = a.requests(out); err != nil {
		return nil, err
	}
	for _, err := range out.requests {
		if err != nil {
			return nil, &exitError{exitUsage, err}
		}
		out.count++
	}
	if out.count == 0 {
		return nil, usagef("nothing to ask: --to and --problems leave no problem, or --attempts no failed sample")
	}
	return out, nil
}

func (a *asking) builder() (*prompt.Builder, error) {
	o := prompt.Options{LanguageTag: a.tag, Templates: map[prompt.Step]prompt.Template{}, Shots: map[prompt.Step][]prompt.Shot{}}
	var err error
	if o.Task, err = prompt.ParseTask(a.task); err != nil {
		return nil, fmt.Errorf("--task: %w", err)
	}
	if o.Form, err = prompt.ParseForm(a.form); err != nil {
		return nil, fmt.Errorf("--form: %w", err)
	}
	for _, given := range a.templates {
		step, file := stepOf(o.Task, given)
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("--prompt-template: %w", err)
		}
		o.Templates[step] = prompt.Template{Name: file, Text: string(text)}
	}
	for _, given := range a.shots {
		step, file := stepOf(o.Task, given)
		if o.Shots[step], err = prompt.ReadShots(file); err != nil {
			return nil, fmt.Errorf("--few-shot: %w", err)
		}
	}
	return prompt.New(o)
}

// stepOf reads "STEP=FILE"; a file alone is for the task's first step.
func stepOf(t prompt.Task, given string) (prompt.Step, string) {
	steps := t.Steps()
	if step, file, ok := strings.Cut(given, "="); ok && slices.Contains(steps, prompt.Step(step)) {
		return prompt.Step(step), file
	}
	return steps[0], given
}

// targets are the languages of the solutions asked for.
func (a *asking) targets(set *problem.Set) ([]*lang.Language, error) {
	languages, err := languagesOf(a.to)
	if err != nil {
		return nil, err
	}
	translating := a.task == string(prompt.Translate)
	if translating != (a.from != "") {
		return nil, usagef("--from says what --task translate translates from; they go together")
	}
	if translating && len(languages) == 0 {
		return nil, usagef("--task translate needs --to, the language translated to")
	}
	if len(languages) > 0 {
		return languages, nil
	}
	for _, prefix := range set.Prefixes() {
		l, err := lang.Lookup(prefix)
		if err != nil {
			return nil, usagef("the dataset has problems of no known language: %v", err)
		}
		languages = append(languages, l)
	}
	return languages, nil
}

func (a *asking) requests(in *asked) (iter.Seq2[prompt.Request, error], error) {
	chosen, err := (&choosing{problems: a.problems}).only(in.set)
	if err != nil {
		return nil, err
	}
	if a.attempts != "" {
		if in.builder.Task() != prompt.Repair {
			return nil, usagef("--attempts goes with --task repair")
		}
		return run.AttemptsOf(a.attempts, in.builder, chosen, a.withOutput), nil
	}
	var source prompt.Source
	if a.from != "" {
		from, err := lang.Lookup(a.from)
		if err != nil {
			return nil, usagef("--from: %v", err)
		}
		source = prompt.From(in.set, from)
	}
	return in.builder.First(choose(in.set, chosen, in.languages), source), nil
}

// newPrompts writes prompts for any inference stack.
func newPrompts(t *terminal) *cobra.Command {
	a := &asking{}
	var output, cache, template string
	c := &cobra.Command{
		Use:   "prompts",
		Short: "Write a task's prompts as JSON Lines, without calling a model",
		Long: `Write the prompts of a task as JSON Lines, so that any inference stack can be
used; judge its replies with xeval eval, or with xeval run --replay. Hidden tests
never stand in a prompt. See docs/prompts.md.`,
		Example: "  xeval prompts --task translate --from java --to python > prompts.jsonl\n  xeval prompts --print-template generate > mine.tmpl",
		Args:    args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) (err error) {
			if template != "" {
				return printTemplate(t, template, a.form)
			}
			in, err := a.prepare(t, cache)
			if err != nil {
				return err
			}
			w := t.out
			if output != "" {
				f, err := os.Create(output)
				if err != nil {
					return err
				}
				defer func() { err = errors.Join(err, f.Close()) }()
				w = f
			}
			enc := json.NewEncoder(w)
			enc.SetEscapeHTML(false)
			for r, err := range in.requests {
				if err != nil {
					return err
				}
				if err := enc.Encode(r); err != nil {
					return err
				}
			}
			return nil
		},
	}
	a.addFlags(c)
	f := c.Flags()
	f.StringVarP(&output, "output", "o", "", "file to write (default: standard output)")
	f.StringVar(&cache, "cache-dir", "", "where datasets are kept (default $XDG_CACHE_HOME/xeval)")
	f.StringVar(&template, "print-template", "", "print the built-in template of a step: generate, translate, describe, solve, repair")
	return c
}

func printTemplate(t *terminal, step, form string) error {
	f, err := prompt.ParseForm(form)
	if err != nil {
		return usagef("--form: %v", err)
	}
	text, err := prompt.BuiltIn(prompt.Step(step), f)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	_, err = fmt.Fprintln(t.out, strings.TrimSuffix(text.Text, "\n"))
	return err
}

// modelling are the flags that say which model is asked and how.
type modelling struct {
	model, baseURL, replay, stream   string
	n, maxTokens                     int
	temperature, topP                float64
	seed                             int64
	stop                             []string
	extra                            string
	concurrency, perRequest, retries int
	deadline                         time.Duration
	promptPrice, completionPrice     float64
}

func (m *modelling) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&m.model, "model", "", "the model's name as the server knows it")
	f.StringVar(&m.baseURL, "base-url", "", "OpenAI-compatible endpoint, such as http://localhost:8000/v1 (default $OPENAI_BASE_URL)")
	f.StringVar(&m.replay, "replay", "", "take replies from this file instead of a server")
	f.StringVar(&m.stream, "stream", string(model.StreamAuto), "auto, always or never")
	f.IntVarP(&m.n, "samples", "n", 1, "samples per problem")
	f.Float64Var(&m.temperature, "temperature", 0, "left to the server unless given")
	f.Float64Var(&m.topP, "top-p", 0, "left to the server unless given")
	f.IntVar(&m.maxTokens, "max-tokens", 0, "left to the server unless given")
	f.Int64Var(&m.seed, "seed", 0, "left to the server unless given")
	f.StringArrayVar(&m.stop, "stop", nil, "stop sequence beside the language's own (repeatable)")
	f.StringVar(&m.extra, "extra", "", "further fields of the request's body, as a JSON object")
	f.IntVar(&m.concurrency, "concurrency", 8, "requests in flight at most")
	f.IntVar(&m.perRequest, "per-request", 16, "samples asked for in one request at most")
	f.IntVar(&m.retries, "retries", 6, "tries after a fault, per request")
	f.DurationVar(&m.deadline, "deadline", 10*time.Minute, "of one request")
	f.Float64Var(&m.promptPrice, "prompt-price", 0, "money per million prompt tokens, for the cost")
	f.Float64Var(&m.completionPrice, "completion-price", 0, "money per million completion tokens, for the cost")
}

func (m *modelling) client(t *terminal, c *cobra.Command) (model.Client, error) {
	if m.replay != "" {
		replay, err := model.OpenReplay(m.replay, m.model)
		if err != nil {
			return nil, &exitError{exitUsage, err}
		}
		return replay, nil
	}
	settings, err := m.settings(c)
	if err != nil {
		return nil, err
	}
	base := m.baseURL
	if base == "" {
		base = t.getenv("OPENAI_BASE_URL")
	}
	if base == "" || m.model == "" {
		return nil, usagef("--model and --base-url (or OPENAI_BASE_URL) say which model is asked; --replay FILE needs neither")
	}
	client, err := model.NewEndpoint(model.EndpointOptions{
		BaseURL: base, APIKey: t.getenv("OPENAI_API_KEY"), Settings: settings, Stream: model.Streaming(m.stream),
	})
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	return client, nil
}

// settings keeps apart what was given from what is left to the server.
func (m *modelling) settings(c *cobra.Command) (model.Settings, error) {
	if m.retries < 0 {
		return model.Settings{}, usagef("--retries %d: must not be negative; 0 asks once", m.retries)
	}
	s := model.Settings{Model: m.model, MaxTokens: int64(m.maxTokens), Stop: m.stop}
	given := c.Flags().Changed
	if given("temperature") {
		s.Temperature = &m.temperature
	}
	if given("top-p") {
		s.TopP = &m.topP
	}
	if given("seed") {
		s.Seed = &m.seed
	}
	if m.extra != "" {
		if err := json.Unmarshal([]byte(m.extra), &s.Extra); err != nil {
			return s, usagef("--extra: not a JSON object: %v", err)
		}
	}
	return s, nil
}

func (m *modelling) options() model.Options {
	retries := m.retries
	if retries == 0 {
		retries = -1 // none, where zero means the default
	}
	return model.Options{
		Samples: m.n, PerRequest: m.perRequest, Concurrency: m.concurrency, Deadline: m.deadline, Retries: retries,
		Prices: model.Prices{Prompt: m.promptPrice, Completion: m.completionPrice},
	}
}
