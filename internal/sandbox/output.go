//go:build linux

package sandbox

import (
	"golang.org/x/sys/unix"
)

// keeper holds the head and the tail of a stream in bounded memory.
type keeper struct {
	fd    int // read end; -1 when closed
	head  []byte
	tail  []byte // a ring once it is full
	heads int    // most bytes of head
	tails int    // most bytes of tail
	next  int    // where the ring goes on
	bytes int64
}

func newKeeper(fd int, limit int64) *keeper {
	return &keeper{fd: fd, heads: int(max(0, limit+1) / 2), tails: int(max(0, limit) / 2)}
}

func (k *keeper) add(b []byte) {
	k.bytes += int64(len(b))
	n := min(k.heads-len(k.head), len(b))
	k.head = append(k.head, b[:n]...)
	b = b[n:]
	if len(b) > k.tails {
		b = b[len(b)-k.tails:]
	}
	n = min(k.tails-len(k.tail), len(b))
	k.tail = append(k.tail, b[:n]...)
	for b = b[n:]; len(b) > 0; b = b[n:] {
		n = copy(k.tail[k.next:], b)
		k.next = (k.next + n) % len(k.tail)
	}
}

func (k *keeper) output() Output {
	tail := append(k.tail[k.next:len(k.tail):len(k.tail)], k.tail[:k.next]...)
	return Output{Head: k.head, Tail: tail, Bytes: k.bytes}
}

// read takes what is there and closes the stream at its end.
func (k *keeper) read(buf []byte) {
	n, err := unix.Read(k.fd, buf)
	switch {
	case err == unix.EINTR || err == unix.EAGAIN:
	case err != nil || n == 0:
		k.close()
	default:
		k.add(buf[:n])
	}
}

// drain takes what is left in the pipe without waiting for its end: a
// descriptor can outlive every process, in flight through a socket that nobody
// holds any more. Nobody writes now, so one pipe's content is the bound.
func (k *keeper) drain(buf []byte) {
	for range 64 {
		p := []unix.PollFd{{Fd: int32(k.fd), Events: unix.POLLIN}}
		if n, err := unix.Poll(p, 0); k.fd < 0 || err != nil || n == 0 {
			break
		}
		k.read(buf)
	}
	k.close()
}

func (k *keeper) close() {
	if k.fd >= 0 {
		unix.Close(k.fd)
	}
	k.fd = -1
}
