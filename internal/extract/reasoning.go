package extract

import (
	"regexp"
	"strings"
)

// Reasoning models write their drafts between marks. What is within is never
// the answer, be it ever so good; a draft without an end is all there is.
var (
	reasoningMark = regexp.MustCompile(`(?i)<(/?)(think|thinking|thought|reasoning)>|◁(/?)think▷`)
)

// dropReasoning leaves out what stands between the marks. A closing mark alone
// ends reasoning that the prompt had opened.
func dropReasoning(reply string) (text string, dropped bool) {
	marks := reasoningMark.FindAllStringSubmatchIndex(reply, -1)
	if len(marks) == 0 {
		return reply, false
	}
	var kept strings.Builder
	depth, from := 0, 0
	for _, m := range marks {
		closes := m[2] < m[3] || m[6] >= 0 && m[6] < m[7]
		switch {
		case closes && depth > 0:
			depth--
		case closes:
			kept.Reset()
		default:
			if depth == 0 {
				kept.WriteString(reply[from:m[0]])
			}
			depth++
		}
		from = m[1]
	}
	if depth == 0 {
		kept.WriteString(reply[from:])
	}
	return kept.String(), true
}
