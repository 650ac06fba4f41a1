package main

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/xeval/xeval/internal/convert"
	"github.com/xeval/xeval/internal/extract"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/model"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/prompt"
	"github.com/xeval/xeval/internal/report"
	"github.com/xeval/xeval/internal/sandbox"
	"github.com/xeval/xeval/internal/suite"
)

// flagValues are what a shell offers for flags whose values are few; a flag
// that is another thing in one verb stands there with the verb's name.
func flagValues() map[string][]string {
	languages := lang.Names()
	extractions := texts(extract.Official, extract.Auto, extract.None)
	return map[string][]string{
		"lang": languages, "from": languages, "to": languages,
		"convert to":     convert.Formats(),
		"sandbox":        texts(sandbox.Auto, sandbox.Namespaces, sandbox.Landlock, sandbox.None),
		"format":         summaryFormats,
		"report format":  append(report.Formats(), evalPlusFormat),
		"compare format": report.ComparisonFormats(),
		"extract":        extractions,
		"task":           texts(prompt.Generate, prompt.Translate, prompt.Summarize, prompt.Repair),
		"form":           texts(prompt.Chat, prompt.Completion),
		"stream":         texts(model.StreamAuto, model.StreamAlways, model.StreamNever),
		"data":           {problem.HumanEvalX, suite.Name},
		"level":          levels(),
	}
}

func texts[T ~string](all ...T) (out []string) {
	for _, t := range all {
		out = append(out, string(t))
	}
	return out
}

func levels() (out []string) {
	for _, l := range lang.All() {
		for _, level := range l.Levels {
			out = append(out, l.Name+"="+level)
		}
	}
	return out
}

// addCompletions makes the shell offer values of flags, in all verbs.
func addCompletions(root *cobra.Command) {
	known := flagValues()
	for _, c := range root.Commands() {
		addCompletions(c)
	}
	root.Flags().VisitAll(func(f *pflag.Flag) {
		values := slices.Concat(known[root.Name()+" "+f.Name])
		if values == nil {
			values = known[f.Name]
		}
		if values == nil {
			return
		}
		then := cobra.ShellCompDirectiveNoFileComp
		if f.Name == "data" { // a folder or a file will do as well
			then = cobra.ShellCompDirectiveDefault
		}
		if err := root.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(values, then)); err != nil {
			panic("xeval: " + err.Error()) // two for one flag: a mistake here
		}
	})
}
