//go:build linux

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// child is one command on its way through the launcher.
type child struct {
	request *request
	io      *commandIO
	dir     string
	pid     int
	pidfd   int
	status  unix.WaitStatus
	ended   bool
	shared  bool // runs under the init's own uid
}

// commandIO are the descriptors a command starts with; -1 where there is none.
type commandIO struct {
	stdin, stdout, stderr, secret, proof, bulk int
}

// takeFiles sorts the descriptors of a request, in the order the harness sends.
func takeFiles(q *request, fds []int) (commandIO, error) {
	io := commandIO{-1, -1, -1, -1, -1, -1}
	for _, want := range []struct {
		sent bool
		dst  *int
	}{
		{true, &io.stdout}, {true, &io.stderr}, {q.Stdin, &io.stdin},
		{q.Proof, &io.secret}, {q.Proof, &io.proof}, {q.Bulk, &io.bulk},
	} {
		if !want.sent {
			continue
		}
		if len(fds) == 0 {
			return io, errors.New("descriptors are missing from the request")
		}
		*want.dst, fds = fds[0], fds[1:]
	}
	if io.stdin >= 0 {
		return io, nil
	}
	var err error
	io.stdin, err = unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	return io, err
}

func (io *commandIO) close() {
	for _, fd := range []*int{&io.stdin, &io.stdout, &io.stderr, &io.secret, &io.proof, &io.bulk} {
		if *fd >= 0 {
			unix.Close(*fd)
		}
		*fd = -1
	}
}

// The launcher is one thread that lives as long as the box. It alone enters the
// control group and gives up privileges, capabilities and system calls, once;
// every command is forked from it and inherits all of it, so that a command
// costs no more than fork and exec.
//
// Who waits for it, and it for them, waits in the kernel: between goroutines
// that are bound to threads, Go's scheduler needs a third one, and a command
// costs sixteen futex calls.
type launcher struct {
	job          func() error
	err          error
	asked, ready bell
}

func newLauncher() (l *launcher, err error) {
	l = &launcher{}
	if l.asked, err = newBell(); err == nil {
		l.ready, err = newBell()
	}
	return l, err
}

// do has the thread do one thing and waits for it.
func (l *launcher) do(job func() error) error {
	l.job = job
	if err := l.asked.ring(); err != nil {
		return err
	}
	if err := l.ready.wait(); err != nil {
		return err
	}
	return l.err
}

// bell is what one thread waits for and another one rings.
type bell int

func newBell() (bell, error) {
	fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC)
	return bell(fd), os.NewSyscallError("eventfd", err)
}

func (b bell) ring() error {
	one := [8]byte{0: 1} // of either byte order: any number will do
	return writeAll(int(b), one[:])
}

func (b bell) wait() error {
	var count [8]byte
	for {
		_, err := unix.Read(int(b), count[:])
		if err != unix.EINTR {
			return os.NewSyscallError("wait for a thread", err)
		}
	}
}

func (in *boxInit) startLauncher(groups []int) error {
	if in.setup.canWarm() {
		if err := in.startNurse(groups); err != nil {
			return err
		}
	}
	l, err := newLauncher()
	if err != nil {
		return err
	}
	in.launcher, in.groups = l, groups
	spawn := in.spawner(groups)
	restrict := func() error {
		err := in.restrict(groups)
		if in.setup.Group == groupV1 { // both threads are in
			closeAll(groups)
		}
		return err
	}
	if in.ownUser() {
		in.launch = func(c *child) error { return l.do(func() error { return in.releaseAfter(spawn, c) }) }
		return l.begin(restrict)
	}
	in.launch = func(c *child) error {
		if err := l.do(func() error { return spawn(c) }); err != nil || c.ended {
			return err
		}
		// not on the launcher's thread: its filter knows only its own limits
		err := in.limit(c)
		return errors.Join(ignoreGone(err), l.do(func() error { return ignoreGone(unix.PtraceDetach(c.pid)) }))
	}
	return l.begin(restrict)
}

// begin starts the thread, which restricts itself first.
func (l *launcher) begin(restrict func() error) error {
	l.job = restrict
	go func() {
		runtime.LockOSThread()
		for {
			l.err = l.job()
			if l.ready.ring() != nil || l.asked.wait() != nil {
				return // the thread's end is the box's
			}
		}
	}()
	if err := l.ready.wait(); err != nil {
		return err
	}
	return l.err
}

// ownUser says that commands in this box run under a uid which nothing outside
// it has. The launcher itself may then set their limits, which saves two changes
// of thread.
func (in *boxInit) ownUser() bool { return in.setup.Mode == Namespaces && !in.setup.Single }

func (in *boxInit) releaseAfter(spawn func(*child) error, c *child) error {
	if err := spawn(c); err != nil || c.ended {
		return err
	}
	return errors.Join(ignoreGone(c.setLimits()), ignoreGone(unix.PtraceDetach(c.pid)))
}

