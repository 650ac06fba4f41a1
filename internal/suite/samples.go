package suite

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed samples
var samples embed.FS

// A Sample is one generation for a problem of the suite. Expect lists the
// outcomes that judging may give it, spelt as in verdicts; tests read it, the
// judge does not. A hostile one is written so that none of them is reached where
// what it tries succeeds, but for killing the parent, which may fail silently.
type Sample struct {
	TaskID       string   `json:"task_id"`
	CompletionID int      `json:"completion_id"`
	Generation   string   `json:"generation"`
	Expect       []string `json:"expect"`
	Note         string   `json:"note,omitempty"`
}

// Samples gives the generations. In its file samples/<prefix> each follows a
// line "// ---- <number> <outcome>…[: note]".
func Samples() ([]Sample, error) {
	names, err := fs.Glob(samples, "samples/*")
	if err != nil {
		return nil, fmt.Errorf("embedded samples: %w", err)
	}
	var out []Sample
	for _, name := range names {
		text, err := samples.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("embedded samples: %w", err)
		}
		prefix, _, _ := strings.Cut(path.Base(name), ".")
		of, err := parseSamples(prefix, string(text))
		if err != nil {
			return nil, fmt.Errorf("embedded samples: %s: %w", name, err)
		}
		out = append(out, of...)
	}
	return out, nil
}

func parseSamples(prefix, text string) (out []Sample, err error) {
	next := map[string]int{} // completion ids
	for line := range strings.Lines(text) {
		head, ok := mark(line)
		if !ok {
			if len(out) == 0 {
				return nil, fmt.Errorf("text before the first sample: %q", line)
			}
			out[len(out)-1].Generation += line
			continue
		}
		head, note, _ := strings.Cut(head, ": ")
		words := strings.Fields(head)
		if len(words) < 2 {
			return nil, fmt.Errorf("%q is not <number> <outcome>", head)
		}
		id := prefix + "/" + words[0]
		out = append(out, Sample{TaskID: id, CompletionID: next[id], Expect: words[1:], Note: note})
		next[id]++
	}
	return out, nil
}

// SamplesFile is the generations as JSON Lines, as a user would bring them.
func SamplesFile() ([]byte, error) {
	all, err := Samples()
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	enc := json.NewEncoder(&file)
	enc.SetEscapeHTML(false)
	for _, s := range all {
		if err := enc.Encode(s); err != nil {
			return nil, err
		}
	}
	return file.Bytes(), nil
}
