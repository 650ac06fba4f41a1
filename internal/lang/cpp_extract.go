package lang

import (
	"regexp"
	"slices"
	"strings"
)

var cppSyntax = func() *Syntax {
	s := &Syntax{
		Lexis:     Lexis{LineComment: "//", BlockComments: true, Literal: cppLiteral},
		Overloads: true, Usage: []string{"cout", "printf", "assert"},
	}
	s.Item = func(text string, at int) (Item, bool) { return cppItem(&s.Lexis, text, at) }
	s.Continue = continueBraces(s)
	return s
}()

var cppRawString = regexp.MustCompile(`^R"([^ ()\\\t\n]{0,16})\(`)

func cppLiteral(s string, before Token) int {
	prefix := 0
	switch {
	case strings.HasPrefix(s, "u8"):
		prefix = 2
	case s[0] == 'u', s[0] == 'U', s[0] == 'L':
		prefix = 1
	}
	rest := s[prefix:]
	switch {
	case strings.HasPrefix(rest, `R"`):
		return behindPrefix(prefix, cppRaw(rest))
	case strings.HasPrefix(rest, `"`):
		return behindPrefix(prefix, delimited(rest, `"`, false))
	case strings.HasPrefix(rest, "'"):
		return behindPrefix(prefix, character(rest))
	}
	return 0
}

// cppRaw is the length of a raw string, which its own mark ends.
func cppRaw(s string) int {
	raw := cppRawString.FindStringSubmatch(s[:min(len(s), 20)])
	if raw == nil {
		return 0
	}
	if n := strings.Index(s, ")"+raw[1]+`"`); n >= 0 {
		return n + len(raw[1]) + 2
	}
	return -len(s)
}

// cppStatements start what is not declared at a program's outermost level.
var cppStatements = []string{
	"if", "for", "while", "switch", "return", "else", "do", "catch", "case", "default", "delete", "throw",
	"try", "new", "goto", "break", "continue", "public", "private", "protected",
}

func cppItem(x *Lexis, text string, at int) (Item, bool) {
	if text[at] == '#' {
		return cppDirective(text, at)
	}
	h, ok := x.readHead(text, cppBehindTemplate(x, text, at))
	h.start = at
	if !ok || len(h.words) == 0 || h.words[0].Kind != Word || h.is(0, cppStatements...) {
		return Item{}, false
	}
	paren := h.find("(")
	switch {
	case h.is(0, "using", "typedef", "namespace", "extern", "static_assert"):
		return h.item(x, Setting), len(h.words) < 40
	case h.is(0, "struct", "class", "enum", "union") && paren < 0 && h.stop != "=":
		name := 1
		if h.is(1, "class", "struct") {
			name = 2
		}
		if !h.isName(name) {
			return Item{}, false
		}
		return x.semicolon(text, h.item(x, Class, h.words[name].Text)), true
	case slices.ContainsFunc(h.words, func(t Token) bool { return t.Is("operator") }):
		return h.item(x, Setting), paren > 0
	case paren > 0:
		return cppCallable(x, h, paren)
	}
	return cppVariable(x, h)
}

// cppDirective is a line for the preprocessor, with those that continue it.
func cppDirective(text string, at int) (Item, bool) {
	end := at + lineLength(text[at:])
	for end < len(text) && strings.HasSuffix(strings.TrimRight(text[at:end], " \t\r"), `\`) {
		end++
		end += lineLength(text[end:])
	}
	it := Item{Kind: Setting, Start: at, End: end, Closed: true}
	word := strings.TrimLeft(text[at+1:end], " \t")
	switch {
	case strings.HasPrefix(word, "include"):
		it.Kind, it.Names = Import, []string{"*"}
		return it, strings.ContainsAny(word, `<"`)
	case strings.HasPrefix(word, "define"), strings.HasPrefix(word, "undef"), strings.HasPrefix(word, "pragma"),
		strings.HasPrefix(word, "if"), strings.HasPrefix(word, "el"), strings.HasPrefix(word, "endif"):
		return it, text[at+1] != ' ' // "# if ..." is a heading of prose
	}
	return it, false
}

// cppBehindTemplate is where a declaration goes on behind template<...>.
func cppBehindTemplate(x *Lexis, text string, at int) int {
	if !strings.HasPrefix(text[at:], "template") {
		return at
	}
	depth, n := 0, 0
	for t := range x.Tokens(text, at) {
		switch {
		case t.Is("<"):
			depth++
		case t.Is(">") && depth == 1:
			return t.End
		case t.Is(">"):
			depth--
		}
		if n++; n > mostHead {
			break
		}
	}
	return at
}

// cppAfterParameters may stand between the parameters of a function and its
// body or the end of its declaration.
var cppAfterParameters = []string{"const", "noexcept", "override", "final", "&", "-", ">"}

// cppCallable is a function, its declaration, or a variable made by a
// constructor: all have a type, a name and a parenthesis.
func cppCallable(x *Lexis, h head, paren int) (Item, bool) {
	if paren < 2 || !h.isName(paren-1) || !cppTypeWords(h.words[:paren-1]) {
		return Item{}, false
	}
	after := h.words[min(h.closes(paren)+1, len(h.words)):]
	arrow := len(after) > 1 && after[0].Is("-")
	for _, t := range after {
		if !arrow && !slices.Contains(cppAfterParameters, t.Text) {
			return Item{}, false
		}
	}
	name := h.words[paren-1].Text
	if h.stop != "{" {
		return h.item(x, Value, name), true
	}
	kind := Function
	if name == "main" {
		kind = Discarded
	}
	it := h.item(x, kind, name)
	it.Signature = h.signature(paren)
	return it, true
}

// cppTypeWords says whether tokens can be a type: names, and what joins them.
func cppTypeWords(words []Token) bool {
	names, depth := 0, 0
	for _, t := range words {
		switch {
		case t.Is("<"):
			depth++
		case t.Is(">"):
			depth--
		case t.Kind == Word:
			if depth == 0 {
				names++
			}
		case t.Is(":"), t.Is("*"), t.Is("&"), t.Is(","), t.Is("["), t.Is("]"), t.Is("."):
		default:
			return false
		}
	}
	return names > 0 && names <= 6
}

// cppVariable is one or more variables; a lambda counts as a function.
func cppVariable(x *Lexis, h head) (Item, bool) {
	typed := h.words
	if i := h.find("["); i >= 0 {
		typed = h.words[:i]
	}
	var names []string
	for i := 1; i < len(h.words); i++ {
		if h.isName(i) && (i+1 == len(h.words) || h.is(i+1, ",", "[")) {
			names = append(names, h.words[i].Text)
		}
	}
	if len(names) == 0 || !cppTypeWords(typed) {
		return Item{}, false
	}
	kind := Value
	if h.stop == "=" && h.behind(x).Is("[") {
		kind = Function
	}
	it := h.item(x, kind, names...)
	if it.Inner = (Span{}); h.stop == "{" { // int x{3};
		it = x.semicolon(h.text, it)
	}
	return it, true
}
