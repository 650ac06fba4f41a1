package lang

import (
	"slices"
	"strings"
)

var javaSyntax = func() *Syntax {
	s := &Syntax{
		Lexis:     Lexis{LineComment: "//", BlockComments: true, Literal: javaLiteral},
		Overloads: true, Usage: []string{"System"},
		// Only the class that the file is named after may be public.
		Trim: func(item string) string { return strings.TrimPrefix(item, "public ") },
	}
	s.Item = func(text string, at int) (Item, bool) { return javaItem(&s.Lexis, text, at) }
	s.Continue = continueBraces(s)
	return s
}()

func javaLiteral(s string, before Token) int {
	switch {
	case strings.HasPrefix(s, `"""`):
		return delimited(s, `"""`, true)
	case s[0] == '"':
		return delimited(s, `"`, false)
	case s[0] == '\'':
		return character(s)
	}
	return 0
}

// javaModifiers may stand before any member.
var javaModifiers = []string{
	"public", "private", "protected", "static", "final", "abstract", "default",
	"native", "strictfp", "transient", "volatile", "synchronized", "sealed",
}

// javaStatements start what is no member.
var javaStatements = []string{
	"if", "for", "while", "switch", "return", "else", "do", "catch", "case", "throw", "try", "new",
	"break", "continue", "assert", "yield", "this", "super",
}

func javaItem(x *Lexis, text string, at int) (Item, bool) {
	h, ok := x.readHead(text, at)
	if !ok {
		return Item{}, false
	}
	h.words = javaBehindAnnotations(h)
	first := 0
	for h.is(first, javaModifiers...) {
		first++
	}
	switch {
	case h.is(first, "package"):
		return h.item(Discarded, at), h.closed && len(h.words) < 20
	case h.is(first, "import"):
		return javaImport(h, at)
	case first == len(h.words) && h.body: // static {
		return h.item(Setting, at), first > 0
	case h.is(first, "class", "interface", "enum") && h.isName(first+1) && h.body,
		h.is(first, "record") && h.isName(first+1) && h.is(first+2, "(", "<") && h.body:
		return h.item(Class, at, h.words[first+1].Text), true
	}
	return javaMember(h, first, at)
}

// javaBehindAnnotations leaves out annotations in front.
func javaBehindAnnotations(h head) []Token {
	for h.is(0, "@") && h.isName(1) && !h.is(1, "interface") {
		i := 2
		for h.is(i, ".") {
			i += 2
		}
		if h.is(i, "(") {
			i = h.closes(i) + 1
		}
		h.words = h.words[min(i, len(h.words)):]
	}
	return h.words
}

// javaImport names what is imported; "*" for a whole package.
func javaImport(h head, at int) (Item, bool) {
	if len(h.words) < 2 || !h.closed || h.body {
		return Item{}, false
	}
	for i, t := range h.words[1:] {
		if i > 0 && t.Kind == Word && h.words[i].Kind == Word && !h.is(i, "import", "static") {
			return Item{}, false // two names in a row
		}
	}
	return h.item(Import, at, h.words[len(h.words)-1].Text), true
}

// javaMember is a method, a constructor or a field.
func javaMember(h head, first, at int) (Item, bool) {
	if first >= len(h.words) || h.is(first, javaStatements...) {
		return Item{}, false
	}
	paren, eq := h.find("("), h.find("=")
	if eq > 0 && (paren < 0 || eq < paren) {
		paren = -1
	}
	if paren < 0 {
		return javaField(h, first, eq, at)
	}
	after := h.closes(paren) + 1
	isMethod := h.body && paren > first && h.isName(paren-1) && javaIsType(h, first, paren-1) &&
		(after >= len(h.words) || h.is(after, "throws", "["))
	if !isMethod {
		return Item{}, false
	}
	name, kind := h.words[paren-1].Text, Function
	if name == "main" && first > 0 {
		kind = Discarded
	}
	it := h.item(kind, at, name)
	it.Signature = h.signature(paren)
	return it, true
}

// javaIsType says whether words from i to end are a type; none are before a
// constructor, whose name starts with a capital.
func javaIsType(h head, i, end int) bool {
	if i == end {
		return strings.ToUpper(h.words[end].Text[:1]) == h.words[end].Text[:1]
	}
	joined := []string{"<", ">", ",", ".", "[", "]", "?", "&", "extends", "super"}
	names, depth := 0, 0
	for ; i < end; i++ {
		switch {
		case h.is(i, "<"):
			depth++
		case h.is(i, ">"):
			depth--
		case h.isName(i) && depth == 0 && !h.is(i-1, "."):
			names++
		case h.isName(i) || h.is(i, joined...):
		default:
			return false
		}
	}
	return names == 1 || names == 0 && depth == 0
}

// javaField is one or more variables with a type.
func javaField(h head, first, eq, at int) (Item, bool) {
	end := len(h.words)
	if eq >= 0 {
		end = eq
	}
	if h.body || end <= first+1 || !h.isName(end-1) {
		return Item{}, false
	}
	names := []string{h.words[end-1].Text}
	if comma := slices.IndexFunc(h.words[first:end], func(t Token) bool { return t.Is(",") }); comma > 0 && eq < 0 {
		for i := first + 1; i < end; i++ {
			if h.isName(i) && (i+1 == end || h.is(i+1, ",")) {
				names = append(names, h.words[i].Text)
			}
		}
	} else if !javaIsType(h, first, end-1) {
		return Item{}, false
	}
	return h.item(Value, at, names...), true
}
