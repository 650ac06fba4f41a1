package extract

import (
	"regexp"
	"strings"
)

var (
	fencedLine  = regexp.MustCompile("(?m)^[ \t]{0,3}(?:```|~~~)")
	proseOpener = regexp.MustCompile(`(?i)^(?:sure|certainly|of course|okay|here(?:'s| is| are)|to solve|the (?:following|function|problem|task|code|solution)|this (?:function|code|solution|problem)|below is|you can|we can|let's|i(?:'ll| will)|explanation)\b`)
	proseWord   = regexp.MustCompile(`^[("'*_]*[A-Za-z][a-z]*(?:['’-][a-z]+)*[)"'*_]*[.,:;!?]?$`)
)

// LooksLikeChat says whether a reply is one of a conversation: with fences,
// reasoning, or a sentence at its start, so that upstream's rules, which take
// all of it for code, do not do it justice.
func LooksLikeChat(reply string) bool {
	if fencedLine.MatchString(reply) || reasoningMark.MatchString(reply) {
		return true
	}
	line := firstLine(reply)
	return line == strings.TrimLeft(line, " \t") && (proseOpener.MatchString(line) || looksLikeProse(line))
}

// firstLine is the first line that is not blank.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			return strings.TrimRight(line, " \t\r\n")
		}
	}
	return ""
}

// looksLikeProse says whether a line is a sentence: five words or more, all
// but a few of them plain, and a capital or a colon to go with them.
func looksLikeProse(line string) bool {
	line = strings.TrimSpace(line)
	for _, mark := range []string{"//", "#", "/*", "*", `"""`, "'''"} {
		if strings.HasPrefix(line, mark) {
			return false
		}
	}
	words := strings.Fields(line)
	plain := 0
	for _, w := range words {
		if proseWord.MatchString(w) {
			plain++
		}
	}
	ended := strings.ContainsAny(line[max(0, len(line)-1):], ".:!?") || line != "" && 'A' <= line[0] && line[0] <= 'Z'
	return len(words) >= 5 && plain*5 >= len(words)*4 && ended && !strings.ContainsAny(line, "{};=")
}
