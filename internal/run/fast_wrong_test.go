package run

import (
	"slices"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/judge"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
)

// These tests break the fast ways on purpose, so that a language's first
// program does not show it: differences must tell. They would not be worth much
// if it told of whole ones, which TestSameVerdicts has.

// TestMixedUpProgramsAreFound: a fast way that judges another program than it
// was given, as one that crosses the wires of a batch, of a compiler that stays
// or of a warm interpreter.
func TestMixedUpProgramsAreFound(t *testing.T) {
	for _, l := range lang.All() {
		if l.Fast == nil {
			t.Logf("%s has the plain way alone", l.Title)
			continue
		}
		t.Run(l.Name, func(t *testing.T) {
			p := firstProblem(t, l)
			empty, ok := stub(p, l)
			if !ok {
				t.Fatalf("%s has no stub", p.TaskID)
			}
			right, wrong := jobOf(p, l, 0, p.CanonicalSolution), jobOf(p, l, 1, empty)
			breakFast(t, l, mixedUp(l.Fast, right.Program.Files, wrong.Program.Files))
			found, counts := differences(t, l, []judge.Job{right, wrong}, 1)
			if len(found) != 2 || counts.Fast < 2 {
				t.Errorf("found %d of 2 differences: %q; %+v", len(found), found, counts)
			}
			t.Logf("%.200q", found)
		})
	}
}

// mixedUp is a fast way that takes one for the other.
func mixedUp(whole *lang.Fast, one, other []lang.File) *lang.Fast {
	one, other = slices.Clone(one), slices.Clone(other)
	swap := func(files []lang.File) {
		switch {
		case slices.Equal(files, one):
			copy(files, other)
		case slices.Equal(files, other):
			copy(files, one)
		}
	}
	broken := *whole
	if whole.Plan != nil {
		broken.Plan = func(files []lang.File, plain lang.Plan, has func(string) bool) (lang.Plan, bool) {
			swap(files) // in place: they are built and run
			return whole.Plan(files, plain, has)
		}
	}
	if whole.Batch != nil {
		batch := *whole.Batch
		batch.Member = func(files []lang.File, plain lang.Plan) (lang.Member, bool) {
			files = slices.Clone(files)
			swap(files)
			return whole.Batch.Member(files, plain)
		}
		broken.Batch = &batch
	}
	return &broken
}

// faulty are mistakes that might be made in a fast way, and code before a right
// answer, or in its place, that they make end otherwise.
var faulty = map[string]struct {
	mistake string
	make    func(*lang.Fast)
	head    string // before the right answer; "": the stub in its place
}{
	"python": {mistake: "the warm interpreter leaves assertions out", make: func(f *lang.Fast) {
		changePlan(f, func(p *lang.Plan) { p.Run.Warm.Start = append([]string{"-O"}, p.Run.Warm.Start...) })
	}},
	"cpp": {mistake: "another language level", make: func(f *lang.Fast) {
		changePlan(f, func(p *lang.Plan) {
			for i, arg := range p.Build[0].Args {
				p.Build[0].Args[i] = strings.ReplaceAll(arg, "c++11", "c++17")
			}
		})
	}, head: "    std::string_view later;\n"},
	"java": {mistake: "assertions are on", make: func(f *lang.Fast) {
		changePlan(f, func(p *lang.Plan) { p.Run.Args = append([]string{"-ea"}, p.Run.Args...) })
	}, head: "        assert false;\n"},
	"go": {mistake: "the level's GODEBUG is forgotten", make: func(f *lang.Fast) {
		whole, batch := f.Batch.Member, *f.Batch
		batch.Member = func(files []lang.File, plain lang.Plan) (lang.Member, bool) {
			m, ok := whole(files, plain)
			m.Run.Env = append(slices.Clone(m.Run.Env), "GODEBUG=panicnil=0")
			return m, ok
		}
		f.Batch = &batch
	}, head: "\tfunc() {\n\t\tdefer func() {\n\t\t\tif recover() != nil {\n\t\t\t\tpanic(1)\n\t\t\t}\n\t\t}()\n\t\tpanic(nil)\n\t}()\n"},
	"rust": {mistake: "overflows are not checked", make: func(f *lang.Fast) {
		changePlan(f, func(p *lang.Plan) {
			p.Build[0].Args = append([]string{"-C", "overflow-checks=off"}, p.Build[0].Args...)
		})
	}, head: "    let mut full: u8 = 255;\n    for _ in 0..3 { full += 1; }\n"},
}

// changePlan makes a fast way's plans wrong.
func changePlan(f *lang.Fast, change func(*lang.Plan)) {
	whole := f.Plan
	f.Plan = func(files []lang.File, plain lang.Plan, has func(string) bool) (lang.Plan, bool) {
		p, ok := whole(files, plain, has)
		if ok {
			p.Build = slices.Clone(p.Build)
			for i := range p.Build {
				p.Build[i].Args = slices.Clone(p.Build[i].Args)
			}
			change(&p)
		}
		return p, ok
	}
}

// TestFaultyFastWaysAreFound: of each language's, a mistake that might be made.
func TestFaultyFastWaysAreFound(t *testing.T) {
	for _, l := range lang.All() {
		if l.Fast == nil {
			t.Logf("%s has the plain way alone", l.Title)
			continue
		}
		t.Run(l.Name, func(t *testing.T) {
			fault, ok := faulty[l.Name]
			if !ok {
				t.Fatalf("%s has a fast way: add a mistake that might be made in it to faulty", l.Title)
			}
			p := firstProblem(t, l)
			code := fault.head + p.CanonicalSolution
			if fault.head == "" {
				if code, ok = stub(p, l); !ok {
					t.Fatalf("%s has no stub", p.TaskID)
				}
			}
			jobs := []judge.Job{jobOf(p, l, 0, p.CanonicalSolution), jobOf(p, l, 1, code)}
			broken := *l.Fast
			fault.make(&broken)
			breakFast(t, l, &broken)
			found, counts := differences(t, l, jobs, 1)
			if len(found) != 1 || !strings.HasPrefix(found[0], name(jobs[1])) {
				t.Errorf("%s: found %q; %+v", fault.mistake, found, counts)
			}
			t.Logf("%s: %.200q", fault.mistake, found)
		})
	}
}

func firstProblem(t *testing.T, l *lang.Language) problem.Problem {
	t.Helper()
	p, ok := demoSet(t).Lookup(l.IDPrefix + "/0")
	if !ok {
		t.Fatalf("the suite has no %s/0", l.IDPrefix)
	}
	return p
}

func jobOf(p problem.Problem, l *lang.Language, index int, code string) judge.Job {
	return judge.Job{Sample: judge.Meta{TaskID: p.TaskID, Index: index}, Program: program.Assemble(p, l, code, program.Defaults(l))}
}

// breakFast puts a broken fast way in place until the test ends.
func breakFast(t *testing.T, l *lang.Language, broken *lang.Fast) {
	whole := l.Fast
	t.Cleanup(func() { l.Fast = whole })
	l.Fast = broken
}
