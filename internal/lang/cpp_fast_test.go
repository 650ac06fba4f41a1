package lang

import (
	"slices"
	"strings"
	"testing"
)

func TestIncludesHelpers(t *testing.T) {
	all := strings.Join(cppHelpers, "\n") + "\n"
	for text, want := range map[string]bool{
		all + "int x;": true,
		"/* a\n#define y */ // b\n" + all + "using namespace std;\n#include<map>\nint x;": true,
		strings.Replace(all, "#include<vector>\n", "", 1) + "int x;\n#include<vector>\n":  false,
		strings.Replace(all, "#include<vector>", "// #include<vector>", 1) + "int x;":     false,
		strings.Replace(all, "#include<vector>", "/* #include<vector> */", 1) + "int x;":  false,
		"#define int long\n" + all:                  false,
		"// a \\\n" + all + "int x;":                false, // the next line is comment too
		"using namespace std; int abs;\n" + all:     false,
		"/* never closed\n" + all:                   false,
		strings.ReplaceAll(all, "\n", "\r\n"):       false,
		"#if 0\n" + all + "#endif\n":                false,
		strings.ReplaceAll(all, "<", " <") + "x y;": false,
	} {
		if got := includesHelpers(text); got != want {
			t.Errorf("%v for %q", got, text)
		}
	}
}

func TestFastCppIsThePlainBuildAndMore(t *testing.T) {
	plain := planCpp(Parts{}, Options{})
	before := slices.Clone(plain.Build[0].Args)
	text := strings.Join(cppHelpers, "\n") + "\nint main() {}\n"
	for _, linker := range []bool{true, false} {
		fast, ok := fastPlanCpp([]File{{"test.cpp", text}}, plain, func(string) bool { return linker })
		args := fast.Build[0].Args
		if !ok || !slices.Equal(args[len(args)-len(before):], before) || slices.Contains(args, "-fuse-ld=gold") != linker {
			t.Errorf("%v, %q", ok, args)
		}
	}
	if !slices.Equal(before, plain.Build[0].Args) {
		t.Error("the plain plan has changed")
	}
	if _, ok := fastPlanCpp([]File{{"test.cpp", text}}, planCpp(Parts{}, Options{Level: "c++20"}), func(string) bool { return true }); ok {
		t.Error("there is no header for C++20")
	}
}
