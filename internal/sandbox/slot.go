//go:build linux

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// slot is the harness's end of one box: the init's process, the socket to it,
// its control group. One goroutine at a time uses it.
type slot struct {
	proc    *os.Process
	exited  chan struct{}
	end     string // how the init ended, once exited is closed
	sock    int
	group   group
	user    int // host uid of commands
	uses    int
	first   bool // the next command is its user's first
	env     map[string]string
	mode    Mode
	scratch string // folder on the host, where there are no namespaces
	buf     []byte
	release func() // gives back uid and number

	canWarm   bool
	warmKey   string // identifies the server that is there; "": none
	warmBytes int64  // resident
}

// blueprint is what all slots of a pool have in common.
type blueprint struct {
	setup     setup
	hierarchy hierarchy // nil: no control groups
	spawn     *spawner
	ids       *idRange
	env       map[string]string
	isolation Isolation
	folder    string       // holds scratch folders, where there are no namespaces
	cleanUp   func() error // at the end of the pool
}

const (
	bootTime  = 20 * time.Second // for an init to come up on a busy machine
	graceTime = 10 * time.Second // for a killed command to be reaped
)

// start builds one slot and waits until its init is ready.
func (bp *blueprint) start() (*slot, error) {
	number, user, release, err := bp.ids.take()
	if err != nil {
		return nil, err
	}
	s := &slot{sock: -1, user: user, release: release, buf: make([]byte, 64<<10), env: bp.env, mode: bp.setup.Mode, canWarm: bp.setup.canWarm()}
	if bp.hierarchy != nil {
		if s.group, err = bp.hierarchy.group(fmt.Sprintf("box-%d", number), user-1); err != nil {
			s.close()
			return nil, err
		}
	}
	if bp.folder != "" {
		s.scratch = filepath.Join(bp.folder, fmt.Sprintf("box-%d", number))
		s.env = environment(filepath.Join(s.scratch, "tmp"))
		if err := os.Mkdir(s.scratch, 0o755); err != nil {
			s.close()
			return nil, err
		}
	}
	if err := s.boot(bp); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *slot) boot(bp *blueprint) error {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return os.NewSyscallError("socketpair", err)
	}
	s.sock = pair[0]
	s.proc, err = bp.spawn.start(pair[1], bp.attributes(s))
	unix.Close(pair[1])
	if err != nil {
		return fmt.Errorf("start a box's init: %w", err)
	}
	s.exited = make(chan struct{})
	go func() {
		if state, err := s.proc.Wait(); err == nil {
			s.end = state.String()
		}
		close(s.exited)
	}()
	if err := s.furnish(bp); err != nil {
		return err
	}
	var r reply
	if err := s.answer(&r, time.Now().Add(bootTime)); err != nil {
		return err
	}
	if !r.Ready {
		return errors.New(r.Err)
	}
	return nil
}

// furnish sends the set-up with what only the harness can open.
func (s *slot) furnish(bp *blueprint) error {
	set := bp.setup
	if s.scratch != "" {
		set.Dir, set.User = s.scratch, s.user
	}
	set.Binds = append([]bind(nil), set.Binds...)
	var fds []int
	defer func() { closeAll(fds) }()
	for i := range set.Binds {
		if !set.Binds[i].Sent {
			continue
		}
		fd, err := cloneTree(set.Binds[i])
		if err != nil {
			return err
		}
		fds = append(fds, fd)
	}
	sent := fds
	if s.group != nil {
		groups := s.group.files()
		set.Groups = len(groups)
		sent = append(append([]int(nil), fds...), groups...)
	}
	return send(s.sock, &set, sent...)
}

// answer waits for the init's next message.
func (s *slot) answer(r *reply, deadline time.Time) error {
	p := []unix.PollFd{{Fd: int32(s.sock), Events: unix.POLLIN}}
	for {
		wait := time.Until(deadline)
		if wait <= 0 {
			return errors.New("the box's init does not answer")
		}
		n, err := unix.Poll(p, int(wait/time.Millisecond)+1)
		if err != nil && err != unix.EINTR {
			return os.NewSyscallError("poll", err)
		}
		if n > 0 {
			return s.read(r)
		}
	}
}

