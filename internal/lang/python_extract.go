package lang

import (
	"regexp"
	"slices"
	"strings"
)

var pythonSyntax = func() *Syntax {
	s := &Syntax{
		Lexis:    Lexis{LineComment: "#", Literal: pythonLiteral},
		Indented: true, Usage: []string{"print", "input", "assert", "exit", "quit"},
	}
	s.Item = func(text string, at int) (Item, bool) { return pythonItem(&s.Lexis, text, at) }
	s.Continue = func(opening, text string, _ int) (Body, bool) {
		return continuePython(&s.Lexis, opening, text)
	}
	return s
}()

var pythonString = regexp.MustCompile(`^[rRbBuUfF]{0,2}("""|'''|"|')`)

func pythonLiteral(s string, before Token) int {
	m := pythonString.FindStringSubmatch(s)
	if m == nil {
		return 0
	}
	prefix := len(m[0]) - len(m[1])
	if n := delimited(s[prefix:], m[1], len(m[1]) == 3); n > 0 {
		return prefix + n
	} else {
		return n - prefix
	}
}

// A pythonLine is a logical line: it goes on over line ends within brackets
// and strings.
type pythonLine struct {
	words  []Token
	indent int // of its first line, in bytes
	end    int // of its text, without the line end
	closed bool
}

// opens says whether a block belongs under the line.
func (l pythonLine) opens() bool { return len(l.words) > 0 && l.words[len(l.words)-1].Is(":") }

func (l pythonLine) is(i int, texts ...string) bool { return head{words: l.words}.is(i, texts...) }

// pythonReadLine reads the logical line whose first token is at or behind at.
func pythonReadLine(x *Lexis, text string, at int) pythonLine {
	l := pythonLine{end: len(text), closed: true}
	depth := 0
	for t := range x.Tokens(text, at) {
		n := len(l.words)
		if n > 0 && depth == 0 && pythonLineEnds(text[l.words[n-1].End:t.Start]) {
			break
		}
		switch {
		case t.Kind == Comment:
			continue
		case t.Is("("), t.Is("["), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			depth = max(0, depth-1)
		}
		l.closed = !t.Broken
		l.words = append(l.words, t)
		if t.Broken && depth == 0 {
			break
		}
	}
	l.closed = l.closed && depth == 0
	if n := len(l.words); n > 0 {
		l.end = l.words[n-1].End
		l.indent = l.words[0].Start - (strings.LastIndexByte(text[:l.words[0].Start], '\n') + 1)
	}
	return l
}

