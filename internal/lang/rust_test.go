package lang

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const rustHalfTest = `
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_half() {
        assert_eq!(half(2), 1);
        assert!(half(4) == 2);
    }
}
`

func TestRustProgram(t *testing.T) {
	files := assembleRust(Parts{
		Declaration: "\nuse std::mem;\n\nfn half(n: i32) -> i32 {\n", Prompt: "\n/* Half. */\n", Code: "    n / 2\n}\n", Test: rustHalfTest,
	})
	want := "\nfn main(){ \n } \n\nuse std::mem;\n\nfn half(n: i32) -> i32 {\n\n/* Half. */\n    n / 2\n}\n"
	if len(files) != 1 || files[0].Name != "main.rs" || !strings.HasPrefix(files[0].Text, want) {
		t.Fatalf("got %q", files)
	}
	rest := files[0].Text[len(want):]
	for _, part := range []string{"fn test_half() { let _zzzz_", "::start(0);\n        ::std::assert_eq!(half(2)", "        ::std::assert!(", `&["test_half"]`} {
		if !strings.Contains(rest, part) {
			t.Errorf("no %q in the tests\n%s", part, rest)
		}
	}
	if strings.Contains(rest, "/*") || strings.Contains(rest, "replaced assert") || strings.Contains(rest, "compile_error") {
		t.Errorf("the last test is\n%s", rest)
	}
}

func TestRustPlanTakesTheEdition(t *testing.T) {
	for level, want := range map[string]string{"": "2021", "2018": "2018"} {
		args := planRust(Parts{}, Options{Level: level}).Build[0].Args
		if i := slices.Index(args, "--edition"); i < 0 || args[i+1] != want {
			t.Errorf("level %q: %q", level, args)
		}
	}
}

func TestRustVerdicts(t *testing.T) {
	b := benchOf(t, "rust")
	const right = "    n / 2\n}\n"
	problem := Parts{Declaration: "\nfn half(n: i32) -> i32 {\n", Prompt: "\n/* Half. */\n", Test: rustHalfTest}
	for _, c := range []realCase{
		{"right", right, Passed, "", "", "", true, "passed"},
		{"right and noisy", "    println!(\"test tests::test_half ... FAILED\");\n" + right, Passed, "", "", "", true, "passed"},
		{"wrong", "    n\n}\n", WrongAnswer, "assertion", "assertion `left == right` failed left: 2 right: 1 (line ", "", false, "failed: execution error"},
		{"wrong later", "    if n == 2 { 1 } else { 0 }\n}\n", WrongAnswer, "assertion", "assertion failed: half(4) == 2 (line ", "", false, "failed: execution error"},
		{"panic", "    [1, 2][n as usize]\n}\n", RuntimeError, "panic", "index out of bounds", "", false, "failed: execution error"},
		{"exit 0", "    std::process::exit(n - 2)\n}\n", ExitedEarly, "exited_early", "before the end", "", true, "passed"},
		{"exit 3", "    std::process::exit(n + 1)\n}\n", RuntimeError, "runtime", "status 3", "", false, "failed: execution error"},
		{"overflow of the stack", "    half(n + 1) + half(n)\n}\n", RuntimeError, "runtime", "stack overflow", "", false, "failed: execution error"},
		{"no return", "}\n", CompileError, "compilation", "error[E0308]: mismatched types (line 5)", "", false, "failed: compilation error"},
		{"unclosed", "    n / 2\n", CompileError, "compilation", "error: this file contains an unclosed delimiter", "", false, "failed: compilation error"},
		{"test left out", right + "#[cfg(any())]", ExitedEarly, "exited_early", "test_half", "suspicious:test_removed", true, "passed"},
		{"assert replaced", "    0\n}\nmacro_rules! assert_eq { ($a:expr, $b:expr) => { let _ = ($a, $b); } }\nmacro_rules! assert { ($a:expr) => { let _ = $a; } }\n", WrongAnswer, "assertion", "assertion `left == right` failed", "suspicious:assert_replaced", true, "passed"},
		{"other macros", right + "macro_rules! halve { ($a:expr) => { $a / 2 } }\n", Passed, "", "", "", true, "passed"},
		{"shadowed names", right + "mod std {}\nstruct String;\nfn secret() {}\n", Passed, "", "", "", true, "passed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := problem
			p.Code = c.code
			c.checkBoth(t, b, p)
		})
	}
}

func TestRustWithoutTests(t *testing.T) {
	b := benchOf(t, "rust")
	p := Parts{Declaration: "fn one() -> i32 {\n", Code: "    1\n}\n", Test: "/*" + rustHalfTest + "*/\n"}
	realCase{"", "", Passed, "", "", "no_tests", true, "passed"}.check(t, b.lang, b.run(t, p, assembleRust(p)))
}

