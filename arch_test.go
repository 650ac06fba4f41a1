package xeval_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const internal = "github.com/xeval/xeval/internal/"

// layers is the whole architecture: each package, then the packages of this
// module it may import. A package may only name packages listed above it, so
// reading top to bottom follows the data.
var layers = [][]string{
	{"jsonl"},
	{"lang"},
	{"metric"},
	{"chart"},
	{"sandbox"},
	{"problem", "jsonl"},
	{"suite", "problem"},
	{"prompt", "jsonl", "lang", "problem"},
	{"model", "jsonl", "lang", "prompt"},
	{"sample", "jsonl", "lang"},
	{"convert", "jsonl", "lang", "problem", "sample"},
	{"extract", "lang"},
	{"program", "extract", "lang", "problem", "sample"},
	{"verdict", "jsonl"},
	{"toolchain", "lang", "sandbox"},
	{"judge", "lang", "program", "sandbox", "toolchain", "verdict"},
	{"cache", "judge", "lang", "program", "verdict"},
	{"report", "chart", "metric", "verdict"},
	{"run", "extract", "jsonl", "lang", "problem", "prompt", "model", "program", "report", "sample", "sandbox", "toolchain", "judge", "cache", "verdict"},
}

func TestLayers(t *testing.T) {
	allowed := map[string][]string{}
	for _, l := range layers {
		for _, dep := range l[1:] {
			if allowed[dep] == nil {
				t.Errorf("%s may import %s, which is not above it", l[0], dep)
			}
		}
		allowed[l[0]] = l
	}
	dirs, err := os.ReadDir("internal")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if allowed[d.Name()] == nil {
			t.Errorf("internal/%s has no line in layers", d.Name())
		}
		for _, dep := range importsOf(t, filepath.Join("internal", d.Name())) {
			if !slices.Contains(allowed[d.Name()], dep) {
				t.Errorf("internal/%s must not import internal/%s", d.Name(), dep)
			}
		}
	}
}

// importsOf lists the packages of this module that dir imports, tests aside.
// It reads the files itself rather than running "go list": the test cache only
// notices files that the test process opens.
func importsOf(t *testing.T, dir string) []string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var deps []string
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		ast, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, f.Name()), nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, imp := range ast.Imports {
			if dep, ok := strings.CutPrefix(strings.Trim(imp.Path.Value, `"`), internal); ok {
				deps = append(deps, dep)
			}
		}
	}
	return deps
}
