package prompt

import (
	"io"
	"strings"

	"github.com/xeval/xeval/internal/jsonl"
)

// A Shot is a worked example that stands before the question.
type Shot struct {
	Prompt string `json:"prompt"`
	Reply  string `json:"reply"`
}

// ReadShots reads examples, one JSON object with prompt and reply a line.
func ReadShots(path string) ([]Shot, error) {
	r, err := jsonl.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var shots []Shot
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return shots, nil
		}
		if err != nil {
			return nil, err
		}
		var s Shot
		if err := rec.Decode(&s); err != nil {
			return nil, err
		}
		switch {
		case s.Prompt == "":
			return nil, rec.Errorf("prompt", "is missing or empty: an example has prompt and reply")
		case s.Reply == "":
			return nil, rec.Errorf("reply", "is missing or empty: an example has prompt and reply")
		}
		shots = append(shots, s)
	}
}

// asText puts the examples in front of a raw prompt, a blank line after each.
func asText(shots []Shot, text string) string {
	var out strings.Builder
	for _, s := range shots {
		out.WriteString(strings.TrimRight(s.Prompt+s.Reply, "\n"))
		out.WriteString("\n\n")
	}
	return out.String() + text
}

// asTurns makes a conversation of the examples and the question.
func asTurns(shots []Shot, system, text string) []Message {
	var out []Message
	if system != "" {
		out = append(out, Message{"system", system})
	}
	for _, s := range shots {
		out = append(out, Message{"user", s.Prompt}, Message{"assistant", s.Reply})
	}
	return append(out, Message{"user", text})
}
