package lang

import (
	"cmp"
	"time"
)

// compilerLimits are the default limits of a compiler and the linker it
// starts. A runtime that starts threads of its own needs them counted in.
func compilerLimits(processes int) Limits {
	return Limits{
		CPU: 30 * time.Second, Wall: 120 * time.Second,
		Memory: 2 << 30, Scratch: 512 << 20, FileSize: 256 << 20,
		Output: 64 << 10, Processes: processes, OpenFiles: 1024,
	}
}

// programLimits are the default limits of a program of HumanEval-X. CPU time
// is the limit that counts; the wall guard is wide, so that a busy machine
// changes no verdict. Memory is several times the highest peak of a canonical
// solution.
func programLimits(processes int) Limits {
	return Limits{
		CPU: 10 * time.Second, Wall: 60 * time.Second,
		Memory: 1 << 30, Scratch: 128 << 20, FileSize: 64 << 20,
		Output: 64 << 10, Processes: processes, OpenFiles: 256,
	}
}

// levelOf is the language level in force.
func (o Options) levelOf(byDefault string) string { return cmp.Or(o.Level, byDefault) }