// What libtest and the runtime printed in other versions, or under limits.
func TestClassifyRustTexts(t *testing.T) {
	old := "thread 'tests::a' panicked at 'assertion failed: `(left == right)`\n  left: `1`,\n right: `2`', src/main.rs:12:9\nnote: run"
	for name, c := range map[string]struct {
		e    Evidence
		want Finding
	}{
		"before 1.73":     {Evidence{Stage: Run, ExitCode: 101, Stdout: old}, Finding{WrongAnswer, "assertion", "assertion failed: `(left == right)` left: `1`, right: `2` (line 12)", nil}},
		"no memory":       {Evidence{Stage: Run, Signal: "SIGABRT", Stderr: "memory allocation of 99 bytes failed\n"}, Finding{OutOfMemory, "runtime", "memory allocation of 99 bytes failed", nil}},
		"test returned":   {Evidence{Stage: Run, ExitCode: 101, Stdout: "Error: \"x\"\n"}, Finding{RuntimeError, "runtime", "ended with status 101", nil}},
		"compiler killed": {Evidence{Stage: Build, Signal: "SIGSEGV"}, Finding{CompileError, "compilation", "killed by SIGSEGV", nil}},
	} {
		got := classifyRust(c.e)
		if got.Outcome != c.want.Outcome || got.Class != c.want.Class || got.Message != c.want.Message || len(got.Flags) > 0 {
			t.Errorf("%s: got %+v, want %+v", name, got, c.want)
		}
	}
}

func TestBlankRust(t *testing.T) {
	for text, want := range map[string]string{
		"a // b \"c\nd":           "a        \nd",
		"a /* b /* c */ d */ e":   "a                   e",
		"\"a \\\" // b\" c":       "\"         \" c",
		"r#\"a\" // \"# b":        "            b",
		"br\"a//\" b":             "        b",
		"var\"x\"":                "var\" \"",
		"cr#\"\\\"# b \"c":        "        b \"c",
		"'\"' b'\"' '\\'' '/' x":  "' ' b  ' '  ' ' ' x",
		"fn f<'a>(x: &'a str) {}": "fn f<'a>(x: &'a str) {}",
		"/* open":                 "       ",
		"\"open":                  "\"   n", // what is never closed keeps its last byte
	} {
		if got := blankRust(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestRustTestsAreFound(t *testing.T) {
	text := "#[test]\nfn a() {}\n // #[test] fn b() {}\n/* #[test] fn c() {} */\n#[ test ]\n#[should_panic]\n// why\npub fn d() {}\nlet s = \"#[test] fn e()\";" +
		"#[test] #[ignore] fn f() {}\n#[ignore = \"slow\"]\n#[test] fn g() {}\n#[test] fn h() -> Result<(), String> {}"
	var got []string
	for _, found := range rustTests(text) {
		got = append(got, fmt.Sprintf("%s %v %q", found.name, found.mustPanic, text[found.body-1:found.body]))
	}
	if want := `a false "{" d true "{" h false "{"`; strings.Join(got, " ") != want {
		t.Errorf("got %q", got)
	}
}

func TestRustStub(t *testing.T) {
	const value = "    Default::default()\n}\n"
	for declaration, want := range map[string]string{
		"fn half(n: i32) -> i32 {\n":                                   value,
		"fn half(n: &str) -> Vec<Vec<String>>{\n\n":                    value,
		"fn half<'a>(n: &'a str) -> Option<&'a str> {\n":               "", // a lifetime of its own: not worth the guess
		"fn half(n: &str) -> (i32, HashMap<char, u64>) {\n":            value,
		"fn half(n: &str) {\n":                                         "}\n",
		"fn half(n: &str) -> Answer<String> {\n":                       "",
		"fn half(n: &str) -> i32 { n }\n":                              "",
		"fn other() -> i32 { 1 }\n\nfn half(n: i32) -> f64 { // {\n":   value,
		"fn half(n: i32) -> Result<i32, String> {\n":                   "",
		"use std::{mem, cmp};\n\nfn half(\n    n: i32,\n) -> bool {\n": value,
	} {
		got, ok := stubRust(Parts{Declaration: declaration, Prompt: "/* doc { */\n", Test: rustHalfTest})
		if got != want || ok != (want != "") {
			t.Errorf("%q: got %q, %v", declaration, got, ok)
		}
	}
	if _, ok := stubRust(Parts{Declaration: "fn one() -> i32 {\n", Test: rustHalfTest}); ok {
		t.Error("a stub was made for tests that call what nobody defines")
	}
}

func TestLocateRustc(t *testing.T) {
	at := locateRustc("/home/me/.cargo/bin/rustc", "/home/me/toolchains/stable\n")
	if at.Executable != "/home/me/toolchains/stable/bin/rustc" || strings.Join(at.Roots, " ") != "/home/me/toolchains/stable" {
		t.Errorf("got %+v", at)
	}
}
