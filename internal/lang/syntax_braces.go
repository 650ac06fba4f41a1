package lang

import (
	"slices"
	"strings"
)

// What the languages with braces have in common: an item is a head and then
// a body in braces, or a semicolon. A head with what no head has is prose.

// A head is an item up to its body, its end, or the "=" behind a name. Only when
// the head is found to be sound is the rest looked for, which may be long: text
// that is no item must not cost more than its head.
type head struct {
	text  string
	start int
	words []Token // all tokens but comments
	stop  string  // "{", ";" or "="
	rest  int     // where the text behind stop starts
}

// mostHead bounds the tokens of a head: there is no longer one in sound code,
// and prose may go on for ever.
const mostHead = 120

// readHead reads to the body, the semicolon or the "=".
func (x *Lexis) readHead(text string, at int) (head, bool) {
	h := head{text: text, start: at}
	depth := 0
	for t := range x.Tokens(text, at) {
		if t.Kind == Comment {
			continue
		}
		if n := len(h.words); n > 0 && (n > mostHead || blankLineBetween(text, h.words[n-1].End, t.Start)) {
			return h, false
		}
		switch {
		case t.Is("("), t.Is("["):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}") && depth > 0:
			depth--
		case t.Is("{") && depth > 0: // an annotation's, or a default value's
			depth++
		case t.Is("}"):
			return h, false
		case depth == 0 && (t.Is("{") || t.Is(";") || t.Is("=") && assigns(text, t)):
			h.stop, h.rest = t.Text, t.End
			return h, true
		}
		if depth < 0 {
			return h, false
		}
		h.words = append(h.words, t)
	}
	return h, false
}

// assigns tells "=" from "==", "<=" and their like.
func assigns(text string, t Token) bool {
	return !strings.HasPrefix(text[t.End:], "=") && (t.Start == 0 || !strings.ContainsRune("=!<>+-*/%&|^", rune(text[t.Start-1])))
}

// item makes an item of a head: it looks for its end.
func (h head) item(x *Lexis, kind ItemKind, names ...string) Item {
	it := Item{Kind: kind, Names: names, Start: h.start, End: h.rest, Closed: h.stop == ";"}
	switch h.stop {
	case "{":
		it.Inner = Span{h.rest, x.closing(h.text, h.rest)}
		it.Closed = it.Inner.End < len(h.text)
		it.End = min(it.Inner.End+1, len(h.text))
	case "=":
		it.End, it.Closed = x.semicolonBehind(h.text, h.rest)
	}
	return it
}

// semicolonBehind is the end of an expression that a semicolon ends.
func (x *Lexis) semicolonBehind(text string, at int) (end int, found bool) {
	depth := 0
	for t := range x.Tokens(text, at) {
		switch {
		case t.Is("("), t.Is("["), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			if depth--; depth < 0 {
				return t.Start, true
			}
		case t.Is(";") && depth == 0:
			return t.End, true
		}
	}
	return len(text), false
}

// behind is the first token behind the head.
func (h head) behind(x *Lexis) Token {
	for t := range x.Tokens(h.text, h.rest) {
		if t.Kind != Comment {
			return t
		}
	}
	return Token{}
}

// closing is where the brace stands that closes a body which starts at at, or
// the end of the text.
func (x *Lexis) closing(text string, at int) int {
	depth := 1
	for t := range x.Tokens(text, at) {
		switch {
		case t.Is("{"):
			depth++
		case t.Is("}"):
			if depth--; depth == 0 {
				return t.Start
			}
		}
	}
	return len(text)
}

// blankLineBetween says whether an empty line stands between two positions.
func blankLineBetween(text string, from, to int) bool {
	return strings.Count(strings.ReplaceAll(text[from:to], "\r", ""), "\n") > 1
}

// is says whether word i of the head is one of these.
func (h head) is(i int, texts ...string) bool {
	return i >= 0 && i < len(h.words) && h.words[i].Kind >= Word && slices.Contains(texts, h.words[i].Text)
}

// isName says whether word i is a name.
func (h head) isName(i int) bool {
	return i >= 0 && i < len(h.words) && h.words[i].Kind == Word && !isDigit(h.words[i].Text[0])
}

