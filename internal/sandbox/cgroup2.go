//go:build linux

package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// tree2 is our folder in the unified hierarchy. Below it each box has a group
// with two leaves: one for its init, one, limited, for commands. A child may be
// born into another group only by somebody who may write the nearest group
// above both, and that is why the box's group belongs to its init.
type tree2 struct {
	dir string
}

var controllers2 = []string{"memory", "pids"}

// openTree2 uses base, or finds it: the root of the hierarchy where that is
// ours, else the group this process runs in, which systemd or a container's
// runtime may have handed over.
func openTree2() (*tree2, error) {
	mount, err := mount2()
	if err != nil {
		return nil, err
	}
	base, err := base2(mount)
	if err != nil {
		return nil, err
	}
	return newTree2(base)
}

func mount2() (string, error) {
	b, err := os.ReadFile("/proc/self/mounts")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(b)) {
		if f := strings.Fields(line); len(f) > 2 && f[2] == "cgroup2" {
			return f[1], nil
		}
	}
	return "", errors.New("no cgroup v2 hierarchy is mounted")
}

func base2(mount string) (string, error) {
	// the true root, and it alone, has no such file; it may hold processes and
	// groups side by side
	if _, err := os.Stat(filepath.Join(mount, "cgroup.type")); os.IsNotExist(err) && os.Geteuid() == 0 {
		return mount, nil
	}
	b, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(b)) {
		if own, ok := strings.CutPrefix(strings.TrimSpace(line), "0::"); ok {
			return filepath.Join(mount, own), nil
		}
	}
	return "", errors.New("this process is in no cgroup v2")
}

func newTree2(base string) (*tree2, error) {
	if err := enable(base); err != nil {
		return nil, err
	}
	removeStale(base)
	t := &tree2{filepath.Join(base, poolName())}
	if err := os.Mkdir(t.dir, 0o755); err != nil {
		return nil, err
	}
	if err := enable(t.dir); err != nil {
		return nil, errors.Join(err, t.close())
	}
	return t, nil
}

// enable gives the groups below dir the controllers. A group that holds
// processes cannot; they then move into a leaf of their own.
func enable(dir string) error {
	have, err := words(dir, "cgroup.controllers")
	if err != nil {
		return err
	}
	for _, c := range controllers2 {
		if !slices.Contains(have, c) {
			return fmt.Errorf("the cgroup v2 controller %s is not available in %s", c, dir)
		}
	}
	on, err := words(dir, "cgroup.subtree_control")
	if err != nil {
		return err
	}
	if slices.Contains(on, "memory") && slices.Contains(on, "pids") {
		return nil
	}
	err = control(dir, "cgroup.subtree_control", "+memory +pids")
	if errors.Is(err, unix.EBUSY) {
		if err = stepAside(dir); err == nil {
			err = control(dir, "cgroup.subtree_control", "+memory +pids")
		}
	}
	return err
}

