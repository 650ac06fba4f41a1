//go:build linux

package sandbox

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// fakeGroup is a folder with the files that a kernel shows for a box's group.
func fakeGroup(t *testing.T, files map[string]string) *group2 {
	dir := t.TempDir()
	box := filepath.Join(dir, "box")
	if err := os.Mkdir(box, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"memory.max": "max\n", "pids.max": "max\n", "memory.current": "1000\n", "memory.swap.max": "max\n", "memory.oom.group": "0\n",
		"cpu.stat":      "usage_usec 1500\nuser_usec 1000\nsystem_usec 500\n",
		"memory.events": "low 0\nhigh 0\nmax 3\noom 1\noom_kill 2\noom_group_kill 1\n"} {
		write(t, filepath.Join(box, name), content)
	}
	for name, content := range files {
		write(t, filepath.Join(box, name), content)
	}
	return &group2{dir: dir, init: -1, box: -1}
}

func content(t *testing.T, g *group2, name string) string {
	b, err := os.ReadFile(filepath.Join(g.dir, "box", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestGroup2(t *testing.T) {
	g := fakeGroup(t, nil)
	if err := g.open(); err != nil {
		t.Fatal(err)
	}
	if content(t, g, "memory.oom.group") != "1\n" || !strings.HasPrefix(content(t, g, "memory.swap.max"), "0") {
		t.Error("a box may be killed by halves, or swap")
	}
	if err := g.limit(1<<20, 64); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(content(t, g, "memory.max"), "1048576") || !strings.HasPrefix(content(t, g, "pids.max"), "64") {
		t.Errorf("limits: %q %q", content(t, g, "memory.max"), content(t, g, "pids.max"))
	}
	u, err := g.begin()
	if err != nil || u.cpu != 1500*time.Microsecond || u.oomKills != 2 {
		t.Errorf("begin: %+v %v", u, err)
	}
	write(t, filepath.Join(g.dir, "box", "memory.current"), "9000\n")
	if _, err = g.now(); err != nil {
		t.Error(err)
	}
	write(t, filepath.Join(g.dir, "box", "memory.current"), "2000\n")
	if u, err = g.end(); err != nil || u.memory != 8000 { // without memory.peak, the most that was seen
		t.Errorf("end: %+v %v", u, err)
	}
}

func TestGroup2Incomplete(t *testing.T) {
	g := fakeGroup(t, nil)
	os.Remove(filepath.Join(g.dir, "box", "memory.max"))
	if err := g.open(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no limit on memory, and %v", err)
	}
	g = fakeGroup(t, map[string]string{"memory.events": "low 0\n"})
	if err := g.open(); err != nil {
		t.Fatal(err)
	}
	if _, err := g.begin(); err == nil {
		t.Error("no count of kills, and no error")
	}
}

func TestEnable(t *testing.T) {
	for _, c := range []struct{ have, on, want string }{
		{"cpuset cpu memory pids", "", "+memory +pids"},
		{"memory pids", "memory pids", "memory pids"},
		{"cpu io", "", "error"},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "cgroup.controllers"), c.have)
		write(t, filepath.Join(dir, "cgroup.subtree_control"), c.on)
		err := enable(dir)
		b, _ := os.ReadFile(filepath.Join(dir, "cgroup.subtree_control"))
		if (c.want == "error") != (err != nil) || err == nil && string(b) != c.want {
			t.Errorf("%+v: %v %q", c, err, b)
		}
	}
}

func TestStepAside(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "cgroup.procs"), "41\n")
	if err := os.Mkdir(filepath.Join(dir, "xeval"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "xeval", "cgroup.procs"), "")
	if err := stepAside(dir); err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(filepath.Join(dir, "xeval", "cgroup.procs")); string(b) != "41" {
		t.Errorf("moved %q", b)
	}
}

// emptyTree makes real groups in a hierarchy without controllers, as machines
// with version 1 often mount beside it: birth into a group, CPU time and
// removal are as they would be, limits are not.
type emptyTree struct{ tree2 }

type emptyGroup struct {
	*group2
}

func (t *emptyTree) group(name string, owner int) (group, error) {
	g := &group2{dir: filepath.Join(t.dir, name), init: -1, box: -1}
	err := g.leaves(owner)
	if err == nil {
		g.cpu, err = openCounter(filepath.Join(g.dir, "box"), "cpu.stat", os.O_RDONLY)
	}
	return emptyGroup{g}, err
}

func (g emptyGroup) limit(int64, int) error { return nil }
func (g emptyGroup) begin() (usage, error)  { return g.now() }
func (g emptyGroup) end() (usage, error)    { return g.now() }
func (g emptyGroup) now() (u usage, err error) {
	us, err := g.cpu.field("usage_usec")
	u.cpu = time.Duration(us) * time.Microsecond
	return u, err
}

func TestBirthInGroup2(t *testing.T) {
	mount, err := mount2()
	if err != nil || os.Geteuid() != 0 {
		t.Skipf("needs root and a cgroup v2 hierarchy: %v", err)
	}
	tree := &emptyTree{tree2{filepath.Join(mount, poolName())}}
	if err := os.Mkdir(tree.dir, 0o755); err != nil {
		t.Skip(err)
	}
	cfg, err := Config{Boxes: 1}.check()
	if err != nil {
		t.Fatal(err)
	}
	bp, err := planNamespaces(cfg, tree)
	if err != nil {
		t.Fatal(err)
	}
	s, err := bp.start()
	if err != nil {
		t.Fatal(err)
	}
	limits := generous
	r, err := s.run(context.Background(), &Command{Path: "/bin/sh", Args: []string{"-c",
		"cat /proc/self/cgroup; i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"}, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text(r.Stdout), "/box-0/box\n") && !strings.Contains(text(r.Stdout), "/box\n") {
		t.Errorf("born elsewhere: %q", text(r.Stdout))
	}
	if r.CPU < 5*time.Millisecond {
		t.Errorf("CPU time %v", r.CPU)
	}
	limits.CPU = 200 * time.Millisecond
	r, err = s.run(context.Background(), &Command{Path: "/bin/sh", Args: []string{"-c", "while :; do :; done"}, Limits: limits})
	if err != nil || r.Limit != CPULimit {
		t.Errorf("%v %+v", err, r)
	}
	if err := errors.Join(s.close(), bp.close()); err != nil {
		t.Error(err)
	}
	if err := unix.Stat(tree.dir, &unix.Stat_t{}); err != unix.ENOENT {
		t.Errorf("the groups are still there: %v", err)
	}
}
