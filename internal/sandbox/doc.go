/*
# Theory of operation

A box is a process of this program started again as an init ([Main]), at the
other end of a socket. As root, or as a user where the kernel allows it, the init
lives in new user, pid, mount, network, ipc, uts and cgroup namespaces; elsewhere
it is an ordinary process whose commands Landlock holds.

Parties. The harness (slot.go, run.go) opens what only it can open, sends it as
descriptors, watches limits, and believes nothing that comes back without a check
(wire.go, codec.go). The init (init.go) is ours but lives beside hostile code: it mounts
(root.go), cleans (tmpfs.go, keep.go), kills and reaps. The launcher (launch.go) is
one thread of the init that gives up capabilities and system calls (seccomp.go,
landlock.go) once and for good; every command is forked from it and inherits that.

A step. The harness opens pipes, packs files into a memfd and sends one request.
The init writes the files; the launcher forks; the child stops at its exec, before
its first instruction; its limits are set from a thread that may; it is let go. The
init waits on the process's descriptor and on the socket. Meanwhile one loop in the
harness reads the streams and compares counters with limits; over a limit it sends
"kill". When the first process has ended, the init kills everything else in the
namespace, reaps until nobody is left, clears the scratch folders and answers. Only
then are the counters read for the last time and the cause decided: memory, CPU,
output or wall, in this order.

What must stay true.

  - Nothing of a command is alive when its Run returns. A warm process is none: it
    has another uid, and has read nothing of any.
  - The harness never blocks: not in a read, not in a send, not for an answer
    without a limit. Whatever breaks this is the end of the box, not of the run.
  - No process is moved between control groups (cgroup.go); each is born where it
    belongs.
  - A tree that a command left is not walked while it may be large or deep. Few
    leftovers are removed one by one, and the file system's own count of inodes
    proves that nothing else is there; else it is replaced.
  - Every limit is set before the command's first instruction, and on the command
    alone: an init that hits a limit on processes does not survive.
  - A box that surprised is not used again.

Files. open.go and ways.go choose the isolation, probe.go proves it, pool.go keeps
boxes ready, spawn.go starts inits, ids.go finds uids for them; cgroup1.go and
cgroup2.go count, watch.go polls where nothing counts; bare.go is the shape of boxes
without namespaces, process.go reads /proc for it. warm.go and serve.go are of processes
that outlive a command: one that copies itself into commands, one that answers.
*/
package sandbox
