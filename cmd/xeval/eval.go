package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/xeval/xeval/internal/extract"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/run"
	"github.com/xeval/xeval/internal/sample"
	"github.com/xeval/xeval/internal/verdict"
)

type evalOptions struct {
	t *terminal
	judging
	choosing
	printing

	from         string
	folder       string
	resume       bool
	force        bool
	strict       bool
	dryRun       bool
	exampleTests bool
	official     string
	dataGiven    bool
	extract      string
}

func newEval(t *terminal) *cobra.Command {
	o := &evalOptions{t: t}
	c := &cobra.Command{
		Use:   "eval SAMPLES...",
		Short: "Judge files of samples and report pass@k",
		Long: `Judge files of samples against a dataset's hidden tests, in the sandbox, and
report pass@k. SAMPLES are JSON Lines with task_id and generation (plain, gzip
or zstd), or - for standard input. Everything is kept in the run folder.`,
		Example: `  xeval data fetch humaneval-x
  xeval eval samples.jsonl
  xeval eval samples.jsonl --lang go --problems 0-19 --k 1,5
  xeval eval java-to-python.jsonl --from java --lang python
  xeval eval samples.jsonl --resume`,
		Args: args(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, files []string) error {
			o.dataGiven = c.Flags().Changed("data")
			return o.run(c.Context(), files)
		},
	}
	o.judging.addFlags(c, t)
	o.judging.addCacheFlags(c)
	o.choosing.addFlags(c)
	o.printing.addFlags(c)
	f := c.Flags()
	f.StringVar(&o.from, "from", "", "the samples are translations from this language to --lang")
	f.StringVarP(&o.folder, "output", "o", "", "run folder (default: the first input's name with .xeval)")
	f.BoolVar(&o.resume, "resume", false, "continue the run in the folder")
	f.BoolVar(&o.force, "force", false, "start anew in a folder that holds a run")
	f.BoolVar(&o.strict, "strict", false, "refuse input with bad rows")
	f.BoolVar(&o.dryRun, "dry-run", false, "print the programs that would be judged, as JSON Lines, and judge nothing")
	f.BoolVar(&o.exampleTests, "example-tests", false, "judge by the public example tests")
	f.StringVar(&o.extract, "extract", string(extract.Official), "how code is taken out of replies: official (upstream's rules), auto (chat replies), none")
	f.StringVar(&o.official, "official-results", "", "also write upstream's result rows to this file")
	return c
}

func (o *evalOptions) run(ctx context.Context, files []string) error {
	if o.resume && o.force {
		return usagef("--resume and --force exclude each other")
	}
	if err := o.printing.check(); err != nil {
		return err
	}
	sources, cleanUp, err := o.sources(files)
	if err != nil {
		return err
	}
	defer cleanUp()
	ro, err := o.options(sources)
	if err != nil {
		return err
	}
	if o.dryRun {
		return o.printPrograms(ro)
	}
	if o.force {
		if err := run.Clear(ro.Folder); err != nil {
			return inputError(err)
		}
	}
	bar := (*progress)(nil)
	ro.Progress = func(total, done int) func(verdict.Verdict) {
		bar = newProgress(o.t, total, done)
		return bar.add
	}
	out, err := run.Eval(ctx, ro)
	if bar != nil {
		bar.finish()
	}
	if err != nil {
		return inputError(err)
	}
	o.tell(out)
	if o.official != "" {
		if err := o.writeOfficial(ro); err != nil {
			return err
		}
	}
	if err := o.printing.finish(o.t, ro.Folder); err != nil {
		return err
	}
	if out.Plan.Survey.ErrorCount > 0 {
		return &exitError{exitIncomplete, nil}
	}
	return nil
}

// inputError gives faults of the user's own input their exit code.
func inputError(err error) error {
	var unusable *run.InputError
	if errors.Is(err, run.ErrFolderInUse) || errors.Is(err, verdict.ErrNotResumable) || errors.As(err, &unusable) {
		return &exitError{exitUsage, err}
	}
	return err
}

func (o *evalOptions) options(sources []sample.Source) (run.Options, error) {
	setting, err := o.setting()
	if err != nil {
		return run.Options{}, err
	}
	set, err := o.problemsFor(sources)
	if err != nil {
		return run.Options{}, err
	}
	useRule(set.Rule(), setting)
	if o.exampleTests {
		for name, p := range setting.Programs {
			p.Tests = program.Example
			setting.Programs[name] = p
		}
	}
	folder := o.folder
	if folder == "" {
		folder = folderFor(sources[0])
	}
	only, err := o.only(set)
	if err != nil {
		return run.Options{}, err
	}
	header := newHeader("eval", o.exampleTests)
	if err := useExtraction(&header, o.extract); err != nil {
		return run.Options{}, err
	}
	language := ""
	if len(o.langs) > 0 {
		language = o.langs[0]
	}
	if len(o.langs) > 1 {
		return run.Options{}, usagef("--lang: one language; the ids of the rows say which each one is")
	}
	return run.Options{
		Sources: sources, Problems: set, Sample: sample.Options{Lang: language, From: o.from}, Only: only,
		Folder: folder, Resume: o.resume, Strict: o.strict, Setting: setting,
		Header: header,
	}, nil
}

