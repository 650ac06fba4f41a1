//go:build linux

package sandbox

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// watch is the init's own eye on a command where no control group counts: it
// looks every few milliseconds and kills at the limit, so what it enforces is
// not exact. With control groups there is nothing to watch.
type watch struct {
	in     *boxInit
	q      *request
	before time.Duration
}

const watchEvery = 10 * time.Millisecond

func (w *watch) idle() bool { return w.q.Memory == 0 }

// interval is how long to sleep, in milliseconds; orphans are reaped at least
// this often.
func (w *watch) interval() int {
	if w.idle() {
		return 100
	}
	return int(watchEvery / time.Millisecond)
}

// exceeded looks, notes the peak and the reason, and says whether to kill.
func (w *watch) exceeded(r *reply) bool {
	if w.idle() {
		return false
	}
	memory := w.in.work.used()
	cpu := childrenCPU() - w.before
	members := w.in.members()
	for _, pid := range members {
		memory += resident(pid)
		cpu += cpuTime(pid)
	}
	r.Peak = max(r.Peak, memory)
	r.Members = max(r.Members, len(members))
	r.Memory = r.Memory || memory > w.q.Memory
	r.OverCPU = r.OverCPU || (w.q.CPU > 0 && cpu >= w.q.CPU)
	return r.Memory || r.OverCPU
}

// resident counts anonymous and shared memory, not the files a process maps.
// Memory that several processes share is counted for each: a program that
// spreads over many shared areas must not escape.
func resident(pid int) (bytesUsed int64) {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0
	}
	for sc := bufio.NewScanner(bytes.NewReader(b)); sc.Scan(); {
		name, value, _ := bytes.Cut(sc.Bytes(), []byte(":"))
		switch string(name) {
		case "RssAnon", "RssShmem":
			f := bytes.Fields(value)
			kb, _ := strconv.ParseInt(string(f[0]), 10, 64)
			bytesUsed += kb << 10
		}
	}
	return bytesUsed
}

// cpuTime of a process and of the children it has waited for. The kernel counts
// in hundredths of a second here.
func cpuTime(pid int) time.Duration {
	f := stat(pid)
	var ticks uint64
	for i := range 4 {
		ticks += statNumber(f, statUser+i)
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// used is what scratch holds in memory.
func (t *tmpfs) used() int64 {
	st, err := statfs()
	if err != nil {
		return 0
	}
	return int64(st.Blocks-st.Bfree) * st.Bsize
}

// others are the pids in a box's own namespace, less the init.
func others() (pids []int) {
	for _, pid := range processes() {
		if pid != unix.Getpid() {
			pids = append(pids, pid)
		}
	}
	return pids
}
