package lang

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// A TokenKind is what a token is; white space is none.
type TokenKind int

// Kinds of tokens.
const (
	Comment TokenKind = iota + 1
	Literal           // string, character, regular expression
	Word              // name, keyword or number
	Mark              // one character of anything else
)

// A Token is a piece of text.
type Token struct {
	Kind       TokenKind
	Text       string
	Start, End int
	Broken     bool // a comment or literal without its end
}

// Is says whether the token is this mark or word.
func (t Token) Is(text string) bool { return t.Kind >= Word && t.Text == text }

// A Lexis tells comments and literals from code.
type Lexis struct {
	LineComment   string
	BlockComments bool // as in C
	NestedBlocks  bool
	// Literal is the length of the literal that starts s, 0 when none does;
	// before is the last token that was no comment. A literal without its end
	// has the length up to where the language gives up, negated.
	Literal func(s string, before Token) int
}

// Tokens yields the tokens of text from at on, comments included.
func (x *Lexis) Tokens(text string, at int) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		var before Token
		for at < len(text) {
			if isSpace(text[at]) {
				at++
				continue
			}
			t := x.token(text, at, before)
			if !yield(t) {
				return
			}
			if t.Kind != Comment {
				before = t
			}
			at = t.End
		}
	}
}

func (x *Lexis) token(text string, at int, before Token) Token {
	kind, n := Mark, 0
	s := text[at:]
	switch {
	case x.LineComment != "" && strings.HasPrefix(s, x.LineComment):
		kind, n = Comment, lineLength(s)
	case x.BlockComments && strings.HasPrefix(s, "/*"):
		kind, n = Comment, blockComment(s, x.NestedBlocks)
	default:
		if n = x.Literal(s, before); n != 0 {
			kind = Literal
		} else if n = wordLength(s); n > 0 {
			kind = Word
		} else {
			_, n = utf8.DecodeRuneInString(s)
		}
	}
	broken := n < 0
	n = max(n, -n)
	return Token{kind, s[:n], at, at + n, broken}
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func isWordByte(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= utf8.RuneSelf
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// wordLength is the length of the name or number that starts s. A number takes
// in its point and, between digits, the quote of C++.
func wordLength(s string) int {
	n := 0
	for n < len(s) && (isWordByte(s[n]) || n > 0 && isDigit(s[0]) && numberGoesOn(s, n)) {
		n++
	}
	return n
}

func numberGoesOn(s string, n int) bool {
	return n+1 < len(s) && isWordByte(s[n+1]) && (s[n] == '\'' || s[n] == '.' && isDigit(s[n+1]))
}

// lineLength is the length of the line that starts s, without its end.
func lineLength(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n
	}
	return len(s)
}

// blockComment is the length of the comment that starts s.
func blockComment(s string, nested bool) int {
	depth := 1
	for i := 2; i+1 < len(s); i++ {
		switch {
		case nested && s[i] == '/' && s[i+1] == '*':
			depth++
			i++
		case s[i] == '*' && s[i+1] == '/':
			if depth--; depth == 0 || !nested {
				return i + 2
			}
			i++
		}
	}
	return -len(s)
}

// delimited is the length of a literal that starts and ends with the same mark
// and in which a backslash takes the next character along. It ends at the end
// of the line where multiline is not allowed.
func delimited(s string, mark string, multiline bool) int {
	for i := len(mark); i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '\n' && !multiline:
			return -i
		case strings.HasPrefix(s[i:], mark):
			return i + len(mark)
		}
	}
	return -len(s)
}

// character is the length of a literal such as 'x' or '\n', 0 when the quote
// does not start one: an apostrophe, or a lifetime.
func character(s string) int {
	if n := delimited(s, "'", false); n > 2 && n <= 12 && (s[1] == '\\' || utf8.RuneCountInString(s[:n]) == 3) {
		return n
	}
	return 0
}

// afterLine is the start of the line behind position at.
func afterLine(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(text)
}

// Words are the words of a text: names, keywords and numbers, those within
// literals included, for a literal may hold an expression.
func (x *Lexis) Words(text string) map[string]bool {
	words := map[string]bool{}
	for t := range x.Tokens(text, 0) {
		switch t.Kind {
		case Word:
			words[t.Text] = true
		case Literal:
			for _, w := range strings.FieldsFunc(t.Text, func(r rune) bool { return r < utf8.RuneSelf && !isWordByte(byte(r)) }) {
				words[w] = true
			}
		}
	}
	return words
}

// behindPrefix is the length of a literal with its prefix, 0 when it is none.
func behindPrefix(prefix, n int) int {
	switch {
	case n > 0:
		return n + prefix
	case n < 0:
		return n - prefix
	}
	return 0
}

// some is the start of s, enough of it for a pattern that looks at a line.
func some(s string) string { return s[:min(len(s), lineLength(s), 400)] }
