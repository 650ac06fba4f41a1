package lang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

var goLexis = Lexis{LineComment: "//", BlockComments: true, Literal: goLiteral}

var goSyntax = func() *Syntax {
	s := &Syntax{
		Lexis:     goLexis,
		Reconcile: reconcileGo,
	}
	s.Item = func(text string, at int) (Item, bool) { return goItem(&s.Lexis, text, at) }
	s.Continue = continueBraces(s)
	return s
}()

func goLiteral(s string, before Token) int {
	switch s[0] {
	case '"':
		return delimited(s, `"`, false)
	case '`':
		if n := strings.IndexByte(s[1:], '`'); n >= 0 {
			return n + 2
		}
		return -len(s)
	case '\'':
		return character(s)
	}
	return 0
}

// goDeclarations start what stands at a file's outermost level.
var goDeclarations = []string{"package", "import", "func", "type", "var", "const"}

func goItem(x *Lexis, text string, at int) (Item, bool) {
	first, _, _ := strings.Cut(some(text[at:]), " ")
	if !slices.Contains(goDeclarations, strings.TrimSuffix(first, "(")) {
		return Item{}, false
	}
	words, it := x.goDeclaration(text, at)
	if len(words) < 2 {
		return it, false
	}
	second := words[1]
	switch word := words[0].Text; {
	case word == "package" && second.Kind == Word:
		it.Kind = Discarded
		return it, len(words) == 2
	case word == "import":
		it.Kind = Import
	case word == "func" && (second.Kind == Word || second.Is("(")):
		it = goFunction(it, words)
	case word == "type" && (second.Kind == Word || second.Is("(")):
		it.Kind, it.Names = Class, goNames(words[1:])
		it.Inner = Span{}
	case (word == "var" || word == "const") && (second.Kind == Word || second.Is("(")):
		it.Kind, it.Names = Value, goNames(words[1:])
	default:
		return it, false
	}
	it.Faulty = it.Closed && !goParses(text[it.Start:it.End])
	if it.Kind == Import {
		it.Names = goImported(text[it.Start:it.End])
		return it, !it.Faulty
	}
	return it, it.Kind == Function || it.Kind == Discarded || !it.Faulty
}

// goDeclaration reads to the end of a declaration: its body's brace, or a line
// end outside all brackets. The braces of interface{} and struct{} in a
// function's head are no body.
func (x *Lexis) goDeclaration(text string, at int) ([]Token, Item) {
	it := Item{Start: at, End: len(text)}
	var words []Token
	depth := 0
	for t := range x.Tokens(text, at) {
		n := len(words)
		if t.Kind == Comment {
			continue
		}
		if n > 0 && depth == 0 && strings.Contains(text[words[n-1].End:t.Start], "\n") && !strings.Contains("=,.(+-*/&|", words[n-1].Text) {
			it.End, it.Closed = words[n-1].End, true
			return words, it
		}
		switch {
		case t.Is("{") && depth == 0 && n > 0 && words[0].Is("func") && !words[n-1].Is("interface") && !words[n-1].Is("struct"):
			it.Inner = Span{t.End, x.closing(text, t.End)}
			it.Closed = it.Inner.End < len(text)
			it.End = min(it.Inner.End+1, len(text))
			return words, it
		case t.Is("("), t.Is("["), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			depth--
		}
		words = append(words, t)
		if depth < 0 {
			return nil, it
		}
	}
	if it.Closed = depth == 0; it.Closed && len(words) > 0 {
		it.End = words[len(words)-1].End
	}
	return words, it
}

// goFunction tells functions from methods, and those that are no solution.
func goFunction(it Item, words []Token) Item {
	it.Kind = Function
	if words[1].Kind == Word {
		name := words[1].Text
		it.Names = []string{name}
		if name == "main" || strings.HasPrefix(name, "Test") && len(words) > 5 && words[5].Is("testing") {
			it.Kind = Discarded
		}
		if name == "init" {
			it.Kind = Setting
		}
		return it
	}
	end := head{words: words}.closes(1)
	it.Kind = Extension
	for _, t := range words[1:min(end, len(words))] {
		if t.Kind == Word {
			it.Names = append(it.Names, t.Text)
		}
	}
	return it
}

// goNames are the first names of a declaration, or of each line of a group.
func goNames(words []Token) []string {
	var names []string
	if words[0].Kind == Word {
		for i := 0; i < len(words) && words[i].Kind == Word; i += 2 {
			names = append(names, words[i].Text)
			if i+1 < len(words) && !words[i+1].Is(",") {
				break
			}
		}
		return names
	}
	for _, t := range words {
		if t.Kind == Word {
			names = append(names, t.Text)
		}
	}
	return names
}

func goParses(text string) bool {
	_, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text+"\n", parser.SkipObjectResolution)
	return err == nil
}

// goImported are the names that import declarations bring in.
func goImported(text string) []string {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text+"\n", parser.ImportsOnly)
	if err != nil {
		return nil
	}
	var names []string
	for _, spec := range file.Imports {
		names = append(names, goImportName(spec))
	}
	return names
}

// reconcileGo leaves to the assembly what it finds by itself: the packages of
// the standard library that the program uses. The problem's own imports are of
// these; one that the reply does not use must not be there.
func reconcileGo(i Imports) (string, []string) {
	have := map[string]bool{}
	if file, err := parser.ParseFile(token.NewFileSet(), "", i.Setup, parser.ImportsOnly); err == nil {
		for _, spec := range file.Imports {
			have[goImportName(spec)] = true
		}
	}
	used := goLexis.Words(i.Code)
	var own []string
	for _, text := range i.Own {
		if kept := goKeepImports(text, have, used); kept != "" {
			own = append(own, kept)
		}
	}
	return goWithoutImports(i.Head), own
}

// goWithoutImports takes the import declarations off the problem's text.
func goWithoutImports(head string) string {
	for at := 0; at < len(head); {
		if !strings.HasPrefix(head[at:], "import") {
			at = afterLine(head, at)
			continue
		}
		it, ok := goItem(&goLexis, head, at)
		if !ok || it.Kind != Import {
			at = afterLine(head, at)
			continue
		}
		head = head[:it.Start] + head[it.End:]
	}
	return head
}

// goKeepImports is an import declaration with only the packages to keep, or "".
func goKeepImports(text string, have, used map[string]bool) string {
	const clause = "package p\n"
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", clause+text+"\n", parser.ImportsOnly)
	if err != nil {
		return ""
	}
	var lines []string
	for _, spec := range file.Imports {
		name, pkg := goImportName(spec), goImportPath(spec)
		found := spec.Name == nil && goByName[name] == pkg // by the assembly
		if found || have[name] || !used[name] && name != "." && name != "_" {
			continue
		}
		have[name] = true
		lines = append(lines, text[files.Position(spec.Pos()).Offset-len(clause):files.Position(spec.End()).Offset-len(clause)])
	}
	open, _, grouped := strings.Cut(text, "(")
	switch {
	case len(lines) == 0:
		return ""
	case !grouped:
		return text
	}
	return open + "(\n" + strings.Join(lines, "\n") + "\n)"
}

func goImportPath(spec *ast.ImportSpec) string {
	pkg, err := strconv.Unquote(spec.Path.Value)
	if err != nil { // the parser would not have it
		return spec.Path.Value
	}
	return pkg
}

// goImportName is the name that the package gets.
func goImportName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	return path.Base(goImportPath(spec))
}
