package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// leastText is the narrowest last column that is still worth wrapping into.
const leastText = 24

// writeTable writes rows of equal length with aligned columns. Where width is
// not 0 the last column is wrapped between words to fit it; a row's line ends
// there are kept.
func writeTable(out io.Writer, width int, rows [][]string) error {
	indent := 0
	var widths []int
	for i := range len(rows[0]) - 1 {
		widest := 0
		for _, r := range rows {
			widest = max(widest, utf8.RuneCountInString(r[i]))
		}
		widths = append(widths, widest+2)
		indent += widest + 2
	}
	room := 0
	if width > 0 {
		room = max(leastText, width-indent)
	}
	var text strings.Builder
	for _, r := range rows {
		line := ""
		for i, w := range widths {
			line += r[i] + strings.Repeat(" ", w-utf8.RuneCountInString(r[i]))
		}
		for _, part := range wrapped(r[len(widths)], room) {
			fmt.Fprintln(&text, strings.TrimRight(line+part, " "))
			line = strings.Repeat(" ", indent)
		}
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// wrapped splits a text into lines of at most room characters, 0 for any
// number; a word that is longer stays whole.
func wrapped(text string, room int) []string {
	var lines []string
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		for room > 0 && utf8.RuneCountInString(line) > room {
			cut := strings.LastIndexByte(string([]rune(line)[:room+1]), ' ')
			if cut <= 0 || strings.TrimSpace(line[:cut]) == "" {
				if cut = strings.IndexByte(strings.TrimLeft(line, " "), ' '); cut < 0 {
					break
				}
				cut += len(line) - len(strings.TrimLeft(line, " "))
			}
			lines, line = append(lines, line[:cut]), strings.TrimLeft(line[cut:], " ")
		}
		lines = append(lines, line)
	}
	return lines
}
