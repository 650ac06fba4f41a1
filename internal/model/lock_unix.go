//go:build unix

package model

import (
	"errors"
	"os"
	"syscall"
)

// lock takes the file for this process until it is closed.
func lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// ignoreUnsupported drops the error of file systems that cannot flush a folder.
func ignoreUnsupported(err error) error {
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil
	}
	return err
}
