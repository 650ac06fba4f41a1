package lang

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A bench builds and runs programs of one compiled language with the real
// tools and no sandbox: only texts written here and reference solutions.
type bench struct {
	lang   *Language
	tools  map[string]string
	assets string
	env    []string // wins over a step's own
}

// newBench prepares a language as package toolchain does. Tests that need a
// tool this machine lacks are skipped by its name.
func newBench(t *testing.T, name string) *bench {
	t.Helper()
	l, err := Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{lang: l, tools: map[string]string{}, assets: t.TempDir()}
	for _, tool := range l.Tools {
		found, err := exec.LookPath(tool.Candidates[0])
		if err != nil {
			t.Skipf("%s is not installed", tool.Candidates[0])
		}
		if tool.Locate != nil { // a wrapper may be slow, or need the user's home
			out, err := exec.Command(found, tool.LocateArgs...).Output()
			if err != nil {
				t.Skipf("%s does not work: %v", found, err)
			}
			found = tool.Locate(found, string(out)).Executable
		}
		b.tools[tool.Name] = found
	}
	for _, f := range l.Preparation.Files {
		file := filepath.Join(b.assets, f.Name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(f.Text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// prepare runs the preparation's commands.
func (b *bench) prepare(t *testing.T) {
	t.Helper()
	for _, c := range b.lang.Preparation.Commands {
		cmd := exec.Command(b.tools[c.Tool], b.expand(c.Args)...)
		cmd.Dir, cmd.Env = b.assets, append(os.Environ(), b.expand(c.Env)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", c.Need, err, out)
		}
	}
}

func (b *bench) expand(texts []string) []string {
	var out []string
	for _, s := range texts {
		out = append(out, strings.ReplaceAll(s, AssetsDir, b.assets))
	}
	return out
}

// run takes a program to its end.
func (b *bench) run(t *testing.T, p Parts, files []File) Evidence {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), []byte(f.Text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	plan := b.lang.Plan(p, Options{Level: b.lang.DefaultLevel, Build: b.lang.BuildLimits, Run: b.lang.RunLimits})
	for _, s := range plan.Build {
		if e := b.step(t, dir, s, Build); !e.Clean() {
			return e
		}
	}
	return b.step(t, dir, plan.Run, Run)
}

// step runs one command. A run gets a secret, and all that it may do is hand
// it back.
func (b *bench) step(t *testing.T, dir string, s Step, stage Stage) Evidence {
	t.Helper()
	const secret = "the secret of this run"
	file := s.Tool
	if !strings.HasPrefix(file, "./") {
		file = b.tools[file]
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), file, b.expand(s.Args)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	tmp := t.TempDir()
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "TZ=UTC", "HOME=" + tmp, "TMPDIR=" + tmp}, b.expand(s.Env)...)
	cmd.Env = append(cmd.Env, b.env...)
	proof := func() string { return "" }
	if stage == Run {
		proof = withSecret(t, cmd, secret)
	}
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	e := Evidence{Stage: stage, Stdout: stdout.String(), Stderr: stderr.String()}
	e.Ended, e.Note = splitProof(proof(), secret)
	e.ExitCode, e.Signal = howEnded(cmd.ProcessState)
	return e
}

// howEnded reads a process's end as the sandbox reports it.
func howEnded(s *os.ProcessState) (code int, signal string) {
	status := s.Sys().(syscall.WaitStatus)
	if !status.Signaled() {
		return status.ExitStatus(), ""
	}
	switch status.Signal() {
	case syscall.SIGABRT:
		return 0, "SIGABRT"
	case syscall.SIGSEGV:
		return 0, "SIGSEGV"
	}
	return 0, fmt.Sprintf("signal %d", int(status.Signal()))
}

// withSecret gives cmd descriptors 3 and 4; the function it returns waits for
// what comes back, once cmd has ended.
func withSecret(t *testing.T, cmd *exec.Cmd, secret string) func() string {
	t.Helper()
	secretOut, secretIn, err1 := os.Pipe()
	proofOut, proofIn, err2 := os.Pipe()
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	if _, err := secretIn.WriteString(secret); err != nil {
		t.Fatal(err)
	}
	secretIn.Close()
	cmd.ExtraFiles = []*os.File{secretOut, proofIn}
	return func() string {
		secretOut.Close()
		proofIn.Close()
		defer proofOut.Close()
		proof, err := io.ReadAll(proofOut)
		if err != nil {
			t.Fatal(err)
		}
		return string(proof)
	}
}

// A contract is a program and what must become of it.
type contract struct {
	name     string
	code     string
	outcome  string
	class    string
	message  string // a part of it
	official bool
}

// keep checks contracts with a problem of our own.
func (b *bench) keep(t *testing.T, problem Parts, contracts []contract) {
	for _, c := range contracts {
		t.Run(c.name, func(t *testing.T) {
			p := problem
			p.Code = c.code
			e := b.run(t, p, b.lang.Assemble(p))
			f := b.lang.Classify(e)
			if f.Outcome != c.outcome || f.Class != c.class || !strings.Contains(f.Message, c.message) {
				t.Errorf("%+v\nwant %s, class %q, message %q, from %+v", f, c.outcome, c.class, c.message, e)
			}
			if (f.Outcome == Passed) != (e.Ended && e.Clean() && e.Stage == Run) {
				t.Errorf("%s although %+v", f.Outcome, e)
			}
			if b.lang.AssembleOfficial != nil {
				e = b.run(t, p, b.lang.AssembleOfficial(p))
			}
			passed, text := b.lang.Official(e)
			if passed != c.official || passed != (text == "passed") {
				t.Errorf("official: %v %q, want %v", passed, text, c.official)
			}
		})
	}
}

// A referenceRow is a row of HumanEval-X.
type referenceRow struct {
	TaskID      string `json:"task_id"`
	Prompt      string `json:"prompt"`
	Declaration string `json:"declaration"`
	Import      string `json:"import"`
	TestSetup   string `json:"test_setup"`
	Test        string `json:"test"`
	Solution    string `json:"canonical_solution"`
}

func (r referenceRow) parts() Parts {
	return Parts{
		TaskID: r.TaskID, Prompt: r.Prompt, Declaration: r.Declaration, Import: r.Import,
		TestSetup: r.TestSetup, Test: r.Test, Code: r.Solution,
	}
}

// references reads the data beside the repository, which is not part of it.
func references(t *testing.T, l *Language) []referenceRow {
	t.Helper()
	file := filepath.Join("..", "..", "..", "shared", "data", "humaneval-x", "humaneval_"+l.DataName+".jsonl.gz")
	f, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("../shared absent: no reference solutions")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	plain, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var rows []referenceRow
	for in := json.NewDecoder(bufio.NewReader(plain)); ; {
		var r referenceRow
		if err := in.Decode(&r); errors.Is(err, io.EOF) {
			return rows
		} else if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
}

// passReferences builds and runs some reference solutions.
func (b *bench) passReferences(t *testing.T, numbers ...int) {
	rows := references(t, b.lang)
	for _, n := range numbers {
		p := rows[n].parts()
		t.Run(p.TaskID, func(t *testing.T) {
			if e := b.run(t, p, b.lang.Assemble(p)); b.lang.Classify(e).Outcome != Passed {
				t.Errorf("%+v", e)
			}
		})
	}
}
