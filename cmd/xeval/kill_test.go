package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/report"
	"github.com/xeval/xeval/internal/suite"
	"github.com/xeval/xeval/internal/verdict"
)

// A run killed at any moment and resumed comes to the verdicts of an
// uninterrupted one, and leaves neither processes nor mounts behind.
func TestKillAndResume(t *testing.T) {
	if !canIsolate(t) {
		t.Skip("this machine grants no sandbox")
	}
	dir := t.TempDir()
	samples := writeSamples(t, dir)
	eval := func(folder string, more ...string) *exec.Cmd {
		args := append([]string{"eval", samples, "--data", suite.Name, "-o", filepath.Join(dir, folder), "--run-cpu", "2s", "--cache", "off"}, more...)
		return xevalCommand(t, args...)
	}
	started := time.Now()
	if out, err := eval("whole").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	took := time.Since(started)
	want := outcomesOf(t, filepath.Join(dir, "whole"))

	for i := range 5 {
		c := eval("killed", "--resume")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		delay := rand.N(took)
		time.Sleep(delay)
		c.Process.Kill()
		c.Wait() // killed, or done already
		expectNothingLeft(t, c.Process.Pid)
		t.Logf("kill %d after %v: %d verdicts", i+1, delay.Round(time.Millisecond), countLines(filepath.Join(dir, "killed", "verdicts.jsonl")))
	}
	if out, err := eval("killed", "--resume").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got := outcomesOf(t, filepath.Join(dir, "killed"))
	if len(got) != len(want) {
		t.Errorf("%d verdicts, want %d", len(got), len(want))
	}
	for key, outcome := range want {
		if got[key] != outcome {
			t.Errorf("%v: %s after kills, %s without", key, got[key], outcome)
		}
	}
	if stale, _ := filepath.Glob("/sys/fs/cgroup/*/xeval-*"); len(stale) > 0 && !othersRun(stale) {
		t.Errorf("control groups left: %v", stale)
	}
}

// writeSamples are the suite's own of the languages that start fast, several
// times over and all different, so that there is something to interrupt.
func writeSamples(t *testing.T, dir string) string {
	t.Helper()
	all, err := suite.Samples()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for n := range 4 {
		for _, s := range all {
			mark := map[bool]string{true: "# ", false: "// "}[strings.HasPrefix(s.TaskID, "Python/")]
			if !strings.HasPrefix(s.TaskID, "Python/") && !strings.HasPrefix(s.TaskID, "JavaScript/") || n > 0 && s.Expect[0] == "timed_out" {
				continue
			}
			s.Generation = strings.TrimRight(s.Generation, "\n") + fmt.Sprintf("\n    %scopy %d\n", mark, n)
			line, err := json.Marshal(s)
			if err != nil {
				t.Fatal(err)
			}
			text.Write(append(line, '\n'))
		}
	}
	path := filepath.Join(dir, "samples.jsonl")
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// xevalCommand is this test binary called by the command's name: see
// testscript.Main.
func xevalCommand(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &exec.Cmd{Path: self, Args: append([]string{"xeval"}, args...)}
}

func outcomesOf(t *testing.T, folder string) map[verdict.Key]verdict.Outcome {
	t.Helper()
	out := map[verdict.Key]verdict.Outcome{}
	if _, err := report.Load(filepath.Join(folder, "verdicts.jsonl"), func(v *verdict.Verdict) { out[v.Key()] = v.Outcome }); err != nil {
		t.Fatal(err)
	}
	return out
}

func countLines(path string) int {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	return strings.Count(string(text), "\n")
}

// expectNothingLeft looks for processes of the killed run, which are in its
// control groups or descend from it, and for its mounts.
func expectNothingLeft(t *testing.T, pid int) {
	t.Helper()
	mark := fmt.Sprintf("-%d-", pid) // xeval-<pid namespace>-<pid>-<start time>
	var left []string
	for deadline := time.Now().Add(time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if left = processesIn(mark); len(left) == 0 {
			break
		}
	}
	if len(left) > 0 {
		t.Errorf("a second after the kill: %v", left)
	}
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(mounts), "xeval") {
		t.Errorf("mounts left:\n%s", mounts)
	}
}

func processesIn(group string) (found []string) {
	files, _ := filepath.Glob("/proc/[0-9]*/cgroup")
	for _, f := range files {
		if text, err := os.ReadFile(f); err == nil && strings.Contains(string(text), "/xeval-") && strings.Contains(string(text), group) {
			found = append(found, filepath.Base(filepath.Dir(f)))
		}
	}
	return found
}

// othersRun says that each group belongs to an xeval that is alive: another
// package's test, say.
func othersRun(groups []string) bool {
	for _, g := range groups {
		parts := strings.Split(filepath.Base(g), "-")
		if len(parts) < 3 {
			return false
		}
		if _, err := os.Stat("/proc/" + parts[2]); err != nil {
			return false
		}
	}
	return true
}
