package main

import (
	"strconv"
	"strings"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
)

// A problemList is what --problems chooses: ids, and numbers of any language.
type problemList struct {
	ids    map[string]bool
	ranges [][2]int
}

// parseProblems reads a list such as "0-9,22,CPP/31".
func parseProblems(text string) (*problemList, error) {
	p := &problemList{ids: map[string]bool{}}
	for _, item := range strings.Split(text, ",") {
		item = strings.TrimSpace(item)
		if strings.Contains(item, "/") {
			p.ids[plainID(item)] = true
			continue
		}
		from, to, isRange := strings.Cut(item, "-")
		if !isRange {
			to = from
		}
		first, err1 := strconv.Atoi(from)
		last, err2 := strconv.Atoi(to)
		if err1 != nil || err2 != nil || first > last {
			return nil, usagef("--problems: %q is not a number, a range such as 0-9, or an id such as CPP/22", item)
		}
		p.ranges = append(p.ranges, [2]int{first, last})
	}
	return p, nil
}

// plainID is an id in small letters; its language may be spelt as any of its
// names.
func plainID(id string) string {
	prefix, rest, _ := strings.Cut(id, "/")
	if l, err := lang.Lookup(prefix); err == nil {
		prefix = l.IDPrefix
	}
	return strings.ToLower(prefix + "/" + rest)
}

// has finds a problem by its id, its number, or both as in CPP/22: ids such as
// CPP/HumanEval_22_strlen hold more than the number.
func (p *problemList) has(q problem.Problem) bool {
	n := q.Number()
	if p.ids[strings.ToLower(q.TaskID)] || n >= 0 && p.ids[strings.ToLower(q.Prefix())+"/"+strconv.Itoa(n)] {
		return true
	}
	for _, r := range p.ranges {
		if r[0] <= n && n <= r[1] {
			return true
		}
	}
	return false
}
