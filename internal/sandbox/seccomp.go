//go:build linux

package sandbox

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// The filter is a deny-list. Six language runtimes use most of what Linux has,
// and files, network and other processes are already out of reach by other
// means; the filter takes away the parts of the kernel that no program under
// test needs and that its worst faults were found in.
//
// Three things such a filter must not forget. The architecture comes first: a
// program may call by i386 numbers, which mean other calls. x32 numbers carry
// a bit above the plain ones. And the flags of clone3 lie in memory, where a
// filter cannot look: it is answered with "no such call", on which every
// runtime falls back to clone (where children must be born into a cgroup v2 by
// clone3, the namespace counts of the init's user namespace do the same work).

const (
	retAllow = unix.SECCOMP_RET_ALLOW
	retKill  = unix.SECCOMP_RET_KILL_PROCESS
	retPerm  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	retNoSys = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
)

// Offsets in struct seccomp_data; arguments are 64 bits wide, low half first.
const (
	offNumber = 0
	offArch   = 4
	offArgs   = 16
)

const newNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET |
	unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWTIME

// lastKnown is the newest call that was considered for the lists below.
const lastKnown = unix.SYS_RSEQ_SLICE_YIELD

var refused = []uint32{
	// other roots, mounts, namespaces
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_UNSHARE, unix.SYS_SETNS,
	unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOVE_MOUNT,
	unix.SYS_OPEN_TREE, unix.SYS_OPEN_TREE_ATTR, unix.SYS_MOUNT_SETATTR, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD,
	unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT,
	// other processes
	unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_GETFD, unix.SYS_KCMP,
	unix.SYS_PROCESS_MADVISE, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
	// the machine
	unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE,
	unix.SYS_DELETE_MODULE, unix.SYS_REBOOT, unix.SYS_SYSLOG, unix.SYS_VHANGUP, unix.SYS_PERSONALITY,
	unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_ADJTIMEX, unix.SYS_CLOCK_ADJTIME,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_LOOKUP_DCOOKIE, unix.SYS_NFSSERVCTL,
	// large and fragile parts of the kernel
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_FANOTIFY_INIT, unix.SYS_FANOTIFY_MARK,
	// what would outlive its process
	unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_SHMDT, unix.SYS_SEMGET, unix.SYS_SEMOP,
	unix.SYS_SEMCTL, unix.SYS_SEMTIMEDOP, unix.SYS_MSGGET, unix.SYS_MSGSND, unix.SYS_MSGRCV, unix.SYS_MSGCTL,
	unix.SYS_MQ_OPEN, unix.SYS_MQ_UNLINK,
	// placing memory on other nodes
	unix.SYS_MBIND, unix.SYS_SET_MEMPOLICY, unix.SYS_SET_MEMPOLICY_HOME_NODE,
}

// absent are answered as a kernel without them would: programs fall back.
var absent = []uint32{
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_USERFAULTFD, unix.SYS_MEMFD_SECRET,
}

// filterOptions are the points in which modes differ.
type filterOptions struct {
	clone3  bool // children are born into a cgroup v2, so it must work
	sockets bool // sockets may be opened: there is a network namespace
	memfd   bool // files in memory are counted: by a control group
	limits  bool // limits of other processes may be set: those of commands are all that this uid has
}

// signalling are the calls that name a process to signal or to reach. Process 1
// is out of bounds: under the uid they share, an init of one user's box could
// be signalled, and a Go program does not survive every signal.
var signalling = []uint32{unix.SYS_KILL, unix.SYS_TKILL, unix.SYS_TGKILL, unix.SYS_RT_SIGQUEUEINFO,
	unix.SYS_RT_TGSIGQUEUEINFO, unix.SYS_PIDFD_OPEN}

// byPid act on another process of the same user, unless the process named in
// the argument given is 0, the caller itself.
var byPid = map[uint32]uint32{
	unix.SYS_PRLIMIT64: 0, unix.SYS_SETPRIORITY: 1, unix.SYS_IOPRIO_SET: 1, unix.SYS_SCHED_SETAFFINITY: 0,
	unix.SYS_SCHED_SETSCHEDULER: 0, unix.SYS_SCHED_SETPARAM: 0, unix.SYS_SCHED_SETATTR: 0,
}

// ofUser act on all processes of a user when the first argument says so: under
// Landlock as an ordinary user, the harness and what else that user has.
var ofUser = map[uint32]uint32{
	unix.SYS_SETPRIORITY: unix.PRIO_USER, unix.SYS_IOPRIO_SET: 3, // IOPRIO_WHO_USER
}

