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

var (
	cppPrefix    = regexp.MustCompile(`^(?:u8|u|U|L)?(R?)(["'])`)
	cppRawString = regexp.MustCompile(`^R"([^ ()\\\t\n]{0,16})\(`)
)

func cppLiteral(s string, before Token) int {
	m := cppPrefix.FindStringSubmatch(s)
	if m == nil {
		return 0
	}
	prefix := len(m[0]) - len(m[1]) - 1
	switch rest := s[prefix:]; {
	case m[1] != "":
		raw := cppRawString.FindStringSubmatch(rest)
		if raw == nil {
			return 0
		}
		if n := strings.Index(rest, ")"+raw[1]+`"`); n >= 0 {
			return prefix + n + len(raw[1]) + 2
		}
		return -len(s)
	case m[2] == "'":
		if n := character(rest); n > 0 {
			return prefix + n
		}
		return 0
	default:
		if n := delimited(rest, `"`, false); n < 0 {
			return n - prefix
		} else {
			return prefix + n
		}
	}
}

// cppStatements start what is not declared at a program's outermost level.
var cppStatements = []string{
	"if", "for", "while", "switch", "return", "else", "do", "catch", "case", "default", "delete", "throw",
	"try", "new", "goto", "break", "continue", "public", "private", "protected", "operator",
}

func cppItem(x *Lexis, text string, at int) (Item, bool) {
	if text[at] == '#' {
		return cppDirective(text, at)
	}
	h, ok := x.readHead(text, at)
	if !ok || len(h.words) == 0 || h.words[0].Kind != Word || h.is(0, cppStatements...) {
		return Item{}, false
	}
	if h.is(0, "template") {
		h.words = cppBehindTemplate(h.words)
	}
	if h.is(0, "using", "typedef", "namespace", "extern", "static_assert") {
		return h.item(Setting, at), h.closed && len(h.words) < 40
	}
	paren := h.find("(")
	switch {
	case h.is(0, "struct", "class", "enum", "union") && paren < 0:
		name := 1
		if h.is(1, "class", "struct") {
			name = 2
		}
		if !h.isName(name) {
			return Item{}, false
		}
		return x.semicolon(text, h.item(Class, at, h.words[name].Text)), true
	case paren > 0:
		return cppCallable(x, text, h, paren, at)
	}
	return cppVariable(x, text, h, at)
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

// cppBehindTemplate leaves out template<...>.
func cppBehindTemplate(words []Token) []Token {
	depth := 0
	for i, t := range words[1:] {
		switch t.Text {
		case "<":
			depth++
		case ">":
			if depth--; depth == 0 {
				return words[i+2:]
			}
		}
	}
	return nil
}

// cppAfterParameters may stand between the parameters of a function and its
// body or the end of its declaration.
var cppAfterParameters = []string{"const", "noexcept", "override", "final", "=", "default", "delete", "0", "&", "-", ">"}

// cppCallable is a function, its declaration, or a variable made by a
// constructor: all have a type, a name and a parenthesis.
func cppCallable(x *Lexis, text string, h head, paren, at int) (Item, bool) {
	if eq := h.find("="); eq >= 0 && eq < paren {
		return cppVariable(x, text, h, at)
	}
	if slices.ContainsFunc(h.words[:paren], func(t Token) bool { return t.Is("operator") }) {
		return h.item(Setting, at), h.closed
	}
	if paren < 2 || !h.isName(paren-1) || !cppTypeWords(h.words[:paren-1]) {
		return Item{}, false
	}
	name := h.words[paren-1].Text
	after := h.words[min(h.closes(paren)+1, len(h.words)):]
	arrow := len(after) > 1 && after[0].Is("-")
	for _, t := range after {
		if !arrow && !slices.Contains(cppAfterParameters, t.Text) {
			return Item{}, false
		}
	}
	if !h.body {
		return h.item(Value, at, name), true
	}
	kind := Function
	if name == "main" {
		kind = Discarded
	}
	it := h.item(kind, at, name)
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
func cppVariable(x *Lexis, text string, h head, at int) (Item, bool) {
	eq := h.find("=")
	if eq == 0 {
		return Item{}, false
	}
	declared := h
	if eq > 0 {
		declared.words = h.words[:eq]
	}
	var names []string
	for i := 1; i < len(declared.words); i++ {
		last := i+1 == len(declared.words) || declared.is(i+1, ",", "[", "{")
		if declared.isName(i) && last {
			names = append(names, declared.words[i].Text)
		}
	}
	if len(names) == 0 || !cppTypeWords(cppWithoutIndex(declared)) {
		return Item{}, false
	}
	kind := Value
	if h.is(eq+1, "[") && eq > 0 {
		kind = Function
	}
	it := h.item(kind, at, names...)
	it.Inner = Span{}
	if h.body { // int x{3};
		it = x.semicolon(text, it)
	}
	return it, true
}

// cppWithoutIndex leaves out what stands between brackets.
func cppWithoutIndex(h head) []Token {
	if i := h.find("["); i >= 0 {
		return h.words[:i]
	}
	return h.words
}
