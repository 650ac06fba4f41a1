package extract_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/xeval/xeval/internal/extract"
	"github.com/xeval/xeval/internal/lang"
)

var update = flag.Bool("update", false, "write what is extracted into the cases")

// A caseFile is one of testdata/cases: a reply and what is made of it. The
// first line of its comment has the problem (a file of testdata/problems), and
// whether the program is to pass ("passed") or not ("-").
type caseFile struct {
	path    string
	comment string
	problem string
	passes  bool
	reply   string
	rule    string
	prompt  string // "" and not whole: the problem's own
	code    string
}

func readCases(t testing.TB) []caseFile {
	t.Helper()
	paths, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var out []caseFile
	for _, path := range paths {
		archive := readArchive(t, path)
		head := strings.Fields(strings.SplitN(archive.comment, "\n", 2)[0])
		if len(head) != 2 {
			t.Fatalf("%s: the first line must have a problem and a verdict", path)
		}
		out = append(out, caseFile{
			path: path, comment: archive.comment, problem: head[0], passes: head[1] == "passed", reply: archive.part("reply"),
			rule: strings.TrimSpace(archive.part("rule")), prompt: archive.part("prompt"), code: archive.part("code"),
		})
	}
	return out
}

type archive struct {
	comment string
	parts   map[string]string
}

func (a archive) part(name string) string { return a.parts[name] }

func readArchive(t testing.TB, path string) archive {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	parsed := txtar.Parse(data)
	a := archive{string(parsed.Comment), map[string]string{}}
	for _, f := range parsed.Files {
		a.parts[f.Name] = string(f.Data)
	}
	return a
}

// problemOf reads one of testdata/problems, which is named after its language,
// perhaps behind "multipl_".
func problemOf(t testing.TB, name string) (*lang.Language, extract.Target, archive) {
	t.Helper()
	a := readArchive(t, filepath.Join("testdata", "problems", name+".txtar"))
	l, err := lang.Lookup(strings.TrimPrefix(name, "multipl_"))
	if err != nil {
		t.Fatal(err)
	}
	return l, extract.Target{
		Prompt: a.part("prompt"), Declaration: a.part("declaration"),
		TestSetup: a.part("test_setup"), Test: a.part("test"),
	}, a
}

func TestCases(t *testing.T) {
	for _, c := range readCases(t) {
		t.Run(strings.TrimSuffix(filepath.Base(c.path), ".txtar"), func(t *testing.T) {
			l, target, _ := problemOf(t, c.problem)
			got := extract.Extract(l, target, c.reply)
			if *update {
				c.write(t, got)
				return
			}
			if got.Rule != c.rule {
				t.Errorf("rule %q, want %q", got.Rule, c.rule)
			}
			if got.Whole != (c.prompt != "") || got.Whole && strings.TrimSpace(got.Prompt) != strings.TrimSpace(c.prompt) {
				t.Errorf("whole %v, prompt:\n%s\nwant:\n%s", got.Whole, got.Prompt, c.prompt)
			}
			if strings.TrimSpace(got.Code) != strings.TrimSpace(c.code) {
				t.Errorf("code:\n%s\nwant:\n%s", got.Code, c.code)
			}
			if err := inventsNothing(l, target, c.reply, got); err != nil {
				t.Error(err)
			}
		})
	}
}

// write stores what was extracted. An empty prompt of a whole program is
// written as a blank line.
func (c caseFile) write(t *testing.T, got extract.Extracted) {
	t.Helper()
	a := &txtar.Archive{Comment: []byte(c.comment), Files: []txtar.File{
		{Name: "reply", Data: []byte(c.reply)}, {Name: "rule", Data: []byte(got.Rule + "\n")},
	}}
	if got.Whole {
		prompt := got.Prompt
		if prompt == "" {
			prompt = "\n"
		}
		a.Files = append(a.Files, txtar.File{Name: "prompt", Data: []byte(prompt)})
	}
	a.Files = append(a.Files, txtar.File{Name: "code", Data: []byte(got.Code)})
	if err := os.WriteFile(c.path, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}

// inventsNothing checks that every line given back comes from a line of the
// reply or of the problem, by leaving out words at most, or is a brace that
// closes what the problem opened.
func inventsNothing(l *lang.Language, t extract.Target, reply string, got extract.Extracted) error {
	if got.Mode == extract.Auto && strings.TrimSpace(reply) != "" && strings.TrimSpace(got.Code) == "" {
		return fmt.Errorf("a reply that is not blank became empty code (rule %s)", got.Rule)
	}
	source := reply + "\n" + t.Declaration + "\n" + t.Prompt
	lines := map[string]bool{"}": true}
	for line := range strings.Lines(source) {
		lines[strings.TrimSpace(line)] = true
	}
	for line := range strings.Lines(got.Prompt + got.Code) {
		line = strings.TrimSpace(line)
		if line == "" || lines[line] || strings.Contains(source, line) || withoutWords(l, lines, line) {
			continue
		}
		return fmt.Errorf("invented: %q (rule %s)", line, got.Rule)
	}
	return nil
}

// withoutWords says whether line is one of lines without some of its words:
// names are taken off Rust's use declarations.
func withoutWords(l *lang.Language, lines map[string]bool, line string) bool {
	var want []string
	for t := range l.Syntax.Tokens(line, 0) {
		want = append(want, t.Text)
	}
	for have := range lines {
		rest := want
		for t := range l.Syntax.Tokens(have, 0) {
			if len(rest) > 0 && t.Text == rest[0] {
				rest = rest[1:]
			}
		}
		if len(rest) == 0 {
			return true
		}
	}
	return false
}
