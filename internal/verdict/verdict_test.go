package verdict

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
)

func testHeader() Header {
	return Header{
		FormatVersion: FormatVersion,
		Xeval:         Build{Version: "0.1.0", Commit: "abc"},
		Command:       []string{"xeval", "eval", "a.jsonl"},
		Started:       "2026-01-02T03:04:05Z",
		Kind:          "eval", Tests: "hidden", Extraction: "raw",
		Dataset: Dataset{Name: "humaneval-x", SHA256: map[string]string{"humaneval_cpp.jsonl": "11"}, Errata: "1", Problems: 164},
		Inputs:  []Input{{Path: "a.jsonl", SHA256: "22", Rows: 3, Format: "humaneval-x"}},
		Languages: []LanguageSetup{{
			Name: "cpp", Level: "c++11", Problems: 164,
			Tools:     []Tool{{Name: "g++", Path: "/usr/bin/g++", Version: "12.2"}},
			Libraries: map[string]string{"boost": "1.74"},
			Limits:    json.RawMessage(`{"run":{"cpu_ns":10,"memory_bytes":5}}`),
		}},
		Isolation: json.RawMessage(`{"mode":"namespaces","kernel":"6.1"}`),
		Workers:   2,
		Host:      Host{OS: "Debian", CPUs: 2},
		Seeds:     map[string]string{"PYTHONHASHSEED": "0"},
	}
}

// sampleVerdict fills every field, so that a round trip shows a lost one.
func sampleVerdict(o Outcome, index int) *Verdict {
	code := 1
	return &Verdict{
		TaskID: "CPP/1", SampleIndex: index, CompletionID: json.RawMessage(`"x7"`), Language: "cpp", SourceLanguage: "python",
		Outcome: o, Passed: o == Passed, OfficialPassed: o == ExitedEarly, OfficialResult: "failed: exit code: 1",
		Stage: "run", ExitCode: &code, Signal: "SIGABRT", ErrorClass: "assertion", Message: "a < b && \"c\"",
		Stdout: &Output{Head: "é\u2028", Tail: "t", Bytes: 10, Truncated: true}, Stderr: &Output{Head: "<e>"},
		Build: &StageUse{CPUMillis: 900.5, WallMillis: 1000, MemoryBytes: 1 << 20}, Run: &StageUse{CPUMillis: 1.25, WallMillis: 2},
		ProgramSHA256: "p", GenerationSHA256: "g", Extraction: "raw", Cached: true, Attempts: 2, Flags: []string{"no_tests"},
	}
}

