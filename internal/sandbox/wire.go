//go:build linux

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// The harness and a box's init talk over one SEQPACKET socket: a message is a
// list of fields (codec.go), descriptors travel beside it. The init is the trusted side's own
// program, but it lives next to hostile code, so the harness treats what comes
// back as it would a stranger's word: bounded, checked, never waited for
// without a limit.
const (
	maxRequest = 160 << 10 // arguments and environment; bulk travels in a memfd
	maxReply   = 8 << 10
)

// setup is the first message to an init: what kind of box to build.
type setup struct {
	Mode    Mode
	Binds   []bind
	Links   []link
	Blank   []string // files of /proc to cover
	Scratch int64
	Inodes  int
	User    int    // uid and gid of commands, as the init sees them
	Dir     string // scratch folder on the host, where there are no namespaces
	Group   groupKind
	Groups  int  // how many descriptors of control groups come with the message
	ReadAll bool // commands may read what file modes forbid; Landlock still has its say
	Single  bool // one uid for init and command
}

// bind is a host path to show at the same place. The harness opens it, because
// the init may not be able to reach it; Sent says that it did.
type bind struct {
	Path   string
	Device bool
	Sent   bool
}

// link is a symbolic link of the private root.
type link struct{ Path, Target string }

// request asks for one command, or for its death when Kill is set.
type request struct {
	Kill    bool
	Path    string
	Args    []string
	Env     []string
	Files   []fileSize
	Keep    []string
	Fresh   bool // what the last user kept goes first
	Stdin   bool // a descriptor for it is sent; else /dev/null
	Bulk    bool // a descriptor with the contents of Files is sent
	Proof   bool // descriptors for secret and proof are sent
	Scratch int64
	Rlimits map[int]uint64
	Memory  int64 // poll memory use against this; 0: a control group does it
	CPU     time.Duration
	WarmUp  bool // start a server by Path, Args, Env and Rlimits; nothing else is done
	Warm    bool // the server makes the command; Args are what it is told
}

type fileSize struct {
	Name       string
	Size       int64
	Executable bool
}

func (f fileSize) mode() uint32 {
	if f.Executable {
		return 0o755
	}
	return 0o644
}

// reply tells how a command ended, or in Err why it could not be run.
type reply struct {
	Err     string
	NotRun  int    // shell's convention, 126 or 127: no such program; Err says why
	Status  uint32 // wait status
	Wall    time.Duration
	CPU     time.Duration // of all processes waited for
	Peak    int64         // bytes, where the init polls
	Members int           // most processes seen, where the init polls
	Memory  bool          // the init killed it for memory
	OverCPU bool          // the init killed it for CPU time
	Reaped  int
	Ready   bool // answer to setup and to WarmUp; Peak is then the server's memory
	Cold    bool // no server is there (any more)
}

// check refuses values that no honest init sends.
func (r *reply) check() error {
	ok := r.Wall >= 0 && r.CPU >= 0 && r.Peak >= 0 && r.Members >= 0 && r.Reaped >= 0 && r.Status <= 0xffff &&
		(r.NotRun == 0 || r.NotRun == 126 || r.NotRun == 127)
	if !ok {
		return errors.New("the init's answer is out of range")
	}
	return nil
}

var errInitGone = errors.New("the box's init is gone")

// send writes one message and its descriptors. It never blocks: an init that
// does not read is as good as dead.
func send(sock int, m message, fds ...int) error {
	b, err := encode(m)
	if err != nil {
		return err
	}
	if len(b) > maxRequest {
		return fmt.Errorf("arguments and environment too long: %d bytes, at most %d", len(b), maxRequest)
	}
	var rights []byte
	if len(fds) > 0 {
		rights = unix.UnixRights(fds...)
	}
	for {
		err = unix.Sendmsg(sock, b, rights, nil, unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL)
		if err != unix.EINTR {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errInitGone, err)
	}
	return nil
}

// receive reads one message of at most len(buf) bytes into m. Descriptors are
// taken only with maxFDs above zero; else the kernel closes them.
func receive(sock int, buf []byte, m message, maxFDs int) ([]int, error) {
	var oob []byte
	if maxFDs > 0 {
		oob = make([]byte, unix.CmsgSpace(4*maxFDs))
	}
	n, on, flags, err := recvmsg(sock, buf, oob)
	if err != nil {
		return nil, err
	}
	fds, err := parseRights(oob[:on])
	if err != nil {
		return nil, err
	}
	switch {
	case n == 0:
		err = errInitGone
	case flags&unix.MSG_TRUNC != 0:
		err = errors.New("a message too long")
	case flags&unix.MSG_CTRUNC != 0:
		err = errors.New("a message with unexpected descriptors")
	default:
		err = decode(buf[:n], m)
	}
	if err != nil {
		closeAll(fds)
		return nil, err
	}
	return fds, nil
}

func recvmsg(sock int, buf, oob []byte) (n, on, flags int, err error) {
	for {
		n, on, flags, _, err = unix.Recvmsg(sock, buf, oob, unix.MSG_CMSG_CLOEXEC)
		if err != unix.EINTR {
			return n, on, flags, err
		}
	}
}

func parseRights(oob []byte) ([]int, error) {
	if len(oob) == 0 {
		return nil, nil
	}
	msgs, err := unix.ParseSocketControlMessage(oob)
	if err != nil {
		return nil, err
	}
	var fds []int
	for i := range msgs {
		got, err := unix.ParseUnixRights(&msgs[i])
		if err != nil {
			closeAll(fds)
			return nil, err
		}
		fds = append(fds, got...)
	}
	return fds, nil
}

func closeAll(fds []int) {
	for _, fd := range fds {
		unix.Close(fd)
	}
}

// memfd holds data in memory, sealed, positioned at its start.
func memfd(name string, chunks ...[]byte) (int, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return -1, os.NewSyscallError("memfd_create", err)
	}
	for _, c := range chunks {
		if err := writeAll(fd, c); err != nil {
			unix.Close(fd)
			return -1, err
		}
	}
	if _, err := unix.Seek(fd, 0, 0); err != nil {
		unix.Close(fd)
		return -1, err
	}
	seals := unix.F_SEAL_SEAL | unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_WRITE
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, seals); err != nil {
		unix.Close(fd)
		return -1, os.NewSyscallError("fcntl", err)
	}
	return fd, nil
}

func writeAll(fd int, b []byte) error {
	for len(b) > 0 {
		n, err := unix.Write(fd, b)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}
