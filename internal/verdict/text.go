package verdict

import (
	"strings"
	"unicode/utf8"
)

// Text makes any bytes a valid UTF-8 string; each run of invalid bytes becomes
// one replacement character. A program's output is arbitrary bytes, and JSON
// cannot hold those.
func Text(b []byte) string {
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

// NewOutput records a stream of which head and tail were kept out of bytes
// written. A character that the cut went through is dropped instead of being
// shown as garbage.
func NewOutput(head, tail []byte, bytes int64) *Output {
	truncated := bytes > int64(len(head)+len(tail))
	if truncated {
		head, tail = withoutHalfEnd(head), withoutHalfStart(tail)
	}
	return &Output{Head: Text(head), Tail: Text(tail), Bytes: bytes, Truncated: truncated}
}

// withoutHalfEnd drops the first bytes of a character from the end of b.
func withoutHalfEnd(b []byte) []byte {
	for back := 1; back < utf8.UTFMax && back <= len(b); back++ {
		if last := b[len(b)-back:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				return b[:len(b)-back]
			}
			break
		}
	}
	return b
}

// withoutHalfStart drops the last bytes of a character from the start of b.
func withoutHalfStart(b []byte) []byte {
	for drop := 0; drop < utf8.UTFMax; drop++ {
		if drop == len(b) || utf8.RuneStart(b[drop]) {
			return b[drop:]
		}
	}
	return b
}
