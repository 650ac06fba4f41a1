// Package report turns stored verdicts into numbers and tables and writes
// those in many formats. It runs nothing and judges nothing: whatever it shows
// can be made again from the results file alone.
//
// The way is always the same: verdicts are streamed once into a Tally (counts,
// whose size does not depend on the number of samples), Summarize makes a
// Summary of it (the numbers, and summary.json), Summary.Document lays that
// out as tables, and one file per format writes the tables.
package report

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/xeval/xeval/internal/verdict"
)

// A Tally counts verdicts. It holds a few numbers for each problem and one bit
// for each sample.
type Tally struct {
	Header   verdict.Header // the last one: of the part of the run that is in force
	Ends     []verdict.End
	Complete bool     // the run came to its end
	Notes    []string // what was wrong with the file, with positions

	groups   map[groupKey]*group
	scored   verdict.Keys
	unscored map[verdict.Outcome]*verdict.Keys
	repeated int // verdicts of samples that had a score already

	slowest, hungriest extremes
}

// A groupKey is what one row of the tables is about: a language, and for
// translations the language they come from.
type groupKey struct{ Language, Source string }

type group struct {
	problems map[string]*ProblemCount
	outcomes map[verdict.Outcome]int
	causes   map[verdict.Outcome]string // of unscored samples: one message, the first by alphabet
	flags    map[string]int
	classes  map[verdict.Outcome]map[string]int
	messages map[messageKey]*messageCount
	cpu      logHistogram // run CPU milliseconds of judged samples
	memory   logHistogram // peak bytes
	build    use
	run      use
	judged   int // scored samples that were run, not taken from the table
	cached   int
	earlier  int            // of these, by an earlier run
	ours     map[string]int // reason → samples that only our criterion passes
	official map[string]int // reason → samples that only upstream's passes
}

// use sums microseconds as integers, whose sum does not depend on the order in
// which verdicts were written.
type use struct {
	cpu, wall int64
	slowest   float64 // CPU milliseconds of one sample
	peak      int64
	peakTask  string
}

// millis are the sums.
func (u use) millis() (cpu, wall float64) { return float64(u.cpu) / 1000, float64(u.wall) / 1000 }

// NewTally starts a count.
func NewTally(h verdict.Header) *Tally {
	return &Tally{
		Header: h, groups: map[groupKey]*group{}, unscored: map[verdict.Outcome]*verdict.Keys{},
		slowest: extremes{less: slower}, hungriest: extremes{less: hungrier},
	}
}

// Add counts one verdict. A sample that was not scored before and is judged
// again takes the place of its earlier verdict.
func (t *Tally) Add(v *verdict.Verdict) {
	if t.scored.Has(v.Key()) {
		t.repeated++
		return
	}
	g := t.group(groupKey{v.Language, v.SourceLanguage})
	for outcome, keys := range t.unscored {
		if keys.Remove(v.Key()) {
			g.outcomes[outcome]--
		}
	}
	g.outcomes[v.Outcome]++
	if !v.Outcome.Scored() {
		t.addUnscored(g, v)
		return
	}
	t.scored.Add(v.Key())
	g.add(v)
	t.addExtremes(v)
}

func (t *Tally) group(key groupKey) *group {
	g := t.groups[key]
	if g == nil {
		g = &group{
			problems: map[string]*ProblemCount{}, outcomes: map[verdict.Outcome]int{},
			causes: map[verdict.Outcome]string{}, flags: map[string]int{},
			classes: map[verdict.Outcome]map[string]int{}, messages: map[messageKey]*messageCount{},
			cpu: logHistogram{}, memory: logHistogram{},
			ours: map[string]int{}, official: map[string]int{},
		}
		t.groups[key] = g
	}
	return g
}

func (t *Tally) addUnscored(g *group, v *verdict.Verdict) {
	if t.unscored[v.Outcome] == nil {
		t.unscored[v.Outcome] = new(verdict.Keys)
	}
	t.unscored[v.Outcome].Add(v.Key())
	if m := g.causes[v.Outcome]; m == "" || v.Message != "" && v.Message < m {
		g.causes[v.Outcome] = v.Message
	}
}

func (g *group) add(v *verdict.Verdict) {
	g.addProblem(v)
	g.addDisagreement(v)
	g.addMessage(v)
	for _, f := range v.Flags {
		if f == verdict.EarlierRun { // says what judging took, nothing of the sample
			g.earlier++
		} else {
			bump(g.flags, f)
		}
	}
	if v.ErrorClass != "" {
		if g.classes[v.Outcome] == nil {
			g.classes[v.Outcome] = map[string]int{}
		}
		bump(g.classes[v.Outcome], v.ErrorClass)
	}
	if v.Cached {
		g.cached++
		return
	}
	g.judged++
	g.build.add(v.TaskID, v.Build)
	g.run.add(v.TaskID, v.Run)
	if v.Run != nil {
		g.cpu.add(v.Run.CPUMillis)
		g.memory.add(float64(v.Run.MemoryBytes))
	}
}

func (g *group) addProblem(v *verdict.Verdict) {
	p := g.problems[v.TaskID]
	if p == nil {
		p = &ProblemCount{TaskID: v.TaskID}
		g.problems[v.TaskID] = p
	}
	p.N++
	if v.Passed {
		p.C++
	}
	if v.OfficialPassed {
		p.OfficialC++
	}
}

func (g *group) addDisagreement(v *verdict.Verdict) {
	switch {
	case v.Passed && !v.OfficialPassed:
		bump(g.ours, oursOnly(v))
	case !v.Passed && v.OfficialPassed:
		bump(g.official, strings.ReplaceAll(v.Outcome.String(), "_", " "))
	}
}

// oursOnly says why upstream's criterion fails a sample that ran its tests to
// the end.
func oursOnly(v *verdict.Verdict) string {
	switch {
	case slices.Contains(v.Flags, "official_program_differs"):
		return "upstream's assembly breaks the program"
	case written(v.Stdout) || written(v.Stderr):
		return "the program wrote output"
	}
	return firstLine(v.OfficialResult)
}

func written(o *verdict.Output) bool { return o != nil && o.Bytes > 0 }

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	if runes := []rune(line); len(runes) > 60 {
		line = string(runes[:60]) + "…"
	}
	return line
}

// maxDistinct bounds the maps whose keys come from programs' messages.
const maxDistinct = 500

func bump(m map[string]int, key string) {
	if _, known := m[key]; !known && len(m) >= maxDistinct {
		key = "others"
	}
	m[key]++
}

func (u *use) add(task string, s *verdict.StageUse) {
	if s == nil {
		return
	}
	u.cpu += int64(math.Round(s.CPUMillis * 1000))
	u.wall += int64(math.Round(s.WallMillis * 1000))
	u.slowest = max(u.slowest, s.CPUMillis)
	if s.MemoryBytes > u.peak || s.MemoryBytes == u.peak && compareIDs(task, u.peakTask) < 0 {
		u.peak, u.peakTask = s.MemoryBytes, task
	}
}

// keys lists the groups in the order of the tables.
func (t *Tally) keys() []groupKey {
	return slices.SortedFunc(maps.Keys(t.groups), func(a, b groupKey) int {
		if c := strings.Compare(a.Language, b.Language); c != 0 {
			return c
		}
		return strings.Compare(a.Source, b.Source)
	})
}
