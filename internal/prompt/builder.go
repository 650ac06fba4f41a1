package prompt

import (
	"fmt"
	"strings"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
)

// Options say how a task is put to a model.
type Options struct {
	Task        Task
	Form        Form
	LanguageTag bool              // completion form: upstream's first line "# language: Python"
	Templates   map[Step]Template // in place of our own
	Shots       map[Step][]Shot   // examples before the question
}

// A Builder makes the requests of one task.
type Builder struct {
	options Options
	layouts map[Step]layout
}

// New checks the options and reads the templates.
func New(o Options) (*Builder, error) {
	if _, err := ParseTask(string(o.Task)); err != nil {
		return nil, err
	}
	if _, err := ParseForm(string(o.Form)); err != nil {
		return nil, err
	}
	b := &Builder{options: o, layouts: map[Step]layout{}}
	for _, step := range o.Task.Steps() {
		t, own := o.Templates[step]
		if !own {
			var err error
			if t, err = BuiltIn(step, o.Form); err != nil {
				return nil, err
			}
		}
		l, err := t.parse(o.Form)
		if err != nil {
			return nil, err
		}
		b.layouts[step] = l
	}
	return b, b.checkSteps()
}

// checkSteps refuses a template or example for a step that the task lacks: it
// would be ignored silently.
func (b *Builder) checkSteps() error {
	for step := range b.options.Templates {
		if _, has := b.layouts[step]; !has {
			return b.noSuchStep("template", step)
		}
	}
	for step := range b.options.Shots {
		if _, has := b.layouts[step]; !has {
			return b.noSuchStep("examples", step)
		}
	}
	return nil
}

func (b *Builder) noSuchStep(what string, step Step) error {
	t := b.options.Task
	return fmt.Errorf("%s for step %q: task %s has %s", what, step, t, join(t.Steps()))
}

// Task is the builder's task.
func (b *Builder) Task() Task { return b.options.Task }

// Generate asks for the solution from declaration and docstring.
func (b *Builder) Generate(p problem.Problem) (Request, error) {
	l, err := languageOf(p)
	if err != nil {
		return Request{}, err
	}
	if p.Prompt == "" {
		return Request{}, missing(p, "prompt")
	}
	return b.request(GenerateStep, l, b.view(l, p), Request{})
}

// Translate asks for the target problem's solution from the source problem's.
// The target's docstring is not shown.
func (b *Builder) Translate(source, target problem.Problem) (Request, error) {
	from, to, err := languagesOf(source, target)
	if err != nil {
		return Request{}, err
	}
	switch {
	case source.Declaration == "":
		return Request{}, missing(source, "declaration")
	case source.CanonicalSolution == "":
		return Request{}, missing(source, "canonical_solution")
	case target.Declaration == "":
		return Request{}, missing(target, "declaration")
	}
	v := b.view(to, target)
	v.Opening = "" // it holds the docstring
	v.Source = newProgram(from, source)
	return b.request(TranslateStep, to, v, Request{SourceLanguage: from.Name})
}

// Describe asks for a description of the problem's solution.
func (b *Builder) Describe(p problem.Problem) (Request, error) {
	l, err := languageOf(p)
	if err != nil {
		return Request{}, err
	}
	switch {
	case p.Declaration == "":
		return Request{}, missing(p, "declaration")
	case p.CanonicalSolution == "":
		return Request{}, missing(p, "canonical_solution")
	}
	v := b.view(l, p)
	v.Opening = "" // it holds the docstring
	v.Source = newProgram(l, p)
	return b.request(DescribeStep, l, v, Request{})
}