// problemsFor are those that the samples bring with them, when they do and
// --data does not say otherwise. Else they are the dataset's.
func (o *evalOptions) problemsFor(sources []sample.Source) (*problem.Set, error) {
	if o.dataGiven {
		return o.load(o.t, &o.judging)
	}
	own, err := run.OwnProblems(sources)
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	if own == nil {
		return o.load(o.t, &o.judging)
	}
	return own, nil
}

// folderFor is "samples.xeval" for "samples.jsonl.gz", where xeval was called.
func folderFor(s sample.Source) string {
	if s.Name != "" {
		return "stdin.xeval"
	}
	base := filepath.Base(s.Path)
	for _, end := range []string{".gz", ".zst", ".jsonl", ".json"} {
		base = strings.TrimSuffix(base, end)
	}
	return base + ".xeval"
}

// sources keeps standard input in a file: it is read twice.
func (o *evalOptions) sources(files []string) (out []sample.Source, cleanUp func(), err error) {
	var spool *os.File
	cleanUp = func() {
		if spool != nil {
			os.Remove(spool.Name())
		}
	}
	for _, f := range files {
		if f != "-" {
			out = append(out, sample.Source{Path: f})
			continue
		}
		if spool != nil {
			return nil, cleanUp, usagef("standard input (-) can be given once")
		}
		if spool, err = os.CreateTemp("", "xeval-stdin-*"); err != nil {
			return nil, cleanUp, err
		}
		if _, err = io.Copy(spool, o.t.in); err == nil {
			err = spool.Close()
		}
		if err != nil {
			return nil, cleanUp, fmt.Errorf("keeping standard input: %w", err)
		}
		out = append(out, sample.Source{Path: spool.Name(), Name: "(standard input)"})
	}
	return out, cleanUp, nil
}

// tell reports what the input and the folder made noteworthy.
func (o *evalOptions) tell(out *run.Outcome) {
	s := out.Plan.Survey
	for _, n := range out.Notes {
		o.t.logf("%s", n)
	}
	for _, n := range s.Notes {
		o.t.logf("note: %s", n)
	}
	for _, e := range s.Errors {
		o.t.logf("%v", e)
	}
	if more := s.ErrorCount - len(s.Errors); more > 0 {
		o.t.logf("and %s", counted(more, "more bad row", "more bad rows"))
	}
	if s.ErrorCount > 0 {
		o.t.logf("%s left out; all others were judged", was(s.ErrorCount, "bad row", "bad rows"))
	}
	if s.OtherLanguage > 0 {
		o.t.logf("%s left out: --lang %s", was(s.OtherLanguage, "sample of another language", "samples of other languages"), o.langs[0])
	}
	if s.PromptDiffers > 0 {
		o.t.logf("note: the prompt of %s is not the dataset's; the dataset's was used", counted(s.PromptDiffers, "row", "rows"))
	}
}

// printPrograms is --dry-run.
func (o *evalOptions) printPrograms(ro run.Options) error {
	enc := json.NewEncoder(o.t.out)
	enc.SetEscapeHTML(false)
	for job, err := range run.Jobs(ro) {
		if err != nil {
			return inputError(err)
		}
		if err := enc.Encode(job); err != nil {
			return err
		}
	}
	return nil
}

func (o *evalOptions) writeOfficial(ro run.Options) error {
	skipped, err := run.WriteOfficial(ro, o.official)
	if skipped > 0 {
		o.t.logf("%s: %s not scored and without a row", o.official, was(skipped, "sample", "samples"))
	}
	return err
}

// choosing are the flags that choose problems.
type choosing struct {
	data     string
	errata   bool
	langs    []string
	problems string
}

func (c *choosing) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&c.data, "data", "humaneval-x", "dataset: a name, a folder or a file")
	f.BoolVar(&c.errata, "errata", false, "mend the dataset's known faults (docs/errata.md)")
	f.StringSliceVar(&c.langs, "lang", nil, "only samples and problems of this language; also the language of ids that name none")
	f.StringVar(&c.problems, "problems", "", "only these: numbers, ranges, ids, such as 0-9,CPP/22")
}

func (c *choosing) load(t *terminal, j *judging) (*problem.Set, error) {
	set, err := loadSet(c.data, problem.Options{CacheDir: cacheDir(t, j.cacheDir), Errata: c.errata})
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	return set, nil
}

// only is the choice of --problems among those of a set, by id, or nil for all.
func (c *choosing) only(set *problem.Set) (func(taskID string) bool, error) {
	if c.problems == "" {
		return nil, nil
	}
	chosen, err := parseProblems(c.problems)
	if err != nil {
		return nil, err
	}
	return func(taskID string) bool {
		p, ok := set.Lookup(taskID)
		return ok && chosen.has(p)
	}, nil
}
