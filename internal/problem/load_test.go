package problem

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/xeval/xeval/internal/jsonl"
)

func row(id string) string {
	return fmt.Sprintf(`{"task_id": %q, "prompt": "p of %s", "test": "t", "future_field": 1}`, id, id)
}

func write(t *testing.T, path string, lines ...string) {
	t.Helper()
	text := []byte(strings.Join(lines, "\n"))
	if strings.HasSuffix(path, ".gz") {
		text = compress(t, text)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

func compress(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func mustLoad(t *testing.T, spec string, opt Options) *Set {
	t.Helper()
	s, err := Load(spec, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func ids(s *Set) []string {
	var out []string
	for _, p := range s.Problems {
		out = append(out, p.TaskID)
	}
	return out
}

func TestEveryLayoutGivesTheSameSet(t *testing.T) {
	dir := t.TempDir()
	a, b := []string{row("A/10"), row("A/2"), row("A/0")}, []string{row("B/1")}
	write(t, dir+"/plain/humaneval_a.jsonl", a...)
	write(t, dir+"/plain/humaneval_b.jsonl", b...)
	write(t, dir+"/plain/notes.jsonl", "not part of it")
	write(t, dir+"/gz/humaneval_a.jsonl.gz", a...)
	write(t, dir+"/gz/humaneval_b.jsonl.gz", b...)
	write(t, dir+"/tree/a/data/humaneval_a.jsonl.gz", a...)
	write(t, dir+"/tree/b/data/humaneval_b.jsonl.gz", b...)
	write(t, dir+"/above/humaneval-x/a/data/humaneval_a.jsonl.gz", a...)
	write(t, dir+"/above/humaneval-x/b/data/humaneval_b.jsonl", b...)
	write(t, dir+"/repo/codegeex/benchmark/humaneval-x/a/data/humaneval_a.jsonl.gz", a...)
	write(t, dir+"/repo/codegeex/benchmark/humaneval-x/b/data/humaneval_b.jsonl.gz", b...)
	want := mustLoad(t, dir+"/plain", Options{})
	if got := ids(want); !slices.Equal(got, []string{"A/0", "A/2", "A/10", "B/1"}) {
		t.Fatalf("order is %v", got)
	}
	if want.Dataset.Name != "plain" || want.Dataset.Problems != 4 || want.Dataset.Revision != "" {
		t.Errorf("dataset is %+v", want.Dataset)
	}
	for _, layout := range []string{"gz", "tree", "above", "repo"} {
		got := mustLoad(t, filepath.Join(dir, layout), Options{})
		if !slices.Equal(ids(got), ids(want)) {
			t.Errorf("%s: %v", layout, ids(got))
		}
		for name, sum := range want.Dataset.SHA256 {
			if got.Dataset.SHA256[name] != sum {
				t.Errorf("%s: %s has hash %q, not %q", layout, name, got.Dataset.SHA256[name], sum)
			}
		}
	}
}

func TestOtherFilesAndSingleFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/mine/one.jsonl.gz", row("A/1"))
	write(t, dir+"/mine/two.jsonl", row("A/2"), "")
	if got := ids(mustLoad(t, dir+"/mine", Options{})); !slices.Equal(got, []string{"A/1", "A/2"}) {
		t.Errorf("folder: %v", got)
	}
	s := mustLoad(t, dir+"/mine/one.jsonl.gz", Options{})
	if len(s.Problems) != 1 || s.Dataset.Name != "one.jsonl" || s.Dataset.SHA256["one.jsonl"] == "" {
		t.Errorf("file: %+v", s.Dataset)
	}
}

func TestNamesThatLeadNowhere(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/both/humaneval_a.jsonl", row("A/1"))
	write(t, dir+"/both/humaneval_a.jsonl.gz", row("A/1"))
	write(t, dir+"/other/readme.txt", "nothing")
	for spec, want := range map[string]string{
		"":                    "no dataset named",
		"humaneval-x":         `run "xeval data fetch humaneval-x"`,
		dir + "/absent":       "no such file",
		dir + "/other":        "no .jsonl",
		dir + "/both":         "holds both humaneval_a.jsonl and humaneval_a.jsonl.gz",
		dir + "/absent.jsonl": "absent.jsonl",
	} {
		if _, err := Load(spec, Options{CacheDir: dir}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", spec, err)
		}
	}
}

func TestFetchedNameIsFound(t *testing.T) {
	cache := t.TempDir()
	write(t, Dir(cache, HumanEvalX)+"/humaneval_a.jsonl.gz", row("A/1"))
	t.Chdir(t.TempDir()) // no folder of that name here
	if s := mustLoad(t, HumanEvalX, Options{CacheDir: cache}); s.Dataset.Name != HumanEvalX || len(s.Problems) != 1 {
		t.Errorf("dataset is %+v", s.Dataset)
	}
}

func TestBadRowsAreCollectedWithTheirPosition(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.jsonl")
	write(t, path,
		row("A/1"), "{not json", `{"prompt": "p", "test": "t"}`, `{"task_id": "A/2", "test": "t"}`,
		`{"task_id": "A/3", "prompt": "p", "test": "  "}`, row("A/1"), `{"task_id": 7, "prompt": "p", "test": "t"}`, row("A/4"))
	s := mustLoad(t, path, Options{})
	if got := ids(s); !slices.Equal(got, []string{"A/1", "A/4"}) {
		t.Errorf("problems are %v", got)
	}
	want := []string{
		":2: not a JSON object", ":3: task_id: missing", ":4: prompt: missing", ":5: test: missing",
		":6: task_id: A/1 is already defined at " + path + ":1", ":7: task_id: a number",
	}
	if len(s.BadRows) != len(want) {
		t.Fatalf("bad rows are %q", s.BadRows)
	}
	for i, err := range s.BadRows {
		var at *jsonl.Error
		if !errors.As(err, &at) || !strings.HasPrefix(err.Error(), path+want[i]) {
			t.Errorf("bad row %d: %v, want %s", i, err, want[i])
		}
	}
	if _, err := Load(path, Options{Strict: true}); err == nil || !strings.Contains(err.Error(), ":2: ") {
		t.Errorf("strict: %v", err)
	}
}

func TestNothingUsableIsAnError(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/bad.jsonl", "{", "[]")
	write(t, dir+"/empty.jsonl", "")
	write(t, dir+"/a.jsonl", row("A/1"))
	for spec, want := range map[string]string{
		"/bad.jsonl": "2 bad rows, the first: " + dir + "/bad.jsonl:1", "/empty.jsonl": "has no problem", "/a.jsonl": "with ids of Q",
	} {
		opt := Options{}
		if spec == "/a.jsonl" {
			opt.Prefixes = []string{"Q"}
		}
		if _, err := Load(dir+spec, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

func TestDamagedFileIsAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.jsonl.gz")
	whole := compress(t, []byte(row("A/1")+"\n"+row("A/2")+"\n"))
	if err := os.WriteFile(path, whole[:len(whole)-9], 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path, Options{}); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
}

func TestPrefixesChooseFilesToo(t *testing.T) {
	fsys := fstest.MapFS{
		"a.jsonl": {Data: []byte(row("A/1"))}, "b.jsonl": {Data: []byte(row("Bee/1") + "\n" + row("A/9"))}, "c.jsonl": {Data: []byte(row("C/1"))},
	}
	s, err := LoadFS(fsys, "mine", Options{Prefixes: []string{"bee", "c"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := ids(s); !slices.Equal(got, []string{"Bee/1", "C/1"}) || s.Dataset.SHA256["a.jsonl"] != "" || len(s.Dataset.SHA256) != 2 {
		t.Errorf("%v of %+v", got, s.Dataset)
	}
}

func TestLookup(t *testing.T) {
	s := NewSet(Dataset{}, []Problem{{TaskID: "CPP/22"}, {TaskID: "Go/3"}, {TaskID: "Go/22"}, {TaskID: "odd"}})
	if p, ok := s.Lookup("cpp/22"); !ok || p.TaskID != "CPP/22" {
		t.Errorf("folded: %v %v", p, ok)
	}
	if p, ok := s.ByNumber("go", 22); !ok || p.TaskID != "Go/22" {
		t.Errorf("by number: %v %v", p, ok)
	}
	for _, ok := range []bool{has(s.Lookup("Go/4")), has(s.ByNumber("CPP", 3)), has(s.ByNumber("odd", -1))} {
		if ok {
			t.Error("found what is not there")
		}
	}
	if got := s.Prefixes(); !slices.Equal(got, []string{"CPP", "Go", "odd"}) {
		t.Errorf("prefixes are %v", got)
	}
}

func has(_ Problem, ok bool) bool { return ok }

func TestPublishedDataIsRecognised(t *testing.T) {
	dir := shared(t, "data", "humaneval-x")
	s := mustLoad(t, dir, Options{})
	if s.Dataset.Name != HumanEvalX || s.Dataset.Revision != Revision || s.Dataset.Problems != 984 || len(s.BadRows) != 0 {
		t.Errorf("dataset is %+v, %d bad rows", s.Dataset, len(s.BadRows))
	}
	for _, f := range humanEvalX {
		if s.Dataset.SHA256[f.name()] != f.plain {
			t.Errorf("%s: hash %s", f.name(), s.Dataset.SHA256[f.name()])
		}
		if _, ok := isInPlace(filepath.Join(dir, f.name()+".gz"), f.gzip); !ok {
			t.Errorf("%s.gz is not the pinned file", f.name())
		}
	}
	for _, prefix := range s.Prefixes() {
		for n := range 164 {
			if p, ok := s.ByNumber(prefix, n); !ok || p.TaskID != fmt.Sprintf("%s/%d", prefix, n) {
				t.Errorf("%s/%d: found %q", prefix, n, p.TaskID)
			}
		}
	}
}
