package lang

import "strings"

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
		return h.item(x, Discarded), h.stop == ";" && len(h.words) < 20
	case h.is(first, "import"):
		return javaImport(x, h)
	case first == len(h.words) && h.stop == "{": // static {
		return h.item(x, Setting), first > 0
	case h.is(first, "class", "interface", "enum") && h.isName(first+1) && h.stop == "{",
		h.is(first, "record") && h.isName(first+1) && h.is(first+2, "(", "<") && h.stop == "{":
		return h.item(x, Class, h.words[first+1].Text), true
	}
	return javaMember(x, h, first)
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
func javaImport(x *Lexis, h head) (Item, bool) {
	if len(h.words) < 2 || h.stop != ";" {
		return Item{}, false
	}
	for i, t := range h.words[1:] {
		if i > 0 && t.Kind == Word && h.words[i].Kind == Word && !h.is(i, "import", "static") {
			return Item{}, false // two names in a row
		}
	}
	return h.item(x, Import, h.words[len(h.words)-1].Text), true
}

// javaMember is a method, a constructor or a field.
func javaMember(x *Lexis, h head, first int) (Item, bool) {
	if first >= len(h.words) || h.is(first, javaStatements...) {
		return Item{}, false
	}
	paren := h.find("(")
	if paren < 0 {
		return javaField(x, h, first)
	}
	after := h.closes(paren) + 1
	isMethod := h.stop == "{" && paren > first && h.isName(paren-1) && javaIsType(h, first, paren-1) &&
		(after >= len(h.words) || h.is(after, "throws", "["))
	if !isMethod {
		return Item{}, false
	}
	name, kind := h.words[paren-1].Text, Function
	if name == "main" && first > 0 {
		kind = Discarded
	}
	it := h.item(x, kind, name)
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

// javaField is one or more variables with a type: behind the first, names and
// commas alone.
func javaField(x *Lexis, h head, first int) (Item, bool) {
	end := len(h.words)
	for h.is(end-1, "]") && h.is(end-2, "[") { // int a[]
		end -= 2
	}
	name := javaFirstName(h, first, end)
	if h.stop == "{" || name <= first || !h.isName(name) || !javaIsType(h, first, name) {
		return Item{}, false
	}
	names := []string{h.words[name].Text}
	for i := name + 2; i < end; i += 2 {
		if !h.isName(i) || !h.is(i-1, ",") {
			return Item{}, false
		}
		names = append(names, h.words[i].Text)
	}
	return h.item(x, Value, names...), true
}

// javaFirstName is the index of the first variable's name: before the first
// comma that is not between angle brackets, or the last word.
func javaFirstName(h head, first, end int) int {
	depth := 0
	for i := first; i < end; i++ {
		switch {
		case h.is(i, "<"):
			depth++
		case h.is(i, ">"):
			depth--
		case h.is(i, ",") && depth == 0:
			return i - 1
		}
	}
	return end - 1
}
