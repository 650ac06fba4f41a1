package extract

import (
	"slices"
	"strings"

	"github.com/xeval/xeval/internal/lang"
)

// body makes the code of a reply that goes on where the problem's text ends:
// the rest of the function, and those items behind it, or in other blocks,
// that it uses.
func (x *extraction) body(segments []segment, at int, text string, c lang.Body, where, overlap string) Extracted {
	pieces := x.elsewhere(segments, at)
	behind := text[min(c.Rest, len(text)):]
	for _, it := range scan(x.syntax, behind, 0, len(behind)) {
		if it.Closed && !slices.Contains(it.Names, x.opening.entry) {
			pieces = append(pieces, piece{Item: it, source: behind})
		}
	}
	out := Extracted{Code: c.Code, Rule: rule(where, "body", overlap, c.Repair), Notes: x.notes}
	var before []piece
	kept := 0
	for _, p := range x.keep(pieces, x.syntax.Words(c.Code)) {
		kept += solid(p.text())
		if x.mayFollow(p.Item) {
			out.Code += "\n" + x.code(p)
		} else {
			before = append(before, p)
		}
	}
	if len(before) > 0 {
		out.Whole, out.Prompt = true, x.around(before)
	}
	if solid(behind) > kept {
		out.Rule = rule(out.Rule, "text_after_dropped")
	}
	out.Notes = x.notes
	return out
}

// solid counts the bytes of a text that are no white space.
func solid(text string) int { return len(strings.Join(strings.Fields(text), "")) }

// around is the problem's text with pieces of the reply before the function
// asked for.
func (x *extraction) around(pieces []piece) string {
	head, imports := x.head(pieces)
	var types, members strings.Builder
	for _, p := range pieces {
		switch {
		case p.Kind == lang.Import:
		case x.opening.class != nil && p.Kind == lang.Class:
			types.WriteString(x.code(p))
		default:
			members.WriteString(x.code(p))
		}
	}
	return x.prompt(head, imports, types.String()) + members.String() + x.opening.text[x.opening.start:]
}

// mayFollow says whether an item may stand behind the function asked for.
func (x *extraction) mayFollow(it lang.Item) bool {
	switch {
	case x.leftOpen > 0:
		return false
	case it.Kind == lang.Import:
		return x.syntax.Reconcile == nil && x.opening.class == nil
	case x.opening.class != nil:
		return it.Kind == lang.Class
	}
	return true
}

// withoutOverlap takes off the lines at the start of a text that the problem's
// text ends with: models repeat its last lines. One line alone may be chance,
// so that it goes only where the text cannot be read with it.
func (x *extraction) withoutOverlap(text string) (string, string) {
	lines := strings.SplitAfter(strings.TrimLeft(text, "\r\n"), "\n")
	problem := strings.Split(strings.TrimRight(x.opening.text, " \t\r\n"), "\n")
	for n := min(len(lines), len(problem), 60); n > 0; n-- {
		if !sameLines(lines[:n], problem[len(problem)-n:]) {
			continue
		}
		if n == 1 {
			c, ok := x.syntax.Continue(x.opening.text, text, x.leftOpen)
			if ok && c.Closed && !x.broken(c.Code) {
				return text, ""
			}
		}
		return strings.Join(lines[n:], ""), "prompt_overlap"
	}
	return text, ""
}

func sameLines(a, b []string) bool {
	for i := range a {
		if strings.TrimSpace(a[i]) != strings.TrimSpace(b[i]) {
			return false
		}
	}
	return true
}

// broken says whether a literal or comment of the text has no end.
func (x *extraction) broken(text string) bool {
	for t := range x.syntax.Tokens(text, 0) {
		if t.Broken {
			return true
		}
	}
	return false
}
