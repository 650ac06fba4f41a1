package prompt

import (
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
)

// A View is all that a template can see. It has no field for a test, so that
// no template, ours or a user's, can put a hidden test into a prompt.
type View struct {
	TaskID      string // such as "CPP/0"
	Language    string // for people: "C++"
	Fence       string // tag of a fenced block: "cpp"
	CommentMark string // "//"
	Tag         string // upstream's first line "// language: C++"; "" unless asked for
	Opening     string // the program up to where the code starts, docstring included
	Declaration string // signature with what precedes it, no docstring of the function

	Source      *Program // translate: the program to translate; describe: the one to describe
	Description string   // solve
	Wrong       string   // repair: the wrong code, as it stands behind Opening
	Output      string   // repair: what the failing test wrote, hidden tests withheld; "" when not shown
}

// A Program is a declaration and the solution that follows it.
type Program struct {
	Language    string
	Fence       string
	Declaration string
	Solution    string
}

func newView(l *lang.Language, p problem.Problem, tag bool) View {
	v := View{
		TaskID:      p.TaskID,
		Language:    l.Title,
		Fence:       l.Name,
		CommentMark: l.CommentMark,
		Opening:     opening(l, p),
		Declaration: p.Declaration,
	}
	if tag {
		v.Tag = l.CommentMark + " language: " + l.Title
	}
	return v
}

func newProgram(l *lang.Language, p problem.Problem) *Program {
	return &Program{Language: l.Title, Fence: l.Name, Declaration: p.Declaration, Solution: p.CanonicalSolution}
}

// opening is where a raw continuation starts. Most datasets have it as the
// prompt; a language may know better.
func opening(l *lang.Language, p problem.Problem) string {
	if l.Opening == nil {
		return p.Prompt
	}
	return l.Opening(lang.Parts{TaskID: p.TaskID, Prompt: p.Prompt, Declaration: p.Declaration})
}
