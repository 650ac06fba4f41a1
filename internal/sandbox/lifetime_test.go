//go:build linux

package sandbox

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var (
	doomed = flag.String("doomed", "", "open a pool in this mode and wait to be killed")
	steps  = flag.Int("steps", 2000, "how many steps the test of growth takes")
	soak   = flag.Int("soak", 0, "how many hostile programs to run in random order")
)

// The harness may die at any moment and take nothing along but its own: no
// process is left, and the next start removes its groups and folders.
func TestKilledHarness(t *testing.T) {
	if *doomed != "" {
		beDoomed(t, Mode(*doomed))
	}
	for _, m := range testModes {
		t.Run(string(m), func(t *testing.T) {
			open(t, Config{Mode: m}) // or skip
			c := exec.Command("/proc/self/exe", "-test.run=^TestKilledHarness$", "-doomed="+string(m))
			out, err := c.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			sc := bufio.NewScanner(out)
			for sc.Scan() && sc.Text() != "running" {
			}
			family := below(c.Process.Pid)
			if len(family) < 4 { // two inits, two commands
				t.Errorf("only %d processes", len(family))
			}
			starts := map[int]uint64{}
			for _, pid := range family {
				starts[pid] = startTime(pid)
			}
			if err := c.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			c.Wait()
			await(t, "the end of every process", func() bool {
				for pid, start := range starts {
					if startTime(pid) == start {
						return false
					}
				}
				return true
			})
			open(t, Config{Mode: m})
			mark := fmt.Sprintf("%s%d-%d-*", groupPrefix, pidNamespace(), c.Process.Pid)
			for _, place := range []string{"/sys/fs/cgroup/*", "/sys/fs/cgroup", os.TempDir()} {
				if left, _ := filepath.Glob(filepath.Join(place, mark)); len(left) > 0 {
					t.Errorf("left behind: %v", left)
				}
			}
		})
	}
}

func await(t *testing.T, what string, done func() bool) {
	t.Helper()
	for range 600 {
		if done() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("still waiting for %s", what)
}

func beDoomed(t *testing.T, m Mode) {
	p, err := Open(context.Background(), Config{Mode: m, Boxes: 2})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		go once(p, Command{Path: "/bin/sleep", Args: []string{"1000"}, Limits: Limits{Wall: time.Hour, Memory: 64 << 20, Processes: 10, OpenFiles: 20}})
	}
	for len(below(os.Getpid())) < 4 {
		time.Sleep(10 * time.Millisecond)
	}
	fmt.Println("running")
	select {}
}

// Many steps leave no trace in the harness: no memory, descriptors, mounts or
// groups.
func TestNoGrowth(t *testing.T) {
	for _, m := range testModes {
		t.Run(string(m), func(t *testing.T) {
			n := *steps
			if m != Namespaces {
				n = min(n, 300)
			}
			p := open(t, Config{Mode: m, Boxes: 2})
			work(t, p, 50)
			before := traces(t)
			work(t, p, n)
			after := traces(t)
			for k, v := range after {
				if v > before[k]+before[k]/4+16 {
					t.Errorf("%s: %d before, %d after", k, before[k], v)
				}
			}
			t.Logf("before %v, after %v", before, after)
		})
	}
}

func work(t *testing.T, p Pool, n int) {
	var wg sync.WaitGroup
	jobs := make(chan int)
	for range 2 {
		wg.Go(func() {
			for i := range jobs {
				cmd := Command{Path: "/bin/true", Limits: generous}
				if i%10 == 0 { // and now and then something to clear away
					cmd = shell("mkdir -p a/b/c/d; echo >a/b/c/d/f; sleep 100 & exit 0")
					cmd.Files, cmd.Secret, cmd.Limits = []File{{Name: "f", Data: []byte("x")}}, []byte("s"), generous
				}
				if _, err := once(p, cmd); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range n {
		jobs <- i
	}
	close(jobs)
	wg.Wait()
}

func traces(t *testing.T) map[string]int {
	count := func(pattern string) int {
		found, _ := filepath.Glob(pattern)
		return len(found)
	}
	family := below(os.Getpid())
	kb := 0
	for _, pid := range append(family, os.Getpid()) {
		b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if _, rest, ok := strings.Cut(string(b), "RssAnon:"); ok {
			var n int
			fmt.Sscan(rest, &n)
			kb += n
		}
	}
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		t.Fatal(err)
	}
	inside := 0
	for _, pid := range family {
		b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/mountinfo", pid))
		inside += strings.Count(string(b), "\n")
	}
	fds := count("/proc/self/fd/*")
	for _, pid := range family {
		fds += count(fmt.Sprintf("/proc/%d/fd/*", pid))
	}
	return map[string]int{"descriptors": fds, "mounts": strings.Count(string(mounts), "\n"), "mounts inside": inside,
		"groups": count("/sys/fs/cgroup/memory/" + "xeval-*-" + fmt.Sprint(os.Getpid()) + "-*/box-*"), "processes": len(family), "MiB": kb >> 10}
}

// TestSoak runs hostile programs in random order, four at a time, each followed
// by an innocent one.
func TestSoak(t *testing.T) {
	if *soak == 0 {
		t.Skip("by hand: go test -run TestSoak -soak 4000 -timeout 2h")
	}
	k, list := findTools(), attacks(t)
	built := prepare(t, k, list)
	p := open(t, Config{Mode: Namespaces, Boxes: 4, Scratch: 64 << 20, Inodes: 4096, ReadOnly: k.readOnly})
	h := newHost(t)
	want := text(must(t, p, probe()).Stdout)
	jobs := make(chan attack)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for a := range jobs {
				cmd, why := k.command(t, a, built)
				if why != "" {
					continue
				}
				cmd.Limits.CPU, cmd.Limits.Wall = 300*time.Millisecond, time.Second
				cmd.Keep = nil // the probe has the same box
				b, err := p.Acquire(context.Background())
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := b.Run(context.Background(), cmd); err != nil {
					t.Errorf("%s: the box was lost: %v", a.name, err)
				} else if r, err := b.Run(context.Background(), probe()); err != nil || text(r.Stdout) != want {
					t.Errorf("after %s: %v %q %q", a.name, err, text(r.Stdout), text(r.Stderr))
				}
				b.Release()
			}
		})
	}
	for range *soak {
		jobs <- list[rand.IntN(len(list))]
	}
	close(jobs)
	wg.Wait()
	h.unchanged(t)
}