// restrict binds the calling thread.
func (in *boxInit) restrict(groups []int) error {
	if in.setup.Group == groupV1 {
		for _, fd := range groups {
			if err := writeAll(fd, []byte("0")); err != nil {
				return fmt.Errorf("enter the control group: %w", err)
			}
		}
	}
	if in.setup.Mode == None {
		return nil
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return os.NewSyscallError("prctl no_new_privs", err)
	}
	if err := in.dropCapabilities(); err != nil {
		return err
	}
	if in.setup.Mode == Landlock {
		if err := in.landlock(); err != nil {
			return err
		}
	}
	opt := filterOptions{clone3: in.setup.Group == groupV2, sockets: in.setup.Mode == Namespaces, memfd: in.setup.Group != groupNone, limits: in.ownUser()}
	if err := installFilter(filter(opt)); err != nil {
		return fmt.Errorf("install the system call filter: %w", err)
	}
	return nil
}

// dropCapabilities leaves the thread what it needs to start a command under
// another uid, and the command nothing at all: a thread that changes its uid
// from 0 loses the rest, and no_new_privs keeps exec from giving any back; the
// bounding set says so once more.
func (in *boxInit) dropCapabilities() error {
	have := capabilities()
	for c := uintptr(0); c <= 63 && have&(1<<unix.CAP_SETPCAP) != 0; c++ {
		if in.setup.ReadAll && c == unix.CAP_DAC_READ_SEARCH {
			continue
		}
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0); err != nil && err != unix.EINVAL {
			return os.NewSyscallError("prctl capbset_drop", err)
		}
	}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return os.NewSyscallError("prctl cap_ambient", err)
	}
	hdr := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if err := unix.Capget(&hdr, &data[0]); err != nil {
		return os.NewSyscallError("capget", err)
	}
	data = [2]unix.CapUserData{{Inheritable: data[0].Inheritable}} // what the nurse asked for
	if !in.setup.Single {
		keep := uint32(have) & (1<<unix.CAP_SETUID | 1<<unix.CAP_SETGID)
		if in.ownUser() {
			keep |= uint32(have) & (1 << unix.CAP_SYS_RESOURCE)
		}
		if in.setup.ReadAll {
			keep |= 1 << unix.CAP_DAC_READ_SEARCH
		}
		data[0].Effective, data[0].Permitted = keep, keep
	}
	if err := unix.Capset(&hdr, &data[0]); err != nil {
		return os.NewSyscallError("capset", err)
	}
	return nil
}

// spawner returns the function that forks one command.
func (in *boxInit) spawner(groups []int) func(*child) error {
	attr := syscall.SysProcAttr{Setsid: true, Ptrace: true}
	if !in.setup.Single {
		attr.Credential = &syscall.Credential{Uid: uint32(in.setup.User), Gid: uint32(in.setup.User)}
	}
	if in.setup.ReadAll {
		attr.AmbientCaps = []uintptr{unix.CAP_DAC_READ_SEARCH}
	}
	if in.setup.Group == groupV2 {
		attr.UseCgroupFD, attr.CgroupFD = true, groups[0]
	}
	return func(c *child) error {
		a := attr
		a.PidFD = &c.pidfd
		q := c.request
		files := []uintptr{uintptr(c.io.stdin), uintptr(c.io.stdout), uintptr(c.io.stderr)}
		if q.Proof {
			files = append(files, uintptr(c.io.secret), uintptr(c.io.proof))
		}
		path, args := q.Path, append([]string{q.Path}, q.Args...)
		if in.setup.ReadAll && path[0] == '/' {
			// a right given through exec is not yet there when exec looks for the file
			if _, err := os.Stat(path); err != nil {
				return err
			}
			path, args = "/bin/sh", append([]string{"sh", "-c", `exec "$0" "$@"`}, args...)
		}
		pid, err := syscall.ForkExec(path, args,
			&syscall.ProcAttr{Dir: c.dir, Env: q.Env, Files: files, Sys: &a})
		if err != nil {
			return err
		}
		if c.pid = pid; c.pidfd < 0 {
			return errors.New("this kernel has no process descriptors; Linux 5.4 is needed")
		}
		return c.stop()
	}
}

// stop waits for the exec stop of a command, where not one instruction of it
// has run. There its limits are set. Set any earlier, a limit on processes would
// hit the init, whose runtime does not survive that.
func (c *child) stop() error {
	for {
		_, err := unix.Wait4(c.pid, &c.status, unix.WALL, nil)
		if err == nil {
			c.ended = !c.status.Stopped() // killed on its way, as for want of memory
			return nil
		}
		if err != unix.EINTR {
			return os.NewSyscallError("wait for the exec stop", err)
		}
	}
}

// ignoreGone: a command killed meanwhile is no fault; the wait will tell.
func ignoreGone(err error) error {
	if err == unix.ESRCH {
		return nil
	}
	return err
}

// setLimits never asks for more than the harness itself may have.
func (c *child) setLimits() error {
	for resource, v := range c.request.Rlimits {
		var old unix.Rlimit
		if err := unix.Getrlimit(resource, &old); err != nil {
			return err
		}
		if resource == unix.RLIMIT_NPROC && c.shared {
			v += threadsOf(os.Geteuid()) // the kernel counts these too
		}
		v = min(v, old.Max)
		if err := unix.Prlimit(c.pid, resource, &unix.Rlimit{Cur: v, Max: v}, nil); err != nil {
			return err
		}
	}
	return nil
}
