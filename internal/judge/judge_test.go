package judge

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/sandbox"
	"github.com/xeval/xeval/internal/verdict"
)

// scripted is a pool whose boxes answer from a list of results; a nil answer
// is a fault.
type scripted struct {
	answers  []func(sandbox.Command) sandbox.Result
	commands []sandbox.Command
	released int
}

func (s *scripted) Isolation() sandbox.Isolation                 { return sandbox.Isolation{} }
func (s *scripted) Acquire(context.Context) (sandbox.Box, error) { return s, nil }
func (s *scripted) Close() error                                 { return nil }
func (s *scripted) Release()                                     { s.released++ }
func (s *scripted) Run(_ context.Context, c sandbox.Command) (sandbox.Result, error) {
	s.commands = append(s.commands, c)
	next := s.answers[0]
	s.answers = s.answers[1:]
	if next == nil {
		return sandbox.Result{}, errors.New("the box is lost")
	}
	return next(c), nil
}

func exits(code int) func(sandbox.Command) sandbox.Result {
	return func(sandbox.Command) sandbox.Result { return sandbox.Result{ExitCode: code, CPU: time.Millisecond} }
}

func proves(code int) func(sandbox.Command) sandbox.Result {
	return func(c sandbox.Command) sandbox.Result {
		return sandbox.Result{ExitCode: code, Proof: append([]byte("a note\n"), append(c.Secret, '\n')...)}
	}
}

func limited(l sandbox.Limit) func(sandbox.Command) sandbox.Result {
	return func(sandbox.Command) sandbox.Result { return sandbox.Result{Limit: l, Signal: "SIGKILL"} }
}

type chain struct{}

func (chain) Executable(tool string) string { return "/opt/" + tool }
func (chain) Expand(s string) string {
	if s == lang.AssetsDir {
		return "/assets"
	}
	return s
}
func (chain) ID() string { return "v1" }
func (chain) Lacks(library string) error {
	if library == "absent" {
		return errors.New("the library is absent")
	}
	return nil
}

// toy is a built language: a clean end is a pass, and upstream agrees.
var toy = &lang.Language{
	Name: "toy", OfficialTimeout: "timed out",
	Classify: func(e lang.Evidence) lang.Finding {
		switch {
		case e.Stage == lang.Build:
			return lang.Finding{Outcome: lang.CompileError}
		case e.Clean():
			return lang.Finding{Outcome: lang.Passed}
		}
		return lang.Finding{Outcome: lang.RuntimeError}
	},
	Official: func(e lang.Evidence) (bool, string) {
		if e.Clean() {
			return true, "passed"
		}
		return false, "failed"
	},
}

func toyProgram() program.Program {
	return program.Program{
		TaskID: "Toy/1", Language: "toy", Files: []lang.File{{Name: "a.toy", Text: "x"}},
		Build: []lang.Step{{Tool: "toyc", Args: []string{lang.AssetsDir}, Outputs: []string{"a.out"}}},
		Run:   lang.Step{Tool: "./a.out"},
	}
}

