//go:build linux

package sandbox

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

//go:embed testdata/hostile
var hostileFiles embed.FS

// ready names a folder with the programs built; the test that starts this one
// as another user has built them.
var ready = flag.String("ready", "", "folder with the hostile programs built")

// slow stretches limits on CPU time, for an emulated machine.
var slow = flag.Int("slow", 1, "how many times slower than usual this machine is")

// attack is one line of the index.
type attack struct {
	name, stage string
	ends        []string
	twice, keep bool
}

func (a attack) base() string { return strings.TrimSuffix(a.name, filepath.Ext(a.name)) }

func (a attack) source(t testing.TB) []byte {
	b, err := hostileFiles.ReadFile("testdata/hostile/" + a.name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func attacks(t testing.TB) (list []attack) {
	b, err := hostileFiles.ReadFile("testdata/hostile/index.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		line, _, _ = strings.Cut(line, "#")
		f := strings.Fields(line)
		if len(f) < 3 {
			continue
		}
		list = append(list, attack{f[0], f[1], strings.Split(f[2], "|"), slices.Contains(f[3:], "twice"), slices.Contains(f[3:], "keep")})
	}
	return list
}

func TestHostileIndex(t *testing.T) {
	known := map[string]bool{"index.txt": true}
	for _, a := range attacks(t) {
		known[a.name] = true
		a.source(t)
	}
	entries, err := fs.ReadDir(hostileFiles, "testdata/hostile")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !known[e.Name()] {
			t.Errorf("%s has no line in the index", e.Name())
		}
	}
	if len(known) < 90 {
		t.Errorf("only %d programs", len(known))
	}
}

// tools are the compilers and interpreters found on this machine.
type tools struct {
	gcc, javac, java, node, python, goTool, rustc string
	readOnly                                      []string
	goEnv                                         []string
}

func findTools() (k tools) {
	k.gcc, k.javac, k.java = look("g++"), look("javac"), look("java")
	k.node, k.python = look("node"), look("python3")
	if root := output("go", "env", "GOROOT"); root != "" {
		k.goTool = filepath.Join(root, "bin", "go")
		cache := output("go", "env", "GOCACHE")
		if os.MkdirAll(cache, 0o755) != nil { // as another user than the one whose home it is
			k.goTool = ""
		}
		k.goEnv = []string{"GOROOT=" + root, "GOCACHE=" + cache, "GOPROXY=off", "GOTOOLCHAIN=local", "GOFLAGS=-mod=mod",
			"CGO_ENABLED=0", "GOPATH=" + os.TempDir() + "/none", "GOTELEMETRY=off"}
		k.readOnly = append(k.readOnly, root, cache)
	}
	if root := output("rustc", "--print", "sysroot"); root != "" {
		k.rustc = filepath.Join(root, "bin", "rustc")
		k.readOnly = append(k.readOnly, root)
	}
	k.readOnly = slices.DeleteFunc(k.readOnly, func(p string) bool { _, err := os.ReadDir(p); return err != nil })
	return k
}

// look prefers the system's own programs to wrappers in somebody's home.
func look(name string) string {
	for _, dir := range []string{"/usr/bin", "/usr/local/bin"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return filepath.Join(dir, name)
		}
	}
	return ""
}

