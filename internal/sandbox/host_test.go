//go:build linux

package sandbox

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// canaryText stands in the environment of the tests and in a file, and must
// appear nowhere else.
var canaryText = fmt.Sprintf("CANARY-%d", time.Now().UnixNano())

// host is what must not change, and what must not be seen.
type host struct {
	canary string
	shadow string
	files  map[string]string
	mounts int
	heap   uint64
}

func newHost(t *testing.T) *host {
	h := &host{canary: canaryText}
	file := filepath.Join(os.TempDir(), fmt.Sprintf("canary-%d-%s", os.Getpid(), filepath.Base(t.Name())))
	if err := os.WriteFile(file, []byte(h.canary), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(file) })
	if b, err := os.ReadFile("/etc/shadow"); err == nil {
		h.shadow, _, _ = strings.Cut(string(b), "\n")
	}
	listenOnce.Do(listen)
	h.files, h.mounts, h.heap = h.state(t)
	return h
}

var (
	listenOnce sync.Once
	hits       atomic.Int64
)

// listen waits where the programs try to connect.
func listen() {
	for _, at := range [][2]string{{"tcp", "127.0.0.1:18999"}, {"unix", "@harness-test"}} {
		l, err := net.Listen(at[0], at[1])
		if err != nil { // another run of these tests has it
			continue
		}
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				hits.Add(1)
				c.Close()
			}
		}()
	}
}

func (h *host) state(t *testing.T) (files map[string]string, mounts int, heap uint64) {
	files = map[string]string{}
	for _, p := range []string{"/etc/passwd", "/etc/shadow", "/bin/sh", "/usr/bin/python3",
		"/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname"} {
		if st, err := os.Stat(p); err == nil && !strings.HasPrefix(p, "/proc") {
			files[p] = fmt.Sprint(st.Size(), st.ModTime(), st.Mode())
		} else if b, err := os.ReadFile(p); err == nil {
			files[p] = string(b)
		}
	}
	b, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		t.Fatal(err)
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return files, bytes.Count(b, []byte("\n")), m.HeapAlloc
}

// unchanged is asked when everything is over.
func (h *host) unchanged(t *testing.T) {
	files, mounts, heap := h.state(t)
	for p, was := range h.files {
		if files[p] != was {
			t.Errorf("%s has changed from %q to %q", p, was, files[p])
		}
	}
	if mounts != h.mounts {
		t.Errorf("%d mounts, %d before", mounts, h.mounts)
	}
	if n := hits.Load(); n != 0 {
		t.Errorf("%d connections to the host", n)
	}
	if heap > h.heap+32<<20 {
		t.Errorf("the harness's heap grew from %d to %d", h.heap, heap)
	}
}
