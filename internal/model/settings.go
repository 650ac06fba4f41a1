package model

import (
	"encoding/json"
	"fmt"
)

// Settings are the sampling parameters a user chose. A nil or zero field is
// left to the server.
type Settings struct {
	Model       string         `json:"model"`
	Temperature *float64       `json:"temperature,omitempty"`
	TopP        *float64       `json:"top_p,omitempty"`
	MaxTokens   int64          `json:"max_tokens,omitempty"`
	Seed        *int64         `json:"seed,omitempty"` // of sample 0; each request adds its first sample's number
	Stop        []string       `json:"stop,omitempty"` // beside the language's own
	Extra       map[string]any `json:"extra,omitempty"`
}

// Check finds settings that no server can honour.
func (s Settings) Check() error {
	switch {
	case s.Model == "":
		return fmt.Errorf("no model named: use --model NAME")
	case s.Temperature != nil && *s.Temperature < 0:
		return fmt.Errorf("temperature %v is negative", *s.Temperature)
	case s.TopP != nil && (*s.TopP <= 0 || *s.TopP > 1):
		return fmt.Errorf("top_p %v is outside (0, 1]", *s.TopP)
	case s.MaxTokens < 0:
		return fmt.Errorf("max_tokens %d is negative", s.MaxTokens)
	}
	for _, own := range []string{"model", "prompt", "messages", "n", "stream", "stream_options"} {
		if _, clash := s.Extra[own]; clash {
			return fmt.Errorf("extra body field %q is set by xeval itself", own)
		}
	}
	return nil
}

// Warnings are what a person should know before asking for n samples of each
// problem.
func (s Settings) Warnings(n int) []string {
	if s.Temperature != nil && *s.Temperature == 0 && n > 1 {
		return []string{fmt.Sprintf(
			"temperature 0 with %d samples per problem: greedy samples are copies of each other, which says nothing about pass@k beyond k=1; use one sample or a higher temperature", n)}
	}
	return nil
}

// text is the same for equal settings: JSON with sorted keys.
func (s Settings) text() string {
	b, err := json.Marshal(s)
	if err != nil {
		return fmt.Sprintf("%+v", s)
	}
	return string(b)
}

// differences names the settings in which a stored record and the present
// request differ, both as text gives them.
func differences(stored, now string) string {
	var a, b map[string]any
	if json.Unmarshal([]byte(stored), &a) != nil || json.Unmarshal([]byte(now), &b) != nil {
		return "settings " + stored + ", now " + now
	}
	var out string
	for _, key := range []string{"model", "temperature", "top_p", "max_tokens", "seed", "stop", "extra"} {
		if was, is := value(a, key), value(b, key); was != is {
			if out != "" {
				out += "; "
			}
			out += fmt.Sprintf("%s %s, now %s", key, was, is)
		}
	}
	return out
}

func value(m map[string]any, key string) string {
	v, set := m[key]
	if !set {
		return "unset"
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

// Prices are in money per million tokens, whatever the currency.
type Prices struct {
	Prompt     float64
	Completion float64
}

// Known says that prices were given.
func (p Prices) Known() bool { return p.Prompt > 0 || p.Completion > 0 }

// Cost of the tokens.
func (p Prices) Cost(promptTokens, completionTokens int64) float64 {
	return (p.Prompt*float64(promptTokens) + p.Completion*float64(completionTokens)) / 1e6
}
