package sample

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"

	"github.com/xeval/xeval/internal/jsonl"
	"github.com/xeval/xeval/internal/lang"
)

// KeptErrors is how many positioned errors a Survey keeps; all are counted.
const KeptErrors = 100

// A Survey is what a first pass over all sources finds, for the header and
// the totals. It holds nothing per row.
type Survey struct {
	Inputs        []Input
	Samples       int
	PerProblem    map[string]int // samples by task id
	PerLanguage   map[string]int
	PromptDiffers int
	Flags         map[string]int // samples by flag

	OtherLanguage int          // rows that Options.Lang leaves out
	FirstOther    *jsonl.Error // the first of them

	Errors     []*jsonl.Error // the first KeptErrors
	ErrorCount int
	Notes      []string // what a person may want to look at: nothing acts on them
}

// Input is one source as it was read.
type Input struct {
	Name   string
	SHA256 string // of the file's own bytes, compressed as they may be
	Format string
	Rows   int  // samples and bad rows
	Broken bool // it could not be read to its end
}

// Scan reads all sources once. Bad rows are in the Survey; an error means that
// a source could not be opened, or is of no format known.
func Scan(sources []Source, p Problems, o Options) (*Survey, error) {
	r, err := NewResolver(p, o)
	if err != nil {
		return nil, err
	}
	s := &Survey{PerLanguage: map[string]int{}, Flags: map[string]int{}, PerProblem: r.seen}
	for _, src := range sources {
		in, err := s.scan(src, r)
		if err != nil {
			return nil, err
		}
		s.Inputs = append(s.Inputs, in)
		if note := r.nameNote(src.name()); note != "" {
			s.Notes = append(s.Notes, note)
		}
	}
	return s, nil
}

func (s *Survey) scan(src Source, r *Resolver) (Input, error) {
	rows, err := src.Open()
	if err != nil {
		return Input{}, err
	}
	defer rows.Close()
	in := Input{Name: src.name(), Format: rows.Format}
	for {
		row, err := rows.Next()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = s.add(row, r)
		}
		left := s.OtherLanguage
		if err := s.note(err); err != nil {
			return Input{}, err
		}
		if s.OtherLanguage == left {
			in.Rows++
		}
	}
	in.Broken = rows.Broken()
	in.SHA256, err = rows.SHA256()
	return in, err
}

func (s *Survey) add(row Row, r *Resolver) error {
	sample, err := r.Resolve(row)
	if err != nil {
		return err
	}
	s.Samples++
	s.PerLanguage[sample.Language]++
	if sample.PromptDiffers {
		s.PromptDiffers++
	}
	for _, f := range sample.Flags {
		s.Flags[f]++
	}
	return nil
}

// note keeps a positioned error, counts a row that was not asked for, and
// hands back any other error.
func (s *Survey) note(err error) error {
	var at *jsonl.Error
	if !errors.As(err, &at) {
		return err
	}
	if IsOtherLanguage(at) {
		if s.OtherLanguage++; s.FirstOther == nil {
			s.FirstOther = at
		}
		return nil
	}
	if s.ErrorCount++; len(s.Errors) < KeptErrors {
		s.Errors = append(s.Errors, at)
	}
	return nil
}

var namePattern = regexp.MustCompile(`-to-([A-Za-z+#]+)(?:[-_.]|$)`)

// nameNote reports what a file's name says of translations. The old evaluator
// acted on it; here it is only told, since names lie.
func (r *Resolver) nameNote(name string) string {
	m := namePattern.FindStringSubmatch(filepath.Base(name))
	if m == nil {
		return ""
	}
	l, err := lang.Lookup(m[1])
	switch {
	case err != nil:
		return ""
	case r.source == nil:
		return fmt.Sprintf("%s: the name says translations to %s; if so, say --lang %s and --from", name, l.Name, l.Name)
	case l != r.target:
		return fmt.Sprintf("%s: the name says translations to %s, --lang says %s", name, l.Name, r.target.Name)
	}
	return ""
}
