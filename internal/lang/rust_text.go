package lang

import (
	"regexp"
	"strings"
)

// What is read off Rust's text without a parser: comments and literals are
// blanked out first, and what is left is plain enough for patterns.

// blankRust puts spaces in place of comments and of what literals hold. Line
// ends stay where they are.
func blankRust(text string) string {
	out := []byte(text)
	for i := 0; i < len(text); {
		n, keep := rustSpan(text[i:])
		for j := i + keep; j < i+n-keep; j++ {
			if out[j] != '\n' {
				out[j] = ' '
			}
		}
		i += n
	}
	return string(out)
}

// rustSpan is the length of what starts here, and how much of it, at each end,
// is to be kept: one byte of code, a whole comment, or a whole literal.
func rustSpan(s string) (n, keep int) {
	switch {
	case strings.HasPrefix(s, "//"):
		if n := strings.IndexByte(s, '\n'); n >= 0 {
			return n, 0
		}
		return len(s), 0
	case strings.HasPrefix(s, "/*"):
		return rustBlockComment(s), 0
	case s[0] == '"':
		return rustQuoted(s), 1
	}
	if !strings.ContainsRune("bcr'", rune(s[0])) { // none of the patterns, which take their time
		n := max(1, rustWordLength(s))
		return n, n
	}
	if m := rustRawString.FindStringSubmatch(s); m != nil {
		// Letters before r belong to another word, which was passed byte by byte.
		if end := strings.Index(s[len(m[0]):], `"`+m[1]); end >= 0 {
			return len(m[0]) + end + 1 + len(m[1]), 0
		}
		return len(s), 0
	}
	if m := rustChar.FindString(s); m != "" {
		return len(m), 1
	}
	n = max(1, rustWordLength(s))
	return n, n
}

// rustWordLength is the length of the name that starts s.
func rustWordLength(s string) (n int) {
	for n < len(s) && (s[n] == '_' || 'a' <= s[n]|0x20 && s[n]|0x20 <= 'z' || n > 0 && isDigit(s[n])) {
		n++
	}
	return n
}

var (
	rustRawString = regexp.MustCompile(`^[bc]?r(#*)"`)
	rustChar      = regexp.MustCompile(`^b?'(?:\\[^u\n]|\\x..|\\u\{[0-9a-fA-F_]*\}|[^'\\\n])'`) // not a lifetime
)

// rustBlockComment is the length of a comment, which may hold others.
func rustBlockComment(s string) int {
	depth := 0
	for i := 0; i+1 < len(s); i++ {
		switch s[i : i+2] {
		case "/*":
			depth++
			i++
		case "*/":
			depth--
			i++
			if depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

func rustQuoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}

// rustHasMain says whether a text defines main.
func rustHasMain(text string) bool {
	for _, m := range rustFunction.FindAllStringSubmatch(blankRust(text), -1) {
		if m[1] == "main" {
			return true
		}
	}
	return false
}

var (
	rustAttribute = regexp.MustCompile(`#!?\[[^\]]*\]`)
	rustFunction  = regexp.MustCompile(`\bfn\s+(\w+)`)
	rustCall      = regexp.MustCompile(`(^|[^\w.:!])([a-z_]\w*)\s*\(`)
	rustOpenBody  = regexp.MustCompile(`(?s)\bfn\s+\w+[^{};]*?(?:->\s*([^{};]+?))?\s*\{\s*$`)
	// rustDefaults are the types that have a default value, once what they are
	// built of has one too.
	rustDefaults = regexp.MustCompile(`^(?:&|'static|str|String|bool|char|[iu](?:8|16|32|64|128|size)|f32|f64|Vec|Option|VecDeque|HashMap|HashSet|BTreeMap|BTreeSet|[\s,<>()])*$`)
)

// stubRust returns the type's default value. That cannot be made for a type of
// the solution's own, nor judged where the tests call a function that only the
// solution defines.
func stubRust(p Parts) (string, bool) {
	declaration := blankRust(p.Declaration + p.Prompt)
	test := rustAttribute.ReplaceAllString(blankRust(p.Test), "")
	open := rustOpenBody.FindStringSubmatch(declaration)
	if open == nil || !rustDefaults.MatchString(open[1]) {
		return "", false
	}
	known := map[string]bool{"if": true, "match": true, "while": true, "in": true, "return": true}
	for _, m := range rustFunction.FindAllStringSubmatch(declaration+test, -1) {
		known[m[1]] = true
	}
	for _, m := range rustCall.FindAllStringSubmatch(test, -1) {
		if !known[m[2]] {
			return "", false
		}
	}
	if open[1] == "" {
		return "}\n", true
	}
	return "    Default::default()\n}\n", true
}
