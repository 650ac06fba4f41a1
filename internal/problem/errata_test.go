package problem

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/jsonl"
)

var update = flag.Bool("update", false, "write docs/errata.md anew")

var mendedFields = map[string]func(Problem) string{
	"test": func(p Problem) string { return p.Test }, "example_test": func(p Problem) string { return p.ExampleTest },
	"test_setup":  func(p Problem) string { return p.TestSetup },
	"declaration": func(p Problem) string { return p.Declaration }, "canonical_solution": func(p Problem) string { return p.CanonicalSolution },
}

func mustBuiltin(t *testing.T) *overlay {
	t.Helper()
	o, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// touched are the fields the overlay replaces, by id.
func touched(o *overlay) map[string][]string {
	out := map[string][]string{}
	for _, entry := range o.Entries {
		for _, id := range entry.Tasks {
			for _, e := range entry.Edits {
				if !slices.Contains(out[id], e.Field) {
					out[id] = append(out[id], e.Field)
				}
			}
		}
	}
	return out
}

func TestOverlayFitsThePublishedData(t *testing.T) {
	dir := shared(t, "data", "humaneval-x")
	raw := mustLoad(t, dir, Options{})
	mended := mustLoad(t, dir, Options{Errata: true})
	if raw.Dataset.Errata != "" || mended.Dataset.Errata != ErrataVersion() || ErrataVersion() == "" {
		t.Errorf("versions are %q and %q", raw.Dataset.Errata, mended.Dataset.Errata)
	}
	if mended.Dataset.Revision != Revision {
		t.Errorf("the overlay hides the raw data's identity: %+v", mended.Dataset)
	}
	want := touched(mustBuiltin(t))
	for i, p := range raw.Problems {
		q := mended.Problems[i]
		if p.Prompt != q.Prompt {
			t.Errorf("%s: prompt changed", p.TaskID)
		}
		for name, field := range mendedFields {
			said := slices.Contains(q.Errata, name)
			if changed := field(p) != field(q); changed != said || changed != slices.Contains(want[p.TaskID], name) {
				t.Errorf("%s: %s changed: %v, said so: %v", p.TaskID, name, changed, said)
			}
		}
		delete(want, p.TaskID)
	}
	for id := range want {
		t.Errorf("the overlay names %s, which the data lacks", id)
	}
}

func TestOverlayRefusesAnotherRevision(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.jsonl")
	write(t, path, `{"task_id": "JavaScript/155", "prompt": "p", "test": "t", "canonical_solution": "return 0"}`)
	if _, err := Load(path, Options{Errata: true}); err == nil || !strings.Contains(err.Error(), "JavaScript/155: canonical_solution: the errata do not fit") {
		t.Errorf("got %v", err)
	}
}

func TestOverlayLeavesMendedRowsAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.jsonl")
	write(t, path, `{"task_id": "JavaScript/155", "prompt": "p", "test": "t", "canonical_solution": "mended", "errata": ["canonical_solution"]}`)
	if s := mustLoad(t, path, Options{Errata: true}); s.Problems[0].CanonicalSolution != "mended" {
		t.Errorf("mended twice: %+v", s.Problems[0])
	}
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		e          edit
		want, fail string
	}{
		{e: edit{Old: "b", New: "X", Times: 1}, want: "aXcc"},
		{e: edit{Old: "c", New: "X", Times: 2}, want: "abXX"},
		{e: edit{Old: "b", New: "X", Times: 1, Rest: true}, want: "aX"},
		{e: edit{New: "X"}, want: "abcc\nX\n"},
		{e: edit{Old: "c", New: "X", Times: 1}, fail: "occurs 2 times, not 1"},
		{e: edit{Old: "z", New: "X", Times: 1}, fail: "occurs 0 times, not 1"},
	} {
		p := Problem{TaskID: "A/1", Test: "abcc"}
		c.e.Field = "test"
		err := c.e.apply(&p)
		if c.fail != "" {
			if err == nil || !strings.Contains(err.Error(), c.fail) {
				t.Errorf("%+v: %v", c.e, err)
			}
			continue
		}
		if err != nil || p.Test != c.want || !slices.Equal(p.Errata, []string{"test"}) {
			t.Errorf("%+v: %+v, %v", c.e, p, err)
		}
	}
	for _, field := range []string{"prompt", "task_id", ""} {
		if err := (&edit{Field: field}).complete(); err == nil {
			t.Errorf("an edit may touch %q", field)
		}
	}
}

