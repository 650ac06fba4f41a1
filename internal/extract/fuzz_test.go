package extract_test

import (
	"os"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/extract"
	"github.com/xeval/xeval/internal/lang"
)

// oddReplies are seeds beside the cases: what text can be that no model means.
var oddReplies = []string{
	"", " \n\t\n", "```", "```python", "~~~\n```\n~~~\n```", "<think>", "</think>", "<think></think>x", "◁think▷◁/think▷",
	"```\n```\n```\n```", "def twice_all(", "def twice_all(x):", "(((((((((", "}}}}}}}", "{{{{{{{", "\"", "'''", "/*", "`${`${",
	"func TwiceAll(", "import (", "use a::{b::{c", "use ;", "impl", "@", "@a\n@b\ndef twice_all(): pass", "#", "#include", "template<",
	"class Solution {", "class A { class B { class C { int twiceAll() {} } } }", "const twiceAll =", "twiceAll = =>", "fn twice_all", "#[a", "#![a",
	"int twice_all(int a) {\r\n}\r\n", "\x00def twice_all(n): return n", "def twice_all(n):\u2028 return \u00a0n", "\xff\xfe}", "\U0001f600\n  return 1",
	"```python\n\tdef twice_all(n):\n\t\treturn n\n```", "def twice_all(n):\n\t  return n\n        pass\n", "    x\n  y\n z\n",
	"return 1\n", "    \"\"\"\n", "x = \"\"\"\n  a\nreturn", "R\"abc(", "u8'x'", "1'000'", "r#\"", "b'", "'a", "$", "export default", "const {", "a.b.c = ",
}

func FuzzExtract(f *testing.F) {
	for _, c := range readCases(f) {
		f.Add(c.reply)
	}
	for _, r := range oddReplies {
		f.Add(r)
	}
	names := []string{"python", "javascript", "java", "cpp", "go", "rust", "multipl_java", "multipl_cpp", "multipl_js"}
	languages, targets := make([]*lang.Language, len(names)), make([]extract.Target, len(names))
	for i, n := range names {
		languages[i], targets[i], _ = problemOf(f, n)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		if len(reply) > 1<<14 {
			return // the check is slow, and long texts show nothing new
		}
		extract.LooksLikeChat(reply)
		for i, l := range languages {
			got := extract.Extract(l, targets[i], reply)
			if err := inventsNothing(l, targets[i], reply, got); err != nil {
				t.Errorf("%s: %v", names[i], err)
			}
			if got.Rule == "" || got.Rule == extract.Unchanged && got.Code != reply {
				t.Errorf("%s: rule %q, code %q", names[i], got.Rule, got.Code)
			}
		}
	})
}

// FuzzTarget: the problem's texts may be odd as well, and the answer is found
// without a panic.
func FuzzTarget(f *testing.F) {
	for _, r := range oddReplies {
		f.Add(r, "", r)
		f.Add("def f():\n", r, "")
	}
	f.Fuzz(func(t *testing.T, prompt, declaration, test string) {
		for _, l := range lang.All() {
			target := extract.Target{Prompt: prompt, Declaration: declaration, Test: test, TestSetup: declaration}
			extract.Extract(l, target, prompt+"\n```\n"+test)
		}
	})
}

// TestLongReplies: long repetitions are gone through a bounded number of times.
// A scanner that starts again at every line would need hours, and so end the
// test.
func TestLongReplies(t *testing.T) {
	size := 1 << 18
	if testing.Short() {
		size = 1 << 16
	}
	for _, unit := range []string{
		"so the answer to this is very simple and it's there ", "def twice_all(n):\n", "int twice_all(int a) {\n", "func TwiceAll(n []int) []int {\n",
		"const twiceAll = (n) => {\n", "fn twice_all() {\n", "public int twiceAll(int n) {\n", "f(a, ", "```\n", "<think>", "x = [\n", "\"\"\"\n", "\n", "}", "'", "use a::{",
		"return 1\n", "    return [\n", "if x:\n", "import a\n", "class A {\n", "struct A {\n", "template <", "#define A \\\n", "/*", "`${", "@a\n", "x = 1\n", "a;\n", "word ",
	} {
		reply := strings.Repeat(unit, size/len(unit))
		for _, name := range []string{"python", "javascript", "java", "cpp", "go", "rust"} {
			l, target, _ := problemOf(t, name)
			if got := extract.Extract(l, target, reply); got.Code == "" {
				t.Errorf("%s: %q became empty", name, unit)
			}
			extract.LooksLikeChat(reply)
		}
	}
}

// TestSharedReplies extracts from all real replies: none becomes empty, and
// nothing is invented.
func TestSharedReplies(t *testing.T) {
	dir := sharedReal(t)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".jsonl.gz") {
			t.Run(strings.TrimSuffix(e.Name(), ".jsonl.gz"), func(t *testing.T) { extractAll(t, dir+"/"+e.Name()) })
		}
	}
}
