package report

import (
	"html"
	"strings"
	"unicode"
)

// highlight escapes code for a page and marks comments, strings, numbers and
// words that are keywords in most languages. It knows no grammar: the mark
// that starts a line comment is told, everything else is common to the
// languages that people evaluate. A wrong colour does no harm.
func highlight(code, commentMark string) string {
	var b strings.Builder
	rest := code
	for rest != "" {
		class, n := token(rest, commentMark)
		text := html.EscapeString(rest[:n])
		if class == "" {
			b.WriteString(text)
		} else {
			b.WriteString("<i class=" + class + ">" + text + "</i>")
		}
		rest = rest[n:]
	}
	return b.String()
}

// token is the class and the length of what s starts with.
func token(s, commentMark string) (class string, n int) {
	switch {
	case commentMark != "" && strings.HasPrefix(s, commentMark):
		return "c", lineLength(s)
	case strings.HasPrefix(s, "/*"):
		if end := strings.Index(s, "*/"); end >= 0 {
			return "c", end + 2
		}
		return "c", len(s)
	case strings.HasPrefix(s, `"""`):
		if end := strings.Index(s[3:], `"""`); end >= 0 {
			return "s", end + 6
		}
		return "s", len(s)
	case s[0] == '"' || s[0] == '\'':
		if n := quoted(s); n > 0 {
			return "s", n
		}
		return "", 1
	}
	return wordOrOther(s)
}

func lineLength(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// quoted is the length of a string on one line, 0 when it does not end there.
func quoted(s string) int {
	for i := 1; i < len(s) && s[i] != '\n'; i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		}
	}
	return 0
}

func wordOrOther(s string) (class string, n int) {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			n = i
			break
		}
		n = len(s)
	}
	switch {
	case n == 0: // one character that is no word
		for i := range s {
			if i > 0 {
				return "", i
			}
		}
		return "", len(s)
	case s[0] >= '0' && s[0] <= '9':
		return "n", n
	case keywords[s[:n]]:
		return "k", n
	}
	return "", n
}

var keywords = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`and as assert async await auto bool break case catch char class const continue def
		default del double elif else enum except export extends false final finally float fn for from func function go
		if impl implements import in int interface is lambda let long loop map match mod mut namespace new nil None not null
		or package pass private pub public raise range return self static string struct super switch template this throw throws
		trait True False true try type typename unsigned use using var vector void while with yield`) {
		m[w] = true
	}
	return m
}()
