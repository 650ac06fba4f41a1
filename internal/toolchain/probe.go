package toolchain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const (
	probeTimeout = 30 * time.Second // a first start from a cold disk takes seconds
	probeOutput  = 1 << 20          // what is read of a probe's output
	probesAtOnce = 4
)

// A prober runs the user's tools, a few at a time.
type prober struct {
	config Config
	slots  chan struct{}
}

func newProber(c Config) *prober {
	return &prober{c, make(chan struct{}, probesAtOnce)}
}

// A question is one short command whose answer is its output.
type question struct {
	executable string
	args       []string
	stdin      string
	dir        string
	env        []string
}

// ask runs a question and returns its standard output and standard error. The
// error is the context's when that ended it, and otherwise says what the
// executable did, so that it can stand in a Missing.
func (p *prober) ask(ctx context.Context, q question) (stdout, stderr string, err error) {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return "", "", ctx.Err()
	}
	limited, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	cmd := exec.CommandContext(limited, q.executable, q.args...)
	out, errs := &limitedBuffer{limit: probeOutput}, &limitedBuffer{limit: probeOutput}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(q.stdin), out, errs
	cmd.Dir, cmd.Env = q.dir, q.env
	ownGroup(cmd)
	err = cmd.Run()
	switch {
	case err == nil:
	case ctx.Err() != nil:
		err = ctx.Err()
	case limited.Err() != nil:
		err = fmt.Errorf("%s gave no answer in %s", commandLine(q.executable, q.args), probeTimeout)
	default:
		err = fmt.Errorf("%s: %w%s", commandLine(q.executable, q.args), err, quoteTail(errs.String()+out.String()))
	}
	return out.String(), errs.String(), err
}

// ownGroup makes a command's whole family end with its context, and not hold
// us by a pipe that a grandchild kept open.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
}

// userEnv is the user's own environment with a fixed language for messages:
// wrappers find their tools by it.
func (p *prober) userEnv() []string {
	return append(append([]string{}, p.config.Env...), "PATH="+p.config.Path, "LANG=C.UTF-8", "LC_ALL=C.UTF-8")
}

// bareEnv is an environment for an executable as the sandbox has it: what
// needs a variable or a file of the user's home would not work there. There is
// no folder of settings: some tools write statistics of their own into it, and
// go on when they have answered.
func bareEnv(executable, home string) []string {
	return []string{
		"PATH=" + filepath.Dir(executable) + ":/usr/local/bin:/usr/bin:/bin",
		"HOME=" + home, "TMPDIR=" + home, "XDG_CONFIG_HOME=/dev/null", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "TZ=UTC",
	}
}

// onPath lists the executables of these names in the folders of PATH, the
// first name's first.
func (p *prober) onPath(names []string) []string {
	var out []string
	for _, name := range names {
		for _, dir := range filepath.SplitList(p.config.Path) {
			file := filepath.Join(dir, name)
			if filepath.IsAbs(dir) && executable(file) == nil {
				out = append(out, file)
			}
		}
	}
	return out
}

// executable says why a file cannot be run.
func executable(file string) error {
	info, err := os.Stat(file)
	switch {
	case !filepath.IsAbs(file):
		return fmt.Errorf("%q is not an absolute path", file)
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s does not exist", file)
	case err != nil:
		return err
	case !info.Mode().IsRegular() || info.Mode()&0o111 == 0:
		return fmt.Errorf("%s is not an executable file", file)
	}
	return nil
}

// limitedBuffer keeps the first bytes written to it and takes all.
type limitedBuffer struct {
	bytes.Buffer
	limit int
}

func (b *limitedBuffer) Write(text []byte) (int, error) {
	if room := b.limit - b.Len(); room > 0 {
		b.Buffer.Write(text[:min(room, len(text))])
	}
	return len(text), nil
}

func commandLine(executable string, args []string) string {
	return strings.Join(append([]string{executable}, args...), " ")
}

// quoteTail is the end of a command's output as an addition to a message.
func quoteTail(output string) string {
	lines := strings.Split(strings.TrimSpace(output), "\n")
	if lines[0] == "" {
		return ""
	}
	return ":\n  " + strings.Join(lines[max(0, len(lines)-messageLines):], "\n  ")
}

// messageLines is how much of a failed command's output a message repeats.
const messageLines = 15
