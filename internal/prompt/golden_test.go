package prompt

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares with testdata/golden/name; -update writes it instead.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update rewrites it); got:\n%s", path, got)
	}
}

// shown is what the model reads: a raw prompt as it is, a conversation with
// its roles.
func shown(r Request) string {
	if r.Form == Completion {
		return r.Prompt
	}
	var out strings.Builder
	for _, m := range r.Messages {
		fmt.Fprintf(&out, "[%s]\n%s\n", m.Role, m.Content)
	}
	return out.String()
}

// our is our own problem in each language, by the language's name.
func our(t *testing.T) map[string]problem.Problem {
	t.Helper()
	text, err := os.ReadFile("testdata/problems.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]problem.Problem{}
	for line := range strings.Lines(string(text)) {
		var p problem.Problem
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		l, err := languageOf(p)
		if err != nil {
			t.Fatal(err)
		}
		out[l.Name] = p
	}
	if len(out) != len(lang.All()) {
		t.Fatalf("the problem is written in %d languages, there are %d", len(out), len(lang.All()))
	}
	return out
}

func build(t *testing.T, o Options) *Builder {
	t.Helper()
	b, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// must is for calls that return a request and an error.
func must(t *testing.T) func(Request, error) Request {
	return func(r Request, err error) Request {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}

func lookup(t *testing.T, name string) *lang.Language {
	t.Helper()
	l, err := lang.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

var forms = []Form{Completion, Chat}

func TestGenerateGolden(t *testing.T) {
	for name, p := range our(t) {
		for _, form := range forms {
			r := must(t)(build(t, Options{Task: Generate, Form: form}).Generate(p))
			golden(t, fmt.Sprintf("generate_%s/%s.txt", form, name), shown(r))
		}
		tagged := must(t)(build(t, Options{Task: Generate, Form: Completion, LanguageTag: true}).Generate(p))
		golden(t, fmt.Sprintf("generate_tagged/%s.txt", name), shown(tagged))
	}
}

func TestTranslateGolden(t *testing.T) {
	problems := our(t)
	pairs := 0
	for from, source := range problems {
		for to, target := range problems {
			if from == to {
				continue
			}
			pairs++
			for _, form := range forms {
				r := must(t)(build(t, Options{Task: Translate, Form: form}).Translate(source, target))
				golden(t, fmt.Sprintf("translate_%s/%s-to-%s.txt", form, from, to), shown(r))
			}
		}
	}
	if pairs != 30 {
		t.Errorf("%d ordered pairs, want 30", pairs)
	}
}

func TestSummarizeGolden(t *testing.T) {
	for name, p := range our(t) {
		for _, form := range forms {
			b := build(t, Options{Task: Summarize, Form: form})
			golden(t, fmt.Sprintf("describe_%s/%s.txt", form, name), shown(must(t)(b.Describe(p))))
			reply := "Counts how often the largest\nnumber occurs."
			if form == Completion {
				reply = " Counts how often the largest\n" + lookup(t, name).CommentMark + " number occurs."
			}
			r := must(t)(b.Solve(p, reply, 3))
			golden(t, fmt.Sprintf("solve_%s/%s.txt", form, name), shown(r))
		}
	}
}

func TestRepairGolden(t *testing.T) {
	for name, p := range our(t) {
		for _, form := range forms {
			b := build(t, Options{Task: Repair, Form: form})
			wrong := p.BuggySolution
			golden(t, fmt.Sprintf("repair_%s/%s.txt", form, name), shown(must(t)(b.Repair(p, Attempt{Code: wrong, Origin: "sample-0"}))))
			loud := Attempt{Code: wrong, Output: "first line\nsecond line\n", Origin: "sample-0"}
			golden(t, fmt.Sprintf("repair_%s/%s_output.txt", form, name), shown(must(t)(b.Repair(p, loud))))
		}
	}
}

func TestShotsGolden(t *testing.T) {
	shots, err := ReadShots("testdata/shots.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	p := our(t)["python"]
	for _, form := range forms {
		b := build(t, Options{Task: Generate, Form: form, Shots: map[Step][]Shot{GenerateStep: shots}})
		golden(t, fmt.Sprintf("shots_%s.txt", form), shown(must(t)(b.Generate(p))))
	}
}