func writeFile(t *testing.T, vs ...*Verdict) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "verdicts.jsonl")
	w, err := Create(path, testHeader())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range vs {
		if err := w.Write(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// readAll gives the verdicts and the bad lines.
func readAll(t *testing.T, path string) (r *Reader, vs []*Verdict, bad []string) {
	t.Helper()
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for {
		v, err := r.Next()
		var line BadLine
		switch {
		case err == io.EOF:
			return r, vs, bad
		case errors.As(err, &line):
			bad = append(bad, line.Error())
		case err != nil:
			t.Fatal(err)
		default:
			vs = append(vs, v)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	var want []*Verdict
	for i, o := range Outcomes() {
		want = append(want, sampleVerdict(o, i))
	}
	r, got, bad := readAll(t, writeFile(t, want...))
	if len(bad) > 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v %+v", bad, got)
	}
	if !reflect.DeepEqual(r.Header(), testHeader()) {
		t.Errorf("header %+v", r.Header())
	}
	if r.Complete() {
		t.Error("a file without an end is complete")
	}
}

func TestEachOutcomeHasAName(t *testing.T) {
	for _, o := range Outcomes() {
		text, err := o.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back Outcome
		if err := back.UnmarshalText(text); err != nil || back != o {
			t.Errorf("%s: %v %v", text, back, err)
		}
	}
	if _, err := Invalid.MarshalText(); err == nil {
		t.Error("the invalid outcome can be stored")
	}
	if _, err := ParseOutcome("invalid"); err == nil {
		t.Error("the invalid outcome can be read")
	}
}

func TestWriterRefusesNonsense(t *testing.T) {
	path := writeFile(t)
	if _, err := Create(path, testHeader()); !errors.Is(err, os.ErrExist) {
		t.Errorf("overwriting: %v", err)
	}
	w, err := Create(filepath.Join(t.TempDir(), "v.jsonl"), testHeader())
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	lying := sampleVerdict(WrongAnswer, 0)
	lying.Passed = true
	for _, v := range []*Verdict{{}, lying, {TaskID: "a", Language: "b"}} {
		if err := w.Write(v); err == nil {
			t.Errorf("stored %+v", v)
		}
	}
}

func TestOneWriterAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "v.jsonl")
	w, err := Create(path, testHeader())
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	r, err := Recover(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Append(testHeader()); err == nil || !strings.Contains(err.Error(), "another run") {
		t.Errorf("second writer: %v", err)
	}
}

func TestConcurrentWriters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "v.jsonl")
	w, err := Create(path, testHeader())
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := range 50 {
				if err := w.Write(sampleVerdict(Passed, worker*50+i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if err := errors.Join(w.WriteEnd(End{Judged: 400}), w.Close()); err != nil {
		t.Fatal(err)
	}
	r, vs, bad := readAll(t, path)
	if len(vs) != 400 || len(bad) != 0 || !r.Complete() {
		t.Errorf("%d verdicts, bad lines %v, complete %v", len(vs), bad, r.Complete())
	}
}

// A run can be killed after any byte. Whatever is left must be readable, and
// resuming must end with every sample exactly once.
func TestCutAnywhere(t *testing.T) {
	path := writeFile(t, sampleVerdict(Passed, 0), sampleVerdict(WrongAnswer, 1), sampleVerdict(HarnessFault, 2))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	headerEnd := bytes.IndexByte(whole, '\n') + 1
	for cut := 0; cut <= len(whole); cut++ {
		atLineEnd := bytes.Contains(whole[max(cut-2, 0):min(cut+1, len(whole))], []byte("\n"))
		if cut%29 != 0 && !atLineEnd {
			continue // every file is synced to disk, which takes a while
		}
		part := filepath.Join(t.TempDir(), "v.jsonl")
		if err := os.WriteFile(part, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		rec, err := Recover(part)
		if cut < headerEnd {
			if !errors.Is(err, ErrNoHeader) {
				t.Fatalf("cut at %d: %v", cut, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		finishRun(t, rec)
		_, vs, bad := readAll(t, part)
		if keys := lastOfEach(vs); len(bad) != 0 || len(keys) != 3 || keys[2] != Passed {
			t.Fatalf("cut at %d: bad %v, outcomes %v", cut, bad, keys)
		}
	}
}

func finishRun(t *testing.T, rec *Recovery) {
	t.Helper()
	w, err := rec.Append(testHeader())
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if v := sampleVerdict(Passed, i); !rec.Scored.Has(v.Key()) {
			if err := w.Write(v); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func lastOfEach(vs []*Verdict) map[int]Outcome {
	m := map[int]Outcome{}
	for _, v := range vs {
		m[v.SampleIndex] = v.Outcome
	}
	return m
}

func TestDamagedFiles(t *testing.T) {
	header, _ := encode(map[string]any{"header": testHeader()})
	good, _ := encode(sampleVerdict(Passed, 0))
	next, _ := encode(sampleVerdict(WrongAnswer, 1))
	for _, c := range []struct {
		name, text string
		verdicts   int
		bad        string // of the first bad line
		truncated  bool
	}{
		{"half last line", string(header) + string(good) + string(next[:30]), 1, "", true},
		{"half line with newline", string(header) + string(good) + string(next[:30]) + "\n", 1, "", true},
		{"half line in the middle", string(header) + string(next[:30]) + "\n" + string(good), 1, ":2: unexpected end", false},
		{"binary in the middle", string(header) + "\x01\x02\n" + string(good), 1, ":2: invalid character", false},
		{"unknown outcome", string(header) + strings.Replace(string(good), `"passed"`, `"superb"`, 1) + string(next), 1, `:2`, false},
		{"wrong type", string(header) + `{"task_id":7}` + "\n" + string(next), 1, ":2: task_id: a number cannot stand here", false},
		{"no task", string(header) + `{"language":"go","outcome":"passed","passed":true}` + "\n" + string(next), 1, ":2: task_id: missing", false},
		{"no outcome", string(header) + `{"task_id":"Go/1","language":"go"}` + "\n" + string(next), 1, ":2: outcome: missing", false},
		{"blank lines and CRLF", string(header) + "\r\n\n" + strings.Replace(string(good), "\n", "\r\n", 1) + string(next), 2, "", false},
		{"no final newline", string(header) + strings.TrimSpace(string(good)), 1, "", false},
	} {
		path := filepath.Join(t.TempDir(), "v.jsonl")
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		r, vs, bad := readAll(t, path)
		if len(vs) != c.verdicts || (r.Truncated() != "") != c.truncated {
			t.Errorf("%s: %d verdicts, truncated %q", c.name, len(vs), r.Truncated())
		}
		if (c.bad == "") != (len(bad) == 0) || len(bad) > 0 && !strings.Contains(bad[0], c.bad) {
			t.Errorf("%s: bad lines %q, want %q", c.name, bad, c.bad)
		}
		if _, err := Recover(path); err != nil {
			t.Errorf("%s: recover: %v", c.name, err)
		}
	}
}

func TestNotAResultsFile(t *testing.T) {
	newer := testHeader()
	newer.FormatVersion++
	newerLine, _ := encode(map[string]any{"header": newer})
	for name, c := range map[string]struct{ text, want string }{
		"empty":         {"", "is empty"},
		"samples":       {`{"task_id":"CPP/1","generation":"x"}`, "not a results file"},
		"newer":         {string(newerLine), "newer than this xeval"},
		"version zero":  {`{"header":{}}`, "format_version"},
		"header broken": {`{"header":{"workers":"two"}}`, "header.workers"},
	} {
		path := filepath.Join(t.TempDir(), "v.jsonl")
		if err := os.WriteFile(path, []byte(c.text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if _, err := Recover(path); err == nil {
			t.Errorf("%s: can be resumed", name)
		}
	}
}

func TestRecoverKnowsWhatIsScored(t *testing.T) {
	path := writeFile(t, sampleVerdict(HarnessFault, 0), sampleVerdict(ToolchainMissing, 1), sampleVerdict(Passed, 0), sampleVerdict(NoCode, 2))
	r, err := Recover(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{true, false, true} {
		if key := (Key{"CPP/1", i}); r.Scored.Has(key) != want || r.Unscored.Has(key) == want {
			t.Errorf("sample %d: scored %v", i, r.Scored.Has(key))
		}
	}
	if r.Scored.Len() != 2 || r.Unscored.Len() != 1 {
		t.Errorf("%d scored, %d not", r.Scored.Len(), r.Unscored.Len())
	}
}

func TestKeysNeedLittleMemory(t *testing.T) {
	var k Keys
	for _, i := range []int{0, 63, 64, 4095, 4096, 1 << 40} {
		if !k.Add(Key{"a", i}) || k.Add(Key{"a", i}) || !k.Has(Key{"a", i}) || k.Has(Key{"b", i}) || k.Has(Key{"a", i + 1}) && i != 63 && i != 4095 {
			t.Errorf("index %d", i)
		}
	}
	if k.Len() != 6 || len(k.byTask["a"]) != 3 {
		t.Errorf("%d keys in %d chunks", k.Len(), len(k.byTask["a"]))
	}
	if !k.Remove(Key{"a", 64}) || k.Remove(Key{"a", 64}) || k.Has(Key{"a", 64}) || k.Len() != 5 {
		t.Error("removing")
	}
}

func TestFailedWriteLeavesNoHalfLine(t *testing.T) {
	path := writeFile(t, sampleVerdict(Passed, 0))
	rec, err := Recover(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := rec.Append(testHeader())
	if err != nil {
		t.Fatal(err)
	}
	// As a full disk would: part of a line reaches the file, then the write fails.
	if _, err := w.file.WriteString(`{"task_id":"half`); err != nil {
		t.Fatal(err)
	}
	full := errors.New("no space left on device")
	if err := w.takeBack(full); !errors.Is(err, full) {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(sampleVerdict(Passed, 1)), w.Close()); err != nil {
		t.Fatal(err)
	}
	if _, vs, bad := readAll(t, path); len(vs) != 2 || len(bad) != 0 {
		t.Errorf("%d verdicts, bad %v", len(vs), bad)
	}
}

func TestReaderTellsPartsApart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "v.jsonl")
	w, err := Create(path, testHeader())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(sampleVerdict(Passed, 0)), w.WriteEnd(End{WallMillis: 5, Interrupted: true}), w.Close()); err != nil {
		t.Fatal(err)
	}
	if r, _, _ := readAll(t, path); r.Complete() {
		t.Error("an interrupted run is complete")
	}
	rec, err := Recover(path)
	if err != nil {
		t.Fatal(err)
	}
	second := testHeader()
	second.Started = "later"
	if w, err = rec.Append(second); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(sampleVerdict(Passed, 1)), w.WriteEnd(End{WallMillis: 7}), w.Close()); err != nil {
		t.Fatal(err)
	}
	r, vs, _ := readAll(t, path)
	walls := []int64{}
	for _, e := range r.Ends() {
		walls = append(walls, e.WallMillis)
	}
	if len(vs) != 2 || !r.Complete() || len(r.Headers()) != 2 || r.Header().Started != "later" || !slices.Equal(walls, []int64{5, 7}) {
		t.Errorf("%d verdicts, complete %v, %d headers, walls %v", len(vs), r.Complete(), len(r.Headers()), walls)
	}
	if fmt.Sprint(r.Header().Dataset) != fmt.Sprint(testHeader().Dataset) {
		t.Error("the second header lost the dataset")
	}
}

// Whatever a file holds, reading it ends, and what is read can be written.
func FuzzReader(f *testing.F) {
	header, _ := encode(map[string]any{"header": testHeader()})
	good, _ := encode(sampleVerdict(Passed, 0))
	f.Add(string(header) + string(good) + string(good[:20]))
	f.Add(string(header) + "{}\n{\"end\":{}}\n" + string(header) + "\x00\xff\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := NewReader("v.jsonl", strings.NewReader(text))
		if err != nil {
			return
		}
		for range strings.Count(text, "\n") + 2 {
			v, err := r.Next()
			var bad BadLine
			if err != nil && !errors.As(err, &bad) {
				return
			}
			if err == nil {
				if _, err := encode(v); err != nil {
					t.Errorf("%+v: %v", v, err)
				}
			}
		}
		t.Error("more results than lines")
	})
}