func TestMendedLeavesOutTheTestNotRun(t *testing.T) {
	p := Problem{ExampleTest: "e", Errata: []string{"test", "example_test", "test_setup"}}
	if got := p.Mended(false); !slices.Equal(got, []string{"test", "test_setup"}) {
		t.Errorf("hidden: %v", got)
	}
	if got := p.Mended(true); !slices.Equal(got, []string{"example_test", "test_setup"}) {
		t.Errorf("example: %v", got)
	}
	p.ExampleTest = "" // the hidden test is used instead
	if got := p.Mended(true); !slices.Equal(got, []string{"test", "test_setup"}) {
		t.Errorf("fallback: %v", got)
	}
}

func TestErrataAreComplete(t *testing.T) {
	text, err := os.ReadFile(shared(t, "design", "errata.json"))
	if err != nil {
		t.Fatal(err)
	}
	var known []struct {
		TaskID string `json:"task_id"`
		Field  string
		Kind   string
	}
	if err := json.Unmarshal(text, &known); err != nil {
		t.Fatal(err)
	}
	have := map[string]int{}
	for _, e := range Errata() {
		for _, id := range e.Tasks {
			have[id+" "+e.Field+" "+e.Kind]++
		}
	}
	for _, k := range known {
		key := k.TaskID + " " + k.Field + " " + k.Kind
		if have[key]--; have[key] < 0 {
			t.Errorf("not listed: %s", key)
		}
	}
	if len(known) != 196 {
		t.Errorf("%d known faults, not 196", len(known))
	}
}

func TestErrataAgreeWithTheOverlay(t *testing.T) {
	said := map[string]bool{}
	fields := touched(mustBuiltin(t))
	for _, e := range Errata() {
		for _, id := range e.Tasks {
			if e.Handled == ByOverlay {
				said[id] = true
				if fields[id] == nil {
					t.Errorf("%s: said to be mended by the overlay, which does not touch it", id)
				}
			}
		}
		if !slices.Contains([]Handling{ByOverlay, ByHarness, ByUpstream, NotMended}, e.Handled) || e.How == "" || e.What == "" || e.Evidence == "" {
			t.Errorf("%v: incomplete: %+v", e.Tasks, e)
		}
	}
	for id := range fields {
		if !said[id] {
			t.Errorf("%s: touched by the overlay, but no fault of it is said to be mended", id)
		}
	}
}

func TestErrataOf(t *testing.T) {
	if got := ErrataOf("Rust/7"); len(got) != 2 || got[0].Tasks[0] != "Rust/*" {
		t.Errorf("Rust/7: %+v", got)
	}
	if got := ErrataOf("Python/0"); got != nil {
		t.Errorf("Python/0: %+v", got)
	}
}

func TestKnown(t *testing.T) {
	dir := shared(t, "data", "humaneval-x")
	raw, mended := mustLoad(t, dir, Options{}), mustLoad(t, dir, Options{Errata: true})
	for id, c := range map[string]struct{ raw, mended string }{
		"JavaScript/112": {"fails example", ""}, "JavaScript/155": {"fails", ""}, "JavaScript/32": {"example", ""},
		"Go/95": {"varies", ""}, "CPP/23": {"stub", ""}, "Rust/4": {"stub", ""}, "Rust/32": {"stub", "rejected"},
		"Rust/10": {"rejected", "rejected"}, "Rust/137": {"rejected", ""}, "Go/44": {"", ""}, "Python/0": {"", ""},
	} {
		if got := summary(raw.Known(id)); got != c.raw {
			t.Errorf("%s, raw: %q", id, got)
		}
		if got := summary(mended.Known(id)); got != c.mended {
			t.Errorf("%s, mended: %q", id, got)
		}
	}
	for _, c := range claims() {
		if _, ok := raw.Lookup(c.Task); !ok || new(Expectation).text(c.Claim) == nil || c.Evidence == "" {
			t.Errorf("claim %+v", c)
		}
	}
	other := NewSet(Dataset{}, []Problem{{TaskID: "JavaScript/112"}})
	if got := summary(other.Known("JavaScript/112")); got != "" {
		t.Errorf("of other data: %q", got)
	}
}

