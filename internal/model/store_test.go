package model

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/prompt"
)

func record(r prompt.Request, sample int) Generation {
	return newGeneration(r, Settings{Model: "m"}, Reply{Sample: sample, Text: "a <b> & c\u2028"}, 1, fixed)
}

func appendAll(t *testing.T, s *Store, gs ...Generation) {
	t.Helper()
	for _, g := range gs {
		if isNew, err := s.Append(g); err != nil || !isNew {
			t.Fatalf("sample %d of %s: new %v, %v", g.Sample, g.RequestID, isNew, err)
		}
	}
}

func TestStoreRemembers(t *testing.T) {
	path, r := storePath(t), requests(1, prompt.Chat)[0]
	s := openStore(t, path)
	appendAll(t, s, record(r, 0), record(r, 2))
	if isNew, err := s.Append(record(r, 2)); isNew || err != nil {
		t.Errorf("a stored sample was stored again (%v)", err)
	}
	if _, err := OpenStore(path); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("opened twice: %v", err)
	}
	s.Close()
	s = openStore(t, path)
	missing, err := s.Missing(r, Settings{Model: "m"}, 4)
	if err != nil || !slices.Equal(missing, []int{1, 3}) || s.Len() != 2 {
		t.Errorf("missing %v of %d: %v", missing, s.Len(), err)
	}
	appendAll(t, s, record(r, 1), record(r, 3))
	stored(t, path, []prompt.Request{r}, 4)
}

func TestStoreRefusesToMix(t *testing.T) {
	path, r := storePath(t), requests(1, prompt.Completion)[0]
	s := openStore(t, path)
	appendAll(t, s, record(r, 0))
	_, err := s.Missing(r, Settings{Model: "m", Temperature: number(0.2)}, 2)
	for _, part := range []string{"generations.jsonl:1: ", "temperature unset, now 0.2", "another output file"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("got %v, want %q", err, part)
		}
	}
	r.Prompt += "more"
	if _, err := s.Missing(r, Settings{Model: "m"}, 2); err == nil || !strings.Contains(err.Error(), "another prompt") {
		t.Errorf("got %v", err)
	}
	// The run ends with that error before anything is asked.
	server := newServer(t)
	_, err = Generate(t.Context(), server.client(EndpointOptions{}), each([]prompt.Request{r}), s, quick(2))
	if err == nil || !strings.Contains(err.Error(), "another prompt") || len(server.asked()) != 0 {
		t.Errorf("got %v after %d requests", err, len(server.asked()))
	}
}

// However a line was cut off, the lines before it count and the next one is
// whole.
func TestTornLastLine(t *testing.T) {
	path, r := storePath(t), requests(1, prompt.Chat)[0]
	s := openStore(t, path)
	appendAll(t, s, record(r, 0), record(r, 1))
	s.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first := strings.Index(string(whole), "\n") + 1
	for size := first; size < len(whole); size += max(1, min(17, len(whole)-1-size)) {
		if err := os.WriteFile(path, whole[:size], 0o666); err != nil {
			t.Fatal(err)
		}
		s := openStore(t, path)
		missing, err := s.Missing(r, Settings{Model: "m"}, 2)
		if err != nil {
			t.Fatal(err)
		}
		if complete := size == len(whole)-1; complete != (len(missing) == 0) {
			t.Fatalf("cut at %d of %d: missing %v", size, len(whole), missing)
		}
		if len(missing) > 0 {
			appendAll(t, s, record(r, 1))
		}
		s.Close()
		stored(t, path, []prompt.Request{r}, 2)
	}
}

func TestTornOnlyLineAndLongTail(t *testing.T) {
	path := storePath(t)
	for _, tail := range []string{"{", strings.Repeat("x", 200<<10)} {
		if err := os.WriteFile(path, []byte(tail), 0o666); err != nil {
			t.Fatal(err)
		}
		s := openStore(t, path)
		if s.Len() != 0 {
			t.Errorf("%d samples in a torn file", s.Len())
		}
		s.Close()
	}
}

func TestStoreNamesBadLines(t *testing.T) {
	r := requests(1, prompt.Chat)[0]
	line, err := encode(record(r, 0))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		string(line) + string(line):                                   "stands in it twice",
		"{\"task_id\":\"Python/0\"}\n":                                "generations.jsonl:1: request_id: is missing",
		"not json\n" + string(line):                                   "generations.jsonl:1: not a JSON object",
		strings.Replace(string(line), `"sample":0`, `"sample":-1`, 1): "sample: -1 is negative",
	} {
		path := storePath(t)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenStore(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// A line is a row of a sample file too, and code in it stays readable.
func TestLineIsASample(t *testing.T) {
	r := requests(1, prompt.Chat)[0]
	r.Origin = "describe-4"
	line, err := encode(record(r, 7))
	if err != nil {
		t.Fatal(err)
	}
	var row map[string]any
	if err := json.Unmarshal(line, &row); err != nil {
		t.Fatal(err)
	}
	if row["task_id"] != "Python/0" || row["generation"] != "a <b> & c\u2028" || row["completion_id"] != "describe-4/7" {
		t.Errorf("got %s", line)
	}
	if !strings.Contains(string(line), "a <b> & c") || strings.Count(string(line), "\n") != 1 {
		t.Errorf("got %s", line)
	}
}

func TestOrder(t *testing.T) {
	a := Generation{TaskID: "Python/9", Origin: "describe-10", Sample: 1}
	b := Generation{TaskID: "Python/10", Origin: "describe-2"}
	c := Generation{TaskID: "Python/9", Origin: "describe-9", Sample: 5}
	d := Generation{TaskID: "CPP/11"}
	got := []Generation{a, b, c, d}
	slices.SortFunc(got, Compare)
	for i, want := range []string{"CPP/11", "Python/9describe-9", "Python/9describe-10", "Python/10describe-2"} {
		if got[i].TaskID+got[i].Origin != want {
			t.Errorf("place %d: %s", i, got[i].TaskID+got[i].Origin)
		}
	}
}
