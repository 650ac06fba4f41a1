package sample

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The standard decoder reads a row twice (once to check it, once to take it
// apart), cannot tell a lone surrogate from U+FFFD, and refuses what Python's
// json module writes and reads without a word: NaN and Infinity. So rows are
// taken apart here: one pass, values as raw text, only those wanted decoded.

var errTruncated = errors.New("not a JSON object: the text ends in the middle (truncated line?)")

// eachField calls f with every key of a JSON object, decoded, and the raw text
// of its value. Values are checked for balance, not for grammar.
func eachField(data []byte, f func(key string, value []byte)) error {
	end, err := object(data, f)
	if err != nil {
		return err
	}
	return atEnd(data, end)
}

// object is eachField for an object at the beginning of data; end is the index
// behind it. Where data is cut off, f has had all that was whole, and the key
// whose value is not, with nil.
func object(data []byte, f func(key string, value []byte)) (end int, err error) {
	i := skipSpace(data, 0)
	if i == len(data) || data[i] != '{' {
		return 0, fmt.Errorf("not a JSON object but %s", kindOf(data[i:]))
	}
	i = skipSpace(data, i+1)
	if i < len(data) && data[i] == '}' {
		return i + 1, nil
	}
	for {
		if i, err = field(data, i, f); err != nil {
			return 0, err
		}
		switch i = skipSpace(data, i); {
		case i == len(data):
			return 0, errTruncated
		case data[i] == '}':
			return i + 1, nil
		case data[i] != ',':
			return 0, syntaxError(data, i, "',' or '}'")
		}
		i = skipSpace(data, i+1)
	}
}

// field reads the key at i and its value, and returns the index behind them.
func field(data []byte, i int, f func(key string, value []byte)) (int, error) {
	keyEnd, err := stringEnd(data, i)
	if err != nil {
		return 0, err
	}
	colon := skipSpace(data, keyEnd)
	if colon == len(data) {
		return 0, errTruncated
	}
	if data[colon] != ':' {
		return 0, syntaxError(data, colon, "':' after a key")
	}
	key, _, err := unquote(data[i:keyEnd])
	if err != nil {
		return 0, err
	}
	value := skipSpace(data, colon+1)
	end, err := valueEnd(data, value)
	if err != nil {
		f(key, nil)
		return 0, err
	}
	f(key, data[value:end])
	return end, nil
}

// elements gives the raw texts of a JSON array's elements.
func elements(data []byte) (out [][]byte, err error) {
	i := skipSpace(data, 1)
	if i < len(data) && data[i] == ']' {
		return nil, atEnd(data, i+1)
	}
	for {
		end, err := valueEnd(data, i)
		if err != nil {
			return nil, err
		}
		out = append(out, data[i:end])
		i = skipSpace(data, end)
		switch {
		case i == len(data):
			return nil, errTruncated
		case data[i] == ']':
			return out, atEnd(data, i+1)
		case data[i] != ',':
			return nil, syntaxError(data, i, "',' or ']'")
		}
		i = skipSpace(data, i+1)
	}
}

func atEnd(data []byte, i int) error {
	if i = skipSpace(data, i); i < len(data) {
		return syntaxError(data, i, "the end of the row")
	}
	return nil
}

func syntaxError(data []byte, i int, want string) error {
	return fmt.Errorf("not a JSON object: %q at byte %d where %s should be", data[i], i+1, want)
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isDelimiter(c byte) bool {
	switch c {
	case ',', ':', '{', '}', '[', ']', '"':
		return true
	}
	return isSpace(c)
}

func skipSpace(data []byte, i int) int {
	for i < len(data) && isSpace(data[i]) {
		i++
	}
	return i
}

// stringEnd is the index behind the string that starts at i. Control
// characters inside are let through: real files have raw tabs, VT and FF.
func stringEnd(data []byte, i int) (int, error) {
	if i >= len(data) {
		return 0, errTruncated
	}
	if data[i] != '"' {
		return 0, syntaxError(data, i, "'\"'")
	}
	for i++; i < len(data); i++ {
		switch data[i] {
		case '"':
			return i + 1, nil
		case '\\':
			i++
		}
	}
	return 0, errTruncated
}

// valueEnd is the index behind the value that starts at i.
func valueEnd(data []byte, i int) (int, error) {
	if i >= len(data) {
		return 0, errTruncated
	}
	switch data[i] {
	case '"':
		return stringEnd(data, i)
	case '{', '[':
		return nestedEnd(data, i)
	}
	end := i
	for end < len(data) && !isDelimiter(data[end]) {
		end++
	}
	if !scalar(data[i:end]) {
		return 0, syntaxError(data, i, "a value")
	}
	return end, nil
}

// nestedEnd keeps its own stack, so that depth cannot exhaust ours.
func nestedEnd(data []byte, i int) (int, error) {
	var open []byte
	for i < len(data) {
		switch c := data[i]; c {
		case '"':
			end, err := stringEnd(data, i)
			if err != nil {
				return 0, err
			}
			i = end
			continue
		case '{', '[':
			open = append(open, c+2) // '{'+2 is '}' and '['+2 is ']'
		case '}', ']':
			if open[len(open)-1] != c {
				return 0, syntaxError(data, i, fmt.Sprintf("%q", open[len(open)-1]))
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return i + 1, nil
			}
		}
		i++
	}
	return 0, errTruncated
}

func scalar(text []byte) bool {
	switch string(text) {
	case "null", "true", "false", "NaN", "Infinity", "-Infinity":
		return true
	}
	return isNumber(text)
}

func isNumber(text []byte) bool {
	digit := false
	for _, c := range text {
		switch {
		case c >= '0' && c <= '9':
			digit = true
		case !strings.ContainsRune("+-.eE", rune(c)):
			return false
		}
	}
	return digit
}

// kindOf names a value for messages.
func kindOf(raw []byte) string {
	if len(raw) == 0 {
		return "nothing"
	}
	switch raw[0] {
	case '"':
		return "a string"
	case '[':
		return "a list"
	case '{':
		return "an object"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	if isNumber(raw) {
		return "a number"
	}
	return "no JSON at all"
}

func isNull(raw []byte) bool { return string(raw) == "null" }

// unquote decodes a JSON string. What cannot be written in UTF-8 becomes
// U+FFFD, and flag says which of the two kinds it was.
func unquote(raw []byte) (text, flag string, err error) {
	body := raw[1 : len(raw)-1]
	if bytes.IndexByte(body, '\\') >= 0 {
		if body, flag, err = unescape(body); err != nil {
			return "", "", err
		}
	}
	if !utf8.Valid(body) {
		return strings.ToValidUTF8(string(body), "\ufffd"), FlagInvalidUTF8, nil
	}
	return string(body), flag, nil
}

const escapes = `""\\//b` + "\b" + `f` + "\f" + `n` + "\n" + `r` + "\r" + `t` + "\t" // pairs: letter, meaning

func unescape(body []byte) (out []byte, flag string, err error) {
	out = make([]byte, 0, len(body))
	for i := 0; i < len(body); {
		next := bytes.IndexByte(body[i:], '\\')
		if next < 0 {
			return append(out, body[i:]...), flag, nil
		}
		out = append(out, body[i:i+next]...)
		i += next + 1
		if body[i] == 'u' {
			r, size := escapedRune(body[i-1:])
			if size == 0 {
				return nil, "", fmt.Errorf(`\u without four hexadecimal digits`)
			}
			if utf16.IsSurrogate(r) {
				r, flag = utf8.RuneError, FlagLoneSurrogate
			}
			out = utf8.AppendRune(out, r)
			i += size - 1
			continue
		}
		at := meaning(body[i])
		if at < 0 {
			return nil, "", fmt.Errorf(`unknown escape \%c`, body[i])
		}
		out = append(out, escapes[at])
		i++
	}
	return out, flag, nil
}

func meaning(letter byte) int {
	for at := 0; at < len(escapes); at += 2 {
		if escapes[at] == letter {
			return at + 1
		}
	}
	return -1
}

// escapedRune reads \uXXXX, or two of them that are one character. A
// surrogate that it returns is alone.
func escapedRune(text []byte) (rune, int) {
	r, ok := hex4(text)
	if !ok {
		return 0, 0
	}
	if low, ok := hex4(text[6:]); ok && utf16.IsSurrogate(r) {
		if whole := utf16.DecodeRune(r, low); whole != utf8.RuneError {
			return whole, 12
		}
	}
	return r, 6
}

func hex4(text []byte) (r rune, ok bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	for _, c := range text[2:6] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
