package sample

import "github.com/xeval/xeval/internal/jsonl"

// generations is bigcode's generations.json: one list for each problem, in the
// order of the dataset, of whole programs; or of one program each. Nothing
// says which problem a list is for but the programs themselves, which begin
// with its prompt (see identify.go).
var generations = shape{
	name: "bigcode generations",
	is: func(first value) (bool, error) {
		return first.listed && len(first.raw) > 0 && (first.raw[0] == '[' || first.raw[0] == '"'), nil
	},
	parser: func() func(jsonl.Record) ([]Row, error) {
		p := &generationsParser{}
		return p.rows
	},
}

type generationsParser struct{ place int }

// rows makes a row of each program of a list. Lists may be of any length;
// problems without one are null.
func (p *generationsParser) rows(rec jsonl.Record) ([]Row, error) {
	p.place++
	list := [][]byte{rec.Data}
	switch {
	case isNull(rec.Data):
		return nil, nil
	case rec.Data[0] == '[':
		var err error
		if list, err = elements(rec.Data); err != nil {
			return nil, rec.Errorf("", "%w", err)
		}
	}
	if len(list) > 0 && list[0][0] == '{' {
		return nested(rec, list)
	}
	rows := make([]Row, len(list))
	siblings := make([]string, len(list))
	for i, raw := range list {
		rows[i] = Row{File: rec.File, Line: rec.Line, Whole: true, Field: "generations", Place: p.place, Siblings: siblings}
		if err := rows[i].setGeneration(raw); err != nil {
			return nil, rec.Errorf("", "list %d, element %d: %w", p.place, i+1, err)
		}
		siblings[i] = rows[i].Generation
	}
	return rows, nil
}

// nested reads a list of rows that have ids of their own.
func nested(rec jsonl.Record, list [][]byte) ([]Row, error) {
	var rows []Row
	for _, raw := range list {
		inner := rec
		inner.Data = raw
		more, err := parseRow(inner)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	return rows, nil
}
