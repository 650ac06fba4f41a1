package extract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/extract"
	"github.com/xeval/xeval/internal/lang"
)

func TestModes(t *testing.T) {
	l, target, _ := problemOf(t, "python")
	reply := "Sure:\n```python\ndef twice_all(numbers):\n    return numbers\n```\n"
	for _, m := range []extract.Mode{extract.Official, extract.None} {
		got := m.Extract(l, target, reply)
		if got.Code != reply || got.Whole || got.Prompt != "" || got.Rule != string(m) || got.Mode != m {
			t.Errorf("%s: %+v", m, got)
		}
	}
	if got := extract.Auto.Extract(l, target, reply); !got.Whole || got.Mode != extract.Auto {
		t.Errorf("%+v", got)
	}
	for _, name := range []string{"official", "none", "auto"} {
		if m, err := extract.ParseMode(name); err != nil || string(m) != name {
			t.Errorf("%s: %v, %v", name, m, err)
		}
	}
	if _, err := extract.ParseMode("Auto"); err == nil || !strings.Contains(err.Error(), "official, none, auto") {
		t.Errorf("%v", err)
	}
}

// TestNotes: what was left out is told.
func TestNotes(t *testing.T) {
	l, target, _ := problemOf(t, "cpp")
	got := extract.Extract(l, target, "```cpp\nvoid help() {}\nvector<int> twice_all(vector<int> n) { return n; }\nint main() {}\n```")
	if want := []string{"left out: help", "left out: main"}; !slices.Equal(got.Notes, want) {
		t.Errorf("%q, want %q", got.Notes, want)
	}
}

// TestEntryPoint: the name that the dataset gives wins over the last function,
// unless the prompt does not have it.
func TestEntryPoint(t *testing.T) {
	l, err := lang.Lookup("python")
	if err != nil {
		t.Fatal(err)
	}
	target := extract.Target{Prompt: "def first(n):\n    \"\"\"One.\"\"\"\n\ndef second(n):\n    \"\"\"Two.\"\"\"\n"}
	reply := "```\ndef first(n): return 1\n```\n```\ndef second(n): return 2\n```\n"
	for name, want := range map[string]string{"": "def second(n): return 2\n", "first": "def first(n): return 1\n", "absent": "def second(n): return 2\n"} {
		target.EntryPoint = name
		if got := extract.Extract(l, target, reply); got.Code != want {
			t.Errorf("entry point %q: %q, want %q", name, got.Code, want)
		}
	}
}

// TestNothingToFind: whatever holds no code is handed on as it is.
func TestNothingToFind(t *testing.T) {
	l, target, _ := problemOf(t, "java")
	for _, reply := range []string{"", "\n\n", "No.", "```\n```", "<think>hm</think>", "```python\nprint(1)\n```"} {
		if got := extract.Extract(l, target, reply); got.Code != reply || got.Rule != extract.Unchanged || got.Whole {
			t.Errorf("%q: %+v", reply, got)
		}
	}
	empty := extract.Extract(l, extract.Target{}, "int f() { return 1; }")
	if empty.Rule != extract.Unchanged {
		t.Errorf("without a problem: %+v", empty)
	}
}

func TestLooksLikeChat(t *testing.T) {
	for reply, want := range map[string]bool{
		"```python\nreturn 1\n```":                                       true,
		"    return 1\n```\n":                                            true,
		"~~~\nx\n~~~":                                                    true,
		"<think>x</think>return 1":                                       true,
		"◁think▷":                                                        true,
		"Here is the function:\n\ndef f():":                              true,
		"Sure, this should do:":                                          true,
		"\n\nTo solve this we sort the list first.\nx":                   true,
		"I will sort the numbers and then return them.":                  true,
		"    return sorted(numbers)\n":                                   false,
		"return sorted(numbers)":                                         false,
		"def f(numbers):\n    return numbers":                            false,
		"    # This is a comment of more than five words.\n    return 1": false,
		"// Sort the numbers and then give them back.\n":                 false,
		"        List<Integer> result = new ArrayList<>();":              false,
		"    let mut x = numbers.iter().copied().collect();":             false,
		"":                  false,
		"}\n":               false,
		"    x = \"```\"\n": false,
	} {
		if got := extract.LooksLikeChat(reply); got != want {
			t.Errorf("%q: %v", reply, got)
		}
	}
}
