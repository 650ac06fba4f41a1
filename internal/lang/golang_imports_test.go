package lang

import (
	"go/build"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

const goSetup = "package main\n\nimport (\n    \"testing\"\n    \"crypto/md5\"\n    \"github.com/stretchr/testify/assert\"\n)\n"

const goTestText = "func TestF(t *testing.T) {\n    assert.New(t).Equal(1, F())\n}\n"

// goBlock is the import block that an assembly added, "" for none.
func goBlock(t *testing.T, files []File) string {
	t.Helper()
	if len(files) != 3 || files[0].Name != "main_test.go" {
		t.Fatalf("files: %v", files)
	}
	_, rest, _ := strings.Cut(files[0].Text, "assert\"\n)\n\n")
	block, _, found := strings.Cut(rest, "func F() ")
	if !found {
		t.Fatalf("no program in %q", files[0].Text)
	}
	return block
}

func TestAssembleGo(t *testing.T) {
	for _, c := range []struct{ name, code, ours, official string }{
		{"nothing", "return 1\n}\n", "", ""},
		{"in upstream's order", "_ = strings.ToUpper(fmt.Sprint(math.Pi)); return 1\n}\n",
			"import (\n\"math\"\n    \"strings\"\n    \"fmt\"\n)\n", "import (\n\"math\"\n    \"strings\"\n    \"fmt\"\n)\n"},
		{"in a comment", "// as strings.Join, at a time.\nreturn 1\n}\n", "", "import (\n\"strings\"\n    \"time\"\n)\n"},
		{"in a string", "_ = \"math.Pi\"; return 1\n}\n", "", "import (\n\"math\"\n)\n"},
		{"part of another name", "runtime.GC(); return 1\n}\n", "import (\n\"runtime\"\n)\n", "import (\n\"time\"\n)\n"},
		{"beyond the ten", "_ = errors.New(hex.Dump(nil)); return 1\n}\n", "import (\n\"encoding/hex\"\n    \"errors\"\n)\n", ""},
		{"as a type", "var b strings.Builder; _ = b; return 1\n}\n", "import (\n\"strings\"\n)\n", "import (\n\"strings\"\n)\n"},
		{"a variable", "sort := struct{ x int }{1}; return sort.x\n}\n", "", "import (\n\"sort\"\n)\n"},
		{"a parameter", "return 1\n}\nfunc g(math []int) int { return math.x }\n", "", "import (\n\"math\"\n)\n"},
		{"a function", "return sort.Ints()\n}\nfunc sort() {}\n", "", "import (\n\"sort\"\n)\n"},
		{"random numbers", "return rand.Intn(1)\n}\n", "import (\n\"math/rand\"\n)\n", "import (\n\"math/rand\"\n)\n"},
		{"a field called as a package", "return x().math.y\n}\n", "", "import (\n\"math\"\n)\n"},
		{"a syntax error", "return (strings.Count(\"\", \"\")\n}\n", "import (\n\"strings\"\n)\n", "import (\n\"strings\"\n)\n"},
		{"unknown", "return foo.Bar()\n}\n", "", ""},
	} {
		p := Parts{Prompt: "func F() int {\n", TestSetup: goSetup, Test: goTestText, Code: c.code}
		if got := goBlock(t, assembleGoOfficial(p)); got != c.official {
			t.Errorf("%s: upstream's is %q, want %q", c.name, got, c.official)
		}
		if got := goBlock(t, assembleGo(p)); got != c.ours {
			t.Errorf("%s: ours is %q, want %q", c.name, got, c.ours)
		}
	}
}

func TestAssembleGoWhole(t *testing.T) {
	p := Parts{
		Prompt: "import (\n    \"fmt\"\n)\n\n// F is 1.\nfunc F() int {\n", Import: "import (\n    \"fmt\"\n)\n",
		TestSetup: goSetup, Test: goTestText, Code: "    return len(md5.Sum(nil)) / 16\n}\n",
	}
	want := goSetup + "\n\n// F is 1.\nfunc F() int {\n    return len(md5.Sum(nil)) / 16\n}\n\n" + goTestText
	if got := assembleGo(p)[0].Text; got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if assembleGo(p)[0] != assembleGoOfficial(p)[0] {
		t.Error("the same imports make another text")
	}
}

// An import of test_setup for the answer's sake must not fail an answer that
// does without it; lines keep their numbers.
func TestAssembleGoUnusedSetup(t *testing.T) {
	p := Parts{Prompt: "func F() int {\n", TestSetup: goSetup, Test: goTestText, Code: "    return 1\n}\n"}
	if got := assembleGo(p)[0].Text; !strings.Contains(got, "\n    _ \"crypto/md5\"\n") || strings.Contains(got, "_ \"testing\"") {
		t.Errorf("got %q", got)
	}
	if got := assembleGoOfficial(p)[0].Text; strings.Contains(got, "_ \"") {
		t.Errorf("upstream's: %q", got)
	}
	p.TestSetup = strings.Replace(goSetup, "\"crypto/md5\"", "md5 \"crypto/md5\"", 1)
	if got := assembleGo(p)[0].Text; strings.Contains(got, "_ \"") {
		t.Errorf("a name of its own: %q", got)
	}
}

// Imports that the prompt keeps are not added again.
func TestAssembleGoKeepsImports(t *testing.T) {
	p := Parts{Prompt: "import \"sort\"\n\nfunc F() int {\n", TestSetup: goSetup, Test: goTestText, Code: "    sort.Ints(nil)\n    return 1\n}\n"}
	if got := assembleGo(p)[0].Text; strings.Count(got, "\"sort\"") != 1 {
		t.Errorf("got %q", got)
	}
}

// Every package of the table exists, and no two have one name.
func TestGoPackages(t *testing.T) {
	if len(goByName) != len(goPackages()) {
		t.Errorf("%d names for %d packages", len(goByName), len(goPackages()))
	}
	src := filepath.Join(build.Default.GOROOT, "src")
	if _, err := os.Stat(src); err != nil {
		t.Skipf("no Go source at %s", src)
	}
	for _, p := range goPackages() {
		if _, err := os.Stat(filepath.Join(src, filepath.FromSlash(p))); err != nil {
			t.Errorf("%s: %v", p, err)
		}
		if path.Base(p) == "rand" && p != "math/rand" {
			t.Errorf("rand is %s", p)
		}
	}
}
