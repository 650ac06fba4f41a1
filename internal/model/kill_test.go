package model

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/prompt"
)

// The test binary runs itself as the process that gets killed.
const (
	killServer = "XEVAL_TEST_KILL_SERVER"
	killStore  = "XEVAL_TEST_KILL_STORE"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(killServer); url != "" {
		os.Exit(victim(url, os.Getenv(killStore)))
	}
	os.Exit(m.Run())
}

func victim(url, path string) int {
	store, err := OpenStore(path)
	if err != nil {
		return 1
	}
	client, err := NewEndpoint(EndpointOptions{BaseURL: url + "/v1", Settings: Settings{Model: "m"}})
	if err != nil {
		return 1
	}
	if _, err := Generate(context.Background(), client, each(requests(30, prompt.Completion)), store, quick(4)); err != nil {
		return 1
	}
	return 0
}

// Killed at any moment and started again, a run asks for no stored sample
// again and loses none.
func TestKilledRunsLoseNothing(t *testing.T) {
	s := newServer(t)
	slow := func(w http.ResponseWriter, r *http.Request, b body, s *server) {
		time.Sleep(2 * time.Millisecond)
		well(w, r, b, s)
	}
	s.script = times(10000, slow)
	path, rs := storePath(t), requests(30, prompt.Completion)
	kills := 0
	for ; ; kills++ {
		have := s.storedBefore(path, rs)
		s.mu.Lock()
		s.bodies = nil
		s.mu.Unlock()
		killed := runVictim(t, s.URL, path, len(have))
		for _, b := range s.asked() {
			if have[b.text()] == 4 {
				t.Errorf("%s was asked for although all its samples were stored", b.text())
			}
			if have[b.text()]+max(1, b.N) > 4 && have[b.text()] > 0 {
				t.Errorf("%s: %d samples were stored, %d asked for", b.text(), have[b.text()], b.N)
			}
		}
		if !killed {
			break
		}
	}
	if kills == 0 {
		t.Error("the process was never killed in the middle")
	}
	stored(t, path, rs, 4)
}

// storedBefore counts the samples in the file by prompt, a torn last line
// aside.
func (s *server) storedBefore(path string, rs []prompt.Request) map[string]int {
	out := map[string]int{}
	if _, err := os.Stat(path); err != nil {
		return out
	}
	for g, err := range Read(path) {
		if err == nil {
			out[promptOf(rs, g.RequestID)]++
		}
	}
	return out
}

// runVictim kills the process when it has stored a few more requests; false
// when it got through before that.
func runVictim(t *testing.T, url, path string, had int) bool {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), killServer+"="+url, killStore+"="+path)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("the process ended by itself: %v\n%s", err, &stderr)
			}
			return false
		case <-time.After(time.Millisecond):
			if text, err := os.ReadFile(path); err == nil && strings.Count(string(text), "\n") >= 4*had+25 {
				cmd.Process.Kill()
				<-ended
				return true
			}
		}
	}
}
