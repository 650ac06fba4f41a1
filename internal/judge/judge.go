// Package judge runs programs in the sandbox and decides their verdicts: one
// program at a time in Local, a stream of samples in Run. A program that
// fails is a Verdict; an error means that the harness could not do its work.
// It reads no dataset and computes no score.
package judge

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/sandbox"
	"github.com/xeval/xeval/internal/verdict"
)

// A Judge decides one program. The verdict carries everything but what
// belongs to the sample (index, completion id, …). The error is ctx's or a
// failure of the harness as a whole; the fault of a single attempt is retried
// and then recorded as harness_fault.
type Judge interface {
	Judge(ctx context.Context, p program.Program) (verdict.Verdict, error)
}

// A Chain is one language's tools as found on this machine.
type Chain interface {
	Executable(tool string) string // absolute path
	Expand(text string) string     // replaces lang.AssetsDir and places of libraries
	Lacks(library string) error    // nil: a library of the language's Needs is there
	ID() string                    // identifies tools and libraries in a program's hash
}

// A Setup is a language ready to be judged, or the reason why it is not.
type Setup struct {
	Lang    *lang.Language
	Chain   Chain
	Missing string // nothing of this language can be judged; Chain may be nil
	Plain   bool   // by the plain toolchain calls alone
}

// Local judges on this machine.
type Local struct {
	Pool   sandbox.Pool
	Setups map[string]Setup // by lang.Language.Name
	Room   *Room            // what steps at once may need of memory; nil: any

	Plain   bool         // by the plain toolchain calls alone
	Servers sandbox.Pool // boxes for compilers that stay; nil: none stays
	Stay    int          // how many compilers may work at once; Servers has as many boxes for each language
	Shelf   *Shelf       // seen by Pool's boxes; nil: executables are written to each box

	compilers compilers
	batchMu   sync.Mutex
	batches   map[string]*batches
	tally     tally
}

// maxAttempts is how often a program is started before a harness fault is
// recorded: once, and again in a fresh box.
const maxAttempts = 2

// Hash is the identity of what would be executed for p.
func (j *Local) Hash(p program.Program) string {
	id := "missing"
	if c := j.Setups[p.Language].Chain; c != nil {
		id = c.ID()
	}
	return p.Hash(id)
}

// Judge decides p. Where upstream's assembly differs from ours, both programs
// run and each decides its own criterion.
func (j *Local) Judge(ctx context.Context, p program.Program) (verdict.Verdict, error) {
	v, err := j.judgeOne(ctx, p)
	if err != nil || p.Official == nil || !v.Outcome.Scored() || v.Outcome == verdict.NoCode {
		return v, err
	}
	official, err := j.judgeOne(ctx, *p.Official)
	if err != nil {
		return v, err
	}
	if !official.Outcome.Scored() {
		v.Outcome, v.Passed, v.Message = official.Outcome, false, official.Message
		return v, nil
	}
	v.OfficialPassed, v.OfficialResult = official.OfficialPassed, official.OfficialResult
	v.Flags = append(v.Flags, "official_program_differs")
	if Provisional(official) && !Provisional(v) {
		v.Flags = append(v.Flags, wallGuard)
	}
	return v, nil
}

// judgeOne decides p by its own files alone.
func (j *Local) judgeOne(ctx context.Context, p program.Program) (verdict.Verdict, error) {
	return j.judgeBy(ctx, p, j.Setups[p.Language])
}

// JudgePlain decides p by its own files alone and by the plain toolchain calls.
func (j *Local) JudgePlain(ctx context.Context, p program.Program) (verdict.Verdict, error) {
	setup := j.Setups[p.Language]
	setup.Plain = true
	return j.judgeBy(ctx, p, setup)
}

func (j *Local) judgeBy(ctx context.Context, p program.Program, setup Setup) (verdict.Verdict, error) {
	v := verdict.Verdict{TaskID: p.TaskID, Language: p.Language, Flags: append([]string(nil), p.Flags...)}
	switch {
	case setup.Lang == nil || setup.Missing != "":
		v.Outcome, v.Message = verdict.ToolchainMissing, setup.Missing
		return v, nil
	case lacking(p, setup.Chain) != nil:
		v.Outcome, v.Message = verdict.ToolchainMissing, lacking(p, setup.Chain).Error()
		return v, nil
	case p.NoCode:
		v.Outcome, v.Message, v.OfficialResult = verdict.NoCode, "the generation is empty", "failed: no code"
		return v, nil
	}
	if got, settled := j.quick(ctx, p, setup, v); settled {
		return got, nil
	}
	if ctx.Err() != nil {
		return v, ctx.Err()
	}
	var fault error
	for v.Attempts = 1; v.Attempts <= maxAttempts; v.Attempts++ {
		got := v
		if fault = j.attempt(ctx, p, setup, &got); fault == nil {
			return got, nil
		}
		if ctx.Err() != nil {
			return v, ctx.Err()
		}
	}
	v.Attempts = maxAttempts
	v.Outcome, v.Message = verdict.HarnessFault, fault.Error()
	return v, nil
}

