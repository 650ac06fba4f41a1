package lang

import (
	"regexp"
	"slices"
	"strings"
)

func javascriptLexis() *Lexis {
	return &Lexis{LineComment: "//", BlockComments: true, Literal: javascriptLiteral}
}

var javascriptSyntax = func() *Syntax {
	s := &Syntax{
		Lexis: *javascriptLexis(),
		Usage: []string{"console", "alert", "prompt", "process", "assert"},
		// Programs are no modules.
		Trim: func(item string) string {
			return strings.TrimPrefix(strings.TrimPrefix(item, "export "), "default ")
		},
	}
	s.Item = func(text string, at int) (Item, bool) { return javascriptItem(&s.Lexis, text, at) }
	s.Continue = continueBraces(s)
	return s
}()

func javascriptLiteral(s string, before Token) int {
	switch s[0] {
	case '"', '\'':
		if s[0] == '\'' && before.Kind == Word && before.Text != "return" && !strings.ContainsRune(some(s)[1:], '\'') {
			return 0 // an apostrophe
		}
		return delimited(s, s[:1], false)
	case '`':
		return javascriptTemplate(s)
	case '/':
		if javascriptValueBefore(before) {
			return 0
		}
		return regularExpression(s)
	}
	return 0
}

// javascriptTemplate is the length of a template, which may hold expressions
// that hold templates.
func javascriptTemplate(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '`':
			return i + 1
		case s[i] == '$' && i+1 < len(s) && s[i+1] == '{':
			end := javascriptLexis().closing(s, i+2)
			if end == len(s) {
				return -len(s)
			}
			i = end
		}
	}
	return -len(s)
}

// javascriptValueBefore says whether a value may have ended there, so that a
// slash divides.
func javascriptValueBefore(t Token) bool {
	switch t.Kind {
	case Word:
		return !slices.Contains([]string{"return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do"}, t.Text)
	case Literal:
		return true
	case Mark:
		return t.Is(")") || t.Is("]") || t.Is("}")
	}
	return false
}

// regularExpression is the length of /.../ with its flags, 0 when the line
// ends first.
func regularExpression(s string) int {
	class := false
	for i := 1; i < len(s) && s[i] != '\n'; i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '[':
			class = true
		case s[i] == ']':
			class = false
		case s[i] == '/' && !class:
			return i + 1 + wordLength(s[i+1:])
		}
	}
	return 0
}

var (
	javascriptStart = regexp.MustCompile(`^(?:export\s+)?(?:default\s+)?(?:(?:const|let|var)\s+[\w$\[{]|(?:async\s+)?function\b\s*\*?\s*[\w$]+\s*\(|class\s+[\w$]+[^\n;]*\{|import\s[^\n]*['"])`)
	javascriptSets  = regexp.MustCompile(`^([\w$]+)((?:\.[\w$]+|\[[^\]\n]*\])*)\s*=(?:[^=>]|$)`)
)

func javascriptItem(x *Lexis, text string, at int) (Item, bool) {
	line := some(text[at:])
	if javascriptStart.MatchString(line) {
		return javascriptDeclaration(x, text, at)
	}
	m := javascriptSets.FindStringSubmatch(line)
	if m == nil {
		return Item{}, false
	}
	words, it := x.javascriptStatement(text, at)
	it.Kind, it.Names = Value, strings.FieldsFunc(m[1]+m[2], func(r rune) bool { return !isWordByte(byte(r)) && r < 0x80 })
	if m[1] == "module" || m[1] == "exports" {
		it.Kind = Discarded
	}
	if m[2] == "" && javascriptIsFunction(words[min(2, len(words)):]) {
		it.Kind = Function
	}
	return it, true
}

