package extract

import (
	"slices"
	"strings"

	"github.com/xeval/xeval/internal/lang"
)

// A piece is an item of a reply, of whichever block.
type piece struct {
	lang.Item
	source string
	member bool // of the class that the function stands in
	entry  bool // the function asked for
}

// text is the item, with the white space in front of it on its line.
func (p piece) text() string {
	line := strings.LastIndexByte(p.source[:p.Start], '\n') + 1
	if strings.TrimSpace(p.source[line:p.Start]) != "" {
		line = p.Start
	}
	return p.source[line:p.End]
}

// elsewhere are the items of the other blocks, which may hold helpers: models
// explain a solution step by step, a block for each.
func (x *extraction) elsewhere(segments []segment, except int) []piece {
	var out []piece
	for i, s := range segments {
		if i == except || !s.fenced {
			continue
		}
		for _, it := range scan(x.syntax, s.text, 0, len(s.text)) {
			named := it.Kind == lang.Function || it.Kind == lang.Class || it.Kind == lang.Import
			if named && it.Closed && !slices.Contains(it.Names, x.opening.entry) && !slices.Contains(it.Names, "*") {
				out = append(out, piece{Item: it, source: s.text})
			}
		}
	}
	return out
}

// keep chooses the pieces that the function needs, step by step from the words
// it uses. All else goes: examples, tests, a main of its own, whatever prints.
func (x *extraction) keep(pieces []piece, words map[string]bool) []piece {
	tests := x.testNames()
	for w := range x.syntax.Words(x.target.Test) {
		if !tests[w] {
			words[w] = true
		}
	}
	pieces = x.withoutDoubles(pieces)
	kept := x.reach(pieces, words, tests)
	var out []piece
	for i, p := range pieces {
		if kept[i] {
			out = append(out, p)
		} else if p.Kind == lang.Discarded || p.Kind == lang.Function {
			x.note("left out", p)
		}
	}
	return out
}

// reach marks the pieces that are needed. A piece that became needed may need
// others, which are found by their names.
func (x *extraction) reach(pieces []piece, words, tests map[string]bool) []bool {
	named := map[string][]int{}
	for i, p := range pieces {
		for _, n := range p.Names {
			named[n] = append(named[n], i)
		}
	}
	kept, next := make([]bool, len(pieces)), []int{}
	for i := range pieces {
		next = append(next, i)
	}
	for len(next) > 0 {
		i := next[0]
		next = next[1:]
		if kept[i] || !x.needed(pieces[i], words, tests) {
			continue
		}
		kept[i] = true
		for w := range x.syntax.Words(pieces[i].text()) {
			if !words[w] {
				words[w] = true
				next = append(next, named[w]...)
			}
		}
	}
	return kept
}

// needed says whether a piece belongs to the solution, as far as its words are
// known. What the tests define themselves gives way to theirs.
func (x *extraction) needed(p piece, words, tests map[string]bool) bool {
	named := slices.ContainsFunc(p.Names, func(n string) bool { return words[n] && !tests[n] })
	switch {
	case p.entry:
		return true
	case p.Kind == lang.Discarded, x.doublesClass(p):
		return false
	case p.Kind == lang.Setting:
		return true
	case p.Kind == lang.Import:
		return named || slices.Contains(p.Names, "*")
	case p.Kind == lang.Value && !p.member:
		used := x.syntax.Words(p.text())
		return named && !used[x.opening.entry] && !x.isUsage(used)
	}
	return named
}

// doublesClass says whether a piece is the problem's class again, or the
// constructor of a class that gives way to the problem's.
func (x *extraction) doublesClass(p piece) bool {
	if x.opening.class == nil || len(p.Names) == 0 {
		return false
	}
	name := x.opening.class.Names[0]
	if p.Kind == lang.Class && !p.member {
		return p.Names[0] == name
	}
	return p.Kind == lang.Function && p.Names[0] == x.wrapper && x.wrapper != name
}

// testNames are the names that the tests define.
func (x *extraction) testNames() map[string]bool {
	names := map[string]bool{}
	for _, it := range scan(x.syntax, x.target.Test, 0, len(x.target.Test)) {
		for _, n := range it.Names {
			names[n] = it.Kind != lang.Import || names[n]
		}
	}
	delete(names, x.opening.entry)
	return names
}

// withoutDoubles leaves, of functions and types that are defined several
// times, the last one that has its end; of the function asked for the one that
// was chosen. What the problem itself defines alike stays the problem's.
func (x *extraction) withoutDoubles(pieces []piece) []piece {
	last := map[string]int{}
	for i, p := range pieces {
		if k := x.key(p); k != "" {
			if j, have := last[k]; !have || !pieces[j].entry && (p.Closed || !pieces[j].Closed) {
				last[k] = i
			}
		}
	}
	var out []piece
	for i, p := range pieces {
		k := x.key(p)
		if k != "" && last[k] != i {
			continue
		}
		if !p.entry && len(p.Names) == 1 && p.Kind == lang.Function {
			if own, have := x.opening.defines(p.Names[0]); have && x.arity(own.Start, x.opening.text) == x.arity(p.Start, p.source) {
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

// key is the same for two definitions that exclude each other.
func (x *extraction) key(p piece) string {
	if p.Kind != lang.Function && p.Kind != lang.Class || len(p.Names) == 0 {
		return ""
	}
	if x.syntax.Overloads {
		return p.Names[0] + "(" + p.Signature
	}
	return p.Names[0]
}

// arity is how many parameters the function has that starts at at.
func (x *extraction) arity(at int, text string) int {
	depth, commas, any := 0, 0, 0
	for t := range x.syntax.Tokens(text, at) {
		switch {
		case t.Kind == lang.Comment:
			continue
		case t.Is("("), t.Is("["), t.Is("<"):
			depth++
			continue
		case t.Is(")") && depth == 1:
			return commas + any
		case t.Is(")"), t.Is("]"), t.Is(">"):
			depth--
		case t.Is(",") && depth == 1:
			commas++
		}
		if depth > 0 {
			any = 1
		}
	}
	return commas + any
}

// note records what was done with a piece.
func (x *extraction) note(what string, p piece) {
	const most = 20
	if len(p.Names) > 0 && len(x.notes) < most {
		if n := what + ": " + p.Names[0]; !slices.Contains(x.notes, n) {
			x.notes = append(x.notes, n)
		}
	}
}
