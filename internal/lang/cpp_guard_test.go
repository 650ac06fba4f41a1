package lang

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// thiefCpp reads the secret and hands it back as the proof would.
const thiefCpp = `#include<unistd.h>
static void steal(){ char text[100]; int n = read(3, text, 99); if (n < 0) n = 0; text[n] = '\n'; write(4, text, n + 1); _exit(0); }
`

// Ways to a verdict that a wrong answer does not deserve: all pass upstream.
func TestCppForgeries(t *testing.T) {
	b := newBench(t, "cpp")
	b.prepare(t)
	const wrong = "    return n;\n}\n"
	refused := func(name, why, code string) contract {
		return contract{name, code, CompileError, "compilation", cppRefusal + why, true}
	}
	// The line is the one that upstream's assertion names.
	failed := func(name, code string) contract {
		p := cppProblem
		p.Code = code
		before, _, _ := strings.Cut(assembleCppOfficial(p)[0].Text, "    assert (half(8)")
		message := fmt.Sprintf("test.cpp:%d: int main(): Assertion `half(8) == 4' failed.", 1+strings.Count(before, "\n"))
		return contract{name, code, WrongAnswer, "assertion", message, true}
	}
	again := func(name, code string) contract {
		return contract{name, code, CompileError, "compilation", "redefinition of ‘int main()’", true}
	}
	early := func(name, code string) contract {
		return contract{name, code, ExitedEarly, "exited_early", "before the end", true}
	}
	b.keep(t, cppProblem, []contract{
		early("reads descriptor 3 before main", wrong+thiefCpp+"static int early = (steal(), 1);\n"),
		early("reads descriptor 3 in the earliest constructor", wrong+thiefCpp+"__attribute__((constructor(101))) static void early(){ steal(); }\n"),
		refused("reads descriptor 3 before constructors", "symbols", wrong+thiefCpp+"__attribute__((section(\".preinit_array\"), used)) static void (*early)() = steal;\n"),
		refused("reads descriptor 3 while it is relocated", "symbols", wrong+thiefCpp+"static void nothing(){}\nextern \"C\" { static void (*resolve())() { steal(); return nothing; } }\nvoid early() __attribute__((ifunc(\"resolve\")));\nvoid call(){ early(); }\n"),
		early("looks for a program's own read, write and close", wrong+"#include<unistd.h>\nextern \"C\" ssize_t read(int, void*, size_t){ _exit(0); }\nextern \"C\" int close(int){ _exit(0); }\nextern \"C\" pid_t getpid(){ _exit(0); }\nstatic int early = getpid();\n"),
		failed("its own __assert_fail ends main", wrong+"#include<assert.h>\nvoid __assert_fail(const char*, const char*, unsigned, const char*) throw() { exit(0); }\n"),
		failed("its own abort", wrong+"extern \"C\" void abort() throw() { _Exit(0); }\n#include<signal.h>\nstatic void good(int){ _Exit(0); }\nstatic auto early = signal(SIGABRT, good);\n"),
		failed("changes the status by a signal's handler", wrong+"#include<signal.h>\nstatic void good(int){ _Exit(0); }\nstatic auto early = signal(SIGABRT, good);\n"),
		again("another main", wrong+"int main(){}\n#define main other\n"),
		again("another main, and a splice", wrong+"int main(){}\n#def\\\nine main other\n"),
		again("another main, and a trigraph", wrong+"int main(){}\n??=define main other\n"),
		again("another main, and a digraph", wrong+"int main(){}\n/* */ %: /* */ define main other\n"),
		failed("assert that is imported once", wrong+"#import <assert.h>\n#undef assert\n#define assert(x) (void)0\n"),
		failed("__assert_fail that is nothing", wrong+"#include<assert.h>\n#define __assert_fail(...) (void)0\n"),
		failed("bool that is always true", wrong+"struct always { template<class T> constexpr always(T){} constexpr operator bool() const { return true; } };\n#define bool always\n"),
		failed("__PRETTY_FUNCTION__ that returns", wrong+"#define __PRETTY_FUNCTION__ ({ return 0; \"\"; })\n"),
		failed("__LINE__ that returns", wrong+"#define __LINE__ ({ return 0; 1; })\n"),
		failed("half that is right in the tests only", wrong+"#define half(n) (n) / 2\n"),
		failed("NDEBUG in the place of a line", wrong+"#define NDEBUG \\"),
		refused("reads descriptor 3 as the processor's features are asked for", "symbols", wrong+thiefCpp+"extern \"C\" { unsigned __cpu_model[4], __cpu_features2[4]; int __cpu_indicator_init(){ steal(); return 0; } }\n__attribute__((target_clones(\"avx2\", \"default\"))) int many(int n){ return n + 1; }\nstatic int early = many(1);\n"),
		early("reads descriptor 3 in the first allocation", wrong+thiefCpp+"extern \"C\" void* malloc(size_t) throw() { steal(); return 0; }\n"),
		refused("macros saved for later", "saved macros", wrong+"int main(){}\n#define main other\n#pragma push_macro(\"main\")\n"),
		refused("a symbol of its own", "assembly", wrong+"#include<assert.h>\nasm(\".type __assert_fail, @function\\n__assert_fail: xor %eax, %eax\\nleave\\nret\\n\");\n"),
	})
}

