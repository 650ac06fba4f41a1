package lang

import (
	"strings"
	"testing"
)

// checkBoth checks our finding, and upstream's on upstream's program.
func (c realCase) checkBoth(t *testing.T, b *bench, p Parts) {
	t.Helper()
	ours, theirs := b.lang.Assemble(p), b.lang.AssembleOfficial(p)
	e := b.run(t, p, ours)
	if ours[0].Text == theirs[0].Text {
		c.check(t, b.lang, e)
		return
	}
	found := c
	found.official, found.result = b.lang.Official(e)
	found.check(t, b.lang, e)
	passed, result := b.lang.Official(b.run(t, p, theirs))
	if passed != c.official || !strings.Contains(result, c.result) {
		t.Errorf("upstream's program: %v, %q; want %v, %q", passed, result, c.official, c.result)
	}
}

// Ways to a verdict that a wrong answer does not deserve.
func TestRustForgeries(t *testing.T) {
	b := benchOf(t, "rust")
	const wrong = "    n\n}\n"
	// thief reads the secret and hands it back as the last test would.
	const thief = `{
    extern "C" { fn read(d: i32, to: *mut u8, n: usize) -> isize; fn write(d: i32, from: *const u8, n: usize) -> isize; fn _exit(n: i32) -> !; }
    let mut text = [10; 100];
    unsafe {
        let n = read(3, text.as_mut_ptr(), 99).max(0);
        write(4, text.as_ptr(), n as usize + 1);
        _exit(0)
    }
}
`
	const atExit = `extern "C" { fn atexit(f: extern "C" fn()) -> i32; fn _exit(n: i32) -> !; }
extern "C" fn well() { unsafe { _exit(0) } }
`
	problem := Parts{Declaration: "\nfn half(n: i32) -> i32 {\n", Prompt: "\n/* Half. */\n", Test: rustHalfTest}
	refused := func(name, why, code string) realCase {
		return realCase{name, code, CompileError, "compilation", rustRefusal + why, "suspicious:refused", true, "passed"}
	}
	for _, c := range []realCase{
		{"reads descriptor 3 in the function", "    steal()\n}\nfn steal() -> ! " + thief, ExitedEarly, "exited_early", "before the end", "", true, "passed"},
		{"reads descriptor 3 in the first test", wrong + "mod A { #[test] fn a() { super::steal() } }\nfn steal() -> ! " + thief, ExitedEarly, "exited_early", "before the end", "", true, "passed"},
		refused("reads descriptor 3 before main", "symbols", wrong+"#[used]\n#[link_section = \".preinit_array\"]\nstatic EARLY: extern \"C\" fn() = steal;\nextern \"C\" fn steal() "+thief),
		{"changes the status at exit", "    unsafe { atexit(well); }\n    n\n}\n" + atExit, WrongAnswer, "assertion", "assertion `left == right` failed", "suspicious:exit_status", true, "passed"},
		{"changes the status when dropped", "    KEEP.with(|_| ());\n    n\n}\nstruct Last;\nimpl Drop for Last { fn drop(&mut self) { std::process::exit(0) } }\nthread_local! { static KEEP: Last = Last; }\n", ExitedEarly, "exited_early", "before the end", "", true, "passed"},
		{"ends well in a panic hook", "    std::panic::set_hook(Box::new(|_| std::process::exit(0)));\n    n\n}\n", ExitedEarly, "exited_early", "before the end", "", true, "passed"},
		{"takes the tests out", wrong + "#[cfg(any())]", ExitedEarly, "exited_early", "test_half", "suspicious:test_removed", true, "passed"},
		{"takes the tests out and has its own", wrong + "mod tests { #[test] fn test_half() {} }\n#[cfg(any())]", ExitedEarly, "exited_early", "test_half", "suspicious:test_removed", true, "passed"},
		{"opens a comment", wrong + "/*", CompileError, "compilation", "unterminated block comment", "", false, "failed: compilation error"},
		{"names a macro like assert_eq", wrong + "macro_rules! nothing { ($($t:tt)*) => {} }\npub(crate) use nothing as assert_eq;\npub(crate) use nothing as assert;\n", WrongAnswer, "assertion", "assertion `left == right` failed", "suspicious:assert_replaced", false, "failed: compilation error"},
		{"hides such a macro", wrong + "#[macro_use]\nmod hidden { macro_rules! assert_eq { ($($t:tt)*) => {} } macro_rules! assert { ($($t:tt)*) => {} } }\n", WrongAnswer, "assertion", "assertion `left == right` failed", "suspicious:assert_replaced", true, "passed"},
		refused("names a crate like std", "crates under other names", wrong+"extern crate self as std;\n"),
		refused("compares memory itself", "symbols", wrong+"#[no_mangle]\npub extern \"C\" fn bcmp(_: *const u8, _: *const u8, _: usize) -> i32 { 0 }\n#[cfg(any())]"),
		refused("has its own assembly", "assembly", wrong+"use std::arch::asm as other;\nfn run() { unsafe { other!(\"nop\") } }\n#[cfg(any())]"),
		refused("reads the tests", "the text of a file", "    let t = include_str!(\"main.rs\");\n    let at = t.rfind(&format!(\"half({})\", n)).unwrap();\n    t[at..].chars().find(|c| c.is_ascii_digit() && c.to_string() != n.to_string()).unwrap().to_digit(10).unwrap() as i32\n}\n"),
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := problem
			p.Code = c.code
			if strings.HasPrefix(c.name, "names a crate") || strings.HasPrefix(c.name, "compares memory") { // not to upstream either
				c.official, c.result = false, "failed: "
			}
			c.checkBoth(t, b, p)
		})
	}
}

