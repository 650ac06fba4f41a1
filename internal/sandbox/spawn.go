//go:build linux

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"syscall"
)

// spawner starts inits from one thread that lives as long as the pool: the
// kernel kills an init when the thread that started it ends, and Go's threads
// come and go.
type spawner struct {
	jobs chan func()
}

func newSpawner() *spawner {
	s := &spawner{jobs: make(chan func())}
	go func() {
		runtime.LockOSThread()
		for job := range s.jobs {
			job()
		}
	}()
	return s
}

func (s *spawner) close() { close(s.jobs) }

// start runs this program again as an init, with sock as its control socket.
func (s *spawner) start(sock int, attr *syscall.SysProcAttr) (proc *os.Process, err error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer null.Close()
	control := os.NewFile(dup(sock), "control")
	if control == nil {
		return nil, errors.New("out of descriptors")
	}
	defer control.Close()
	done := make(chan struct{})
	s.jobs <- func() {
		defer close(done)
		proc, err = os.StartProcess("/proc/self/exe", []string{initName}, &os.ProcAttr{
			// small and quiet: an init holds little and should never pause
			Env:   []string{"GOMAXPROCS=4", "GOGC=off", "GOMEMLIMIT=48MiB", "GOTRACEBACK=none"},
			Files: []*os.File{null, null, null, control},
			Sys:   attr,
		})
	}
	<-done
	return proc, err
}

func dup(fd int) uintptr {
	n, err := syscall.Dup(fd)
	if err != nil {
		return ^uintptr(0)
	}
	syscall.CloseOnExec(n)
	return uintptr(n)
}

// idRange hands out host uids, two for each box, and the boxes' numbers.
type idRange struct {
	base   int
	mu     sync.Mutex
	taken  map[int]bool
	single bool // every box shares the harness's own uid
}

const maxBoxes = 250

// newIDRange picks uids that no person has and no other xeval process uses:
// with all of them at hand, a block by our pid in the upper half; in a
// container with fewer, from its own upper end.
func newIDRange() (*idRange, error) {
	r := &idRange{taken: map[int]bool{}}
	if os.Geteuid() != 0 {
		r.single = true
		return r, nil
	}
	first, size, err := mappedIDs()
	if err != nil {
		return nil, err
	}
	const block = 2 * (maxBoxes + 1)
	switch pid := os.Getpid(); {
	case first+size == 1<<32-1:
		r.base = 1<<31 + pid%(1<<22)*block%(1<<31-1<<16)
	case size >= 4*block:
		r.base = first + size - block*(1+pid%(size/block/2))
	default:
		return nil, fmt.Errorf("only %d user ids are mapped here, %d are needed", size, 4*block)
	}
	return r, nil
}

// mappedIDs is the largest run of uids that exist in this user namespace.
func mappedIDs() (first, size int, err error) {
	f, err := os.Open("/proc/self/uid_map")
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	for {
		var inside, outside, n int
		if _, err := fmt.Fscan(f, &inside, &outside, &n); err != nil {
			return first, size, nil
		}
		if n > size {
			first, size = inside, n
		}
	}
}

func (r *idRange) take() (number, user int, release func(), err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for n := range maxBoxes {
		if r.taken[n] {
			continue
		}
		r.taken[n] = true
		release := func() {
			r.mu.Lock()
			delete(r.taken, n)
			r.mu.Unlock()
		}
		if r.single {
			return n, os.Geteuid(), release, nil
		}
		return n, r.base + 2*n + 1, release, nil
	}
	return 0, 0, nil, fmt.Errorf("no more than %d boxes", maxBoxes)
}