// find is the index of the first such mark outside parentheses, or -1.
func (h head) find(mark string) int {
	depth := 0
	for i, t := range h.words {
		switch {
		case depth == 0 && t.Is(mark):
			return i
		case t.Is("("), t.Is("["):
			depth++
		case t.Is(")"), t.Is("]"):
			depth--
		}
	}
	return -1
}

// closes is the index of the mark that closes the parenthesis at i, or the
// number of words.
func (h head) closes(i int) int {
	depth := 0
	for j := i; j < len(h.words); j++ {
		switch {
		case h.is(j, "(", "["):
			depth++
		case h.is(j, ")", "]"):
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return len(h.words)
}

// semicolon extends an item behind its body to a semicolon that ends it.
func (x *Lexis) semicolon(text string, it Item) Item {
	for t := range x.Tokens(text, it.End) {
		if t.Is(";") {
			it.End = t.End
		}
		break
	}
	return it
}

// signature is what a function takes, without the names of its parameters:
// the last word of each that has more than one.
func (h head) signature(open int) string {
	var b strings.Builder
	depth, words := 0, []string{}
	flush := func() {
		if len(words) > 1 {
			words = words[:len(words)-1]
		}
		b.WriteString(strings.Join(words, " ") + ",")
		words = words[:0]
	}
	for _, t := range h.words[min(open+1, len(h.words)):h.closes(open)] {
		switch t.Text {
		case "<", "(", "[":
			depth++
		case ">", ")", "]":
			depth--
		case ",":
			if depth == 0 {
				flush()
				continue
			}
		}
		words = append(words, t.Text)
	}
	flush()
	return b.String()
}

// Depth counts the braces that text leaves open; closers that have no opener
// are counted apart.
func (x *Lexis) Depth(text string) (open, unopened int) {
	for t := range x.Tokens(text, 0) {
		switch {
		case t.Is("{"):
			open++
		case t.Is("}") && open > 0:
			open--
		case t.Is("}"):
			unopened++
		}
	}
	return open, unopened
}

// continueBraces makes a language's Continue. The function ends where its
// brace closes; behind that, in a class, other members may follow.
func continueBraces(s *Syntax) func(opening, text string, open int) (Body, bool) {
	return func(opening, text string, open int) (Body, bool) {
		depth, _ := s.Depth(opening)
		if depth == 0 {
			return Body{}, false
		}
		end, last, level := s.functionEnd(text, depth, open)
		if level < depth && level > open {
			end, level = s.moreMembers(text, end, level, open)
		}
		c := Body{Rest: end, Code: text[:end]}
		switch {
		case level < depth || end < len(text):
			c.Closed = true
		case level > depth: // broken off
			return c, true
		default:
			c.Closed = last == ";" || last == "}"
			if depth > open {
				c.Repair = "function_closed"
			}
		}
		c.Code = lineEnded(c.Code) + strings.Repeat("}\n", max(0, level-open))
		return c, true
	}
}

// functionEnd reads from within a function, depth braces deep, to where it
// closes, or to the brace that would close more than the tests leave to the
// text. last is the last token read.
func (x *Lexis) functionEnd(text string, depth, open int) (end int, last string, level int) {
	level = depth
	for t := range x.Tokens(text, 0) {
		switch {
		case t.Kind == Comment:
			continue
		case t.Is("{"):
			level++
		case t.Is("}") && level == open:
			return t.Start, last, level
		case t.Is("}"):
			if level--; level < depth {
				return t.End, "}", level
			}
		}
		last = t.Text
	}
	return len(text), last, level
}

// moreMembers reads on behind a method: members, and the closing brace of the
// class. It stops before the first line that is neither.
func (s *Syntax) moreMembers(text string, end, level, open int) (int, int) {
	for at := end; level > open; {
		var t Token
		for t = range s.Tokens(text, at) {
			break
		}
		switch {
		case t.Kind == 0 || t.Broken:
			return end, level
		case t.Kind == Comment:
			at = t.End
			continue
		case t.Is("}"):
			level--
			end, at = t.End, t.End
			continue
		}
		it, ok := s.Item(text, t.Start)
		if !ok || !it.Closed {
			return end, level
		}
		end, at = it.End, it.End
	}
	return end, level
}

// lineEnded is text with a line end behind it, unless it is empty.
func lineEnded(text string) string {
	if text = strings.TrimRight(text, " \t\r\n"); text != "" {
		text += "\n"
	}
	return text
}
