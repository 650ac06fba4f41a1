package sample

import (
	"fmt"
	"strings"
	"unicode"
)

// An identifier tells which problem a list of programs is for, by the
// programs: a problem's program has its function's name and begins with its
// prompt. Where several problems' names occur (is_prime is one, and a helper
// of many answers), it is the one of whose prompt the most is there. Places
// alone would go wrong at the first problem that a file leaves out; they
// decide only for lists without any program, and only while every list before
// stood in its place.
type identifier struct {
	problems Problems
	prefix   string
	known    []known
	byName   map[string][]int // the problems that ask for a function of the name
	shifted  bool             // a list stood in another place than the dataset's
	list     int              // the place of the list found last
	file     string
	found    string
	err      error
}

// known is what of a problem is looked for.
type known struct {
	taskID string
	lines  []string
}

// find is the id of the row's problem. All rows of a list have the same.
func (d *identifier) find(row Row, prefix string) (string, error) {
	if d.prefix != prefix {
		d.learn(prefix)
	}
	if row.File != d.file {
		d.file, d.list, d.shifted = row.File, 0, false
	}
	if row.Place != d.list {
		d.list = row.Place
		d.found, d.err = d.identify(row)
	}
	return d.found, d.err
}

func (d *identifier) learn(prefix string) {
	d.prefix, d.known, d.byName = prefix, nil, map[string][]int{}
	for _, taskID := range d.problems.InOrder(prefix) {
		k := known{taskID: taskID}
		if name := d.problems.Function(taskID); name != "" {
			d.byName[name] = append(d.byName[name], len(d.known))
		}
		for line := range strings.Lines(d.problems.Prompt(taskID)) {
			if line = strings.TrimSpace(line); len(line) >= lineMin {
				k.lines = append(k.lines, line)
			}
		}
		d.known = append(d.known, k)
	}
}

// lineMin leaves out lines that occur everywhere, such as a bracket.
const lineMin = 8

func (d *identifier) identify(row Row) (string, error) {
	text := someOf(row.Siblings)
	if text == "" {
		return d.atPlace(row)
	}
	best, second := -1.0, -1.0
	at := -1
	for _, i := range d.named(text) {
		score := d.known[i].score(text)
		if score > best {
			best, second, at = score, best, i
		} else if score > second {
			second = score
		}
	}
	switch {
	case at < 0:
		return "", fmt.Errorf("list %d: no program in it has the function of any problem (whole programs are wanted, with the prompt)", row.Place)
	case best == second:
		return "", fmt.Errorf("list %d: the functions of several problems occur in it, and the prompt of none: which it is for cannot be told", row.Place)
	}
	d.shifted = d.shifted || at != row.Place-1
	return d.known[at].taskID, nil
}

// someOf joins the first programs of a list, which are enough.
func someOf(siblings []string) string {
	const enough = 5
	var some []string
	for _, s := range siblings {
		if strings.TrimSpace(s) != "" && len(some) < enough {
			some = append(some, s)
		}
	}
	return strings.Join(some, "\n")
}

// named lists the problems whose functions' names occur in text.
func (d *identifier) named(text string) []int {
	var out []int
	seen := map[string]bool{}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if at := d.byName[word]; at != nil && !seen[word] {
			seen[word] = true
			out = append(out, at...)
		}
	}
	return out
}

// score is how much of the problem's prompt is in text, from 0 to 1.
func (k known) score(text string) float64 {
	n := 0
	for _, line := range k.lines {
		if strings.Contains(text, line) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(k.lines)))
}

func (d *identifier) atPlace(row Row) (string, error) {
	if d.shifted || row.Place > len(d.known) {
		return "", fmt.Errorf("list %d holds no program, and the lists do not stand in the dataset's order: which problem it is for cannot be told", row.Place)
	}
	return d.known[row.Place-1].taskID, nil
}
