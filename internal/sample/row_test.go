package sample

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/xeval/xeval/internal/jsonl"
)

func parse(t *testing.T, line string) []Row {
	t.Helper()
	rows, err := parseRow(jsonl.Record{File: "in", Line: 1, Data: []byte(line)})
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return rows
}

func TestSpellings(t *testing.T) {
	for _, c := range []struct{ line, id, field, generation string }{
		{`{"task_id": "Go/1", "generation": "x"}`, "Go/1", "generation", "x"},
		{`{"generation": "x", "extra": {"a": [1, "}"]}, "task_id": "Go/1"}`, "Go/1", "generation", "x"},
		{`{"name": "HumanEval_23_strlen", "completion": "x"}`, "HumanEval_23_strlen", "completion", "x"},
		{`{"task_id": 7, "solution": "x"}`, "7", "solution", "x"},
		{`{"task_id": 7.0, "raw_prediction": "x"}`, "7", "raw_prediction", "x"},
		{`{"id": " Go/1 ", "all_code": "x"}`, "Go/1", "all_code", "x"},
		{`{"task_id": null, "name": "Go/1", "generation_raw": "x"}`, "Go/1", "generation_raw", "x"},
		{`{"task_id": "Go/1", "generation": null, "completion": "y"}`, "Go/1", "completion", "y"},
		{`{"task_id": "Go/1", "solution": "s", "completion": "c", "generation_raw": "r"}`, "Go/1", "completion", "c"},
		{`{"task_id": "Go/1", "solution": "s", "completion": "c", "generation": "g"}`, "Go/1", "generation", "g"},
		{`{"task_id": "Go/1", "generation": "first", "generation": "last"}`, "Go/1", "generation", "last"},
		{`{"task_id": "Go\u002f1", "generati\u006fn": "x", "score": NaN, "low": -Infinity}`, "Go/1", "generation", "x"},
		{"\t{ \"task_id\" :\"Go/1\" ,\r\n\"generation\": \"raw\ttab\v\f\" } ", "Go/1", "generation", "raw\ttab\v\f"},
	} {
		rows := parse(t, c.line)
		if r := rows[0]; len(rows) != 1 || r.ID != c.id || r.Field != c.field || r.Generation != c.generation {
			t.Errorf("%s: got %q %q %q", c.line, r.ID, r.Field, r.Generation)
		}
	}
}

func TestTextSurvives(t *testing.T) {
	for _, text := range []string{
		"", "a\r\nb", "nul \x00 nul", "\u0085 \u2028 \v \f \u00a0", "漢字 🎉", strings.Repeat("\n", 500),
		`quotes " \ / back`, strings.Repeat("again ", 1<<18), "\ufffd",
	} {
		line, err := json.Marshal(map[string]string{"task_id": "Go/1", "generation": text})
		if err != nil {
			t.Fatal(err)
		}
		r := parse(t, string(line))[0]
		if r.Generation != text || r.Flags != nil {
			t.Errorf("%.40q became %.40q with %v", text, r.Generation, r.Flags)
		}
	}
}

func TestReplacedTextIsFlagged(t *testing.T) {
	for _, c := range []struct{ generation, want, flag string }{
		{`"a\ud83d\ude00b"`, "a😀b", ""},
		{`"a\ud83db"`, "a\ufffdb", FlagLoneSurrogate},
		{`"\ude00\ud83d"`, "\ufffd\ufffd", FlagLoneSurrogate},
		{`"a\ud83d\n"`, "a\ufffd\n", FlagLoneSurrogate},
		{"\"a\xffb\"", "a\ufffdb", FlagInvalidUTF8},
		{"\"\xed\xa0\x80\"", "\ufffd", FlagInvalidUTF8},
		{`null`, "", FlagNullGeneration},
	} {
		r := parse(t, `{"task_id":"Go/1","generation":`+c.generation+`}`)[0]
		if r.Generation != c.want || strings.Join(r.Flags, ",") != c.flag {
			t.Errorf("%s: got %q with %v", c.generation, r.Generation, r.Flags)
		}
	}
}

