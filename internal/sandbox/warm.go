//go:build linux

package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Warm commands. An interpreter that takes longer to start than most programs
// run can be started once in a box, get ready, and for each command make a copy
// of itself. What is trusted is the code of this server and nothing of its
// copies: a copy becomes the commands' user before it touches anything of the
// command's, and the init looks whether it has before it lets it go.
//
// The server lives under the init's uid, so that nothing a command does reaches
// it; it never changes by serving. Its life ends with the box's. After a
// command, what still lives of the commands' user is killed, and nobody else.
//
// What a server does. It finds a SEQPACKET socket on descriptor 3, its limits
// set, in the folder /. When it is ready it sends "ready". A request is the user's
// number, the folder and the arguments, with zero bytes between them, and the
// descriptors go, stdin, stdout, stderr, secret and proof. It forks twice, so that
// the copy belongs to the init; the first copy only exits and is waited for. The
// second one starts a session, takes on the user's ids, gives up every capability,
// sends "pid n", where n is its own, and waits for a byte on go. Then it puts stdin
// to proof on descriptors 0 to 4, keeps no other, goes to the folder, and is the
// command. The server sends "forked" when the first copy has been waited for.
//
// Only a box with two uids and a control group can tell the two apart; in
// others the command is started as usual.

// server is the init's record of the warm process.
type server struct {
	pid   int
	pidfd int
	sock  int
	bytes int64 // resident, when it was ready
}

// copyBytes is about what a copy and the server have twice: what the copy has
// changed of what it was given.
const copyBytes = 6 << 20

// canWarm says that commands and the init differ in uid, and that what they use
// is counted by the kernel.
func (s *setup) canWarm() bool { return s.Mode == Namespaces && !s.Single && s.Group != groupNone }

// startNurse starts the thread that starts servers. It differs from the launcher
// in what it hands on: the two rights by which a server's copies become another
// user.
func (in *boxInit) startNurse(groups []int) error {
	l, err := newLauncher()
	if err != nil {
		return err
	}
	in.nurse = l
	return l.begin(func() error {
		if err := inherit(1<<unix.CAP_SETUID | 1<<unix.CAP_SETGID); err != nil {
			return err
		}
		return in.restrict(groups)
	})
}

// inherit sets what programs may be handed. It must come before the bounding
// set is emptied, and stays.
func inherit(set uint32) error {
	hdr := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if err := unix.Capget(&hdr, &data[0]); err != nil {
		return os.NewSyscallError("capget", err)
	}
	data[0].Inheritable = set
	return os.NewSyscallError("capset", unix.Capset(&hdr, &data[0]))
}

// warmUp starts the server that the request describes, in the place of another.
func (in *boxInit) warmUp(q *request, groups []int) (r reply, err error) {
	if err := in.coolDown(); err != nil {
		return r, err
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return r, os.NewSyscallError("socketpair", err)
	}
	defer unix.Close(pair[1])
	null, pipe, err := blank()
	if err != nil {
		unix.Close(pair[0])
		return r, err
	}
	defer closeAll([]int{null, pipe})
	c := &child{request: q, pidfd: -1}
	if err := in.nurse.do(func() error { return in.startServer(c, groups, []int{null, pipe, pipe, pair[1]}) }); err != nil {
		unix.Close(pair[0])
		return r, fmt.Errorf("start %s warm: %w", q.Path, err)
	}
	in.server = &server{pid: c.pid, pidfd: c.pidfd, sock: pair[0]}
	if said, err := in.server.hear(); err != nil || said != "ready" {
		return r, fmt.Errorf("start %s warm: it says %q: %w", q.Path, said, errors.Join(err, in.coolDown()))
	}
	in.server.bytes = resident(c.pid)
	return reply{Ready: true, Peak: in.server.bytes}, nil
}

// blank are the kinds of descriptor that commands have as stdin and stdout, for
// an interpreter that looks at its own when it starts. Nobody reads the pipe.
func blank() (null, pipe int, err error) {
	if null, err = unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0); err != nil {
		return -1, -1, err
	}
	var p [2]int
	if err := unix.Pipe2(p[:], unix.O_CLOEXEC); err != nil {
		unix.Close(null)
		return -1, -1, os.NewSyscallError("pipe2", err)
	}
	unix.Close(p[0])
	return null, p[1], nil
}