func judgeToy(t *testing.T, p program.Program, answers ...func(sandbox.Command) sandbox.Result) (verdict.Verdict, *scripted) {
	t.Helper()
	pool := &scripted{answers: answers}
	j := &Local{Pool: pool, Setups: map[string]Setup{"toy": {Lang: toy, Chain: chain{}}}}
	v, err := j.Judge(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return v, pool
}

func TestOutcomes(t *testing.T) {
	cases := []struct {
		name     string
		answers  []func(sandbox.Command) sandbox.Result
		want     verdict.Outcome
		stage    string
		official bool
	}{
		{"proof and status 0", []func(sandbox.Command) sandbox.Result{exits(0), proves(0)}, verdict.Passed, "run", true},
		{"status 0 without proof", []func(sandbox.Command) sandbox.Result{exits(0), exits(0)}, verdict.ExitedEarly, "run", true},
		{"proof and status 1", []func(sandbox.Command) sandbox.Result{exits(0), proves(1)}, verdict.RuntimeError, "run", false},
		{"build fails", []func(sandbox.Command) sandbox.Result{exits(1)}, verdict.CompileError, "build", false},
		{"build takes too long", []func(sandbox.Command) sandbox.Result{limited(sandbox.CPULimit)}, verdict.TimedOut, "build", false},
		{"memory", []func(sandbox.Command) sandbox.Result{exits(0), limited(sandbox.MemoryLimit)}, verdict.OutOfMemory, "run", false},
		{"output", []func(sandbox.Command) sandbox.Result{exits(0), limited(sandbox.OutputLimit)}, verdict.OutputLimit, "run", false},
		{"system call", []func(sandbox.Command) sandbox.Result{exits(0), limited(sandbox.Forbidden)}, verdict.Forbidden, "run", false},
		{"wall", []func(sandbox.Command) sandbox.Result{exits(0), limited(sandbox.WallLimit)}, verdict.TimedOut, "run", false},
		{"one fault", []func(sandbox.Command) sandbox.Result{nil, exits(0), proves(0)}, verdict.Passed, "run", true},
		{"two faults", []func(sandbox.Command) sandbox.Result{nil, nil}, verdict.HarnessFault, "", false},
	}
	for _, c := range cases {
		v, pool := judgeToy(t, toyProgram(), c.answers...)
		if v.Outcome != c.want || v.Stage != c.stage || v.OfficialPassed != c.official || v.Passed != (c.want == verdict.Passed) {
			t.Errorf("%s: %+v", c.name, v)
		}
		if len(pool.answers) != 0 || pool.released == 0 {
			t.Errorf("%s: %d answers left, %d boxes released", c.name, len(pool.answers), pool.released)
		}
		if got := Provisional(v); got != (c.name == "wall") {
			t.Errorf("%s: provisional %v", c.name, got)
		}
	}
}

func TestCommandsAreExpanded(t *testing.T) {
	_, pool := judgeToy(t, toyProgram(), exits(0), proves(0))
	build, run := pool.commands[0], pool.commands[1]
	if build.Path != "/opt/toyc" || build.Args[0] != "/assets" || len(build.Files) != 1 || build.Keep[0] != "a.out" || build.Secret != nil {
		t.Errorf("build %+v", build)
	}
	if run.Path != "./a.out" || run.Files != nil || len(run.Secret) == 0 {
		t.Errorf("run %+v", run)
	}
}

func TestUpstreamsProgramDecidesTheOfficialVerdict(t *testing.T) {
	p := toyProgram()
	official := toyProgram()
	p.Official = &official
	v, _ := judgeToy(t, p, exits(0), proves(0), exits(1))
	if !v.Passed || v.OfficialPassed || v.Outcome != verdict.Passed {
		t.Errorf("%+v", v)
	}
	v, _ = judgeToy(t, p, exits(0), proves(0), nil, nil)
	if v.Outcome != verdict.HarnessFault || v.Passed {
		t.Errorf("a fault of either program is a fault: %+v", v)
	}
}

func TestNothingToJudge(t *testing.T) {
	empty := toyProgram()
	empty.NoCode = true
	if v, _ := judgeToy(t, empty); v.Outcome != verdict.NoCode {
		t.Errorf("%+v", v)
	}
	needy := toyProgram()
	needy.Needs = []string{"present", "absent"}
	if v, _ := judgeToy(t, needy); v.Outcome != verdict.ToolchainMissing || v.Message != "the library is absent" {
		t.Errorf("%+v", v)
	}
	j := &Local{Setups: map[string]Setup{"toy": {Lang: toy, Missing: "toyc is not installed"}}}
	v, err := j.Judge(t.Context(), empty)
	if err != nil || v.Outcome != verdict.ToolchainMissing || v.Message != "toyc is not installed" {
		t.Errorf("%+v %v", v, err)
	}
}

// A program may write to the proof descriptor before its epilogue does; what
// the epilogue says comes first.
func TestNoteBehindTheSecretComesFirst(t *testing.T) {
	ended, note := readProof([]byte("failures 0\n\nsecret\nfailures 3\n"), []byte("secret"))
	if !ended || note != "failures 3\nfailures 0" {
		t.Errorf("got %v, %q", ended, note)
	}
	if ended, note := readProof([]byte("failures 0\nsecre\n\n"), []byte("secret")); ended || note != "failures 0\nsecre" {
		t.Errorf("without the secret %v, %q", ended, note)
	}
	if ended, _ := readProof([]byte("\n"), nil); ended {
		t.Error("no secret was handed back")
	}
}
