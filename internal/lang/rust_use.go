package lang

import (
	"slices"
	"strings"
)

// Use declarations: what a reply brings in itself must fit what the problem
// brings in already.

// rustUseItem is a use declaration.
func rustUseItem(x *Lexis, h head, first int) (Item, bool) {
	words, end, found := x.rustUseWords(h.text, h.words[first].End)
	if !found || !rustIsUse(words) {
		return Item{}, false
	}
	it := Item{Kind: Import, Start: h.start, End: end, Closed: true}
	for _, l := range rustLeaves(words) {
		it.Names = append(it.Names, l.name)
	}
	return it, true
}

// rustUseWords are the words of a use declaration behind the keyword.
func (x *Lexis) rustUseWords(text string, at int) (words []Token, end int, found bool) {
	const most = 500
	for t := range x.Tokens(text, at) {
		switch {
		case t.Kind == Comment:
			continue
		case t.Is(";"):
			return words, t.End, true
		case len(words) > most, t.Kind == Literal, t.Is("("), t.Is("="):
			return nil, at, false
		}
		words = append(words, t)
	}
	return nil, at, false
}

// rustIsUse tells a use declaration from a sentence: no two names in a row.
func rustIsUse(words []Token) bool {
	for i := range words[min(1, len(words)):] {
		if a, b := words[i], words[i+1]; a.Kind == Word && b.Kind == Word && !a.Is("as") && !b.Is("as") {
			return false
		}
	}
	return len(words) > 0
}

// A rustLeaf is one name that a use declaration brings in.
type rustLeaf struct {
	name, path string
	start, end int // with the comma behind it
}

// rustLeaves lists what a use declaration brings in.
func rustLeaves(words []Token) []rustLeaf {
	var leaves []rustLeaf
	prefixes, path, name, start := []string{""}, "", "", -1
	flush := func(end int) {
		if start < 0 {
			return
		}
		full := prefixes[len(prefixes)-1] + path
		if name == "self" {
			parts := strings.Split(strings.TrimSuffix(strings.TrimSuffix(full, "self"), "::"), "::")
			name = parts[len(parts)-1]
		}
		leaves = append(leaves, rustLeaf{name, full, start, end})
		path, name, start = "", "", -1
	}
	for _, t := range words {
		switch {
		case t.Is("{"):
			prefixes = append(prefixes, prefixes[len(prefixes)-1]+path)
			path, name, start = "", "", -1
		case t.Is("}"):
			flush(t.Start)
			prefixes = prefixes[:max(1, len(prefixes)-1)]
		case t.Is(","):
			flush(t.End)
		case t.Is("as"):
		default:
			if start < 0 {
				start = t.Start
			}
			if t.Kind == Word || t.Is("*") {
				name = t.Text
			}
			path += t.Text
		}
	}
	if start >= 0 {
		flush(words[len(words)-1].End)
	}
	return leaves
}

// reconcileRust takes names off the declarations: a program may not bring in,
// or define, one name twice. What the reply shares with the problem is taken
// off the reply, where they differ, the problem gives way.
func reconcileRust(i Imports) (string, []string) {
	own := map[string]string{}
	for _, name := range i.Defined {
		own[name] = ""
	}
	problems := map[string]string{}
	for _, it := range rustUses(i.Head) {
		for _, l := range it.leaves {
			problems[l.name] = l.path
		}
	}
	var kept []string
	for _, text := range i.Own {
		text = rustWithout(text, func(l rustLeaf) bool {
			path, have := own[l.name]
			if have && path == l.path || problems[l.name] == l.path {
				return true
			}
			own[l.name] = l.path
			return false
		})
		if text != "" {
			kept = append(kept, text)
		}
	}
	head := rustWithout(i.Head, func(l rustLeaf) bool { _, have := own[l.name]; return have && l.name != "*" && l.name != "_" })
	return head, kept
}

// A rustUse is one use declaration of a text.
type rustUse struct {
	start, end int
	leaves     []rustLeaf
}

func rustUses(text string) []rustUse {
	var uses []rustUse
	for at := 0; at < len(text); at = afterLine(text, at) {
		line := strings.TrimLeft(text[at:at+lineLength(text[at:])], " \t")
		if !strings.HasPrefix(line, "use ") && !strings.HasPrefix(line, "pub use ") {
			continue
		}
		behind := at + strings.Index(text[at:], "use ") + len("use ")
		if words, end, found := rustLexis.rustUseWords(text, behind); found && len(words) > 0 {
			uses = append(uses, rustUse{at, end, rustLeaves(words)})
			at = end - 1
		}
	}
	return uses
}

// rustWithout takes names off the use declarations of a text, and a
// declaration without any name left off the text.
func rustWithout(text string, drop func(rustLeaf) bool) string {
	var cuts []Span
	for _, use := range rustUses(text) {
		kept := 0
		var within []Span
		for _, l := range use.leaves {
			if drop(l) {
				within = append(within, Span{l.start, l.end})
			} else {
				kept++
			}
		}
		if kept == 0 && len(within) > 0 {
			within = []Span{{use.start, use.end}}
		}
		cuts = append(cuts, within...)
	}
	for _, c := range slices.Backward(cuts) {
		text = text[:c.Start] + text[c.End:]
	}
	return text
}
