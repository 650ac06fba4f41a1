package extract

import (
	"slices"
	"strings"

	"github.com/xeval/xeval/internal/lang"
)

// A candidate is a segment that has the function asked for.
type candidate struct {
	segment int
	start   int  // where its first definition starts, or the class around it
	at      int  // index of the definition chosen among members, or items
	closed  bool // that definition has its end
	sound   bool // and nothing wrong that we can tell
	items   []lang.Item
	members []lang.Item // of the class that the function stands in
	wrapper *lang.Item  // that class
}

// choose tries the rules in their order.
func (x *extraction) choose(l *lang.Language, segments []segment) (Extracted, bool) {
	var found []candidate
	for i, s := range segments {
		if c, ok := x.find(s, i); ok {
			found = append(found, c)
		}
	}
	if out, ok := x.continued(segments, found); ok {
		return out, true
	}
	if c, ok := best(l, segments, found); ok {
		return x.whole(l, segments, c), true
	}
	return x.fencedBody(l, segments)
}

// find looks for the function asked for in a text, in classes too.
func (x *extraction) find(s segment, number int) (candidate, bool) {
	c := candidate{segment: number, items: scan(x.syntax, s.text, 0, len(s.text))}
	if x.opening.entry == "" {
		return c, false
	}
	if at := x.definitions(c.items); len(at) > 0 {
		c.start = c.items[at[0]].Start
		c.choose(at, c.items, !s.fenced && x.startsWithItem(s.text, c.items[0]))
		c.unclosedWrapper()
		return c, true
	}
	for i, it := range c.items {
		if members, ok := x.within(s.text, it, 3); ok {
			c.wrapper, c.members, c.start = &c.items[i], members, it.Start
			c.choose(x.definitions(members), members, false)
		}
	}
	return c, c.wrapper != nil
}

// choose takes one of several definitions: the last that has its end. Where
// the text starts with code at once it is no chat but a continuation, in which
// the answer comes first and the model then goes on.
func (c *candidate) choose(at []int, items []lang.Item, first bool) {
	rank := func(it lang.Item) int {
		switch {
		case !it.Closed:
			return 0
		case it.Faulty:
			return 1
		}
		return 2
	}
	c.at = at[0]
	for _, i := range at[1:] {
		if r, best := rank(items[i]), rank(items[c.at]); r > best || r == best && !first {
			c.at = i
		}
	}
	c.closed = items[c.at].Closed
	c.sound = c.closed && !items[c.at].Faulty
}

func (x *extraction) startsWithItem(text string, it lang.Item) bool {
	for t := range x.syntax.Tokens(text, 0) {
		if t.Kind != lang.Comment {
			return t.Start == it.Start
		}
	}
	return false
}

// definitions are the indices of the items that are the function asked for.
func (x *extraction) definitions(items []lang.Item) []int {
	var at []int
	for i, it := range items {
		if it.Kind == lang.Function && slices.Contains(it.Names, x.opening.entry) {
			at = append(at, i)
		}
	}
	return at
}

// within looks into a class, and into classes in it. What is in one without an
// end was read as if it stood outside.
func (x *extraction) within(text string, it lang.Item, depth int) ([]lang.Item, bool) {
	if !it.Closed || it.Inner.Start == 0 || it.Kind != lang.Class && it.Kind != lang.Extension || depth == 0 {
		return nil, false
	}
	members := scan(x.syntax, text, it.Inner.Start, it.Inner.End)
	if len(x.definitions(members)) > 0 {
		return members, true
	}
	for _, m := range members {
		if inner, ok := x.within(text, m, depth-1); ok {
			return inner, true
		}
	}
	return nil, false
}

// unclosedWrapper finds the class without an end that a definition stands in:
// its members were read as if they stood outside.
func (c *candidate) unclosedWrapper() {
	for i, it := range c.items[:c.at] {
		if it.Kind == lang.Class && !it.Closed && it.Inner.Start > 0 {
			c.wrapper, c.members = &c.items[i], c.items[i+1:]
			c.at -= i + 1
			c.items = c.items[:i+1]
			return
		}
	}
}

