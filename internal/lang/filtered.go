package lang

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// A filtered pattern looks for words before it looks for itself: a text without
// any of the words that a match must hold has none, and to find a word takes a
// hundredth of the time. Nearly every program is such a text, and a pattern of
// every program is looked for.
type filtered struct {
	pattern *regexp.Regexp
	words   []string // a match holds one of them; nil: nothing is known
}

func mustFilter(pattern string) *filtered {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		panic("lang: " + err.Error())
	}
	return &filtered{regexp.MustCompile(pattern), wordsOf(parsed)}
}

// may is false where the text has no match.
func (f *filtered) may(text string) bool {
	for _, w := range f.words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return f.words == nil
}

func (f *filtered) MatchString(text string) bool { return f.may(text) && f.pattern.MatchString(text) }

// wordsOf are words of which a match holds one, nil when there is no saying.
func wordsOf(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return []string{string(re.Rune)}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return wordsOf(re.Sub[0])
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			words := wordsOf(sub)
			if words == nil {
				return nil
			}
			all = append(all, words...)
		}
		return all
	case syntax.OpConcat: // the part whose words say most
		var best []string
		for _, sub := range re.Sub {
			if words := wordsOf(sub); shortest(words) > shortest(best) {
				best = words
			}
		}
		return best
	}
	return nil
}

func shortest(words []string) int {
	if len(words) == 0 {
		return 0
	}
	least := len(words[0])
	for _, w := range words[1:] {
		least = min(least, len(w))
	}
	return least
}
