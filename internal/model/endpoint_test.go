package model

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/prompt"
)

func generate(t *testing.T, s *server, o EndpointOptions, rs []prompt.Request, opt Options) []Generation {
	t.Helper()
	path := storePath(t)
	if _, err := Generate(t.Context(), s.client(o), each(rs), openStore(t, path), opt); err != nil {
		t.Fatal(err)
	}
	return stored(t, path, rs, opt.Samples)
}

// A stream ends when the language's rule says that the sample is complete, and
// the server notices.
func TestStopRuleEndsTheStream(t *testing.T) {
	s := newServer(t)
	hungUp := make(chan int, 1)
	rs := requests(1, prompt.Completion)
	rs[0].Prompt = "endless"
	s.hooks["endless"] = func(w http.ResponseWriter, r *http.Request) {
		n := 0
		for _, text := range []string{"    x = 1\n", "    # note\n", "    ret", "urn x\n\n", "de", "f g():\n"} {
			event(w, body{}, 0, text, "")
		}
		for ; n < 100000 && r.Context().Err() == nil; n++ {
			event(w, body{}, 0, "    pass\n", "")
			time.Sleep(100 * time.Microsecond)
		}
		hungUp <- n
	}
	g := generate(t, s, EndpointOptions{}, rs, quick(1))[0]
	if g.FinishReason != StoppedByRule || g.Generation != "    x = 1\n    # note\n    return x\n\n" {
		t.Errorf("%q: %q", g.FinishReason, g.Generation)
	}
	if !strings.HasPrefix(g.Raw, "    x = 1\n    # note\n    return x\n\nde") {
		t.Errorf("raw %q", g.Raw)
	}
	if g.Usage == nil || !g.Usage.Estimated || g.Usage.CompletionTokens < 5 {
		t.Errorf("usage %+v", g.Usage)
	}
	if n := <-hungUp; n == 100000 {
		t.Error("the server was left writing")
	}
}

// The same reply gives the same sample, streamed or not.
func TestStopRuleWithoutStream(t *testing.T) {
	s := newServer(t)
	s.pieces = []string{"    return 1\n", "\nprint(f())\n", "    x\n"}
	for _, mode := range []Streaming{StreamAuto, StreamNever} {
		g := generate(t, s, EndpointOptions{Stream: mode}, requests(1, prompt.Completion), quick(1))[0]
		if g.Generation != "    return 1\n\n" {
			t.Errorf("%s: %q of %q", mode, g.Generation, g.Raw)
		}
	}
	chat := generate(t, s, EndpointOptions{}, requests(1, prompt.Chat), quick(1))[0]
	if chat.Generation != strings.Join(s.pieces, "") {
		t.Errorf("a chat reply was cut to %q", chat.Generation)
	}
}

func TestServersThatGiveOneAtATime(t *testing.T) {
	one := func(w http.ResponseWriter, _ *http.Request, b body, s *server) { answer(w, b, s, 1) }
	refuse := func(w http.ResponseWriter, r *http.Request, b body, s *server) {
		if b.N > 1 {
			status(400, "n must be 1")(w, r, b, s)
			return
		}
		well(w, r, b, s)
	}
	for name, f := range map[string]fault{"ignores n": one, "refuses n": refuse} {
		for _, mode := range modes {
			s := newServer(t, times(1000, f)...)
			o := quick(5)
			o.Concurrency = 1
			generate(t, s, EndpointOptions{Stream: mode.stream}, requests(4, mode.form), o)
			several := 0
			for _, b := range s.asked() {
				if b.N > 1 {
					several++
				}
			}
			if several > 1 { // once is enough to learn it
				t.Errorf("%s, %s: several samples were asked for %d times", name, mode.name, several)
			}
		}
	}
}

