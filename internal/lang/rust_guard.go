package lang

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// What keeps a Rust program from forging its verdict before it runs: its tests
// say themselves how they ended, with macros that the program cannot replace,
// and what could reach around them is refused. See assets/rust/end.rs.

// rustModule is the name of the last test's module. It comes from all the
// texts, so that a program that calls it by name would have to hold its own
// digest; it sorts behind the names that people give.
func rustModule(p Parts) string {
	sum := sha256.Sum256([]byte(p.Declaration + "\x00" + p.Prompt + "\x00" + p.Code + "\x00" + p.Test))
	return "zzzz_" + hex.EncodeToString(sum[:8])
}

// A rustTest is a test function that is expected to run.
type rustTest struct {
	name      string
	body      int  // where its body starts, in the text
	mustPanic bool // its end is not reached
}

// rustTestHead is a test function up to its body, in blanked text: what stands
// before its name, and the name.
var rustTestHead = regexp.MustCompile(`((?:#\[[^\]]*\]\s*)*#\[\s*test\s*\]\s*(?:#\[[^\]]*\]\s*)*)(?:pub\s+)?fn\s+(\w+)\s*\(\s*\)[^{};]*\{`)

// rustTests lists the test functions in a text that are expected to run.
func rustTests(text string) []rustTest {
	var tests []rustTest
	blank := blankRust(text)
	for _, m := range rustTestHead.FindAllStringSubmatchIndex(blank, -1) {
		attributes := blank[m[2]:m[3]]
		if !strings.Contains(attributes, "ignore") {
			tests = append(tests, rustTest{blank[m[4]:m[5]], m[1], strings.Contains(attributes, "should_panic")})
		}
	}
	return tests
}

// rustOwnMacros are the standard library's macros that tests call. Ours are
// called by their full path, out of reach of a program's own of the same name.
var rustOwnMacros = regexp.MustCompile(`(^|[^\w:$!#])((?:debug_)?assert(?:_eq|_ne)?|vec|format|panic|matches|unreachable)!`)

// guardRust makes the tests in a text report to the last test. Every line
// stays where it is.
func guardRust(text, module string) string {
	for i, t := range slices.Backward(rustTests(text)) {
		report := fmt.Sprintf(" let _%s = crate::%s::start(%d);", module, module, i)
		if t.mustPanic {
			report = fmt.Sprintf(" crate::%s::ran(%d);", module, i)
		}
		text = text[:t.body] + report + text[t.body:]
	}
	blank := blankRust(text)
	for _, m := range slices.Backward(rustOwnMacros.FindAllStringSubmatchIndex(blank, -1)) {
		text = text[:m[4]] + "::std::" + text[m[4]:]
	}
	return text
}

// rustReplacing is code that may replace what the tests call.
var rustReplacing = mustFilter(`\bmacro_rules\b|\bmacro\s+\w|\bas\s+(?:r#)?(?:(?:debug_)?assert(?:_eq|_ne)?|vec|format|panic|matches|unreachable)\b`)

// rustAsserts is code that does replace assert.
var rustAsserts = regexp.MustCompile(`(?:\bmacro_rules\s*!\s*|\bmacro\s+|\bas\s+)(?:r#)?(?:debug_)?assert(?:_eq|_ne)?\b`)

// rustRefused are means to run before, or instead of, what the program is
// linked with, and to read the tests while it is compiled. No answer needs
// them.
var rustRefused = []struct {
	pattern *filtered
	why     string
}{
	{mustFilter(`\b(?:link_section|no_mangle|export_name)\b`), "symbols and sections of its own"},
	{mustFilter(`\b(?:global_|naked_|llvm_)?asm\b`), "assembly"},
	{mustFilter(`\binclude_(?:str|bytes)\b|\binclude\s*!|\binclude\s+as\b|::\s*include\b`), "the text of a file"},
	{mustFilter(`(?s)\bmacro_rules\b.*\binclude\b|\binclude\b.*\bmacro_rules\b`), "the text of a file"},
	{mustFilter(`#\s*!?\s*\[[^\]]*\bpath\s*=`), "the text of a file"},
	{mustFilter(`\bextern\s+crate\s+(?:self\b|\w+\s+as\b)`), "crates under other names"},
}

// refusedRust says why a program is refused, "" when it is not.
func refusedRust(p Parts) string {
	blank := blankRust(p.Code)
	for _, r := range rustRefused {
		if r.pattern.MatchString(blank) {
			return r.why
		}
	}
	return ""
}

// assembleRustOfficial is upstream's program, where ours treats its text
// differently.
func assembleRustOfficial(p Parts) []File {
	if refusedRust(p) == "" && !rustReplacing.MatchString(blankRust(p.Code)) {
		return assembleRust(p)
	}
	return []File{{"main.rs", rustBeforeTests(p) + p.Test}}
}
