package sample

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/xeval/xeval/internal/jsonl"
)

// A Row is one raw generation as a file gives it: the id as spelt there, not
// yet a problem of the dataset. A row of the file that holds a list of
// generations gives one Row each.
type Row struct {
	File string
	Line int

	ID           string // as spelt; a number in decimal; "" when Place says which it is
	Language     string // of the row's own "language" field, "" when absent
	Generation   string
	Whole        bool   // Generation is a whole program but for the tests, in place of the prompt
	Field        string // the key that held the generation
	Prompt       string // the row's own, see HasPrompt
	HasPrompt    bool
	Tests        string // the row's own, as MultiPL-E has them; "" when absent
	CompletionID json.RawMessage
	Finish       json.RawMessage
	Flags        []string

	// A file without ids has the programs of each problem in a list, which are
	// all that tells which problem it is.
	Place    int      // of the list in the file, from 1; 0: the row has an id
	Siblings []string // the programs of the list
}

// The spellings of the keys that are read; where a row has several, the first
// of the list that is not null counts. A completion comes before a solution:
// it continues the prompt, as programs are assembled, while a solution mostly
// repeats it; EvalPlus, whose solutions are whole programs, has it otherwise.
var (
	idKeys         = []string{"task_id", "name", "problem_id", "id"}
	generationKeys = []string{
		"generation", "completion", "solution",
		"generations", "completions", "solutions", "samples",
		"generation_raw", "raw_prediction", "prediction", "all_code", "code",
	}
	languageKeys = []string{"language", "lang"}
)

// parts are the raw values of one row, by their place in the lists above.
type parts struct {
	id         [4][]byte
	generation [12][]byte
	language   [2][]byte
	prompt     []byte
	tests      []byte
	completion []byte
	finish     []byte
}

func (p *parts) set(key string, value []byte) {
	switch key { // the usual keys, without a search
	case "task_id":
		p.id[0] = value
	case "generation":
		p.generation[0] = value
	case "prompt":
		p.prompt = value
	case "tests":
		p.tests = value
	case "completion_id":
		p.completion = value
	case "finish":
		p.finish = value
	default:
		if i := slices.Index(generationKeys, key); i >= 0 {
			p.generation[i] = value
		} else if i := slices.Index(idKeys, key); i >= 0 {
			p.id[i] = value
		} else if i := slices.Index(languageKeys, key); i >= 0 {
			p.language[i] = value
		}
	}
}

// first is the place of the first value that is there and not null, else of
// the first null, else -1.
func first(values [][]byte) int {
	null := -1
	for i, v := range values {
		switch {
		case v == nil:
		case !isNull(v):
			return i
		case null < 0:
			null = i
		}
	}
	return null
}

// parseRow reads a record; a fault is a *jsonl.Error at its position.
func parseRow(rec jsonl.Record) ([]Row, error) { return parseRowBy(rec, nil) }

// parseRowBy reads a record of a shape that prefers some keys to others.
func parseRowBy(rec jsonl.Record, preferred []string) ([]Row, error) {
	var p parts
	if err := eachField(rec.Data, p.set); err != nil {
		return nil, rec.Errorf("", "%w", err)
	}
	row := Row{File: rec.File, Line: rec.Line}
	if field, err := row.setCommon(&p); err != nil {
		return nil, rec.Errorf(field, "%w", err)
	}
	at := p.generationAt(preferred)
	if at < 0 {
		return nil, rec.Errorf("generation", "is missing: the row has %s; known are %s", keysOf(rec.Data), strings.Join(generationKeys, ", "))
	}
	row.Field = generationKeys[at]
	row.Whole = row.Field == "all_code"
	rows, err := row.spread(p.generation[at])
	if err != nil {
		return nil, rec.Errorf(row.Field, "%w", err)
	}
	return rows, nil
}

// generationAt is the place of the value that is the generation, or -1.
func (p *parts) generationAt(preferred []string) int {
	for _, key := range preferred {
		if at := slices.Index(generationKeys, key); p.generation[at] != nil && !isNull(p.generation[at]) {
			return at
		}
	}
	return first(p.generation[:])
}

// setCommon takes everything but the generation.
func (r *Row) setCommon(p *parts) (field string, err error) {
	r.CompletionID, r.Finish = kept(p.completion), kept(p.finish)
	if i := first(p.language[:]); i >= 0 {
		r.Language, _ = text(p.language[i])
	}
	r.Prompt, r.HasPrompt = text(p.prompt)
	r.Tests, _ = text(p.tests)
	return r.setID(p)
}

// setID takes the id, which may be a number.
func (r *Row) setID(p *parts) (field string, err error) {
	at := first(p.id[:])
	if at < 0 {
		return idKeys[0], fmt.Errorf("is missing; known are %s", strings.Join(idKeys, ", "))
	}
	raw := p.id[at]
	id, ok := text(raw)
	if !ok && isNumber(raw) {
		// Tables that went through floating point write 3 as 3.0.
		id, ok = strings.TrimSuffix(string(raw), ".0"), true
	}
	if !ok {
		return idKeys[at], fmt.Errorf("%s cannot stand here", kindOf(raw))
	}
	if r.ID = strings.TrimSpace(id); r.ID == "" {
		return idKeys[at], fmt.Errorf("is empty")
	}
	return "", nil
}

// spread makes one row of each generation in value.
func (r Row) spread(value []byte) ([]Row, error) {
	if value[0] != '[' {
		err := r.setGeneration(value)
		return []Row{r}, err
	}
	list, err := elements(value)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("the list is empty")
	}
	rows := make([]Row, len(list))
	for i, v := range list {
		rows[i] = r
		if err := rows[i].setGeneration(v); err != nil {
			return nil, fmt.Errorf("element %d: %w", i+1, err)
		}
	}
	return rows, nil
}

func (r *Row) setGeneration(value []byte) error {
	if isNull(value) {
		r.Flags = []string{FlagNullGeneration}
		return nil
	}
	if value[0] != '"' {
		return fmt.Errorf("%s cannot stand here, only a string", kindOf(value))
	}
	generation, flag, err := unquote(value)
	if flag != "" {
		r.Flags = []string{flag}
	}
	r.Generation = generation
	return err
}

// text is the value of a string that is only compared or shown.
func text(value []byte) (string, bool) {
	if len(value) == 0 || value[0] != '"' {
		return "", false
	}
	s, _, err := unquote(value)
	return s, err == nil
}

// kept copies a value that is handed on as it is. It goes into files of ours,
// so what is not JSON (Python's NaN) is kept as a string.
func kept(value []byte) json.RawMessage {
	if value == nil || isNull(value) {
		return nil
	}
	value = bytes.ToValidUTF8(value, []byte("\ufffd"))
	if json.Valid(value) {
		return bytes.Clone(value)
	}
	quoted, err := json.Marshal(string(value))
	if err != nil {
		return nil // a string always marshals
	}
	return quoted
}

// keysOf lists a row's keys for a message, the first few of them.
func keysOf(data []byte) string {
	var keys []string
	err := eachField(data, func(key string, _ []byte) {
		if len(keys) < 8 {
			keys = append(keys, fmt.Sprintf("%.40q", key))
		}
	})
	if err != nil || len(keys) == 0 {
		return "no keys"
	}
	return "the keys " + strings.Join(keys, ", ")
}
