//go:build linux

package sandbox

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

const (
	maxProof  = 64 << 10
	maxSecret = 4 << 10 // fits into a pipe without waiting
)

// environment is all that a command inherits.
func environment(tmp string) map[string]string {
	return map[string]string{
		"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
		"HOME": tmp, "TMPDIR": tmp,
		"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC",
		"USER": "sandbox", "LOGNAME": "sandbox",
	}
}

func environ(base map[string]string, extra []string) []string {
	env := maps.Clone(base)
	for _, e := range extra {
		k, v, _ := strings.Cut(e, "=")
		env[k] = v
	}
	out := make([]string, 0, len(env))
	for _, k := range slices.Sorted(maps.Keys(env)) {
		out = append(out, k+"="+env[k])
	}
	return out
}

// execution is one command on its way: one loop reads its streams, watches its
// limits and waits for the init's word. There are no other goroutines, so
// nothing can arrive late at the next command.
type execution struct {
	slot           *slot
	cmd            *Command
	stdout, stderr *keeper
	proof          *keeper
	before         usage
	start          time.Time
	killed         time.Time
	warm           bool  // the box's server makes it
	reason         Limit // why the harness killed it
	reply          reply
}

// run does one command. After an error the slot must be closed.
func (s *slot) run(ctx context.Context, cmd *Command) (Result, error) {
	if err := cmd.check(); err != nil {
		return Result{}, err
	}
	warm, err := s.warm(cmd)
	if err != nil {
		return Result{}, err
	}
	x := &execution{slot: s, cmd: cmd, warm: warm}
	if err := x.begin(); err != nil {
		return Result{}, s.obituary(err)
	}
	defer x.stdout.close()
	defer x.stderr.close()
	defer x.proof.close()
	if err := x.wait(ctx); err != nil {
		return Result{}, s.obituary(err)
	}
	for _, k := range []*keeper{x.stdout, x.stderr, x.proof} {
		k.drain(s.buf)
	}
	return x.result()
}

func (cmd *Command) check() error {
	if cmd.Path == "" || (cmd.Path[0] != '/' && !strings.HasPrefix(cmd.Path, "./")) {
		return fmt.Errorf("command %q is neither absolute nor in the work folder", cmd.Path)
	}
	if len(cmd.Secret) > maxSecret {
		return fmt.Errorf("a secret of %d bytes, at most %d", len(cmd.Secret), maxSecret)
	}
	for _, f := range cmd.Files {
		if !filepath.IsLocal(f.Name) || filepath.Clean(f.Name) != f.Name || f.Name == "." {
			return fmt.Errorf("file name %q leads out of the work folder", f.Name)
		}
	}
	return nil
}

// begin opens the streams and sends the request.
func (x *execution) begin() error {
	s, cmd := x.slot, x.cmd
	if s.group != nil {
		var err error
		if err = s.group.limit(x.groupLimits()); err != nil {
			return err
		}
		if x.before, err = s.group.begin(); err != nil {
			return err
		}
	}
	x.stdout, x.stderr, x.proof = newKeeper(-1, cmd.Limits.Output), newKeeper(-1, cmd.Limits.Output), newKeeper(-1, 2*maxProof)
	q, fds, err := x.request()
	defer closeAll(fds)
	if err == nil {
		x.start = time.Now()
		s.first = false
		err = send(s.sock, &q, fds...)
	}
	if err != nil {
		x.stdout.close()
		x.stderr.close()
		x.proof.close()
	}
	return err
}

// groupLimits are the command's, with room for a server beside it. A warm
// command shares the server's memory, as if it had filled it itself.
func (x *execution) groupLimits() (memory int64, processes int) {
	l := &x.cmd.Limits
	switch {
	case x.slot.warmKey == "":
		return l.Memory, l.Processes
	case x.warm:
		return l.Memory + copyBytes, l.Processes + 1
	}
	return l.Memory + x.slot.warmBytes, l.Processes + 1
}

