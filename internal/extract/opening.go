package extract

import (
	"slices"
	"strings"

	"github.com/xeval/xeval/internal/lang"
)

// maxUnclosed bounds how often an item that has no end may be looked for: each
// such look goes through the rest of the text.
const maxUnclosed = 20

// maxItems bounds what is read of one text: no solution has more.
const maxItems = 2000

// scan reads the items of a text between two positions, passing over whatever
// is none: prose, statements, stray braces.
func scan(s *lang.Syntax, text string, from, to int) []lang.Item {
	text = text[:to]
	var items []lang.Item
	unclosed := 0
	for at := from; at < len(text) && unclosed < maxUnclosed && len(items) < maxItems; {
		t, ok := firstToken(s, text, at)
		if !ok {
			break
		}
		if t.Kind == lang.Comment && !t.Broken {
			at = t.End
			continue
		}
		it, ok := s.Item(text, t.Start)
		switch {
		case ok && it.Closed && it.End > t.Start:
			items = append(items, it)
			at = it.End
		case ok:
			items = append(items, it)
			unclosed++
			at = nextLine(text, t.Start)
		default:
			at = nextLine(text, t.Start)
		}
	}
	return items
}

func firstToken(s *lang.Syntax, text string, at int) (lang.Token, bool) {
	for t := range s.Tokens(text, at) {
		return t, true
	}
	return lang.Token{}, false
}

// nextLine is where the line behind position at starts.
func nextLine(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(text)
}

// An opening is the problem's text up to where the answer starts: it ends
// within the function asked for.
type opening struct {
	text  string
	entry string      // the function's name
	start int         // where it starts, len(text) when it was not found
	items []lang.Item // imports and helpers before it
	class *lang.Item  // that it stands in
	depth int         // braces open around it
}

func readOpening(l *lang.Language, t Target) opening {
	o := opening{text: t.Prompt}
	if l.Opening != nil {
		o.text = l.Opening(lang.Parts{Prompt: t.Prompt, Declaration: t.Declaration})
	}
	s := l.Syntax
	items := scan(s, o.text, 0, len(o.text))
	o.start = len(o.text)
	if at := entryAt(s, items, t.EntryPoint); at >= 0 {
		o.entry, o.start = items[at].Names[0], items[at].Start
		items = items[:at]
	}
	for i, it := range items {
		if it.Kind == lang.Class && !it.Closed && it.Inner.Start > 0 {
			o.class = &items[i]
		}
	}
	o.items = items
	if !s.Indented {
		o.depth, _ = s.Depth(o.text[:o.start])
	}
	return o
}

// entryAt is the index of the function asked for: the one of that name, else
// the one that is open, else the last; -1 when there is no function.
func entryAt(s *lang.Syntax, items []lang.Item, name string) int {
	at, rank := -1, 0
	for i, it := range items {
		r := 1
		switch {
		case it.Kind != lang.Function:
			continue
		case slices.Contains(it.Names, name):
			r = 3
		case !s.Indented && !it.Closed:
			r = 2
		}
		if r > rank || r == rank && r == 1 {
			at, rank = i, r
		}
	}
	return at
}

// defines says whether the opening has a function or type of this name before
// the function asked for.
func (o opening) defines(name string) (lang.Item, bool) {
	for _, it := range o.items {
		if (it.Kind == lang.Function || it.Kind == lang.Class) && it.Closed && slices.Contains(it.Names, name) {
			return it, true
		}
	}
	return lang.Item{}, false
}