func summary(e Expectation) string {
	var out []string
	for _, c := range []struct{ name, text string }{
		{"fails", e.CanonicalFails}, {"varies", e.CanonicalVaries}, {"example", e.ExampleFails}, {"stub", e.StubPasses}, {"rejected", e.StubRejected},
	} {
		if c.text != "" {
			out = append(out, c.name)
		}
	}
	return strings.Join(out, " ")
}

// The programs of testdata/mended.jsonl show each mended test at work: what it
// now rejects, and what it now accepts. They are run where languages are known;
// here only that the file is whole, and covers the tests that were too weak.
func TestMendedProgramsCoverTheWeakTests(t *testing.T) {
	r, err := jsonl.Open("testdata/mended.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	rejected := map[string]bool{}
	for rec, err := r.Next(); err == nil; rec, err = r.Next() {
		var row struct {
			TaskID string `json:"task_id"`
			Raw    bool   `json:"raw_passes"`
			Mended bool   `json:"mended_passes"`
		}
		if err := rec.Decode(&row); err != nil {
			t.Fatal(err)
		}
		if row.Raw && !row.Mended {
			rejected[row.TaskID] = true
		}
	}
	for _, e := range Errata() {
		for _, id := range e.Tasks {
			if e.Handled == ByOverlay && (e.Effect == "false_pass" || e.Effect == "both") && id != "JavaScript/32" && !rejected[id] {
				t.Errorf("%s: no program that passed before and fails now", id)
			}
		}
	}
}

func TestErrataPage(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "errata.md")
	want := page()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("docs/errata.md is not what the errata say: go test ./internal/problem -run ErrataPage -update")
	}
	for id := range touched(mustBuiltin(t)) {
		if !strings.Contains(string(got), id) {
			t.Errorf("docs/errata.md does not name %s", id)
		}
	}
}

const pageHead = `# Known faults of HumanEval-X

Made from ` + "`internal/problem/overlay/`" + ` by ` + "`go test ./internal/problem -run ErrataPage -update`" + `; do not edit.

HumanEval-X has faulty rows. This page lists the %d that are known, equal ones in one row, and what xeval does about each:

* **overlay**: mended when you ask for it with ` + "`--errata`" + ` (off by default; version %s). The overlay edits tests, example tests, test set-ups, declarations and reference solutions, never a prompt. The header of a run keeps the raw files' hashes and the overlay's version apart, and each verdict of a touched problem says so. An edit that does not fit a row, because it is of another revision, is an error.
* **harness**: always taken care of, by how programs are made and run.
* **upstream**: mended upstream in the revision xeval is pinned to; older copies have it.
* **documented**: only known. Mending it would change what models were asked, or make it another benchmark.

The effect is that on verdicts: *false pass* lets wrong answers through, *false fail* fails right ones, *both* does both, *none* concerns neither. Every entry of the overlay was tried: the mended reference passes, wrong answers that the published test let through fail, and right ones that it failed pass (` + "`internal/problem/testdata/mended.jsonl`" + `).
`

// page renders docs/errata.md.
func page() string {
	var b strings.Builder
	errata := Errata()
	n := 0
	for _, e := range errata {
		n += len(e.Tasks)
	}
	fmt.Fprintf(&b, pageHead, n, ErrataVersion())
	section := ""
	for _, e := range errata {
		if p := (Problem{TaskID: e.Tasks[0]}).Prefix(); p != section {
			section = p
			fmt.Fprintf(&b, "\n## %s\n\n| problem | field | fault | effect | dealt with | how | evidence | source |\n|---|---|---|---|---|---|---|---|\n", p)
		}
		cells := []string{strings.Join(e.Tasks, ", "), e.Field, e.What, strings.ReplaceAll(e.Effect, "_", " "), string(e.Handled), e.How, e.Evidence, e.Source}
		for i, c := range cells {
			cells[i] = strings.NewReplacer("|", `\|`, "*", `\*`, "<", "&lt;").Replace(c)
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	return b.String()
}
