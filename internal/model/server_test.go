package model

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/prompt"
)

// A server speaks enough of the OpenAI API for the tests, and misbehaves as
// its script says. It remembers every request.
type server struct {
	*httptest.Server
	t      *testing.T
	mu     sync.Mutex
	script []fault // for the first requests, one each; later ones are answered well
	bodies []body
	hooks  map[string]http.HandlerFunc // by prompt, instead of the script
	inside int
	most   int
	pieces []string // the text of every reply, as streamed; "" in it is not sent
	usage  bool
	reason string
}

// A body is what the client sent.
type body struct {
	Path     string           `json:"-"`
	Key      string           `json:"-"`
	Model    string           `json:"model"`
	Prompt   string           `json:"prompt"`
	Messages []prompt.Message `json:"messages"`
	N        int              `json:"n"`
	Stream   bool             `json:"stream"`
	Seed     *int64           `json:"seed"`
	Options  *struct {
		Usage bool `json:"include_usage"`
	} `json:"stream_options"`
	MaxTokens    int      `json:"max_tokens"`
	NewMaxTokens int      `json:"max_completion_tokens"`
	Temperature  *float64 `json:"temperature"`
	TopP         *float64 `json:"top_p"`
	Stop         []string `json:"stop"`
	MinP         *float64 `json:"min_p"`
}

func (b body) text() string {
	if b.Prompt != "" || len(b.Messages) == 0 {
		return b.Prompt
	}
	return b.Messages[len(b.Messages)-1].Content
}

// A fault answers one request badly.
type fault func(w http.ResponseWriter, r *http.Request, b body, s *server)

func newServer(t *testing.T, script ...fault) *server {
	s := &server{
		t: t, script: script, usage: true, reason: "stop",
		hooks: map[string]http.HandlerFunc{}, pieces: []string{"    return", " 1\n"},
	}
	s.Server = httptest.NewServer(s)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var b body
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client hung up, as it does when a run ends
	}
	if err := json.Unmarshal(text, &b); err != nil {
		s.t.Errorf("request body: %v", err)
	}
	b.Path, b.Key = r.URL.Path, r.Header.Get("Authorization")
	s.mu.Lock()
	s.bodies = append(s.bodies, b)
	bad := fault(well)
	hook := s.hooks[b.text()]
	if hook == nil && len(s.script) > 0 {
		bad, s.script = s.script[0], s.script[1:]
	}
	s.inside++
	s.most = max(s.most, s.inside)
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.inside--
		s.mu.Unlock()
	}()
	if hook != nil {
		hook(w, r)
		return
	}
	bad(w, r, b, s)
}

// asked is a copy of what the server has been sent.
func (s *server) asked() []body {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]body(nil), s.bodies...)
}

// samplesAsked is how many replies each prompt was asked for.
func (s *server) samplesAsked() map[string]int {
	out := map[string]int{}
	for _, b := range s.asked() {
		out[b.text()] += max(1, b.N)
	}
	return out
}

// well answers as asked.
func well(w http.ResponseWriter, r *http.Request, b body, s *server) {
	answer(w, b, s, max(1, b.N))
}

// answer gives the number of choices, streamed or whole.
func answer(w http.ResponseWriter, b body, s *server, n int) {
	if b.Stream {
		stream(w, b, s, n)
		return
	}
	var choices []map[string]any
	for i := range n {
		c := map[string]any{"index": i, "finish_reason": s.reason}
		if text := strings.Join(s.pieces, ""); b.Messages != nil {
			c["message"] = map[string]any{"role": "assistant", "content": text}
		} else {
			c["text"] = text
		}
		choices = append(choices, c)
	}
	out := map[string]any{"id": "r1", "model": "served", "choices": choices}
	if s.usage {
		out["usage"] = map[string]any{"prompt_tokens": 7, "completion_tokens": 10 * n, "total_tokens": 7 + 10*n}
	}
	writeJSON(w, 200, out)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}

func stream(w http.ResponseWriter, b body, s *server, n int) {
	for _, text := range s.pieces {
		for i := range n {
			event(w, b, i, text, "")
		}
	}
	for i := range n {
		event(w, b, i, "", s.reason)
	}
	if s.usage && b.Options != nil && b.Options.Usage {
		fmt.Fprintf(w, "data: {\"id\":\"r1\",\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":%d,\"total_tokens\":1}}\n\n", 10*n)
	}
	fmt.Fprint(w, "data: [DONE]\n\n")
}

// event sends one chunk of a stream; false when the client is gone.
func event(w http.ResponseWriter, b body, choice int, text, finish string) bool {
	w.Header().Set("Content-Type", "text/event-stream")
	c := map[string]any{"index": choice, "finish_reason": nil}
	if finish != "" {
		c["finish_reason"] = finish
	}
	if b.Messages != nil {
		c["delta"] = map[string]any{"content": text}
	} else {
		c["text"] = text
	}
	data, _ := json.Marshal(map[string]any{"id": "r1", "model": "served", "choices": []any{c}})
	_, err := fmt.Fprintf(w, "data: %s\n\n", data)
	w.(http.Flusher).Flush()
	return err == nil
}

