//go:build linux

package sandbox

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"runtime"
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
	return statFields(b)
}

func statFields(b []byte) [][]byte { return bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:]) }

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

// gone says that the process which started then is certainly no more: not when
// it could not be looked at, as for want of descriptors or memory.
func gone(pid int, start uint64) bool {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ESRCH)
	}
	f := statFields(b)
	return string(f[statState]) == "Z" || statNumber(f, statStart) != start
}

// threadsOf a user, as far as /proc shows them: in a box that is the init's.
func threadsOf(user int) (threads uint64) {
	own := []byte("Uid:\t" + strconv.Itoa(user) + "\t")
	for _, pid := range processes() {
		b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
		if err != nil || !bytes.Contains(b, own) {
			continue
		}
		_, b, _ = bytes.Cut(b, []byte("\nThreads:\t"))
		b, _, _ = bytes.Cut(b, []byte("\n"))
		n, _ := strconv.ParseUint(string(b), 10, 64)
		threads += n
	}
	return threads
}

// descendants are all processes below this one.
func descendants() []int { return below(os.Getpid()) }

func below(top int) (found []int) {
	children := map[int][]int{}
	for _, pid := range processes() {
		if f := stat(pid); f != nil {
			parent := int(statNumber(f, statParent))
			children[parent] = append(children[parent], pid)
		}
	}
	for next := []int{top}; len(next) > 0; {
		more := children[next[0]]
		next = append(next[1:], more...)
		found = append(found, more...)
	}
	return found
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

// asUser returns a function that runs jobs on a thread which has taken on a
// user's ids. It may signal all of the user's processes at once, which no growth
// outruns, and set their limits, both without a capability.
func asUser(user int) (func(job func() error) error, error) {
	jobs, done := make(chan func() error), make(chan error)
	go func() {
		runtime.LockOSThread()
		id := uintptr(user)
		// raw: only this thread, not the whole process
		_, _, e := unix.RawSyscall(unix.SYS_SETRESGID, id, id, id)
		if e == 0 {
			_, _, e = unix.RawSyscall(unix.SYS_SETRESUID, id, id, id)
		}
		if e != 0 {
			done <- os.NewSyscallError("take on the commands' user id", e)
			return
		}
		done <- nil
		for job := range jobs {
			done <- job()
		}
	}()
	return func(job func() error) error {
		jobs <- job
		return <-done
	}, <-done
}

// capabilities this process has in force.
func capabilities() uint64 {
	hdr := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if unix.Capget(&hdr, &data[0]) != nil {
		return 0
	}
	return uint64(data[1].Effective)<<32 | uint64(data[0].Effective)
}
