//go:build linux

package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// A process is never moved between control groups in the hot path: writing
// cgroup.procs waits for an RCU grace period, often ten milliseconds. Children
// are born in the group instead: under version 1 the launcher thread enters it
// once, under version 2 clone3 takes a descriptor of it. The init stays
// outside, so that no memory killer ever looks at it.

type groupKind string

const (
	groupNone groupKind = "none"
	groupV1   groupKind = "cgroup v1"
	groupV2   groupKind = "cgroup v2"
)

// group is one box's control group. Its numbers only grow; a step is the
// difference of two readings.
type group interface {
	limit(memory int64, processes int) error
	// begin starts the measurement of peaks.
	begin() (usage, error)
	// now is cheap; it is asked many times while a command runs.
	now() (usage, error)
	// end adds the peaks since begin.
	end() (usage, error)
	// files are the descriptors the init needs to put children here.
	files() []int
	// initFD is the group in which the init itself is born; -1: the harness's.
	initFD() int
	remove() error
}

type usage struct {
	cpu       time.Duration
	oomKills  int64
	memory    int64 // bytes now, from begin; peak, from end
	processes int   // peak, from end; 0: not known
}

// hierarchy makes groups. Its own folder is named after this process, so that
// whoever comes later can tell whether it still lives.
type hierarchy interface {
	kind() groupKind
	// group makes one box's, for an init that runs as owner.
	group(name string, owner int) (group, error)
	close() error
}

const groupPrefix = "xeval-"

var poolNumber atomic.Int64

// poolName is unique among running pools: pid namespace, pid, start time, and a
// number within the process. It names groups and folders.
func poolName() string {
	pid := os.Getpid()
	return fmt.Sprintf("%s%d-%d-%d-%d", groupPrefix, pidNamespace(), pid, startTime(pid), poolNumber.Add(1))
}

func pidNamespace() uint64 {
	var st unix.Stat_t
	if unix.Stat("/proc/self/ns/pid", &st) != nil {
		return 0
	}
	return st.Ino
}

// removeStale removes the groups that dead processes left in parent.
func removeStale(parent string) {
	for _, dir := range stale(parent) {
		removeTree(dir)
	}
}

// stale lists the folders in parent whose process is dead. Those of another
// pid namespace cannot be told dead from here and stay.
func stale(parent string) (dirs []string) {
	found, _ := filepath.Glob(filepath.Join(parent, groupPrefix+"*"))
	for _, dir := range found {
		var ns, start uint64
		var pid int
		n, _ := fmt.Sscanf(filepath.Base(dir), groupPrefix+"%d-%d-%d", &ns, &pid, &start)
		if n == 3 && ns == pidNamespace() && gone(pid, start) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// removeTree kills what still lives in a tree of groups and removes it. The
// dying leave a group a moment after the signal.
func removeTree(dir string) error {
	for try := 0; ; try++ {
		err := removeGroups(dir)
		if err == nil || os.IsNotExist(err) || try == 100 {
			return err
		}
		time.Sleep(time.Duration(1+try) * time.Millisecond / 4)
	}
}

func removeGroups(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() {
			if err := removeGroups(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	if err = unix.Rmdir(dir); err == unix.EBUSY {
		killMembers(dir)
	}
	return err
}

func killMembers(dir string) {
	b, _ := os.ReadFile(filepath.Join(dir, "cgroup.procs"))
	for _, f := range strings.Fields(string(b)) {
		// 0 is a process this pid namespace cannot see
		if pid, err := strconv.Atoi(f); err == nil && pid > 1 && pid != os.Getpid() {
			unix.Kill(pid, unix.SIGKILL)
		}
	}
}

// counter is a control file kept open: reading it again is one system call.
// The zero counter is a file that this kernel does not have.
type counter struct {
	path string
	fd   int
}

func openCounter(dir, name string, flag int) (counter, error) {
	path := filepath.Join(dir, name)
	fd, err := unix.Open(path, flag|unix.O_CLOEXEC, 0)
	if err != nil {
		return counter{}, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return counter{path, fd}, nil
}

func (c counter) absent() bool { return c.path == "" }

func (c counter) read(buf []byte) ([]byte, error) {
	n, err := unix.Pread(c.fd, buf, 0)
	if err != nil {
		return nil, &os.PathError{Op: "read", Path: c.path, Err: err}
	}
	return bytes.TrimSpace(buf[:n]), nil
}

func (c counter) number() (int64, error) {
	var buf [32]byte
	b, err := c.read(buf[:])
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(string(b), 10, 64)
}

// field reads one line of a "name value" file.
func (c counter) field(name string) (int64, error) {
	var buf [4096]byte
	b, err := c.read(buf[:])
	if err != nil {
		return 0, err
	}
	for line := range bytes.Lines(b) {
		if v, ok := bytes.CutPrefix(line, []byte(name+" ")); ok {
			return strconv.ParseInt(string(bytes.TrimSpace(v)), 10, 64)
		}
	}
	return 0, fmt.Errorf("%s has no line %s", c.path, name)
}

// write tries again when it was interrupted: lowering a limit makes the kernel
// reclaim memory, and the Go runtime's own signals break into that.
func (c counter) write(s string) error {
	for {
		_, err := unix.Pwrite(c.fd, []byte(s), 0)
		switch err {
		case nil:
			return nil
		case unix.EINTR:
		default:
			return &os.PathError{Op: "write " + s + " to", Path: c.path, Err: err}
		}
	}
}

func (c counter) close() {
	if !c.absent() {
		unix.Close(c.fd)
	}
}