// The faults.

func status(code int, message string, headers ...string) fault {
	return func(w http.ResponseWriter, _ *http.Request, _ body, _ *server) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		writeJSON(w, code, map[string]any{"error": map[string]any{"message": message, "code": nil, "type": "x"}})
	}
}

func htmlPage(w http.ResponseWriter, _ *http.Request, _ body, _ *server) {
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(http.StatusBadGateway)
	fmt.Fprint(w, "<html>upstream is away</html>")
}

func hang(_ http.ResponseWriter, r *http.Request, _ body, _ *server) { <-r.Context().Done() }

func slowDrip(w http.ResponseWriter, r *http.Request, b body, _ *server) {
	for event(w, b, 0, " ", "") {
		select {
		case <-r.Context().Done():
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func truncated(w http.ResponseWriter, _ *http.Request, b body, s *server) {
	if b.Stream {
		event(w, b, 0, "    ret", "")
		return
	}
	w.Header().Set("Content-Length", "1000")
	fmt.Fprint(w, `{"id":"r1","choices":[{"index":0,`)
}

func malformed(w http.ResponseWriter, _ *http.Request, b body, _ *server) {
	if b.Stream {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "data: {\"id\":\"r1\",\"choices\":[{]}\n\n")
		return
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprint(w, `{"id":"r1","choices":[{]}`)
}

func noChoices(w http.ResponseWriter, _ *http.Request, b body, s *server) { answer(w, b, s, 0) }

func jsonNull(w http.ResponseWriter, _ *http.Request, _ body, _ *server) { writeJSON(w, 200, nil) }

func reset(w http.ResponseWriter, _ *http.Request, _ body, s *server) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		s.t.Error(err)
		return
	}
	conn.(*net.TCPConn).SetLinger(0) // the client gets a reset, not an end
	conn.Close()
}

// resetMidway resets after the first of several choices was finished.
func resetMidway(w http.ResponseWriter, r *http.Request, b body, s *server) {
	if b.Stream {
		event(w, b, 0, "    return 0\n", "")
		event(w, b, 1, "    ret", "")
		event(w, b, 0, "", "stop")
		event(w, b, 1, "urn", "")
	}
	reset(w, r, b, s)
}

func errorInStream(w http.ResponseWriter, r *http.Request, b body, s *server) {
	if !b.Stream {
		status(500, "engine died")(w, r, b, s)
		return
	}
	event(w, b, 0, "   ", "")
	fmt.Fprint(w, "data: {\"error\":{\"message\":\"engine died\",\"code\":500}}\n\n")
}

// times repeats a fault.
func times(n int, f fault) []fault {
	var out []fault
	for range n {
		out = append(out, f)
	}
	return out
}

// The client's side.

// requests makes n requests for problems of ours, told apart by their prompts.
func requests(n int, form prompt.Form) []prompt.Request {
	var out []prompt.Request
	for i := range n {
		r := prompt.Request{
			ID: fmt.Sprintf("generate:Python/%d", i), Task: prompt.Generate, Step: prompt.GenerateStep,
			TaskID: fmt.Sprintf("Python/%d", i), Language: "python", Form: form,
		}
		if text := fmt.Sprintf("prompt %d", i); form == prompt.Chat {
			r.Messages = []prompt.Message{{Role: "user", Content: text}}
		} else {
			r.Prompt = text
		}
		out = append(out, r)
	}
	return out
}

func each(rs []prompt.Request) iter.Seq2[prompt.Request, error] {
	return func(yield func(prompt.Request, error) bool) {
		for _, r := range rs {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func number(v float64) *float64 { return &v }

func (s *server) client(o EndpointOptions) *Endpoint {
	s.t.Helper()
	o.BaseURL = s.URL + "/v1"
	if o.Settings.Model == "" {
		o.Settings.Model = "m"
	}
	e, err := NewEndpoint(o)
	if err != nil {
		s.t.Fatal(err)
	}
	return e
}

// quick are options under which faults cost milliseconds.
func quick(samples int) Options {
	return Options{
		Samples: samples, PerRequest: samples, Concurrency: 4, Retries: 8,
		Deadline: time.Second, Backoff: time.Millisecond, Patience: 20 * time.Second,
	}
}

func openStore(t *testing.T, path string) *Store {
	t.Helper()
	s, err := OpenStore(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func storePath(t *testing.T) string { return filepath.Join(t.TempDir(), "generations.jsonl") }

// stored reads the file and fails unless it holds exactly the n samples of
// each request, each once.
func stored(t *testing.T, path string, rs []prompt.Request, n int) []Generation {
	t.Helper()
	var out []Generation
	seen := map[string]int{}
	for g, err := range Read(path) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, g)
		seen[fmt.Sprintf("%s#%d", g.RequestID, g.Sample)]++
	}
	for _, r := range rs {
		for i := range n {
			key := fmt.Sprintf("%s#%d", r.ID, i)
			if seen[key] != 1 {
				t.Errorf("%s stored %d times", key, seen[key])
			}
			delete(seen, key)
		}
	}
	if len(seen) > 0 {
		t.Errorf("stored but not wanted: %v", seen)
	}
	return out
}
