package lang

import (
	"slices"
	"strings"
)

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
	if m := rustRawString.FindStringSubmatch(s); m != nil {
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
		return len(rustChar.FindString(s))
	}
	return 0
}

func rustItem(x *Lexis, text string, at int) (Item, bool) {
	start, attributes := rustBehindAttributes(x, text, at)
	if strings.HasPrefix(attributes, "#!") {
		return Item{Kind: Discarded, Start: at, End: start, Closed: true}, true
	}
	h := rustHead(x, text, start)
	first := 0
	for h.is(first, "pub", "unsafe", "async", "extern", "default") || h.is(first, "const") && h.is(first+1, "fn", "unsafe") {
		if first++; h.is(first, "(") { // pub(crate)
			first = h.closes(first) + 1
		}
	}
	it, ok := rustDeclaration(h, first, at)
	if strings.Contains(attributes, "test") && strings.Contains(attributes, "#") {
		it.Kind = Discarded
	}
	return it, ok
}

// rustBehindAttributes is where the item itself starts, and what stands before
// it.
func rustBehindAttributes(x *Lexis, text string, at int) (int, string) {
	start, depth := at, 0
	for t := range x.Tokens(text, at) {
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

// rustHead reads an item. A use ends with its semicolon, whatever its braces.
func rustHead(x *Lexis, text string, at int) head {
	h := head{end: len(text)}
	depth, use := 0, false
	for t := range x.Tokens(text, at) {
		if t.Kind == Comment {
			continue
		}
		if len(h.words) > mostHead && !use && !h.is(0, "const", "static", "pub") {
			return head{}
		}
		use = use || len(h.words) < 5 && t.Is("use")
		switch {
		case t.Is("{") && depth == 0 && !use && h.find("=") < 0:
			h.body, h.inner = true, Span{t.End, x.closing(text, t.End)}
			h.closed, h.end = h.inner.End < len(text), min(h.inner.End+1, len(text))
			return h
		case t.Is(";") && depth == 0:
			h.closed, h.end = true, t.End
			return h
		case t.Is("("), t.Is("["), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			depth--
		}
		if depth < 0 {
			return head{}
		}
		h.words = append(h.words, t)
	}
	return h
}

// rustDeclaration tells what an item is by its first word.
func rustDeclaration(h head, first, at int) (Item, bool) {
	if !h.isName(first) {
		return Item{}, false
	}
	named := h.isName(first + 1)
	name := ""
	if named {
		name = h.words[first+1].Text
	}
	switch h.words[first].Text {
	case "use":
		if !rustIsUse(h.words[first+1:]) {
			return Item{}, false
		}
		var names []string
		for _, l := range rustLeaves(h.words[first+1:]) {
			names = append(names, l.name)
		}
		return h.item(Import, at, names...), h.closed
	case "fn":
		kind := Function
		if name == "main" {
			kind = Discarded
		}
		return h.item(kind, at, name), named && h.is(first+2, "(", "<") && h.body
	case "struct", "enum", "union", "trait", "mod", "type":
		sound := h.body || h.is(first+2, "(", "<", "=") || h.closed && len(h.words) == first+2
		return h.item(Class, at, name), named && sound
	case "const", "static":
		if h.is(first+1, "mut") && h.isName(first+2) {
			name = h.words[first+2].Text
		}
		return h.item(Value, at, name), named && h.find(":") > 0 && h.find("=") > 0
	case "impl":
		it := h.item(Extension, at)
		for i := range h.words[first+1:] {
			if i += first + 1; h.isName(i) && !h.is(i, "for") {
				it.Names = append(it.Names, h.words[i].Text)
			}
		}
		return it, h.body
	case "macro_rules":
		if h.isName(first + 2) {
			return h.item(Function, at, h.words[first+2].Text), h.is(first+1, "!") && h.body
		}
	case "crate":
		if named {
			return h.item(Import, at, name), h.closed
		}
	}
	return Item{}, false
}

// rustIsUse tells a use declaration from a sentence: no two names in a row.
func rustIsUse(words []Token) bool {
	for i := range words[min(1, len(words)):] {
		if a, b := words[i], words[i+1]; a.Kind == Word && b.Kind == Word && !a.Is("as") && !b.Is("as") {
			return false
		}
	}
	return len(words) > 0
}

// A rustLeaf is one name that a use declaration brings in.
type rustLeaf struct {
	name, path string
	start, end int // with the comma behind it
}

// rustLeaves lists what a use declaration brings in.
func rustLeaves(words []Token) []rustLeaf {
	var leaves []rustLeaf
	prefixes, path, name, start := []string{""}, "", "", -1
	flush := func(end int) {
		if start < 0 {
			return
		}
		full := prefixes[len(prefixes)-1] + path
		if name == "self" {
			parts := strings.Split(strings.TrimSuffix(strings.TrimSuffix(full, "self"), "::"), "::")
			name = parts[len(parts)-1]
		}
		leaves = append(leaves, rustLeaf{name, full, start, end})
		path, name, start = "", "", -1
	}
	for _, t := range words {
		switch {
		case t.Is("{"):
			prefixes = append(prefixes, prefixes[len(prefixes)-1]+path)
			path, name, start = "", "", -1
		case t.Is("}"):
			flush(t.Start)
			prefixes = prefixes[:max(1, len(prefixes)-1)]
		case t.Is(","):
			flush(t.End)
		case t.Is("as"):
		default:
			if start < 0 {
				start = t.Start
			}
			if t.Kind == Word || t.Is("*") {
				name = t.Text
			}
			path += t.Text
		}
	}
	if start >= 0 {
		flush(words[len(words)-1].End)
	}
	return leaves
}

// reconcileRust takes names off the declarations: a program may not bring in,
// or define, one name twice. What the reply shares with the problem is taken
// off the reply, where they differ, the problem gives way.
func reconcileRust(i Imports) (string, []string) {
	own := map[string]string{}
	for _, name := range i.Defined {
		own[name] = ""
	}
	problems := map[string]string{}
	for _, it := range rustUses(i.Head) {
		for _, l := range it.leaves {
			problems[l.name] = l.path
		}
	}
	var kept []string
	for _, text := range i.Own {
		text = rustWithout(text, func(l rustLeaf) bool {
			path, have := own[l.name]
			if have && path == l.path || problems[l.name] == l.path {
				return true
			}
			own[l.name] = l.path
			return false
		})
		if text != "" {
			kept = append(kept, text)
		}
	}
	head := rustWithout(i.Head, func(l rustLeaf) bool { _, have := own[l.name]; return have && l.name != "*" && l.name != "_" })
	return head, kept
}

// A rustUse is one use declaration of a text.
type rustUse struct {
	start, end int
	leaves     []rustLeaf
}

func rustUses(text string) []rustUse {
	var uses []rustUse
	for at := 0; at < len(text); at = afterLine(text, at) {
		line := strings.TrimLeft(text[at:at+lineLength(text[at:])], " \t")
		if !strings.HasPrefix(line, "use ") && !strings.HasPrefix(line, "pub use ") {
			continue
		}
		h := rustHead(&rustLexis, text, at)
		first := slices.IndexFunc(h.words, func(t Token) bool { return t.Is("use") })
		if h.closed && first >= 0 && len(h.words) > first+1 {
			uses = append(uses, rustUse{at, h.end, rustLeaves(h.words[first+1:])})
			at = h.end - 1
		}
	}
	return uses
}

// rustWithout takes names off the use declarations of a text, and a
// declaration without any name left off the text.
func rustWithout(text string, drop func(rustLeaf) bool) string {
	var cuts []Span
	for _, use := range rustUses(text) {
		kept := 0
		var within []Span
		for _, l := range use.leaves {
			if drop(l) {
				within = append(within, Span{l.start, l.end})
			} else {
				kept++
			}
		}
		if kept == 0 && len(within) > 0 {
			within = []Span{{use.start, use.end}}
		}
		cuts = append(cuts, within...)
	}
	for _, c := range slices.Backward(cuts) {
		text = text[:c.Start] + text[c.End:]
	}
	return text
}
