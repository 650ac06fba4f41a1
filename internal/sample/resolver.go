package sample

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/xeval/xeval/internal/jsonl"
	"github.com/xeval/xeval/internal/lang"
)

// Problems is what of a dataset decides which problem a row belongs to.
type Problems interface {
	// Lookup finds a problem by its id and gives the dataset's spelling.
	Lookup(id string) (taskID string, ok bool)
	// ByNumber finds number n of the problems whose ids begin with prefix.
	ByNumber(prefix string, n int) (taskID string, ok bool)
	// Prompt is the problem's prompt.
	Prompt(taskID string) string
	// InOrder lists the problems whose ids begin with prefix, in the dataset's
	// order; of all, with "".
	InOrder(prefix string) []string
	// Function is the name of the function that a problem asks for, "" when
	// the dataset does not tell.
	Function(taskID string) string
}

// Options say how ids are read; both are names or aliases of languages.
type Options struct {
	Lang string // only samples of this language; also the language of ids that name none
	From string // the rows are translations from this language to Lang
}

// otherLanguage marks a row that is sound, and not of the language asked for.
type otherLanguage struct{ error }

// IsOtherLanguage says whether an error is of a sound row that Options.Lang
// leaves out.
func IsOtherLanguage(err error) bool {
	var other otherLanguage
	return errors.As(err, &other)
}

// A Resolver turns rows into samples, in input order: what it keeps is one
// counter per problem.
type Resolver struct {
	problems Problems
	target   *lang.Language // nil: each id says it
	source   *lang.Language // nil: no translations
	only     *lang.Language // of all problems, when it is one and nothing else says it
	seen     map[string]int
	resolved map[spelling]place
	lists    identifier // of programs without ids
}

// A spelling is all of a row that decides its place; files repeat few of them.
type spelling struct{ id, language string }

type place struct {
	taskID   string
	language *lang.Language
}

// resolvedMax bounds the memory for a file in which each id is spelt anew.
const resolvedMax = 1 << 16

// NewResolver checks the options.
func NewResolver(p Problems, o Options) (*Resolver, error) {
	r := &Resolver{problems: p, seen: map[string]int{}, resolved: map[spelling]place{}}
	r.lists.problems = p
	var err error
	if o.Lang != "" {
		if r.target, err = lang.Lookup(o.Lang); err != nil {
			return nil, fmt.Errorf("--lang: %w", err)
		}
	}
	if o.From == "" {
		if r.target == nil {
			r.only = onlyLanguage(p)
		}
		return r, nil
	}
	if r.source, err = lang.Lookup(o.From); err != nil {
		return nil, fmt.Errorf("--from: %w", err)
	}
	if r.target == nil {
		return nil, fmt.Errorf("--from %s needs --lang: the language translated to", r.source.Name)
	}
	if r.source == r.target {
		return nil, fmt.Errorf("--from and --lang are both %s", r.source.Name)
	}
	return r, nil
}

// All yields the samples of all sources in order, and positioned errors
// between them. Indexes count from 0 in every call. An error that is not an
// *jsonl.Error means that a source could not be opened; nothing follows it.
func (r *Resolver) All(sources []Source) iter.Seq2[Sample, error] {
	return func(yield func(Sample, error) bool) {
		clear(r.seen)
		for _, src := range sources {
			rows, err := src.Open()
			if err != nil {
				// Not wrapped: a refusal is an *jsonl.Error too, and must not
				// be taken for a bad row that can be passed over.
				yield(Sample{}, fmt.Errorf("open samples: %v", err))
				return
			}
			more := r.each(rows, yield)
			rows.Close() // read only: what could go wrong was yielded
			if !more {
				return
			}
		}
	}
}

func (r *Resolver) each(rows *Reader, yield func(Sample, error) bool) bool {
	for {
		row, err := rows.Next()
		if err == io.EOF {
			return true
		}
		var s Sample
		if err == nil {
			s, err = r.Resolve(row)
		}
		if !yield(s, err) {
			return false
		}
	}
}

// onlyLanguage is the language of all problems, or nil when there are several.
func onlyLanguage(p Problems) (only *lang.Language) {
	for _, taskID := range p.InOrder("") {
		prefix, _, _ := strings.Cut(taskID, "/")
		l := named(prefix)
		if l == nil || only != nil && l != only {
			return nil
		}
		only = l
	}
	return only
}

// Resolve finds the row's problem and counts it. A row that belongs to none
// is an *jsonl.Error.
func (r *Resolver) Resolve(row Row) (Sample, error) {
	at, err := r.place(row)
	if err != nil {
		return Sample{}, &jsonl.Error{File: row.File, Line: row.Line, Err: err}
	}
	taskID := at.taskID
	s := Sample{
		TaskID: taskID, Language: at.language.Name, Index: r.seen[taskID],
		Generation: row.Generation, Whole: row.Whole, CompletionID: row.CompletionID, Finish: row.Finish,
		Flags: row.Flags, File: row.File, Line: row.Line,
	}
	if row.Whole {
		s.Flags = append(slices.Clip(s.Flags), FlagWhole)
	}
	if r.source != nil {
		s.SourceLanguage = r.source.Name // and its prompt is another one by nature
	} else if row.HasPrompt {
		s.PromptDiffers = row.Prompt != r.problems.Prompt(taskID)
	}
	r.seen[taskID]++
	return s, nil
}

