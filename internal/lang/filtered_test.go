package lang

import (
	"regexp"
	"slices"
	"testing"
)

func TestFilteredWords(t *testing.T) {
	for pattern, want := range map[string][]string{
		`\b(?:asm|__asm)\b`:      {"asm", "__asm"},
		`\b(?:push|pop)_macro\b`: {"_macro"},
		`a+b*`:                   {"a"},
		`a*`:                     nil,
		`(?i)word`:               nil,
		`x|`:                     nil,
		`[ab]c`:                  {"c"},
		`(?:long|[xy])(z|q)`:     nil, // letters are a class, not words
	} {
		got := mustFilter(pattern).words
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
}

// TestFilteredFindsTheSame: of everything that the guards look for, and of
// pieces of it.
func TestFilteredFindsTheSame(t *testing.T) {
	var all []*filtered
	for _, r := range cppRefused {
		all = append(all, r.pattern)
	}
	for _, r := range rustRefused {
		all = append(all, r.pattern)
	}
	all = append(all, cppCompare, cppReaching, rustReplacing)
	texts := []string{
		"", "asm", "__asm__ (", "[[gnu::section(\"x\")]]", "__attribute__((__ifunc__(\"f\")))", "#pragma redefine_extname a b",
		"_Pragma(\"x\")", "#pragma  weak f", "_Zx", "int __cpu_model", "#pragma push_macro(x)", "pop_macro", "#embed <x>", "%: include X",
		"#include_next <y>", "#import z", "#include \"a/test.cpp\"", "memcmp(", "int strcmp (", "bcmp", "wcsncmp", "xeval_x", "__assert_fail",
		"__real_main", "signal(3)", "bsd_signal", "<signal.h>", "ucontext_t", "dlsym", "syscall", "SIGABRT", "link_section", "no_mangle",
		"global_asm", "asm!", "include_str", "include !", "include as", ":: include", "macro_rules ! x include", "include macro_rules",
		"#![path=\"x\"]", "# [cfg(a), path =", "extern crate self", "extern  crate a as b", "macro_rules", "macro x", "as r#assert_eq", "as vec",
		"ordinary code, with main(), asmx and includes",
	}
	for _, f := range all {
		whole := regexp.MustCompile(f.pattern.String())
		hits := 0
		for _, a := range texts {
			for _, b := range texts {
				text := a + " " + b
				if f.MatchString(text) != whole.MatchString(text) {
					t.Errorf("%s differs on %q", whole, text)
				}
				if whole.MatchString(text) {
					hits++
				}
			}
		}
		if f.words == nil || hits == 0 {
			t.Errorf("%s: words %q, found in %d texts", whole, f.words, hits)
		}
	}
}
