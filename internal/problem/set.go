package problem

import (
	"cmp"
	"slices"
	"strings"
)

// A Dataset identifies where problems come from: everything that a reader of a
// number has to know to get the same problems again.
type Dataset struct {
	Name     string            `json:"name"`
	Revision string            `json:"revision,omitempty"` // upstream's, when all files are known ones
	SHA256   map[string]string `json:"sha256"`             // file name without .gz or .zst → hash of the uncompressed bytes
	Errata   string            `json:"errata,omitempty"`   // version of the overlay, "" when off
	Problems int               `json:"problems"`
}

// A Set is the problems of a dataset, by prefix in the order in which prefixes
// first occur, then by number.
type Set struct {
	Problems []Problem
	Dataset  Dataset
	BadRows  []error // rows that were left out, each an *jsonl.Error

	byID   map[string]int
	folded map[string]int
	byNum  map[place]int
	known  map[string]bool // prefixes read from a file of the pinned revision
}

type place struct {
	prefix string
	number int
}

// NewSet orders problems and indexes them. The first of several problems with
// one id is the one that is found.
func NewSet(d Dataset, problems []Problem) *Set {
	s := &Set{Problems: problems, Dataset: d, known: map[string]bool{}}
	s.sort()
	s.index()
	s.Dataset.Problems = len(problems)
	return s
}

func (s *Set) sort() {
	rank := map[string]int{}
	for i := range s.Problems {
		if p := s.Problems[i].Prefix(); rank[p] == 0 {
			rank[p] = len(rank) + 1
		}
	}
	slices.SortStableFunc(s.Problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(rank[a.Prefix()], rank[b.Prefix()]), cmp.Compare(a.Number(), b.Number()))
	})
}

func (s *Set) index() {
	s.byID, s.folded, s.byNum = map[string]int{}, map[string]int{}, map[place]int{}
	shared := map[string]bool{}
	for i := range s.Problems {
		s.indexSource(i, shared)
	}
	for i := len(s.Problems) - 1; i >= 0; i-- {
		p := &s.Problems[i]
		s.byID[p.TaskID] = i
		s.folded[strings.ToLower(p.TaskID)] = i
		s.byNum[place{strings.ToLower(p.Prefix()), p.Number()}] = i
	}
}

// indexSource makes a problem found by the id of its own dataset, unless
// several have the same, as MultiPL-E's in several languages.
func (s *Set) indexSource(i int, shared map[string]bool) {
	id := strings.ToLower(s.Problems[i].SourceID)
	if _, taken := s.folded[id]; taken || shared[id] {
		shared[id] = true
		delete(s.folded, id)
	} else if id != "" {
		s.folded[id] = i
	}
}

// Lookup finds a problem by its id; case only matters where two ids differ in
// nothing else.
func (s *Set) Lookup(id string) (Problem, bool) {
	i, ok := s.byID[id]
	if !ok {
		i, ok = s.folded[strings.ToLower(id)]
	}
	if !ok {
		return Problem{}, false
	}
	return s.Problems[i], true
}

// ByNumber finds number n of the problems whose ids begin with prefix.
func (s *Set) ByNumber(prefix string, n int) (Problem, bool) {
	i, ok := s.byNum[place{strings.ToLower(prefix), n}]
	if !ok || n < 0 {
		return Problem{}, false
	}
	return s.Problems[i], true
}

// InOrder lists the ids of the problems with the prefix, or of all with "".
func (s *Set) InOrder(prefix string) []string {
	var out []string
	for i := range s.Problems {
		if p := &s.Problems[i]; prefix == "" || strings.EqualFold(p.Prefix(), prefix) {
			out = append(out, p.TaskID)
		}
	}
	return out
}

// Rule is the rule of all problems, HumanEval-X's when they differ.
func (s *Set) Rule() Rule {
	for i := range s.Problems {
		if s.Problems[i].Rule != s.Problems[0].Rule {
			return RuleHumanEvalX
		}
	}
	if len(s.Problems) == 0 {
		return RuleHumanEvalX
	}
	return s.Problems[0].Rule
}

// Prefixes lists the prefixes of the ids in order.
func (s *Set) Prefixes() []string {
	var out []string
	for i := range s.Problems {
		if p := s.Problems[i].Prefix(); len(out) == 0 || out[len(out)-1] != p {
			out = append(out, p)
		}
	}
	return out
}
