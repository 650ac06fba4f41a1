package report

import (
	"errors"
	"fmt"
	"io"

	"github.com/xeval/xeval/internal/verdict"
)

// Load streams a results file into a Tally. Lines that cannot be read become
// notes; only a file that is not a results file at all is an error. each, when
// not nil, sees every verdict too.
func Load(path string, each func(*verdict.Verdict)) (*Tally, error) {
	r, err := verdict.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return Collect(r, each)
}

// Collect is Load for a reader that is open.
func Collect(r *verdict.Reader, each func(*verdict.Verdict)) (*Tally, error) {
	t := NewTally(r.Header())
	var bad badLines
	for {
		v, err := r.Next()
		var line verdict.BadLine
		switch {
		case err == io.EOF:
			t.finish(r, bad)
			return t, nil
		case errors.As(err, &line):
			bad.add(line)
		case err != nil:
			// A damaged compressed file, a disk that fails: show what there is.
			t.Notes = append(t.Notes, fmt.Sprintf("%v; nothing behind that could be read", err))
			t.finish(r, bad)
			return t, nil
		default:
			t.Add(v)
			if each != nil {
				each(v)
			}
		}
	}
}

// badLines keeps the first few messages and counts the others.
type badLines struct {
	first []string
	count int
}

const shownBadLines = 3

func (b *badLines) add(line verdict.BadLine) {
	b.count++
	if len(b.first) < shownBadLines {
		b.first = append(b.first, line.Error()+"; skipped")
	}
}

func (t *Tally) finish(r *verdict.Reader, bad badLines) {
	t.Header, t.Ends, t.Complete = r.Header(), r.Ends(), r.Complete()
	t.Notes = append(t.Notes, bad.first...)
	if more := bad.count - len(bad.first); more > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%d more lines could not be read", more))
	}
	if r.Truncated() != "" {
		t.Notes = append(t.Notes, r.Truncated())
	}
	if t.repeated > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%d verdicts repeat a sample that has a score already; the first one counts", t.repeated))
	}
	if !t.Complete {
		t.Notes = append(t.Notes, "the run did not come to its end; xeval eval … --resume finishes it")
	}
}
