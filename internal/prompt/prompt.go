// Package prompt turns a problem and a task into what a model is asked. The
// tasks are generate, translate, summarize and repair; each has a raw
// completion form for base models and a chat form. It calls no model, and a
// problem's hidden tests never reach it further than the one function that
// removes them from a failing test's output.
package prompt

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A Task is the kind of question asked about a problem.
type Task string

// The tasks.
const (
	Generate  Task = "generate"  // declaration and docstring → solution
	Translate Task = "translate" // solution in another language → solution
	Summarize Task = "summarize" // solution → description → solution
	Repair    Task = "repair"    // wrong solution → solution
)

// A Step is one question of a task. All tasks but summarize have one step,
// named like the task.
type Step string

// The steps.
const (
	GenerateStep  Step = "generate"
	TranslateStep Step = "translate"
	DescribeStep  Step = "describe" // summarize, first: its replies are descriptions, not samples
	SolveStep     Step = "solve"    // summarize, second: from a description alone
	RepairStep    Step = "repair"
)

// Judged says whether the step's replies are samples.
func (s Step) Judged() bool { return s != DescribeStep }

// Tasks lists the tasks.
func Tasks() []Task { return []Task{Generate, Translate, Summarize, Repair} }

// Steps lists the steps of the task in order; none for an unknown task.
func (t Task) Steps() []Step {
	switch t {
	case Summarize:
		return []Step{DescribeStep, SolveStep}
	case Generate, Translate, Repair:
		return []Step{Step(t)}
	}
	return nil
}

// ParseTask reads a task's name.
func ParseTask(name string) (Task, error) {
	if slices.Contains(Tasks(), Task(name)) {
		return Task(name), nil
	}
	return "", fmt.Errorf("unknown task %q (have %s)", name, join(Tasks()))
}

// A Form is how the question is put to the model.
type Form string

// The forms.
const (
	Completion Form = "completion" // one text that the model continues
	Chat       Form = "chat"       // messages that the model answers
)

// ParseForm reads a form's name.
func ParseForm(name string) (Form, error) {
	if f := Form(name); f == Completion || f == Chat {
		return f, nil
	}
	return "", fmt.Errorf("unknown form %q (have %s)", name, join([]Form{Completion, Chat}))
}

func join[T ~string](names []T) string {
	var out []string
	for _, n := range names {
		out = append(out, string(n))
	}
	return strings.Join(out, ", ")
}

// A Message is one turn of a conversation.
type Message struct {
	Role    string `json:"role"` // system, user or assistant
	Content string `json:"content"`
}

// A Request is one question; as a JSON line it is what "xeval prompts" writes.
type Request struct {
	ID             string    `json:"id"` // unique among the requests of a run, and the same in every run
	Task           Task      `json:"task"`
	Step           Step      `json:"step"`
	TaskID         string    `json:"task_id"`  // of the problem that the reply is judged as
	Language       string    `json:"language"` // of that problem
	SourceLanguage string    `json:"source_language,omitempty"`
	Origin         string    `json:"origin,omitempty"` // which description or wrong solution it is about
	Form           Form      `json:"form"`
	Prompt         string    `json:"prompt,omitempty"`   // completion form
	Messages       []Message `json:"messages,omitempty"` // chat form
	Stop           []string  `json:"stop,omitempty"`     // sequences that may end a reply early
	CodeLeak       *CodeLeak `json:"code_leak,omitempty"`
}

// SHA256 identifies what the model is shown, and nothing else.
func (r Request) SHA256() string {
	shown, err := json.Marshal(struct {
		Prompt   string
		Messages []Message
	}{r.Prompt, r.Messages})
	if err != nil {
		panic(err) // strings always marshal
	}
	sum := sha256.Sum256(shown)
	return hex.EncodeToString(sum[:])
}

func requestID(r Request) string {
	id := string(r.Step) + ":" + r.TaskID
	if r.SourceLanguage != "" {
		id += "<" + r.SourceLanguage
	}
	if r.Origin != "" {
		id += "@" + r.Origin
	}
	return id
}
