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

func pythonLiteral(s string, before Token) int {
	prefix := 0
	for prefix < 2 && prefix < len(s) && strings.IndexByte("rRbBuUfF", s[prefix]) >= 0 {
		prefix++
	}
	rest := s[prefix:]
	switch {
	case strings.HasPrefix(rest, `"""`), strings.HasPrefix(rest, "'''"):
		return behindPrefix(prefix, delimited(rest, rest[:3], true))
	case strings.HasPrefix(rest, `"`), strings.HasPrefix(rest, "'"):
		return behindPrefix(prefix, delimited(rest, rest[:1], false))
	}
	return 0
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
	pythonImport  = regexp.MustCompile(`^(?:import\s+[\w.]+(?:\s+as\s+\w+)?(?:\s*,\s*[\w.]+(?:\s+as\s+\w+)?)*|from\s+[\w.]+\s+import\s+(?:\*|\(.*|\w[\w\s,]*))\s*[\\;]?\s*(?:#.*)?$`)
	pythonHead    = regexp.MustCompile(`^(?:async\s+)?(?:def|class)\s+\w+\s*[(\[:]`)
	pythonSetting = regexp.MustCompile(`^(?:sys\.set\w+\(|(?:decimal\.)?getcontext\(\)\.|random\.seed\()`)
	pythonAssign  = regexp.MustCompile(`^([A-Za-z_]\w*)\s*((?:\.\w+|\[[^\n]*?\])*)\s*(?::[^=\n]+)?(?:[-+*/%|&^]|//|\*\*)?=[^=]`)
	pythonTargets = regexp.MustCompile(`^\(?\s*[A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)+\s*\)?\s*=[^=]`)
	pythonFills   = regexp.MustCompile(`^([A-Za-z_]\w*)\.(?:append|add|update|extend|insert|sort|setdefault)\(`)
	pythonWords   = regexp.MustCompile(`[A-Za-z_]\w*`)
)

func pythonItem(x *Lexis, text string, at int) (Item, bool) {
	line := some(text[at:])
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
	if !pythonImport.MatchString(strings.TrimRight(some(text[at:]), "\r")) {
		return Item{}, false
	}
	l := pythonReadLine(x, text, at)
	it := Item{Kind: Import, Start: at, End: l.end, Closed: l.closed}
	if l.is(0, "from") && l.is(1, "__future__") {
		it.Kind = Discarded
	}
	from := 1
	if l.is(0, "from") {
		from = slices.IndexFunc(l.words, func(t Token) bool { return t.Is("import") }) + 1
	}
	it.Names = pythonImported(l.words[from:])
	return it, true
}

// pythonImported are the names that an import binds: of each part between
// commas the one behind "as", or the first.
func pythonImported(words []Token) []string {
	var names []string
	fresh := true
	for i, t := range words {
		switch {
		case t.Is(","):
			fresh = true
		case t.Is("as") && i+1 < len(words) && len(names) > 0:
			names[len(names)-1] = words[i+1].Text
		case fresh && (t.Kind == Word || t.Is("*")):
			names, fresh = append(names, t.Text), false
		}
	}
	return names
}

// pythonDefinition is a function or class with its decorators.
func pythonDefinition(x *Lexis, text string, at int) (Item, bool) {
	it := Item{Kind: Function, Start: at}
	if line := some(text[at:]); line[0] != '@' && !pythonHead.MatchString(line) {
		return it, false
	}
	l := pythonReadLine(x, text, at)
	for decorators := 0; l.is(0, "@"); decorators++ {
		next := pythonReadLine(x, text, l.end)
		if len(next.words) == 0 || next.indent != l.indent || decorators > 20 {
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
	word := some(text[at:])
	if !slices.Contains([]string{"if", "for", "while", "try", "with"}, word[:wordLength(word)]) {
		return it, false
	}
	l := pythonReadLine(x, text, at)
	if !l.opens() {
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
		line = some(strings.TrimLeft(line, " \t"))
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
// is indented more and can be Python. sound is false when the block is empty,
// or broken off: then the line that has no end is left out, for what is before
// it may do.
func pythonBlockEnd(x *Lexis, text string, l pythonLine) (end int, sound bool) {
	end = l.end
	last := l
	for {
		next, ok := pythonNext(x, text, end, l.indent)
		if !ok {
			return end, l.closed && !last.opens()
		}
		if last.opens() && next.indent <= last.indent {
			return end, false
		}
		if !next.closed || next.brokenOff() {
			return end, false
		}
		end, last = next.end, next
	}
}

// brokenOff says whether a line cannot be all: it must open a block and does
// not, or an operand is missing at its end.
func (l pythonLine) brokenOff() bool {
	h := head{words: l.words}
	if h.is(0, "if", "elif", "else", "for", "while", "try", "except", "finally", "with", "def", "class") && h.find(":") < 0 {
		return true
	}
	return h.is(len(h.words)-1, "=", "+", "-", "/", "%", "and", "or", "not", "in", "is")
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
