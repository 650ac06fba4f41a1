package lang

import "strings"

// The pieces of upstream's rules for the raw continuation of a base model.
// Upstream counts characters and parses nothing: a brace within a string
// counts. That is kept, because the rules decide what the model's sample is.

// stopAtExtraBrace stops where closing braces first exceed opening ones by
// one: there the function that the prompt opened is closed.
func stopAtExtraBrace(text string) (cut int, stop bool) {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return i + 1, true
			}
		}
	}
	return len(text), false
}

// stopAtColumnZero stops before the first non-blank line that starts with
// neither space nor tab. The first non-blank line of all is exempt, which
// upstream's rule does not say: servers exist that strip a reply's leading
// spaces, and every sample of theirs would end after one token. The verdict
// by upstream's criterion is the same, as its evaluator cuts there anyway.
func stopAtColumnZero(text string) (cut int, stop bool) {
	begun := false
	for at := 0; at < len(text); {
		line, _, _ := strings.Cut(text[at:], "\n")
		blank := strings.TrimSpace(line) == ""
		if begun && !blank && line[0] != ' ' && line[0] != '\t' {
			return at, true
		}
		begun = begun || !blank
		at += len(line) + 1
	}
	return len(text), false
}

// openingWithDeclaration is for a dataset whose prompt is a comment alone. Where
// the prompt has the signature after all, as in HumanEvalPack, it is complete.
func openingWithDeclaration(p Parts) string {
	lines := strings.Split(strings.TrimSpace(p.Declaration), "\n")
	if signature := lines[len(lines)-1]; strings.Contains(p.Prompt, signature) {
		return p.Prompt
	}
	return p.Declaration + p.Prompt
}

// cutAtLast cuts at the last occurrence of each mark in turn.
func cutAtLast(text string, marks ...string) string {
	for _, m := range marks {
		if i := strings.LastIndex(text, m); i >= 0 {
			text = text[:i]
		}
	}
	return text
}

// cutAfterLastBrace drops what follows the last closing brace, if there is one.
func cutAfterLastBrace(text string) string {
	if i := strings.LastIndexByte(text, '}'); i >= 0 {
		return text[:i+1]
	}
	return text
}

// closeBefore cuts before the first occurrence of mark and closes the brace
// that was open there.
func closeBefore(text, mark string) string {
	if before, _, found := strings.Cut(text, mark); found {
		return before + "}"
	}
	return text
}

// closeEnclosing adds the brace of an enclosing class when closing braces
// exceed opening ones by exactly one.
func closeEnclosing(text string) string {
	if strings.Count(text, "}") == strings.Count(text, "{")+1 {
		return text + "\n}"
	}
	return text
}
