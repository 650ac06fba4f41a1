package model

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"
)

var fixed = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func enter(t *testing.T, g *gate) int {
	t.Helper()
	ticket, err := g.enter(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return ticket
}

func TestGateFollowsTheServer(t *testing.T) {
	g := newGate(8)
	var tickets []int
	for range 8 {
		tickets = append(tickets, enter(t, g))
	}
	for i, ticket := range tickets { // all eight began before the first reduction
		if isNew := g.reduce(ticket); isNew != (i == 0) {
			t.Errorf("answer %d reduced the limit: %v", i, isNew)
		}
	}
	if running, limit := g.state(); running != 0 || limit != 4 {
		t.Errorf("%d running, limit %d", running, limit)
	}
	for range 40 {
		enter(t, g)
		g.leave(true)
	}
	if _, limit := g.state(); limit != 8 {
		t.Errorf("limit %d after many successes, want the user's again", limit)
	}
	for range 20 {
		g.reduce(enter(t, g))
	}
	if _, limit := g.state(); limit != 1 {
		t.Errorf("limit %d, want one at least", limit)
	}
}

func TestGateClosedForAPause(t *testing.T) {
	g := newGate(2)
	g.pause(time.Hour)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := g.enter(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("entered: %v", err)
	}
	g.pause(time.Millisecond) // a shorter pause does not open it
	if time.Until(g.opensAt) < time.Minute {
		t.Error("a shorter pause opened the gate")
	}
}

func TestGateWakesTheWaiting(t *testing.T) {
	g := newGate(1)
	enter(t, g)
	in := make(chan error)
	go func() {
		_, err := g.enter(t.Context())
		in <- err
	}()
	g.leave(true)
	if err := <-in; err != nil {
		t.Error(err)
	}
}

func TestRetryAfter(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"3": 3 * time.Second, "0.5": time.Second / 2, "-1": 0, "soon": 0, "": 0, "NaN": 0,
		fixed.Add(90 * time.Second).Format(http.TimeFormat): 90 * time.Second,
		fixed.Add(-time.Hour).Format(http.TimeFormat):       0,
		"1e99": 365 * 24 * time.Hour,
	} {
		if got := retryAfter(http.Header{"Retry-After": {value}}, fixed); got != want {
			t.Errorf("%q: %v, want %v", value, got, want)
		}
	}
	both := http.Header{"Retry-After": {"9"}, "Retry-After-Ms": {"20"}}
	if got := retryAfter(both, fixed); got != 20*time.Millisecond {
		t.Errorf("got %v", got)
	}
}

func TestServersOwnWords(t *testing.T) {
	for text, want := range map[string][2]string{
		`{"error":{"message":"a","code":"b"}}`: {"a", "b"},
		`{"error":{"message":"a","type":"t"}}`: {"a", "t"},
		`{"error":{"message":"a","code":429}}`: {"a", "429"},
		`{"error":"a"}`:                        {"a", ""},
		`{"message":"a","code":7}`:             {"a", "7"},
		`{"detail":"a"}`:                       {"a", ""},
		`{"detail":[{"loc":["body"]}]}`:        {`[{"loc":["body"]}]`, ""},
		`{"odd":1}`:                            {`{"odd":1}`, ""},
		"plain\n":                              {"plain", ""},
		"":                                     {"", ""},
	} {
		if message, code := serverMessage([]byte(text)); message != want[0] || code != want[1] {
			t.Errorf("%s: %q, %q", text, message, code)
		}
	}
}

func TestBackoffGrowsAndIsBounded(t *testing.T) {
	r := &run{options: Options{Backoff: time.Second}}
	for faults, most := range map[int]time.Duration{1: time.Second, 3: 4 * time.Second, 7: time.Minute, 1000: time.Minute} {
		for range 20 {
			if got := r.backoff(faults); got < most/2 || got > most {
				t.Errorf("after %d faults: %v, want up to %v", faults, got, most)
			}
		}
	}
}

func TestProgress(t *testing.T) {
	p := Progress{Wanted: 100, Resumed: 20, Stored: 20, Elapsed: 10 * time.Second}
	if eta, known := p.ETA(); !known || eta != 30*time.Second || p.Remaining() != 60 {
		t.Errorf("ETA %v (%v), %d remaining", eta, known, p.Remaining())
	}
	if _, known := (Progress{Stored: 5}).ETA(); known {
		t.Error("an ETA without a total")
	}
	if _, known := p.Cost(); known {
		t.Error("a cost without prices")
	}
}
