package lang

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// The go command spends its time on finding out that everything is up to date,
// and the linker on the standard library. So a driver, which knows what the go
// command told the compiler, vet and the linker once, takes its place; and many
// programs are linked into one executable, of which a process runs only one.
//
// Programs in one executable share what happens before main. So one that does
// anything then, or could reach beyond its package, is left to the plain way:
// it must be made of functions, types and constants alone, and import nothing
// but packages of a list, all of which are in the executable in any case or do
// nothing on being imported.

// The texts end in .txt, because Go's own tools would take them for packages of
// this repository.
var (
	//go:embed assets/go/prepare.go.txt
	goPrepare string
	//go:embed assets/go/prepare_vet.go.txt
	goPrepareVet string
	//go:embed assets/go/prepare_slim.go.txt
	goPrepareSlim string
	//go:embed assets/go/vet_main.go.txt
	goVetMain string
	//go:embed assets/go/vet_many.go.txt
	goVetMany string
	//go:embed assets/go/shared.go.txt
	goShared string
	//go:embed assets/go/compile.go.txt
	goCompile string
	//go:embed assets/go/driver.go.txt
	goDriver string
)

var goFast = &Fast{Batch: &Batch{Member: goMember, Check: vetGo, Link: linkGo, Most: 128}}

const (
	goFastFolder  = AssetsDir + "/fast"
	goDriverFile  = goFastFolder + "/driver"
	goCompileFile = goFastFolder + "/compile"
	// goChosen names the program that a process is to run.
	goChosen = "XEVAL_PROGRAM"
)

func goFastFiles() []File {
	return []File{
		{"prepare/main.go", goPrepare}, {"prepare/vet.go", goPrepareVet}, {"prepare/slim.go", goPrepareSlim},
		{"vet/main.go", goVetMain}, {"vet/many.go", goVetMany}, {"shared/shared.go", goShared},
		{"compile/main.go", goCompile}, {"driver/main.go", goDriver},
	}
}

// goFastCommands come after those that fill the go command's cache.
func goFastCommands() []Command {
	module := "-modfile=" + goModule(goLevels[0])
	prepare := []string{"run", module, "prepare/main.go", "prepare/vet.go", "prepare/slim.go", "fast", "warm_test.go"}
	return []Command{
		{
			Tool: "go", Args: append(prepare, goTest(goLevels[0])[1:]...), Env: goOffline(),
			Need: "find out how tests are compiled, and compile vet (takes a minute)",
		},
		{
			Tool: "go", Args: []string{"build", module, "-ldflags=-s -w", "-o", "fast/", "./compile", "./driver"},
			Env: goOffline(), Need: "compile the drivers",
		},
	}
}

// goMember compiles a program's package under a path of its own. The
// proof's file, which takes the compiler longer than most programs, stays out:
// what it says is said to package shared.
func goMember(files []File, plain Plan) (Member, bool) {
	args := plain.Build[0].Args
	level := slices.Contains(args, "-modfile="+goModule(goLevels[0])) // the prepared one
	text, proof := fileText(files, goTestFile), fileText(files, goProofFile)
	tests, ok := goShareable(text, goAllowed)
	if !level || !ok {
		return Member{}, false
	}
	expected, ok := readGoExpected(text, proof)
	order := args[len(args)-2:] // as the go command is told them
	if !ok || order[0] != goProofFile || order[1] != goTestFile {
		return Member{}, false
	}
	sum := sha256.Sum256([]byte(text + "\x00" + proof))
	key := "x" + hex.EncodeToString(sum[:10])
	m := Member{
		Key: key, Files: []File{{goTestFile, text}}, Executable: "main.test",
		Run: plain.Run, Blind: goBlind(text),
	}
	order = order[1:]
	if expected.only != "" {
		m.Files = append(m.Files, File{goProofFile, strings.ReplaceAll(goOnlyFile+expected.only, "XEVAL", goDigest(text))})
		order, tests = []string{goProofFile, goTestFile}, append([]string{goOnlyTest}, tests...)
	}
	m.Compile = Step{
		Tool: goCompileFile, Args: append([]string{goFastFolder, goPackagePath(key)}, order...), Env: goCompilerLimits,
	}
	m.Note = goEntry(tests, expected)
	m.Run.Env = append(slices.Clone(m.Run.Env), goChosen+"="+key)
	return m, true
}

// goOnlyFile is what is left of the proof's file for a program whose only test
// stands in it.
const goOnlyFile = "package main\n\nimport testingXEVAL \"testing\"\n"

// goCompilerLimits let the tools collect garbage when there is much of it, and
// not while they are starting up; and there is one of them for each processor
// already.
var goCompilerLimits = []string{"GOGC=off", "GOMEMLIMIT=512MiB", "GOMAXPROCS=1"}

func goPackagePath(key string) string { return "command-line-arguments/" + key }

func fileText(files []File, name string) string {
	for _, f := range files {
		if f.Name == name {
			return f.Text
		}
	}
	return ""
}

// goAllowed says whether a program may import a package and share an
// executable: those of the import helper, but for goAlone, and those of the
// tests.
func goAllowed(path string) bool {
	return path == "testing" || path == "github.com/stretchr/testify/assert" || !slices.Contains(goAlone, path) && slices.Contains(goPackages(), path)
}

