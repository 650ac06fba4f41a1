//go:build linux

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// initName is the first argument by which this program knows itself as an init.
const initName = "xeval-box-init"

// controlFD is where an init finds its socket.
const controlFD = 3

// Main turns the process into a box's init when it was started as one, and then
// does not return. Programs that open a pool call it first thing in main, and
// test binaries in TestMain: a box is a copy of the running program.
func Main() {
	if os.Args[0] != initName {
		return
	}
	runtime.LockOSThread()
	in := &boxInit{buf: make([]byte, maxRequest+4096), limit: (*child).setLimits}
	if err := in.start(); err != nil {
		send(controlFD, &reply{Err: err.Error()})
		os.Exit(1)
	}
	if err := send(controlFD, &reply{Ready: true}); err != nil {
		os.Exit(1)
	}
	in.serve()
}

// boxInit is process 1 of a box. It makes the private root, starts commands one
// at a time, and after each one ends everything and clears away.
type boxInit struct {
	setup setup
	buf   []byte
	work  scratch
	// what depends on the mode:
	members func() []int // pids of the box, less the init
	kill    func()       // ends them
	launch  func(*child) error
	limit   func(*child) error // sets limits of a command in its exec stop

	launcher, nurse *launcher
	groups          []int   // descriptors in which commands are born, under version 2
	server          *server // a process that makes warm commands; may be nil
}

func (in *boxInit) start() error {
	// nothing the harness's parents left open may reach a command
	if err := unix.CloseRange(3, ^uint(0)>>1, unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return os.NewSyscallError("close_range", err)
	}
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return os.NewSyscallError("prctl dumpable", err)
	}
	ignoreSignals()
	unix.Umask(0o022)
	fds, err := receive(controlFD, in.buf, &in.setup, 250)
	if err != nil {
		return fmt.Errorf("read the set-up: %w", err)
	}
	sources, groups, err := in.split(fds)
	if err != nil {
		return err
	}
	if in.setup.Mode == Namespaces {
		err = in.enter(sources)
	} else {
		err = in.enterFolder()
	}
	if err != nil {
		return err
	}
	return in.startLauncher(groups)
}

// split sorts the descriptors of the set-up message.
func (in *boxInit) split(fds []int) (sources map[string]int, groups []int, err error) {
	sources = map[string]int{}
	for _, b := range in.setup.Binds {
		if !b.Sent {
			continue
		}
		if len(fds) == 0 {
			return nil, nil, errors.New("descriptors are missing from the set-up")
		}
		sources[b.Path], fds = fds[0], fds[1:]
	}
	if len(fds) != in.setup.Groups {
		return nil, nil, fmt.Errorf("%d descriptors of control groups instead of %d", len(fds), in.setup.Groups)
	}
	return sources, fds, nil
}

// ignoreSignals drops every signal that can be caught: an init which shares its
// uid with the command can be signalled by it, and as process 1 it loses its
// immunity by Go's own handlers. Not signal.Ignore, which a command would
// inherit through exec.
func ignoreSignals() {
	c := make(chan os.Signal, 16)
	signal.Notify(c)
	// these do no harm by themselves, and one of them comes with every command
	signal.Reset(unix.SIGCHLD, unix.SIGURG, unix.SIGCONT, unix.SIGWINCH)
	go func() {
		for range c {
		}
	}()
}

// deafen gives signals their default back, which for process 1 of a namespace
// means that the kernel drops them when they come from inside, whoever they
// claim to be from. With a handler they would be delivered; and Go takes one of
// SIGSEGV and its like with an odd code for its own fault and dies. The filter
// cannot do this: a thread's number reaches its process as well as the
// process's own does. SIGURG stays: Go needs it, and takes it from anybody.
func deafen() error {
	var fallback [4]uint64 // the kernel's sigaction: SIG_DFL, no flags, empty mask
	for s := uintptr(1); s <= 64; s++ {
		if s == uintptr(unix.SIGKILL) || s == uintptr(unix.SIGSTOP) || s == uintptr(unix.SIGURG) {
			continue
		}
		if _, _, e := unix.RawSyscall6(unix.SYS_RT_SIGACTION, s, uintptr(unsafe.Pointer(&fallback)), 0, 8, 0, 0); e != 0 {
			return os.NewSyscallError("rt_sigaction", e)
		}
	}
	return nil
}

// serve answers requests until the harness is gone.
func (in *boxInit) serve() {
	for {
		var q request
		fds, err := receive(controlFD, in.buf, &q, 8)
		if err != nil {
			in.end()
		}
		if q.Kill {
			closeAll(fds) // came too late: the command had ended
			continue
		}
		r := in.answer(&q, fds)
		if err := send(controlFD, &r); err != nil {
			in.end()
		}
	}
}

