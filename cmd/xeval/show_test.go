package main

import (
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/run"
	"github.com/xeval/xeval/internal/verdict"
)

// Whatever a program says, wherever it is shown, it does not command the
// terminal; into a file it goes as it is.
func TestProgramsDoNotCommandTheTerminal(t *testing.T) {
	const command = "\x1b]0;title\a\x1b[2J\u009b31m\x7f"
	v := verdict.Verdict{
		Message: "m" + command, ErrorClass: "c" + command, OfficialResult: "o" + command, Flags: []string{"f" + command},
		Stdout: &verdict.Output{Head: "out" + command}, Stderr: &verdict.Output{Tail: "err" + command},
	}
	v.TaskID = "Python/0" + command
	shown := &run.Shown{Verdict: v, Generation: command, Program: program.Program{}}
	for _, terminalThere := range []bool{true, false} {
		var out strings.Builder
		to := &terminal{out: &out, outTTY: terminalThere, getenv: func(string) string { return "1" }}
		showText(to, shown)
		if err := (&execOptions{t: to}).print(v); err != nil {
			t.Fatal(err)
		}
		if got := strings.ContainsAny(out.String(), "\x1b\a\x7f\u009b"); got == terminalThere {
			t.Errorf("at a terminal %v, commands %v:\n%q", terminalThere, got, out.String())
		}
	}
}