// filter assembles the program.
func filter(o filterOptions) []unix.SockFilter {
	p := []unix.SockFilter{
		load(offArch), skipUnless(auditArch, 1, 0), ret(retKill),
		load(offNumber),
	}
	if x32Bit != 0 {
		p = append(p, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K, Jt: 0, Jf: 1, K: x32Bit}, ret(retNoSys))
	}
	// what was added to the kernel after this was written
	p = append(p, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JGT | unix.BPF_K, Jt: 0, Jf: 1, K: lastKnown}, ret(retNoSys))
	for _, nr := range append(refused, refusedHere...) {
		p = append(p, skipUnless(nr, 0, 1), ret(retPerm))
	}
	for _, nr := range absent {
		p = append(p, skipUnless(nr, 0, 1), ret(retNoSys))
	}
	if !o.clone3 {
		p = append(p, skipUnless(unix.SYS_CLONE3, 0, 1), ret(retNoSys))
	}
	if !o.memfd {
		p = append(p, skipUnless(unix.SYS_MEMFD_CREATE, 0, 1), ret(retNoSys))
	}
	for nr, arg := range byPid {
		if nr == unix.SYS_PRLIMIT64 && o.limits {
			continue
		}
		p = append(p, onCall(nr, load(offArgs+8*arg), skipUnless(0, 1, 0), ret(retPerm))...)
	}
	for nr, which := range ofUser {
		p = append(p, onCall(nr, load(offArgs), skipUnless(which, 0, 1), ret(retPerm))...)
	}
	for _, nr := range signalling {
		p = append(p, onCall(nr, load(offArgs), skipUnless(1, 0, 1), ret(retPerm))...)
	}
	p = append(p, onCall(unix.SYS_FCNTL, refuseArg1(unix.F_SETOWN, unix.F_SETOWN_EX)...)...)
	p = append(p, onCall(unix.SYS_CLONE, cloneRules()...)...)
	p = append(p, onCall(unix.SYS_PTRACE, ptraceRules()...)...)
	p = append(p, onCall(unix.SYS_IOCTL, refuseArg1(unix.TIOCSTI, unix.TIOCLINUX, fioSetOwn, sioSetOwn)...)...)
	var families []uint32
	if o.sockets {
		families = []uint32{unix.AF_UNIX, unix.AF_INET, unix.AF_INET6}
	}
	p = append(p, onCall(unix.SYS_SOCKET, socketRules(families...)...)...)
	p = append(p, onCall(unix.SYS_SOCKETPAIR, socketRules(unix.AF_UNIX)...)...)
	return append(p, ret(retAllow))
}

func cloneRules() []unix.SockFilter {
	return []unix.SockFilter{
		load(offArgs + 8*cloneFlagsArg),
		{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, Jt: 0, Jf: 1, K: newNamespaces},
		ret(retPerm),
	}
}

// ptraceRules leave what the launcher's exec stop needs: a child may ask to be
// traced, and be let go.
func ptraceRules() []unix.SockFilter {
	return []unix.SockFilter{
		load(offArgs),
		skipUnless(unix.PTRACE_TRACEME, 2, 0),
		skipUnless(unix.PTRACE_DETACH, 1, 0),
		ret(retPerm),
	}
}

// The two ways of ioctl to say who is sent a descriptor's signals.
const (
	fioSetOwn = 0x8901
	sioSetOwn = 0x8902
)

// refuseArg1 refuses some values of the second argument, a command of 32 bits:
// to type into a terminal, or to have the kernel signal somebody.
func refuseArg1(commands ...uint32) []unix.SockFilter {
	rules := []unix.SockFilter{load(offArgs + 8)}
	for i, c := range commands {
		last := uint8(0)
		if i == len(commands)-1 {
			last = 1
		}
		rules = append(rules, skipUnless(c, uint8(len(commands)-1-i), last))
	}
	return append(rules, ret(retPerm))
}

// socketRules leave the families that a network namespace cuts off, and pairs;
// netlink, packets and the host's own vsock are nobody's business.
func socketRules(families ...uint32) []unix.SockFilter {
	rules := []unix.SockFilter{load(offArgs)}
	for i, f := range families {
		rules = append(rules, skipUnless(f, uint8(len(families)-i), 0))
	}
	return append(rules, ret(retPerm))
}

// onCall runs rules when the number loaded is nr, and loads it again behind
// them: what falls through is allowed to go on to the next rule.
func onCall(nr uint32, rules ...unix.SockFilter) []unix.SockFilter {
	p := append([]unix.SockFilter{skipUnless(nr, 0, uint8(len(rules)+1))}, rules...)
	return append(p, load(offNumber))
}

func load(off uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: off}
}

func ret(v uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: v}
}

// skipUnless jumps yes instructions when the accumulator is k, else no.
func skipUnless(k uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: yes, Jf: no, K: k}
}

// installFilter binds the calling thread, and what it forks, for good.
func installFilter(p []unix.SockFilter) error {
	prog := unix.SockFprog{Len: uint16(len(p)), Filter: &p[0]}
	_, _, e := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&prog)))
	if e != 0 {
		return e
	}
	return nil
}
