// Package program turns a problem, a generation and a language into a
// Program: files, steps and limits as plain data that can be printed, hashed,
// stored and sent. It runs nothing.
package program

import "github.com/xeval/xeval/internal/lang"

// A Program is everything that is needed to judge one sample.
type Program struct {
	TaskID   string      `json:"task_id"`
	Language string      `json:"language"`
	Files    []lang.File `json:"files"`
	Build    []lang.Step `json:"build,omitempty"`
	Run      lang.Step   `json:"run"`

	BuildLimits lang.Limits `json:"build_limits"`
	RunLimits   lang.Limits `json:"run_limits"`

	// Official is upstream's version of the program where its text differs;
	// it then decides official_passed alone.
	Official *Program `json:"official,omitempty"`
	// NoCode says that the generation holds nothing to run.
	NoCode bool `json:"no_code,omitempty"`
}