// What answers hold for honest reasons is neither refused nor built twice.
func TestRustHonestTextsAreNotRefused(t *testing.T) {
	for _, code := range []string{
		"    let mut path = vec![n];\n    path = path;\n    // asm! include_str!(\"x\") #[no_mangle]\n    println!(\"asm!\");\n}\n",
		"    let include = n > 1;\n    if include { 1 } else { 2 }\n}\n",
		"}\nextern crate regex;\n#[derive(Debug)]\nstruct A;\nuse std::collections::HashMap as Map;\n",
		"}\n#[cfg(test)]\nmod more { #[test] fn t() { assert_eq!(1, 1); } }\n",
	} {
		p := Parts{Declaration: "fn half(n: i32) -> i32 {\n", Code: code, Test: rustHalfTest}
		if why := refusedRust(p); why != "" {
			t.Errorf("%q is refused: %s", code, why)
		}
		if assembleRust(p)[0] != assembleRustOfficial(p)[0] {
			t.Errorf("%q is built twice", code)
		}
	}
}

// Tests of every shape report themselves.
func TestRustTestsOfManyShapes(t *testing.T) {
	b := benchOf(t, "rust")
	const tests = `
#[test]
fn returns_early() { if half(2) == 1 { return; } panic!("no") }
#[test]
#[should_panic(expected = "boom")]
fn must_panic() { let _ = half(2); panic!("boom") }
#[test]
fn has_a_result() -> Result<(), String> { if half(4) == 2 { Ok(()) } else { Err("no".to_string()) } }
#[test]
#[ignore]
fn is_slow() { loop {} }
`
	p := Parts{Declaration: "fn half(n: i32) -> i32 {\n", Code: "    n / 2\n}\n", Test: tests}
	for _, level := range []string{"2015", "2018", "2021", "2024"} {
		each := *b
		l := *b.lang
		l.DefaultLevel, each.lang = level, &l
		realCase{level, "", Passed, "", "", "", true, "passed"}.check(t, b.lang, each.run(t, p, assembleRust(p)))
	}
}
