package main

import (
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/sandbox"
	"github.com/xeval/xeval/internal/toolchain"
)

// doctorPrints is what doctor says of a health.
func doctorPrints(t *testing.T, h health, width int) string {
	t.Helper()
	var out strings.Builder
	h.Default = defaultOf(h.Sandbox)
	if err := (&doctorOptions{t: &terminal{out: &out, width: width}}).print(h); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestDoctorTellsTheDefault(t *testing.T) {
	none := sandbox.Report{Mode: sandbox.Namespaces, Name: "v2", Cause: "no controller", Remedy: "mount one"}
	good := sandbox.Report{Mode: sandbox.Namespaces, Name: "v1", Available: true}
	polling := sandbox.Report{Mode: sandbox.Namespaces, Name: "v0", Available: true, Isolation: sandbox.Isolation{Missing: []string{"memory"}}}
	landlock := sandbox.Report{Mode: sandbox.Landlock, Name: "landlock", Available: true}

	h := health{Sandbox: []sandbox.Report{none, good, polling, landlock}, Datasets: []datasetHealth{{Name: "x", Problems: 1}, {Name: "y", Problem: "run \"xeval data fetch y\""}}}
	text := doctorPrints(t, h, 0)
	for _, want := range []string{"v1        available, the default", "v0        available   ", "no controller", "x        1 problem\n", "y        run \"xeval data fetch y\"\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "mount one") {
		t.Errorf("a remedy although there is a default:\n%s", text)
	}
	h.Sandbox = []sandbox.Report{none, polling, landlock}
	if text := doctorPrints(t, h, 0); !strings.Contains(text, "mount one") || strings.Contains(text, "the default") {
		t.Errorf("without a default:\n%s", text)
	}
}

func TestDoctorFitsTheTerminal(t *testing.T) {
	h := health{
		Languages: []toolchain.Status{{Title: "Go", Ready: true, Assets: "/a", Tools: []toolchain.ToolStatus{{Name: "go", Version: "go1.26"}}}},
		Sandbox:   []sandbox.Report{{Mode: sandbox.Namespaces, Name: "v1", Available: true, Isolation: sandbox.Isolation{Memory: "cgroup v1", Files: "private root"}}},
		Datasets:  []datasetHealth{{Name: "x", Problem: strings.Repeat("word ", 30)}},
	}
	for _, line := range strings.Split(doctorPrints(t, h, 64), "\n") {
		if len([]rune(line)) > 64 {
			t.Errorf("%d characters: %q", len(line), line)
		}
	}
}
