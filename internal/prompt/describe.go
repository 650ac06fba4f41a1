package prompt

import (
	"strings"
	"unicode"

	"github.com/xeval/xeval/internal/lang"
)

// A CodeLeak says how much of a solution a description repeats. A description
// that contains code would make the round trip of summarize a copy, so this
// number belongs beside its score.
type CodeLeak struct {
	Lines int `json:"lines"` // of the solution, found in the description
	Of    int `json:"of"`    // lines of the solution long enough to tell
}

// telling is how many visible characters a line of code needs before finding
// it in prose means anything.
const telling = 8

// MeasureCodeLeak counts the solution's lines that occur in the description,
// however either is spaced.
func MeasureCodeLeak(description, solution string) CodeLeak {
	var leak CodeLeak
	text := squeezed(description)
	for line := range strings.Lines(solution) {
		line = squeezed(line)
		if len([]rune(line)) < telling {
			continue
		}
		leak.Of++
		if strings.Contains(text, line) {
			leak.Lines++
		}
	}
	return leak
}

func squeezed(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// description reads the reply to a describe step. A chat reply is the
// description, apart from a reasoning block before it. A raw continuation goes
// on within the comment that the prompt began.
func description(l *lang.Language, form Form, reply string) string {
	if form == Chat {
		if _, after, found := strings.Cut(reply, "</think>"); found {
			reply = after
		}
		return strings.TrimSpace(reply)
	}
	var lines []string
	for i, line := range strings.Split(reply, "\n") {
		text, isComment := strings.CutPrefix(strings.TrimSpace(line), l.CommentMark)
		if i > 0 && !isComment {
			break
		}
		lines = append(lines, strings.TrimSpace(text))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
