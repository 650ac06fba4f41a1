//go:build linux

package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	Main()
	os.Setenv("SECRET_TOKEN", canaryText)
	os.Exit(m.Run())
}

var generous = Limits{CPU: 5 * time.Second, Wall: 20 * time.Second, Memory: 256 << 20, Scratch: 64 << 20,
	FileSize: 32 << 20, Output: 64 << 10, Processes: 64, OpenFiles: 256}

// open starts a pool in one mode, or skips the test where the mode cannot be.
func open(t *testing.T, cfg Config) Pool {
	t.Helper()
	if cfg.Boxes == 0 {
		cfg.Boxes = 1
	}
	if cfg.Logf == nil {
		cfg.Logf = t.Logf
	}
	p, err := Open(t.Context(), cfg)
	if missing := (*MissingRights)(nil); errors.As(err, &missing) {
		t.Skipf("no %s here: %v", cfg.Mode, err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Errorf("close the pool: %v", err)
		}
	})
	return p
}

func acquire(t *testing.T, p Pool) Box {
	t.Helper()
	b, err := p.Acquire(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Release)
	return b
}

func run(t *testing.T, b Box, cmd Command) Result {
	t.Helper()
	if cmd.Limits == (Limits{}) {
		cmd.Limits = generous
	}
	r, err := b.Run(context.Background(), cmd)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func shell(script string) Command {
	return Command{Path: "/bin/sh", Args: []string{"-c", script}}
}

var testModes = []Mode{Namespaces, Landlock, None}

// eachMode runs the test in every mode that must keep the contract.
func eachMode(t *testing.T, test func(t *testing.T, p Pool)) {
	for _, m := range testModes {
		t.Run(string(m), func(t *testing.T) { test(t, open(t, Config{Mode: m, Scratch: 64 << 20, Inodes: 4096})) })
	}
}

func text(o Output) string { return string(o.Head) + string(o.Tail) }

func TestExit(t *testing.T) {
	eachMode(t, func(t *testing.T, p Pool) {
		b := acquire(t, p)
		for _, c := range []struct {
			script, signal string
			code           int
		}{
			{"exit 0", "", 0}, {"exit 3", "", 3}, {"kill -SEGV $$", "SIGSEGV", 0}, {"kill -KILL $$", "SIGKILL", 0},
		} {
			r := run(t, b, shell(c.script))
			if r.ExitCode != c.code || r.Signal != c.signal || r.Limit != NoLimit {
				t.Errorf("%s: code %d signal %q limit %q", c.script, r.ExitCode, r.Signal, r.Limit)
			}
		}
	})
}

func TestMissingProgram(t *testing.T) {
	eachMode(t, func(t *testing.T, p Pool) {
		b := acquire(t, p)
		if r := run(t, b, Command{Path: "./absent"}); r.ExitCode != 127 || r.Stderr.Bytes == 0 {
			t.Errorf("./absent: %+v", r)
		}
		data := Command{Path: "./data", Files: []File{{Name: "data", Data: []byte("text")}}}
		if r := run(t, b, data); r.ExitCode != 126 {
			t.Errorf("./data: %+v", r)
		}
		_, err := b.Run(context.Background(), Command{Path: "/no/such/tool", Limits: generous})
		if err == nil {
			t.Error("a missing tool is no error")
		}
		if _, err := b.Run(context.Background(), shell("true")); err == nil {
			t.Error("a lost box runs on")
		}
		b.Release()
		if r := run(t, acquire(t, p), shell("exit 4")); r.ExitCode != 4 {
			t.Errorf("after a lost box: %+v", r)
		}
	})
}

func TestEnvironment(t *testing.T) {
	t.Setenv("CANARY", "leaked")
	eachMode(t, func(t *testing.T, p Pool) {
		cmd := Command{Path: "/usr/bin/env", Env: []string{"LANG=de_DE", "EXTRA=1"}}
		out := text(run(t, acquire(t, p), cmd).Stdout)
		for _, want := range []string{"LANG=de_DE\n", "EXTRA=1\n", "TZ=UTC\n", "LC_ALL=C.UTF-8\n"} {
			if !strings.Contains(out, want) {
				t.Errorf("no %q in %q", want, out)
			}
		}
		if strings.Contains(out, "CANARY") {
			t.Errorf("the harness's environment: %q", out)
		}
	})
}

func TestStreams(t *testing.T) {
	eachMode(t, func(t *testing.T, p Pool) {
		b := acquire(t, p)
		cmd := shell("cat; echo err >&2; read s <&3; echo got:$s >&4; echo by name >/proc/self/fd/4; echo also >/dev/stdout")
		cmd.Stdin, cmd.Secret = bytes.Repeat([]byte("x"), 100_000), []byte("token\n")
		r := run(t, b, cmd)
		if r.Stdout.Bytes != 100_005 || !r.Stdout.Truncated() || len(r.Stdout.Head)+len(r.Stdout.Tail) != 64<<10 {
			t.Errorf("stdout: %d bytes, kept %d and %d", r.Stdout.Bytes, len(r.Stdout.Head), len(r.Stdout.Tail))
		}
		if !bytes.HasSuffix(r.Stdout.Tail, []byte("xxalso\n")) || text(r.Stderr) != "err\n" {
			t.Errorf("tail %q stderr %q", r.Stdout.Tail[len(r.Stdout.Tail)-9:], text(r.Stderr))
		}
		if string(r.Proof) != "got:token\nby name\n" {
			t.Errorf("proof %q", r.Proof)
		}
		if r := run(t, b, shell("read x; echo $?; (: <&3) || (: >&4) || echo closed")); text(r.Stdout) != "1\nclosed\n" {
			t.Errorf("without stdin and secret: %q", text(r.Stdout))
		}
	})
}

func TestProofIsBounded(t *testing.T) {
	eachMode(t, func(t *testing.T, p Pool) {
		cmd := shell("head -c 3000000 /dev/zero >&4")
		cmd.Secret = []byte("s")
		if r := run(t, acquire(t, p), cmd); len(r.Proof) != maxProof || r.ExitCode != 0 {
			t.Errorf("%d bytes, exit %d", len(r.Proof), r.ExitCode)
		}
	})
}

func TestKeep(t *testing.T) {
	eachMode(t, func(t *testing.T, p Pool) {
		b := acquire(t, p)
		cmd := shell(`mkdir -p classes deep/er; echo 1 >classes/A.class; echo 2 >classes/B.txt; echo '#!/bin/sh
echo ran' >prog; chmod 4755 prog; ln -s /etc/passwd link; mkfifo pipe; echo x >deep/er/x; echo t >$TMPDIR/t; ln prog hard`)
		cmd.Files = []File{{Name: "main.txt", Data: []byte("m")}, {Name: "sub/dir/f.txt", Data: []byte("f")}}
		cmd.Keep = []string{"prog", "classes/*.class", "link", "pipe", "deep", "*/er", "absent"}
		run(t, b, cmd)
		list := shell("find . -type f | sort; ls -l prog | cut -c1-10; ls $TMPDIR; ls -d link pipe deep 2>/dev/null; ./prog")
		list.Keep = []string{"prog"}
		r := run(t, b, list)
		want := "./classes/A.class\n./prog\n-rwxr-xr-x\nran\n"
		got := text(r.Stdout)
		if got != want {
			t.Errorf("kept %q, want %q", got, want)
		}
		if r := run(t, b, shell("ls")); text(r.Stdout) != "prog\n" {
			t.Errorf("second: %q", text(r.Stdout))
		}
		if r := run(t, b, shell("ls")); text(r.Stdout) != "" {
			t.Errorf("nothing kept, yet %q", text(r.Stdout))
		}
	})
}

// What one user keeps must not be there for the next.
func TestReleaseEmpties(t *testing.T) {
	eachMode(t, func(t *testing.T, p Pool) {
		b := acquire(t, p)
		cmd := shell("echo secret >kept")
		cmd.Keep = []string{"kept"}
		run(t, b, cmd)
		b.Release()
		if r := run(t, acquire(t, p), shell("ls -A . /tmp")); strings.Contains(text(r.Stdout), "kept") {
			t.Errorf("left over: %q", text(r.Stdout))
		}
	})
}

func TestLimits(t *testing.T) {
	eachMode(t, func(t *testing.T, p Pool) {
		b := acquire(t, p)
		cpu, wall, memory, output := generous, generous, generous, generous
		cpu.CPU, wall.Wall, memory.Memory = 300*time.Millisecond, 300*time.Millisecond, 64<<20
		output.KillOnOutput = true
		for _, c := range []struct {
			name, script string
			limits       Limits
			want         Limit
		}{
			{"one process", "while :; do :; done", cpu, CPULimit},
			{"many processes", "for i in 1 2 3 4; do (while :; do :; done) & done; wait", cpu, CPULimit},
			{"sleep", "sleep 60", wall, WallLimit},
			{"stop", "kill -STOP $$", wall, WallLimit},
			{"memory", "/usr/bin/python3 -c 'a = bytearray(200 << 20)\nwhile True: pass'", memory, MemoryLimit},
			{"memory of a child", "(/usr/bin/python3 -c 'a = b\"x\" * (200 << 20)\nwhile True: pass'); sleep 60", memory, MemoryLimit},
			{"output", "yes", output, OutputLimit},
			{"output on stderr", "yes >&2", output, OutputLimit},
		} {
			r := run(t, b, Command{Path: "/bin/sh", Args: []string{"-c", c.script}, Limits: c.limits})
			if r.Limit != c.want {
				t.Errorf("%s: limit %q code %d signal %q cpu %v wall %v stderr %q", c.name, r.Limit, r.ExitCode, r.Signal, r.CPU, r.Wall, text(r.Stderr))
			}
		}
		if r := run(t, b, shell("yes | head -c 10000000")); r.Limit != NoLimit || r.Stdout.Bytes != 10_000_000 {
			t.Errorf("much output: %q %d", r.Limit, r.Stdout.Bytes)
		}
	})
}

func TestFigures(t *testing.T) {
	eachMode(t, func(t *testing.T, p Pool) {
		b := acquire(t, p)
		r := run(t, b, Command{Path: "/usr/bin/python3", Args: []string{"-c",
			"import time\na = b'x' * (100 << 20)\nt = time.process_time()\nwhile time.process_time() < t + 0.2: pass"}})
		if r.CPU < 200*time.Millisecond || r.Wall < 200*time.Millisecond || r.Memory < 90<<20 || r.Memory > 250<<20 {
			t.Errorf("%+v", r)
		}
		r = run(t, b, shell("sleep 1000 & sleep 1001 & exit 5"))
		if r.Reaped != 2 || r.ExitCode != 5 {
			t.Errorf("reaped %d, exit %d", r.Reaped, r.ExitCode)
		}
	})
}

func TestCancel(t *testing.T) {
	eachMode(t, func(t *testing.T, p Pool) {
		ctx, cancel := context.WithCancel(context.Background())
		b := acquire(t, p)
		time.AfterFunc(50*time.Millisecond, cancel)
		if _, err := b.Run(ctx, Command{Path: "/bin/sleep", Args: []string{"60"}, Limits: generous}); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled run: %v", err)
		}
		b.Release()
		if r := run(t, acquire(t, p), shell("exit 6")); r.ExitCode != 6 {
			t.Errorf("%+v", r)
		}
	})
}

