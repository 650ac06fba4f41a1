package toolchain

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// A command that outlives a killed xeval still writes to the folder: until it
// ends, nobody else may have the lock.
func TestLockStaysWithCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tea.lock")
	held, err := lock(t.Context(), file, func() { t.Error("waited for nobody") })
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command("/bin/cat")
	command.ExtraFiles = []*os.File{held}
	stdin, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	held.Close() // as the kernel does when we are killed

	ctx, cancel := context.WithCancel(t.Context())
	if _, err := lock(ctx, file, cancel); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want to have waited for the command", err)
	}
	if err := errors.Join(stdin.Close(), command.Wait()); err != nil {
		t.Fatal(err)
	}
	again, err := lock(t.Context(), file, func() { t.Error("waited for a command that has ended") })
	if err != nil {
		t.Fatal(err)
	}
	unlock(again)
}
