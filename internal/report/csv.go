package report

import (
	"bufio"
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// CSV writes the document's tables one after another, an empty line between
// them, each under the stable names of its columns. Values are those for
// programs, in full precision; an interval takes two columns. A text that a
// spreadsheet would execute gets a ' before it. Notes are left out. table, when not "", names the only table to write.
func CSV(w io.Writer, d *Document, table string) error {
	out := bufio.NewWriter(w)
	first := true
	for _, t := range d.Tables {
		if table != "" && t.Name != table {
			continue
		}
		if !first {
			out.WriteByte('\n')
		}
		first = false
		if err := writeCSV(out, t); err != nil {
			return err
		}
	}
	return out.Flush()
}

func writeCSV(w io.Writer, t *Table) error {
	out := csv.NewWriter(w)
	var names []string
	for _, c := range t.Columns {
		if c.Range {
			names = append(names, c.Name+"_lo", c.Name+"_hi")
		} else {
			names = append(names, c.Name)
		}
	}
	if err := out.Write(names); err != nil {
		return err
	}
	for _, row := range t.Rows {
		var fields []string
		for i, c := range row {
			fields = append(fields, csvFields(t.Columns[i], c)...)
		}
		if err := out.Write(fields); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func csvFields(c Column, cell Cell) []string {
	switch v := cell.Value.(type) {
	case Range:
		return []string{number64(v.Lo), number64(v.Hi)}
	case float64:
		return []string{number64(v)}
	case int:
		return []string{strconv.Itoa(v)}
	case int64:
		return []string{strconv.FormatInt(v, 10)}
	case string:
		return []string{plainText(v)}
	}
	if c.Range {
		return []string{"", ""}
	}
	return []string{""}
}

// plainText marks what a spreadsheet would take for a formula and execute: some
// texts are what a program under test said.
func plainText(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

func number64(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
