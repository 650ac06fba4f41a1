package lang

import (
	"os/exec"
	"strings"
	"testing"
)

// Every reference solution must reach the program whole, tests and all, and
// in upstream's order.
func TestReferencesAreAssembledWhole(t *testing.T) {
	for _, name := range []string{"python", "javascript", "rust"} {
		l := mustLookup(t, name)
		for _, r := range references(t, l) {
			text := l.Assemble(r.parts())[0].Text
			order := []string{r.Prompt, r.Solution, r.Test}
			if name == "rust" {
				order = []string{"fn main(){ ", r.Declaration, r.Prompt, r.Solution, guardRust(r.Test, rustModule(r.parts()))}
			}
			for _, part := range order {
				_, after, found := strings.Cut(text, part)
				if !found {
					t.Fatalf("%s: %.60q is not in the program, or not in its place", r.TaskID, part)
				}
				text = after
			}
		}
	}
}

func TestRustTestsOfTheData(t *testing.T) {
	l := mustLookup(t, "rust")
	for _, r := range references(t, l) {
		want := strings.Count(r.Test, "#[test]")
		if r.TaskID == "Rust/32" { // its tests are in a comment
			want = 0
		}
		if got := rustTests(r.Test); len(got) != want {
			t.Errorf("%s: found the tests %v, want %d", r.TaskID, got, want)
		}
	}
}

func TestRustStubsOfTheData(t *testing.T) {
	l := mustLookup(t, "rust")
	impossible := map[string]bool{"Rust/10": true, "Rust/38": true, "Rust/50": true, "Rust/137": true}
	for _, r := range references(t, l) {
		if code, ok := stubRust(r.parts()); ok == impossible[r.TaskID] {
			t.Errorf("%s: stub %q, %v", r.TaskID, code, ok)
		}
	}
}

func TestPythonReferences(t *testing.T) {
	b := benchOf(t, "python")
	if out, err := exec.Command(b.tools["python3"], b.lang.Checks[0].Args...).CombinedOutput(); err != nil {
		t.Skipf("numpy is not installed: %s", out)
	}
	b.passReferences(t, 0, 32, 53, 162)
}

func TestJavaScriptReferences(t *testing.T) {
	benchOf(t, "javascript").passReferences(t, 0, 32, 53)
}
