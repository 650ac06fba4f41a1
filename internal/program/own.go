package program

import (
	"cmp"
	"strings"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
)

// AssembleWhole is Assemble for an answer that is a whole program but for the
// tests, as other harnesses store it: it takes the place of prompt and code.
// Upstream has no such program, so that official_passed is its criterion on
// ours.
func AssembleWhole(p problem.Problem, l *lang.Language, text string, opt Options) Program {
	return assemble(p, l, text, lang.Answer, opt)
}

// Own is a program given as one text, whose own main is all of its tests.
func Own(l *lang.Language, text string, opt Options) Program {
	parts := lang.Whole(text)
	out := fromFiles(l, parts, l.Assemble(parts), opt.Lang)
	out.NoCode = strings.TrimSpace(strings.ReplaceAll(text, "\x00", "")) == ""
	return out
}

// OwnDefaults are Defaults for programs given whole, and for problems whose
// rule is not HumanEval-X's.
func OwnDefaults(l *lang.Language) Options {
	opt := Defaults(l)
	opt.Lang.Level = cmp.Or(l.WholeLevel, l.DefaultLevel)
	return opt
}

// partsOf are the texts of a program by the problem's rule.
func partsOf(p problem.Problem, code, test string, extent lang.Extent) lang.Parts {
	switch {
	case p.Rule != problem.RuleHumanEvalX: // both other rules join texts and add nothing
		text := code + "\n" + test
		if extent == lang.Continuation {
			text = p.Prompt + text
		}
		return lang.Parts{TaskID: p.TaskID, Code: text, Extent: lang.Program}
	case extent == lang.Answer:
		return lang.Parts{TaskID: p.TaskID, TestSetup: p.TestSetup, Test: test, Code: code, Extent: extent}
	}
	return lang.Parts{
		TaskID: p.TaskID, Prompt: p.Prompt, Declaration: p.Declaration, Import: p.Import,
		TestSetup: p.TestSetup, Test: test, Code: code,
	}
}
