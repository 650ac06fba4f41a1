package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"path/filepath"
	"slices"

	"github.com/xeval/xeval/internal/jsonl"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/report"
	"github.com/xeval/xeval/internal/sample"
	"github.com/xeval/xeval/internal/verdict"
)

// Shown is everything about one sample, derived from the run folder alone.
type Shown struct {
	Verdict    verdict.Verdict `json:"verdict"`
	Problem    problem.Problem `json:"problem"`
	Generation string          `json:"generation"`
	Program    program.Program `json:"program"`
	Samples    []Brief         `json:"samples"` // all of the problem
}

// Brief is how one sample came out.
type Brief struct {
	Index   int             `json:"sample_index"`
	Outcome verdict.Outcome `json:"outcome"`
}

// ErrNotInRun is wrapped when a run has no such sample.
var ErrNotInRun = errors.New("not in this run")

// Show finds a sample in a run folder and derives its program again.
func Show(folder string, key verdict.Key) (*Shown, error) {
	if err := CheckFiles(folder); err != nil {
		return nil, err
	}
	h, v, all, err := findVerdict(filepath.Join(folder, VerdictsFile), key)
	if err != nil {
		return nil, err
	}
	p, err := findProblem(filepath.Join(folder, ProblemsFile), v.TaskID)
	if err != nil {
		return nil, err
	}
	s := &Shown{Verdict: *v, Problem: p, Samples: all}
	if s.Generation, err = sample.Find(filepath.Join(folder, SamplesFile), v.GenerationSHA256); err != nil {
		return nil, err
	}
	opt, err := optionsOf(h, v.Language)
	if err != nil {
		return nil, err
	}
	l, err := lang.Lookup(v.Language)
	if err != nil {
		return nil, err
	}
	mode, err := modeOf(h)
	if err != nil {
		return nil, err
	}
	s.Program, _ = assemble(p, l, s.Generation, isWhole(v), mode, opt)
	return s, nil
}

// findVerdict takes the last verdict of the sample: a later one supersedes. It
// also tells how all samples of the problem came out.
func findVerdict(path string, key verdict.Key) (verdict.Header, *verdict.Verdict, []Brief, error) {
	r, err := verdict.Open(path)
	if err != nil {
		return verdict.Header{}, nil, nil, err
	}
	defer r.Close()
	var found *verdict.Verdict
	outcomes := map[int]verdict.Outcome{}
	for {
		v, err := r.Next()
		var bad verdict.BadLine
		switch {
		case err == io.EOF && found == nil:
			return r.Header(), nil, nil, fmt.Errorf("%s#%d: %w (it has %d samples of the problem)", key.TaskID, key.Index, ErrNotInRun, len(outcomes))
		case err == io.EOF:
			return r.Header(), found, briefs(outcomes), nil
		case errors.As(err, &bad):
			continue
		case err != nil:
			return r.Header(), nil, nil, err
		}
		if v.TaskID == key.TaskID {
			outcomes[v.SampleIndex] = v.Outcome
		}
		if v.Key() == key {
			found = v
		}
	}
}

func briefs(outcomes map[int]verdict.Outcome) (all []Brief) {
	for _, i := range slices.Sorted(maps.Keys(outcomes)) {
		all = append(all, Brief{i, outcomes[i]})
	}
	return all
}

func findProblem(path, taskID string) (found problem.Problem, err error) {
	err = eachRecord(path, func(p problem.Problem) {
		if p.TaskID == taskID {
			found = p
		}
	})
	if err == nil && found.TaskID == "" {
		err = fmt.Errorf("%s: problem %s: %w", path, taskID, ErrNotInRun)
	}
	return found, err
}

// A Texts gives the texts of a run's samples to a report. It reads the folder
// at first use; the generations it needs are those of the keys it was made for.
type Texts struct {
	folder   string
	header   verdict.Header
	wanted   map[string]string // generation hash → text
	problems map[string]problem.Problem
}

