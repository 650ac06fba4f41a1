package lang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

const goSharing = `package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

const two = 2

type pair struct{ a, b int }

func (p pair) init() int { return p.a }

func Upper(s string) string { return strings.ToUpper(s) }

func TestUpper(t *testing.T) { assert.Equal(t, "A", Upper("a")) }
`

// TestWhoSharesAnExecutable: whatever could run before main, or reach beyond
// the package, is linked alone.
func TestWhoSharesAnExecutable(t *testing.T) {
	tests, ok := goShareable(goSharing, goAllowed)
	if !ok || len(tests) != 1 || tests[0] != "TestUpper" {
		t.Fatalf("%v, %v", tests, ok)
	}
	for _, more := range []string{
		"var x = 1", "var _ = Upper(\"a\")", "var (\n\tx, y int\n)", "func init() {}", "func init() {}\nfunc init() {}",
		"func TestMain(m *testing.M) {}", "func ExampleUpper() {}", "func BenchmarkUpper(b *testing.B) {}", "func FuzzUpper(f *testing.F) {}",
		"//go:linkname now time.now\nfunc now() int", "func outside() int", "//go:noinline\nfunc f() {}", "//  go:embed x\n", "/*line x.go:1*/",
		"//line x.go:1", "//export f\nfunc f() {}", "// +build linux", "func TestOdd(i int) {}", "type T = testing.T\nfunc TestOdd(t *T) {}", "func TestOdd(t *assert.T) {}", "func Test_(t *testing.T, i int) {}", "}",
	} {
		if _, ok := goShareable(goSharing+"\n"+more+"\n", goAllowed); ok {
			t.Errorf("shares an executable with %q", more)
		}
	}
	for _, imported := range []string{`"unsafe"`, `"C"`, `. "strings"`, `"net/http"`, `"testing/internal/testdeps"`, `_ "embed"`, `"plugin"`} {
		text := strings.Replace(goSharing, `"testing"`, "\"testing\"\n"+imported, 1)
		if _, ok := goShareable(text, goAllowed); ok {
			t.Errorf("shares an executable and imports %s", imported)
		}
	}
	if _, ok := goShareable(strings.Replace(goSharing, "package main", "package other", 1), goAllowed); ok {
		t.Error("shares an executable as another package")
	}
}

// The proof's file reads the secret when the package is made. In a shared
// executable that is everybody's, so package shared must wait until it is run.
func TestSharedProofReadsNothingEarly(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "", goShared, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		general, ok := d.(*ast.GenDecl)
		f, isFunc := d.(*ast.FuncDecl)
		if ok && general.Tok == token.VAR || isFunc && f.Name.Name == "init" {
			t.Error("package shared does something before main")
		}
	}
	if goAllowed("xeval/shared") {
		t.Error("programs may import package shared")
	}
}

func TestWhatMainKnowsOfAProgram(t *testing.T) {
	parts := Parts{TestSetup: "package main\n\nimport (\n    \"testing\"\n)\n", Prompt: "func F() int {\n", Code: "    return 1\n}\n",
		Test: "func TestF(t *testing.T) {\n    if F() != 1 {\n        t.Fail()\n    }\n}\n"}
	plain := planGo(parts, Options{})
	note := func(parts Parts) string {
		t.Helper()
		m, ok := goMember(assembleGo(parts), plain)
		if !ok {
			t.Fatal("an ordinary program shares no executable")
		}
		return m.Note
	}
	want := "{\"KEY\", []testing.InternalTest{{\"TestF\", KEY.TestF}, }, []string{\"TestF\"}, 1, \"\"},\n"
	if got := note(parts); got != want {
		t.Errorf("the main knows of %s, not %s", got, want)
	}
	more := parts
	more.Code += "func TestOwn(t *testing.T) {}\nfunc cap(x []int) int { return 1 }\n"
	more.Test += "func TestG(t *testing.T) {\n    _ = cap(nil)\n}\n"
	if got := note(more); !strings.Contains(got, `[]string{"TestF", "TestG"}, 2, "shadows cap"}`) {
		t.Errorf("the main knows of %s", got)
	}
	whole := Parts{Extent: Program, Code: "package main\n\nfunc main() {}\n"}
	if got := note(whole); !strings.Contains(got, `{"TestXevalMain", KEY.TestXevalMain}, }, []string{"TestXevalMain"}, 1,`) {
		t.Errorf("the main knows of %s", got)
	}
	own := parts
	own.Code += "var x = F()\n"
	if _, ok := goMember(assembleGo(own), plain); ok {
		t.Error("a program with a variable shares an executable")
	}
	other := assembleGo(parts)
	other[1].Text += "\nfunc more() {}\n"
	if _, ok := goMember(other, plain); ok {
		t.Error("a program with a proof that is not ours shares an executable")
	}
	if _, ok := goMember(assembleGo(parts), planGo(parts, Options{Level: "go1.21"})); ok {
		t.Error("only one level is prepared")
	}
}

// TestWhoIsBlind: a program that could see where its executable stands gets it
// in its own folder.
func TestWhoIsBlind(t *testing.T) {
	if !goBlind(goSharing) {
		t.Error("an ordinary program is not blind")
	}
	seeing := []string{
		strings.Replace(goSharing, `"strings"`, "\"strings\"\n\t\"os\"", 1),
		strings.Replace(goSharing, `"strings"`, "\"strings\"\n\tx `path/filepath`", 1),
		strings.Replace(goSharing, `assert.Equal(t, "A", Upper("a"))`, `assert.NoFileExists(t, "main.test")`, 1),
		strings.Replace(goSharing, `assert.Equal(t, "A", Upper("a"))`, `t.Chdir("/")`, 1),
		strings.Replace(goSharing, `assert.Equal(t, "A", Upper("a"))`, `exists := assert.New(t).DirExists`, 1),
	}
	for _, text := range seeing {
		if goBlind(text) {
			t.Errorf("blind:\n%s", text)
		}
	}
}
