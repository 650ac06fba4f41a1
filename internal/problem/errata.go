package problem

import (
	"slices"
	"strings"
	"sync"
)

// An Erratum is a known fault of HumanEval-X, the same in all of its Tasks.
type Erratum struct {
	Tasks    []string `json:"tasks"` // ids; "Rust/*" is every id of a prefix
	Field    string   `json:"field"`
	Kind     string   `json:"kind"`
	What     string   `json:"what"`
	Effect   string   `json:"effect"` // on verdicts: false_pass, false_fail, both, none
	Evidence string   `json:"evidence"`
	Source   string   `json:"source"`
	Handled  Handling `json:"handled"`
	How      string   `json:"how"`
}

// A Handling is who deals with a fault.
type Handling string

// The ways a fault is dealt with.
const (
	ByOverlay  Handling = "overlay"    // mended with --errata
	ByHarness  Handling = "harness"    // always, by how programs are made and run
	ByUpstream Handling = "upstream"   // in the pinned revision
	NotMended  Handling = "documented" // only known
)

// Errata lists the known faults.
var Errata = sync.OnceValue(func() []Erratum {
	var out []Erratum
	if err := readEmbedded("errata.json", &out); err != nil { // embedded text: a test reads it
		panic(err)
	}
	return out
})

// ErrataOf lists the known faults of one problem.
func ErrataOf(taskID string) []Erratum {
	prefix, _, _ := strings.Cut(taskID, "/")
	var out []Erratum
	for _, e := range Errata() {
		if slices.Contains(e.Tasks, taskID) || slices.Contains(e.Tasks, prefix+"/*") {
			out = append(out, e)
		}
	}
	return out
}

// An Expectation is what is known beforehand against a problem, and so cannot
// be blamed on the toolchain or on us. Each text is the evidence; "" means that
// nothing is known, so that the reference must pass and a stub must fail.
type Expectation struct {
	CanonicalFails  string // on the hidden tests
	CanonicalVaries string // passes or fails by chance, on either test
	ExampleFails    string // the reference fails on the example test
	StubPasses      string // a stub passes the hidden tests
	StubRejected    string // a stub does not build, so that its failing proves little
}

// A claim is one text of an Expectation. It holds unless the overlay has mended
// the field Unless, and if If is given, only where it has mended that one.
type claim struct {
	Task     string `json:"task"`
	Claim    string `json:"claim"`
	Unless   string `json:"unless"`
	If       string `json:"if"`
	Evidence string `json:"evidence"`
}

var claims = sync.OnceValue(func() []claim {
	var out []claim
	if err := readEmbedded("known.json", &out); err != nil { // embedded text: a test reads it
		panic(err)
	}
	return out
})

// Known is what is known of a problem as it stands in this set, mended or not.
// Of files that are not the pinned revision's, nothing is known.
func (s *Set) Known(taskID string) Expectation {
	p, ok := s.Lookup(taskID)
	if !ok || !s.known[p.Prefix()] {
		return Expectation{}
	}
	return expectation(p)
}

func expectation(p Problem) Expectation {
	var out Expectation
	for _, c := range claims() {
		if c.Task != p.TaskID || slices.Contains(p.Errata, c.Unless) || c.If != "" && !slices.Contains(p.Errata, c.If) {
			continue
		}
		if text := out.text(c.Claim); text != nil {
			*text = c.Evidence
		}
	}
	return out
}

// text is the text that a claim fills, or nil for an unknown one.
func (e *Expectation) text(claim string) *string {
	return map[string]*string{
		"canonical_fails": &e.CanonicalFails, "canonical_varies": &e.CanonicalVaries,
		"example_fails": &e.ExampleFails, "stub_passes": &e.StubPasses, "stub_rejected": &e.StubRejected,
	}[claim]
}
