package cache

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
	"time"
)

// child names the folder that a child process of this test fills.
const child = "XEVAL_TEST_CACHE_CHILD"

func valueFor(k Key) []byte { return bytes.Repeat(k[:4], 50) }

// Processes killed at any moment, while others use the same bucket, leave a
// store that has no wrong value and takes new ones.
func TestKilledProcesses(t *testing.T) {
	keys := crowded(40)
	if folder := os.Getenv(child); folder != "" {
		s := Open(folder, MinSize, t.Logf)
		for i := 0; ; i++ {
			s.Put(keys[i%len(keys)], valueFor(keys[i%len(keys)]))
		}
	}
	folder := t.TempDir()
	s, _ := open(t, folder, MinSize)
	for range 5 {
		var all []*exec.Cmd
		for range 3 {
			c := exec.Command(os.Args[0], "-test.run=^TestKilledProcesses$")
			c.Env = append(os.Environ(), child+"="+folder)
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			all = append(all, c)
		}
		for found := 0; found < 500; { // until they are well under way
			k := keys[found%len(keys)]
			got, ok := s.Get(k)
			if ok && !bytes.Equal(got, valueFor(k)) {
				t.Errorf("%x: got %q", k[:4], got)
			}
			if ok {
				found++
			} else {
				s.Put(k, valueFor(k))
				time.Sleep(time.Millisecond)
			}
		}
		for _, c := range all {
			c.Process.Kill()
			c.Wait() // was killed
		}
	}
	for _, k := range keys[:10] {
		s.Put(k, valueFor(k))
		expect(t, s, k, string(valueFor(k)))
	}
	if stats := survey(t, folder); stats.Damaged > 0 {
		t.Errorf("%+v", stats)
	}
}
