//go:build linux

package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Where there are no namespaces a box is a folder of the host and a process
// tree below an init that adopts orphans. It is the shape of two modes: of
// Landlock, which adds walls, and of None, which adds nothing and guards
// against accidents only.

// planFolder makes the folder that holds the boxes' own folders.
func planFolder(cfg Config, ids *idRange) (*blueprint, error) {
	removeStaleFolders(os.TempDir())
	folder := filepath.Join(os.TempDir(), poolName())
	if err := os.Mkdir(folder, 0o711); err != nil {
		return nil, err
	}
	bp := &blueprint{spawn: newSpawner(), ids: ids, folder: folder}
	bp.cleanUp = func() error { return os.Remove(folder) }
	bp.setup = setup{Scratch: cfg.Scratch, Inodes: cfg.Inodes, Single: ids.single, Group: groupNone}
	return bp, nil
}

// removeStaleFolders removes what killed harnesses left. Anybody may put
// something of such a name into a folder for temporary files: only folders of
// this user are taken, and no links, which would lead root wherever they like.
func removeStaleFolders(parent string) {
	for _, dir := range stale(parent) {
		var st unix.Stat_t
		if unix.Lstat(dir, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFDIR && int(st.Uid) == os.Geteuid() {
			removeAll(dir)
		}
	}
}

// enterFolder is the init's part: adopt orphans, own the folder.
func (in *boxInit) enterFolder() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return os.NewSyscallError("prctl child_subreaper", err)
	}
	in.members = descendants
	in.kill = killDescendants
	if !in.setup.Single {
		as, err := asUser(in.setup.User)
		if err != nil {
			return err
		}
		in.limit = func(c *child) error { return as(c.setLimits) }
		in.kill = func() { as(func() error { return unix.Kill(-1, unix.SIGKILL) }) }
	}
	in.work = &folder{setup: &in.setup}
	return in.work.(*folder).fresh()
}

// folder is scratch on the host's file system: Dir/w and Dir/tmp. It has no
// limit of its own; the init looks at its size now and then.
type folder struct {
	setup *setup
	kept  bool
}

func (f *folder) dir() string { return filepath.Join(f.setup.Dir, "w") }

func (f *folder) fresh() error {
	f.kept = false
	if err := empty(f.setup.Dir); err != nil {
		return err
	}
	for _, name := range []string{"w", "tmp"} {
		dir := filepath.Join(f.setup.Dir, name)
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
		if f.setup.User != os.Geteuid() {
			if err := os.Chown(dir, f.setup.User, f.setup.User); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *folder) prepare(q *request, bulk int) error {
	if q.Fresh && f.kept {
		if err := f.fresh(); err != nil {
			return err
		}
	}
	work, err := openDir(unix.AT_FDCWD, f.dir())
	if err != nil {
		return err
	}
	defer unix.Close(work)
	return writeFiles(work, q.Files, bulk, f.setup.User)
}

// clear copies what stays into a new folder, so that nothing else can.
func (f *folder) clear(q *request) error {
	work, err := openDir(unix.AT_FDCWD, f.dir())
	if err != nil {
		if err = os.Chmod(f.dir(), 0o755); err != nil { // its own doing
			return f.fresh()
		}
		if work, err = openDir(unix.AT_FDCWD, f.dir()); err != nil {
			return err
		}
	}
	kept := match(work, q.Keep, f.setup.Inodes)
	unix.Close(work)
	defer closeKept(kept)
	if err := f.fresh(); err != nil || len(kept) == 0 {
		return err
	}
	f.kept = true
	if work, err = openDir(unix.AT_FDCWD, f.dir()); err != nil {
		return err
	}
	defer unix.Close(work)
	_, err = copyKept(work, kept, f.setup.User, f.setup.Scratch)
	return err
}

// used is what lies in the two folders, as far as a short look finds it: nothing
// but this look limits them.
func (f *folder) used() (sum int64) {
	budget := 2000
	for _, name := range []string{"w", "tmp"} {
		sum += diskUse(filepath.Join(f.setup.Dir, name), &budget)
	}
	return sum
}

func diskUse(top string, budget *int) (sum int64) {
	filepath.WalkDir(top, func(path string, _ fs.DirEntry, err error) error {
		var st unix.Stat_t
		if *budget--; *budget < 0 {
			return filepath.SkipAll
		}
		if err == nil && unix.Lstat(path, &st) == nil {
			sum += st.Blocks * 512
		}
		return nil
	})
	return sum
}

// removeAll removes a tree.
func removeAll(top string) error {
	if err := empty(top); err != nil {
		return err
	}
	if err := os.Remove(top); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

// empty removes what is in a folder, trees of any depth, without recursion and
// without following a link: folders found inside are moved up beside each other
// first.
func empty(top string) error {
	fd, err := openDir(unix.AT_FDCWD, top)
	if errors.Is(err, unix.EACCES) && os.Chmod(top, 0o700) == nil {
		fd, err = openDir(unix.AT_FDCWD, top)
	}
	if errors.Is(err, unix.ENOENT) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	for moved := 0; ; {
		entries, err := namesIn(fd)
		if err != nil || len(entries) == 0 {
			return err
		}
		for _, name := range entries {
			if err := flatten(fd, name, &moved); err != nil {
				return fmt.Errorf("empty %s: %w", top, err)
			}
		}
	}
}

// flatten removes one entry, after its sub-folders have become entries of dir.
func flatten(dir int, name string, moved *int) error {
	err := unix.Unlinkat(dir, name, 0)
	if err != unix.EISDIR {
		return err
	}
	unix.Fchmodat(dir, name, 0o700, 0) // a folder, by EISDIR; nobody else is alive to change that
	sub, err := unix.Openat(dir, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(sub)
	entries, err := namesIn(sub)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err = unix.Unlinkat(sub, e, 0); err == unix.EISDIR {
			unix.Fchmodat(sub, e, 0o700, 0) // a folder moves only if it can be written: its ".." changes
			*moved++
			err = unix.Renameat2(sub, e, dir, fmt.Sprintf(".xeval-%d", *moved), unix.RENAME_NOREPLACE)
			if err == unix.EEXIST {
				err = nil // the next round will come back
			}
		}
		if err != nil {
			return err
		}
	}
	if err = unix.Unlinkat(dir, name, unix.AT_REMOVEDIR); err == unix.ENOTEMPTY {
		err = nil
	}
	return err
}

func namesIn(dir int) ([]string, error) {
	fd, err := openDir(dir, ".")
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), "folder")
	defer f.Close()
	return f.Readdirnames(-1)
}
