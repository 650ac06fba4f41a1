package program

import (
	"testing"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
)

// glue is a language that only joins its parts; official adds a line when the
// code says so.
func glue() *lang.Language {
	l := &lang.Language{Name: "glue"}
	l.Assemble = func(p lang.Parts) []lang.File {
		return []lang.File{{Name: "main.glue", Text: p.Prompt + p.Code + "\n" + p.Test}}
	}
	l.Plan = func(lang.Parts, lang.Options) lang.Plan { return lang.Plan{Run: lang.Step{Tool: "glue"}} }
	return l
}

func TestExampleTestsFallBackAndSaySo(t *testing.T) {
	opt := Defaults(glue())
	opt.Tests = Example
	for _, absent := range []string{"", " \n", "None"} {
		got := Assemble(problem.Problem{Prompt: "p", Test: "hidden", ExampleTest: absent}, glue(), "c", opt)
		if got.Files[0].Text != "pc\nhidden" || len(got.Flags) != 1 || got.Flags[0] != FallbackFlag {
			t.Errorf("example_test %q: %+v", absent, got)
		}
	}
	got := Assemble(problem.Problem{Prompt: "p", Test: "hidden", ExampleTest: "shown"}, glue(), "c", opt)
	if got.Files[0].Text != "pc\nshown" || got.Flags != nil {
		t.Errorf("%+v", got)
	}
}

func TestOfficialOnlyWhereItsTextDiffers(t *testing.T) {
	l := glue()
	l.AssembleOfficial = func(p lang.Parts) []lang.File {
		f := l.Assemble(p)
		if p.Code == "odd" {
			f[0].Text = "upstream's own " + f[0].Text
		}
		return f
	}
	if p := Assemble(problem.Problem{}, l, "even", Defaults(l)); p.Official != nil {
		t.Error("same text judged twice")
	}
	p := Assemble(problem.Problem{}, l, "odd", Defaults(l))
	if p.Official == nil || p.Official.Files[0].Text != "upstream's own odd\n" {
		t.Errorf("%+v", p.Official)
	}
}

func TestNoCode(t *testing.T) {
	for code, want := range map[string]bool{"": true, " \n\t\x00": true, "x": false} {
		if got := Assemble(problem.Problem{}, glue(), code, Defaults(glue())).NoCode; got != want {
			t.Errorf("%q: %v", code, got)
		}
	}
}

func TestHashIsOfWhatRuns(t *testing.T) {
	l := glue()
	base := Assemble(problem.Problem{TaskID: "G/1", Prompt: "p"}, l, "c", Defaults(l))
	renamed := Assemble(problem.Problem{TaskID: "G/2", Prompt: "p", Errata: []string{"test"}}, l, "c", Defaults(l))
	if base.Hash("t") != renamed.Hash("t") {
		t.Error("the id is not part of what runs")
	}
	other := base
	other.RunLimits.Memory++
	code := Assemble(problem.Problem{TaskID: "G/1", Prompt: "p"}, l, "d", Defaults(l))
	if base.Hash("t") == other.Hash("t") || base.Hash("t") == code.Hash("t") || base.Hash("t") == base.Hash("u") {
		t.Error("limits, code and toolchain are part of what runs")
	}
}
