package lang

import "strings"

var rustLexis = Lexis{LineComment: "//", BlockComments: true, NestedBlocks: true, Literal: rustLiteral}

var rustSyntax = func() *Syntax {
	s := &Syntax{
		Lexis:       rustLexis,
		Expressions: true,
		Reconcile:   reconcileRust,
	}
	s.Item = func(text string, at int) (Item, bool) { return rustItem(&s.Lexis, text, at) }
	s.Continue = continueBraces(s)
	return s
}()

func rustLiteral(s string, before Token) int {
	if m := rustRaw(s); m != nil {
		if end := strings.Index(s[len(m[0]):], `"`+m[1]); end >= 0 {
			return len(m[0]) + end + 1 + len(m[1])
		}
		return -len(s)
	}
	prefix := 0
	if strings.HasPrefix(s, `b"`) || strings.HasPrefix(s, "b'") {
		prefix = 1
	}
	switch s[prefix] {
	case '"':
		if n := delimited(s[prefix:], `"`, true); n > 0 {
			return prefix + n
		}
		return -len(s)
	case '\'':
		return len(rustChar.FindString(s[:min(len(s), 16)]))
	}
	return 0
}

// rustRaw is the opening of a raw string.
func rustRaw(s string) []string {
	if s[0] != 'r' && s[0] != 'b' {
		return nil
	}
	return rustRawString.FindStringSubmatch(s[:min(len(s), 64)])
}

func rustItem(x *Lexis, text string, at int) (Item, bool) {
	start, attributes := rustBehindAttributes(x, text, at)
	if strings.HasPrefix(attributes, "#!") {
		return Item{Kind: Discarded, Start: at, End: start, Closed: true}, true
	}
	h, ok := x.readHead(text, start)
	h.start = at
	first := h.rustModifiers()
	if h.is(first, "use") { // its braces are no body
		return rustUseItem(x, h, first)
	}
	if !ok && !h.is(first, "const", "static") {
		return Item{}, false
	}
	it, ok := rustDeclaration(x, h, first)
	if strings.Contains(attributes, "test") && strings.Contains(attributes, "#") {
		it.Kind = Discarded
	}
	return it, ok
}

// rustModifiers is how many words stand before the one that says what an item
// is.
func (h head) rustModifiers() int {
	first := 0
	for h.is(first, "pub", "unsafe", "async", "extern", "default") || h.is(first, "const") && h.is(first+1, "fn", "unsafe") {
		if first++; h.is(first, "(") { // pub(crate)
			first = h.closes(first) + 1
		}
	}
	return first
}

// rustBehindAttributes is where the item itself starts, and what stands before
// it.
func rustBehindAttributes(x *Lexis, text string, at int) (int, string) {
	start, depth, n := at, 0, 0
	for t := range x.Tokens(text, at) {
		if n++; n > mostHead {
			break
		}
		switch {
		case t.Is("["):
			depth++
		case t.Is("]"):
			depth--
			start = t.End
		case depth == 0 && t.Kind != Comment && !t.Is("#") && !(t.Is("!") && start == at):
			if start == at {
				return at, ""
			}
			return t.Start, text[at:start]
		}
	}
	return start, text[at:start]
}

// rustDeclaration tells what an item is by its first word.
func rustDeclaration(x *Lexis, h head, first int) (Item, bool) {
	if !h.isName(first) {
		return Item{}, false
	}
	named := h.isName(first + 1)
	name := ""
	if named {
		name = h.words[first+1].Text
	}
	switch h.words[first].Text {
	case "fn":
		kind := Function
		if name == "main" {
			kind = Discarded
		}
		return h.itemIf(x, named && h.is(first+2, "(", "<") && h.stop == "{", kind, name)
	case "struct", "enum", "union", "trait", "mod", "type":
		sound := h.stop != ";" || h.is(first+2, "(", "<") || len(h.words) == first+2
		return h.itemIf(x, named && sound, Class, name)
	case "const", "static":
		if h.is(first+1, "mut") && h.isName(first+2) {
			name = h.words[first+2].Text
		}
		return h.itemIf(x, named && h.find(":") > 0 && h.stop == "=", Value, name)
	case "impl":
		return h.itemIf(x, h.stop == "{", Extension, h.namesFrom(first+1)...)
	case "macro_rules":
		if h.isName(first + 2) {
			return h.itemIf(x, h.is(first+1, "!") && h.stop == "{", Function, h.words[first+2].Text)
		}
	case "crate":
		return h.itemIf(x, named && h.stop == ";", Import, name)
	}
	return Item{}, false
}

// itemIf is an item when the head is sound.
func (h head) itemIf(x *Lexis, sound bool, kind ItemKind, names ...string) (Item, bool) {
	if !sound {
		return Item{}, false
	}
	return h.item(x, kind, names...), true
}

// namesFrom are all names in the head from word i on.
func (h head) namesFrom(i int) []string {
	var names []string
	for ; i < len(h.words); i++ {
		if h.isName(i) && !h.is(i, "for") {
			names = append(names, h.words[i].Text)
		}
	}
	return names
}
