package lang

import (
	"regexp"
	"strings"
)

// The body of a Python function, when it comes without its head. What decides
// is how it is indented: as the docstring above it, or there is a repair.
// Servers strip a reply's leading spaces, and models start a block of code at
// the first column.

// continuePython reads a body.
func continuePython(x *Lexis, opening, text string) (Body, bool) {
	want := pythonBodyIndent(x, opening)
	first := pythonReadLine(x, text, 0)
	if want < 0 || len(first.words) == 0 || !first.plausible() {
		return Body{}, false
	}
	b := pythonBody{x: x, text: text, lines: []pythonLine{first}}
	if first.indent > 0 {
		b.read(0)
		shift, only := b.shift(want)
		return b.body(shift, only), true
	}
	if !pythonStarts.MatchString(some(text[first.words[0].Start:])) {
		return Body{}, false
	}
	second, ok := pythonNext(x, text, first.end, -1)
	deeper := ok && second.indent > 0
	if first.opens() {
		deeper = ok && second.indent > want
	}
	if deeper {
		b.read(0)
		return b.body(want, true), b.returns()
	}
	b.read(-1)
	return b.body(want, false), b.returns()
}

// pythonStarts is how a statement at the first column must start to be taken
// for one of a body: as a keyword, an assignment or a call does.
var pythonStarts = regexp.MustCompile(`^(?:(?:return|if|for|while|try|with|raise|yield|global|nonlocal|import|from|def|class|assert|pass|del)\b|[A-Za-z_]\w*(?:\.\w+|\[[^\n]*?\])*\s*(?:[-+*/%|&^:,(]|//|=))`)

// pythonBodyIndent is how deep the body of the last function of opening is
// indented, -1 when there is no function.
func pythonBodyIndent(x *Lexis, opening string) int {
	indent, def := -1, -1
	for at := 0; at < len(opening); {
		l := pythonReadLine(x, opening, at)
		if len(l.words) == 0 {
			break
		}
		switch {
		case l.is(0, "def") || l.is(0, "async") && l.is(1, "def"):
			def, indent = l.indent, l.indent+4
		case l.indent > def && indent == def+4:
			indent = l.indent
		}
		at = max(l.end, at+1)
	}
	return indent
}

// A pythonBody is the logical lines of a body.
type pythonBody struct {
	x     *Lexis
	text  string
	lines []pythonLine
}

// read adds the lines that are indented more than least.
func (b *pythonBody) read(least int) {
	for {
		l, ok := pythonNext(b.x, b.text, b.lines[len(b.lines)-1].end, least)
		if !ok || l.indent == 0 && !pythonStarts.MatchString(some(b.text[l.words[0].Start:])) && !l.is(0, "elif", "else", "except", "finally") {
			return
		}
		b.lines = append(b.lines, l)
	}
}

// returns says whether the body gives a result.
func (b *pythonBody) returns() bool {
	for _, l := range b.lines {
		for i := range l.words {
			if l.is(i, "return", "yield", "raise") {
				return true
			}
		}
	}
	return false
}

// shift is by how much a body that is indented must be moved, and whether only
// its first line has lost something.
func (b *pythonBody) shift(want int) (by int, onlyFirst bool) {
	first, least := b.lines[0].indent, b.lines[0].indent
	if first == want {
		return 0, false
	}
	for _, l := range b.lines[1:] {
		least = min(least, l.indent)
	}
	if len(b.lines) > 1 {
		second := b.lines[1].indent
		if !b.lines[0].opens() && second == want || b.lines[0].opens() && second > want && first < want {
			return want - first, true
		}
	}
	if least == first {
		return want - first, false
	}
	return 0, false
}

// body is the lines, those lines moved. What is within a string stays.
func (b *pythonBody) body(by int, onlyFirst bool) Body {
	end := b.lines[len(b.lines)-1].end
	c := Body{Rest: afterLine(b.text, end), Closed: true, Code: lineEnded(b.text[:end])}
	if by == 0 {
		return c
	}
	c.Repair = "indented"
	if onlyFirst {
		c.Repair = "first_line_indented"
	}
	inString := map[int]bool{}
	for t := range b.x.Tokens(c.Code, 0) {
		for i := t.Start; t.Kind == Literal && i < t.End; i++ {
			if c.Code[i] == '\n' {
				inString[i+1] = true
			}
		}
	}
	var out strings.Builder
	for at := 0; at < len(c.Code); {
		line := c.Code[at : at+lineLength(c.Code[at:])]
		first := at <= b.lines[0].words[0].Start
		if strings.TrimSpace(line) != "" && !inString[at] && (first || !onlyFirst) {
			line = moved(line, by)
		}
		out.WriteString(line + "\n")
		at += lineLength(c.Code[at:]) + 1
	}
	c.Code = out.String()
	return c
}

// moved is a line with by more, or fewer, bytes of white space in front.
func moved(line string, by int) string {
	if by > 0 {
		return strings.Repeat(" ", by) + line
	}
	white := len(line) - len(strings.TrimLeft(line, " \t"))
	return line[min(-by, white):]
}
