package program

import (
	"cmp"
	"strings"
	"time"

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

// OwnDefaults are Defaults for programs given whole.
func OwnDefaults(l *lang.Language) Options {
	opt := Defaults(l)
	opt.Lang.Level = cmp.Or(l.WholeLevel, l.DefaultLevel)
	return opt
}

// humanEvalTime is OpenAI's time limit, by the clock. Ours is of CPU time, with
// the same width to the wall guard as elsewhere but for one thing: an answer
// that sleeps ten seconds, as one of OpenAI's own examples, has to fail.
const humanEvalTime = 3 * time.Second

// Under are options for problems of a rule: what of them still is the
// language's default becomes the rule's.
func (o Options) Under(l *lang.Language, rule problem.Rule) Options {
	own, rules := Defaults(l).Lang, DefaultsFor(l, rule).Lang
	if o.Lang.Level == own.Level {
		o.Lang.Level = rules.Level
	}
	if o.Lang.Run.CPU == own.Run.CPU && o.Lang.Run.Wall == own.Run.Wall {
		o.Lang.Run.CPU, o.Lang.Run.Wall = rules.Run.CPU, rules.Run.Wall
	}
	return o
}

// DefaultsFor are the options of a language for problems of one rule.
func DefaultsFor(l *lang.Language, rule problem.Rule) Options {
	switch rule {
	case problem.RuleHumanEval:
		opt := Defaults(l)
		opt.Lang.Run.CPU, opt.Lang.Run.Wall = humanEvalTime, 3*humanEvalTime
		return opt
	case problem.RuleMultiPLE:
		return OwnDefaults(l)
	}
	return Defaults(l)
}

// partsOf are the texts of a program by the problem's rule.
func partsOf(p problem.Problem, code, test string, extent lang.Extent) lang.Parts {
	switch {
	case p.Rule != problem.RuleHumanEvalX: // both other rules join texts and add nothing
		text := code + "\n" + test
		if extent != lang.Answer {
			text = p.Prompt + text
		}
		return lang.Parts{TaskID: p.TaskID, Code: text, Extent: lang.Program}
	case extent == lang.Answer:
		return lang.Parts{TaskID: p.TaskID, TestSetup: p.TestSetup, Test: test, Code: code, Extent: extent}
	}
	return lang.Parts{
		TaskID: p.TaskID, Prompt: p.Prompt, Declaration: p.Declaration, Import: p.Import,
		TestSetup: p.TestSetup, Test: test, Code: code, Extent: extent,
	}
}
