package lang

import (
	"go/parser"
	"go/token"
	"slices"
)

// A Go answer that is given whole goes behind the problem's test_setup.

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
