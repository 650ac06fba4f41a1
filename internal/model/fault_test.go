package model

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/prompt"
)

// modes are the ways of asking.
var modes = []struct {
	name   string
	form   prompt.Form
	stream Streaming
}{
	{"completion streamed", prompt.Completion, StreamAuto},
	{"completion whole", prompt.Completion, StreamNever},
	{"chat whole", prompt.Chat, StreamAuto},
	{"chat streamed", prompt.Chat, StreamAlways},
}

// Whatever a server does for a while, every wanted sample arrives once.
func TestEverySampleArrivesOnce(t *testing.T) {
	scripts := map[string][]fault{
		"nothing wrong":     nil,
		"429 storm":         times(12, status(429, "slow down")),
		"429 with header":   times(6, status(429, "slow down", "Retry-After-Ms", "3")),
		"503 loading":       times(6, status(503, "loading model", "Retry-After", "0")),
		"500s":              times(8, status(500, "oops")),
		"proxy's page":      times(8, htmlPage),
		"hang":              {hang, hang},
		"slow drip":         {slowDrip, slowDrip},
		"truncated":         times(6, truncated),
		"malformed":         times(6, malformed),
		"no choices":        times(6, noChoices),
		"null":              times(6, jsonNull),
		"reset":             times(6, reset),
		"reset midway":      times(4, resetMidway),
		"error in a stream": times(6, errorInStream),
		"one of everything": {status(429, "x"), status(500, "x"), htmlPage, hang, slowDrip, truncated, malformed, noChoices, jsonNull, reset, resetMidway, errorInStream},
	}
	for _, mode := range modes {
		for name, script := range scripts {
			t.Run(mode.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				s := newServer(t, script...)
				path := storePath(t)
				rs := requests(4, mode.form)
				p, err := Generate(t.Context(), s.client(EndpointOptions{Stream: mode.stream}), each(rs), openStore(t, path), quick(3))
				if err != nil {
					t.Fatal(err)
				}
				for _, g := range stored(t, path, rs, 3) {
					if g.Raw != "    return 1\n" && g.Raw != "    return 0\n" || g.FinishReason != "stop" || g.ServedModel != "served" {
						t.Errorf("got %q, %q from %q", g.Raw, g.FinishReason, g.ServedModel)
					}
				}
				if p.Stored != 12 || len(script) > 0 && p.Retries+p.Pushbacks == 0 {
					t.Errorf("progress %+v", p)
				}
			})
		}
	}
}

func TestLengthIsAFinishedReply(t *testing.T) {
	for _, mode := range modes {
		s := newServer(t)
		s.reason = "length"
		path, rs := storePath(t), requests(1, mode.form)
		if _, err := Generate(t.Context(), s.client(EndpointOptions{Stream: mode.stream}), each(rs), openStore(t, path), quick(1)); err != nil {
			t.Fatal(err)
		}
		if g := stored(t, path, rs, 1)[0]; g.FinishReason != "length" || len(s.asked()) != 1 {
			t.Errorf("%s: %q after %d requests", mode.name, g.FinishReason, len(s.asked()))
		}
	}
}

// What can never work ends at once, with the server's own words.
func TestFatalAnswersEndTheRun(t *testing.T) {
	quota := func(w http.ResponseWriter, _ *http.Request, _ body, _ *server) {
		writeJSON(w, 429, map[string]any{"error": map[string]any{"message": "you have no credit", "code": "insufficient_quota"}})
	}
	plain := func(w http.ResponseWriter, _ *http.Request, _ body, _ *server) { http.NotFound(w, nil) }
	detail := func(w http.ResponseWriter, _ *http.Request, _ body, _ *server) {
		writeJSON(w, 403, map[string]any{"detail": "not for you"})
	}
	for words, f := range map[string]fault{
		"401 Unauthorized: wrong key": status(401, "wrong key"),
		"404 Not Found: no model m":   status(404, "no model m"),
		"404 Not Found: 404 page not": plain,
		"403 Forbidden: not for you":  detail,
		"you have no credit":          quota,
		"OPENAI_API_KEY":              status(401, "wrong key"),
		"base URL":                    status(404, "no model m"),
	} {
		s := newServer(t, times(100, f)...)
		_, err := Generate(t.Context(), s.client(EndpointOptions{}), each(requests(20, prompt.Chat)), openStore(t, storePath(t)), quick(1))
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("got %v, want %q", err, words)
		}
		if n := len(s.asked()); n > 4 { // those already in flight
			t.Errorf("%s: %d requests were sent", words, n)
		}
	}
}

