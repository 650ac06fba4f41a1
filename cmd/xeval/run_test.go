package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/report"
	"github.com/xeval/xeval/internal/suite"
)

// scripted is an OpenAI-compatible server whose replies depend on the prompt
// and the seed alone: every third is wrong. Now and then it fails.
type scripted struct {
	problems []problem.Problem
	requests atomic.Int64
}

func (s *scripted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := s.requests.Add(1)
	time.Sleep(30 * time.Millisecond)
	switch {
	case n%11 == 0:
		w.Header().Set("Retry-After", "0")
		http.Error(w, `{"error": {"message": "slow down"}}`, http.StatusTooManyRequests)
		return
	case n%17 == 0:
		http.Error(w, "oops", http.StatusInternalServerError)
		return
	case n%23 == 0:
		panic(http.ErrAbortHandler) // the connection is reset
	}
	var asked struct {
		Prompt string `json:"prompt"`
		Seed   int64  `json:"seed"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	for _, p := range s.problems {
		if strings.HasSuffix(strings.TrimSpace(asked.Prompt), strings.TrimSpace(p.Prompt)) {
			text := p.CanonicalSolution
			if asked.Seed%3 == 0 {
				text = "    return -12345\n"
			}
			w.Header().Set("Content-Type", "application/json")
			json.NewEncoder(w).Encode(map[string]any{
				"id": "c", "object": "text_completion", "model": "scripted",
				"choices": []map[string]any{{"text": text + fmt.Sprintf("    # %d\n", asked.Seed), "index": 0, "finish_reason": "stop"}},
				"usage":   map[string]any{"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
			})
			return
		}
	}
	http.Error(w, `{"error": {"message": "unknown prompt"}}`, http.StatusBadRequest)
}

// A run with a model, killed three times and resumed, comes to the numbers of
// an uninterrupted one, and no stored sample is asked for twice.
func TestRunWithModelKilledAndResumed(t *testing.T) {
	if !canIsolate(t) {
		t.Skip("this machine grants no sandbox")
	}
	set, err := suite.Load("Python")
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(&scripted{problems: set.Problems})
	defer server.Close()
	dir := t.TempDir()
	call := func(folder string) ([]byte, error) {
		return runCommand(t, server.URL, filepath.Join(dir, folder)).CombinedOutput()
	}
	started := time.Now()
	if out, err := call("whole"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	took := time.Since(started)
	for range 3 {
		c := runCommand(t, server.URL, filepath.Join(dir, "killed"))
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(rand.N(took))
		c.Process.Kill()
		c.Wait() // killed, or done already
	}
	if out, err := call("killed"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if want, got := countsOf(t, filepath.Join(dir, "whole")), countsOf(t, filepath.Join(dir, "killed")); got != want {
		t.Errorf("after kills %s\nwithout %s", got, want)
	}
	if n := countLines(filepath.Join(dir, "killed", "generations.jsonl")); n != 8*6 {
		t.Errorf("%d generations stored, want %d", n, 8*6)
	}
}

// countsOf are the counts by problem, which do not depend on the order in which
// samples arrived.
func countsOf(t *testing.T, folder string) string {
	t.Helper()
	tally, err := report.Load(filepath.Join(folder, "verdicts.jsonl"), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := report.Summarize(tally, report.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(s.Languages[0].ProblemCounts)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func runCommand(t *testing.T, url, folder string) *exec.Cmd {
	t.Helper()
	return xevalCommand(t, "run", "--model", "scripted", "--base-url", url, "--data", suite.Name, "--to", "python",
		"--form", "completion", "--stream", "never", "--per-request", "1", "-n", "6", "--seed", "1", "--temperature", "0.8",
		"--concurrency", "4", "-o", folder, "--resume", "--cache", "off")
}
