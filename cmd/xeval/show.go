package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/run"
	"github.com/xeval/xeval/internal/verdict"
)

// newShow prints all about one sample of a run.
func newShow(t *terminal) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "show RUN ID[#n]",
		Short: "Show one sample of a run: generation, program, output, verdict",
		Long: `Show one sample of a run: verdict, generation, program, output, and how the
other samples of its problem came out. The number of the problem will do for ID
where the run has one language.`,
		Example: "  xeval show samples.xeval Python/31\n  xeval show samples.xeval 31#4\n  xeval show samples.xeval go/7#12 --json",
		Args:    args(cobra.ExactArgs(2)),
		RunE: func(_ *cobra.Command, given []string) error {
			id, index, err := sampleID(given[1])
			if err != nil {
				return err
			}
			key, err := run.KeyOf(given[0], id, index)
			if err != nil {
				return inputError(err)
			}
			s, err := run.Show(given[0], key)
			if errors.Is(err, run.ErrNotInRun) || errors.Is(err, fs.ErrNotExist) {
				return &exitError{exitUsage, err}
			}
			if err != nil {
				return inputError(err)
			}
			if asJSON {
				return writeJSON(t, s)
			}
			showText(t, s)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "for machines")
	return c
}

// sampleID reads "Python/31#2"; without a number the sample is the first.
func sampleID(text string) (id string, index int, err error) {
	id, number, numbered := strings.Cut(text, "#")
	if !numbered {
		return id, 0, nil
	}
	index, err = strconv.Atoi(number)
	if err != nil || index < 0 {
		return id, 0, usagef("%q: after # comes the sample's number, from 0", text)
	}
	return id, index, nil
}

func showText(t *terminal, s *run.Shown) {
	v := s.Verdict
	section(t, "verdict")
	line := func(name, format string, args ...any) {
		fmt.Fprintf(t.out, "%-16s %s\n", name, safeText(t, fmt.Sprintf(format, args...)))
	}
	line("sample", "%s#%d", v.TaskID, v.SampleIndex)
	line("outcome", "%s", v.Outcome)
	line("passed", "%v (official: %v, %s)", v.Passed, v.OfficialPassed, v.OfficialResult)
	if v.Stage != "" {
		line("ended in", "%s%s", v.Stage, ending(v))
	}
	if v.ErrorClass != "" {
		line("class", "%s", v.ErrorClass)
	}
	if v.Message != "" {
		line("message", "%s", v.Message)
	}
	for _, u := range []struct {
		name string
		use  *verdict.StageUse
	}{{"build", v.Build}, {"run", v.Run}} {
		if u.use != nil {
			line(u.name, "%.0f ms CPU, %.0f ms wall, %s", u.use.CPUMillis, u.use.WallMillis, formatSize(u.use.MemoryBytes))
		}
	}
	if len(v.Flags) > 0 {
		line("flags", "%s", strings.Join(v.Flags, ", "))
	}
	if len(s.Samples) > 1 {
		line("samples", "%s", samplesText(s.Samples))
	}
	block(t, "generation", s.Generation)
	showProgram(t, s.Program)
	showOutput(t, "standard output", v.Stdout)
	showOutput(t, "standard error", v.Stderr)
}

// showProgram prints what came of the sample, and names the files of ours that
// were judged with it: they are the same for all.
func showProgram(t *terminal, p program.Program) {
	if len(p.Files) == 0 {
		return
	}
	block(t, p.Files[0].Name, p.Files[0].Text)
	if p.Official != nil && len(p.Official.Files) > 0 {
		f := p.Official.Files[0]
		block(t, f.Name+" (as upstream assembles it)", f.Text)
	}
	var others []string
	for _, f := range p.Files[1:] {
		others = append(others, f.Name)
	}
	if len(others) > 0 {
		fmt.Fprintf(t.out, "\n(with %s, which --json shows)\n", strings.Join(others, ", "))
	}
}

// samplesText is such as "passed #0, 2-5; wrong_answer #1".
func samplesText(all []run.Brief) string {
	var order []verdict.Outcome
	lists := map[verdict.Outcome][]int{}
	for _, b := range all {
		if lists[b.Outcome] == nil {
			order = append(order, b.Outcome)
		}
		lists[b.Outcome] = append(lists[b.Outcome], b.Index)
	}
	var texts []string
	for _, o := range order {
		texts = append(texts, fmt.Sprintf("%s #%s", o, rangesText(lists[o])))
	}
	return strings.Join(texts, "; ")
}

// rangesText is such as "0, 2-5", of the numbers behind # in ids.
func rangesText(sorted []int) string {
	var texts []string
	for i := 0; i < len(sorted); {
		j := i
		for j+1 < len(sorted) && sorted[j+1] == sorted[j]+1 {
			j++
		}
		text := strconv.Itoa(sorted[i])
		if j > i {
			text += "-" + strconv.Itoa(sorted[j])
		}
		texts = append(texts, text)
		i = j + 1
	}
	return strings.Join(texts, ", ")
}

func ending(v verdict.Verdict) string {
	switch {
	case v.Signal != "":
		return ", by " + v.Signal
	case v.ExitCode != nil:
		return fmt.Sprintf(", with status %d", *v.ExitCode)
	}
	return ""
}

func section(t *terminal, title string) {
	if t.colour() {
		title = "\x1b[1m" + title + "\x1b[0m"
	}
	fmt.Fprintf(t.out, "── %s ──\n", title)
}

func block(t *terminal, title, text string) {
	fmt.Fprintln(t.out)
	section(t, title)
	fmt.Fprint(t.out, strings.TrimRight(safeText(t, text), "\n")+"\n")
}

func showOutput(t *terminal, title string, o *verdict.Output) {
	if o == nil {
		return
	}
	text := o.Head
	if o.Truncated {
		text += fmt.Sprintf("\n[… %d bytes in all …]\n", o.Bytes)
	}
	block(t, title, text+o.Tail)
}

// safeText keeps a program's escape sequences from commanding the terminal.
func safeText(t *terminal, text string) string {
	if !t.outTTY {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\n' && r != '\t' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return '\uFFFD'
		}
		return r
	}, text)
}
