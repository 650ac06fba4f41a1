package extract

import (
	"slices"
	"strings"

	"github.com/xeval/xeval/internal/lang"
)

// whole makes the code of a reply that has the function in full: what it needs
// of the reply, behind the imports and helpers of the problem.
func (x *extraction) whole(l *lang.Language, segments []segment, c candidate) Extracted {
	seg := segments[c.segment]
	if c.wrapper != nil && len(c.wrapper.Names) > 0 {
		x.wrapper = c.wrapper.Names[0]
	}
	pieces := append(x.elsewhere(segments, c.segment), x.ofCandidate(seg.text, c)...)
	kept := x.keep(pieces, map[string]bool{})
	head, imports := x.head(kept)

	var code, types strings.Builder
	// Out of its class, a function may no longer use what follows it.
	if x.leftOpen > x.opening.depth || c.wrapper != nil && x.opening.class == nil {
		kept = entryLast(kept)
	}
	for _, p := range kept {
		switch {
		case p.Kind == lang.Import:
		case x.opening.class != nil && !p.member && p.Kind == lang.Class:
			types.WriteString(x.code(p))
		default:
			code.WriteString(x.code(p))
		}
	}
	for range x.opening.depth - x.leftOpen {
		code.WriteString("}\n")
	}
	return Extracted{
		Whole: true, Prompt: x.prompt(head, imports, types.String()), Code: code.String(),
		Rule: rule(where(l, seg), x.form(c)), Notes: x.notes,
	}
}

func where(l *lang.Language, s segment) string {
	switch {
	case !s.fenced:
		return ""
	case foreign(l, s.tag):
		return "fence_of_other_tag"
	}
	return "fence"
}

// form says how the function came.
func (x *extraction) form(c candidate) string {
	switch {
	case !c.closed:
		return "function_without_end"
	case c.wrapper != nil:
		return "class_in_full"
	}
	return "function_in_full"
}

// ofCandidate are the pieces of the block that the function is in. What stands
// in the function's class takes the place of the class.
func (x *extraction) ofCandidate(text string, c candidate) []piece {
	if c.wrapper == nil {
		return x.listed(text, c.items, c.at, x.bareMember)
	}
	var out []piece
	for i, it := range c.items {
		if it.Start == c.wrapper.Start {
			out = append(out, x.listed(text, c.members, c.at, func(lang.Item) bool { return true })...)
		} else {
			out = append(out, x.listed(text, c.items[i:i+1], -1, func(lang.Item) bool { return false })...)
		}
	}
	return out
}

// bareMember says whether an item that stands in no class belongs in the
// problem's.
func (x *extraction) bareMember(it lang.Item) bool {
	return x.opening.class != nil && it.Kind != lang.Class && it.Kind != lang.Import
}

// listed makes pieces of items. Left out are those without an end, but for the
// function itself and then all that seems to be in it, and where blocks are
// told by indentation those of another column.
func (x *extraction) listed(text string, items []lang.Item, entry int, member func(lang.Item) bool) []piece {
	var out []piece
	end := 0
	for i, it := range items {
		p := piece{Item: it, source: text, entry: i == entry, member: member(it)}
		switch {
		case it.Start < end, !p.entry && !it.Closed:
			continue
		case x.syntax.Indented && entry >= 0 && column(text, it.Start) != column(text, items[entry].Start):
			continue
		case p.entry && !it.Closed:
			end = it.End
		}
		out = append(out, p)
	}
	return out
}

func column(text string, at int) int {
	return at - (strings.LastIndexByte(text[:at], '\n') + 1)
}

// entryLast moves the function behind everything else, and the members of its
// class behind all but it.
func entryLast(pieces []piece) []piece {
	rank := func(p piece) int {
		switch {
		case p.entry:
			return 2
		case p.member:
			return 1
		}
		return 0
	}
	return slices.SortedStableFunc(slices.Values(pieces), func(a, b piece) int { return rank(a) - rank(b) })
}

// code is a piece as it stands in the program: at the first column where that
// matters, without modifiers that are wrong there, and without its last brace
// when the tests have it.
func (x *extraction) code(p piece) string {
	text := p.text()
	if p.entry && x.leftOpen > x.opening.depth && p.Closed && p.Inner.End > 0 {
		text = text[:len(text)-(p.End-p.Inner.End)]
	}
	if x.syntax.Trim != nil && !p.member {
		text = x.syntax.Trim(strings.TrimLeft(text, " \t"))
	}
	if indent := column(p.source, p.Start); x.syntax.Indented && indent > 0 {
		text = x.moved(text, indent)
	}
	return strings.TrimRight(text, " \t\r\n") + "\n"
}

// moved takes white space off the lines of a text, but for those that start
// within a string.
func (x *extraction) moved(text string, by int) string {
	inside := map[int]bool{}
	for t := range x.syntax.Tokens(text, 0) {
		for i := range len(t.Text) {
			if t.Kind == lang.Literal && t.Text[i] == '\n' {
				inside[t.Start+i+1] = true
			}
		}
	}
	var out strings.Builder
	at := 0
	for line := range strings.Lines(text) {
		white := len(line) - len(strings.TrimLeft(line, " \t"))
		if inside[at] {
			white = 0
		}
		out.WriteString(line[min(by, white):])
		at += len(line)
	}
	return out.String()
}

// head is the problem's text before the function, without helpers that the
// reply has in another form, and the imports that the reply adds.
func (x *extraction) head(kept []piece) (string, []string) {
	head := x.opening.text[:x.opening.start]
	var own, defined []string
	var rest strings.Builder
	for _, p := range kept {
		if p.Kind == lang.Import {
			own = append(own, strings.TrimSpace(p.text()))
			continue
		}
		defined = append(defined, p.Names...)
		rest.WriteString(p.text() + "\n")
	}
	for _, it := range slices.Backward(x.opening.items) {
		again := slices.ContainsFunc(kept, func(p piece) bool {
			return slices.ContainsFunc(p.Names, func(n string) bool { return slices.Contains(it.Names, n) })
		})
		if again && it.Closed && (it.Kind == lang.Function || it.Kind == lang.Class) {
			head = head[:it.Start] + head[it.End:]
		}
	}
	if x.syntax.Reconcile != nil {
		return x.syntax.Reconcile(lang.Imports{Setup: x.target.TestSetup, Head: head, Own: own, Code: rest.String(), Defined: defined})
	}
	own = slices.DeleteFunc(own, func(line string) bool { return hasLine(head, line) })
	return head, own
}

func hasLine(text, line string) bool {
	for l := range strings.Lines(text) {
		if strings.TrimSpace(l) == line {
			return true
		}
	}
	return false
}

// prompt is what stands before the code: the reply's imports behind those of
// the problem, and its types before the problem's class.
func (x *extraction) prompt(head string, imports []string, types string) string {
	at, class := 0, len(head)
	for _, it := range scan(x.syntax, head, 0, len(head)) {
		switch {
		case it.Kind == lang.Import && it.Closed && it.Start < class:
			at = it.End
		case it.Kind == lang.Class && !it.Closed && class == len(head):
			class = it.Start
		}
	}
	var b strings.Builder
	b.WriteString(head[:at])
	for i, line := range imports {
		if i > 0 || at > 0 {
			b.WriteString("\n")
		}
		b.WriteString(line)
	}
	if len(imports) > 0 && at == 0 {
		b.WriteString("\n")
	}
	b.WriteString(head[at:class] + types + head[class:])
	if text := strings.TrimRight(b.String(), " \t\r\n"); text != "" {
		return text + "\n"
	}
	return ""
}
