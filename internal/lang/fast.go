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
	// RunShare is the part of the run's memory limit up to which a run by this
	// way counts; 0: all of it. What needs more is judged again by the Plan,
	// for a runtime that is set up otherwise may fill up otherwise.
	RunShare float64
	// Batch takes the place of Plan where many programs can be built at once.
	Batch *Batch
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

// A Batch builds many programs into one executable. Each of them is compiled by
// itself; what that makes comes on standard output, and goes into the linking
// as <Key>.a. What linking makes comes on standard output too.
type Batch struct {
	// Member says how a program is compiled; false: it must not be in a batch.
	Member func(files []File, plain Plan) (Member, bool)
	// Check gives the step that says which members may run, when all are
	// compiled, and its files: it prints their keys, one a line. The others are
	// left to the Plan.
	Check func(members []Member) (Step, []File)
	// Link gives the step that links members, and its further files.
	Link func(members []Member) (Step, []File)
	Most int // members of one executable
}

// A Member is one program of a batch.
type Member struct {
	Key        string // an identifier, of this program alone
	Files      []File
	Compile    Step
	Run        Step
	Executable string // the file that Run starts
	Note       string // for Link
	Blind      bool   // it cannot tell whether Executable is in its folder, and by what path it was started
}

// CompilerFD is the descriptor on which a Compiler is asked.
const CompilerFD = SecretFD

// insert puts arguments before all others, in a copy.
func insert(step Step, args ...string) Step {
	step.Args = append(args, step.Args...)
	return step
}