// request builds the message; its descriptors are the caller's to close.
func (x *execution) request() (q request, fds []int, err error) {
	cmd := x.cmd
	q = request{
		Path: cmd.Path, Args: cmd.Args, Env: environ(x.slot.env, cmd.Env), Keep: cmd.Keep, Fresh: x.slot.first,
		Stdin: cmd.Stdin != nil, Bulk: len(cmd.Files) > 0, Proof: cmd.Secret != nil || cmd.link > 0,
		Scratch: cmd.Limits.Scratch, Rlimits: cmd.Limits.rlimits(), CPU: cmd.Limits.CPU,
	}
	if x.warm {
		q.Warm, q.Args = true, cmd.Warm.Args
	}
	if x.slot.group == nil {
		q.Memory = cmd.Limits.Memory
		// a backstop far above, for what grows faster than anybody can look:
		// runtimes reserve much more than they touch
		q.Rlimits[unix.RLIMIT_DATA] = uint64(2*cmd.Limits.Memory + 1<<30)
	}
	if x.slot.mode == None { // such a limit counts all the user's processes
		delete(q.Rlimits, unix.RLIMIT_NPROC)
	}
	for _, k := range []*keeper{x.stdout, x.stderr} {
		if fds, err = x.pipe(k, fds); err != nil {
			return q, fds, err
		}
	}
	if q.Stdin {
		if fds, err = appendMemfd(fds, "stdin", cmd.Stdin); err != nil {
			return q, fds, err
		}
	}
	if cmd.link > 0 {
		if fds, err = appendCopies(fds, cmd.link); err != nil {
			return q, fds, err
		}
	} else if q.Proof {
		if fds, err = x.secret(fds); err != nil {
			return q, fds, err
		}
		if fds, err = x.pipe(x.proof, fds); err != nil {
			return q, fds, err
		}
	}
	if q.Bulk {
		var data [][]byte
		for _, f := range cmd.Files {
			q.Files = append(q.Files, fileSize{f.Name, int64(len(f.Data)), f.Executable})
			data = append(data, f.Data)
		}
		fds, err = appendMemfd(fds, "files", data...)
	}
	return q, fds, err
}

func appendMemfd(fds []int, name string, data ...[]byte) ([]int, error) {
	fd, err := memfd(name, data...)
	if err != nil {
		return fds, err
	}
	return append(fds, fd), nil
}

// pipe opens a pipe read by k. Its inode is given to the command's user, so
// that /dev/stdout and /proc/self/fd/4 can be opened by name.
func (x *execution) pipe(k *keeper, fds []int) ([]int, error) {
	var p [2]int
	if err := unix.Pipe2(p[:], unix.O_CLOEXEC); err != nil {
		return fds, os.NewSyscallError("pipe2", err)
	}
	k.fd = p[0]
	// whoever may open a pipe by name can also take out of it what poll has
	// promised to us
	if err := unix.SetNonblock(p[0], true); err != nil {
		return append(fds, p[1]), err
	}
	return append(fds, p[1]), chown(p[1], x.slot.user)
}

func (x *execution) secret(fds []int) ([]int, error) {
	var p [2]int
	if err := unix.Pipe2(p[:], unix.O_CLOEXEC); err != nil {
		return fds, os.NewSyscallError("pipe2", err)
	}
	defer unix.Close(p[1])
	return append(fds, p[0]), errors.Join(chown(p[0], x.slot.user), writeAll(p[1], x.cmd.Secret))
}

// stackSize is what a login shell gives, and so what programs were written
// against; an unlimited one would also move the kernel's memory layout.
const stackSize = 8 << 20

// rlimits are what is left to each process's own counting. The limit on CPU
// time is a backstop behind the group's, which counts all processes.
func (l *Limits) rlimits() map[int]uint64 {
	r := map[int]uint64{
		unix.RLIMIT_CORE:       1, // not 0: a core pattern that is a pipe would start its program on the host all the same
		unix.RLIMIT_STACK:      stackSize,
		unix.RLIMIT_MEMLOCK:    64 << 10,
		unix.RLIMIT_MSGQUEUE:   0,
		unix.RLIMIT_SIGPENDING: 4096, // timers too
	}
	for resource, v := range map[int]int64{
		unix.RLIMIT_FSIZE:  l.FileSize,
		unix.RLIMIT_NOFILE: int64(l.OpenFiles),
		unix.RLIMIT_NPROC:  int64(l.Processes),
		// A backstop for a harness that is not there any more, far above the
		// limit: the kernel counts it in ticks, and on a machine that is not
		// ours alone ticks count what others took.
		unix.RLIMIT_CPU: int64(2*l.CPU/time.Second) + 2,
	} {
		if v > 0 {
			r[resource] = uint64(v)
		}
	}
	if l.CPU <= 0 {
		delete(r, unix.RLIMIT_CPU)
	}
	return r
}

// wait is the loop. It ends with the init's answer, or with an error when there
// is none within the grace time after a kill.
func (x *execution) wait(ctx context.Context) error {
	next := x.interval(x.before)
	for due := x.start.Add(next); ; {
		fds := []unix.PollFd{
			{Fd: int32(x.slot.sock), Events: unix.POLLIN},
			{Fd: int32(x.stdout.fd), Events: unix.POLLIN},
			{Fd: int32(x.stderr.fd), Events: unix.POLLIN},
			{Fd: int32(x.proof.fd), Events: unix.POLLIN},
		}
		n, err := unix.Poll(fds, int(next/time.Millisecond))
		if err != nil && err != unix.EINTR {
			return os.NewSyscallError("poll", err)
		}
		if n > 0 {
			for i, k := range []*keeper{x.stdout, x.stderr, x.proof} {
				if fds[i+1].Revents != 0 {
					k.read(x.slot.buf)
				}
			}
			if fds[0].Revents != 0 {
				return x.slot.read(&x.reply)
			}
		}
		// a flood of output wakes this loop far more often than limits need
		if now := time.Now(); n <= 0 || now.After(due) || x.overOutput() {
			if next, err = x.watch(ctx); err != nil {
				return err
			}
			due = now.Add(next)
		}
	}
}

