package verdict

import "fmt"

// Outcome is how a sample ended: a closed list.
type Outcome int

// The outcomes. The zero value is invalid, so that a forgotten one shows.
const (
	Invalid          Outcome = iota
	Passed                   // built, the tests ran to their end (proof seen), nothing failed
	WrongAnswer              // a test assertion failed
	CompileError             // the build step, or an interpreter's parser, rejected the program
	RuntimeError             // exception, panic, signal, non-zero exit
	ExitedEarly              // ended with status 0 before the end of the tests
	TimedOut                 // CPU or wall limit
	OutOfMemory              // resident memory limit
	OutputLimit              // wrote more than allowed, where the limit is set to kill
	Forbidden                // killed for a forbidden system call
	NoCode                   // nothing to run
	ToolchainMissing         // a compiler or interpreter is absent or broken
	HarnessFault             // our fault, after retries
)

var names = [...]string{
	Invalid: "invalid", Passed: "passed", WrongAnswer: "wrong_answer", CompileError: "compile_error",
	RuntimeError: "runtime_error", ExitedEarly: "exited_early", TimedOut: "timed_out",
	OutOfMemory: "out_of_memory", OutputLimit: "output_limit", Forbidden: "forbidden",
	NoCode: "no_code", ToolchainMissing: "toolchain_missing", HarnessFault: "harness_fault",
}

// Outcomes lists all valid outcomes in the order in which tables show them.
func Outcomes() []Outcome {
	var out []Outcome
	for o := Passed; o <= HarnessFault; o++ {
		out = append(out, o)
	}
	return out
}

func (o Outcome) String() string {
	if o < 0 || int(o) >= len(names) {
		return fmt.Sprintf("outcome(%d)", int(o))
	}
	return names[o]
}

// Scored says whether the outcome counts in pass@k. An unscored sample
// withholds its language's pass@k, because it says nothing about the model.
func (o Outcome) Scored() bool { return o > Invalid && o < ToolchainMissing }

// ParseOutcome is the inverse of String.
func ParseOutcome(s string) (Outcome, error) {
	for o, n := range names {
		if n == s && Outcome(o) != Invalid {
			return Outcome(o), nil
		}
	}
	return Invalid, fmt.Errorf("unknown outcome %q", s)
}

// MarshalText refuses to store an invalid outcome.
func (o Outcome) MarshalText() ([]byte, error) {
	if o <= Invalid || int(o) >= len(names) {
		return nil, fmt.Errorf("verdict: cannot store %v", o)
	}
	return []byte(names[o]), nil
}

// UnmarshalText accepts the stored names only.
func (o *Outcome) UnmarshalText(b []byte) (err error) {
	*o, err = ParseOutcome(string(b))
	return err
}