// goShareable gives the tests of a program that may share an executable, in
// their order.
func goShareable(text string, allowed func(string) bool) (tests []string, ok bool) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, goTestFile, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || file.Name.Name != "main" || hasDirective(file) {
		return nil, false
	}
	if looksAround(file) || strings.Contains(text, goSlimmed) {
		return nil, false
	}
	imported := false // testing, by that name
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || !allowed(path) || spec.Name != nil && spec.Name.Name == "." {
			return nil, false
		}
		imported = imported || path == "testing" && spec.Name == nil
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			if d.Tok != token.IMPORT && d.Tok != token.TYPE && d.Tok != token.CONST {
				return nil, false
			}
		case *ast.FuncDecl:
			name := d.Name.Name
			switch {
			case d.Body == nil || d.Recv == nil && goReserved(name):
				return nil, false
			case d.Recv == nil && strings.HasPrefix(name, "Test") && !(imported && isTest(d.Type)):
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return goTests(file), true
}

// goSlimmed begins the names of the assertions that the prepared testify lacks.
const goSlimmed = "HTTP"

// looksAround says whether a program may find out in which executable it is, or
// start it anew, or count testify's methods, by what it selects.
func looksAround(file *ast.File) (found bool) {
	names := []string{
		"StartProcess", "Executable", "Environ", "FuncForPC", "Caller", "Callers", "CallersFrames", "PkgPath", "Stack",
		"NumMethod", "Method", "MethodByName",
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && slices.Contains(names, s.Sel.Name) {
			found = true
		}
		return !found
	})
	return found
}

// goAlone are packages whose programs have an executable of their own: by them
// they start processes, or read what is written in the executable.
var goAlone = []string{"unsafe", "os/exec", "syscall", "runtime/debug", "plugin"}

// goBlind says that a program which may share an executable sees neither files
// nor its arguments.
func goBlind(text string) bool {
	file, err := parser.ParseFile(token.NewFileSet(), goTestFile, text, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	for _, spec := range file.Imports {
		if slices.Contains(goSeeing, strings.Trim(spec.Path.Value, "\"`")) {
			return false
		}
	}
	blind := true
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			name := strings.ToLower(s.Sel.Name)
			blind = blind && !strings.Contains(name, "file") && !strings.Contains(name, "dir") // as FileExists, Chdir
		}
		return blind
	})
	return blind
}

// goSeeing are the packages by which a program sees files or its arguments.
var goSeeing = []string{"os", "io/ioutil", "path/filepath", "text/template"}

// goReserved says whether a function of this name is more than a function.
func goReserved(name string) bool {
	return name == "init" || name == "TestMain" || name == "xevalTM_" || strings.HasPrefix(name, "Benchmark") ||
		strings.HasPrefix(name, "Example") || strings.HasPrefix(name, "Fuzz")
}

// hasDirective says whether any comment may be meant for a tool.
func hasDirective(file *ast.File) bool {
	for _, group := range file.Comments {
		for _, c := range group.List {
			body := strings.TrimLeft(c.Text[2:], " \t")
			if hasAnyPrefix(body, "go:", "line ", "export ", "extern ", "+build", "#cgo", "cgo") {
				return true
			}
		}
	}
	return false
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

// isTest says that a function which takesTesting has the type of a test, given
// that testing is imported by its name: a package whose tests have others would
// be compiled, but not linked with the tests that main expects.
func isTest(f *ast.FuncType) bool {
	if !takesTesting(f, "T") {
		return false
	}
	selector, ok := f.Params.List[0].Type.(*ast.StarExpr).X.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	name, ok := selector.X.(*ast.Ident)
	return ok && name.Name == "testing"
}

// goEntry is what a shared executable's main says of a program, with KEY for
// the program's key.
func goEntry(tests []string, x goExpected) string {
	var b strings.Builder
	b.WriteString("{\"KEY\", []testing.InternalTest{")
	for _, name := range tests {
		fmt.Fprintf(&b, "{%q, KEY.%s}, ", name, name)
	}
	told := ""
	if x.shadows != "" {
		told = "shadows " + x.shadows
	}
	fmt.Fprintf(&b, "}, %#v, %d, %q},\n", x.tests, x.count, told)
	return b.String()
}

// goSharedMain does for one of the programs what the main does that the go
// command writes for each. Its list is data: as code it takes the compiler five
// times as long.
const goSharedMain = `package main

import (
	"testing"
	"xeval/shared"

%s)

var programs = []shared.Program{
%s}

func main() { shared.Main(%q, programs) }
`

// vetGo vets the packages of many programs, each in a folder by its key.
func vetGo(members []Member) (Step, []File) {
	step := Step{Tool: goDriverFile, Args: []string{goFastFolder, "vet"}, Env: goCompilerLimits}
	var files []File
	for _, m := range members {
		step.Args = append(step.Args, m.Key)
		for _, f := range m.Files {
			files = append(files, File{m.Key + "/" + f.Name, f.Text})
		}
	}
	return step, files
}

func linkGo(members []Member) (Step, []File) {
	var imports, list strings.Builder
	step := Step{Tool: goDriverFile, Args: []string{goFastFolder, "link", "main.go"}, Env: goCompilerLimits}
	for _, m := range members {
		fmt.Fprintf(&imports, "\t%s %q\n", m.Key, goPackagePath(m.Key))
		list.WriteString(strings.ReplaceAll(m.Note, "KEY", m.Key))
		step.Args = append(step.Args, m.Key+".a="+goPackagePath(m.Key))
	}
	return step, []File{{"main.go", fmt.Sprintf(goSharedMain, imports.String(), list.String(), goChosen)}}
}
