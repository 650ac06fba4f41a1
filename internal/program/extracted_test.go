package program

import (
	"slices"
	"testing"

	"github.com/xeval/xeval/internal/extract"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
)

// extractedCase is a program of an extracted reply, by its source's text.
type extractedCase struct {
	name     string
	e        extract.Extracted
	text     string
	flagged  bool
	official bool // upstream's program differs, and is judged too
}

func TestAssembleExtracted(t *testing.T) {
	l := glue()
	l.AssembleOfficial = func(p lang.Parts) []lang.File {
		f := l.Assemble(p)
		f[0].Text += " upstream's"
		return f
	}
	p := problem.Problem{Prompt: "prompt ", Declaration: "declared ", Import: "imported ", Test: "test"}
	for _, c := range []extractedCase{
		{"official", extract.Extracted{Mode: extract.Official, Code: "c"}, "prompt c\ntest", false, true},
		{"none", extract.Extracted{Mode: extract.None, Code: "c"}, "prompt c\ntest", false, true},
		{"auto", extract.Extracted{Mode: extract.Auto, Code: "c"}, "prompt c\ntest", true, false},
		{"whole", extract.Extracted{Mode: extract.Auto, Code: "c", Whole: true, Prompt: "head "}, "head c\ntest", true, false},
		{"whole without a head", extract.Extracted{Mode: extract.Auto, Code: "c", Whole: true}, "c\ntest", true, false},
	} {
		got := AssembleExtracted(p, l, c.e, Defaults(l))
		flagged := slices.Contains(got.Flags, NotComparableFlag)
		if got.Files[0].Text != c.text || flagged != c.flagged || (got.Official != nil) != c.official {
			t.Errorf("%s: %q, flags %v, official %v", c.name, got.Files[0].Text, got.Flags, got.Official != nil)
		}
	}
	if got := AssembleExtracted(p, l, extract.Extracted{Mode: extract.Auto, Code: " \n", Whole: true, Prompt: "x"}, Defaults(l)); !got.NoCode {
		t.Error("no code is no code, whatever stands in front")
	}
}

// TestUncutPython: only upstream's rules cut the code at the first line that is
// not indented; where there is none to cut, "none" makes upstream's program.
func TestUncutPython(t *testing.T) {
	l, err := lang.Lookup("python")
	if err != nil {
		t.Fatal(err)
	}
	p := problem.Problem{TaskID: "Python/0", Prompt: "def f():\n    \"\"\"Two.\"\"\"\n", Test: "assert f() == 2\n"}
	for code, same := range map[string]bool{"    return 2\n": true, "    return g()\n\ndef g():\n    return 2\n": false} {
		official := AssembleExtracted(p, l, extract.Extracted{Mode: extract.Official, Code: code}, Defaults(l))
		none := AssembleExtracted(p, l, extract.Extracted{Mode: extract.None, Code: code}, Defaults(l))
		auto := AssembleExtracted(p, l, extract.Extracted{Mode: extract.Auto, Code: code}, Defaults(l))
		if (official.Files[0] == none.Files[0]) != same || none.Files[0] != auto.Files[0] {
			t.Errorf("%q:\n%s\n%s\n%s", code, official.Files[0].Text, none.Files[0].Text, auto.Files[0].Text)
		}
		if slices.Contains(none.Flags, NotComparableFlag) == same || !slices.Contains(auto.Flags, NotComparableFlag) {
			t.Errorf("%q: flags %v, %v", code, none.Flags, auto.Flags)
		}
	}
}

func TestTarget(t *testing.T) {
	p := problem.Problem{Prompt: "p", Declaration: "d", TestSetup: "s", Test: "hidden", ExampleTest: "shown", EntryPoint: "f"}
	opt := Options{Tests: Example}
	if got := Target(p, opt); got != (extract.Target{Prompt: "p", Declaration: "d", TestSetup: "s", Test: "shown", EntryPoint: "f"}) {
		t.Errorf("%+v", got)
	}
}