// end is the init's own: the harness is gone. With a pid namespace the kernel
// does the rest.
func (in *boxInit) end() {
	if in.setup.Mode != Namespaces {
		in.finish()
		removeAll(in.setup.Dir)
	}
	os.Exit(0)
}

// answer does what a request asks for.
func (in *boxInit) answer(q *request, fds []int) reply {
	if !q.WarmUp {
		return in.run(q, fds)
	}
	closeAll(fds)
	r, err := in.warmUp(q, in.groups)
	if err != nil {
		return reply{Err: err.Error()}
	}
	return r
}

// run does one request from clean folder to clean folder.
func (in *boxInit) run(q *request, fds []int) (r reply) {
	io, err := takeFiles(q, fds)
	if err == nil {
		err = in.work.prepare(q, io.bulk)
	}
	if err == nil {
		r, err = in.command(q, &io)
	}
	io.close()
	if err == nil {
		err = in.work.clear(q)
	}
	if err != nil {
		return reply{Err: err.Error()}
	}
	return r
}

func (in *boxInit) command(q *request, io *commandIO) (r reply, err error) {
	c := &child{request: q, io: io, dir: in.work.dir(), pidfd: -1, shared: in.setup.Single}
	before := childrenCPU()
	launch := in.launch
	if q.Warm {
		launch = in.launchWarm
	}
	if err := launch(c); err != nil {
		if c.pid != 0 || q.Warm {
			return r, fmt.Errorf("start %s: %w", q.Path, err)
		}
		r.NotRun = notFound(q.Path, err)
		if r.NotRun == 0 {
			return r, fmt.Errorf("start %s: %w", q.Path, err)
		}
		r.Err = err.Error()
		return r, nil
	}
	io.close()
	start := time.Now()
	in.await(c, &r, before)
	r.Wall = time.Since(start)
	r.Status = uint32(c.status)
	r.Reaped = in.finish()
	r.CPU = childrenCPU() - before
	r.Cold = in.server == nil
	return r, nil
}

// notFound gives a shell's status for a program of the work folder that is not
// there or cannot be executed: that is the program's failure, whereas a tool
// that is not there is ours.
func notFound(path string, err error) int {
	if path[0] == '/' {
		return 0
	}
	switch {
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENOTDIR):
		return 127
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.ENOEXEC), errors.Is(err, unix.EISDIR), errors.Is(err, unix.ELOOP):
		return 126
	}
	return 0
}

// await returns when the command's first process has ended. Meanwhile it reaps
// orphans, obeys a request to kill, and watches what no control group watches.
func (in *boxInit) await(c *child, r *reply, before time.Duration) {
	defer unix.Close(c.pidfd)
	watch := &watch{in: in, q: c.request, before: before}
	fds := []unix.PollFd{{Fd: int32(c.pidfd), Events: unix.POLLIN}, {Fd: controlFD, Events: unix.POLLIN}}
	for {
		if c.reap() {
			return
		}
		n, err := unix.Poll(fds, watch.interval())
		if err != nil && err != unix.EINTR {
			in.kill()
		}
		if n > 0 && fds[1].Revents != 0 {
			var q request
			if _, err := receive(controlFD, in.buf, &q, 0); err != nil {
				in.end()
			}
			in.kill()
		}
		if n == 0 && watch.exceeded(r) {
			in.kill()
		}
	}
}

// reap collects the dead without waiting and says whether the command's own
// process was among them.
func (c *child) reap() bool {
	if c.ended {
		return true
	}
	for {
		var ws unix.WaitStatus
		pid, err := unix.Wait4(-1, &ws, unix.WNOHANG|unix.WALL, nil)
		if err == unix.EINTR {
			continue
		}
		if err != nil || pid == 0 {
			return err == unix.ECHILD
		}
		if pid == c.pid && !ws.Stopped() && !ws.Continued() {
			c.status, c.ended = ws, true
			return true
		}
	}
}

// finish ends what still lives and counts it. Those already dead are not
// counted; they ended by themselves.
func (in *boxInit) finish() (reaped int) {
	if in.server != nil {
		return in.finishBeside()
	}
	for {
		pid, err := unix.Wait4(-1, nil, unix.WNOHANG|unix.WALL, nil)
		if err == unix.ECHILD {
			return 0
		}
		if err != unix.EINTR && pid == 0 {
			break
		}
	}
	for {
		in.kill()
		pid, err := unix.Wait4(-1, nil, unix.WALL, nil)
		switch {
		case err == unix.ECHILD:
			return reaped
		case err == nil && pid > 0:
			reaped++
		}
	}
}

func childrenCPU() time.Duration {
	var ru unix.Rusage
	if unix.Getrusage(unix.RUSAGE_CHILDREN, &ru) != nil {
		return 0
	}
	return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
}
