package main

import (
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	rows := [][]string{{"A", "LONGER", "TEXT"}, {"été", "x", "one two three four five six seven"}, {"z", "", "kept\n  line-that-has-no-place-to-break"}}
	for width, want := range map[int]string{
		0: "A    LONGER  TEXT\nété  x       one two three four five six seven\nz            kept\n" +
			"               line-that-has-no-place-to-break\n",
		40: "A    LONGER  TEXT\nété  x       one two three four five six\n             seven\nz            kept\n" +
			"               line-that-has-no-place-to-break\n",
	} {
		var out strings.Builder
		if err := writeTable(&out, width, rows); err != nil || out.String() != want {
			t.Errorf("width %d: %v\n%s\nwant\n%s", width, err, out.String(), want)
		}
	}
}

func TestWrappedEndsAndKeepsAllWords(t *testing.T) {
	text := "  a bb ccc dddd eeeee ffffff ggggggg  hh\n\n x"
	for room := range 12 {
		lines := wrapped(text, room)
		if got := strings.Join(strings.Fields(strings.Join(lines, " ")), " "); got != "a bb ccc dddd eeeee ffffff ggggggg hh x" {
			t.Errorf("room %d: %q", room, lines)
		}
		for _, l := range lines {
			if room > 0 && len(l) > room && strings.Contains(strings.TrimSpace(l), " ") {
				t.Errorf("room %d: %q could be shorter", room, l)
			}
		}
	}
}