func output(name string, args ...string) string {
	b, err := exec.Command(name, args...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

// compiler returns the command that builds a, and whether the tool is here.
func (k tools) compiler(a attack) (path string, args, env []string) {
	switch filepath.Ext(a.name) {
	case ".cc":
		return k.gcc, []string{"-std=c++17", "-O0", "-w", "-pthread", "-o", "prog", a.name}, nil
	case ".java":
		return k.javac, []string{"-J-Xmx256m", "-J-XX:+UseSerialGC", "-proc:none", "-d", ".", a.name}, nil
	case ".go":
		return k.goTool, []string{"build", "-o", "prog", a.name}, k.goEnv
	case ".rs":
		return k.rustc, []string{"-o", "prog", a.name}, nil
	}
	return "", nil, nil
}

// runner returns the command that runs a with the files it needs.
func (k tools) runner(t testing.TB, a attack, built string) (cmd Command, ok bool) {
	source := File{Name: a.name, Data: a.source(t)}
	switch filepath.Ext(a.name) {
	case ".py":
		return Command{Path: k.python, Args: []string{"-S", "-E", a.name}, Files: []File{source}}, k.python != ""
	case ".js":
		return Command{Path: k.node, Args: []string{a.name}, Files: []File{source}}, k.node != ""
	case ".java":
		cmd = Command{Path: k.java, Args: []string{"-Xmx128m", "-Xss1m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", a.base()}}
		ok = k.java != ""
	default:
		cmd, ok = Command{Path: "/bin/sh", Args: []string{"-c", "chmod +x prog && exec ./prog"}}, true
	}
	files, _ := filepath.Glob(filepath.Join(built, a.name+".d", "*"))
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		cmd.Files = append(cmd.Files, File{Name: filepath.Base(f), Data: b})
	}
	return cmd, ok && len(files) > 0
}

// prepare builds what runs, outside: to build these is no danger, and it is
// done once for all modes.
func prepare(t testing.TB, k tools, list []attack) string {
	if *ready != "" {
		return *ready
	}
	dir, err := os.MkdirTemp("", "hostile")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	slots := make(chan bool, runtime.NumCPU())
	for _, a := range list {
		path, args, env := k.compiler(a)
		if a.stage != "run" || path == "" {
			continue
		}
		wg.Go(func() {
			slots <- true
			defer func() { <-slots }()
			out := filepath.Join(dir, a.name+".d")
			src := t.TempDir()
			write(t, filepath.Join(src, a.name), string(a.source(t)))
			c := exec.Command(path, args...)
			c.Dir, c.Env = src, append(os.Environ(), env...)
			if b, err := c.CombinedOutput(); err != nil {
				t.Errorf("build %s: %v\n%s", a.name, err, b)
			}
			os.Remove(filepath.Join(src, a.name))
			if err := os.CopyFS(out, os.DirFS(src)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	return dir
}

var (
	runLimits = Limits{CPU: 500 * time.Millisecond, Wall: 4 * time.Second, Memory: 256 << 20, Scratch: 64 << 20,
		FileSize: 32 << 20, Output: 64 << 10, Processes: 64, OpenFiles: 256}
	buildLimits = Limits{CPU: 3 * time.Second, Wall: 15 * time.Second, Memory: 512 << 20, Scratch: 64 << 20,
		FileSize: 48 << 20, Output: 64 << 10, Processes: 64, OpenFiles: 256}
)

// command is what to run for an attack, or why it cannot be tried here.
func (k tools) command(t testing.TB, a attack, built string) (cmd Command, why string) {
	cmd.Limits = runLimits
	if a.stage == "build" {
		path, args, env := k.compiler(a)
		if !executable(path) {
			return cmd, "no compiler within this user's reach"
		}
		cmd = Command{Path: path, Args: args, Env: env, Files: []File{{Name: a.name, Data: a.source(t)}}, Limits: buildLimits}
		if strings.HasPrefix(a.name, "go_cgo") {
			cmd.Env = append(slices.Clone(env), "CGO_ENABLED=1") // an attack on a careless set-up
		}
	} else {
		run, ok := k.runner(t, a, built)
		if !ok {
			return cmd, "no interpreter or compiler here"
		}
		run.Limits = cmd.Limits
		cmd = run
	}
	cmd.Limits.CPU *= time.Duration(*slow)
	if !slices.Equal(a.ends, []string{"timeout"}) {
		cmd.Limits.Wall = 2 * time.Minute // a busy machine is no reason to end otherwise
	}
	cmd.Env = append(slices.Clone(cmd.Env), "HOSTILE_OK=1")
	if a.keep {
		cmd.Keep = []string{"kept", "classes/*.class"}
	}
	return cmd, ""
}

func executable(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode()&0o111 != 0
}

func class(r Result) string {
	switch {
	case r.Limit == MemoryLimit:
		return "memory"
	case r.Limit == CPULimit || r.Limit == WallLimit:
		return "timeout"
	case r.Limit == OutputLimit:
		return "output"
	case r.ExitCode == 13:
		return "blocked"
	case r.ExitCode == 0 && r.Signal == "":
		return "passed"
	}
	return "error"
}

// strangers are processes below a box's init.
func strangers(b Box) (found []string) {
	for _, pid := range below(b.(*box).slot.proc.Pid) {
		if f := stat(pid); f != nil && string(f[statState]) != "Z" {
			found = append(found, fmt.Sprintf("%d %s", pid, f))
		}
	}
	return found
}

// probe is an innocent neighbour that comes next.
func probe() Command {
	c := shell(`umask; ls -A . $TMPDIR | grep -v '^$' | grep -v : ; ulimit -n; echo $TZ; echo ok; echo x >f && cat f`)
	c.Limits = runLimits
	c.Limits.Wall, c.Limits.CPU = 2*time.Minute, c.Limits.CPU*time.Duration(*slow)
	return c
}

func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("the hostile programs take minutes")
	}
	t.Parallel()
	k, list := findTools(), attacks(t)
	built := prepare(t, k, list)
	for _, m := range []Mode{Namespaces, Landlock} {
		t.Run(string(m), func(t *testing.T) {
			t.Parallel()
			assault(t, m, k, list, built)
		})
	}
}

func assault(t *testing.T, m Mode, k tools, list []attack, built string) {
	h := newHost(t)
	logf := func(format string, args ...any) { t.Errorf(format, args...) }
	if m == Namespaces {
		logf = t.Logf // which ways were tried first
	}
	p := open(t, Config{Mode: m, Scratch: 64 << 20, Inodes: 4096, ReadOnly: k.readOnly, Logf: logf})
	t.Logf("isolation: %+v", p.Isolation())
	want := text(must(t, p, probe()).Stdout)
	skipped := map[string][]string{}
	for _, a := range list {
		cmd, why := k.command(t, a, built)
		if why != "" {
			skipped[why] = append(skipped[why], a.name)
			continue
		}
		t.Run(a.name, func(t *testing.T) { h.suffer(t, p, a, cmd, want) })
	}
	for _, why := range slices.Sorted(maps.Keys(skipped)) {
		t.Logf("not tried, %s: %s", why, strings.Join(skipped[why], " "))
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	h.unchanged(t)
}

func must(t *testing.T, p Pool, cmd Command) Result {
	r, err := once(p, cmd)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// once runs a command in a box of its own.
func once(p Pool, cmd Command) (Result, error) {
	b, err := p.Acquire(context.Background())
	if err != nil {
		return Result{}, err
	}
	defer b.Release()
	return b.Run(context.Background(), cmd)
}

// suffer runs one attack and checks every invariant after it.
func (h *host) suffer(t *testing.T, p Pool, a attack, cmd Command, want string) {
	b, err := p.Acquire(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	start := time.Now()
	runs := 1
	if a.twice {
		runs = 2
	}
	for range runs {
		r, err := b.Run(context.Background(), cmd)
		if err != nil {
			t.Fatalf("the box was lost: %v", err)
		}
		out := text(r.Stdout) + text(r.Stderr)
		if got := class(r); !slices.Contains(a.ends, got) {
			t.Errorf("ended as %s, not %v: code %d signal %q limit %q cpu %v wall %v memory %dM output %.300q", got, a.ends,
				r.ExitCode, r.Signal, r.Limit, r.CPU, r.Wall, r.Memory>>20, out)
		}
		if r.ExitCode == 42 || strings.Contains(out, "BREACH") && a.stage == "run" {
			t.Errorf("a hole in the wall: %.500q", out)
		}
		if strings.Contains(out, h.canary) || h.shadow != "" && strings.Contains(out, h.shadow) {
			t.Errorf("a secret of the host is out: %.500q", out)
		}
		if kept := len(r.Stdout.Head) + len(r.Stdout.Tail); int64(kept) > cmd.Limits.Output+1 {
			t.Errorf("%d bytes of output kept", kept)
		}
	}
	if took := time.Since(start); took > time.Duration(runs)*cmd.Limits.Wall+graceTime {
		t.Errorf("took %v", took)
	}
	if left := strangers(b); len(left) > 0 {
		t.Errorf("still alive: %v", left)
	}
	if a.keep {
		out := text(run(t, b, shell("find . -type f ! -links 1; find . ! -type f ! -type d; cat kept classes/* 2>/dev/null | grep -a root:")).Stdout)
		if out != "" {
			t.Errorf("collected what is no plain file: %q", out)
		}
	}
	r, err := b.Run(context.Background(), probe())
	if err != nil || text(r.Stdout) != want || r.Limit != NoLimit {
		t.Errorf("the next command: %v %q, not %q; stderr %q limit %q", err, text(r.Stdout), want, text(r.Stderr), r.Limit)
	}
}

// The same as a user without any rights, which this test takes on when it is
// run by root.
func TestHostileAsUser(t *testing.T) {
	if testing.Short() {
		t.Skip("the hostile programs take minutes")
	}
	if os.Geteuid() != 0 {
		t.Skip("not root: TestHostile itself is run as a user")
	}
	t.Parallel()
	built := prepare(t, findTools(), attacks(t))
	asNobody(t, "-test.run=^TestHostile$", "-ready="+built)
}

// The contract of the modes, likewise.
func TestContractAsUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("not root: the tests themselves are run as a user")
	}
	asNobody(t, "-test.run=^Test(Exit|MissingProgram|Environment|Streams|ProofIsBounded|Keep|ReleaseEmpties|Limits|Figures|Cancel|Concurrent|Close|Probe)$")
}

func asNobody(t *testing.T, args ...string) {
	const nobody = 65534
	c := exec.Command("/proc/self/exe", append(args, "-test.v", "-test.timeout=20m")...)
	c.Dir = "/"
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent", "TMPDIR=/tmp"}
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := c.CombinedOutput()
	for sc := bufio.NewScanner(bytes.NewReader(out)); sc.Scan(); {
		if line := sc.Text(); !strings.HasPrefix(strings.TrimSpace(line), "--- PASS") && !strings.HasPrefix(line, "=== ") {
			t.Log(line)
		}
	}
	if err != nil {
		t.Errorf("as uid %d: %v", nobody, err)
	}
}
