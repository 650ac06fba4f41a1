package lang

import (
	"slices"
	"strings"
	"testing"
)

// splitProof reads what came back on the proof descriptor, as package judge
// does.
func splitProof(proof, secret string) (ended bool, note string) {
	lines := strings.FieldsFunc(proof, func(r rune) bool { return r == '\n' })
	i := slices.Index(lines, secret)
	if i >= 0 {
		lines = slices.Concat(lines[i+1:], lines[:i])
	}
	return i >= 0, strings.Join(lines, "\n")
}

// benchOf is a bench for programs that need no more than the named tool, which
// is the language's first.
func benchOf(t *testing.T, name string) *bench {
	t.Helper()
	l := *mustLookup(t, name)
	full := l.Plan
	l.Tools = l.Tools[:1]
	l.Plan = func(p Parts, opt Options) Plan {
		plan := full(p, opt)
		for i := range plan.Build {
			plan.Build[i].Args = withoutCrates(plan.Build[i].Args)
		}
		return plan
	}
	b := newBench(t, name)
	b.lang = &l
	return b
}

// withoutCrates drops what names prepared libraries.
func withoutCrates(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		if args[i] == "--extern" || args[i] == "-L" {
			i++
			continue
		}
		out = append(out, args[i])
	}
	return out
}

// A realCase is a program and how it must be read.
type realCase struct {
	name, code     string
	outcome, class string
	message        string // a part of it
	flag           string // the only one
	official       bool
	result         string // a part of upstream's text
}

func (c realCase) check(t *testing.T, l *Language, e Evidence) {
	t.Helper()
	f := l.Classify(e)
	if f.Outcome != c.outcome || f.Class != c.class || !strings.Contains(f.Message, c.message) || strings.Contains(f.Message, "\n") {
		t.Errorf("got %+v, want %s, %s, %q", f, c.outcome, c.class, c.message)
	}
	if strings.Join(f.Flags, ",") != c.flag {
		t.Errorf("flags %q, want %q", f.Flags, c.flag)
	}
	passed, result := l.Official(e)
	if passed != c.official || !strings.Contains(result, c.result) {
		t.Errorf("upstream: %v, %q; want %v, %q", passed, result, c.official, c.result)
	}
	if t.Failed() {
		t.Logf("evidence: %+v", e)
	}
}
