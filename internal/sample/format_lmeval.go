package sample

import (
	"bytes"
	"fmt"

	"github.com/xeval/xeval/internal/jsonl"
)

// lmEval is the samples_*.jsonl of lm-evaluation-harness: a row for each
// document, which is the problem, with the replies (resps) and what the task's
// filter made of them (filtered_resps). The filter of its code tasks makes
// whole programs, tests aside, and those are what it judged; without a filter
// the replies are taken as they are.
var lmEval = shape{
	name: "lm-eval samples",
	is: func(first value) (bool, error) {
		return first.has("resps") && (first.has("doc") || first.has("doc_id")), nil
	},
	parser: func() func(jsonl.Record) ([]Row, error) {
		p := &lmEvalParser{}
		return p.rows
	},
}

// A file has a row for each filter of the task, so that with two of them all
// replies are there twice. The first filter's count.
type lmEvalParser struct {
	filter string
	begun  bool
}

type lmEvalParts struct {
	doc, docID, resps, filtered, filter []byte
}

func (p *lmEvalParts) set(key string, value []byte) {
	switch key {
	case "doc":
		p.doc = value
	case "doc_id":
		p.docID = value
	case "resps":
		p.resps = value
	case "filtered_resps":
		p.filtered = value
	case "filter":
		p.filter = value
	}
}

func (l *lmEvalParser) rows(rec jsonl.Record) ([]Row, error) {
	var p lmEvalParts
	if err := eachField(rec.Data, p.set); err != nil {
		return nil, rec.Errorf("", "%w", err)
	}
	if err := l.oneFilter(p.filter); err != nil {
		return nil, rec.Errorf("filter", "%w", err)
	}
	row, err := p.row(rec)
	if err != nil {
		return nil, err
	}
	texts, raw, err := p.texts()
	if err != nil {
		return nil, rec.Errorf(row.Field, "%w", err)
	}
	rows := make([]Row, len(texts))
	for i, text := range texts {
		rows[i] = row
		// A filter that changes nothing makes no programs.
		rows[i].Whole = row.Whole && !(i < len(raw) && bytes.Equal(text, raw[i]))
		if err := rows[i].setGeneration(text); err != nil {
			return nil, rec.Errorf(row.Field, "element %d: %w", i+1, err)
		}
	}
	return rows, nil
}

func (l *lmEvalParser) oneFilter(raw []byte) error {
	filter, _ := text(raw)
	if !l.begun {
		l.begun, l.filter = true, filter
	}
	if filter != l.filter {
		return fmt.Errorf("%q is another than that of the rows before, %q: keep the rows of one", filter, l.filter)
	}
	return nil
}

// row is all of a row but its generations.
func (p *lmEvalParts) row(rec jsonl.Record) (Row, error) {
	row := Row{File: rec.File, Line: rec.Line, Field: "resps"}
	if p.isFiltered() {
		row.Field, row.Whole = "filtered_resps", true
	}
	var doc parts
	if bytes.HasPrefix(p.doc, []byte("{")) {
		if err := eachField(p.doc, doc.set); err != nil {
			return row, rec.Errorf("doc", "%w", err)
		}
	}
	if first(doc.id[:]) < 0 {
		doc.id[0] = p.docID
	}
	field, err := row.setCommon(&doc)
	if err != nil {
		return row, rec.Errorf("doc."+field, "%w", err)
	}
	return row, nil
}

func (p *lmEvalParts) isFiltered() bool {
	list, err := leaves(p.filtered, 0)
	return err == nil && len(list) > 0
}

// texts are the generations, and the replies that a filter made them of.
func (p *lmEvalParts) texts() (texts, raw [][]byte, err error) {
	if raw, err = leaves(p.resps, 0); err != nil || !p.isFiltered() {
		return raw, nil, err
	}
	texts, err = leaves(p.filtered, 0)
	return texts, raw, err
}

// maxNesting is deeper than any list of replies.
const maxNesting = 8

// leaves lists the values in a list, which may be nested.
func leaves(value []byte, depth int) (found [][]byte, err error) {
	switch {
	case len(value) == 0:
		return nil, nil
	case value[0] != '[':
		return [][]byte{value}, nil
	case depth == maxNesting:
		return nil, fmt.Errorf("lists nested more than %d deep", maxNesting)
	}
	list, err := elements(value)
	if err != nil {
		return nil, err
	}
	for _, v := range list {
		inner, err := leaves(v, depth+1)
		if err != nil {
			return nil, err
		}
		found = append(found, inner...)
	}
	return found, nil
}
