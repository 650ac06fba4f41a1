package model

import (
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/shared"

	"github.com/xeval/xeval/internal/prompt"
)

func (e *Endpoint) completionParams(q Query, streaming bool) openai.CompletionNewParams {
	s := e.settings
	body := openai.CompletionNewParams{
		Model:       openai.CompletionNewParamsModel(s.Model),
		Prompt:      openai.CompletionNewParamsPromptUnion{OfString: openai.String(q.Request.Prompt)},
		Temperature: optional(s.Temperature),
		TopP:        optional(s.TopP),
		Seed:        e.seed(q),
		N:           several(q),
		Stop:        openai.CompletionNewParamsStopUnion{OfStringArray: e.stops(q)},
	}
	if s.MaxTokens > 0 {
		body.MaxTokens = openai.Int(s.MaxTokens)
	}
	if streaming && !e.noStreamOptions.Load() {
		body.StreamOptions.IncludeUsage = openai.Bool(true)
	}
	body.SetExtraFields(s.Extra)
	return body
}

func (e *Endpoint) chatParams(q Query, streaming bool) openai.ChatCompletionNewParams {
	s := e.settings
	body := openai.ChatCompletionNewParams{
		Model:       shared.ChatModel(s.Model),
		Messages:    turns(q.Request.Messages),
		Temperature: optional(s.Temperature),
		TopP:        optional(s.TopP),
		Seed:        e.seed(q),
		N:           several(q),
		Stop:        openai.ChatCompletionNewParamsStopUnion{OfStringArray: e.stops(q)},
	}
	switch {
	case s.MaxTokens > 0 && e.newMaxTokens.Load():
		body.MaxCompletionTokens = openai.Int(s.MaxTokens)
	case s.MaxTokens > 0:
		body.MaxTokens = openai.Int(s.MaxTokens)
	}
	if streaming && !e.noStreamOptions.Load() {
		body.StreamOptions.IncludeUsage = openai.Bool(true)
	}
	body.SetExtraFields(s.Extra)
	return body
}

func turns(messages []prompt.Message) []openai.ChatCompletionMessageParamUnion {
	var out []openai.ChatCompletionMessageParamUnion
	for _, m := range messages {
		switch m.Role {
		case "system":
			out = append(out, openai.SystemMessage(m.Content))
		case "assistant":
			out = append(out, openai.AssistantMessage(m.Content))
		default:
			out = append(out, openai.UserMessage(m.Content))
		}
	}
	return out
}

func optional(v *float64) param.Opt[float64] {
	if v == nil {
		return param.Opt[float64]{}
	}
	return openai.Float(*v)
}

// seed differs between the requests for one prompt: with the same seed they
// would bring the same replies.
func (e *Endpoint) seed(q Query) param.Opt[int64] {
	if e.settings.Seed == nil {
		return param.Opt[int64]{}
	}
	return openai.Int(*e.settings.Seed + int64(q.Samples[0]))
}

// several leaves n out where one is wanted: not every server knows the field.
func several(q Query) param.Opt[int64] {
	if len(q.Samples) == 1 {
		return param.Opt[int64]{}
	}
	return openai.Int(int64(len(q.Samples)))
}

// maxStops is how many stop sequences the API allows.
const maxStops = 4

// stops are the user's sequences, then as many of the request's as there is
// room for: those only save tokens.
func (e *Endpoint) stops(q Query) []string {
	all := append(append([]string(nil), e.settings.Stop...), q.Request.Stop...)
	return all[:min(len(all), max(maxStops, len(e.settings.Stop)))]
}
