//go:build linux

package sandbox

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tree1 is our folder in each of the version 1 controllers. It lies at the root
// of the mounted hierarchy, not below the harness's own group, so that the next
// run finds it whichever session it is started from.
type tree1 struct {
	memory, pids, cpu string
}

func openTree1() (*tree1, error) {
	mounts, err := controllers1()
	if err != nil {
		return nil, err
	}
	t, own := &tree1{}, poolName()
	for name, dst := range map[string]*string{"memory": &t.memory, "pids": &t.pids, "cpuacct": &t.cpu} {
		if mounts[name] == "" {
			return nil, fmt.Errorf("the cgroup v1 controller %s is not mounted", name)
		}
		removeStale(mounts[name])
		*dst = filepath.Join(mounts[name], own)
		if err := os.Mkdir(*dst, 0o755); err != nil {
			t.close()
			return nil, err
		}
	}
	return t, nil
}

// controllers1 maps each version 1 controller to where it is mounted.
func controllers1() (map[string]string, error) {
	f, err := os.Open("/proc/self/mounts")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	found := map[string]string{}
	for sc := bufio.NewScanner(f); sc.Scan(); {
		field := strings.Fields(sc.Text())
		if len(field) < 4 || field[2] != "cgroup" {
			continue
		}
		for opt := range strings.SplitSeq(field[3], ",") {
			if found[opt] == "" {
				found[opt] = field[1]
			}
		}
	}
	return found, nil
}

func (t *tree1) kind() groupKind { return groupV1 }

func (t *tree1) close() error {
	var errs []error
	for _, dir := range []string{t.memory, t.pids, t.cpu} {
		if dir != "" {
			if err := removeTree(dir); err != nil && !os.IsNotExist(err) {
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}

type group1 struct {
	dirs                []string
	tasks               []counter
	limitMem, limitSwap counter
	limitPids           counter
	cpu, oom, use, peak counter
	memory              int64
	processes           int
	memBefore           int64
}

func (t *tree1) group(name string, _ int) (_ group, err error) {
	g := &group1{}
	defer func() {
		if err != nil {
			g.remove()
		}
	}()
	for _, parent := range []string{t.memory, t.pids, t.cpu} {
		dir := filepath.Join(parent, name)
		if err = os.Mkdir(dir, 0o755); err != nil {
			return nil, err
		}
		g.dirs = append(g.dirs, dir)
		var c counter
		if c, err = openCounter(dir, "tasks", os.O_WRONLY); err != nil {
			return nil, err
		}
		g.tasks = append(g.tasks, c)
	}
	return g, g.open()
}

func (g *group1) open() error {
	memory, pids, cpu := g.dirs[0], g.dirs[1], g.dirs[2]
	for _, o := range []struct {
		dst       *counter
		dir, name string
		flag      int
		optional  bool
	}{
		{&g.limitMem, memory, "memory.limit_in_bytes", os.O_RDWR, false},
		{&g.limitSwap, memory, "memory.memsw.limit_in_bytes", os.O_RDWR, true}, // only with swap accounting
		{&g.limitPids, pids, "pids.max", os.O_RDWR, false},
		{&g.cpu, cpu, "cpuacct.usage", os.O_RDONLY, false},
		{&g.oom, memory, "memory.oom_control", os.O_RDONLY, false},
		{&g.use, memory, "memory.usage_in_bytes", os.O_RDONLY, false},
		{&g.peak, memory, "memory.max_usage_in_bytes", os.O_RDWR, false},
	} {
		c, err := openCounter(o.dir, o.name, o.flag)
		if err != nil {
			if o.optional && errors.Is(err, fs.ErrNotExist) {
				continue
			}
			return err
		}
		*o.dst = c
	}
	return nil
}

// limit is written only when it changes. Memory with swap must never be below
// memory alone, so the order depends on the direction.
func (g *group1) limit(memory int64, processes int) error {
	if processes != g.processes {
		// two more: the launcher's and the nurse's threads live here too
		if err := g.limitPids.write(strconv.Itoa(processes + 2)); err != nil {
			return err
		}
		g.processes = processes
	}
	if memory == g.memory {
		return nil
	}
	order := []counter{g.limitMem, g.limitSwap}
	if memory > g.memory && g.memory != 0 {
		order = []counter{g.limitSwap, g.limitMem}
	}
	for _, c := range order {
		if c.absent() {
			continue
		}
		if err := c.write(strconv.FormatInt(memory, 10)); err != nil {
			return err
		}
	}
	g.memory = memory
	return nil
}

// begin takes the cache of files that earlier commands read, which stays
// charged until somebody needs the room, as the zero of the peak.
func (g *group1) begin() (u usage, err error) {
	if err = g.peak.write("0"); err != nil {
		return u, err
	}
	if g.memBefore, err = g.use.number(); err != nil {
		return u, err
	}
	return g.now()
}

func (g *group1) now() (u usage, err error) {
	ns, err := g.cpu.number()
	if err != nil {
		return u, err
	}
	u.cpu = time.Duration(ns)
	u.oomKills, err = g.oom.field("oom_kill")
	return u, err
}

func (g *group1) end() (usage, error) {
	u, err := g.now()
	if err != nil {
		return u, err
	}
	peak, err := g.peak.number()
	u.memory = max(0, peak-g.memBefore)
	return u, err
}

func (g *group1) files() []int {
	var fds []int
	for _, c := range g.tasks {
		fds = append(fds, c.fd)
	}
	return fds
}

func (g *group1) initFD() int { return -1 }

func (g *group1) remove() error {
	for _, c := range append(g.tasks, g.limitMem, g.limitSwap, g.limitPids, g.cpu, g.oom, g.use, g.peak) {
		c.close()
	}
	var errs []error
	for _, dir := range g.dirs {
		if err := removeTree(dir); err != nil && !os.IsNotExist(err) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
