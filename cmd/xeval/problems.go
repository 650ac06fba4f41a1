package main

import (
	"strconv"
	"strings"
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
			p.ids[strings.ToLower(item)] = true
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

func (p *problemList) has(taskID string) bool {
	if p.ids[strings.ToLower(taskID)] {
		return true
	}
	n, err := strconv.Atoi(taskID[strings.LastIndex(taskID, "/")+1:])
	if err != nil {
		return false
	}
	for _, r := range p.ranges {
		if r[0] <= n && n <= r[1] {
			return true
		}
	}
	return false
}