func (s *slot) read(r *reply) error {
	if _, err := receive(s.sock, s.buf[:maxReply], r, 0); err != nil {
		return err
	}
	return r.check()
}

// obituary says how the init died, to whoever has found out that it did.
func (s *slot) obituary(err error) error {
	if s.exited == nil || !errors.Is(err, errInitGone) {
		return err
	}
	select {
	case <-s.exited:
		return fmt.Errorf("%w (%s)", err, s.end)
	case <-time.After(time.Second):
		return err
	}
}

// close ends the box and everything in it. The death of the init is the death
// of its pid namespace.
func (s *slot) close() error {
	var errs []error
	if s.sock >= 0 {
		unix.Close(s.sock)
		s.sock = -1
	}
	if s.proc != nil {
		errs = append(errs, s.bury())
	}
	if s.group != nil {
		errs = append(errs, s.group.remove())
		s.group = nil
	}
	if s.scratch != "" {
		errs = append(errs, removeAll(s.scratch))
		s.scratch = ""
	}
	if s.release != nil {
		s.release()
		s.release = nil
	}
	return errors.Join(errs...)
}

// bury waits for the init's end. In a folder mode it has work to do first.
func (s *slot) bury() error {
	if s.scratch != "" {
		select {
		case <-s.exited:
			return nil
		case <-time.After(graceTime):
		}
	}
	s.proc.Kill()
	select {
	case <-s.exited:
		return nil
	case <-time.After(graceTime):
		return errors.New("a box's init does not die")
	}
}

// attributes of an init's process. As root every box has two host uids of its
// own, one for the init and one for commands, and the host's root does not
// exist inside. An ordinary user has but one, which both share: the init then
// keeps apart by capabilities, which commands lack.
func (bp *blueprint) attributes(s *slot) *syscall.SysProcAttr {
	if bp.folder != "" {
		// no sudden death: without a pid namespace it must end its processes first
		return &syscall.SysProcAttr{Setsid: true}
	}
	attr := &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID | syscall.CLONE_NEWNS | syscall.CLONE_NEWNET |
			syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS | syscall.CLONE_NEWCGROUP,
		Setsid:    true,
		Pdeathsig: syscall.SIGKILL,
	}
	if bp.setup.Single {
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: commandUser, HostID: os.Geteuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: commandUser, HostID: os.Getegid(), Size: 1}}
		attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SYS_CHROOT, unix.CAP_KILL, unix.CAP_SETPCAP, unix.CAP_SYS_PTRACE,
			unix.CAP_DAC_OVERRIDE, unix.CAP_FOWNER, unix.CAP_SYS_RESOURCE}
	} else {
		ids := []syscall.SysProcIDMap{{ContainerID: 0, HostID: s.user - 1, Size: 1}, {ContainerID: commandUser, HostID: s.user, Size: 1}}
		attr.UidMappings, attr.GidMappings, attr.GidMappingsEnableSetgroups = ids, ids, true
		attr.Credential = &syscall.Credential{}
	}
	if s.group != nil && s.group.initFD() >= 0 {
		// a namespace of groups would hide the one that children are born into
		attr.Cloneflags &^= syscall.CLONE_NEWCGROUP
		attr.UseCgroupFD, attr.CgroupFD = true, s.group.initFD()
	}
	return attr
}

// close takes back what the slots had in common, when all are gone.
func (bp *blueprint) close() error {
	bp.spawn.close()
	var errs []error
	if bp.hierarchy != nil {
		errs = append(errs, bp.hierarchy.close())
	}
	if bp.cleanUp != nil {
		errs = append(errs, bp.cleanUp())
	}
	return errors.Join(errs...)
}