// place is problem, remembered: files repeat few spellings.
func (r *Resolver) place(row Row) (place, error) {
	if row.Place > 0 {
		return r.byPlace(row)
	}
	at, ok := r.resolved[spelling{row.ID, row.Language}]
	if ok {
		return at, nil
	}
	at, err := r.problem(row)
	if err == nil && len(r.resolved) < resolvedMax {
		r.resolved[spelling{row.ID, row.Language}] = at
	}
	return at, err
}

// byPlace finds the problem of a list of programs.
func (r *Resolver) byPlace(row Row) (place, error) {
	l := r.target
	if l == nil {
		l = r.only
	}
	if l == nil {
		return place{}, fmt.Errorf("list %d names no problem and no language; say with --lang which it is", row.Place)
	}
	taskID, err := r.lists.find(row, l.IDPrefix)
	return place{taskID, l}, err
}

func (r *Resolver) problem(row Row) (place, error) {
	id := parseID(row.ID)
	exact, known := r.problems.Lookup(row.ID)
	if known {
		id = parseID(exact)
	}
	said, err := r.said(id, row)
	if err != nil {
		return place{}, err
	}
	if r.target != nil && said != r.target && said != r.source {
		err := fmt.Errorf("%q is %s, but --lang says %s%s", row.ID, said.Name, r.target.Name, r.hint(said))
		if r.source == nil {
			err = otherLanguage{err}
		}
		return place{}, err
	}
	if known && (r.target == nil || said == r.target) && id.language == said {
		return place{exact, said}, nil
	}
	l := said
	if r.target != nil {
		l = r.target
	}
	// A row that brings its tests is of the problem that was made of it.
	if taskID, ok := r.problems.Lookup(l.IDPrefix + "/" + row.ID); ok {
		return place{taskID, l}, nil
	}
	if id.numbered {
		if taskID, ok := r.problems.ByNumber(l.IDPrefix, id.number); ok {
			return place{taskID, l}, nil
		}
	}
	return place{}, fmt.Errorf("unknown problem %q (of %s); \"xeval data list\" shows those of the dataset", row.ID, l.Name)
}

// said is the language that a row is of: its id's, else its own "language"
// field's, else --lang.
func (r *Resolver) said(id rowID, row Row) (*lang.Language, error) {
	own := named(row.Language)
	switch {
	case id.language != nil:
		if own != nil && own != id.language && r.source == nil {
			return nil, fmt.Errorf("%q is %s, but the row's language is %s (translations need --lang and --from)", row.ID, id.language.Name, own.Name)
		}
		return id.language, nil
	case own != nil:
		return own, nil
	case !id.numbered:
		return nil, fmt.Errorf("unknown problem %q; \"xeval data list\" shows those of the dataset", row.ID)
	case r.target != nil:
		return r.target, nil
	case r.only != nil:
		return r.only, nil
	}
	return nil, fmt.Errorf("%q names no language; say with --lang which it is", row.ID)
}

func (r *Resolver) hint(said *lang.Language) string {
	if r.source != nil {
		return " and --from " + r.source.Name
	}
	return fmt.Sprintf(" (for translations, add --from %s)", said.Name)
}

// A rowID is an id taken apart. Its language is nil when it names none.
type rowID struct {
	language *lang.Language
	number   int
	numbered bool
}

// idPattern is "HumanEval/1", "HumanEval_23_strlen", "1", behind a language or
// not: "Go/1", "CPP/HumanEval_23_strlen".
var idPattern = regexp.MustCompile(`^(?:(.+?)[/_])?(\d{1,9})(?:_.*)?$`)

// datasetNames may stand before a number without naming a language. Others
// may not: Mbpp/2 is no problem of HumanEval.
var datasetNames = []string{"humaneval", "humanevalx", "humanevalpack"}

func parseID(text string) rowID {
	if before, after, ok := strings.Cut(text, "/"); ok {
		if l := named(before); l != nil {
			id := parseID(after)
			id.language = l
			return id
		}
	}
	m := idPattern.FindStringSubmatch(text)
	if m == nil {
		return rowID{}
	}
	n, err := strconv.Atoi(m[2])
	if err != nil {
		return rowID{}
	}
	if l := named(m[1]); l != nil {
		return rowID{language: l, number: n, numbered: true}
	}
	name := strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(m[1]))
	return rowID{number: n, numbered: name == "" || slices.Contains(datasetNames, name)}
}

// named is the language of that name; nil when there is none, as when a row's
// "language" is one that people speak.
func named(name string) *lang.Language {
	if name == "" {
		return nil
	}
	l, err := lang.Lookup(name)
	if err != nil {
		return nil
	}
	return l
}