// overOutput says that the command wrote more than it may, and must go.
func (x *execution) overOutput() bool {
	l := &x.cmd.Limits
	return l.KillOnOutput && max(x.stdout.bytes, x.stderr.bytes) > l.Output && x.killed.IsZero()
}

// watch kills what is over a limit and says when to look again.
func (x *execution) watch(ctx context.Context) (time.Duration, error) {
	const rest = 100 * time.Millisecond
	if !x.killed.IsZero() {
		if time.Since(x.killed) > graceTime {
			return 0, errors.New("a killed command does not end")
		}
		return rest, nil
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	u := x.before
	if g := x.slot.group; g != nil {
		var err error
		if u, err = g.now(); err != nil {
			return 0, err
		}
	}
	l := &x.cmd.Limits
	switch {
	case u.oomKills > x.before.oomKills:
		return rest, x.kill(MemoryLimit)
	case l.CPU > 0 && u.cpu-x.before.cpu >= l.CPU:
		return rest, x.kill(CPULimit)
	case x.overOutput():
		return rest, x.kill(OutputLimit)
	case l.Wall > 0 && time.Since(x.start) >= l.Wall:
		return rest, x.kill(WallLimit)
	}
	return x.interval(u), nil
}

func (x *execution) kill(why Limit) error {
	x.reason, x.killed = why, time.Now()
	return send(x.slot.sock, &request{Kill: true})
}

// interval is the time in which no limit can be reached, within bounds: all
// processors may work for one command, and a killed child of a sleeping parent
// shows only in a counter.
func (x *execution) interval(u usage) time.Duration {
	wait := 50 * time.Millisecond
	if l := x.cmd.Limits; l.CPU > 0 {
		wait = min(wait, (l.CPU-(u.cpu-x.before.cpu))/time.Duration(runtime.NumCPU()))
	}
	if l := x.cmd.Limits; l.Wall > 0 {
		wait = min(wait, l.Wall-time.Since(x.start))
	}
	return max(wait, 2*time.Millisecond)
}

// result reads the counters and decides what ended the command. Memory comes
// first: a killed child under a sleeping parent would read as a timeout.
func (x *execution) result() (Result, error) {
	r := x.reply
	if r.Err != "" && r.NotRun == 0 {
		return Result{}, errors.New(r.Err)
	}
	if r.Cold {
		x.slot.warmKey, x.slot.warmBytes = "", 0
	}
	res := Result{
		Processes: r.Members, Wall: min(r.Wall, time.Since(x.start)), CPU: r.CPU, Memory: r.Peak, Reaped: r.Reaped,
		Stdout: x.stdout.output(), Stderr: x.stderr.output(), Limit: x.reason,
	}
	res.Proof = x.proof.output().Head
	if r.NotRun != 0 {
		res.ExitCode = r.NotRun
		x.stderr.add([]byte(r.Err + "\n"))
		res.Stderr = x.stderr.output()
		return res, nil
	}
	oom, err := x.measure(&res)
	if err != nil {
		return Result{}, err
	}
	ws := unix.WaitStatus(r.Status)
	switch {
	case ws.Exited():
		res.ExitCode = ws.ExitStatus()
	case ws.Signaled():
		res.Signal = unix.SignalName(ws.Signal())
	default:
		return Result{}, errors.New("the init's answer holds no end of a process")
	}
	switch l := x.cmd.Limits; {
	case oom || r.Memory:
		res.Limit = MemoryLimit
	case r.OverCPU || (l.CPU > 0 && res.CPU >= l.CPU):
		res.Limit = CPULimit
	case x.reason == NoLimit && l.KillOnOutput && max(x.stdout.bytes, x.stderr.bytes) > l.Output:
		res.Limit = OutputLimit
	case x.reason == NoLimit && ws.Signaled() && ws.Signal() == unix.SIGSYS:
		res.Limit = Forbidden
	}
	return res, nil
}

// measure takes the group's figures, which know more than the init's.
func (x *execution) measure(res *Result) (oom bool, err error) {
	if x.slot.group == nil {
		return false, nil
	}
	u, err := x.slot.group.end()
	if err != nil {
		return false, err
	}
	res.CPU = max(0, u.cpu-x.before.cpu)
	res.Memory = u.memory
	res.Processes = u.processes
	if x.slot.warmKey != "" && res.Processes > 0 {
		res.Processes--
	}
	if x.warm {
		res.Memory += x.slot.warmBytes
	}
	return u.oomKills > x.before.oomKills, nil
}
