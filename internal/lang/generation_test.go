package lang

import (
	"strings"
	"testing"
)

func TestStopAtExtraBrace(t *testing.T) {
	for text, want := range map[string]string{
		"  return 1;\n}\n\nint main() {}": "  return 1;\n}",
		"  if (x) { y(); }\n  return 2;":  "",
		"  s = \"}\";\n}":                 "  s = \"}", // upstream counts within strings too
		"}":                               "}",
		"":                                "",
	} {
		cut, stop := stopAtExtraBrace(text)
		if stop != (want != "") || stop && text[:cut] != want {
			t.Errorf("%q: stop %v, %q; want %q", text, stop, text[:cut], want)
		}
		if !stop && cut != len(text) {
			t.Errorf("%q: not stopped but cut at %d", text, cut)
		}
	}
}

func TestStopAtColumnZero(t *testing.T) {
	for text, want := range map[string]string{
		"    return 1\n\ndef g():\n":     "    return 1\n\n",
		"    a = 1\n# note":              "    a = 1\n",
		"    a = 1\n\n \t\n\f\n\tb = 2":  "",
		"    a = 1\nx":                   "    a = 1\n",
		"return 1\n    pass\nprint(f())": "return 1\n    pass\n", // the first line is exempt
		"\n\nreturn 1":                   "",
		"":                               "",
	} {
		cut, stop := stopAtColumnZero(text)
		if stop != (want != "") || stop && text[:cut] != want {
			t.Errorf("%q: stop %v, %q; want %q", text, stop, text[:cut], want)
		}
	}
}

// A stop must not depend on how the text was cut into pieces on its way.
func TestStopsAreTheSameWhileStreaming(t *testing.T) {
	for name, rule := range map[string]func(string) (int, bool){"brace": stopAtExtraBrace, "column": stopAtColumnZero} {
		text := "  a {\n  }\n  b\n}\nafter {}\n"
		wantCut, wantStop := rule(text)
		for i := range text {
			cut, stop := rule(text[:i+1])
			if stop && (cut != wantCut || !wantStop) {
				t.Errorf("%s: after %d bytes cut at %d, of the whole at %d", name, i+1, cut, wantCut)
			}
		}
	}
}

func TestOpening(t *testing.T) {
	comment := Parts{Declaration: "\nuse a;\n\nfn f() -> i32{\n", Prompt: "\n/* doc */\n"}
	if got := openingWithDeclaration(comment); got != comment.Declaration+comment.Prompt {
		t.Errorf("got %q", got)
	}
	complete := Parts{Declaration: comment.Declaration, Prompt: "use a;\n/* doc */\nfn f() -> i32{\n"}
	if got := openingWithDeclaration(complete); got != complete.Prompt {
		t.Errorf("got %q", got)
	}
}

// A sequence at which a server stops must not be a beginning that a sample can
// have: a model may repeat the function's first line.
func TestStopSequencesAreFewAndLate(t *testing.T) {
	for _, l := range All() {
		if l.StopGenerating == nil || len(l.StopSequences) > 4 {
			t.Errorf("%s: no stop rule, or %d sequences", l.Name, len(l.StopSequences))
		}
		for _, s := range l.StopSequences {
			if strings.TrimSpace(s) == "def" || strings.TrimSpace(s) == "func" || strings.TrimSpace(s) == "fn" {
				t.Errorf("%s: stops at %q", l.Name, s)
			}
		}
	}
}

func TestCleanUpPieces(t *testing.T) {
	check := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	check(cutAtLast("  x\n# a\n  y\n# b", "\n#"), "  x\n# a\n  y")
	check(cutAtLast("  x\ndef g\nclass C\ndef h", "\ndef", "\nclass"), "  x\ndef g")
	check(cutAfterLastBrace("a } b } c"), "a } b }")
	check(cutAfterLastBrace("no brace"), "no brace")
	check(closeBefore("a;\n  public static void main(", "public static void main"), "a;\n  }")
	check(closeBefore("a;", "main"), "a;")
	check(closeEnclosing("  return 1;\n    }"), "  return 1;\n    }\n}")
	check(closeEnclosing("  return 1;\n    }\n}"), "  return 1;\n    }\n}")
	check(closeEnclosing("{ }"), "{ }")
}
