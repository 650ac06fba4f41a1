package judge

import (
	"os"
	"path/filepath"
	"testing"
)

func TestShelf(t *testing.T) {
	if os.Geteuid() != 0 {
		if s, err := OpenShelf(t.TempDir()); s != nil || err != nil {
			t.Errorf("%v, %v: programs could list it", s, err)
		}
		t.Skip("needs root")
	}
	parent := filepath.Join(t.TempDir(), "batches")
	s, err := OpenShelf(parent)
	if err != nil {
		t.Fatal(err)
	}
	there := func(path string) bool {
		_, err := os.Stat(path)
		return err == nil
	}
	x := s.put([]byte("machine code"), 2)
	x.done()
	if got, err := os.ReadFile(x.path); err != nil || string(got) != "machine code" {
		t.Errorf("%q, %v with one program to run", got, err)
	}
	x.done()
	if there(x.path) {
		t.Error("an executable that nobody needs is kept")
	}

	left := filepath.Join(parent, shelfPrefix+"left")
	if err := os.MkdirAll(filepath.Join(left, "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	other, err := OpenShelf(parent)
	if err != nil {
		t.Fatal(err)
	}
	if there(left) || !there(s.Dir()) || !there(other.Dir()) {
		t.Errorf("there are: a dead process's shelf %v, ours %v, another's %v", there(left), there(s.Dir()), there(other.Dir()))
	}
	if err := s.Close(); err != nil || there(s.Dir()) {
		t.Errorf("closed: %v, and the folder is there: %v", err, there(s.Dir()))
	}
	if x := s.put([]byte("x"), 1); x.path != "" || x.data == nil {
		t.Errorf("where nothing can be written: %+v", x)
	}
	if x := (*Shelf)(nil).put([]byte("x"), 1); x.path != "" || x.data == nil {
		t.Errorf("without a shelf: %+v", x)
	}
	if _, err := OpenShelf("batches"); err == nil {
		t.Error("a shelf in the current folder")
	}
}
