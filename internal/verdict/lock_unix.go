//go:build unix

package verdict

import (
	"os"
	"syscall"
)

// lock keeps a second run out of the same file. The lock dies with the process.
func lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
