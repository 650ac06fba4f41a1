//go:build linux

package sandbox

import (
	"bytes"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// processes lists every pid that /proc shows.
func processes() (pids []int) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	all, _ := dir.Readdirnames(-1)
	for _, name := range all {
		if pid, err := strconv.Atoi(name); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// stat reads the fields of /proc/pid/stat that follow the command's name, which
// is in brackets and may hold anything.
func stat(pid int) [][]byte {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return nil
	}
	return bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
}

// Indices into what stat returns.
const (
	statState  = 0
	statParent = 1
	statUser   = 11 // ticks, followed by system, and both of reaped children
	statStart  = 19
)

func statNumber(f [][]byte, i int) uint64 {
	if len(f) <= i {
		return 0
	}
	n, _ := strconv.ParseUint(string(f[i]), 10, 64)
	return n
}

// startTime is in clock ticks after boot; 0 when there is no such process. A
// pid may be used again, with a later start.
func startTime(pid int) uint64 {
	f := stat(pid)
	if len(f) == 0 || string(f[statState]) == "Z" {
		return 0
	}
	return statNumber(f, statStart)
}

// descendants are all processes below this one.
func descendants() (below []int) {
	children := map[int][]int{}
	for _, pid := range processes() {
		if f := stat(pid); f != nil {
			parent := int(statNumber(f, statParent))
			children[parent] = append(children[parent], pid)
		}
	}
	for next := []int{os.Getpid()}; len(next) > 0; {
		found := children[next[0]]
		next = append(next[1:], found...)
		below = append(below, found...)
	}
	return below
}

// killDescendants ends a tree that may go on growing while it looks: what is
// stopped no longer forks, so a few rounds find everybody.
func killDescendants() {
	known := map[int]bool{}
	for range 100 {
		grown := false
		for _, pid := range descendants() {
			if !known[pid] {
				unix.Kill(pid, unix.SIGSTOP)
				known[pid], grown = true, true
			}
		}
		if !grown {
			break
		}
	}
	for pid := range known {
		unix.Kill(pid, unix.SIGKILL)
	}
}