// lacking is the first library that p needs, and the chain does not have: the
// language can be judged, this program cannot.
func lacking(p program.Program, c Chain) error {
	for _, library := range p.Needs {
		if err := c.Lacks(library); err != nil {
			return err
		}
	}
	return nil
}

// attempt builds and runs p in a box of its own and fills in v.
func (j *Local) attempt(ctx context.Context, p program.Program, setup Setup, v *verdict.Verdict) error {
	box, err := j.Pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("no box to judge in: %w", err)
	}
	defer box.Release()
	files := sandboxFiles(p.Files)
	for i := range files { // a compiler that stays has built it
		files[i].Executable = "./"+files[i].Name == p.Run.Tool
	}
	for i, step := range p.Build {
		keep := step.Outputs
		if i+1 < len(p.Build) {
			keep = append(append([]string{}, keep...), fileNames(p.Files)...)
		}
		cmd := command(step, setup.Chain, p.BuildLimits, files, keep)
		res, err := j.step(ctx, box, p.Language+" build", cmd)
		if err != nil {
			return err
		}
		files = nil
		addUse(&v.Build, res)
		if done := decide(v, setup.Lang, lang.Build, p.BuildLimits, res, nil); done {
			return nil
		}
	}
	return j.runStep(ctx, box, p, setup, files, v)
}

// runStep runs what was built and decides the verdict.
func (j *Local) runStep(ctx context.Context, box sandbox.Box, p program.Program, setup Setup, files []sandbox.File, v *verdict.Verdict) error {
	secret := newSecret()
	cmd := command(p.Run, setup.Chain, p.RunLimits, files, nil)
	cmd.Secret = secret
	res, err := j.step(ctx, box, p.Language+" run", cmd)
	if err != nil {
		return err
	}
	addUse(&v.Run, res)
	decide(v, setup.Lang, lang.Run, p.RunLimits, res, secret)
	return nil
}

// step runs one command when there is room for it. kind is of programs that
// need about the same memory.
func (j *Local) step(ctx context.Context, box sandbox.Box, kind string, cmd sandbox.Command) (sandbox.Result, error) {
	leave, err := j.Room.enter(ctx, kind, cmd.Limits.Memory)
	if err != nil {
		return sandbox.Result{}, err
	}
	res, err := box.Run(ctx, cmd)
	leave(res.Memory)
	return res, err
}

func command(s lang.Step, c Chain, l lang.Limits, files []sandbox.File, keep []string) sandbox.Command {
	cmd := sandbox.Command{Path: s.Tool, Files: files, Keep: keep, Limits: sandboxLimits(l)}
	switch {
	case strings.HasPrefix(s.Tool, lang.AssetsDir):
		cmd.Path = c.Expand(s.Tool)
	case filepath.IsAbs(s.Tool): // of a batch
	case !strings.HasPrefix(s.Tool, "./"):
		cmd.Path = c.Executable(s.Tool)
	}
	for _, a := range s.Args {
		cmd.Args = append(cmd.Args, c.Expand(a))
	}
	for _, e := range s.Env {
		cmd.Env = append(cmd.Env, c.Expand(e))
	}
	if s.Warm != nil {
		cmd.Warm = &sandbox.Warm{Args: s.Warm.Args}
		for _, a := range s.Warm.Start {
			cmd.Warm.Start = append(cmd.Warm.Start, c.Expand(a))
		}
	}
	return cmd
}

func sandboxLimits(l lang.Limits) sandbox.Limits {
	return sandbox.Limits{
		CPU: l.CPU, Wall: l.Wall, Memory: l.Memory, Scratch: l.Scratch, FileSize: l.FileSize,
		Output: l.Output, Processes: l.Processes, OpenFiles: l.OpenFiles, KillOnOutput: l.KillOnOutput,
	}
}

func sandboxFiles(files []lang.File) []sandbox.File {
	out := make([]sandbox.File, len(files))
	for i, f := range files {
		out[i] = sandbox.File{Name: f.Name, Data: []byte(f.Text)}
	}
	return out
}

func fileNames(files []lang.File) []string {
	out := make([]string, len(files))
	for i, f := range files {
		out[i] = f.Name
	}
	return out
}

// newSecret is what a program must hand back after its tests; it is text, so
// that every language reads and writes it alike.
func newSecret() []byte {
	b := make([]byte, 16)
	rand.Read(b) // never fails, by its documentation
	return []byte(hex.EncodeToString(b))
}
