package run

import (
	"testing"

	"github.com/xeval/xeval/internal/judge"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/verdict"
)

// TestVetRefusesOne: of programs that are vetted together the one that vet has
// something to say about fails by the plain way, and the others go on.
func TestVetRefusesOne(t *testing.T) {
	l, err := lang.Lookup("go")
	if err != nil {
		t.Fatal(err)
	}
	p, ok := demoSet(t).Lookup(l.IDPrefix + "/0")
	if !ok {
		t.Fatalf("the suite has no %s/0", l.IDPrefix)
	}
	const warned = 1
	more := []string{
		"func more1() string { return fmt.Sprintf(\"%d\", 1) }\n",
		"func more2() string { return fmt.Sprintf(\"%d\", \"a\") }\n",
		"func more3() string { return fmt.Sprintf(\"%s\", \"a\") }\n",
	}
	var jobs []judge.Job
	for i, code := range more {
		made := program.Assemble(p, l, p.CanonicalSolution+"\n"+code, program.Defaults(l))
		jobs = append(jobs, judge.Job{Sample: judge.Meta{TaskID: p.TaskID, Index: i}, Program: made})
	}
	got, counts := judgeAll(t, l, jobs, false)
	for i, v := range got {
		if i == warned && (v.Outcome != verdict.CompileError || v.ErrorClass != "vet") {
			t.Errorf("what vet warns of ended as %s, %s: %s", v.Outcome, v.ErrorClass, v.Message)
		}
		if i != warned && !v.Passed {
			t.Errorf("%d, a neighbour, ended as %s: %s", i, v.Outcome, v.Message)
		}
	}
	if counts.Again != 1 || counts.Fast < len(jobs)-1 || counts.Checks == 0 {
		t.Errorf("%+v of %d programs", counts, len(jobs))
	}
}
