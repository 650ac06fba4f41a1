package cache

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/xeval/xeval/internal/judge"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/verdict"
)

// counting judges by a function of the program's text and counts its calls.
type counting struct {
	calls  atomic.Int64
	decide func(text string) verdict.Verdict
}

func (c *counting) Judge(_ context.Context, p program.Program) (verdict.Verdict, error) {
	c.calls.Add(1)
	v := c.decide(p.Files[0].Text)
	v.TaskID, v.Language = p.TaskID, p.Language
	v.Flags = append(slices.Clone(p.Flags), v.Flags...)
	return v, nil
}

func hash(p program.Program) string { return p.Hash("a toolchain") }

func programOf(text string, flags ...string) program.Program {
	return program.Program{TaskID: "Python/0", Language: "python", Files: []lang.File{{Name: "main.py", Text: text}}, Flags: flags}
}

func full() verdict.Verdict {
	code := 1
	return verdict.Verdict{
		Outcome: verdict.WrongAnswer, OfficialResult: "failed: AssertionError", Stage: "run", ExitCode: &code,
		ErrorClass: "assertion", Message: "line 3", Stdout: &verdict.Output{Head: "a<b>\u2028", Tail: "z", Bytes: 7e4, Truncated: true},
		Stderr: &verdict.Output{Head: "é", Bytes: 2}, Build: &verdict.StageUse{CPUMillis: 1.25, WallMillis: 2, MemoryBytes: 3},
		Run: &verdict.StageUse{CPUMillis: 0.125}, Attempts: 1, Flags: []string{"output_truncated"},
	}
}

func ask(t *testing.T, j *Judge, p program.Program) verdict.Verdict {
	t.Helper()
	v, err := j.Judge(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestAnotherRunFindsTheVerdict(t *testing.T) {
	folder := t.TempDir()
	c := &counting{decide: func(string) verdict.Verdict { return full() }}
	start := func(conditions ...any) *Judge {
		s, _ := open(t, folder, MinSize)
		return New(c, hash, s, conditions...)
	}
	first := ask(t, start("a sandbox"), programOf("text", "errata:test"))

	// The same program of another problem, with remarks of its own.
	p := programOf("text", "no_example_test:hidden_tests_used")
	p.TaskID = "Python/7"
	got := ask(t, start("a sandbox"), p)
	want := first
	want.TaskID, want.Cached = "Python/7", true
	want.Flags = []string{"no_example_test:hidden_tests_used", "output_truncated", verdict.EarlierRun}
	if c.calls.Load() != 1 || !reflect.DeepEqual(got, want) {
		t.Errorf("%d calls, got\n%+v, want\n%+v", c.calls.Load(), got, want)
	}

	ask(t, start("another sandbox"), p)
	ask(t, start("a sandbox"), programOf("another text"))
	if c.calls.Load() != 3 {
		t.Errorf("%d calls, want 3: another sandbox and another program are not known", c.calls.Load())
	}
}

func TestOnlyLastingVerdictsAreKept(t *testing.T) {
	change := func(f func(*verdict.Verdict)) verdict.Verdict {
		v := full()
		f(&v)
		return v
	}
	outcome := func(o verdict.Outcome) verdict.Verdict {
		return change(func(v *verdict.Verdict) { v.Outcome, v.Passed = o, o == verdict.Passed })
	}
	for name, c := range map[string]struct {
		v    verdict.Verdict
		kept bool
	}{
		"passed":         {outcome(verdict.Passed), true},
		"wrong answer":   {outcome(verdict.WrongAnswer), true},
		"compile error":  {outcome(verdict.CompileError), true},
		"runtime error":  {outcome(verdict.RuntimeError), true},
		"exited early":   {outcome(verdict.ExitedEarly), true},
		"output limit":   {outcome(verdict.OutputLimit), true},
		"forbidden":      {outcome(verdict.Forbidden), true},
		"timed out":      {outcome(verdict.TimedOut), false},
		"out of memory":  {outcome(verdict.OutOfMemory), false},
		"no toolchain":   {outcome(verdict.ToolchainMissing), false},
		"harness fault":  {outcome(verdict.HarnessFault), false},
		"wall guard":     {change(func(v *verdict.Verdict) { v.Flags = append(v.Flags, "wall_guard") }), false},
		"second attempt": {change(func(v *verdict.Verdict) { v.Attempts = 2 }), false},
		"killed":         {change(func(v *verdict.Verdict) { v.Signal = "SIGKILL" }), false},
		"official late":  {change(func(v *verdict.Verdict) { v.OfficialResult = "timed out" }), false},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := open(t, t.TempDir(), MinSize)
			next := &counting{decide: func(string) verdict.Verdict { return c.v }}
			j := New(next, hash, s)
			ask(t, j, programOf("text"))
			again := ask(t, j, programOf("text"))
			if again.Cached != c.kept || next.calls.Load() == 1 != c.kept {
				t.Errorf("cached %v after %d calls, want kept: %v", again.Cached, next.calls.Load(), c.kept)
			}
		})
	}
}