func TestParametersAreSentAndRecorded(t *testing.T) {
	seed := int64(40)
	settings := Settings{
		Model: "big", Temperature: number(0.8), TopP: number(0.95), MaxTokens: 512, Seed: &seed,
		Stop: []string{"END"}, Extra: map[string]any{"min_p": 0.1, "guided.regex": "a"},
	}
	for _, mode := range modes {
		s := newServer(t)
		o := quick(5)
		o.PerRequest, o.Concurrency = 2, 1
		rs := requests(1, mode.form)
		rs[0].Stop = []string{"\nclass ", "1", "2", "3"} // with the user's, one more than the API allows
		path := storePath(t)
		client := s.client(EndpointOptions{APIKey: "sk-secret", Settings: settings, Stream: mode.stream})
		if _, err := Generate(t.Context(), client, each(rs), openStore(t, path), o); err != nil {
			t.Fatal(err)
		}
		seeds := map[int64]bool{}
		for _, b := range s.asked() {
			if b.Model != "big" || *b.Temperature != 0.8 || *b.TopP != 0.95 || b.MaxTokens != 512 || *b.MinP != 0.1 ||
				strings.Join(b.Stop, "|") != "END|\nclass |1|2" || b.Key != "Bearer sk-secret" {
				t.Errorf("%s: sent %+v", mode.name, b)
			}
			seeds[*b.Seed] = true
		}
		if len(seeds) != 3 || !seeds[40] || !seeds[42] || !seeds[44] {
			t.Errorf("%s: seeds %v", mode.name, seeds)
		}
		checkRecord(t, stored(t, path, rs, 5), settings)
		text, err := os.ReadFile(path)
		if err != nil || strings.Contains(string(text), "secret") || strings.Contains(string(text), "prompt 0") {
			t.Errorf("%s: the file holds the key or the prompt (%v):\n%s", mode.name, err, text)
		}
	}
}

func checkRecord(t *testing.T, generations []Generation, want Settings) {
	t.Helper()
	for _, g := range generations {
		var sent map[string]any
		if err := json.Unmarshal(g.Parameters, &sent); err != nil {
			t.Fatal(err)
		}
		if sent["temperature"] != 0.8 || sent["guided.regex"] != "a" || sent["seed"].(float64) != 40+float64(g.Sample/2*2) {
			t.Errorf("sample %d: parameters %s", g.Sample, g.Parameters)
		}
		if g.Settings.text() != want.text() || g.PromptSHA256 == "" || g.Attempt != 1 || g.ResponseID != "r1" {
			t.Errorf("record %+v", g)
		}
	}
}

func TestNoKeyIsSentWithoutOne(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-of-the-environment")
	s := newServer(t)
	generate(t, s, EndpointOptions{}, requests(1, prompt.Chat), quick(1))
	if key := s.asked()[0].Key; key != "" {
		t.Errorf("sent %q", key)
	}
}

// Usage stands once per response, however many samples it brought.
func TestUsageAndCost(t *testing.T) {
	for _, mode := range modes {
		s := newServer(t)
		o := quick(4)
		o.Prices = Prices{Prompt: 1e6, Completion: 2e6}
		o.Wanted = 8
		path, rs := storePath(t), requests(2, mode.form)
		var last Progress
		o.Progress = func(p Progress) { last = p }
		p, err := Generate(t.Context(), s.client(EndpointOptions{Stream: mode.stream}), each(rs), openStore(t, path), o)
		if err != nil {
			t.Fatal(err)
		}
		stored(t, path, rs, 4)
		cost, known := p.Cost()
		if p.PromptTokens != 14 || p.CompletionTokens != 80 || p.Estimated || !known || cost != 14+160 {
			t.Errorf("%s: %+v costs %v", mode.name, p, cost)
		}
		if eta, known := p.ETA(); !known || eta != 0 || last.Stored != 8 {
			t.Errorf("%s: ETA %v, %+v", mode.name, eta, last)
		}
	}
}

func TestServerWithoutUsage(t *testing.T) {
	s := newServer(t)
	s.usage = false
	g := generate(t, s, EndpointOptions{Stream: StreamAlways}, requests(1, prompt.Chat), quick(1))[0]
	if g.Usage == nil || !g.Usage.Estimated {
		t.Errorf("usage %+v", g.Usage)
	}
}

// Some servers keep the stream open after the last reply.
func TestStreamLeftOpen(t *testing.T) {
	s := newServer(t)
	rs := requests(1, prompt.Chat)
	s.hooks["prompt 0"] = func(w http.ResponseWriter, r *http.Request) {
		event(w, body{Messages: rs[0].Messages}, 0, "yes", "stop")
		<-r.Context().Done()
	}
	o := quick(1)
	o.Deadline = time.Minute
	if g := generate(t, s, EndpointOptions{Stream: StreamAlways}, rs, o)[0]; g.Raw != "yes" || g.Attempt != 1 {
		t.Errorf("got %q at attempt %d", g.Raw, g.Attempt)
	}
}