// startServer runs on the nurse's thread. fds are what the server starts with.
func (in *boxInit) startServer(c *child, groups, fds []int) error {
	attr := &syscall.SysProcAttr{
		Setsid: true, Ptrace: true, PidFD: &c.pidfd, Credential: &syscall.Credential{},
		AmbientCaps: []uintptr{unix.CAP_SETUID, unix.CAP_SETGID},
	}
	if in.setup.Group == groupV2 {
		attr.UseCgroupFD, attr.CgroupFD = true, groups[0]
	}
	var files []uintptr
	for _, fd := range fds {
		files = append(files, uintptr(fd))
	}
	q := c.request
	pid, err := syscall.ForkExec(q.Path, append([]string{q.Path}, q.Args...), &syscall.ProcAttr{
		Dir: "/", Env: q.Env, Files: files, Sys: attr})
	if err != nil {
		return err
	}
	c.pid = pid
	if err := c.stop(); err != nil {
		return err
	}
	return errors.Join(ignoreGone(c.setLimits()), ignoreGone(unix.PtraceDetach(pid)))
}

// coolDown ends the server, if there is one.
func (in *boxInit) coolDown() error {
	s := in.server
	if s == nil {
		return nil
	}
	in.server = nil
	unix.Kill(s.pid, unix.SIGKILL)
	unix.Close(s.sock)
	unix.Close(s.pidfd)
	in.finish() // everybody, it included
	return nil
}

// alive says that the server has not ended.
func (s *server) alive() bool {
	p := []unix.PollFd{{Fd: int32(s.pidfd), Events: unix.POLLIN}}
	n, err := unix.Poll(p, 0)
	return n == 0 && err == nil
}

// serverTime bounds every wait for a server. It is idle when it is asked, so
// this much is only needed on a machine that hardly moves.
const serverTime = 10 * time.Second

// hear waits for one message.
func (s *server) hear() (string, error) {
	p := []unix.PollFd{{Fd: int32(s.sock), Events: unix.POLLIN}}
	for deadline := time.Now().Add(serverTime); ; {
		wait := time.Until(deadline)
		if wait <= 0 {
			return "", errors.New("the warm process does not answer")
		}
		n, err := unix.Poll(p, int(wait/time.Millisecond)+1)
		if err != nil && err != unix.EINTR {
			return "", os.NewSyscallError("poll", err)
		}
		if n <= 0 {
			continue
		}
		buf := make([]byte, 256)
		n, err = unix.Read(s.sock, buf)
		if err == nil && n == 0 {
			err = errors.New("the warm process is gone")
		}
		return string(buf[:max(n, 0)]), err
	}
}

// launchWarm lets the server make the command.
func (in *boxInit) launchWarm(c *child) error {
	if in.server == nil {
		return errors.New("no process is warm")
	}
	var gate [2]int
	if err := unix.Pipe2(gate[:], unix.O_CLOEXEC); err != nil {
		return os.NewSyscallError("pipe2", err)
	}
	defer unix.Close(gate[1])
	order := strings.Join(append([]string{strconv.Itoa(in.setup.User), c.dir}, c.request.Args...), "\x00")
	fds := []int{gate[0], c.io.stdin, c.io.stdout, c.io.stderr, c.io.secret, c.io.proof}
	err := unix.Sendmsg(in.server.sock, []byte(order), unix.UnixRights(fds...), nil, unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL)
	unix.Close(gate[0])
	if err != nil {
		return fmt.Errorf("ask the warm process: %w", err)
	}
	if c.pid, err = in.server.born(); err != nil {
		return err
	}
	if c.pidfd, err = unix.PidfdOpen(c.pid, 0); err != nil {
		return os.NewSyscallError("pidfd_open", err)
	}
	if err := harmless(c.pid, in.setup.User); err != nil {
		return err
	}
	if err := in.launcher.do(c.setLimits); err != nil {
		return err
	}
	return writeAll(gate[1], []byte{1})
}

// born waits until the copy has said who it is and belongs to the init.
func (s *server) born() (pid int, err error) {
	for forked := false; pid == 0 || !forked; {
		said, err := s.hear()
		if err != nil {
			return 0, err
		}
		number, isPid := strings.CutPrefix(said, "pid ")
		switch {
		case isPid:
			if pid, err = strconv.Atoi(number); err != nil {
				return 0, err
			}
		case said == "forked":
			forked = true
		default:
			return 0, fmt.Errorf("the warm process says %q", said)
		}
	}
	return pid, nil
}

