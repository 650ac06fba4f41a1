package lang

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A Go program lacks the imports of its answer, so that somebody has to find
// them. Upstream looks for "name." in the answer's text, comments included,
// and knows ten packages; an import too many or too few fails the program. We
// parse the assembled file: what is needed is each package that a selector
// names and nothing in the file declares. Where both find the same, the text
// is the same, and one program serves both criteria.

// goHelpers are the packages upstream's helper knows, in its order.
var goHelpers = []string{
	"math", "strings", "fmt", "strconv", "time", "bytes", "regexp", "sort", "math/rand", "crypto/md5",
}

// goFurther are the others that ours knows: what an answer may reasonably use
// of the standard library of Go 1.18, the oldest level. No two of all end in
// the same name, so that a name means one package.
var goFurther = []string{
	"bufio", "container/heap", "container/list", "container/ring", "context",
	"crypto/hmac", "crypto/sha1", "crypto/sha256", "crypto/sha512",
	"encoding/base32", "encoding/base64", "encoding/binary", "encoding/csv", "encoding/hex", "encoding/json",
	"errors", "hash", "hash/adler32", "hash/crc32", "hash/crc64", "hash/fnv", "hash/maphash", "html",
	"io", "io/ioutil", "log", "math/big", "math/bits", "math/cmplx", "net/url",
	"os", "os/exec", "os/signal", "path", "path/filepath", "reflect", "runtime", "runtime/debug",
	"sync", "sync/atomic", "syscall", "text/scanner", "text/tabwriter", "text/template",
	"unicode", "unicode/utf16", "unicode/utf8", "unsafe",
}

// goPackages are all packages that may be imported for an answer.
func goPackages() []string { return slices.Concat(goHelpers, goFurther) }

// goByName finds a package by the name that programs use.
var goByName = func() map[string]string {
	byName := map[string]string{}
	for _, p := range goPackages() {
		byName[path.Base(p)] = p
	}
	return byName
}()

// assembleGoOfficial is upstream's assembly.
func assembleGoOfficial(p Parts) []File {
	if p.Extent != Continuation { // which upstream does not have
		return assembleGo(p)
	}
	return assembleGoByText(p)
}

func assembleGoByText(p Parts) []File {
	var imports []string
	for _, pkg := range goHelpers {
		if !strings.Contains(p.TestSetup, pkg) && strings.Contains(p.Code, path.Base(pkg)+".") {
			imports = append(imports, pkg)
		}
	}
	return goFiles(p.TestSetup, imports, p)
}

// assembleGo is ours: imports found by parsing. What does not parse cannot be
// compiled with any imports, so that upstream's text does as well.
func assembleGo(p Parts) []File {
	switch p.Extent {
	case Answer:
		p.Code = goBehind(p.TestSetup, p.Code)
	case Program:
		return withGoProof(p.Code, "", true)
	}
	used, ok := parseGoUses(p)
	if !ok {
		return assembleGoByText(p)
	}
	setup := used.setup(p.TestSetup)
	return goFiles(setup, used.lacking(), p)
}

// goFiles puts a program together; spelling and white space are upstream's.
func goFiles(setup string, imports []string, p Parts) []File {
	block := ""
	if len(imports) > 0 {
		lines := make([]string, len(imports))
		for i, pkg := range imports {
			lines[i] = strconv.Quote(pkg) + "\n"
		}
		block = "import (\n" + strings.Join(lines, "    ") + ")\n"
	}
	return withGoProof(setup+"\n"+block+goPrompt(p)+p.Code+"\n"+p.Test, p.Test, false)
}

// goPrompt is the prompt without its import text.
func goPrompt(p Parts) string {
	if p.Import == "" {
		return p.Prompt
	}
	return strings.ReplaceAll(p.Prompt, p.Import, "")
}

// goUses is what a program imports, and which packages it names.
type goUses struct {
	imported map[string]goImport // by name
	named    map[string]bool
}

// A goImport is one import of the program.
type goImport struct {
	path   string
	offset int // where the path stands; -1 behind a name of its own
}

// parseGoUses parses the program without helping it; false when it has a
// syntax error.
func parseGoUses(p Parts) (goUses, bool) {
	text := p.TestSetup + "\n" + goPrompt(p) + p.Code + "\n" + p.Test
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, goTestFile, text, 0)
	if err != nil {
		return goUses{}, false
	}
	u := goUses{map[string]goImport{}, map[string]bool{}}
	for _, spec := range file.Imports {
		pkg, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return goUses{}, false
		}
		name, offset := path.Base(pkg), files.Position(spec.Path.Pos()).Offset
		if spec.Name != nil {
			name, offset = spec.Name.Name, -1
		}
		u.imported[name] = goImport{pkg, offset}
	}
	free := map[*ast.Ident]bool{}
	// Names resolved by syntax alone are what is wanted: a type checker would
	// need the packages themselves.
	for _, id := range file.Unresolved {
		free[id] = true
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok && free[id] {
				u.named[id.Name] = true
			}
		}
		return true
	})
	return u, true
}

// lacking lists the packages to import: upstream's in its order, then the
// others by path.
func (u goUses) lacking() []string {
	var lacking []string
	for name := range u.named {
		_, have := u.imported[name]
		if pkg, known := goByName[name]; known && !have {
			lacking = append(lacking, pkg)
		}
	}
	rank := func(pkg string) int {
		if i := slices.Index(goHelpers, pkg); i >= 0 {
			return i
		}
		return len(goHelpers)
	}
	slices.SortFunc(lacking, func(a, b string) int {
		return cmp.Or(rank(a)-rank(b), strings.Compare(a, b))
	})
	return lacking
}

// setup is test_setup with each import that nothing uses made a blank one: the
// data imports crypto/md5 for an answer, which may well do without. Only the
// packages an answer could be meant to use are touched.
func (u goUses) setup(text string) string {
	var unused []int
	for name, imp := range u.imported {
		known := goByName[name] == imp.path && imp.offset >= 0
		if known && !u.named[name] && imp.offset < len(text) {
			unused = append(unused, imp.offset)
		}
	}
	slices.Sort(unused)
	for _, at := range slices.Backward(unused) {
		text = text[:at] + "_ " + text[at:]
	}
	return text
}
