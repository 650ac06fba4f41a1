package prompt

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// The compiler keeps hidden tests out of templates as long as no field of the
// view can hold one.
func TestViewHasNoTest(t *testing.T) {
	v := reflect.TypeFor[View]()
	for i := range v.NumField() {
		if strings.Contains(strings.ToLower(v.Field(i).Name), "test") {
			t.Errorf("View has field %s", v.Field(i).Name)
		}
	}
	for name, p := range our(t) {
		view := newView(lookup(t, name), p, true)
		text, err := json.Marshal(view)
		if err != nil {
			t.Fatal(err)
		}
		if hidden := longestLine(p.Test); strings.Contains(string(text), hidden) {
			t.Errorf("%s: the view holds %q", name, hidden)
		}
	}
}

func longestLine(s string) string {
	longest := ""
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); len(line) > len(longest) {
			longest = line
		}
	}
	return longest
}

func TestRequestFields(t *testing.T) {
	problems := our(t)
	translate := must(t)(build(t, Options{Task: Translate, Form: Completion}).Translate(problems["java"], problems["cpp"]))
	if translate.ID != "translate:CPP/900<java" || translate.TaskID != "CPP/900" || translate.Language != "cpp" || translate.SourceLanguage != "java" {
		t.Errorf("got %+v", translate)
	}
	solve := must(t)(build(t, Options{Task: Summarize, Form: Chat}).Solve(problems["go"], "counts", 12))
	if solve.ID != "solve:Go/900@describe-12" || solve.Step != SolveStep || solve.Stop != nil || len(solve.Messages) != 1 {
		t.Errorf("got %+v", solve)
	}
	describe := must(t)(build(t, Options{Task: Summarize, Form: Completion}).Describe(problems["go"]))
	if len(describe.Stop) != 1 || describe.Step.Judged() || !solve.Step.Judged() {
		t.Errorf("got %+v", describe)
	}
	other := translate
	other.Prompt += " "
	if translate.SHA256() == other.SHA256() || len(translate.SHA256()) != 64 {
		t.Error("the hash does not tell prompts apart")
	}
}

func TestMistakesAreNamed(t *testing.T) {
	problems := our(t)
	_, err := build(t, Options{Task: Translate, Form: Chat}).Translate(problems["go"], problems["go"])
	wantError(t, err, "both Go")
	stranger := problems["java"]
	stranger.TaskID = "Java/901"
	_, err = build(t, Options{Task: Translate, Form: Chat}).Translate(stranger, problems["go"])
	wantError(t, err, "another problem")
	hollow := problems["java"]
	hollow.CanonicalSolution = ""
	_, err = build(t, Options{Task: Translate, Form: Chat}).Translate(hollow, problems["go"])
	wantError(t, err, "Java/900: canonical_solution is empty")
	_, err = build(t, Options{Task: Summarize, Form: Chat}).Describe(hollow)
	wantError(t, err, "canonical_solution is empty")
	stranger.TaskID = "Cobol/1"
	_, err = build(t, Options{Task: Generate, Form: Chat}).Generate(stranger)
	wantError(t, err, `Cobol/1: the id names no language: unknown language "Cobol"`)
	_, err = build(t, Options{Task: Generate, Form: Chat}).Translate(problems["java"], problems["go"])
	wantError(t, err, "task generate has generate")
	_, err = build(t, Options{Task: Repair, Form: Chat}).Repair(problems["go"], Attempt{Code: " \n", Origin: "sample-4"})
	wantError(t, err, "Go/900: no wrong solution to repair (sample-4")
	_, err = New(Options{Task: "invent", Form: Chat})
	wantError(t, err, "generate, translate, summarize, repair")
	_, err = New(Options{Task: Generate, Form: "essay"})
	wantError(t, err, "completion, chat")
	_, err = New(Options{Task: Generate, Form: Chat, Shots: map[Step][]Shot{SolveStep: nil}})
	wantError(t, err, `examples for step "solve"`)
}

func wantError(t *testing.T, err error, part string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), part) {
		t.Errorf("got %v, want an error with %q", err, part)
	}
}