// best is the candidate to take: one with its end before one without, one in a
// block of the language, or of no language, before one in a block that claims
// another, one in a block before one in prose, and of equals the last.
func best(l *lang.Language, segments []segment, found []candidate) (candidate, bool) {
	rank := func(c candidate) int {
		r := 0
		if c.closed {
			r += 4
		}
		if c.sound {
			r += 4
		}
		if s := segments[c.segment]; s.fenced {
			r++
			if !foreign(l, s.tag) {
				r++
			}
		}
		return r
	}
	at := -1
	for i := range found {
		if at < 0 || rank(found[i]) >= rank(found[at]) {
			at = i
		}
	}
	if at < 0 {
		return candidate{}, false
	}
	return found[at], true
}

// foreign says whether a tag names another language that we know.
func foreign(l *lang.Language, tag string) bool {
	other, err := lang.Lookup(tag)
	return err == nil && other != l
}

// continued takes what stands before all fences for the rest of the function,
// when its end shows and the function is not repeated in it.
func (x *extraction) continued(segments []segment, found []candidate) (Extracted, bool) {
	text, overlap := x.withoutOverlap(segments[0].text)
	if line := firstLine(text); line == strings.TrimLeft(line, " \t") && looksLikeProse(line) {
		return Extracted{}, false
	}
	c, ok := x.syntax.Continue(x.opening.text, text, x.leftOpen)
	if !ok || !c.Closed || strings.TrimSpace(c.Code) == "" {
		return Extracted{}, false
	}
	for _, f := range found {
		if f.segment == 0 && f.start < c.Rest+len(segments[0].text)-len(text) {
			return Extracted{}, false
		}
	}
	return x.body(segments, 0, text, c, "", overlap), true
}

// fencedBody takes a block that has no function for the rest of one: one of
// the language before one of none, and the first that gives a result.
func (x *extraction) fencedBody(l *lang.Language, segments []segment) (Extracted, bool) {
	for _, tagged := range []bool{true, false} {
		for i, s := range segments {
			own, err := lang.Lookup(s.tag)
			if !s.fenced || (err == nil && own == l) != tagged || foreign(l, s.tag) || !x.givesResult(s.text) || !tagged && x.foreignText(l, s.text) {
				continue
			}
			text, overlap := x.withoutOverlap(s.text)
			c, ok := x.syntax.Continue(x.opening.text, text, x.leftOpen)
			if ok && (c.Closed || c.Repair != "" || tagged) {
				return x.body(segments, i, text, c, "fence", overlap), true
			}
		}
	}
	return Extracted{}, false
}

// foreignText says whether a text starts with a function of another language.
func (x *extraction) foreignText(l *lang.Language, text string) bool {
	t, ok := firstToken(x.syntax, text, 0)
	if !ok {
		return false
	}
	if _, own := l.Syntax.Item(text, t.Start); own {
		return false
	}
	return slices.ContainsFunc(lang.All(), func(other *lang.Language) bool {
		it, ok := other.Syntax.Item(text, t.Start)
		return other != l && ok && it.Closed && it.Kind == lang.Function
	})
}

// givesResult tells the body of a function from an example of its use, and
// from another function.
func (x *extraction) givesResult(text string) bool {
	rest := text
	for _, it := range slices.Backward(scan(x.syntax, text, 0, len(text))) {
		if it.Kind == lang.Function || it.Kind == lang.Class || it.Kind == lang.Discarded {
			rest = rest[:min(it.Start, len(rest))] + rest[min(it.End, len(rest)):]
		}
	}
	words := x.syntax.Words(rest)
	if words["return"] {
		return true
	}
	return len(words) > 0 && x.syntax.Expressions && !words[x.opening.entry]
}

func (x *extraction) isUsage(words map[string]bool) bool {
	return slices.ContainsFunc(x.syntax.Usage, func(w string) bool { return words[w] })
}
