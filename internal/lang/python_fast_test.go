package lang

import (
	"slices"
	"testing"
)

func TestPythonIsWarmWithThePreludeOnly(t *testing.T) {
	parts := Parts{Prompt: "def f():\n", Code: "    return 1\n", Test: "assert f() == 1\n"}
	for extent, want := range map[Extent]bool{Continuation: true, Answer: true, Uncut: true, Program: false} {
		parts.Extent = extent
		files, plain := assemblePython(parts), planPython(parts, Options{})
		fast, ok := pythonFast.Plan(files, plain, nil)
		if ok != want {
			t.Errorf("extent %d: warm: %v", extent, ok)
		}
		if !ok {
			continue
		}
		w := fast.Run.Warm
		if !slices.Equal(w.Args, []string{"main.py"}) || w.Start[len(w.Start)-2] != "--serve" || !slices.Equal(fast.Run.Args, plain.Run.Args) {
			t.Errorf("extent %d: %q, and as usual %q", extent, w, fast.Run.Args)
		}
	}
}
