package sample

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/jsonl"
	"github.com/xeval/xeval/internal/lang"
)

// dataset has problems 0 to 9 of each language but Rust.
type dataset struct{}

func (dataset) Lookup(id string) (string, bool) {
	prefix, n, _ := strings.Cut(id, "/")
	ok := len(n) == 1 && n >= "0" && n <= "9" && strings.Contains(" Python CPP Java JavaScript Go ", " "+prefix+" ")
	return id, ok
}

func (d dataset) ByNumber(prefix string, n int) (string, bool) {
	return d.Lookup(fmt.Sprintf("%s/%d", prefix, n))
}

func (dataset) Prompt(taskID string) string { return "prompt of " + taskID }

func (dataset) InOrder(prefix string) []string {
	var out []string
	for _, p := range []string{"Python", "CPP", "Java", "JavaScript", "Go"} {
		for n := range 10 {
			if prefix == "" || prefix == p {
				out = append(out, fmt.Sprintf("%s/%d", p, n))
			}
		}
	}
	return out
}

func (dataset) Function(taskID string) string { return "function" + taskID[len(taskID)-1:] }

func TestResolve(t *testing.T) {
	for _, c := range []struct{ lang, from, id, language, want string }{
		{"", "", "Go/1", "", "Go/1 go"},
		{"go", "", "Go/1", "", "Go/1 go"},
		{"golang", "", "Go/1", "", "Go/1 go"},
		{"", "", "go/1", "", "Go/1 go"},
		{"", "", "C++/1", "", "CPP/1 cpp"},
		{"", "", "js/01", "", "JavaScript/1 javascript"},
		{"", "", "Java_3_belowZero", "", "Java/3 java"},
		{"cpp", "", "HumanEval/1", "", "CPP/1 cpp"},
		{"cpp", "", "HumanEval_3_below_zero", "", "CPP/3 cpp"},
		{"cpp", "", "1", "", "CPP/1 cpp"},
		{"", "", "1", "java", "Java/1 java"},
		{"", "", "HumanEval/1", "English", `! "HumanEval/1" names no language`},
		{"", "", "1", "", `! "1" names no language; say with --lang`},
		{"cpp", "", "Go/1", "", `! "Go/1" is go, but --lang says cpp (for translations, add --from go)`},
		{"cpp", "", "1", "go", `! "1" is go, but --lang says cpp`},
		{"", "", "Go/1", "cpp", `! "Go/1" is go, but the row's language is cpp`},
		{"", "", "Go/1", "golang", "Go/1 go"},
		{"", "", "Go/1", "English", "Go/1 go"},
		{"cpp", "go", "Go/1", "", "CPP/1 cpp from go"},
		{"cpp", "go", "CPP/1", "", "CPP/1 cpp from go"},
		{"cpp", "go", "1", "", "CPP/1 cpp from go"},
		{"cpp", "go", "1", "go", "CPP/1 cpp from go"},
		{"cpp", "go", "Go/1", "cpp", "CPP/1 cpp from go"},
		{"cpp", "go", "Java/1", "", `! "Java/1" is java, but --lang says cpp and --from go`},
		{"", "", "Go/10", "", `! unknown problem "Go/10"`},
		{"cpp", "go", "Go/10", "", `! unknown problem "Go/10"`},
		{"go", "", "Mbpp/2", "", `! unknown problem "Mbpp/2"`},
		{"go", "", "Go", "", `! unknown problem "Go"`},
		{"rust", "", "1", "", `! unknown problem "1" (of rust)`},
		{"go", "", "99999999999999999999", "", `! unknown problem`},
	} {
		r, err := NewResolver(dataset{}, Options{Lang: c.lang, From: c.from})
		if err != nil {
			t.Fatal(err)
		}
		s, err := r.Resolve(Row{File: "in", Line: 4, ID: c.id, Language: c.language})
		got := s.TaskID + " " + s.Language
		if s.SourceLanguage != "" {
			got += " from " + s.SourceLanguage
		}
		want := strings.Replace(c.want, "! ", "! in:4: ", 1)
		if err != nil {
			got = "! " + err.Error()
		}
		if got != want && !(err != nil && strings.HasPrefix(got, want) && strings.HasPrefix(want, "!")) {
			t.Errorf("%q (language %q) with --lang %q --from %q:\n got %s\nwant %s", c.id, c.language, c.lang, c.from, got, want)
		}
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for o, want := range map[Options]string{
		{Lang: "pyton"}:              `--lang: unknown language "pyton"; did you mean "python"?`,
		{From: "go"}:                 "--from go needs --lang",
		{From: "xx", Lang: "go"}:     "--from: unknown language",
		{From: "golang", Lang: "Go"}: "--from and --lang are both go",
	} {
		if _, err := NewResolver(dataset{}, o); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: got %v", o, err)
		}
	}
}

