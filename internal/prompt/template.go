package prompt

import (
	"embed"
	"errors"
	"fmt"
	"strings"
	"text/template"
	"unicode"
)

//go:embed templates/*.tmpl
var builtIn embed.FS

// A Template is the text of one prompt. One newline at its end is not part of
// the prompt. In the chat form the text is the user's message; a block
// {{define "system"}}…{{end}} in it becomes a system message.
type Template struct {
	Name string // for messages: the file's name
	Text string
}

// BuiltIn is our own template for a step and form, as a text to copy.
func BuiltIn(step Step, form Form) (Template, error) {
	name := fmt.Sprintf("%s_%s.tmpl", step, form)
	text, err := builtIn.ReadFile("templates/" + name)
	if err != nil {
		return Template{}, fmt.Errorf("no template for step %q in the %s form", step, form)
	}
	return Template{Name: name, Text: string(text)}, nil
}

// A layout is a template ready for use.
type layout struct {
	name string
	body *template.Template
	form Form
}

func (t Template) parse(form Form) (layout, error) {
	text := strings.TrimSuffix(t.Text, "\n")
	// "comment" needs the language and is bound to it in render.
	body, err := template.New(t.Name).Funcs(functions("")).Parse(text)
	if err != nil {
		return layout{}, fmt.Errorf("prompt template: %w", err)
	}
	if form == Completion && body.Lookup("system") != nil {
		return layout{}, fmt.Errorf("prompt template %s: a system block needs the chat form", t.Name)
	}
	l := layout{t.Name, body, form}
	// A wrong field name must not wait for the first problem that reaches it.
	full := View{Tag: "x", Source: &Program{}, Description: "x", Wrong: "x", Output: "x"}
	if _, _, err := l.render(full); err != nil {
		return layout{}, err
	}
	return l, nil
}

// functions are what a template can call beside text/template's own.
func functions(mark string) template.FuncMap {
	return template.FuncMap{
		"trimRight": func(s string) string { return strings.TrimRightFunc(s, unicode.IsSpace) },
		"comment":   func(s string) string { return commented(mark, s) },
	}
}

// commented makes every line of s a comment.
func commented(mark, s string) string {
	lines := strings.Split(strings.TrimRightFunc(s, unicode.IsSpace), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRightFunc(mark+" "+line, unicode.IsSpace)
	}
	return strings.Join(lines, "\n")
}

func (l layout) render(v View) (system, text string, err error) {
	body, err := l.body.Clone()
	if err != nil {
		return "", "", err
	}
	body.Funcs(functions(v.CommentMark))
	if body.Lookup("system") != nil {
		if system, err = execute(body, "system", v); err != nil {
			return "", "", err
		}
	}
	text, err = execute(body, l.name, v)
	return system, text, err
}

func execute(body *template.Template, name string, v View) (string, error) {
	var out strings.Builder
	if err := body.ExecuteTemplate(&out, name, v); err != nil {
		var at template.ExecError
		if errors.As(err, &at) {
			err = at.Err
		}
		return "", fmt.Errorf("prompt template: %w\nhint: docs/prompts.md lists what a template can use", err)
	}
	return out.String(), nil
}