// stepAside moves the processes of dir, this one among them, into a leaf.
func stepAside(dir string) error {
	leaf := filepath.Join(dir, "xeval")
	if err := os.Mkdir(leaf, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	pids, err := words(dir, "cgroup.procs")
	if err != nil {
		return err
	}
	for _, pid := range pids {
		if err := control(leaf, "cgroup.procs", pid); err != nil && !errors.Is(err, unix.ESRCH) {
			return err
		}
	}
	return nil
}

func words(dir, name string) ([]string, error) {
	b, err := os.ReadFile(filepath.Join(dir, name))
	return strings.Fields(string(b)), err
}

func control(dir, name, value string) error {
	c, err := openCounter(dir, name, os.O_WRONLY)
	if err != nil {
		return err
	}
	defer c.close()
	return c.write(value)
}

func (t *tree2) kind() groupKind { return groupV2 }

func (t *tree2) close() error {
	if err := removeTree(t.dir); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

type group2 struct {
	dir                    string
	init, box              int // descriptors of the leaves
	limitMem, limitPids    counter
	cpu, events, use, peak counter
	resets                 bool // the peak starts again at each begin
	memory                 int64
	processes              int
	memBefore, memMost     int64
}

func (t *tree2) group(name string, owner int) (_ group, err error) {
	g := &group2{dir: filepath.Join(t.dir, name), init: -1, box: -1}
	defer func() {
		if err != nil {
			g.remove()
		}
	}()
	if err = g.leaves(owner); err != nil {
		return nil, err
	}
	return g, g.open()
}

// leaves makes the group and its two leaves. The controllers reach the leaves
// when the tree above has enabled them.
func (g *group2) leaves(owner int) error {
	if err := os.Mkdir(g.dir, 0o755); err != nil {
		return err
	}
	if on, err := words(filepath.Dir(g.dir), "cgroup.subtree_control"); err != nil {
		return err
	} else if len(on) > 0 {
		if err := enable(g.dir); err != nil {
			return err
		}
	}
	for leaf, fd := range map[string]*int{"init": &g.init, "box": &g.box} {
		dir := filepath.Join(g.dir, leaf)
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
		var err error
		if *fd, err = openDir(unix.AT_FDCWD, dir); err != nil {
			return err
		}
	}
	for _, dir := range []string{g.dir, filepath.Join(g.dir, "box")} {
		if err := os.Chown(filepath.Join(dir, "cgroup.procs"), owner, -1); err != nil {
			return err
		}
	}
	return nil
}

func (g *group2) open() error {
	box := filepath.Join(g.dir, "box")
	// one that swaps or is killed by halves would not behave the same twice
	for name, value := range map[string]string{"memory.oom.group": "1", "memory.swap.max": "0"} {
		if err := control(box, name, value); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for _, o := range []struct {
		dst      *counter
		name     string
		flag     int
		optional bool
	}{
		{&g.limitMem, "memory.max", os.O_RDWR, false},
		{&g.limitPids, "pids.max", os.O_RDWR, false},
		{&g.cpu, "cpu.stat", os.O_RDONLY, false},
		{&g.events, "memory.events", os.O_RDONLY, false},
		{&g.use, "memory.current", os.O_RDONLY, false},
		{&g.peak, "memory.peak", os.O_RDWR, true},   // can be started again since Linux 6.12
		{&g.peak, "memory.peak", os.O_RDONLY, true}, // exists since 5.19
	} {
		if !o.dst.absent() {
			continue
		}
		c, err := openCounter(box, o.name, o.flag)
		if err != nil && !o.optional {
			return err
		}
		*o.dst = c
	}
	g.resets = !g.peak.absent() && g.peak.write("reset") == nil
	return nil
}

func (g *group2) limit(memory int64, processes int) error {
	if processes != g.processes {
		if err := g.limitPids.write(strconv.Itoa(processes)); err != nil {
			return err
		}
		g.processes = processes
	}
	if memory != g.memory {
		if err := g.limitMem.write(strconv.FormatInt(memory, 10)); err != nil {
			return err
		}
		g.memory = memory
	}
	return nil
}

func (g *group2) begin() (u usage, err error) {
	if g.resets {
		if err := g.peak.write("reset"); err != nil {
			return u, err
		}
	}
	if g.memBefore, err = g.use.number(); err != nil {
		return u, err
	}
	g.memMost = g.memBefore
	return g.now()
}

func (g *group2) now() (u usage, err error) {
	us, err := g.cpu.field("usage_usec")
	if err != nil {
		return u, err
	}
	u.cpu = time.Duration(us) * time.Microsecond
	if u.oomKills, err = g.events.field("oom_kill"); err != nil {
		return u, err
	}
	if !g.resets {
		memory, err := g.use.number()
		g.memMost = max(g.memMost, memory)
		return u, err
	}
	return u, nil
}

// end reports the peak, or where it cannot be had for one command alone, the
// most that was seen now and then; the init's own figure may be higher.
func (g *group2) end() (usage, error) {
	u, err := g.now()
	if err == nil && g.resets {
		g.memMost, err = g.peak.number()
	}
	u.memory = max(0, g.memMost-g.memBefore)
	return u, err
}

func (g *group2) files() []int { return []int{g.box} }

// initFD is the leaf in which the init itself is born.
func (g *group2) initFD() int { return g.init }

func (g *group2) remove() error {
	for _, fd := range []int{g.init, g.box} {
		if fd >= 0 {
			unix.Close(fd)
		}
	}
	for _, c := range []counter{g.limitMem, g.limitPids, g.cpu, g.events, g.use, g.peak} {
		c.close()
	}
	control(g.dir, "cgroup.kill", "1") // what is still there is not wanted
	if err := removeTree(g.dir); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}
