package lang

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The end-of-tests proof of Go. It cannot be a test that runs after the others:
// a TestMain, an argument or a flag of the program's own can leave those out.
// So the proof's file wraps the test functions of the test text, and hands the
// secret back when all have run and none has failed. It is the first file of
// the package, and has read the secret when code of the program first runs.

// goProof ends in .txt, because Go's own tools would take it for a package of
// this repository.
//
//go:embed assets/go/proof_test.go.txt
var goProof string

// goProofFile comes first in the command line, by which the compiler puts the
// package's variables in order, and in a list by name as well.
const goProofFile = "a_proof_test.go"

// goOwnMain takes the place of TestMain in a program that has its own, at the
// same width; ours calls it.
const goOwnMain = "xevalTM_"

// withGoProof is the program text with the file that watches over the tests of
// test, or over all tests of a whole program.
func withGoProof(text, test string, whole bool) []File {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, goTestFile, text, 0)
	if err != nil { // the go command says it better
		return []File{{goTestFile, text}, {goProofFile, "package main\n"}, {"go.mod", goModMark}}
	}
	proof := goWatcher{text: text, file: file, tests: goTests(file), whole: whole}
	if !whole {
		proof.readTest(test)
	}
	text, proof.ownMain = renameTestMain(set, file, text)
	return []File{{goTestFile, text}, {goProofFile, proof.String()}, {"go.mod", goModMark}}
}

// A goWatcher is the proof's file of one program.
type goWatcher struct {
	text    string
	file    *ast.File
	tests   []string // that have to run
	shadows string   // a predeclared name that the tests use and the program declares
	ownMain string   // what our TestMain calls; "": there is no room for one
	whole   bool     // the program's own main is its test if it has no other
}

// readTest leaves of the tests those of the test text, and looks for names
// that the program has taken from it.
func (w *goWatcher) readTest(test string) {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+test, 0)
	if err != nil {
		return
	}
	w.tests = goTests(file)
	for _, id := range file.Unresolved {
		later := id.Name == "min" || id.Name == "max" || id.Name == "clear" // than the oldest level
		if doc.IsPredeclared(id.Name) && !later && w.file.Scope.Lookup(id.Name) != nil {
			w.shadows = id.Name
		}
	}
}

func (w *goWatcher) String() string {
	x := goExpected{count: len(w.tests), shadows: w.shadows}
	if len(w.tests) == 0 {
		x.count, x.tests, x.only = 1, []string{goOnlyTest}, fmt.Sprintf(goOnly, map[bool]string{true: "main()"}[w.whole])
	}
	for _, name := range w.tests {
		if w.file.Scope.Lookup(name) != nil {
			x.tests = append(x.tests, name)
		}
	}
	return x.file(w.file.Name.Name, w.text, w.ownMain)
}

// goExpected is what a proof's file says of its program.
type goExpected struct {
	count   int      // of the tests that have to run
	tests   []string // those of them that are there; the others will not have run
	shadows string   // as in goWatcher
	only    string   // the text of goOnlyTest; "": there are others
}

// file is the proof's file for a program text; call is what its TestMain calls,
// "" leaves TestMain out.
func (x goExpected) file(packageName, text, call string) string {
	proof := goProof
	if call == "" {
		proof, _, _ = strings.Cut(proof, "// TestMain is")
	}
	told := "secret"
	if x.shadows != "" {
		told = strconv.Quote("shadows " + x.shadows)
	}
	var cases strings.Builder
	for _, name := range x.tests {
		fmt.Fprintf(&cases, "case %q:\n\t\t\t\ttests[i].F = watched(%s)\n\t\t\t", name, name)
	}
	return strings.NewReplacer(
		"package main\n", "package "+packageName+"\n",
		"0 /*COUNT*/", strconv.Itoa(x.count),
		"/*TESTS*/", strings.TrimSpace(cases.String()),
		"/*PROOF*/ secret", told,
		"/*MAIN*/m.Run()", call,
		"XEVAL", goDigest(text),
	).Replace(proof + x.only)
}

func goDigest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "Xeval" + hex.EncodeToString(sum[:8])
}

// The places of a proof's file that differ from program to program.
var (
	goCount   = regexp.MustCompile(`\n\tleft := (\d+)\n`)
	goCase    = regexp.MustCompile(`\n\t\t\tcase ("\S+"):\n`)
	goShadows = regexp.MustCompile(`\.WriteString\( "shadows (\w+)" \+ `)
)

// readGoExpected is the inverse of file, for package main without a TestMain
// of its own. What it finds makes the same file again; false: it does not.
func readGoExpected(text, proof string) (x goExpected, ok bool) {
	if m := goCount.FindStringSubmatch(proof); m != nil {
		x.count, _ = strconv.Atoi(m[1])
	}
	for _, m := range goCase.FindAllStringSubmatch(proof, -1) {
		name, _ := strconv.Unquote(m[1])
		x.tests = append(x.tests, name)
	}
	if m := goShadows.FindStringSubmatch(proof); m != nil {
		x.shadows = m[1]
	}
	for _, only := range []string{"", fmt.Sprintf(goOnly, ""), fmt.Sprintf(goOnly, "main()")} {
		x.only = only
		if x.file("main", text, "m.Run()") == proof {
			return x, true
		}
	}
	return x, false
}

// goOnlyTest stands for the tests of a program that has none: its main.
const (
	goOnlyTest = "TestXevalMain"
	goOnly     = "\nfunc " + goOnlyTest + "(*testingXEVAL.T) { %s }\n"
)

// goTests lists the tests of a file, by the go command's rule.
func goTests(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv != nil || !takesTesting(f.Type, "T") {
			continue
		}
		rest, isTest := strings.CutPrefix(f.Name.Name, "Test")
		if first, _ := utf8.DecodeRuneInString(rest); isTest && !unicode.IsLower(first) && !slices.Contains(names, f.Name.Name) {
			names = append(names, f.Name.Name)
		}
	}
	return names
}

// takesTesting says whether a function has the one parameter *testing.name.
func takesTesting(f *ast.FuncType, name string) bool {
	if f.TypeParams != nil || f.Results.NumFields() > 0 || f.Params.NumFields() != 1 {
		return false
	}
	star, ok := f.Params.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	switch x := star.X.(type) {
	case *ast.Ident:
		return x.Name == name
	case *ast.SelectorExpr:
		return x.Sel.Name == name
	}
	return false
}

// renameTestMain makes room for our TestMain, which then calls the program's.
// A TestMain that the go command would not take for one is left alone; ours
// then has to go.
func renameTestMain(set *token.FileSet, file *ast.File, text string) (renamed, call string) {
	main := file.Scope.Lookup("TestMain")
	if main == nil {
		return text, "m.Run()"
	}
	if f, ok := main.Decl.(*ast.FuncDecl); !ok || !takesTesting(f.Type, "M") {
		return text, ""
	}
	b := []byte(text)
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Obj == main {
			copy(b[set.PositionFor(id.Pos(), false).Offset:], goOwnMain)
		}
		return true
	})
	return string(b), goOwnMain + "(m)"
}
