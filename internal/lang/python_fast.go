package lang

import (
	"slices"
	"strings"
)

// pythonFast takes a program's start from an interpreter that has already
// executed the prelude: most of a sample's time is numpy's import. It is for
// programs that begin with the prelude, so that no module is loaded that would
// not be; the prelude is executed again, which only gives names.
var pythonFast = &Fast{Plan: func(files []File, plain Plan, _ func(string) bool) (Plan, bool) {
	if !strings.HasPrefix(files[0].Text, pythonPrelude) {
		return Plan{}, false
	}
	own := len(pythonFlags()) + 1 // arguments for the interpreter, the runner's name among them
	start := append(slices.Clone(plain.Run.Args[:own]), "--serve", pythonPrelude)
	plain.Run.Warm = &Warm{Start: start, Args: plain.Run.Args[own:]}
	return plain, true
}}
