package model

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/ssestream"

	"github.com/xeval/xeval/internal/prompt"
)

// Streaming says when replies are streamed.
type Streaming string

// When to stream. Auto streams what a stop rule can cut short.
const (
	StreamAuto   Streaming = "auto"
	StreamAlways Streaming = "always"
	StreamNever  Streaming = "never"
)

// EndpointOptions say where and how to ask.
type EndpointOptions struct {
	BaseURL  string // such as "http://localhost:8000/v1"
	APIKey   string // "" sends none
	Settings Settings
	Stream   Streaming // "" is StreamAuto
	HTTP     *http.Client
}

// An Endpoint asks an OpenAI-compatible server through the official SDK, whose
// own retries are off: what may be asked again, and when, is decided by
// Generate, which sees all requests.
type Endpoint struct {
	settings    Settings
	stream      Streaming
	completions openai.CompletionService
	chat        openai.ChatCompletionService

	// What the server turned out not to understand.
	noStream        atomic.Bool // answers a stream request with one document
	noStreamOptions atomic.Bool
	newMaxTokens    atomic.Bool // wants max_completion_tokens
}

// NewEndpoint checks the options; it sends nothing.
func NewEndpoint(o EndpointOptions) (*Endpoint, error) {
	if err := o.Settings.Check(); err != nil {
		return nil, err
	}
	u, err := url.Parse(o.BaseURL)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("base URL %q is not an http or https address", o.BaseURL)
	}
	switch o.Stream {
	case "", StreamAuto, StreamAlways, StreamNever:
	default:
		return nil, fmt.Errorf("unknown streaming mode %q (have auto, always, never)", o.Stream)
	}
	options := []option.RequestOption{
		option.WithBaseURL(strings.TrimRight(o.BaseURL, "/") + "/"),
		option.WithAPIKey(o.APIKey),
		option.WithMaxRetries(0),
	}
	if o.HTTP != nil {
		options = append(options, option.WithHTTPClient(o.HTTP))
	}
	return &Endpoint{
		settings: o.Settings, stream: o.Stream,
		completions: openai.NewCompletionService(options...),
		chat:        openai.NewChatCompletionService(options...),
	}, nil
}

// Settings implements Client.
func (e *Endpoint) Settings() Settings { return e.settings }

// Ask implements Client. A request that the server refuses for a reason we can
// mend is mended and asked once more.
func (e *Endpoint) Ask(ctx context.Context, q Query, deliver func(Reply) error) error {
	for {
		x := &exchange{}
		streaming := e.streams(q.Request)
		err := e.ask(ctx, q, streaming, x, deliver)
		var f *Fault
		if err == nil || !errors.As(err, &f) || !e.adapt(f, x, streaming) {
			return err
		}
	}
}

// adapt notes what the server does not understand; false when nothing new was
// learnt, so that Ask ends.
func (e *Endpoint) adapt(f *Fault, x *exchange, streaming bool) bool {
	switch {
	case streaming && x.status < 400 && x.json:
		return !e.noStream.Swap(true)
	case f.Kind != Refused:
		return false
	case strings.Contains(f.Message, "max_completion_tokens"):
		return !e.newMaxTokens.Swap(true)
	case strings.Contains(f.Message, "stream_options"):
		return !e.noStreamOptions.Swap(true)
	}
	return false
}

func (e *Endpoint) streams(r prompt.Request) bool {
	switch {
	case e.noStream.Load() || e.stream == StreamNever:
		return false
	case e.stream == StreamAlways:
		return true
	}
	return stopRule(r) != nil
}

func (e *Endpoint) ask(ctx context.Context, q Query, streaming bool, x *exchange, deliver func(Reply) error) error {
	g := newGathering(q, deliver)
	watch := option.WithMiddleware(x.watch)
	if q.Request.Form == prompt.Chat {
		body := e.chatParams(q, streaming)
		if streaming {
			return pull(ctx, g, x, func(ctx context.Context) *ssestream.Stream[openai.ChatCompletionChunk] {
				return e.chat.NewStreaming(ctx, body, watch)
			}, fromChatChunk)
		}
		return take(g, x, fromChat, func() (*openai.ChatCompletion, error) { return e.chat.New(ctx, body, watch) })
	}
	body := e.completionParams(q, streaming)
	if streaming {
		return pull(ctx, g, x, func(ctx context.Context) *ssestream.Stream[openai.Completion] {
			return e.completions.NewStreaming(ctx, body, watch)
		}, fromCompletion)
	}
	return take(g, x, fromCompletion, func() (*openai.Completion, error) { return e.completions.New(ctx, body, watch) })
}

// take gathers an answer that comes whole.
func take[T any](g *gathering, x *exchange, read func(T) chunk, send func() (*T, error)) error {
	answer, err := send()
	g.params = x.parameters()
	if err != nil {
		return g.end(err, x)
	}
	if answer == nil { // the body was the JSON null
		return g.end(nil, x)
	}
	if err := g.add(read(*answer), true); err != nil {
		return err
	}
	return g.end(nil, x)
}

// afterLast is how long we wait for the usage behind the last reply. Some
// servers send none, and some keep the stream open.
const afterLast = 2 * time.Second

// pull gathers a stream. It ends the connection as soon as every reply is
// finished and one was cut short by its rule: that stops the server's work.
func pull[T any](ctx context.Context, g *gathering, x *exchange, open func(context.Context) *ssestream.Stream[T], read func(T) chunk) error {
	ctx, hangUp := context.WithCancel(ctx)
	defer hangUp()
	stream := open(ctx)
	defer stream.Close()
	g.params = x.parameters()
	var enough *time.Timer
	for stream.Next() {
		if err := g.add(read(stream.Current()), false); err != nil {
			return err
		}
		switch {
		case !g.complete():
		case g.cutShort || g.usage != nil:
			return g.end(nil, x)
		case enough == nil:
			enough = time.AfterFunc(afterLast, hangUp)
			defer enough.Stop()
		}
	}
	return g.end(stream.Err(), x)
}
