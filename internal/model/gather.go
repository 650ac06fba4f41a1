package model

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/respjson"
)

// A chunk is what a response says at one time: a part of a stream, or all of
// an answer that came whole.
type chunk struct {
	id, model string
	pieces    []piece
	usage     *Usage
}

// A piece adds to one choice.
type piece struct {
	choice    int
	text      string
	reasoning string
	finish    string
}

func fromCompletion(c openai.Completion) chunk {
	out := chunk{id: c.ID, model: c.Model, usage: fromUsage(c.Usage, c.JSON.Usage)}
	for _, ch := range c.Choices {
		out.pieces = append(out.pieces, piece{choice: int(ch.Index), text: ch.Text, finish: string(ch.FinishReason)})
	}
	return out
}

func fromChat(c openai.ChatCompletion) chunk {
	out := chunk{id: c.ID, model: c.Model, usage: fromUsage(c.Usage, c.JSON.Usage)}
	for _, ch := range c.Choices {
		text := ch.Message.Content
		if text == "" {
			text = ch.Message.Refusal
		}
		out.pieces = append(out.pieces, piece{int(ch.Index), text, reasoningOf(ch.Message.JSON.ExtraFields), ch.FinishReason})
	}
	return out
}

func fromChatChunk(c openai.ChatCompletionChunk) chunk {
	out := chunk{id: c.ID, model: c.Model, usage: fromUsage(c.Usage, c.JSON.Usage)}
	for _, ch := range c.Choices {
		text := ch.Delta.Content + ch.Delta.Refusal
		out.pieces = append(out.pieces, piece{int(ch.Index), text, reasoningOf(ch.Delta.JSON.ExtraFields), ch.FinishReason})
	}
	return out
}

// reasoningOf finds the reasoning text under the two names that servers use.
func reasoningOf(extra map[string]respjson.Field) string {
	for _, name := range []string{"reasoning_content", "reasoning"} {
		var text string
		if f, has := extra[name]; has && json.Unmarshal([]byte(f.Raw()), &text) == nil && text != "" {
			return text
		}
	}
	return ""
}

func fromUsage(u openai.CompletionUsage, field respjson.Field) *Usage {
	if !field.Valid() || u.PromptTokens+u.CompletionTokens == 0 {
		return nil
	}
	return &Usage{
		PromptTokens:     u.PromptTokens,
		CompletionTokens: u.CompletionTokens,
		ReasoningTokens:  u.CompletionTokensDetails.ReasoningTokens,
	}
}

// A gathering collects the chunks of one response. A finished reply is
// delivered at once, except one after which nothing is being written: it waits
// for the usage, which comes last, or for another choice to begin.
type gathering struct {
	query   Query
	rule    func(string) (int, bool)
	deliver func(Reply) error
	params  json.RawMessage
	start   time.Time

	id, model string
	usage     *Usage
	choices   []choice
	finished  int
	pieces    int64
	held      *Reply
	cutShort  bool // a choice was ended by the rule, so the server may still be writing
}

type choice struct {
	text, reasoning strings.Builder
	begun, done     bool
	first           time.Duration
}

func newGathering(q Query, deliver func(Reply) error) *gathering {
	return &gathering{
		query: q, rule: stopRule(q.Request), deliver: deliver,
		start: time.Now(), choices: make([]choice, len(q.Samples)),
	}
}

// add takes the next chunk. In a stream a choice is done when its finish
// reason comes; an answer that came whole is done anyway.
func (g *gathering) add(c chunk, whole bool) error {
	if c.id != "" {
		g.id = c.id
	}
	if c.model != "" {
		g.model = c.model
	}
	if c.usage != nil {
		g.usage = c.usage
	}
	for _, p := range c.pieces {
		if p.choice < 0 || p.choice >= len(g.choices) || g.choices[p.choice].done {
			continue // more choices than asked for, or text behind the end
		}
		if err := g.addPiece(p, whole); err != nil {
			return err
		}
	}
	return nil
}

func (g *gathering) addPiece(p piece, whole bool) error {
	c := &g.choices[p.choice]
	if !c.begun && !whole {
		if err := g.release(); err != nil {
			return err // more is to come, so the usage is far
		}
	}
	c.begun = true
	c.text.WriteString(p.text)
	c.reasoning.WriteString(p.reasoning)
	if p.text != "" || p.reasoning != "" {
		g.pieces++
		if c.first == 0 && !whole {
			c.first = time.Since(g.start)
		}
	}
	if p.finish != "" || whole {
		return g.finish(p.choice, p.finish, whole)
	}
	if g.rule != nil && p.text != "" {
		if _, stop := g.rule(c.text.String()); stop {
			g.cutShort = true
			return g.finish(p.choice, StoppedByRule, false)
		}
	}
	return nil
}

func (g *gathering) finish(i int, reason string, whole bool) error {
	c := &g.choices[i]
	c.done = true
	g.finished++
	r := Reply{
		Sample: g.query.Samples[i], Text: c.text.String(), Reasoning: c.reasoning.String(),
		FinishReason: reason, Parameters: g.params,
		Latency: time.Since(g.start), FirstText: c.first,
	}
	if err := g.release(); err != nil {
		return err
	}
	if whole || g.quiet() {
		g.held = &r
		return nil
	}
	return g.hand(r)
}

// quiet says that no choice is being written at the moment.
func (g *gathering) quiet() bool {
	for i := range g.choices {
		if c := &g.choices[i]; c.begun && !c.done {
			return false
		}
	}
	return true
}

// release delivers the reply that waited for the usage.
func (g *gathering) release() error {
	if g.held == nil {
		return nil
	}
	r := *g.held
	g.held = nil
	return g.hand(r)
}

func (g *gathering) hand(r Reply) error {
	r.ResponseID, r.Model = g.id, g.model
	return g.deliver(r)
}

// complete says that every wanted reply is finished.
func (g *gathering) complete() bool { return g.finished == len(g.choices) }

// end is called when the response is over; err is how, nil for a regular end.
func (g *gathering) end(err error, x *exchange) error {
	if g.held != nil {
		g.held.Usage = g.usage
		if g.usage == nil {
			g.held.Usage = g.estimate()
		}
		if err := g.release(); err != nil {
			return err
		}
	}
	switch {
	case g.complete():
		return nil
	case err != nil:
		return faultOf(err, x)
	case !g.quiet():
		return &Fault{Message: "the stream ended in the middle of a reply"}
	case g.finished == 0:
		return &Fault{Message: "the answer has no choices"}
	}
	return nil
}

func (g *gathering) estimate() *Usage {
	if g.pieces == 0 || g.held.FirstText == 0 {
		return nil // an answer that came whole, without usage: nothing to count by
	}
	bytes := len(g.query.Request.Prompt)
	for _, m := range g.query.Request.Messages {
		bytes += len(m.Content)
	}
	return &Usage{PromptTokens: int64(bytes / 4), CompletionTokens: g.pieces, Estimated: true}
}
