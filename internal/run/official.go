package run

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/report"
	"github.com/xeval/xeval/internal/sample"
	"github.com/xeval/xeval/internal/verdict"
)

// WriteOfficial writes upstream's result rows of a finished run, in input
// order, compressed when the name ends in .gz. It returns the number of
// samples that have no row because they have no score.
func WriteOfficial(o Options, path string) (skipped int, err error) {
	known, err := officialVerdicts(filepath.Join(o.Folder, VerdictsFile))
	if err != nil {
		return 0, err
	}
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	var out io.Writer = f
	if strings.HasSuffix(path, ".gz") {
		zip := gzip.NewWriter(f)
		defer func() { err = errors.Join(err, zip.Close(), f.Close()) }()
		out = zip
	} else {
		defer func() { err = errors.Join(err, f.Close()) }()
	}
	return officialRows(o, known, out)
}

// A short is what upstream's row takes from a verdict.
type short struct {
	outcome verdict.Outcome
	passed  bool
	result  string
}

// officialVerdicts keeps little per sample: result texts repeat.
func officialVerdicts(path string) (map[verdict.Key]short, error) {
	known, texts := map[verdict.Key]short{}, map[string]string{}
	_, err := report.Load(path, func(v *verdict.Verdict) {
		if !v.Outcome.Scored() {
			return
		}
		if _, ok := texts[v.OfficialResult]; !ok {
			texts[v.OfficialResult] = v.OfficialResult
		}
		known[v.Key()] = short{v.Outcome, v.OfficialPassed, texts[v.OfficialResult]}
	})
	return known, err
}

func officialRows(o Options, known map[verdict.Key]short, out io.Writer) (skipped int, err error) {
	var job program.Program
	var generation sample.Sample
	rows := report.NewOfficialWriter(out, func(*verdict.Verdict) (report.OfficialParts, error) {
		p, _ := o.Problems.Lookup(generation.TaskID)
		if job.Official != nil {
			job = *job.Official
		}
		return report.OfficialParts{
			TestCode: job.Files[0].Text, Prompt: p.Prompt, Generation: generation.Generation, Finish: generation.Finish,
		}, nil
	})
	resolver, err := sample.NewResolver(dataset{o.Problems}, o.Sample)
	if err != nil {
		return 0, err
	}
	e := &evaluation{Options: o, folder: &folder{done: &verdict.Keys{}}}
	for s, err := range e.wanted(resolver.All(o.Sources)) {
		if err != nil {
			return skipped, err
		}
		j, _, err := e.job(s, nil)
		if err != nil {
			return skipped, err
		}
		job, generation = j.Program, s
		v, ok := known[verdict.Key{TaskID: s.TaskID, Index: s.Index}]
		if !ok {
			skipped++
			continue
		}
		row := verdict.Verdict{
			TaskID: s.TaskID, SampleIndex: s.Index, CompletionID: s.CompletionID, Language: s.Language,
			Outcome: v.outcome, OfficialPassed: v.passed, OfficialResult: v.result,
		}
		if err := rows.Write(&row); err != nil {
			return skipped, err
		}
	}
	return skipped, rows.Flush()
}