func TestIndexesCountOverAllFiles(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.jsonl"), filepath.Join(dir, "b.jsonl")
	write(t, a, `{"task_id": "Go/1", "generation": "a", "prompt": "prompt of Go/1", "completion_id": 5}
{"task_id": "Go/77", "generation": "x"}
{"task_id": "Go/2", "generation": "b", "prompt": "another"}
{"task_id": "go/1", "generation": "c\ud800"}
`)
	write(t, b, `{"task_id": "Go/1", "completion": null}`)
	r, err := NewResolver(dataset{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second reading counts anew
		var got []string
		for s, err := range r.All([]Source{{Path: a}, {Path: b, Name: "-"}}) {
			if err != nil {
				got = append(got, filepath.Base(strings.SplitAfter(err.Error(), ":")[0]))
				continue
			}
			got = append(got, fmt.Sprintf("%s#%d %t %s%s:%d", s.TaskID, s.Index, s.PromptDiffers, s.CompletionID, filepath.Base(s.File), s.Line))
		}
		want := "Go/1#0 false 5a.jsonl:1 a.jsonl: Go/2#0 true a.jsonl:3 Go/1#1 false a.jsonl:4 Go/1#2 false -:1"
		if strings.Join(got, " ") != want {
			t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
		}
	}
	s, err := Scan([]Source{{Path: a}, {Path: b}}, dataset{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Samples != 4 || s.PerProblem["Go/1"] != 3 || s.PerLanguage["go"] != 4 || s.PromptDiffers != 1 ||
		s.Flags[FlagLoneSurrogate] != 1 || s.Flags[FlagNullGeneration] != 1 || s.ErrorCount != 1 || s.Errors[0].Line != 2 {
		t.Errorf("got %+v", s)
	}
	sum := sha256.Sum256([]byte(`{"task_id": "Go/1", "completion": null}`))
	if in := s.Inputs[1]; in.SHA256 != hex.EncodeToString(sum[:]) || in.Rows != 1 || in.Format != "human-eval (jsonl)" || in.Broken || s.Inputs[0].Rows != 4 {
		t.Errorf("got %+v", s.Inputs)
	}
}

func TestAllStopsWhereAFileCannotBeOpened(t *testing.T) {
	r, err := NewResolver(dataset{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, path := range []string{"absent", t.TempDir()} {
		n = 0
		for _, err := range r.All([]Source{{Path: path}, {Path: path}}) {
			var row *jsonl.Error
			if n++; err == nil || errors.As(err, &row) {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	if _, err := Scan([]Source{{Path: "absent"}}, dataset{}, Options{}); err == nil || n != 1 {
		t.Errorf("%d errors, Scan %v", n, err)
	}
}

func TestNamesOfFilesAreOnlyReported(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "model-go-to-cpp-n1.jsonl")
	write(t, path, `{"task_id": "Go/1", "generation": "a"}`)
	for o, want := range map[Options]string{
		{}:                         "the name says translations to cpp; if so, say --lang cpp and --from",
		{Lang: "java", From: "go"}: "the name says translations to cpp, --lang says java",
		{Lang: "cpp", From: "go"}:  "",
	} {
		s, err := Scan([]Source{{Path: path}}, dataset{}, o)
		if err != nil {
			t.Fatal(err)
		}
		if notes := strings.Join(s.Notes, "|"); !strings.HasSuffix(notes, want) || (want == "") != (notes == "") || s.Samples != 1 {
			t.Errorf("%+v: %q, %d samples", o, notes, s.Samples)
		}
	}
}

func TestErrorsAreCountedAndFewKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bad.jsonl")
	write(t, path, strings.Repeat("not json\n", 5*KeptErrors))
	s, err := Scan([]Source{{Path: path}}, dataset{}, Options{})
	if err != nil || s.ErrorCount != 5*KeptErrors || len(s.Errors) != KeptErrors {
		t.Errorf("%d errors, %d kept, %v", s.ErrorCount, len(s.Errors), err)
	}
}

// Memory must not grow with the number of rows, whatever they are.
// --lang leaves out what is of another language; a row of neither side of a
// translation is a fault.
func TestRowsOfOtherLanguages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	write(t, path, `{"task_id":"Go/1","generation":"a"}
{"task_id":"CPP/1","generation":"a"}
{"task_id":"Java/1","generation":"a"}
`)
	for _, c := range []struct {
		o                     Options
		samples, other, wrong int
	}{
		{Options{}, 3, 0, 0},
		{Options{Lang: "go"}, 1, 2, 0},
		{Options{Lang: "go", From: "cpp"}, 2, 0, 1},
	} {
		s, err := Scan([]Source{{Path: path}}, dataset{}, c.o)
		if err != nil {
			t.Fatal(err)
		}
		if s.Inputs[0].Rows != 3-c.other {
			t.Errorf("%+v: %d rows", c.o, s.Inputs[0].Rows)
		}
		if s.Samples != c.samples || s.OtherLanguage != c.other || s.ErrorCount != c.wrong || (s.FirstOther != nil) != (c.other > 0) {
			t.Errorf("%+v: %d samples, %d of other languages, first %v, %d faults", c.o, s.Samples, s.OtherLanguage, s.FirstOther, s.ErrorCount)
		}
	}
}

func TestScanningStaysFlat(t *testing.T) {
	path := filepath.Join(t.TempDir(), "many.jsonl")
	var text strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&text, "{\"task_id\": \"Go/%d\", \"generation\": \"%d\"}\n", i%20, i) // half unknown
	}
	write(t, path, text.String())
	text.Reset()
	before := heap()
	s, err := Scan([]Source{{Path: path}}, dataset{}, Options{})
	if err != nil || s.Samples != 30_000 || s.ErrorCount != 30_000 {
		t.Fatalf("%d samples, %d errors, %v", s.Samples, s.ErrorCount, err)
	}
	if grown := heap() - before; grown > 1<<20 {
		t.Errorf("%d bytes are kept of 60,000 rows", grown)
	}
	runtime.KeepAlive(s)
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func BenchmarkScan(b *testing.B) {
	path := filepath.Join(b.TempDir(), "many.jsonl")
	row := `{"task_id": "Go/1", "generation": "` + strings.Repeat(`    return x + \"y\"\n`, 5) + `", "completion_id": 1}` + "\n"
	write(b, path, strings.Repeat(row, 100_000))
	for b.Loop() {
		if s, err := Scan([]Source{{Path: path}}, dataset{}, Options{}); err != nil || s.Samples != 100_000 {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(100_000*b.N)/b.Elapsed().Seconds(), "rows/s")
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// FuzzParseID: any id at all is parsed without a panic.
func FuzzParseID(f *testing.F) {
	for _, s := range []string{"Go/1", "HumanEval_23_strlen", "1", "a/b/3_x", "/", "_1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, id string) {
		got := parseID(id)
		if got.number < 0 || got.language != nil && !got.numbered {
			t.Errorf("%q: %+v", id, got)
		}
		if l, err := lang.Lookup(""); err == nil {
			t.Fatalf("the empty name is %s", l.Name)
		}
	})
}
