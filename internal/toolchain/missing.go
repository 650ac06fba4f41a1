package toolchain

import "github.com/xeval/xeval/internal/lang"

// A Missing error says that a language cannot be judged here: what is absent
// or broken, and how to get it. It says nothing about any sample.
type Missing struct {
	Language string // canonical name
	Title    string // the language's name for people
	Tool     string // the tool or library that is missing
	Cause    error
	Install  string // a command that installs it, or ""
}

func (m *Missing) Error() string {
	s := m.Title + " cannot be judged here: " + m.Tool + ": " + m.Cause.Error()
	if m.Install != "" {
		s += "\nto install it: " + m.Install
	}
	return s
}

func (m *Missing) Unwrap() error { return m.Cause }

func missing(l *lang.Language, tool string, cause error, install string) *Missing {
	return &Missing{Language: l.Name, Title: l.Title, Tool: tool, Cause: cause, Install: install}
}
