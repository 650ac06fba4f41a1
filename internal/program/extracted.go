package program

import (
	"github.com/xeval/xeval/internal/extract"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
)

// NotComparableFlag marks a verdict whose official_passed is not upstream's:
// the program is not the one that upstream would have made of the reply.
const NotComparableFlag = "official_not_comparable"

// Target is what extraction is told of a problem that opt's tests judge.
func Target(p problem.Problem, opt Options) extract.Target {
	test, _ := testOf(p, opt.Tests)
	return extract.Target{Prompt: p.Prompt, Declaration: p.Declaration, TestSetup: p.TestSetup, Test: test, EntryPoint: p.EntryPoint}
}

// AssembleExtracted makes the program that judges what was extracted from a
// reply. Of extraction "official" it makes what Assemble does. With "none" all
// of a reply is code, so that Python's helpers behind the function stay, and
// so does prose, a syntax error; what upstream would judge is then another
// text, which the flag says. Under "auto" every verdict has the flag.
func AssembleExtracted(p problem.Problem, l *lang.Language, e extract.Extracted, opt Options) Program {
	official := Assemble(p, l, e.Code, opt)
	if e.Mode == extract.Official {
		return official
	}
	if e.Whole {
		p.Prompt, p.Declaration, p.Import = e.Prompt, "", ""
	}
	out := assemble(p, l, e.Code, lang.Uncut, opt)
	if e.Mode == extract.None && sameFiles(out.Files, official.Files) {
		return official
	}
	out.Flags = append(out.Flags, NotComparableFlag)
	return out
}
