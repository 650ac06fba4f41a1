// Package model gets replies to prompts: from an OpenAI-compatible endpoint or
// from a file of replies. Generate asks for every wanted sample, keeps within
// what the server bears, stores each reply the moment it is finished and, run
// again, asks only for what is missing. It judges nothing and extracts no code
// from chat replies.
package model

import (
	"context"
	"encoding/json"
	"time"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/prompt"
)

// A Client answers requests. Its variants are Endpoint and Replay.
type Client interface {
	// Ask delivers the replies to one query, each as soon as it is finished
	// and at most one for each wanted sample. It returns nil although some are
	// missing when the server gave fewer than it was asked for, but at least
	// one; otherwise a *Fault says why, or ctx has ended. An error of deliver
	// ends Ask and is returned.
	Ask(ctx context.Context, q Query, deliver func(Reply) error) error
	// Settings are what the client asks with.
	Settings() Settings
}

// A Query asks for several replies to one request.
type Query struct {
	Request prompt.Request
	Samples []int // sample numbers, ascending
}

// A Reply is one finished answer.
type Reply struct {
	Sample       int
	Text         string // as received, nothing cut
	Reasoning    string // what the server delivered as reasoning, apart from the text
	FinishReason string // the server's, or StoppedByRule
	Usage        *Usage // of the whole response; on one of its replies only
	Model        string // as the server names it
	ResponseID   string
	Parameters   json.RawMessage // the request's body without the prompt
	Latency      time.Duration   // until this reply was finished
	FirstText    time.Duration   // until its first text; 0 when it came whole
}

// StoppedByRule is the finish reason of a reply that we ended by the
// language's stop rule.
const StoppedByRule = "stop_rule"

// Usage is what a response cost in tokens.
type Usage struct {
	PromptTokens     int64 `json:"prompt_tokens"`
	CompletionTokens int64 `json:"completion_tokens"`
	ReasoningTokens  int64 `json:"reasoning_tokens,omitempty"` // part of CompletionTokens
	// Estimated: the server reported nothing, as when a stream is cut short;
	// a quarter of the prompt's bytes and the number of streamed pieces.
	Estimated bool `json:"estimated,omitempty"`
}

// stopRule is the language's rule for raw continuations, or nil where none
// applies: a chat reply ends by itself and a description holds no code.
func stopRule(r prompt.Request) func(string) (int, bool) {
	if l := rawLanguage(r); l != nil {
		return l.StopGenerating
	}
	return nil
}

// rawLanguage is the language of a raw continuation that becomes a sample.
func rawLanguage(r prompt.Request) *lang.Language {
	if r.Form != prompt.Completion || !r.Step.Judged() {
		return nil
	}
	l, err := lang.Lookup(r.Language)
	if err != nil {
		return nil // a request for a language we lack has no rules; the judge will name it
	}
	return l
}

// sampleText is the sample that a reply's text stands for: a raw continuation
// is cut by the stop rule and cleaned up as upstream does; a chat reply is
// kept whole for extraction.
func sampleText(r prompt.Request, text string) string {
	l := rawLanguage(r)
	if l == nil {
		return text
	}
	if l.StopGenerating != nil {
		cut, _ := l.StopGenerating(text)
		text = text[:cut]
	}
	if l.CleanUp != nil {
		text = l.CleanUp(text)
	}
	return text
}