// Not every forgery compiles, upstream or here.
func TestCppForgeriesThatDoNotCompile(t *testing.T) {
	b := newBench(t, "cpp")
	b.prepare(t)
	p := cppProblem
	p.Test = strings.Replace(p.Test, "int main", "bool same(int a, int b){ return a == b; }\nint main", 1)
	p.Test = strings.Replace(p.Test, "half(8) == 4", "same(half(8), 4)", 1)
	b.keep(t, p, []contract{
		{"a helper of the tests becomes a template", "    return n;\n}\n#include<assert.h>\nbool same(int, int){ return true; }\ntemplate<class T = int>", CompileError, "compilation", "error", true},
		{"compares memory itself", "    return n;\n}\nextern \"C\" int memcmp(const void*, const void*, size_t) throw() { return 0; }\n", CompileError, "compilation", cppRefusal + "a comparison", false},
		{"its own text", "    return n;\n}\n#ifndef AGAIN\n#define AGAIN\nnamespace again {\n#include __FILE__\n}\n#endif\n", CompileError, "compilation", cppRefusal + "the text of a file", false},
		{"assembly behind a raw string", "    return n;\n}\nconst char* s = R\"a(\")a\"; asm(\"\");\n", CompileError, "compilation", cppRefusal + "assembly", false},
	})
}

// Answers with macros of their own pass as they do upstream, and the tests
// stand on the lines that upstream's assertions name.
func TestCppHonestMacros(t *testing.T) {
	b := newBench(t, "cpp")
	b.prepare(t)
	b.keep(t, cppProblem, []contract{
		{"a pragma and conditionals", "#ifdef HALF\n    return 0;\n#else\n    return n / 2;\n#endif\n}\n#pragma GCC optimize(\"O2\")\n", Passed, "", "", true},
		{"a macro of several lines", "#define HALF(n) \\\n    ((n) / 2)\n    return HALF(n);\n}\n", Passed, "", "", true},
		{"assert without its header", "    assert(n > 0);\n    return n / 2;\n}\n", CompileError, "compilation", "assert", false},
		{"words in comments and texts", "    // asm volatile(\"nop\"), #define main\n    const char* s = \"#define asm ??=\";\n    return n / 2;\n}\n", Passed, "", "", true},
		{"throws", "#if 1\n    throw std::out_of_range(\"x\");\n#endif\n}\n#include<stdexcept>\n", RuntimeError, "range", "", false},
	})
}

func TestCppRefusesComparisonsOfItsOwn(t *testing.T) {
	for code, want := range map[string]bool{
		"    return memcmp(&n, &n, 4) == 0 && strcmp(a, b) && !std::strncmp(a, b, 2) || std :: memcmp(x, y, 1);\n}\n": false,
		"    if (memcmp(a, b, 1)) x = memcmp (a, b, 1); else memcmp(a, b, 1);\n}\nusing std::memcmp;\n":               false,
		"}\nint my_memcmp(int a){ return a; } // int memcmp(":                                                         false,
		"}\nint memcmp(const void*, const void*, size_t){ return 0; }\n":                                              true,
		"}\ntypedef int I;\nI\nmemcmp (const void*, const void*, size_t);\n":                                          true,
		"}\nextern \"C\" int strcmp(const char*, const char*);\n":                                                     true,
		"}\ntypedef int F(const void*, const void*, size_t);\nextern \"C\" F memcmp __attribute__((alias(\"x\")));":   true,
	} {
		if got := refusedCpp(code); (got != "") != want {
			t.Errorf("%q: %q", code, got)
		}
	}
}

func TestCppSeamIsRare(t *testing.T) {
	for code, want := range map[string]bool{
		"    return n;\n}\n": false,
		"    return n % 2;\n}\n#include <map>\n#include \"stdio.h\"\nint x = 1'000; // #define\n": false,
		"}\n#define MOD 1000000007\n":         true, // the answer does not end with a declaration
		"#define MOD 7\n    return MOD;\n}\n": false,
		"#define int long long\n}\n":          true,
		"#define _X\n}\n":                     true,
		"#undef X\n}\n":                       true,
		"}\nstatic":                           true,
		"}\n// x\\":                           true,
		"}\nvoid f(){ static":                 false, // does not compile
		"}\n%:define F {\nvoid f() F static":  true,
		"}\nint section(\"a\");":              false,
		"    abort();\n}\n#include<signal.h>\nint f(){ return kill(1, 9); }": false,
		"}\n#include<signal.h>\nauto f = &signal;":                           true,
	} {
		p := cppProblem
		p.Code = code
		if got := cppNeedsSeam(p); got != want {
			t.Errorf("%q: %v", code, got)
		}
		if same := assembleCpp(p)[0] == assembleCppOfficial(p)[0]; same == want {
			t.Errorf("%q: upstream's text %v", code, same)
		}
		defsym := slices.ContainsFunc(planCpp(p, Options{}).Build[0].Args, func(a string) bool { return strings.HasPrefix(a, "-Wl,--defsym=xeval_") })
		if defsym != want {
			t.Errorf("%q: the name of assert is linked: %v", code, defsym)
		}
	}
}
