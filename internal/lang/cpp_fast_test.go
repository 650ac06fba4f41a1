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
	parts := Parts{Prompt: "#include<openssl/md5.h>\n", Code: "#define assert(x)\n"}
	plain := planCpp(parts, Options{})
	before := slices.Clone(plain.Build[0].Args)
	text := strings.Join(cppHelpers, "\n") + "\nint main() {}\n"
	seam := "--defsym=" + cppAssertName(parts) + "=xeval_assert_failed"
	for _, linker := range []bool{true, false} {
		fast, ok := fastPlanCpp([]File{{"test.cpp", text}}, plain, func(string) bool { return linker })
		args := fast.Build[0].Args
		if !ok || !slices.Equal(args[len(args)-len(before):], before) || slices.Contains(args, "-fuse-ld=gold") != linker {
			t.Errorf("%v, %q", ok, args)
		}
		want := []string{AssetsDir + "/c++11", "", seam + "\n-lcrypto\n-lssl"}
		if linker {
			want[1], want[2] = LibraryFile("gold"), "--rosegment\n"+want[2]
		}
		if got := cppBuilderArguments(fast.Build[0], nil); !slices.Equal(got, want) {
			t.Errorf("the builder is told %q, want %q", got, want)
		}
	}
	if !slices.Equal(before, plain.Build[0].Args) {
		t.Error("the plain plan has changed")
	}
	if _, ok := fastPlanCpp([]File{{"test.cpp", text}}, planCpp(Parts{}, Options{Level: "c++20"}), func(string) bool { return true }); ok {
		t.Error("there is no compiler for C++20")
	}
	long := text + strings.Repeat("/", cppRoom)
	if _, ok := fastPlanCpp([]File{{"test.cpp", long}}, plain, func(string) bool { return true }); ok {
		t.Error("the program is longer than the room for it")
	}
}
