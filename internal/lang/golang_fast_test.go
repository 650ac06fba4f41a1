package lang

import (
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
		"//line x.go:1", "//export f\nfunc f() {}", "// +build linux", "func TestOdd(i int) {}", "func Test_(t *testing.T, i int) {}", "}",
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
// executable that is everybody's, so it must wait for TestMain.
func TestSharedProofReadsNothingEarly(t *testing.T) {
	parts := Parts{TestSetup: "package main\n\nimport (\n    \"testing\"\n)\n", Prompt: "func F() int {\n", Code: "    return 1\n}\n",
		Test: "func TestF(t *testing.T) {\n    if F() != 1 {\n        t.Fail()\n    }\n}\n"}
	plain := planGo(parts, Options{})
	m, ok := goMember(assembleGo(parts), plain)
	if !ok {
		t.Fatal("an ordinary program shares no executable")
	}
	proof := fileText(m.Files, goProofFile)
	if _, _, ok := goSharedProof(proof); !ok || strings.Contains(proof, "\nvar ") {
		t.Errorf("the proof has a variable:\n%s", proof)
	}
	if !strings.Contains(m.Note, "KEY.TestMain") || !strings.Contains(m.Note, `{"TestF", KEY.TestF}`) {
		t.Errorf("the main knows of %s", m.Note)
	}
	own := parts
	own.Code += "var x = F()\n"
	if _, ok := goMember(assembleGo(own), plain); ok {
		t.Error("a program with a variable shares an executable")
	}
	if _, ok := goMember(assembleGo(parts), planGo(parts, Options{Level: "go1.21"})); ok {
		t.Error("only one level is prepared")
	}
}
