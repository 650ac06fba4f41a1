//go:build linux

package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Whoever may write where folders for temporary files are, may name something
// as a killed harness would have. What is not ours is left alone.
func TestStaleFoldersAreOurOwn(t *testing.T) {
	dead := exec.Command("true")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	parent, elsewhere := t.TempDir(), t.TempDir()
	name := func(n int) string {
		return filepath.Join(parent, fmt.Sprintf("%s%d-%d-1-%d", groupPrefix, pidNamespace(), dead.Process.Pid, n))
	}
	precious := filepath.Join(elsewhere, "precious")
	write(t, precious, "text")
	if err := os.Symlink(elsewhere, name(1)); err != nil {
		t.Fatal(err)
	}
	for n, file := range map[int]string{2: "w", 3: "theirs"} {
		if err := os.Mkdir(name(n), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(name(n), file), "text")
	}
	theirs := os.Chown(name(3), 65534, 65534) == nil // only root can try this
	removeStaleFolders(parent)
	if _, err := os.Stat(precious); err != nil {
		t.Errorf("behind a link: %v", err)
	}
	if _, err := os.Stat(filepath.Join(name(3), "theirs")); theirs && err != nil {
		t.Errorf("in another user's folder: %v", err)
	}
	if _, err := os.Stat(name(2)); !os.IsNotExist(err) {
		t.Errorf("our own is still there: %v", err)
	}
}
