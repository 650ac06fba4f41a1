//go:build linux

package sandbox

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// A Server is a command that stays: it is asked over a socket, and answers. One
// goroutine at a time uses it. A message is its length, four bytes with the
// highest first, and then so many bytes, in both directions.
type Server struct {
	conn   *os.File
	cancel context.CancelFunc
	done   chan struct{}
}

// Serve starts a command in a box and leaves it there; the box is released when
// the command has ended. It finds its end of the socket on descriptor 3.
func Serve(box Box, cmd Command) (*Server, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		box.Release()
		return nil, os.NewSyscallError("socketpair", err)
	}
	if err := unix.SetNonblock(pair[0], true); err != nil { // so that waiting can end
		box.Release()
		return nil, errors.Join(err, unix.Close(pair[0]), unix.Close(pair[1]))
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &Server{conn: os.NewFile(uintptr(pair[0]), "server"), cancel: cancel, done: make(chan struct{})}
	cmd.link = pair[1]
	go func() {
		defer close(s.done)
		box.Run(ctx, cmd) // how it ended does not matter: it is asked no more
		unix.Close(pair[1])
		box.Release()
	}()
	return s, nil
}

// Ask sends a message and waits for the answer, of at most so many bytes. After
// an error the server is of no use and must be closed.
func (s *Server) Ask(message []byte, deadline time.Time, most int) ([]byte, error) {
	if err := s.conn.SetDeadline(deadline); err != nil {
		return nil, err
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(len(message)))
	if _, err := s.conn.Write(append(head, message...)); err != nil {
		return nil, err
	}
	if _, err := io.ReadFull(s.conn, head); err != nil {
		return nil, err
	}
	size := int64(binary.BigEndian.Uint32(head))
	if size > int64(most) {
		return nil, fmt.Errorf("an answer of %d bytes, at most %d are taken", size, most)
	}
	answer := make([]byte, size)
	_, err := io.ReadFull(s.conn, answer)
	return answer, err
}

// Close ends the server and all that is in its box.
func (s *Server) Close() {
	s.conn.Close()
	select {
	case <-s.done: // it saw the end of its socket
	case <-time.After(time.Second):
		s.cancel()
		<-s.done
	}
	s.cancel()
}

// appendCopies appends two descriptors of what fd is.
func appendCopies(fds []int, fd int) ([]int, error) {
	for range 2 {
		n, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
		if err != nil {
			return fds, os.NewSyscallError("fcntl", err)
		}
		fds = append(fds, n)
	}
	return fds, nil
}
