package prompt

import (
	"strings"
	"unicode"
)

// Hidden tests can come back through the output of a failing test: compilers
// quote the line, assert macros print their expression. withhold removes them.

const (
	// run is the shortest piece of a test that counts as its text: shorter
	// ones are names and operators that any program has.
	run = 20
	// inked is how many of those must be visible, so that indentation and the
	// underlining of compilers do not match.
	inked = 10

	withheld = "[test withheld]"
	// maxOutput is how much of an output is shown, in characters.
	maxOutput = 4000
)

// withhold replaces each run of 20 characters or more of the output that also
// stands in the hidden text, and not in the texts that the model sees anyway.
func withhold(output, hidden string, known ...string) string {
	secret := shingles(hidden)
	for _, k := range known {
		for s := range shingles(k) {
			delete(secret, s)
		}
	}
	text := []rune(output)
	covered := make([]bool, len(text))
	for i := 0; i+run <= len(text); i++ {
		if secret[string(text[i:i+run])] {
			for j := i; j < i+run; j++ {
				covered[j] = true
			}
		}
	}
	var out strings.Builder
	for i, r := range text {
		switch {
		case !covered[i]:
			out.WriteRune(r)
		case i == 0 || !covered[i-1]:
			out.WriteString(withheld)
		}
	}
	return out.String()
}

// shingles are all runs of the text.
func shingles(text string) map[string]bool {
	runes := []rune(text)
	out := map[string]bool{}
	for i := 0; i+run <= len(runes); i++ {
		piece := runes[i : i+run]
		visible := 0
		for _, r := range piece {
			if !unicode.IsSpace(r) {
				visible++
			}
		}
		if visible >= inked {
			out[string(piece)] = true
		}
	}
	return out
}

// clip keeps the head and the tail of a long output: the first error and the
// last line are what a person would read.
func clip(output string) string {
	text := []rune(output)
	if len(text) <= maxOutput {
		return output
	}
	half := maxOutput / 2
	return string(text[:half]) + "\n[…]\n" + string(text[len(text)-half:])
}