func TestListsGiveOneRowEach(t *testing.T) {
	rows := parse(t, `{"task_id":"Go/1","completion_id":3,"samples":["a",null,"c"]}`)
	var got []string
	for _, r := range rows {
		got = append(got, r.Generation+strings.Join(r.Flags, ""))
		if r.ID != "Go/1" || string(r.CompletionID) != "3" {
			t.Errorf("row %+v", r)
		}
	}
	if want := []string{"a", FlagNullGeneration, "c"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestKeptValuesStayJSON(t *testing.T) {
	for in, want := range map[string]string{
		`7`: `7`, `"x"`: `"x"`, `[1, {"a": 2}]`: `[1, {"a": 2}]`, `NaN`: `"NaN"`, `null`: ``, `[1 2]`: `"[1 2]"`, "\"\xff\"": `"` + "\ufffd" + `"`,
	} {
		r := parse(t, `{"task_id":"Go/1","generation":"x","completion_id":`+in+`}`)[0]
		if string(r.CompletionID) != want {
			t.Errorf("%s became %s", in, r.CompletionID)
		}
	}
}

func TestBadRowsNameThePlace(t *testing.T) {
	for line, want := range map[string]string{
		`{"generation": "x"}`:                              "in:9: task_id: is missing",
		`{"task_id": "Go/1", "text": "x"}`:                 `in:9: generation: is missing: the row has the keys "task_id", "text"; known are generation`,
		`{"task_id": ["Go/1"], "generation": "x"}`:         "in:9: task_id: a list cannot stand here",
		`{"name": true, "generation": "x"}`:                "in:9: name: a boolean cannot stand here",
		`{"task_id": "", "generation": "x"}`:               "in:9: task_id: is empty",
		`{"task_id": "Go/1", "completion": 5}`:             "in:9: completion: a number cannot stand here",
		`{"task_id": "Go/1", "samples": []}`:               "in:9: samples: the list is empty",
		`{"task_id": "Go/1", "samples": ["a", {}]}`:        "in:9: samples: element 2: an object cannot",
		`{"task_id": "Go/1", "generation": "\q"}`:          `in:9: generation: unknown escape \q`,
		`{"task_id": "Go/1", "generation": "\u12"}`:        `in:9: generation: \u without`,
		`{"task_id": "Go/1", "generation": "cut o`:         "in:9: not a JSON object: the text ends in the middle",
		`{"task_id": "Go/1", "generation": "x"`:            "in:9: not a JSON object: the text ends in the middle",
		`{"task_id": "Go/1", "generation": "x"} {}`:        "in:9: not a JSON object: '{' at byte 40",
		`{"task_id": "Go/1" "generation": "x"}`:            "in:9: not a JSON object: '\"' at byte 20",
		`{"task_id": tru, "generation": "x"}`:              "in:9: not a JSON object: 't' at byte 13",
		`{"task_id": "Go/1", "generation": "x", "a": [1}}`: "in:9: not a JSON object: '}' at byte 47",
		`["Go/1", "x"]`: "in:9: not a JSON object but a list",
		`"Go/1"`:        "in:9: not a JSON object but a string",
		`import os`:     "in:9: not a JSON object but no JSON at all",
	} {
		_, err := parseRow(jsonl.Record{File: "in", Line: 9, Data: []byte(line)})
		var at *jsonl.Error
		if !errors.As(err, &at) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s:\n got %v\nwant %s", line, err, want)
		}
	}
}

// FuzzRow: what the standard decoder reads, we read alike; the rest we may
// read or refuse, but never panic over, and what we give is UTF-8.
func FuzzRow(f *testing.F) {
	for _, seed := range []string{
		`{"task_id":"Go/1","generation":"a\nb\ud83d\ude00"}`, `{"task_id":1,"samples":["a",null]}`,
		`{"task_id":"\ud83d","generation":"` + "\xff" + `\`, `{"a":[{"b":"]"}],"c":-1e5,`, `{"":"`, `[[`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		rows, err := parseRow(jsonl.Record{File: "in", Line: 1, Data: line})
		for _, r := range rows {
			if !utf8.ValidString(r.Generation) || !utf8.ValidString(r.ID) {
				t.Errorf("%q gave invalid UTF-8 %q", line, r.Generation)
			}
			if r.CompletionID != nil && !json.Valid(r.CompletionID) {
				t.Errorf("completion_id %q is no JSON", r.CompletionID)
			}
		}
		std := map[string]json.RawMessage{}
		if json.Unmarshal(line, &std) != nil {
			return
		}
		var id, generation string
		if json.Unmarshal(std["task_id"], &id) != nil || json.Unmarshal(std["generation"], &generation) != nil ||
			strings.TrimSpace(id) == "" || isNull(std["task_id"]) || isNull(std["generation"]) {
			return
		}
		// The standard decoder writes one U+FFFD for each bad byte, we one for a run.
		if err != nil || rows[0].Generation != generation && !slices.Contains(rows[0].Flags, FlagInvalidUTF8) {
			t.Errorf("%q: got %+v, %v; the standard decoder %q", line, rows, err, generation)
		}
	})
}
