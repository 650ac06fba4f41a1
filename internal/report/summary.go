package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/xeval/xeval/internal/metric"
	"github.com/xeval/xeval/internal/verdict"
)

// SummaryVersion is raised whenever a reader of summary.json would
// misunderstand the newer one.
const SummaryVersion = 1

// A Summary is what a run came to: the contents of summary.json, and what all
// tables are made of. docs/formats.md describes every field.
type Summary struct {
	FormatVersion int               `json:"format_version"`
	Xeval         verdict.Build     `json:"xeval"`
	Kind          string            `json:"kind"`
	Tests         string            `json:"tests"`
	Dataset       verdict.Dataset   `json:"dataset"`
	Extraction    string            `json:"extraction"`
	Sampling      json.RawMessage   `json:"sampling,omitempty"`
	Started       string            `json:"started"`
	Complete      bool              `json:"complete"`
	WallMillis    int64             `json:"wall_ms,omitempty"` // of the whole run, when known
	Samples       int               `json:"samples"`
	Unscored      int               `json:"unscored"`
	AllowUnscored bool              `json:"allow_unscored,omitempty"`
	MissingFail   bool              `json:"missing_fail,omitempty"`
	Languages     []LanguageSummary `json:"languages"`
	Overall       []metric.Estimate `json:"overall,omitempty"` // mean of the languages, where that means something
	Budgets       []Budget          `json:"budgets,omitempty"` // likewise
	Anatomy       *Anatomy          `json:"anatomy,omitempty"`
	Warnings      []metric.Warning  `json:"warnings,omitempty"`
	PerSecond     float64           `json:"samples_per_s,omitempty"`

	workers int
}

// A LanguageSummary is one row of the tables.
type LanguageSummary struct {
	Language       string `json:"language"`
	Title          string `json:"title"`
	SourceLanguage string `json:"source_language,omitempty"` // translations only

	Problems         int `json:"problems"` // with a scored sample
	ProblemsExpected int `json:"problems_expected,omitempty"`
	Samples          int `json:"samples"`
	Unscored         int `json:"unscored"`
	Passed           int `json:"passed"`
	OfficialPassed   int `json:"official_passed"`

	// Withheld says why there is no pass@k; then the two lists are empty.
	Withheld        string            `json:"withheld,omitempty"`
	PassAtK         []metric.Estimate `json:"pass_at_k,omitempty"`
	OfficialPassAtK []metric.Estimate `json:"official_pass_at_k,omitempty"`
	More

	Outcomes      map[string]int            `json:"outcomes"`
	ErrorClasses  map[string]map[string]int `json:"error_classes,omitempty"` // outcome → class → samples
	Disagreements []Disagreement            `json:"disagreements,omitempty"`
	Flags         map[string]int            `json:"flags,omitempty"`
	Cost          Cost                      `json:"cost"`
	CPUTimes      []Bucket                  `json:"cpu_ms_histogram,omitempty"`
	Memory        []Bucket                  `json:"memory_bytes_histogram,omitempty"`
	Warnings      []metric.Warning          `json:"warnings,omitempty"`
	ProblemCounts []ProblemCount            `json:"problem_counts"`
}

// A ProblemCount is what came out for one problem: N scored samples, C of them
// passed, OfficialC by upstream's criterion.
type ProblemCount struct {
	TaskID    string `json:"task_id"`
	N         int    `json:"n"`
	C         int    `json:"c"`
	OfficialC int    `json:"official_c"`
}

// A Disagreement counts samples about which the two criteria differ.
type Disagreement struct {
	Passed  bool   `json:"passed"` // by ours; upstream's says the opposite
	Reason  string `json:"reason"`
	Samples int    `json:"samples"`
}

// Cost is what judging took. Samples that shared the verdict of an identical
// program took nothing.
type Cost struct {
	Judged         int     `json:"judged"`
	Cached         int     `json:"cached"`
	EarlierRun     int     `json:"earlier_run,omitempty"` // of the cached: judged by an earlier run
	BuildCPUMillis float64 `json:"build_cpu_ms"`
	RunCPUMillis   float64 `json:"run_cpu_ms"`
	WallMillis     float64 `json:"wall_ms"` // of all steps, one after another
	SlowestMillis  float64 `json:"slowest_run_cpu_ms"`
	PeakMemory     int64   `json:"peak_memory_bytes"`
	PeakTask       string  `json:"peak_memory_task_id,omitempty"`
	PerSecond      float64 `json:"samples_per_s,omitempty"` // as if the workers had judged nothing else
}