// One prompt that is too long is given up; the others are answered.
func TestRefusedRequestsAreNamed(t *testing.T) {
	s := newServer(t)
	rs := requests(6, prompt.Completion)
	s.hooks["prompt 2"] = func(w http.ResponseWriter, r *http.Request) {
		status(400, "maximum context length is 7 tokens")(w, r, body{}, s)
	}
	path := storePath(t)
	o := quick(4)
	o.Concurrency = 1
	o.PerRequest = 2
	_, err := Generate(t.Context(), s.client(EndpointOptions{}), each(rs), openStore(t, path), o)
	var incomplete *Incomplete
	if !errors.As(err, &incomplete) || len(incomplete.Failures) != 1 {
		t.Fatalf("got %v", err)
	}
	for _, part := range []string{"4 samples are missing", "generate:Python/2", "maximum context length is 7 tokens", "same command with --resume"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not in: %v", part, err)
		}
	}
	stored(t, path, slices.Concat(rs[:2], rs[3:]), 4)
	if n := s.samplesAsked()["prompt 2"]; n != 3 { // two at once, then one, to see whether the number was at fault
		t.Errorf("the refused prompt was asked for %d samples", n)
	}
}

// A server that refuses everything is not asked everything.
func TestRefusingServerEndsTheRun(t *testing.T) {
	s := newServer(t, times(1000, status(400, "temperature must be at most 1"))...)
	_, err := Generate(t.Context(), s.client(EndpointOptions{}), each(requests(100, prompt.Chat)), openStore(t, storePath(t)), quick(1))
	if err == nil || !strings.Contains(err.Error(), "temperature must be at most 1") {
		t.Errorf("got %v", err)
	}
	if n := len(s.asked()); n > 10 {
		t.Errorf("%d requests were sent", n)
	}
}

func TestPersistentFaultsEndTheRun(t *testing.T) {
	for name, c := range map[string]struct {
		fault fault
		words string
	}{
		"500":   {status(500, "cuda is out of memory"), "cuda is out of memory"},
		"hang":  {hang, "no complete reply within 20ms"},
		"429":   {status(429, "busy all day"), "busy all day"},
		"later": {status(429, "come back tomorrow", "Retry-After", "86400"), "come back tomorrow"},
		"away":  {reset, "requests in a row could not be answered"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t, times(10000, c.fault)...)
			o := quick(1)
			o.Retries, o.Deadline, o.Patience = 2, time.Second, 50*time.Millisecond
			if name == "hang" {
				o.Deadline = 20 * time.Millisecond
			}
			_, err := Generate(t.Context(), s.client(EndpointOptions{}), each(requests(50, prompt.Chat)), openStore(t, storePath(t)), o)
			if err == nil || !strings.Contains(err.Error(), c.words) {
				t.Errorf("got %v, want %q", err, c.words)
			}
		})
	}
}

func TestServerThatIsNotThere(t *testing.T) {
	s := newServer(t)
	client := s.client(EndpointOptions{})
	s.Close()
	o := quick(1)
	o.Retries = 1
	_, err := Generate(t.Context(), client, each(requests(9, prompt.Chat)), openStore(t, storePath(t)), o)
	if err == nil || !strings.Contains(err.Error(), "connection refused") {
		t.Errorf("got %v", err)
	}
}

// An interrupted run keeps what it has, and the next asks for the rest.
func TestInterruptAndResume(t *testing.T) {
	s := newServer(t)
	path, rs := storePath(t), requests(10, prompt.Completion)
	ctx, interrupt := context.WithCancel(t.Context())
	o := quick(2)
	o.Concurrency = 2
	o.Stored = func(Generation) { interrupt() }
	store := openStore(t, path)
	p, err := Generate(ctx, s.client(EndpointOptions{}), each(rs), store, o)
	if !errors.Is(err, context.Canceled) || p.Stored == 0 || p.Stored == 20 {
		t.Fatalf("stored %d: %v", p.Stored, err)
	}
	store.Close()
	have := map[string]int{}
	for g, err := range Read(path) {
		if err != nil {
			t.Fatal(err)
		}
		have[promptOf(rs, g.RequestID)]++
	}
	s.mu.Lock()
	s.bodies = nil
	s.mu.Unlock()
	p2, err := Generate(t.Context(), s.client(EndpointOptions{}), each(rs), openStore(t, path), quick(2))
	if err != nil || p2.Resumed != p.Stored || p2.Stored+p2.Resumed != 20 {
		t.Fatalf("%+v after %+v: %v", p2, p, err)
	}
	stored(t, path, rs, 2)
	for text, n := range s.samplesAsked() {
		if n+have[text] != 2 {
			t.Errorf("%s: %d were stored, %d asked for", text, have[text], n)
		}
	}
}

func promptOf(rs []prompt.Request, id string) string {
	for _, r := range rs {
		if r.ID == id {
			return r.Prompt
		}
	}
	return ""
}
