//go:build linux

package sandbox

import (
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// As root every box has two host uids of its own: one for its init, one for its
// commands. No person has them, no other box, and no box of another xeval
// process: under Landlock everything a uid owns is killed at once.

// maxBoxes is how many one process can have.
const maxBoxes = 250

// blockSize is how many uids one process takes.
const blockSize = 2 * (maxBoxes + 1)

type idRange struct {
	base   int
	mu     sync.Mutex
	taken  map[int]bool
	single bool // every box shares the harness's own uid
}

// newSingle is for where there is but one uid.
func newSingle() *idRange { return &idRange{taken: map[int]bool{}, single: true} }

// hostIDs are the process's own, for all its pools.
var hostIDs = sync.OnceValues(func() (*idRange, error) {
	if os.Geteuid() != 0 {
		return newSingle(), nil
	}
	first, blocks, err := idBlocks()
	if err != nil {
		return nil, err
	}
	for try := range blocks {
		block := (os.Getpid() + try) % blocks
		if claim(block) {
			return &idRange{base: first + block*blockSize, taken: map[int]bool{}}, nil
		}
	}
	return nil, fmt.Errorf("all %d blocks of user ids are in use", blocks)
})

// idBlocks says where blocks begin and how many there are: the upper half of
// all ids, or in a container with fewer, of the largest run that it has.
func idBlocks() (first, blocks int, err error) {
	f, err := os.Open("/proc/self/uid_map")
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	var start, size int
	for {
		var inside, outside, n int
		if _, err := fmt.Fscan(f, &inside, &outside, &n); err != nil {
			break
		}
		if n > size {
			start, size = inside, n
		}
	}
	if size < 2*blockSize {
		return 0, 0, fmt.Errorf("only %d user ids are mapped here, %d are needed", size, 2*blockSize)
	}
	return start + size/2, size / 2 / blockSize, nil
}

// claim takes a block for as long as this process lives, by a name in the
// kernel that nothing has to clean up. Where there can be no such names, the
// pid, which chose the block, must do.
func claim(block int) bool {
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return true
	}
	err = unix.Bind(fd, &unix.SockaddrUnix{Name: fmt.Sprintf("@xeval-ids-%d", block)})
	if err == unix.EADDRINUSE {
		unix.Close(fd)
		return false
	}
	return true
}

// take hands out a box's number and the uid of its commands; its init has the
// one below.
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
