package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/xeval/xeval/internal/verdict"
)

func render(t *testing.T, s *Summary, opt TextOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := Text(&b, s.Document(), opt); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTextGolden(t *testing.T) {
	s := summarize(t, tally(t, header("cpp", "js", "python"), mixed()), Options{})
	golden(t, "mixed.txt.golden", []byte(render(t, s, TextOptions{Width: 100})))
	golden(t, "mixed_narrow.txt.golden", []byte(render(t, s, TextOptions{Width: 40})))
	golden(t, "mixed_colour.txt.golden", []byte(render(t, s, TextOptions{Width: 100, Colour: true})))
	s = summarize(t, tally(t, header("cpp", "js", "python"), mixed()), Options{AllowUnscored: true, MissingFail: true, Ks: []int{1}})
	golden(t, "mixed_allowed.txt.golden", []byte(render(t, s, TextOptions{Width: 100})))
}

func TestJSONGolden(t *testing.T) {
	var b bytes.Buffer
	if err := JSON(&b, summarize(t, tally(t, header("cpp", "js", "python"), mixed()), Options{})); err != nil {
		t.Fatal(err)
	}
	golden(t, "mixed.json.golden", b.Bytes())
	var back Summary
	if err := json.Unmarshal(b.Bytes(), &back); err != nil || len(back.Languages) != 3 {
		t.Errorf("summary.json cannot be read back: %v", err)
	}
	if snake := regexp.MustCompile(`"[^"]*[A-Z][^"]*":`).FindString(strings.ReplaceAll(b.String(), `"0`, "")); snake != "" {
		t.Errorf("key %s is not in snake_case", snake)
	}
}

func TestNarrowTerminal(t *testing.T) {
	s := summarize(t, tally(t, header("cpp", "js", "python"), mixed()), Options{})
	for _, width := range []int{30, 40, 60, 80, 200} {
		for _, line := range strings.Split(render(t, s, TextOptions{Width: width}), "\n") {
			// Below 35 columns two columns of a table do not fit any more.
			if n := utf8.RuneCountInString(line); n > max(width, 35) {
				t.Errorf("width %d: %d columns: %q", width, n, line)
			}
		}
	}
	if strings.Contains(render(t, s, TextOptions{}), "\x1b") {
		t.Error("colours without being asked")
	}
}

func TestBars(t *testing.T) {
	for value, want := range map[float64]string{0: "··········", 1: "██████████", .5: "█████·····", .51: "█████▏····", .99: "█████████▉"} {
		if got := bar([]Cell{probability(value)}, 0); got != want {
			t.Errorf("%v: %s", value, got)
		}
	}
	if bar([]Cell{absent("–")}, 0) != "" || bar(nil, -1) != "" {
		t.Error("a bar of nothing")
	}
}

func TestProgramsCannotTalkToTheTerminal(t *testing.T) {
	x := v("JavaScript/0", "js", 0, verdict.Passed)
	x.OfficialPassed, x.OfficialResult = false, "failed: \x1b[2J\u202etxt\u0007"
	text := render(t, summarize(t, tally(t, header("js"), []*verdict.Verdict{x}), Options{}), TextOptions{Width: 80})
	if !strings.Contains(text, "failed: \uFFFD[2J\uFFFDtxt\uFFFD") || strings.ContainsAny(text, "\x1b\a\u202e") {
		t.Errorf("%q", text)
	}
}

func TestCountsAndCriteria(t *testing.T) {
	s := summarize(t, tally(t, header("cpp", "js", "python"), mixed()), Options{})
	cpp, js := s.row(t, "cpp"), s.row(t, "js")
	if cpp.Problems != 3 || cpp.ProblemsExpected != 4 || cpp.Samples != 6 || cpp.Passed != 3 || cpp.OfficialPassed != 4 {
		t.Errorf("%+v", cpp)
	}
	if cpp.PassAtK[0].Value != 0.5 || cpp.OfficialPassAtK[0].Value != 4.0/6 || cpp.Cost.Cached != 1 || cpp.Cost.Judged != 5 {
		t.Errorf("%+v", cpp)
	}
	if !slices.Equal(js.Disagreements, []Disagreement{{true, "the program wrote output", 1}}) {
		t.Errorf("%+v", js.Disagreements)
	}
	if !slices.Equal(cpp.Disagreements, []Disagreement{{false, "exited early", 1}}) {
		t.Errorf("%+v", cpp.Disagreements)
	}
	if len(s.Overall) != 0 {
		t.Error("a mean over languages that do not compare")
	}
}

func TestWithheld(t *testing.T) {
	tl := tally(t, header("cpp", "js", "python"), mixed())
	s := summarize(t, tl, Options{})
	python := s.row(t, "python")
	want := "1 sample not scored (toolchain missing: python3 is not installed)"
	if python.Withheld != want || len(python.PassAtK) != 0 || s.Unscored != 1 {
		t.Errorf("%+v", python)
	}
	s = summarize(t, tl, Options{AllowUnscored: true})
	python = s.row(t, "python")
	if python.Withheld != "" || python.PassAtK[0].Value != 1 || python.Warnings[0].Code != "unscored" {
		t.Errorf("%+v", python)
	}
}

func TestExplicitKIsRefused(t *testing.T) {
	tl := tally(t, header("cpp"), grid("cpp", 4, 2))
	if _, err := Summarize(tl, Options{Ks: []int{10}}); err == nil || !strings.Contains(err.Error(), "cpp: pass@10 needs 10 samples") {
		t.Errorf("%v", err)
	}
	s := summarize(t, tl, Options{})
	if l := s.row(t, "cpp"); len(l.PassAtK) != 1 || len(l.Warnings) != 1 || l.Warnings[0].Code != "k_left_out" {
		t.Errorf("%+v", l)
	}
}

func TestUnscoredSamplesJudgedAgain(t *testing.T) {
	fault := v("CPP/0", "cpp", 0, verdict.HarnessFault)
	vs := []*verdict.Verdict{
		fault, v("CPP/0", "cpp", 1, verdict.ToolchainMissing), v("CPP/1", "cpp", 0, verdict.HarnessFault),
		fault, v("CPP/0", "cpp", 0, verdict.Passed), v("CPP/0", "cpp", 1, verdict.WrongAnswer), v("CPP/1", "cpp", 0, verdict.ToolchainMissing),
		v("CPP/0", "cpp", 0, verdict.WrongAnswer), // a score is final
	}
	tl := tally(t, header("cpp"), vs)
	l := summarize(t, tl, Options{}).row(t, "cpp")
	if l.Samples != 3 || l.Unscored != 1 || l.Passed != 1 || l.Outcomes["toolchain_missing"] != 1 || l.Outcomes["harness_fault"] != 0 || tl.repeated != 1 {
		t.Errorf("%+v, %d repeated", l, tl.repeated)
	}
}

func TestOverall(t *testing.T) {
	vs := append(grid("cpp", 4, 1), grid("go", 4, 1)...)
	s := summarize(t, tally(t, header("cpp", "go"), vs), Options{})
	if len(s.Overall) != 1 || s.Overall[0].Value != .5 || s.Overall[0].Problems != 4 {
		t.Errorf("%+v", s.Overall)
	}
	if text := render(t, s, TextOptions{}); !strings.Contains(text, "\nall ¹") && !strings.Contains(text, "\nall ") {
		t.Errorf("no row for all languages:\n%s", text)
	}
	s = summarize(t, tally(t, header("cpp", "go"), vs[:7]), Options{})
	if len(s.Overall) != 0 {
		t.Error("a mean over languages of which one is incomplete")
	}
}

func TestTranslationsHaveTheirOwnRows(t *testing.T) {
	a, b := v("Go/0", "go", 0, verdict.Passed), v("Go/0", "go", 1, verdict.WrongAnswer)
	a.SourceLanguage, b.SourceLanguage = "python", "cpp"
	s := summarize(t, tally(t, header("go"), []*verdict.Verdict{a, b}), Options{})
	if len(s.Languages) != 2 || s.Languages[0].Title != "C++ → Go" || s.Languages[1].Title != "Python → Go" {
		t.Errorf("%+v", s.Languages)
	}
}

func TestSameInputsSameBytes(t *testing.T) {
	vs := mixed()
	var want string
	for i := range 5 {
		slices.Reverse(vs)
		if i%2 == 1 {
			vs = append(vs[3:], vs[:3]...)
		}
		s := summarize(t, tally(t, header("cpp", "js", "python"), vs), Options{})
		var b bytes.Buffer
		if err := errors.Join(JSON(&b, s), Text(&b, s.Document(), TextOptions{})); err != nil {
			t.Fatal(err)
		}
		if i > 0 && b.String() != want {
			t.Fatal("the order of verdicts shows in the report")
		}
		want = b.String()
	}
}

func TestUpstreamPrints(t *testing.T) {
	for name, c := range map[string]struct {
		vs   []*verdict.Verdict
		want string
	}{
		"complete":  {grid("cpp", 4, 1), "{'pass@1': 0.5}\n"},
		"ten":       {grid("cpp", 4, 10), "{'pass@1': 0.35, 'pass@10': 1.0}\n"},
		"a problem": {grid("cpp", 3, 2), "Total: 6\nCorrect: 2\n"},
	} {
		s := summarize(t, tally(t, header("cpp"), c.vs), Options{})
		var b bytes.Buffer
		if err := Upstream(&b, s, []int{1, 10, 100}); err != nil || b.String() != c.want {
			t.Errorf("%s: %v %q, want %q", name, err, b.String(), c.want)
		}
	}
	s := summarize(t, tally(t, header("python"), mixed()[10:]), Options{})
	if err := Upstream(&bytes.Buffer{}, s, []int{1}); err == nil || !strings.Contains(err.Error(), "1 sample not scored") {
		t.Errorf("unscored: %v", err)
	}
	for x, want := range map[float64]string{0: "0.0", 1: "1.0", .25: "0.25", 5e-5: "5e-05", 1.0 / 3: "0.3333333333333333"} {
		if got := pythonFloat(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}

func TestOfficialRows(t *testing.T) {
	given := v("CPP/0", "cpp", 3, verdict.ExitedEarly)
	given.OfficialPassed, given.OfficialResult = true, "passed"
	given.CompletionID = json.RawMessage(`"c-7"`)
	var b bytes.Buffer
	w := NewOfficialWriter(&b, func(x *verdict.Verdict) (OfficialParts, error) {
		if x.TaskID == "CPP/9" {
			return OfficialParts{}, errors.New("no such generation")
		}
		return OfficialParts{TestCode: "a<b", Prompt: "p", Generation: "g"}, nil
	})
	for _, x := range []*verdict.Verdict{given, v("CPP/1", "cpp", 2, verdict.WrongAnswer), v("CPP/1", "cpp", 0, verdict.HarnessFault)} {
		if err := w.Write(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Write(v("CPP/9", "cpp", 0, verdict.Passed)); err == nil || !strings.Contains(err.Error(), "CPP/9, sample 0: no such") {
		t.Errorf("%v", err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	want := `{"task_id":"CPP/0","completion_id":"c-7","test_code":"a<b","prompt":"p","generation":"g","result":"passed","passed":true,"finish":-1,"file":"","output":[]}
{"task_id":"CPP/1","completion_id":2,"test_code":"a<b","prompt":"p","generation":"g","result":"failed: x","passed":false,"finish":-1,"file":"","output":[]}
`
	if b.String() != want || w.Skipped != 1 {
		t.Errorf("%d skipped, got\n%s", w.Skipped, b.String())
	}
}

// store writes a results file and then damages it as said.
func store(t *testing.T, vs []*verdict.Verdict, ended bool, damage func([]byte) []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "verdicts.jsonl")
	w, err := verdict.Create(path, header("cpp", "js", "python"))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range vs {
		if err := w.Write(x); err != nil {
			t.Fatal(err)
		}
	}
	if ended {
		if err := w.WriteEnd(verdict.End{WallMillis: 1000, Judged: len(vs)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if damage != nil {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, damage(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func TestLoadShowsAllThatCanBeShown(t *testing.T) {
	for name, c := range map[string]struct {
		ended   bool
		damage  func([]byte) []byte
		samples int
		notes   []string
	}{
		"whole":      {true, nil, 12, nil},
		"unfinished": {false, nil, 12, []string{"did not come to its end"}},
		"half line":  {false, func(b []byte) []byte { return b[:len(b)-20] }, 11, []string{"half written", "did not come to its end"}},
		"bad middle": {true, func(b []byte) []byte { return bytes.Replace(b, []byte(`{"task_id":"CPP/1"`), []byte(`{"task_id":`), 2) }, 10,
			[]string{":4: ", ":5: "}},
	} {
		seen := 0
		tl, err := Load(store(t, mixed(), c.ended, c.damage), func(*verdict.Verdict) { seen++ })
		if err != nil {
			t.Fatal(err)
		}
		s := summarize(t, tl, Options{})
		if s.Samples != c.samples || seen != c.samples || len(tl.Notes) != len(c.notes) {
			t.Errorf("%s: %d samples, notes %q", name, s.Samples, tl.Notes)
			continue
		}
		if title := s.Document().Title; strings.HasPrefix(title, "INCOMPLETE") == c.ended {
			t.Errorf("%s: the title is %q", name, title)
		}
		for i, want := range c.notes {
			if !strings.Contains(tl.Notes[i], want) {
				t.Errorf("%s: note %q, want %q", name, tl.Notes[i], want)
			}
		}
	}
	if _, err := Load(store(t, nil, false, func([]byte) []byte { return []byte("{}\n") }), nil); !errors.Is(err, verdict.ErrNoHeader) {
		t.Errorf("not a results file: %v", err)
	}
}

func TestRowsWithoutVerdict(t *testing.T) {
	h := header("cpp")
	h.Inputs = []verdict.Input{{Rows: 1000}, {Rows: 10}}
	tl := tally(t, h, grid("cpp", 4, 1))
	tl.Ends[0].BadRows = 6
	s := summarize(t, tl, Options{})
	if len(s.Warnings) != 1 || s.Warnings[0].Text != "1,000 of 1,004 input rows have no verdict" {
		t.Errorf("%v", s.Warnings)
	}
}

func TestNumbersForPeople(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1640: "-1,640"} {
		if got := thousands(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
	for ms, want := range map[float64]string{0: "0 ms", .123: "0.12 ms", 12.34: "12.3 ms", 999: "999 ms", 1234: "1.23 s", 90_000: "90.0 s", 125_000: "2 min 05 s", 7_500_000: "2 h 05 min"} {
		if got := millisCell(ms).Text; got != want {
			t.Errorf("%v ms: %s, want %s", ms, got, want)
		}
	}
	if got := memory(300 << 20); got != "300 MiB" {
		t.Error(got)
	}
	if got := memory(3 << 29); got != "1.50 GiB" {
		t.Error(got)
	}
	if !slices.IsSortedFunc([]string{"Go/2", "Go/10", "Go/100"}, compareIDs) {
		t.Error("ids are sorted as text")
	}
}
