package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/suite"
)

// loadSet loads a dataset: one that is fetched or lies on disk, or our own.
func loadSet(spec string, opt problem.Options) (*problem.Set, error) {
	if spec == suite.Name {
		return suite.Load()
	}
	return problem.Load(spec, opt)
}

// newData groups what is about datasets.
func newData(t *terminal) *cobra.Command {
	c := group(&cobra.Command{Use: "data", Short: "Fetch, list and show problems"})
	c.AddCommand(newDataFetch(t), newDataList(t), newDataShow(t), newDataConvert(t))
	return c
}

func newDataFetch(t *terminal) *cobra.Command {
	var base, cache string
	c := &cobra.Command{
		Use:   "fetch humaneval-x",
		Short: "Download a dataset, checked against pinned hashes",
		Args:  args(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, names []string) error {
			if names[0] != problem.HumanEvalX {
				return usagef("unknown dataset %q (have %s)", names[0], problem.HumanEvalX)
			}
			if base == "" {
				base = t.getenv("XEVAL_DATA_URL")
			}
			dir := problem.Dir(cacheDir(t, cache), problem.HumanEvalX)
			_, err := problem.Fetch(c.Context(), problem.FetchOptions{
				BaseURL: base, Dir: dir, Progress: func(f problem.Fetched) {
					t.logf("%s: %s%s", f.Name, formatSize(f.Bytes), had(f))
				},
			})
			if err != nil {
				return err
			}
			fmt.Fprintln(t.out, dir)
			return nil
		},
	}
	c.Flags().StringVar(&base, "base-url", "", "where to download from (default: upstream; also XEVAL_DATA_URL)")
	c.Flags().StringVar(&cache, "cache-dir", "", "where datasets are kept (default $XDG_CACHE_HOME/xeval)")
	return c
}

func had(f problem.Fetched) string {
	if f.Had {
		return ", was there already"
	}
	return ""
}

// dataFlags are those of the verbs that look at problems.
type dataFlags struct {
	choosing
	cache string
	json  bool
}

func (d *dataFlags) addFlags(c *cobra.Command) {
	d.choosing.addFlags(c)
	c.Flags().StringVar(&d.cache, "cache-dir", "", "where datasets are kept (default $XDG_CACHE_HOME/xeval)")
	c.Flags().BoolVar(&d.json, "json", false, "for machines")
}

func (d *dataFlags) set(t *terminal) (*problem.Set, error) {
	set, err := loadSet(d.data, problem.Options{CacheDir: cacheDir(t, d.cache), Errata: d.errata})
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	return set, nil
}

// chosen are the problems of --lang and --problems.
func (d *dataFlags) chosen(t *terminal) ([]problem.Problem, error) {
	set, err := d.set(t)
	if err != nil {
		return nil, err
	}
	only, err := d.only(set)
	if err != nil {
		return nil, err
	}
	languages, err := languagesOf(d.langs)
	if err != nil {
		return nil, err
	}
	return choose(set, only, languages), nil
}

// choose keeps the problems that only accepts and, when languages are given,
// that are of one of them.
func choose(set *problem.Set, only func(string) bool, languages []*lang.Language) []problem.Problem {
	var out []problem.Problem
	for _, p := range set.Problems {
		l, err := lang.Lookup(p.Prefix())
		if only != nil && !only(p.TaskID) || len(languages) > 0 && (err != nil || !slices.Contains(languages, l)) {
			continue
		}
		out = append(out, p)
	}
	return out
}

func newDataList(t *terminal) *cobra.Command {
	d := &dataFlags{}
	c := &cobra.Command{
		Use:   "list",
		Short: "List the problems of a dataset",
		Args:  args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			problems, err := d.chosen(t)
			if err != nil {
				return err
			}
			if d.json {
				return writeJSON(t, problems)
			}
			w := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "PROBLEM\tDECLARATION\tEXAMPLE TEST\tERRATA")
			for _, p := range problems {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", p.TaskID, signature(p), yesNo(strings.TrimSpace(p.ExampleTest) != "" && p.ExampleTest != "None"), strings.Join(p.Errata, ", "))
			}
			return w.Flush()
		},
	}
	d.addFlags(c)
	return c
}

// signature is the last line of the declaration: the function asked for.
func signature(p problem.Problem) string {
	text := strings.TrimSpace(p.Declaration)
	return strings.TrimSpace(text[strings.LastIndex(text, "\n")+1:])
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func newDataShow(t *terminal) *cobra.Command {
	d := &dataFlags{}
	c := &cobra.Command{
		Use:   "show TASK_ID",
		Short: "Show one problem with all its parts",
		Args:  args(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, ids []string) error {
			set, err := d.set(t)
			if err != nil {
				return err
			}
			p, err := one(set, ids[0])
			if err != nil {
				return err
			}
			if d.json {
				return writeJSON(t, p)
			}
			showProblem(t, p)
			return nil
		},
	}
	d.addFlags(c)
	return c
}

// one is the problem of an id, or of a number that only one has.
func one(set *problem.Set, id string) (problem.Problem, error) {
	list, err := parseProblems(id)
	if err != nil {
		return problem.Problem{}, err
	}
	var found []problem.Problem
	for _, p := range set.Problems {
		if list.has(p) {
			found = append(found, p)
		}
	}
	switch len(found) {
	case 0:
		return problem.Problem{}, usagef("no problem %q in %s", id, set.Dataset.Name)
	case 1:
		return found[0], nil
	}
	return problem.Problem{}, usagef("%q may be %s or %s: say which", id, found[0].TaskID, found[1].TaskID)
}

func showProblem(t *terminal, p problem.Problem) {
	section(t, p.TaskID)
	for _, part := range []struct{ name, text string }{
		{"prompt", p.Prompt}, {"declaration", p.Declaration}, {"canonical solution", p.CanonicalSolution},
		{"test setup", p.TestSetup}, {"test", p.Test}, {"example test", p.ExampleTest},
	} {
		if strings.TrimSpace(part.text) != "" {
			block(t, part.name, part.text)
		}
	}
	if len(p.Errata) > 0 {
		block(t, "errata", "replaced: "+strings.Join(p.Errata, ", "))
	}
}
