package lang

// A Fast is how a language's programs are built and run with less of the
// toolchain's start-up than by its Plan, and with the same verdicts. Whatever
// surprises on this way, a build that does not succeed included, is judged
// again by the Plan: so errors and their texts are always the plain
// toolchain's own.
type Fast struct {
	// Plan gives the faster steps for files whose plain plan is known; false:
	// this program has none. has says whether a library of Checks is there.
	Plan func(files []File, plain Plan, has func(library string) bool) (Plan, bool)
	// Compiler takes the place of the plan's build, where there is one.
	Compiler *Compiler
}

// A Compiler is a compiler that stays, in a sandbox of its own, and builds one
// program after another. It finds a stream socket on CompilerFD; package judge
// describes what is said there.
type Compiler struct {
	Start  Step
	Limits Limits // of its whole life; CPU and Wall are not limited
	// Arguments are those of one build, from the plain build step's.
	Arguments func(plain Step, files []File) []string
}

// CompilerFD is the descriptor on which a Compiler is asked.
const CompilerFD = SecretFD

// insert puts arguments before all others, in a copy.
func insert(step Step, args ...string) Step {
	step.Args = append(args, step.Args...)
	return step
}