// javascriptDeclaration reads a function, a class, variables or an import.
func javascriptDeclaration(x *Lexis, text string, at int) (Item, bool) {
	first := at
	for t := range x.Tokens(text, at) {
		if first = t.Start; !t.Is("export") && !t.Is("default") && !t.Is("async") {
			break
		}
	}
	words, it := x.javascriptStatement(text, first)
	it.Start = at
	if len(words) < 2 {
		return it, false
	}
	switch words[0].Text {
	case "function", "class":
		it.Kind = Function
		if words[0].Text == "class" {
			it.Kind = Class
		}
		name := slices.IndexFunc(words[1:], func(t Token) bool { return t.Kind == Word }) + 1
		it.Names = []string{words[name].Text}
	case "import":
		it.Kind, it.Names = Import, javascriptNames(words[1:])
	default:
		it.Kind, it.Names = Value, javascriptNames(words[1:])
		if eq := slices.IndexFunc(words, func(t Token) bool { return t.Is("=") }); eq > 0 && javascriptIsFunction(words[eq+1:]) {
			it.Kind = Function
		}
	}
	return it, true
}

// javascriptNames are the names that a declaration binds: those before "=" and
// those between commas outside parentheses.
func javascriptNames(words []Token) []string {
	var names []string
	depth, binding := 0, true
	for i, t := range words {
		switch {
		case t.Is("("), t.Is("[") && !binding, t.Is("{") && !binding:
			depth++
		case t.Is(")"), t.Is("]") && !binding, t.Is("}") && !binding:
			depth--
		case t.Is("=") && depth == 0:
			binding = false
		case t.Is(",") && depth == 0:
			binding = true
		case binding && t.Kind == Word && !(i+1 < len(words) && words[i+1].Is(":")):
			names = append(names, t.Text)
		}
	}
	return names
}

// javascriptIsFunction says whether an expression is a function: one of the
// word, an arrow behind parameters, or a call that is given one or makes one.
func javascriptIsFunction(words []Token) bool {
	if len(words) > 0 && words[0].Is("async") {
		words = words[1:]
	}
	switch {
	case len(words) == 0:
		return false
	case words[0].Is("function"):
		return true
	}
	arrow := head{words: words}.closes(0) + 1
	if words[0].Kind == Word {
		arrow = 1
	}
	if arrow+1 < len(words) && words[arrow].Is("=") && words[arrow+1].Is(">") {
		return true
	}
	inner := 1
	if words[0].Kind == Word {
		inner = 2
	}
	return len(words) > inner && words[inner-1].Is("(") && javascriptIsFunction(words[inner:])
}

// javascriptStatement reads to the semicolon, to the brace that ends a function
// or class, or to the line end where a statement ends without a mark. It gives
// the tokens, too.
func (x *Lexis) javascriptStatement(text string, at int) ([]Token, Item) {
	it := Item{Start: at, End: len(text)}
	var words []Token
	depth := 0
	for t := range x.Tokens(text, at) {
		if t.Kind == Comment {
			continue
		}
		n := len(words)
		block := n > 0 && (words[0].Is("function") || words[0].Is("class"))
		switch {
		case n > 0 && depth == 0 && !block && strings.Contains(text[words[n-1].End:t.Start], "\n") && javascriptEnds(words[n-1], t):
			it.End, it.Closed = words[n-1].End, true
		case t.Is("("), t.Is("["), t.Is("{"):
			if depth++; depth == 1 && t.Is("{") {
				it.Inner.Start = t.End
			}
		case t.Is(")"), t.Is("]"), t.Is("}"):
			switch depth--; {
			case depth < 0: // of what is around the statement
				it.End, it.Closed = t.Start, true
			case depth == 0 && t.Is("}"):
				it.Inner.End = t.Start
				if it.Closed = block; block {
					it.End = t.End
				}
			}
		case t.Is(";") && depth == 0:
			it.End, it.Closed = t.End, true
		}
		if it.Closed {
			return words, it
		}
		words = append(words, t)
	}
	if it.Closed = depth == 0; it.Closed && len(words) > 0 {
		it.End = words[len(words)-1].End
	}
	return words, it
}

// javascriptEnds says whether a statement ends between two tokens that stand on
// different lines: not where an expression goes on.
func javascriptEnds(last, next Token) bool {
	open := last.Kind == Mark && strings.Contains("=,+-*/%&|?:<>.!~^([{", last.Text)
	goesOn := next.Kind == Mark && strings.Contains(".,?:+-*/%&|<>=([", next.Text)
	return !open && !goesOn && !(next.Is("{") && last.Is(")"))
}
