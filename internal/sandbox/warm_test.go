//go:build linux

package sandbox

import (
	"context"
	_ "embed"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

//go:embed testdata/warm.py
var warmServer []byte

// warmBox opens a box that can keep a process warm, or skips the test.
func warmBox(t *testing.T) (p Pool, command func(fault, program string) Command) {
	t.Helper()
	k := findTools()
	if k.python == "" {
		t.Skip("python3 absent: nothing is kept warm")
	}
	file := filepath.Join(t.TempDir(), "warm.py")
	if err := os.WriteFile(file, warmServer, 0o644); err != nil {
		t.Fatal(err)
	}
	for dir := filepath.Dir(file); dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
		os.Chmod(dir, 0o755)
	}
	p = open(t, Config{Mode: Namespaces, ReadOnly: append(k.readOnly, filepath.Dir(file))})
	if i := p.Isolation(); !i.Root || !strings.HasPrefix(i.Memory, "cgroup") {
		t.Skipf("boxes of this kind keep nothing warm: %+v", i)
	}
	return p, func(fault, program string) Command {
		return Command{Path: k.python, Args: []string{"-c", program}, Secret: []byte("secret"), Limits: generous,
			Warm: &Warm{Start: strings.Fields(file + " " + fault), Args: []string{program}}}
	}
}

// What a command can see of itself must be as if it had been started.
func TestWarmLooksAsUsual(t *testing.T) {
	p, command := warmBox(t)
	const look = `
import os, sys, resource
status = dict(l.rstrip("\n").split(":", 1) for l in open("/proc/self/status"))
for k in "Uid", "Gid", "Groups", "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs", "Seccomp", "Threads", "SigIgn", "SigBlk":
    print(k, status[k].split())
print(os.getcwd(), os.getppid(), os.getsid(0) == os.getpid(), sorted(os.environ), os.umask(0))
print(sorted(os.listdir("/proc/self/fd"))[:5], os.read(3, 100), os.write(4, b"proof"), sys.stdin.read())
print([getattr(resource, r) and resource.getrlimit(getattr(resource, r)) for r in sorted(dir(resource)) if r.startswith("RLIMIT_")])
print(os.access("/proc/self/fd/1", os.W_OK), open("/proc/self/oom_score_adj").read(), os.listdir("."), os.stat(".").st_uid)
print(sorted(p for p in os.listdir("/proc") if p.isdigit() and p != str(os.getpid())))
raise SystemExit(7)
`
	b := acquire(t, p)
	warm := command("", look)
	plain := warm
	plain.Warm = nil
	want := run(t, b, plain)
	for range 3 {
		got := run(t, b, warm)
		if got.ExitCode != 7 || string(got.Proof) != "proof" || string(got.Stdout.Head) != string(want.Stdout.Head) || len(got.Stderr.Head) > 0 {
			t.Fatalf("warm: status %d, proof %q\n%s%s\nplain:\n%s%s", got.ExitCode, got.Proof, got.Stdout.Head, got.Stderr.Head, want.Stdout.Head, want.Stderr.Head)
		}
	}
}

// Whatever a command does, the next one is served, and finds nothing of it.
func TestWarmHoldsAgainstCommands(t *testing.T) {
	p, command := warmBox(t)
	b := acquire(t, p)
	clean := func() {
		t.Helper()
		r := run(t, b, command("", `import os; print(os.listdir("/w") + os.listdir("/tmp"), counter)`))
		if string(r.Stdout.Head) != "" || !strings.Contains(string(r.Stderr.Head), "counter") { // its names are its own
			t.Fatalf("the next command: %+v %s%s", r, r.Stdout.Head, r.Stderr.Head)
		}
	}
	for name, program := range map[string]string{
		"kills all":       "import os; os.kill(-1, 9)",
		"kills parents":   "import os\nfor p in 1, 2, 3, 4, 5, os.getppid():\n  try: os.kill(p, 9)\n  except OSError: pass",
		"stops all":       "import os\nfor p in range(1, 50):\n  try: p != os.getpid() and os.kill(p, 19)\n  except OSError: pass",
		"leaves children": "import os, time\nfor i in range(5):\n  if not os.fork():\n    os.setsid(); time.sleep(100)",
		"leaves files":    `open("/w/a", "w").write("a"); open("/tmp/b", "w").write("b")`,
		"fork bomb":       "import os\nwhile True:\n  try: os.fork()\n  except OSError: pass",
		"looks for more":  "import os\nfor n in range(5, 256):\n  try: os.fstat(n); print(n)\n  except OSError: pass",
		"sets limits":     "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))\nfor p in range(1, 50):\n  try: resource.prlimit(p, resource.RLIMIT_NOFILE, (0, 0))\n  except OSError: pass",
	} {
		cmd := command("", program)
		cmd.Limits.Wall, cmd.Limits.CPU = 2*time.Second, time.Second
		r := run(t, b, cmd)
		if len(r.Stdout.Head) > 0 {
			t.Errorf("%s: %s", name, r.Stdout.Head)
		}
		clean()
	}
	s := b.(*box).slot
	if s.warmKey == "" {
		t.Error("the warm process was lost on the way")
	}
	cmd := command("", "a = bytearray(200 << 20); a[::4096] = b'1' * len(a[::4096])\nb = bytearray(200 << 20); b[::4096] = b'1' * len(b[::4096])")
	if r := run(t, b, cmd); r.Limit != MemoryLimit {
		t.Errorf("a command that takes too much memory ends so: %+v", r)
	}
	clean()
}

// Limits and figures are a command's own, and other commands have theirs.
func TestWarmMeasures(t *testing.T) {
	p, command := warmBox(t)
	b := acquire(t, p)
	r := run(t, b, command("", "pass"))
	if r.CPU > time.Second || r.Memory < 4<<20 || r.Memory > 64<<20 {
		t.Errorf("an empty command: %v CPU, %d bytes", r.CPU, r.Memory)
	}
	cmd := command("", "while True: pass")
	cmd.Limits.CPU = 200 * time.Millisecond
	if r := run(t, b, cmd); r.Limit != CPULimit {
		t.Errorf("an endless loop: %+v", r)
	}
	if r := run(t, b, shell("exit 3")); r.ExitCode != 3 || r.Memory > 16<<20 {
		t.Errorf("another command beside the warm process: %+v", r)
	}
	if b.(*box).slot.warmKey == "" {
		t.Error("the warm process is gone")
	}
}

// A server that does not do what it should is the end of the box, and no
// command runs.
func TestWarmServerIsNotTrusted(t *testing.T) {
	p, command := warmBox(t)
	for _, fault := range []string{"keeps_uid", "keeps_rights", "lies", "ends"} {
		b, err := p.Acquire(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		r, err := b.Run(context.Background(), command(fault, `print("ran")`))
		b.Release()
		if err == nil || len(r.Stdout.Head) > 0 {
			t.Errorf("%s: %+v, %v", fault, r, err)
		}
	}
}