func TestConcurrent(t *testing.T) {
	p := open(t, Config{Mode: Namespaces, Boxes: 3})
	var wg sync.WaitGroup
	for i := range 60 {
		wg.Go(func() {
			b, err := p.Acquire(context.Background())
			if err != nil {
				t.Error(err)
				return
			}
			defer b.Release()
			r, err := b.Run(context.Background(), Command{Path: "/bin/sh", Args: []string{"-c", "cat f; exit $((" + fmt.Sprint(i) + " % 7))"},
				Files: []File{{Name: "f", Data: fmt.Append(nil, i)}}, Limits: generous})
			if err != nil || r.ExitCode != i%7 || text(r.Stdout) != fmt.Sprint(i) {
				t.Errorf("%d: %v %+v", i, err, r)
			}
		})
	}
	wg.Wait()
}

func TestClose(t *testing.T) {
	for _, m := range testModes {
		t.Run(string(m), func(t *testing.T) {
			p := open(t, Config{Mode: m, Boxes: 2})
			b := acquire(t, p)
			failed := make(chan error)
			go func() {
				_, err := b.Run(context.Background(), Command{Path: "/bin/sleep", Args: []string{"60"}, Limits: generous})
				b.Release()
				failed <- err
			}()
			time.Sleep(100 * time.Millisecond)
			if err := p.Close(); err != nil {
				t.Error(err)
			}
			if err := <-failed; err == nil {
				t.Error("a command outlived its pool")
			}
			if _, err := p.Acquire(context.Background()); err == nil {
				t.Error("a closed pool gives boxes")
			}
		})
	}
}

// A folder of the harness is shown at its own path, however deep and closed the
// way to it is, and nothing beside it; also where the box has its own /tmp.
func TestReadOnly(t *testing.T) {
	closed := filepath.Join(t.TempDir(), "closed")
	shown := filepath.Join(closed, "a", "shown")
	if err := os.MkdirAll(shown, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(shown, "f"), "seen")
	write(t, filepath.Join(closed, "g"), "hidden")
	if err := os.Chmod(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	p := open(t, Config{Mode: Namespaces, ReadOnly: []string{shown}})
	b := acquire(t, p)
	for range 2 {
		r := run(t, b, shell("cat "+shown+"/f; echo x >"+shown+"/f; rm -rf "+shown+"; cat "+closed+"/g; echo x >/tmp/left"))
		if text(r.Stdout) != "seen" {
			t.Errorf("stdout %q stderr %q", text(r.Stdout), text(r.Stderr))
		}
	}
	if b, err := os.ReadFile(filepath.Join(shown, "f")); err != nil || string(b) != "seen" {
		t.Errorf("changed: %q %v", b, err)
	}
}

func write(t testing.TB, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