// pythonLineEnds says whether what is between two tokens ends a line: a line
// end without a backslash in front.
func pythonLineEnds(gap string) bool {
	i := strings.IndexByte(gap, '\n')
	return i >= 0 && !strings.HasSuffix(strings.TrimRight(gap[:i], " \t\r"), `\`)
}

var (
	pythonImport  = regexp.MustCompile(`^(?:import\s+[\w.]+(?:\s+as\s+\w+)?(?:\s*,\s*[\w.]+(?:\s+as\s+\w+)?)*|from\s+[\w.]+\s+import\s*(?:\*|[(\w][\w\s,()#]*))\s*(?:#.*)?$`)
	pythonSetting = regexp.MustCompile(`^(?:sys\.set\w+\(|(?:decimal\.)?getcontext\(\)\.|random\.seed\()`)
	pythonAssign  = regexp.MustCompile(`^([A-Za-z_]\w*)\s*((?:\.\w+|\[[^\n]*?\])*)\s*(?::[^=\n]+)?(?:[-+*/%|&^]|//|\*\*)?=[^=]`)
	pythonTargets = regexp.MustCompile(`^\(?\s*[A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)+\s*\)?\s*=[^=]`)
	pythonFills   = regexp.MustCompile(`^([A-Za-z_]\w*)\.(?:append|add|update|extend|insert|sort|setdefault)\(`)
	pythonWords   = regexp.MustCompile(`[A-Za-z_]\w*`)
)

func pythonItem(x *Lexis, text string, at int) (Item, bool) {
	line := text[at : at+lineLength(text[at:])]
	it := Item{Start: at}
	switch {
	case strings.HasPrefix(line, "import "), strings.HasPrefix(line, "from "):
		return pythonImportItem(x, text, at)
	case line[0] == '@' && len(line) > 1 && isWordByte(line[1]),
		strings.HasPrefix(line, "def "), strings.HasPrefix(line, "async def "), strings.HasPrefix(line, "class "):
		return pythonDefinition(x, text, at)
	case pythonSetting.MatchString(line):
		it.Kind = Setting
	case strings.HasPrefix(line, "if __name__"):
		it.Kind = Discarded
	case pythonFills.MatchString(line):
		it.Kind, it.Names = Value, pythonFills.FindStringSubmatch(line)[1:2]
	case pythonAssign.MatchString(line):
		it.Kind, it.Names = Value, pythonAssign.FindStringSubmatch(line)[1:2]
	case pythonTargets.MatchString(line):
		before, _, _ := strings.Cut(line, "=")
		it.Kind, it.Names = Value, pythonWords.FindAllString(before, -1)
	default:
		return pythonCompound(x, text, at)
	}
	l := pythonReadLine(x, text, at)
	it.End, it.Closed = l.end, l.closed
	if l.opens() {
		it.End, it.Closed = pythonBlockEnd(x, text, l)
	}
	if l.is(1, "=") && l.is(2, "lambda") {
		it.Kind = Function
	}
	return it, true
}

// pythonImportItem is an import. One of the future must be a program's first
// statement, which it cannot be here.
func pythonImportItem(x *Lexis, text string, at int) (Item, bool) {
	l := pythonReadLine(x, text, at)
	if !pythonImport.MatchString(text[at:l.end]) {
		return Item{}, false
	}
	it := Item{Kind: Import, Start: at, End: l.end, Closed: l.closed}
	if l.is(0, "from") && l.is(1, "__future__") {
		it.Kind = Discarded
	}
	from := 1
	if l.is(0, "from") {
		from = slices.IndexFunc(l.words, func(t Token) bool { return t.Is("import") }) + 1
	}
	for i := from; i < len(l.words); i++ {
		named := l.words[i].Kind == Word && !l.is(i, "as") && !l.is(i+1, "as") && !(from == 1 && l.is(i-1, "."))
		if named || l.is(i, "*") {
			it.Names = append(it.Names, l.words[i].Text)
		}
	}
	return it, true
}

// pythonDefinition is a function or class with its decorators.
func pythonDefinition(x *Lexis, text string, at int) (Item, bool) {
	it := Item{Kind: Function, Start: at}
	l := pythonReadLine(x, text, at)
	for l.is(0, "@") {
		next := pythonReadLine(x, text, l.end)
		if len(next.words) == 0 || next.indent != l.indent {
			return it, false
		}
		l = next
	}
	name := 1
	if l.is(0, "async") {
		name = 2
	}
	h := head{words: l.words}
	if !h.isName(name) || !h.is(name-1, "def", "class") || !h.is(name+1, "(", "[", ":") || h.find(":") < 0 && l.closed {
		return it, false
	}
	if h.is(name-1, "class") {
		it.Kind = Class
	}
	it.Names, it.End, it.Closed = []string{h.words[name].Text}, l.end, l.closed
	if l.opens() {
		it.End, it.Closed = pythonBlockEnd(x, text, l)
	}
	return it, true
}

// pythonCompound is a statement with blocks; the names are those it fills.
func pythonCompound(x *Lexis, text string, at int) (Item, bool) {
	it := Item{Kind: Value, Start: at}
	l := pythonReadLine(x, text, at)
	if !l.is(0, "if", "for", "while", "try", "with") || !l.opens() {
		return it, false
	}
	start := l
	for {
		it.End, it.Closed = pythonBlockEnd(x, text, l)
		next := pythonReadLine(x, text, it.End)
		if !next.is(0, "elif", "else", "except", "finally") || !next.opens() || next.indent != start.indent {
			break
		}
		l = next
	}
	for line := range strings.Lines(text[at:it.End]) {
		line = strings.TrimLeft(line, " \t")
		for _, shape := range []*regexp.Regexp{pythonAssign, pythonFills} {
			if m := shape.FindStringSubmatch(line); m != nil {
				it.Names = append(it.Names, m[1])
			}
		}
		if inner, ok := pythonNamed(x, line); ok {
			it.Names = append(it.Names, inner...)
		}
	}
	return it, true
}

// pythonNamed are the names that an import or definition on this line binds.
func pythonNamed(x *Lexis, line string) ([]string, bool) {
	if strings.HasPrefix(line, "import ") || strings.HasPrefix(line, "from ") || strings.HasPrefix(line, "def ") {
		it, ok := pythonItem(x, line, 0)
		return it.Names, ok
	}
	return nil, false
}

// pythonBlockEnd is the end of the block under line l: of the last line that
// is indented more and can be Python.
func pythonBlockEnd(x *Lexis, text string, l pythonLine) (end int, closed bool) {
	end, closed = l.end, l.closed
	for {
		next, ok := pythonNext(x, text, end, l.indent)
		if !ok {
			return end, closed
		}
		if !next.closed && end > l.end { // broken off in an example, perhaps
			return end, false
		}
		end, closed = next.end, closed && next.closed
	}
}

// pythonNext is the logical line behind position at, if it is indented more
// than least and can be Python.
func pythonNext(x *Lexis, text string, at, least int) (pythonLine, bool) {
	for t := range x.Tokens(text, at) {
		if t.Kind == Comment {
			continue
		}
		if t.Start-(strings.LastIndexByte(text[:t.Start], '\n')+1) <= least {
			return pythonLine{}, false
		}
		break
	}
	l := pythonReadLine(x, text, at)
	return l, len(l.words) > 0 && l.plausible()
}

// pythonKeywords may stand beside another word; of other words, two in a row
// are prose.
var pythonKeywords = []string{
	"and", "or", "not", "in", "is", "if", "elif", "else", "for", "while", "with", "as", "lambda", "return", "yield",
	"from", "import", "await", "async", "del", "global", "nonlocal", "raise", "assert", "def", "class", "except",
	"match", "case", "type", "print", "exec",
}

func (l pythonLine) plausible() bool {
	for i := 1; i < len(l.words); i++ {
		if l.words[i-1].Kind == Word && l.words[i].Kind == Word && !l.is(i-1, pythonKeywords...) && !l.is(i, pythonKeywords...) {
			return false
		}
	}
	return true
}
