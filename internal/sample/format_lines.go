package sample

import (
	"io"

	"github.com/xeval/xeval/internal/jsonl"
)

// lines is JSON Lines: one row a line, as HumanEval-X and human-eval have it.
var lines = layout{
	name:   "jsonl",
	detect: func(head []byte) (bool, error) { return !spansLines(head), nil },
	open: func(name string, plain io.Reader) (records, error) {
		return jsonl.NewReader(name, plain)
	},
}

// spansLines says that the first JSON value goes on after its line. A line of
// JSON Lines that was cut off does not look so: it ends inside a string, while
// no string holds a line end.
func spansLines(head []byte) bool {
	var depth int
	for i := 0; i < len(head); i++ {
		switch head[i] {
		case '"':
			end, err := stringEnd(head, i)
			if err != nil {
				return false
			}
			for _, c := range head[i:end] {
				if c == '\n' {
					return false
				}
			}
			i = end - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return false
			}
		case '\n':
			return depth > 0
		}
	}
	return false
}
