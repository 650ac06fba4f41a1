package problem

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
)

// The overlay mends rows of HumanEval-X by small edits, so that next to none
// of the dataset's text is repeated here. An edit that does not fit the row
// is an error: the row is then not the one the edit was written and tried for.

//go:embed overlay
var overlayFiles embed.FS

// mendable are the fields the overlay may touch. The prompt is not among them:
// it is what a model was asked.
var mendable = []string{"test", "example_test", "test_setup", "declaration", "canonical_solution"}

type overlay struct {
	Version string         `json:"version"`
	Entries []overlayEntry `json:"entries"`
}

type overlayEntry struct {
	Tasks []string `json:"tasks"`
	Why   string   `json:"why"`
	Edits []edit   `json:"edits"`
}

// An edit replaces Old, which must occur Times times (once when 0), by New;
// with Rest, all from Old to the end of the field. Without Old, New is put
// below the field's text. File names a file that holds New.
type edit struct {
	Field string `json:"field"`
	Old   string `json:"old"`
	New   string `json:"new"`
	File  string `json:"file"`
	Times int    `json:"times"`
	Rest  bool   `json:"rest"`
}

// builtin is the overlay of this version of xeval.
var builtin = sync.OnceValues(func() (*overlay, error) {
	var o overlay
	if err := readEmbedded("overlay.json", &o); err != nil {
		return nil, err
	}
	for i := range o.Entries {
		for j := range o.Entries[i].Edits {
			if err := o.Entries[i].Edits[j].complete(); err != nil {
				return nil, fmt.Errorf("overlay.json: %v: %w", o.Entries[i].Tasks, err)
			}
		}
	}
	return &o, nil
})

func readEmbedded(name string, v any) error {
	text, err := overlayFiles.ReadFile(path.Join("overlay", name))
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (e *edit) complete() error {
	if !slices.Contains(mendable, e.Field) {
		return fmt.Errorf("field %q is not to be touched", e.Field)
	}
	if e.File != "" {
		text, err := overlayFiles.ReadFile(path.Join("overlay", e.File))
		if err != nil {
			return err
		}
		e.New = strings.TrimSuffix(string(text), "\n")
	}
	if e.Times == 0 {
		e.Times = 1
	}
	return nil
}

// ErrataVersion is the version of the overlay that Options.Errata applies.
func ErrataVersion() string {
	o, err := builtin()
	if err != nil { // embedded text: a test reads it
		panic(err)
	}
	return o.Version
}

// apply mends p and lists the fields touched in p.Errata. A row that lists
// some already is left alone: it was read from a run folder.
func (o *overlay) apply(p *Problem) error {
	if len(p.Errata) > 0 {
		return nil
	}
	for _, entry := range o.Entries {
		if !slices.Contains(entry.Tasks, p.TaskID) {
			continue
		}
		for _, e := range entry.Edits {
			if err := e.apply(p); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e edit) apply(p *Problem) error {
	text := p.field(e.Field)
	if e.Old == "" {
		*text += "\n" + e.New + "\n"
	} else if n := strings.Count(*text, e.Old); n != e.Times {
		return fmt.Errorf("%s: %s: the errata do not fit this row: %q occurs %d times, not %d; it is of another revision than the one they were written for: leave out --errata, or fetch the pinned data with \"xeval data fetch %s\"", p.TaskID, e.Field, e.Old, n, e.Times, HumanEvalX)
	} else if e.Rest {
		*text = (*text)[:strings.Index(*text, e.Old)] + e.New
	} else {
		*text = strings.ReplaceAll(*text, e.Old, e.New)
	}
	if !slices.Contains(p.Errata, e.Field) {
		p.Errata = append(p.Errata, e.Field)
	}
	return nil
}

// field is one of the mendable fields, by its JSON name.
func (p *Problem) field(name string) *string {
	return map[string]*string{
		"test": &p.Test, "example_test": &p.ExampleTest, "test_setup": &p.TestSetup,
		"declaration": &p.Declaration, "canonical_solution": &p.CanonicalSolution,
	}[name]
}
