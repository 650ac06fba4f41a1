package judge

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/sandbox"
	"github.com/xeval/xeval/internal/verdict"
)

// wallGuard marks a timeout by the wall clock below the CPU limit. It may be
// the machine's fault rather than the program's, so Run judges it again alone
// before it counts.
const wallGuard = "wall_guard"

// Provisional says that v must be confirmed by a second judgement, alone.
func Provisional(v verdict.Verdict) bool {
	return slices.Contains(v.Flags, wallGuard)
}

// decide reads the result of one step into v and says whether the program's
// story ends with it. Limits come first, and memory before time: a killed
// child under a sleeping parent otherwise reads as a timeout.
func decide(v *verdict.Verdict, l *lang.Language, stage lang.Stage, limits lang.Limits, r sandbox.Result, secret []byte) bool {
	if r.Limit != sandbox.NoLimit {
		decideLimit(v, l, limits, r)
	} else {
		e := evidence(stage, r, secret)
		if stage == lang.Build && e.Clean() {
			return false
		}
		decideEnd(v, l, e)
	}
	v.Stage = string(stage)
	v.Stdout, v.Stderr = output(r.Stdout), output(r.Stderr)
	if r.Stdout.Truncated() || r.Stderr.Truncated() {
		v.Flags = append(v.Flags, "output_truncated")
	}
	return true
}

func decideLimit(v *verdict.Verdict, l *lang.Language, limits lang.Limits, r sandbox.Result) {
	v.OfficialPassed, v.OfficialResult = false, l.OfficialTimeout
	switch r.Limit {
	case sandbox.MemoryLimit:
		v.Outcome, v.OfficialResult = verdict.OutOfMemory, "failed: out of memory"
		v.Message = fmt.Sprintf("used more than %d MiB", limits.Memory>>20)
	case sandbox.OutputLimit:
		v.Outcome, v.OfficialResult = verdict.OutputLimit, "failed: output limit"
		v.Message = fmt.Sprintf("wrote more than %d KiB", limits.Output>>10)
	case sandbox.Forbidden:
		v.Outcome, v.OfficialResult = verdict.Forbidden, "failed: forbidden system call"
		v.Message = "killed for a forbidden system call"
	case sandbox.CPULimit:
		v.Outcome, v.ErrorClass = verdict.TimedOut, "timeout"
		v.Message = fmt.Sprintf("used more than %v of CPU time", limits.CPU)
	case sandbox.WallLimit:
		v.Outcome, v.ErrorClass = verdict.TimedOut, "timeout"
		v.Message = fmt.Sprintf("took longer than %v, with %v of CPU time", limits.Wall, r.CPU.Round(time.Millisecond))
		v.Flags = append(v.Flags, wallGuard)
	default:
		panic("judge: the sandbox named an unknown limit: " + string(r.Limit))
	}
}

// decideEnd asks the language about a program that ended by itself. Whatever
// the language finds, only a clean end with the proof is a pass.
func decideEnd(v *verdict.Verdict, l *lang.Language, e lang.Evidence) {
	if e.Signal != "" {
		v.Signal = e.Signal
	} else {
		v.ExitCode = &e.ExitCode
	}
	f := l.Classify(e)
	if f.Outcome == lang.Passed && !(e.Stage == lang.Run && e.Ended && e.Clean()) {
		f.Outcome = lang.RuntimeError
		if e.Clean() {
			f.Outcome = lang.ExitedEarly
		}
	}
	outcome, err := verdict.ParseOutcome(f.Outcome)
	if err != nil {
		panic("judge: language " + l.Name + ": " + err.Error())
	}
	v.Outcome, v.ErrorClass, v.Message = outcome, f.Class, f.Message
	v.Passed = outcome == verdict.Passed
	v.Flags = append(v.Flags, f.Flags...)
	v.OfficialPassed, v.OfficialResult = l.Official(e)
}

func evidence(stage lang.Stage, r sandbox.Result, secret []byte) lang.Evidence {
	e := lang.Evidence{
		Stage: stage, ExitCode: r.ExitCode, Signal: r.Signal,
		Stdout: joined(r.Stdout), Stderr: joined(r.Stderr),
	}
	e.Ended, e.Note = readProof(r.Proof, secret)
	return e
}

// readProof looks for the secret on a line of its own; all other lines are the
// note. What stands behind the secret comes first there: only the epilogue can
// have written it, and the first value of a key counts.
func readProof(proof, secret []byte) (ended bool, note string) {
	var before, after []string
	for _, line := range bytes.Split(proof, []byte("\n")) {
		switch {
		case len(secret) > 0 && bytes.Equal(line, secret):
			ended = true
		case len(line) == 0:
		case ended:
			after = append(after, verdict.Text(line))
		default:
			before = append(before, verdict.Text(line))
		}
	}
	return ended, strings.Join(append(after, before...), "\n")
}

func joined(o sandbox.Output) string {
	if o.Truncated() {
		return verdict.Text(o.Head) + "\n…\n" + verdict.Text(o.Tail)
	}
	return verdict.Text(slices.Concat(o.Head, o.Tail))
}

func output(o sandbox.Output) *verdict.Output {
	if o.Bytes == 0 {
		return nil
	}
	return verdict.NewOutput(o.Head, o.Tail, o.Bytes)
}

// addUse adds what a step used to its stage: times add up, memory is a peak.
func addUse(use **verdict.StageUse, r sandbox.Result) {
	if *use == nil {
		*use = &verdict.StageUse{}
	}
	u := *use
	u.CPUMillis += float64(r.CPU.Microseconds()) / 1000
	u.WallMillis += float64(r.Wall.Microseconds()) / 1000
	u.MemoryBytes = max(u.MemoryBytes, r.Memory)
}
