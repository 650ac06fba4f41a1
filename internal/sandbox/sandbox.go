// Package sandbox runs one command under limits, cut off from the machine:
// no network, its own process tree, a read-only system, a private work folder,
// an environment built from nothing. It knows nothing of languages, tests or
// verdicts. It tells two failures apart: a Result says how the command ended,
// an error says that the sandbox could not do its work.
package sandbox

import (
	"context"
	"time"
)

// Mode is a kind of isolation.
type Mode string

// The modes. Auto takes the strongest one this machine grants and never falls
// silently below Namespaces with memory control: see Config.AllowMissing.
const (
	Auto       Mode = "auto"
	Namespaces Mode = "namespaces"
	Landlock   Mode = "landlock"
	None       Mode = "none"
)

// Config describes a pool of boxes.
type Config struct {
	Mode         Mode
	Boxes        int                              // how many commands may run at once
	ReadOnly     []string                         // host paths visible at the same path, beyond the system's own allow-list
	Scratch      int64                            // bytes of each box's work folder and /tmp together
	Inodes       int                              // files in scratch
	AllowMissing []string                         // protections that may be absent, such as "memory"
	FreshBoxes   bool                             // a new box for every use: slower, for the careful
	Logf         func(format string, args ...any) // told of replaced boxes and the like; may be nil
}

// Isolation is what is in force, for the header of every result.
type Isolation struct {
	Mode      Mode     `json:"mode"`
	Memory    string   `json:"memory"`    // "cgroup v1", "cgroup v2", "poll", "none"
	Processes string   `json:"processes"` // "cgroup v1", "cgroup v2", "rlimit", "none"
	CPU       string   `json:"cpu"`
	Network   string   `json:"network"` // "namespace", "seccomp", "none"
	Files     string   `json:"files"`   // "private root", "landlock", "none"
	Seccomp   bool     `json:"seccomp"`
	Root      bool     `json:"root"` // the harness runs as root
	Kernel    string   `json:"kernel"`
	Missing   []string `json:"missing,omitempty"` // protections absent and allowed to be
}

// A MissingRights error says which protection cannot be had, why, and how to
// get it.
type MissingRights struct {
	Protection string
	Cause      error
	Remedy     string
}

func (e *MissingRights) Error() string {
	return "sandbox: " + e.Protection + " cannot be had: " + e.Cause.Error() + "\n" + e.Remedy
}
func (e *MissingRights) Unwrap() error { return e.Cause }

// A Pool hands out boxes. Open starts it, Close ends every process it made.
type Pool interface {
	Isolation() Isolation
	// Acquire waits for a free box, clean and empty.
	Acquire(ctx context.Context) (Box, error)
	Close() error
}

// A Box is a clean work folder in which commands run one after another. After
// each one nothing of it is alive; Release ends the use and empties it. Any
// error from Run means that the box is lost and its user must start again in
// another one; Release must still be called.
type Box interface {
	Run(ctx context.Context, cmd Command) (Result, error)
	Release()
}

// WorkDir is the work folder as commands see it in the namespace mode. Other
// modes put it elsewhere, so commands use relative paths.
const WorkDir = "/w"

// A Command is one process to start and what it may use.
type Command struct {
	Path   string   // absolute, or "./name" in the work folder
	Args   []string // without the command's own name
	Env    []string // added to the fixed environment
	Files  []File   // written to the work folder first
	Keep   []string // path.Match patterns: what stays in the work folder afterwards; all else is removed. nil: nothing stays
	Stdin  []byte   // nil: /dev/null
	Secret []byte   // offered on descriptor 3; nil: descriptors 3 and 4 are closed
	Limits Limits
	Warm   *Warm // a faster start of the same command; nil: none

	link int // a socket offered on descriptors 3 and 4, where it is not 0: see Serve
}

// Warm describes a process that is started once in a box, gets ready, and then
// makes copies of itself that become the command (warm.go). It needs a Secret.
// Where a box cannot keep such a process, the command is started by Args.
type Warm struct {
	Start []string // arguments of the process; Path and Env are the command's
	Args  []string // what a copy is told
}

// A File is written before the command starts, with mode 0644, or 0755 where it
// can be executed.
type File struct {
	Name       string
	Data       []byte
	Executable bool
}

// Limits of one command; see lang.Limits, which they mirror.
type Limits struct {
	CPU, Wall                 time.Duration
	Memory, Scratch, FileSize int64
	Output                    int64 // kept of each stream, half head and half tail
	Processes, OpenFiles      int
	KillOnOutput              bool
}

// Limit names the limit that ended a command.
type Limit string

// The limits that end a command. A command that was refused a process or a
// file goes on, and ends by itself.
const (
	NoLimit     Limit = ""
	CPULimit    Limit = "cpu"
	WallLimit   Limit = "wall"
	MemoryLimit Limit = "memory"
	OutputLimit Limit = "output"
	Forbidden   Limit = "forbidden" // killed for a forbidden system call
)

// A Result is how a command ended.
type Result struct {
	ExitCode  int
	Signal    string // such as "SIGSEGV"; "" when it exited
	Limit     Limit
	CPU       time.Duration // user + system of all its processes
	Wall      time.Duration
	Memory    int64 // peak resident bytes of all its processes together
	Processes int   // peak, 0 when not known
	Stdout    Output
	Stderr    Output
	Proof     []byte // what came back on descriptor 4, at most 64 KiB
	Reaped    int    // processes that were still alive when the first one ended
}

// Output is what was kept of a stream: all of it, or its head and tail.
type Output struct {
	Head, Tail []byte
	Bytes      int64 // written in all
}

// Truncated says that something between head and tail was dropped.
func (o Output) Truncated() bool { return o.Bytes > int64(len(o.Head)+len(o.Tail)) }