// TextsOf reads the problems of a run folder and the generations with the
// given hashes.
func TextsOf(folder string, h verdict.Header, generations []string) (*Texts, error) {
	t := &Texts{folder: folder, header: h, wanted: map[string]string{}, problems: map[string]problem.Problem{}}
	for _, sha := range generations {
		t.wanted[sha] = ""
	}
	err := eachRecord(filepath.Join(folder, SamplesFile), func(s sample.Stored) {
		if _, ok := t.wanted[s.SHA256]; ok {
			t.wanted[s.SHA256] = s.Generation
		}
	})
	if err == nil {
		err = eachRecord(filepath.Join(folder, ProblemsFile), func(p problem.Problem) { t.problems[p.TaskID] = p })
	}
	return t, err
}

// Of derives what a report shows of one sample.
func (t *Texts) Of(v *verdict.Verdict) (report.Texts, error) {
	p, ok := t.problems[v.TaskID]
	if !ok {
		return report.Texts{}, fmt.Errorf("problem %s: %w", v.TaskID, ErrNotInRun)
	}
	opt, err := optionsOf(t.header, v.Language)
	if err != nil {
		return report.Texts{}, err
	}
	l, err := lang.Lookup(v.Language)
	if err != nil {
		return report.Texts{}, err
	}
	mode, err := modeOf(t.header)
	if err != nil {
		return report.Texts{}, err
	}
	code := t.wanted[v.GenerationSHA256]
	made, _ := assemble(p, l, code, isWhole(v), mode, opt)
	return report.Texts{Prompt: p.Prompt, Generation: code, Program: made.Files[0].Text}, nil
}

// failures yields the failed samples of a run, in the order of its verdicts.
// Memory grows with their number: it is for repairing them, not for reports.
func failures(folder string) iter.Seq2[Shown, error] {
	return func(yield func(Shown, error) bool) {
		var failed []*verdict.Verdict
		texts, problems := map[string]string{}, map[string]problem.Problem{}
		if err := CheckFiles(folder); err != nil {
			yield(Shown{}, err)
			return
		}
		_, err := report.Load(filepath.Join(folder, VerdictsFile), func(v *verdict.Verdict) {
			if v.Outcome.Scored() && !v.Passed && v.Outcome != verdict.NoCode {
				failed = append(failed, v)
				texts[v.GenerationSHA256] = ""
			}
		})
		if err == nil {
			err = eachRecord(filepath.Join(folder, SamplesFile), func(s sample.Stored) {
				if _, wanted := texts[s.SHA256]; wanted {
					texts[s.SHA256] = s.Generation
				}
			})
		}
		if err == nil {
			err = eachRecord(filepath.Join(folder, ProblemsFile), func(p problem.Problem) { problems[p.TaskID] = p })
		}
		if err != nil {
			yield(Shown{}, err)
			return
		}
		for _, v := range failed {
			if !yield(Shown{Verdict: *v, Problem: problems[v.TaskID], Generation: texts[v.GenerationSHA256]}, nil) {
				return
			}
		}
	}
}

// eachRecord reads a file of records of one type.
func eachRecord[T any](path string, f func(T)) error {
	lines, err := jsonl.Open(path)
	if err != nil {
		return err
	}
	defer lines.Close()
	for {
		rec, err := lines.Next()
		if err == io.EOF {
			return nil
		}
		var v T
		if err == nil {
			err = rec.Decode(&v)
		}
		if err != nil {
			return err
		}
		f(v)
	}
}

// optionsOf are the options that a run judged a language with.
func optionsOf(h verdict.Header, language string) (program.Options, error) {
	opt := program.Options{Tests: program.Tests(h.Tests)}
	for _, l := range h.Languages {
		if l.Name != language {
			continue
		}
		var limits struct {
			Build lang.Limits `json:"build"`
			Run   lang.Limits `json:"run"`
		}
		if err := json.Unmarshal(l.Limits, &limits); err != nil {
			return opt, fmt.Errorf("header: languages.%s.limits: %w", language, err)
		}
		opt.Lang = lang.Options{Level: l.Level, Build: limits.Build, Run: limits.Run}
		return opt, nil
	}
	return opt, fmt.Errorf("header: language %s: %w", language, ErrNotInRun)
}
