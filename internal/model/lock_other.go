//go:build !unix

package model

import "os"

// lock does nothing where there is no flock: there nothing keeps two processes
// from one file.
func lock(*os.File) error { return nil }

// ignoreUnsupported drops the error: folders cannot be flushed there.
func ignoreUnsupported(error) error { return nil }
