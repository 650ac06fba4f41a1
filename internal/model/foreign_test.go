package model

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/prompt"
)

// A server that we did not write: @dwmkerr/mock-llm, installed by npm into the
// user's cache folder the first time.
const foreign = "@dwmkerr/mock-llm@0.1.29"

// installForeign returns the server's script.
func installForeign(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skipf("mock-llm: no cache folder: %v", err)
	}
	dir := filepath.Join(cache, "xeval-test", "mock-llm")
	script := filepath.Join(dir, "node_modules", "@dwmkerr", "mock-llm", "dist", "main.js")
	done := filepath.Join(dir, "installed "+strings.ReplaceAll(foreign, "/", " "))
	if _, err := os.Stat(done); err == nil {
		return script
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Skipf("mock-llm: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	npm := exec.CommandContext(ctx, "npm", "install", "--prefix", dir, "--ignore-scripts", "--no-audit", "--no-fund", foreign)
	if out, err := npm.CombinedOutput(); err != nil {
		t.Skipf("mock-llm: npm cannot fetch it: %v\n%s", err, out)
	}
	if err := os.WriteFile(done, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	return script
}

// startForeign runs the server on the loopback until the test ends.
func startForeign(t *testing.T) (baseURL string) {
	t.Helper()
	script := installForeign(t)
	port := freePort(t)
	node := exec.Command("node", script, "--config", filepath.Join("testdata", "mock-llm.yaml"))
	node.Env = append(os.Environ(), "HOST=127.0.0.1", fmt.Sprintf("PORT=%d", port))
	var out bytes.Buffer
	node.Stdout, node.Stderr = &out, &out
	if err := node.Start(); err != nil {
		t.Skipf("mock-llm: node cannot run it: %v", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- node.Wait() }()
	t.Cleanup(func() {
		node.Process.Kill()
		<-ended
	})
	address := fmt.Sprintf("http://127.0.0.1:%d", port)
	for {
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("mock-llm ended: %v\n%s", err, &out)
		case <-time.After(20 * time.Millisecond):
		}
		if res, err := http.Get(address + "/ready"); err == nil {
			res.Body.Close()
			return address + "/v1"
		}
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func TestForeignServer(t *testing.T) {
	base := startForeign(t)
	client := func(name string, stream Streaming) Client {
		e, err := NewEndpoint(EndpointOptions{BaseURL: base, Settings: Settings{Model: name}, Stream: stream})
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	o := quick(3)
	o.Deadline = time.Minute // node may be slow to start answering
	ask := func(c Client, form prompt.Form) ([]Generation, Progress) {
		path, rs := storePath(t), requests(5, form)
		for i := range rs {
			if form == prompt.Chat {
				rs[i].Messages[0].Content += "\n```python\n\"quoted\" é\n```\n"
			}
		}
		p, err := Generate(t.Context(), c, each(rs), openStore(t, path), o)
		if err != nil {
			t.Fatal(err)
		}
		return stored(t, path, rs, 3), p
	}
	for _, mode := range []Streaming{StreamNever, StreamAlways} {
		generations, _ := ask(client("echo", mode), prompt.Chat)
		for _, g := range generations {
			want := "prompt " + strings.TrimPrefix(g.TaskID, "Python/") + "\n```python\n\"quoted\" é\n```\n"
			if g.Raw != want || g.FinishReason != "stop" || g.ServedModel != "echo" {
				t.Errorf("%s: got %q, %q from %q", mode, g.Raw, g.FinishReason, g.ServedModel)
			}
		}
	}
	generations, _ := ask(client("echo", StreamNever), prompt.Completion)
	for _, g := range generations {
		if g.Generation != "    return 1\n\n" || g.FinishReason != "length" {
			t.Errorf("got %q, %q", g.Generation, g.FinishReason)
		}
	}
	if _, p := ask(client("busy-at-first", StreamNever), prompt.Chat); p.Pushbacks != 2 {
		t.Errorf("%d answers 429 or 503 were met, want 2", p.Pushbacks)
	}
	for _, mode := range []Streaming{StreamNever, StreamAlways} {
		_, err := Generate(t.Context(), client("locked", mode), each(requests(9, prompt.Chat)), openStore(t, storePath(t)), o)
		if err == nil || !strings.Contains(err.Error(), "this key opens nothing") {
			t.Errorf("%s: got %v", mode, err)
		}
	}
}