func TestFailuresOfTheHarnessPassThrough(t *testing.T) {
	s, _ := open(t, t.TempDir(), MinSize)
	j := New(failing{}, hash, s)
	if _, err := j.Judge(t.Context(), programOf("text")); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	empty := programOf("text")
	empty.NoCode = true
	if _, err := j.Judge(t.Context(), empty); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}

var errBroken = errors.New("broken")

type failing struct{}

func (failing) Judge(context.Context, program.Program) (verdict.Verdict, error) {
	return verdict.Verdict{}, errBroken
}

// A value that is intact and yet no verdict is judged anew.
func TestValuesOfAnotherKind(t *testing.T) {
	s, told := open(t, t.TempDir(), MinSize)
	next := &counting{decide: func(string) verdict.Verdict { return full() }}
	j := New(next, hash, s)
	for _, value := range [][]byte{[]byte("no zstd"), j.zip.EncodeAll([]byte("no json"), nil), j.zip.EncodeAll([]byte(`{"outcome":"splendid"}`), nil)} {
		p := programOf(string(value))
		s.Put(j.key(p), value)
		before := next.calls.Load()
		if ask(t, j, p).Cached || !ask(t, j, p).Cached || next.calls.Load() != before+1 {
			t.Errorf("%q: not judged once", value)
		}
	}
	told.expect(t)
}

// judgeAll is a run over the texts, by index.
func judgeAll(t *testing.T, j judge.Judge, texts []string) []verdict.Verdict {
	t.Helper()
	var jobs iter.Seq2[judge.Job, error] = func(yield func(judge.Job, error) bool) {
		for i, text := range texts {
			if !yield(judge.Job{Sample: judge.Meta{TaskID: "Python/0", Index: i, Flags: []string{"prompt_differs"}}, Program: programOf(text)}, nil) {
				return
			}
		}
	}
	out := make([]verdict.Verdict, len(texts))
	err := judge.Run(t.Context(), jobs, judge.Options{Workers: 4, Judge: j, Hash: hash, Emit: func(v verdict.Verdict) error {
		out[v.SampleIndex] = v
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The second run of the same samples comes to the same verdicts, says where
// they are from, and judges only what may not be remembered; so does a third
// one after the cache was damaged.
func TestRunRepeated(t *testing.T) {
	folder := t.TempDir()
	c := &counting{decide: func(text string) verdict.Verdict {
		v := full()
		v.Message = text
		switch {
		case strings.HasPrefix(text, "slow"):
			v.Outcome = verdict.TimedOut
		case strings.HasPrefix(text, "right"):
			v.Outcome, v.Passed = verdict.Passed, true
		}
		return v
	}}
	var texts []string
	for i := range 150 {
		texts = append(texts, []string{"slow ", "right ", "wrong "}[i%3]+string(rune('a'+i%30))) // 30 different ones, 10 of them slow
	}
	again := func() []verdict.Verdict {
		c.calls.Store(0)
		s, _ := open(t, folder, MinSize)
		return judgeAll(t, New(c, hash, s, "sandbox"), texts)
	}
	first := again()
	if c.calls.Load() != 30 {
		t.Fatalf("%d calls in the first run", c.calls.Load())
	}
	second := again()
	if c.calls.Load() != 10 {
		t.Errorf("%d calls in the second run, want the 10 timeouts", c.calls.Load())
	}
	for i, v := range second {
		if earlier := slices.Contains(v.Flags, verdict.EarlierRun); earlier == (v.Outcome == verdict.TimedOut) || earlier && !v.Cached {
			t.Errorf("sample %d, %s: flags %v, cached %v", i, v.Outcome, v.Flags, v.Cached)
		}
	}
	expectSame(t, first, second)
	spoil(t, folder)
	third := again()
	if n := c.calls.Load(); n <= 10 || n > 30 {
		t.Errorf("%d calls in the third run", n)
	}
	expectSame(t, first, third)
	again()
	if c.calls.Load() != 10 {
		t.Errorf("%d calls in the fourth run: the damage did not heal", c.calls.Load())
	}
}

// expectSame compares verdicts but for where they are from.
func expectSame(t *testing.T, want, got []verdict.Verdict) {
	t.Helper()
	for i := range want {
		a, b := want[i], got[i]
		a.Cached, b.Cached = false, false
		b.Flags = slices.DeleteFunc(slices.Clone(b.Flags), func(f string) bool { return f == verdict.EarlierRun })
		before, _ := json.Marshal(a)
		after, _ := json.Marshal(b)
		if string(before) != string(after) {
			t.Errorf("sample %d was\n%s and is\n%s", i, before, after)
		}
	}
}

// spoil damages half of all buckets, each in another way.
func spoil(t *testing.T, folder string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d buckets: %v", len(files), err)
	}
	for i, f := range files {
		if i%2 == 0 {
			continue
		}
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		changed := slices.Clone(data)
		changed[len(data)-1] ^= 4
		spoiled := [][]byte{nil, data[:len(data)/2], random(len(data)), make([]byte, len(data)), changed}
		err = os.WriteFile(f, spoiled[i%len(spoiled)], 0o600)
		if err != nil {
			t.Fatal(err)
		}
	}
}