// harmless says whether a process is what a command should be before its first
// instruction: of one user and without rights, for good.
func harmless(pid, user int) error {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return err
	}
	ids := strings.Repeat(" "+strconv.Itoa(user), 4)
	want := map[string]string{"Uid": ids, "Gid": ids, "Groups": "", "NoNewPrivs": " 1", "Seccomp": " 2"}
	for _, set := range []string{"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"} {
		want[set] = " 0000000000000000"
	}
	seen := map[string]string{}
	for line := range bytes.Lines(text) {
		name, value, _ := strings.Cut(string(line), ":")
		for _, field := range strings.Fields(value) {
			seen[name] += " " + field
		}
	}
	for name, value := range want {
		if seen[name] != value {
			return fmt.Errorf("a copy of the warm process has %s:%s", name, seen[name])
		}
	}
	return nil
}

// killCommands kills all processes of the commands' user. The launcher takes on
// their uid for that, but keeps its own as the saved one, by which it comes back,
// and by which they cannot touch it.
func (in *boxInit) killCommands() {
	user := uintptr(in.setup.User)
	in.launcher.do(func() error {
		if _, _, e := unix.RawSyscall(unix.SYS_SETRESUID, user, user, 0); e != 0 {
			return e
		}
		unix.Kill(-1, unix.SIGKILL)
		if _, _, e := unix.RawSyscall(unix.SYS_SETRESUID, 0, 0, 0); e != 0 {
			return e
		}
		return unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0) // a change of uid resets it
	})
}

// finishBeside is finish with a server that is to stay. Nothing that was killed
// forks any more, so what /proc shows after it only gets less.
func (in *boxInit) finishBeside() (reaped int) {
	in.reapDead()
	for in.killCommands(); in.server.alive() && len(others()) > 1; in.killCommands() {
		if pid, err := unix.Wait4(-1, nil, unix.WALL, nil); err == nil && pid != in.server.pid {
			reaped++
		}
		reaped += in.reapDead()
	}
	if !in.server.alive() {
		unix.Close(in.server.sock)
		unix.Close(in.server.pidfd)
		in.server = nil
		reaped += in.finish()
	}
	return reaped
}

// reapDead collects without waiting.
func (in *boxInit) reapDead() (reaped int) {
	for {
		pid, err := unix.Wait4(-1, nil, unix.WNOHANG|unix.WALL, nil)
		switch {
		case err == unix.EINTR:
		case err != nil || pid == 0:
			return reaped
		case pid != in.server.pid:
			reaped++
		}
	}
}

// The harness's side.

// warmLimits are a server's own: those of its commands, less what counts per
// command and user.
func (cmd *Command) warmLimits() map[int]uint64 {
	limits := cmd.Limits.rlimits()
	delete(limits, unix.RLIMIT_CPU)
	delete(limits, unix.RLIMIT_NPROC)
	delete(limits, unix.RLIMIT_FSIZE)
	return limits
}

// warm makes the box ready for a warm command, before anything is measured. It
// says whether it is.
func (s *slot) warm(cmd *Command) (bool, error) {
	if cmd.Warm == nil || cmd.Secret == nil || !s.canWarm {
		return false, nil
	}
	key := strings.Join(append([]string{cmd.Path}, append(cmd.Warm.Start, cmd.Env...)...), "\x00")
	if s.warmKey == key {
		return true, nil
	}
	s.warmKey = ""
	q := request{WarmUp: true, Path: cmd.Path, Args: cmd.Warm.Start, Env: environ(maps.Clone(s.env), cmd.Env), Rlimits: cmd.warmLimits()}
	if err := s.group.limit(cmd.Limits.Memory, cmd.Limits.Processes+1); err != nil {
		return false, err
	}
	if err := send(s.sock, &q); err != nil {
		return false, err
	}
	var r reply
	if err := s.answer(&r, time.Now().Add(bootTime)); err != nil {
		return false, err
	}
	if !r.Ready {
		return false, errors.New(r.Err)
	}
	s.warmKey, s.warmBytes = key, r.Peak
	return true, nil
}
