package lang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// Go programs that are given whole: as an answer, which goes behind the
// problem's test_setup, and as a program with tests or a main of its own.

// goBehind is an answer without its package clause, and with each import that
// the setup has already made a blank one, of which there may be any number.
func goBehind(setup, answer string) string {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, goTestFile, answer, parser.ImportsOnly|parser.SkipObjectResolution)
	if err != nil {
		return answer // without a clause, or no Go at all
	}
	had := map[string]bool{}
	if first, err := parser.ParseFile(token.NewFileSet(), "", setup, parser.ImportsOnly); err == nil {
		for _, spec := range first.Imports {
			had[spec.Path.Value] = spec.Name == nil
		}
	}
	for _, spec := range slices.Backward(file.Imports) {
		if at := files.Position(spec.Path.Pos()).Offset; had[spec.Path.Value] && spec.Name == nil {
			answer = answer[:at] + "_ " + answer[at:]
		}
	}
	from, to := files.Position(file.Package).Offset, files.Position(file.Name.End()).Offset
	return answer[:from] + answer[to:]
}

// goCallMain is the test of a program that has none: its main.
const goCallMain = `// TestXevalMain stands for the tests of a program that only has a main.
func TestXevalMain(*xevalTesting.T) { main() }

`

// wholeGo is a program as it is, with a proof of its own package.
func wholeGo(text string) []File {
	proof := goProof
	if file, err := parser.ParseFile(token.NewFileSet(), goTestFile, text, parser.SkipObjectResolution); err == nil {
		proof = strings.Replace(proof, "package main\n", "package "+file.Name.Name+"\n", 1)
		if !hasGoTest(file) {
			proof = strings.Replace(proof, "// TestXevalEndOfTests", goCallMain+"// TestXevalEndOfTests", 1)
		}
	}
	return []File{{goTestFile, text}, {goProofFile, proof}, {"go.mod", goModMark}}
}

// hasGoTest says whether go test finds a test in the file.
func hasGoTest(file *ast.File) bool {
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") && f.Name.Name != "TestMain" {
			return true
		}
	}
	return false
}
