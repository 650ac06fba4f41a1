package run

import (
	"fmt"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/judge"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/program"
)

// doubling is a text of the compiler's own making, of a gigabyte.
func doubling(first, next string) string {
	var b strings.Builder
	b.WriteString(first)
	for i := range 26 {
		fmt.Fprintf(&b, next, i+1, i, i)
	}
	return b.String()
}

// TestCompilersDieAlone puts a program that bloats its compiler between others:
// they are judged as if it were not there, and most of them by the fast way.
func TestCompilersDieAlone(t *testing.T) {
	bombs := map[string]string{
		"java": "\nclass Bomb {\n" + doubling("static final String s0 = \"0123456789abcdef\";\n", "static final String s%d = s%d + s%d;\n") + "}\n",
		"go":   "\n" + doubling("const s0 = \"0123456789abcdef\"\n", "const s%d = s%d + s%d\n"),
	}
	for name, bomb := range bombs {
		t.Run(name, func(t *testing.T) {
			l, err := lang.Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			p, ok := demoSet(t).Lookup(l.IDPrefix + "/0")
			if !ok {
				t.Fatalf("the suite has no %s/0", l.IDPrefix)
			}
			const armed = 3
			var jobs []judge.Job
			for i := range 8 {
				code := fmt.Sprintf("%s\n// %d\n", p.CanonicalSolution, i)
				if i == armed {
					code += bomb
				}
				made := program.Assemble(p, l, code, program.Defaults(l))
				jobs = append(jobs, judge.Job{Sample: judge.Meta{TaskID: p.TaskID, Index: i}, Program: made})
			}
			got, counts := judgeAll(t, l, jobs, false)
			for i, v := range got {
				if i != armed && !v.Passed {
					t.Errorf("%d, a neighbour, ended as %s: %s", i, v.Outcome, v.Message)
				}
			}
			if got[armed].Passed || counts.Again == 0 || counts.Fast < len(jobs)-2 {
				t.Errorf("%+v of %d programs; the bomb ended as %s", counts, len(jobs), got[armed].Outcome)
			}
			t.Logf("the bomb itself: %s, %s; %+v", got[armed].Outcome, got[armed].Message, counts)
		})
	}
}

// TestBrokenFastWayIsLeft: where the fast way comes to wrong verdicts, which a
// language's first program shows, the plain one judges.
func TestBrokenFastWayIsLeft(t *testing.T) {
	l, err := lang.Lookup("rust")
	if err != nil {
		t.Fatal(err)
	}
	whole := l.Fast
	defer func() { l.Fast = whole }()
	l.Fast = &lang.Fast{Plan: func(_ []lang.File, plain lang.Plan, _ func(string) bool) (lang.Plan, bool) {
		plain.Run.Args = []string{"--list"} // the tests do not run
		return plain, true
	}}
	jobs := suiteJobs(t, l)[:2]
	got, counts := judgeAll(t, l, jobs, false)
	want, _ := judgeAll(t, l, jobs, true)
	for i := range jobs {
		if told(got[i]) != told(want[i]) {
			t.Errorf("%s: %s, plain %s", name(jobs[i]), told(got[i]), told(want[i]))
		}
	}
	if counts.Fast != 1 { // the first program alone
		t.Errorf("%+v", counts)
	}
}
