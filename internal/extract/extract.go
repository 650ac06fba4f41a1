// Package extract cuts the code out of a model's reply: of a chat reply with
// prose, reasoning and blocks of code, or of a raw continuation that goes on
// too long. It decides by what the language's own texts look like (see
// lang.Syntax) and says which rule it applied. It invents nothing: what it
// gives back are lines of the reply and of the problem, moved to the right
// perhaps, and the closing braces of what the problem opened. Where it finds
// nothing it hands the reply on as it is.
//
// docs/extraction.md lists the rules in their order.
package extract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/xeval/xeval/internal/lang"
)

// A Mode is how much of a reply is taken for code.
type Mode string

// The modes. Official: what upstream's assembly rules make of the reply, with
// Python's cut. None: the whole reply is code, Python's too. Auto: this
// package's rules.
const (
	Official Mode = "official"
	None     Mode = "none"
	Auto     Mode = "auto"
)

// ParseMode reads the value of a flag or field.
func ParseMode(text string) (Mode, error) {
	if m := Mode(text); slices.Contains([]Mode{Official, None, Auto}, m) {
		return m, nil
	}
	return "", fmt.Errorf("unknown extraction %q (have official, none, auto)", text)
}

// A Target is the problem that a reply answers.
type Target struct {
	Prompt      string
	Declaration string
	TestSetup   string // Go: stands in front of everything
	Test        string
	EntryPoint  string // the function asked for; "": found in the prompt
}

// An Extracted is the code of a reply.
type Extracted struct {
	Code string
	// Whole: Code has the function's head too. Then Prompt, which may be empty,
	// stands in front instead of the problem's own: imports and helpers.
	Whole  bool
	Prompt string
	Mode   Mode
	Rule   string   // what was done, such as "fence+function_in_full"
	Notes  []string // details for a person: what was left out
}

// Unchanged is the rule of a reply in which nothing was found.
const Unchanged = "unchanged"

// Extract cuts the code out of a reply as m says. Official and None hand it on
// as it is: they differ in the program that is made of it.
func (m Mode) Extract(l *lang.Language, t Target, reply string) Extracted {
	if m != Auto {
		return Extracted{Code: reply, Mode: m, Rule: string(m)}
	}
	return Extract(l, t, reply)
}

// Extract is Auto's.
func Extract(l *lang.Language, t Target, reply string) Extracted {
	x := &extraction{syntax: l.Syntax, target: t, opening: readOpening(l, t)}
	if !l.Syntax.Indented {
		_, x.leftOpen = l.Syntax.Depth(t.Test)
	}
	text, dropped := dropReasoning(reply)
	out, ok := x.choose(l, split(text))
	if !ok || strings.TrimSpace(out.Code) == "" {
		out = Extracted{Code: reply, Rule: Unchanged}
		dropped = false
	}
	if dropped {
		out.Rule = "reasoning_dropped+" + out.Rule
	}
	out.Mode = Auto
	return out
}

// extraction is one call of Extract on its way.
type extraction struct {
	syntax   *lang.Syntax
	target   Target
	opening  opening
	leftOpen int    // braces that the tests close, for MultiPL-E's do
	wrapper  string // the reply's class around the function asked for
	notes    []string
}

// rule joins the names of what was done.
func rule(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "+")
}
