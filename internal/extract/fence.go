package extract

import (
	"regexp"
	"strings"

	"github.com/xeval/xeval/internal/lang"
)

// A segment is a part of a reply between fences, or around them. Every part is
// looked at, those outside too: models leave out the opening fence, or the
// closing one, and put fences within fences.
type segment struct {
	text   string
	fenced bool
	tag    string // what the fence says the language is, in lower case
}

var (
	fenceLine = regexp.MustCompile("^([ \t]*)(`{3,}|~{3,})[ \t]*([^`]*)$")
	// fenceInLine is a fence behind prose, or behind the last line of code.
	fenceInLine = regexp.MustCompile("^([^`]*[^`\\s][^`]*)(`{3,})[ \t]*([\\w+#.-]*)$")
	tagWord     = regexp.MustCompile(`^\{?\.?([\w+#-]+)\}?(?:\s+(.*)|\{.*)?$`)
)

// A fence is an open one.
type fence struct {
	mark   string
	indent int
	tagged bool
}

// A splitter goes through a reply line by line.
type splitter struct {
	segments []segment
	current  segment
	text     strings.Builder
	open     []fence // nested ones: the last is the innermost
}

// split cuts a reply at its fences. Blank segments are left out, but for the
// first, which is what stands before all fences.
func split(reply string) []segment {
	s := &splitter{}
	for line := range strings.Lines(reply) {
		bare := strings.TrimRight(line, " \t\r\n")
		if m := fenceLine.FindStringSubmatch(bare); m != nil {
			s.fence(line, len(m[1]), m[2], strings.TrimSpace(m[3]))
		} else if m := fenceInLine.FindStringSubmatch(bare); m != nil && (m[3] == "" || len(s.open) == 0) {
			s.text.WriteString(m[1] + "\n")
			s.fence("", 0, m[2], m[3])
		} else {
			s.text.WriteString(line)
		}
	}
	s.cut(segment{})
	return s.segments
}

// fence decides what a fence does: open a block, close one, or nothing,
// because it is content.
func (s *splitter) fence(line string, indent int, mark, info string) {
	tag, rest := readTag(info)
	if len(s.open) == 0 {
		s.enter(fence{mark, indent, tag != ""}, tag, rest)
		return
	}
	in := s.open[len(s.open)-1]
	same := mark[0] == in.mark[0] && len(mark) >= len(in.mark) && indent <= in.indent+3
	switch {
	case same && tag == "":
		s.open = s.open[:len(s.open)-1]
		s.cut(segment{fenced: len(s.open) > 0})
		s.text.WriteString(rest)
	case same || tag != "":
		if !in.tagged { // that one had closed a block of which the start is missing
			s.open = s.open[:len(s.open)-1]
		}
		s.enter(fence{mark, indent, true}, tag, rest)
	default:
		s.text.WriteString(line)
	}
}

// enter starts a block; rest stands on the line of its fence.
func (s *splitter) enter(f fence, tag, rest string) {
	s.cut(segment{fenced: true, tag: tag})
	s.open = append(s.open, f)
	s.text.WriteString(rest)
}

// cut ends the segment and starts the next.
func (s *splitter) cut(next segment) {
	s.current.text = s.text.String()
	if len(s.segments) == 0 || strings.TrimSpace(s.current.text) != "" {
		s.segments = append(s.segments, s.current)
	}
	s.text.Reset()
	s.current = next
}

// readTag takes what stands behind a fence for the name of a language, or for
// text: prose, or code, that is behind the name of a known language.
func readTag(info string) (tag, rest string) {
	m := tagWord.FindStringSubmatch(info)
	switch {
	case info == "":
		return "", ""
	case m == nil:
		return "", info + "\n"
	case m[2] == "":
		return strings.ToLower(m[1]), ""
	}
	if _, err := lang.Lookup(m[1]); err != nil {
		return "", info + "\n"
	}
	if attribute.MatchString(m[2]) {
		return strings.ToLower(m[1]), ""
	}
	return strings.ToLower(m[1]), m[2] + "\n"
}

// attribute is what documentation tools want to know of a block.
var attribute = regexp.MustCompile(`^(?:[\w-]+=\S+\s*)+$|^\{`)
