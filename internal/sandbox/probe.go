//go:build linux

package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Report says whether one kind of isolation can be had here, found out by
// building a box of it and attacking its walls.
type Report struct {
	Mode      Mode      `json:"mode"`
	Name      string    `json:"name"`
	Available bool      `json:"available"`
	Isolation Isolation `json:"isolation"`        // when it is available
	Cause     string    `json:"cause,omitempty"`  // when it is not
	Remedy    string    `json:"remedy,omitempty"` // likewise
}

// Probe tries every kind of isolation, strongest first.
func Probe(ctx context.Context) []Report {
	var reports []Report
	cfg, _ := Config{Boxes: 1, AllowMissing: protections}.check()
	for _, w := range []way{namespaces2, namespaces1, namespaces0, landlocked, bare} {
		r := Report{Mode: w.mode, Name: w.name}
		cfg.Mode = w.mode
		bp, s, err := w.open(ctx, cfg)
		if err == nil {
			r.Available, r.Isolation = true, bp.isolation
			err = errors.Join(s.close(), bp.close())
		}
		if err != nil {
			r.Cause, r.Remedy = err.Error(), w.remedy(err)
		}
		reports = append(reports, r)
	}
	return reports
}

// canary is a small attack that a box must hold against.
type canary struct {
	what   string
	script string
	except Mode // where nothing holds it
	held   func(Result) bool
}

var canaryLimits = Limits{CPU: 15 * time.Second, Wall: bootTime, Memory: 16 << 20, Scratch: 4 << 20,
	FileSize: 4 << 20, Output: 4 << 10, Processes: 16, OpenFiles: 64}

// canaries run in the first box of every pool: a wall that is not tried is only
// believed in.
var canaries = []canary{
	{"a command runs and ends", "exit 7", "",
		func(r Result) bool { return r.ExitCode == 7 && r.Limit == NoLimit }},
	{"the limit on memory", "(head -c 50000000 /dev/zero; sleep 20) | tail -c 50000000", "",
		func(r Result) bool { return r.Limit == MemoryLimit }},
	{"the limit on processes", "for i in 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0; do sleep 9 & done; echo all", None,
		func(r Result) bool { return !strings.Contains(string(r.Stdout.Head), "all") }},
	{"the wall around files", "head -c 1 /etc/passwd- /etc/shadow /etc/hosts /etc/hostname /etc/fstab", None,
		func(r Result) bool { return r.Stdout.Bytes == 0 }},
	{"the wall around the root", "echo > /usr/xeval-canary && echo > /etc/xeval-canary && echo written", None,
		func(r Result) bool { return r.Stdout.Bytes == 0 }},
}

// prove sends the canaries into a box.
func (s *slot) prove(ctx context.Context) error {
	for _, c := range canaries {
		if c.except != "" && s.mode == c.except {
			continue
		}
		r, err := s.run(ctx, &Command{Path: "/bin/sh", Args: []string{"-c", c.script}, Limits: canaryLimits})
		if err != nil {
			return fmt.Errorf("try %s: %w", c.what, err)
		}
		if !c.held(r) {
			return fmt.Errorf("%s does not hold: exit status %d %s, limit %q, stdout %q, stderr %q", c.what,
				r.ExitCode, r.Signal, r.Limit, r.Stdout.Head, r.Stderr.Head)
		}
	}
	return nil
}

var errSignals = errors.New("signals could reach other processes of this user")

// preferred ways are the ones whose absence is worth telling about, rather than
// that of what was tried before.
func (w way) preferred() bool { return w.mode == Namespaces && w.name != namespaces2.name }

func (w way) missing(cause error) error {
	return &MissingRights{Protection: w.name, Cause: cause, Remedy: w.remedy(cause)}
}

// remedy says what to do about a cause.
func (w way) remedy(cause error) string {
	root := os.Geteuid() == 0
	var advice []string
	say := func(s string) { advice = append(advice, s) }
	switch {
	case errors.Is(cause, errSignals):
		say("use Linux 6.12 or later, run xeval as root, or pass --allow-missing=signals")
	case w.mode == None:
		say("make the folder for temporary files writable, or name another one by TMPDIR")
	case w.mode == Landlock && errors.Is(cause, unix.ENOSYS):
		say("use Linux 5.13 or later with Landlock enabled (boot parameter lsm=landlock,…)")
	case w.mode == Landlock && root && !canSwitchUser():
		say("run xeval as an ordinary user, or leave root the capabilities SETUID, SETGID and CHOWN")
	case w.mode == Landlock:
		say("run a container whose seccomp profile allows landlock_create_ruleset, as Docker's does since version 23")
	case restrictedByAppArmor():
		say("Ubuntu's AppArmor restricts user namespaces here: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0\n" +
			"or give xeval a profile that allows them (docs/security.md), or run it as root")
	case sysctlIs("kernel/unprivileged_userns_clone", "0") && !root:
		say("sudo sysctl -w kernel.unprivileged_userns_clone=1, or run xeval as root")
	case sysctlIs("user/max_user_namespaces", "0"):
		say("sudo sysctl -w user.max_user_namespaces=15000")
	case inContainer():
		say("start the container with rights to make namespaces, for example\n" +
			"  docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined \\\n" +
			"    --cap-add SYS_ADMIN --cgroupns=host -v /sys/fs/cgroup:/sys/fs/cgroup:rw …\n" +
			"(docs/containers.md has narrower profiles, Podman and Kubernetes), or pass --sandbox landlock")
	case !root && w.name == namespaces2.name:
		say("have systemd hand over a group: systemd-run --user --scope -p Delegate=yes xeval …, or run xeval as root")
	case !root:
		say("run xeval as root, or enable user namespaces")
	default:
		say("mount the cgroup v2 hierarchy (or the v1 controllers memory, pids and cpuacct) writable, " +
			"or pass --allow-missing=memory to have memory polled")
	}
	if w.mode == Namespaces && !inContainer() {
		say("without namespaces: --sandbox landlock (weaker, see docs/security.md)")
	}
	return strings.Join(advice, "\n")
}

// restrictedByAppArmor: from Ubuntu 23.10 on a user namespace can be made, but
// gives no capabilities to programs without a profile.
func restrictedByAppArmor() bool {
	return os.Geteuid() != 0 && sysctlIs("kernel/apparmor_restrict_unprivileged_userns", "1")
}

func sysctlIs(name, value string) bool {
	b, err := os.ReadFile("/proc/sys/" + name)
	return err == nil && strings.TrimSpace(string(b)) == value
}

// inContainer looks for the marks that container runtimes leave.
func inContainer() bool {
	for _, mark := range []string{"/.dockerenv", "/run/.containerenv", "/var/run/secrets/kubernetes.io"} {
		if _, err := os.Stat(mark); !errors.Is(err, fs.ErrNotExist) {
			return true
		}
	}
	return false
}