// Options of a summary. The zero value is the default.
type Options struct {
	Ks            []int // pass@k to report; nil: metric.DefaultKs, as far as the samples go
	AllowUnscored bool  // print pass@k although some samples have no score
	MissingFail   bool  // problems without a sample count as never solved
	Seed          uint64
	Resamples     int               // of the bootstrap; 0: the default
	Titles        map[string]string // language → name for people
	Expected      map[string]int    // language → problems of the dataset, over the header's
	Elapsed       time.Duration     // of the whole run; 0: from the file, as far as it says
}

// Summarize makes the numbers. Its only error is a k that was asked for and
// that some language has too few samples for.
func Summarize(t *Tally, opt Options) (*Summary, error) {
	s := &Summary{
		FormatVersion: SummaryVersion, Xeval: t.Header.Xeval, Kind: t.Header.Kind, Tests: t.Header.Tests,
		Dataset: t.Header.Dataset, Extraction: t.Header.Extraction, Sampling: t.Header.Sampling, Started: t.Header.Started,
		Complete: t.Complete, AllowUnscored: opt.AllowUnscored, MissingFail: opt.MissingFail,
		Languages: []LanguageSummary{}, workers: max(1, t.Header.Workers),
	}
	for _, n := range t.Notes {
		s.Warnings = append(s.Warnings, metric.Warning{Code: "file", Text: n})
	}
	for _, key := range t.keys() {
		l, err := s.language(t, key, opt)
		if err != nil {
			return nil, err
		}
		s.Languages = append(s.Languages, l)
		s.Samples += l.Samples
		s.Unscored += l.Unscored
	}
	s.time(t, opt)
	s.checkRows(t)
	s.overall(opt)
	s.budgets(opt)
	s.Anatomy = s.anatomy(t)
	return s, nil
}

// time takes the run's duration from the caller or from the file's ends, which
// know it unless a part of the run was killed.
func (s *Summary) time(t *Tally, opt Options) {
	s.WallMillis = opt.Elapsed.Milliseconds()
	if s.WallMillis == 0 && t.Complete {
		for _, e := range t.Ends {
			s.WallMillis += e.WallMillis
		}
	}
	if s.WallMillis > 0 {
		s.PerSecond = float64(s.Samples) / (float64(s.WallMillis) / 1000)
	}
}

// checkRows warns when the inputs held more samples than there are verdicts.
func (s *Summary) checkRows(t *Tally) {
	rows := 0
	for _, in := range t.Header.Inputs {
		rows += in.Rows
	}
	if n := len(t.Ends); n > 0 {
		rows -= t.Ends[n-1].BadRows
	}
	if missing := rows - s.Samples; missing > 0 {
		s.Warnings = append(s.Warnings, metric.Warning{Code: "rows_without_verdict",
			Text: fmt.Sprintf("%s of %s input rows have no verdict", thousands(missing), thousands(rows))})
	}
}

func (s *Summary) language(t *Tally, key groupKey, opt Options) (LanguageSummary, error) {
	g := t.groups[key]
	l := LanguageSummary{
		Language: key.Language, SourceLanguage: key.Source, Title: title(key, opt.Titles),
		ProblemsExpected: expected(t.Header, key.Language, opt), Outcomes: map[string]int{},
		Flags: g.flags, Cost: g.cost(s.workers), Disagreements: g.disagreements(), ErrorClasses: g.errorClasses(),
		CPUTimes: g.cpu.buckets(), Memory: g.memory.buckets(),
	}
	for o, n := range g.outcomes {
		if n > 0 {
			l.Outcomes[o.String()] = n
			l.Samples += n
			if !o.Scored() {
				l.Unscored += n
			}
		}
	}
	for _, p := range g.problems {
		l.ProblemCounts = append(l.ProblemCounts, *p)
		l.Passed += p.C
		l.OfficialPassed += p.OfficialC
	}
	slices.SortFunc(l.ProblemCounts, func(a, b ProblemCount) int { return compareIDs(a.TaskID, b.TaskID) })
	l.Problems = len(l.ProblemCounts)
	return l, l.estimate(g, opt)
}

