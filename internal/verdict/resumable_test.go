package verdict

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestCheckResumable(t *testing.T) {
	for name, c := range map[string]struct {
		change func(h *Header)
		want   string // "" when it may be resumed
	}{
		"nothing":  {func(h *Header) {}, ""},
		"workers":  {func(h *Header) { h.Workers = 64 }, ""},
		"host":     {func(h *Header) { h.Host.CPUs = 64 }, ""},
		"command":  {func(h *Header) { h.Command = nil; h.Started = "later" }, ""},
		"kernel":   {func(h *Header) { h.Isolation = json.RawMessage(`{"kernel":"6.2","mode":"namespaces"}`) }, ""},
		"path":     {func(h *Header) { h.Inputs[0].Path = "b.jsonl" }, ""},
		"spacing":  {func(h *Header) { h.Languages[0].Limits = json.RawMessage(`{"run": {"memory_bytes":5, "cpu_ns":10}}`) }, ""},
		"mode":     {func(h *Header) { h.Isolation = json.RawMessage(`{"mode":"none"}`) }, `isolation.mode: "namespaces" → "none"`},
		"input":    {func(h *Header) { h.Inputs[0].SHA256 = "33" }, "inputs[0] a.jsonl: 22 → 33"},
		"inputs":   {func(h *Header) { h.Inputs = append(h.Inputs, Input{}) }, "inputs: 1 files → 2 files"},
		"data":     {func(h *Header) { h.Dataset.SHA256["humaneval_cpp.jsonl"] = "0" }, "dataset.sha256.humaneval_cpp.jsonl: 11 → 0"},
		"errata":   {func(h *Header) { h.Dataset.Errata = "" }, "dataset.errata: 1 → (none)"},
		"tests":    {func(h *Header) { h.Tests = "example" }, "tests: hidden → example"},
		"extract":  {func(h *Header) { h.Extraction = "fence" }, "extraction: raw → fence"},
		"from":     {func(h *Header) { h.SourceLanguage = "go" }, "source_language: (none) → go"},
		"level":    {func(h *Header) { h.Languages[0].Level = "c++20" }, "languages.cpp.level: c++11 → c++20"},
		"limit":    {func(h *Header) { h.Languages[0].Limits = json.RawMessage(`{"run":{"cpu_ns":20,"memory_bytes":5}}`) }, "languages.cpp.limits.run.cpu_ns: 10 → 20"},
		"tool":     {func(h *Header) { h.Languages[0].Tools[0].Version = "13" }, "languages.cpp.tools.g++: 12.2 → 13"},
		"library":  {func(h *Header) { h.Languages[0].Libraries = nil }, "languages.cpp.libraries.boost: 1.74 → (none)"},
		"gone":     {func(h *Header) { h.Languages[0].Missing = "no g++"; h.Languages[0].Tools = nil }, "languages.cpp: usable → no g++"},
		"language": {func(h *Header) { h.Languages = nil }, "languages.cpp: present → absent"},
		"seed":     {func(h *Header) { h.Seeds = map[string]string{"PYTHONHASHSEED": "1"} }, "seeds.PYTHONHASHSEED: 0 → 1"},
	} {
		now := testHeader()
		c.change(&now)
		err := CheckResumable(testHeader(), now)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	old := testHeader()
	old.Languages[0].Missing, old.Languages[0].Tools = "no g++", nil
	if err := CheckResumable(old, testHeader()); err != nil {
		t.Errorf("a toolchain installed since: %v", err)
	}
	other := testHeader()
	other.Inputs, other.Languages = nil, append(other.Languages, LanguageSetup{Name: "go"})
	if d := Differences(testHeader(), other, Compare); len(d) != 0 {
		t.Errorf("two models cannot be compared: %v", d)
	}
}
