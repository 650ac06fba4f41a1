package sample

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/xeval/xeval/internal/jsonl"
)

// MultiPL-E's files bring prompt and tests of their own, so that their rows
// are problems as well. A completion goes on after the prompt; the program is
// prompt, completion, a line end and the tests.

func isMultiplE(first value) bool {
	return first.has("tests") && first.has("prompt") && (first.has("name") || first.has("task_id")) && first.has("language")
}

// multiplECompletions is one document for each problem, with a list of
// completions.
var multiplECompletions = shape{
	name: "multipl-e completions",
	is:   func(first value) (bool, error) { return isMultiplE(first) && first.has("completions"), nil },
	parser: func() func(jsonl.Record) ([]Row, error) {
		return func(rec jsonl.Record) ([]Row, error) {
			rows, err := parseRowBy(rec, []string{"completions"})
			for i := range rows {
				rows[i].noteRepeated()
			}
			return rows, err
		}
	},
}

// noteRepeated sees that a completion does not go on after the prompt but
// begins anew with the prompt's first line, as translations do: behind the
// prompt that could be no code.
func (r *Row) noteRepeated() {
	if RepeatsPrompt(r.Generation, r.Prompt) {
		r.Whole = true
		r.Flags = append(r.Flags, FlagPromptRepeated)
	}
}

// RepeatsPrompt says that text begins with the prompt's first line.
func RepeatsPrompt(text, prompt string) bool {
	line := firstLine(prompt)
	return line != "" && line == firstLine(text)
}

// firstLine is the first line that is not blank.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}

// multiplERows is a problem with a generation under one of the usual keys.
var multiplERows = shape{
	name:   "multipl-e rows",
	is:     func(first value) (bool, error) { return isMultiplE(first) && first.generated(), nil },
	parser: rowsBy(),
}

// multiplEResults is what MultiPL-E writes after it has judged: the programs,
// tests and all, and what became of them. Only the programs are read.
var multiplEResults = shape{
	name: "multipl-e results",
	is:   func(first value) (bool, error) { return isMultiplE(first) && first.has("results"), nil },
	parser: func() func(jsonl.Record) ([]Row, error) {
		return parseResults
	},
}

func parseResults(rec jsonl.Record) ([]Row, error) {
	var p parts
	var results []byte
	err := eachField(rec.Data, func(key string, value []byte) {
		if key == "results" {
			results = value
		}
		p.set(key, value)
	})
	if err != nil {
		return nil, rec.Errorf("", "%w", err)
	}
	row := Row{File: rec.File, Line: rec.Line, Whole: true, Field: "results"}
	if field, err := row.setCommon(&p); err != nil {
		return nil, rec.Errorf(field, "%w", err)
	}
	if !bytes.HasPrefix(results, []byte("[")) {
		return nil, rec.Errorf("results", "%s cannot stand here, only a list", kindOf(results))
	}
	list, err := elements(results)
	if err != nil {
		return nil, rec.Errorf("results", "%w", err)
	}
	rows := make([]Row, len(list))
	for i, raw := range list {
		rows[i] = row
		if err := rows[i].setProgram(raw); err != nil {
			return nil, rec.Errorf("results", "element %d: %w", i+1, err)
		}
	}
	return rows, nil
}

// setProgram takes the program of one result without its tests, which are the
// row's and are put behind it again.
func (r *Row) setProgram(result []byte) error {
	var program []byte
	if err := eachField(result, func(key string, value []byte) {
		if key == "program" {
			program = value
		}
	}); err != nil {
		return err
	}
	if program == nil {
		return fmt.Errorf("has no program")
	}
	if err := r.setGeneration(program); err != nil {
		return err
	}
	text, ok := strings.CutSuffix(r.Generation, "\n"+r.Tests)
	if !ok {
		return fmt.Errorf("the program does not end with the row's tests")
	}
	r.Generation = text
	return nil
}
