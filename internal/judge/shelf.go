package judge

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
)

// A Shelf is a folder that every box sees, read-only. The executables of batches
// stand there, where they need not be written anew for each program; only
// programs that cannot tell are started from it. Others can neither list it, for
// they run as another user, nor guess a name. It is locked as long as its process
// lives, so that another one can clear away what a dead one left.
type Shelf struct {
	folder *os.File
}

const shelfPrefix = "batch-"

// OpenShelf makes a shelf in a folder of the user's, and removes those there
// that nobody has. Without root there is none, nil: commands then run as the
// user that would own it, and could list it.
func OpenShelf(parent string) (*Shelf, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	s, err := openShelf(parent)
	if err != nil {
		return nil, fmt.Errorf("making a folder for executables: %w", err)
	}
	return s, nil
}

func openShelf(parent string) (*Shelf, error) {
	if !filepath.IsAbs(parent) {
		return nil, fmt.Errorf("%q is not an absolute path", parent)
	}
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return nil, err
	}
	all, err := os.Open(parent)
	if err != nil {
		return nil, err
	}
	defer all.Close()
	// One at a time, or another process would find a shelf that is not locked yet.
	if err := syscall.Flock(int(all.Fd()), syscall.LOCK_EX); err != nil {
		return nil, err
	}
	clearShelves(parent)
	dir, err := os.MkdirTemp(parent, shelfPrefix)
	if err != nil {
		return nil, err
	}
	folder, err := os.Open(dir)
	if err == nil {
		err = errors.Join(folder.Chmod(0o711), syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB))
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return &Shelf{folder: folder}, nil
}

// clearShelves removes those that it can lock.
func clearShelves(parent string) {
	dirs, _ := filepath.Glob(filepath.Join(parent, shelfPrefix+"*"))
	for _, dir := range dirs {
		f, err := os.Open(dir)
		if err != nil {
			continue
		}
		if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			os.RemoveAll(dir)
		}
		f.Close()
	}
}

// Dir is the folder.
func (s *Shelf) Dir() string { return s.folder.Name() }

// Close removes it.
func (s *Shelf) Close() error {
	return errors.Join(os.RemoveAll(s.Dir()), s.folder.Close())
}

// executable is what a batch is linked to, until so many programs have run.
type executable struct {
	data []byte
	path string // on the shelf; "": it is not there
	left atomic.Int64
}

// put makes an executable for so many programs. When there is no shelf, or no
// room on it, each gets the data.
func (s *Shelf) put(data []byte, programs int) *executable {
	x := &executable{data: data}
	x.left.Store(int64(programs))
	if s == nil {
		return x
	}
	path := filepath.Join(s.Dir(), rand.Text())
	// Chmod, because of the user's umask.
	if errors.Join(os.WriteFile(path, data, 0o755), os.Chmod(path, 0o755)) != nil {
		os.Remove(path)
		return x
	}
	x.path = path
	return x
}

// done says that one of its programs has run, or will not.
func (x *executable) done() {
	if x.left.Add(-1) == 0 && x.path != "" {
		os.Remove(x.path)
	}
}