// What a server does not understand is left out from then on.
func TestAdaptation(t *testing.T) {
	noOptions := func(w http.ResponseWriter, r *http.Request, b body, s *server) {
		if b.Options != nil {
			status(400, "unknown field stream_options")(w, r, b, s)
			return
		}
		well(w, r, b, s)
	}
	newTokens := func(w http.ResponseWriter, r *http.Request, b body, s *server) {
		if b.MaxTokens > 0 || b.NewMaxTokens != 9 {
			status(400, "use max_completion_tokens instead")(w, r, b, s)
			return
		}
		well(w, r, b, s)
	}
	neverStreams := func(w http.ResponseWriter, _ *http.Request, b body, s *server) {
		b.Stream = false
		answer(w, b, s, max(1, b.N))
	}
	for name, f := range map[string]fault{"stream_options": noOptions, "max_tokens": newTokens, "stream": neverStreams} {
		s := newServer(t, times(100, f)...)
		o := quick(1)
		o.Concurrency = 1
		generate(t, s, EndpointOptions{Stream: StreamAlways, Settings: Settings{Model: "m", MaxTokens: 9}}, requests(3, prompt.Chat), o)
		if n := len(s.asked()); n != 4 {
			t.Errorf("%s: %d requests for 3 replies, want one to learn from", name, n)
		}
	}
}

func TestReasoningIsKeptApart(t *testing.T) {
	s := newServer(t)
	rs := requests(2, prompt.Chat)
	s.hooks["prompt 0"] = func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, 200, map[string]any{"choices": []any{map[string]any{"index": 0, "finish_reason": "stop",
			"message": map[string]any{"content": "yes", "reasoning_content": "hm"}}}})
	}
	s.hooks["prompt 1"] = func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, 200, map[string]any{"choices": []any{map[string]any{"index": 0, "finish_reason": "stop",
			"message": map[string]any{"content": "yes", "reasoning": "hm"}}}})
	}
	for _, g := range generate(t, s, EndpointOptions{}, rs, quick(1)) {
		if g.Raw != "yes" || g.Reasoning != "hm" {
			t.Errorf("got %q, reasoning %q", g.Raw, g.Reasoning)
		}
	}
}

func TestConcurrencyStaysWithinItsLimit(t *testing.T) {
	s := newServer(t)
	o := quick(1)
	o.Concurrency = 3
	generate(t, s, EndpointOptions{}, requests(40, prompt.Chat), o)
	if s.most > 3 {
		t.Errorf("%d requests at once", s.most)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	good := EndpointOptions{BaseURL: "http://localhost/v1", Settings: Settings{Model: "m"}}
	for want, change := range map[string]func(*EndpointOptions){
		"not an http or https": func(o *EndpointOptions) { o.BaseURL = "localhost:8000" },
		"no model named":       func(o *EndpointOptions) { o.Settings.Model = "" },
		"is negative":          func(o *EndpointOptions) { o.Settings.Temperature = number(-1) },
		"outside (0, 1]":       func(o *EndpointOptions) { o.Settings.TopP = number(1.5) },
		"max_tokens -1":        func(o *EndpointOptions) { o.Settings.MaxTokens = -1 },
		"set by xeval":         func(o *EndpointOptions) { o.Settings.Extra = map[string]any{"n": 3} },
		"streaming mode":       func(o *EndpointOptions) { o.Stream = "sometimes" },
	} {
		o := good
		change(&o)
		if _, err := NewEndpoint(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if _, err := NewEndpoint(good); err != nil {
		t.Error(err)
	}
}

func TestGreedyWarning(t *testing.T) {
	greedy := Settings{Temperature: number(0)}
	if len(greedy.Warnings(1)) != 0 || len(greedy.Warnings(2)) != 1 || len((Settings{}).Warnings(9)) != 0 {
		t.Errorf("got %q, %q", greedy.Warnings(1), greedy.Warnings(2))
	}
}