// estimate fills in pass@k, or says why there is none.
func (l *LanguageSummary) estimate(g *group, opt Options) error {
	if l.Unscored > 0 {
		why := fmt.Sprintf("%s not scored (%s)", samples(l.Unscored), g.unscoredCauses())
		if !opt.AllowUnscored {
			l.Withheld = why
			return nil
		}
		l.warn("unscored", "%s; pass@k is over the others", why)
	}
	ours, official := l.counts()
	ks, asked := opt.Ks, len(opt.Ks) > 0
	if !asked {
		ks = metric.DefaultKs()
	}
	use, notes, err := metric.SelectK(ours, ks, asked)
	if err != nil {
		return fmt.Errorf("%s: %w", l.Title, err)
	}
	l.Warnings = append(l.Warnings, notes...)
	mo := metric.Options{Seed: opt.Seed, Resamples: opt.Resamples, Expected: l.ProblemsExpected, MissingFail: opt.MissingFail}
	for _, k := range use {
		e, err := metric.MeanPassAtK(ours, k, mo)
		if err != nil {
			return fmt.Errorf("%s: %w", l.Title, err)
		}
		o, err := metric.MeanPassAtK(official, k, mo)
		if err != nil {
			return fmt.Errorf("%s: %w", l.Title, err)
		}
		l.PassAtK, l.OfficialPassAtK = append(l.PassAtK, e), append(l.OfficialPassAtK, o)
	}
	l.more(mo)
	return nil
}

func (l *LanguageSummary) warn(code, format string, args ...any) {
	l.Warnings = append(l.Warnings, metric.Warning{Code: code, Text: fmt.Sprintf(format, args...)})
}

// counts gives the problems' counts by either criterion.
func (l *LanguageSummary) counts() (ours, official []metric.Count) {
	for _, p := range l.ProblemCounts {
		ours = append(ours, metric.Count{N: p.N, C: p.C})
		official = append(official, metric.Count{N: p.N, C: p.OfficialC})
	}
	return ours, official
}

// unscoredCauses is such as "toolchain missing: g++ is not installed".
func (g *group) unscoredCauses() string {
	var causes []string
	for _, o := range verdict.Outcomes() {
		if !o.Scored() && g.outcomes[o] > 0 {
			cause := strings.ReplaceAll(o.String(), "_", " ")
			if m := firstLine(g.causes[o]); m != "" {
				cause += ": " + m
			}
			causes = append(causes, cause)
		}
	}
	return strings.Join(causes, "; ")
}

func (g *group) errorClasses() map[string]map[string]int {
	out := map[string]map[string]int{}
	for o, classes := range g.classes {
		out[o.String()] = classes
	}
	return out
}

func (g *group) disagreements() (out []Disagreement) {
	for ours, reasons := range map[bool]map[string]int{true: g.ours, false: g.official} {
		for reason, n := range reasons {
			out = append(out, Disagreement{Passed: ours, Reason: reason, Samples: n})
		}
	}
	slices.SortFunc(out, func(a, b Disagreement) int {
		if a.Samples != b.Samples || a.Reason != b.Reason {
			return cmp.Or(cmp.Compare(b.Samples, a.Samples), strings.Compare(a.Reason, b.Reason))
		}
		return cmp.Compare(fmt.Sprint(a.Passed), fmt.Sprint(b.Passed))
	})
	return out
}

func (g *group) cost(workers int) Cost {
	buildCPU, buildWall := g.build.millis()
	runCPU, runWall := g.run.millis()
	c := Cost{
		Judged: g.judged, Cached: g.cached, EarlierRun: g.earlier, BuildCPUMillis: buildCPU, RunCPUMillis: runCPU,
		WallMillis: buildWall + runWall, SlowestMillis: g.run.slowest,
		PeakMemory: g.run.peak, PeakTask: g.run.peakTask,
	}
	if g.build.peak > c.PeakMemory {
		c.PeakMemory, c.PeakTask = g.build.peak, g.build.peakTask
	}
	if c.WallMillis > 0 {
		c.PerSecond = float64(c.Judged) / (c.WallMillis / 1000) * float64(workers)
	}
	return c
}

func title(key groupKey, titles map[string]string) string {
	name := func(language string) string { return cmp.Or(titles[language], language) }
	if key.Source == "" {
		return name(key.Language)
	}
	return name(key.Source) + " → " + name(key.Language)
}

func expected(h verdict.Header, language string, opt Options) int {
	if n := opt.Expected[language]; n > 0 {
		return n
	}
	for _, l := range h.Languages {
		if l.Name == language {
			return l.Problems
		}
	}
	return 0
}

// compareIDs puts Python/9 before Python/10.
func compareIDs(a, b string) int {
	an, bn := trailingNumber(a), trailingNumber(b)
	return cmp.Or(cmp.Compare(an, bn), strings.Compare(a, b))
}

func trailingNumber(id string) int {
	n, factor := 0, 1
	for i := len(id) - 1; i >= 0 && id[i] >= '0' && id[i] <= '9' && factor < 1e9; i-- {
		n += int(id[i]-'0') * factor
		factor *= 10
	}
	return n
}

// sortedKeys lists a map's keys in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