// Solve asks for the solution from a description alone: the reply to the
// problem's describe step, and that reply's sample number. The request says
// how much of the solution's code the description repeats.
func (b *Builder) Solve(p problem.Problem, reply string, sample int) (Request, error) {
	l, err := languageOf(p)
	if err != nil {
		return Request{}, err
	}
	if p.Declaration == "" {
		return Request{}, missing(p, "declaration")
	}
	v := b.view(l, p)
	v.Opening = "" // it holds the docstring
	v.Description = description(l, b.options.Form, reply)
	leak := MeasureCodeLeak(v.Description, p.CanonicalSolution)
	return b.request(SolveStep, l, v, Request{Origin: fmt.Sprintf("%s-%d", DescribeStep, sample), CodeLeak: &leak})
}

// An Attempt is a wrong solution.
type Attempt struct {
	Code   string // as it stands behind the problem's prompt
	Output string // of the failing test; "" shows none
	Origin string // unique among the attempts at one problem, such as "sample-3"
}

// Repair asks for the corrected solution. Hidden tests that the output quotes
// are withheld.
func (b *Builder) Repair(p problem.Problem, a Attempt) (Request, error) {
	l, err := languageOf(p)
	if err != nil {
		return Request{}, err
	}
	if p.Prompt == "" {
		return Request{}, missing(p, "prompt")
	}
	if strings.TrimSpace(a.Code) == "" {
		return Request{}, fmt.Errorf("%s: no wrong solution to repair (%s is empty)", p.TaskID, a.Origin)
	}
	v := b.view(l, p)
	v.Wrong = a.Code
	v.Output = clip(withhold(a.Output, p.Test+"\n"+p.TestSetup, v.Opening, p.Declaration, a.Code))
	return b.request(RepairStep, l, v, Request{Origin: a.Origin})
}

func (b *Builder) view(l *lang.Language, p problem.Problem) View {
	return newView(l, p, b.options.LanguageTag && b.options.Form == Completion)
}

// request renders the step's template; r brings the fields that differ.
func (b *Builder) request(step Step, l *lang.Language, v View, r Request) (Request, error) {
	form, found := b.layouts[step]
	if !found {
		return Request{}, b.noSuchStep("request", step)
	}
	system, text, err := form.render(v)
	if err != nil {
		return Request{}, fmt.Errorf("%s: %w", v.TaskID, err)
	}
	r.Task, r.Step, r.Form = b.options.Task, step, b.options.Form
	r.TaskID, r.Language = v.TaskID, l.Name
	if shots := b.options.Shots[step]; r.Form == Chat {
		r.Messages = asTurns(shots, system, text)
	} else {
		r.Prompt = asText(shots, text)
		r.Stop = stopsOf(step, l)
	}
	r.ID = requestID(r)
	return r, nil
}

// stopsOf are the sequences that end a raw continuation. A description ends
// with the comment it is written in.
func stopsOf(step Step, l *lang.Language) []string {
	if step == DescribeStep {
		return []string{"\n\n"}
	}
	return l.StopSequences
}

// SourceID is the id of the same problem in another language.
func SourceID(target string, source *lang.Language) string {
	_, number, _ := strings.Cut(target, "/")
	return source.IDPrefix + "/" + number
}

func languageOf(p problem.Problem) (*lang.Language, error) {
	prefix, _, _ := strings.Cut(p.TaskID, "/")
	l, err := lang.Lookup(prefix)
	if err != nil {
		return nil, fmt.Errorf("%s: the id names no language: %w", p.TaskID, err)
	}
	return l, nil
}

func languagesOf(source, target problem.Problem) (from, to *lang.Language, err error) {
	if from, err = languageOf(source); err != nil {
		return nil, nil, err
	}
	if to, err = languageOf(target); err != nil {
		return nil, nil, err
	}
	if SourceID(target.TaskID, from) != source.TaskID {
		return nil, nil, fmt.Errorf("%s cannot be translated to %s: another problem", source.TaskID, target.TaskID)
	}
	if from == to {
		return nil, nil, fmt.Errorf("%s: source and target are both %s", target.TaskID, from.Title)
	}
	return from, to, nil
}

func missing(p problem.Problem, field string) error {
	return fmt.Errorf("%s: %s is empty: this task cannot be asked of the problem", p.TaskID, field)
}