func TestOwnTemplate(t *testing.T) {
	own := func(form Form, text string) (*Builder, error) {
		return New(Options{Task: Generate, Form: form, Templates: map[Step]Template{GenerateStep: {"mine.tmpl", text}}})
	}
	b, err := own(Chat, `{{define "system"}}You write {{.Language}}.{{end}}{{comment "a\nb"}} {{.TaskID}}`+"\n")
	if err != nil {
		t.Fatal(err)
	}
	r := must(t)(b.Generate(our(t)["python"]))
	want := []Message{{"system", "You write Python."}, {"user", "# a\n# b Python/900"}}
	if !reflect.DeepEqual(r.Messages, want) {
		t.Errorf("got %q, want %q", r.Messages, want)
	}
	_, err = own(Chat, "{{.Test}}")
	wantError(t, err, "Test")
	wantError(t, err, "mine.tmpl")
	_, err = own(Chat, "one\n{{if}}")
	wantError(t, err, "mine.tmpl:2")
	_, err = own(Completion, `{{define "system"}}x{{end}}`)
	wantError(t, err, "chat form")
}

// Every built-in template exists, so that each can be copied.
func TestBuiltInTemplates(t *testing.T) {
	for _, task := range Tasks() {
		for _, step := range task.Steps() {
			for _, form := range forms {
				if b, err := BuiltIn(step, form); err != nil || b.Text == "" {
					t.Errorf("%s %s: %v", step, form, err)
				}
			}
		}
	}
	_, err := BuiltIn("dream", Chat)
	wantError(t, err, "dream")
}

func TestShotsNeedBothParts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shots.jsonl")
	if err := os.WriteFile(path, []byte("{\"prompt\":\"a\",\"reply\":\"b\"}\n{\"prompt\":\"a\"}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := ReadShots(path)
	wantError(t, err, "shots.jsonl:2: reply: is missing")
}

func TestHiddenTestsAreWithheldFromOutput(t *testing.T) {
	p := our(t)["cpp"]
	b := build(t, Options{Task: Repair, Form: Completion})
	line := "count_largest({7, 7, 7, 7})==4"
	output := "main: a.cc:17: int main(): Assertion `" + line + "' failed.\nkept: int count_largest(vector<int> numbers)\n"
	r := must(t)(b.Repair(p, Attempt{Code: "  return 1;\n}\n", Output: output, Origin: "x"}))
	if strings.Contains(r.Prompt, "7, 7, 7") {
		t.Errorf("the prompt quotes a test:\n%s", r.Prompt)
	}
	for _, part := range []string{withheld, "' failed.", "kept: int count_largest(vector<int> numbers)"} {
		if !strings.Contains(r.Prompt, part) {
			t.Errorf("the prompt lacks %q:\n%s", part, r.Prompt)
		}
	}
}

func TestLongOutputKeepsBothEnds(t *testing.T) {
	long := "first " + strings.Repeat("é", 2*maxOutput) + " last"
	got := clip(long)
	if !strings.HasPrefix(got, "first") || !strings.HasSuffix(got, "last") || len([]rune(got)) > maxOutput+10 {
		t.Errorf("got %d characters", len([]rune(got)))
	}
	if clip("short") != "short" {
		t.Error("a short output changed")
	}
}

func TestDescription(t *testing.T) {
	python := lookup(t, "python")
	for _, c := range []struct {
		form        Form
		reply, want string
	}{
		{Completion, " Adds up\n# all numbers.\n\ndef f():\n    pass", "Adds up\nall numbers."},
		{Completion, " Adds up.\ndef f():", "Adds up."},
		{Chat, "<think>Is it `x = 1`?</think>\n\nIt adds.\n\nTwice.\n", "It adds.\n\nTwice."},
		{Chat, "  ", ""},
	} {
		if got := description(python, c.form, c.reply); got != c.want {
			t.Errorf("%s %q: got %q, want %q", c.form, c.reply, got, c.want)
		}
	}
}

func TestCodeLeak(t *testing.T) {
	solution := "    top = max(numbers)\n    x = 1\n    return sum(1 for n in numbers if n == top)\n"
	for text, want := range map[string]CodeLeak{
		"It counts the largest number.":                                    {0, 2},
		"It does `top=max( numbers )` and counts.":                         {1, 2},
		"top = max(numbers)\nreturn sum(1 for n in numbers\n if n == top)": {2, 2},
	} {
		if got := MeasureCodeLeak(text, solution); got != want {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
	}
}
