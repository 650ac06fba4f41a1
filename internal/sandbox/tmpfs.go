//go:build linux

package sandbox

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// scratch is where commands write: the work folder and /tmp.
type scratch interface {
	dir() string
	// prepare empties it if the request says so and writes the request's files.
	prepare(q *request, bulk int) error
	// clear leaves of the work folder what the request keeps, and of /tmp nothing.
	clear(q *request) error
	// used is how much memory it takes.
	used() int64
}

// scratchMount holds the file system while its two folders are attached.
const scratchMount = ".scratch"

// tmpfs is one file system of limited size with the folders w and tmp, shown at
// /w and /tmp. What a hostile program left is not walked through: a few entries
// are removed one by one, the count of inodes then proves that nothing else is
// there, and failing that the whole file system is replaced.
type tmpfs struct {
	setup *setup
	user  int
	size  int64    // in force
	clean uint64   // free inodes when it is empty
	kept  []string // names in the work folder that the last step left
}

func (t *tmpfs) dir() string { return WorkDir }

// fresh replaces the file system by an empty one.
func (t *tmpfs) fresh() error {
	for _, dir := range []string{WorkDir, "/tmp"} {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil && err != unix.EINVAL {
			return fmt.Errorf("unmount %s: %w", dir, err)
		}
	}
	const flags = unix.MS_NOSUID | unix.MS_NODEV
	opt := fmt.Sprintf("size=%d,nr_inodes=%d,mode=711", t.setup.Scratch, t.setup.Inodes+3)
	base := "/" + scratchMount
	if err := unix.Mount("tmpfs", base, "tmpfs", flags, opt); err != nil {
		return fmt.Errorf("mount scratch: %w", err)
	}
	for _, dir := range []string{"/w", "/tmp"} {
		if err := unix.Mkdir(base+dir, 0o755); err != nil {
			return os.NewSyscallError("mkdir "+dir, err)
		}
		if err := unix.Chmod(base+dir, 0o1777); err != nil { // past the umask
			return os.NewSyscallError("chmod "+dir, err)
		}
		if err := unix.Mount(base+dir, dir, "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("attach %s: %w", dir, err)
		}
	}
	if err := unix.Unmount(base, unix.MNT_DETACH); err != nil {
		return os.NewSyscallError("umount", err)
	}
	if err := showStashed(t.setup.Binds); err != nil {
		return err
	}
	t.size, t.kept = t.setup.Scratch, nil
	st, err := statfs()
	t.clean = st.Ffree
	return err
}

func statfs() (st unix.Statfs_t, err error) {
	return st, os.NewSyscallError("statfs", unix.Statfs(WorkDir, &st))
}

func (t *tmpfs) prepare(q *request, bulk int) error {
	if q.Fresh && len(t.kept) > 0 {
		if err := t.fresh(); err != nil {
			return err
		}
	}
	if err := t.resize(q.Scratch); err != nil {
		return err
	}
	work, err := openDir(unix.AT_FDCWD, WorkDir)
	if err != nil {
		return err
	}
	defer unix.Close(work)
	return writeFiles(work, q.Files, bulk, t.user)
}

// resize sets the limit of this step; the pool's own is the upper bound.
func (t *tmpfs) resize(size int64) error {
	if size <= 0 || size > t.setup.Scratch {
		size = t.setup.Scratch
	}
	if size == t.size {
		return nil
	}
	const flags = unix.MS_REMOUNT | unix.MS_NOSUID | unix.MS_NODEV
	err := unix.Mount("", WorkDir, "", flags, fmt.Sprintf("size=%d", size))
	if err == unix.EINVAL { // smaller than what is kept
		return nil
	}
	if err == nil {
		t.size = size
	}
	return os.NewSyscallError("resize scratch", err)
}

func (t *tmpfs) clear(q *request) error {
	work, err := openDir(unix.AT_FDCWD, WorkDir)
	if err != nil {
		return err
	}
	defer func() { unix.Close(work) }()
	if t.setup.Single { // the folders are the command's own
		unix.Fchmod(work, 0o1777)
		unix.Chmod("/tmp", 0o1777)
	}
	kept := match(work, q.Keep, t.setup.Inodes)
	defer closeKept(kept)
	stays := staying(kept)
	t.unlinkKnown(work, q, stays)
	for _, tidy := range []func(){func() {}, func() { t.tidy(work, stays) }} {
		tidy()
		st, err := statfs()
		if err != nil {
			return err
		}
		if t.clean-st.Ffree == uint64(len(stays)) && settle(kept, t.user) {
			t.kept = names(kept)
			return nil
		}
	}
	if err := t.fresh(); err != nil {
		return err
	}
	unix.Close(work)
	if work, err = openDir(unix.AT_FDCWD, WorkDir); err != nil {
		return err
	}
	t.kept, err = copyKept(work, kept, t.user, t.size)
	return err
}

// staying names the files kept and the folders that hold them.
func staying(kept []keptFile) map[string]bool {
	stays := map[string]bool{}
	for _, k := range kept {
		stays[k.name] = true
		if dir := filepath.Dir(k.name); dir != "." {
			stays[dir] = true
		}
	}
	return stays
}

// unlinkKnown removes what we wrote or kept before, by name. What a program put
// in its place may resist; the count of inodes tells.
func (t *tmpfs) unlinkKnown(work int, q *request, stays map[string]bool) {
	known := t.kept
	for _, f := range q.Files {
		known = append(known, f.Name)
	}
	for _, name := range known {
		if !stays[name] && filepath.Base(name) == name { // a folder on the way may be a link by now
			unix.Unlinkat(work, name, 0)
		}
	}
}

// tidyAtMost is how many entries are removed one by one: about as many as take
// the time of a new file system.
const tidyAtMost = 64

// tidy removes a few files, and folders one deep, as compilers and runtimes
// leave them.
func (t *tmpfs) tidy(work int, stays map[string]bool) {
	budget := tidyAtMost
	tidyIn(work, "", stays, &budget)
	if tmp, err := openDir(unix.AT_FDCWD, "/tmp"); err == nil {
		tidyIn(tmp, "", nil, &budget)
		unix.Close(tmp)
	}
}

func tidyIn(dir int, prefix string, stays map[string]bool, budget *int) {
	for _, name := range someNames(dir, *budget) {
		*budget--
		full := filepath.Join(prefix, name)
		if stays[full] && prefix != "" {
			continue
		}
		if !stays[full] && unix.Unlinkat(dir, name, 0) != unix.EISDIR {
			continue
		}
		if prefix == "" { // a folder
			if sub, err := openBeneath(dir, name, unix.O_RDONLY|unix.O_DIRECTORY, 0); err == nil {
				tidyIn(sub, name, stays, budget)
				unix.Close(sub)
			}
		}
		if !stays[full] {
			unix.Unlinkat(dir, name, unix.AT_REMOVEDIR)
		}
	}
}

func someNames(dir, limit int) []string {
	fd, err := openDir(dir, ".")
	if err != nil {
		return nil
	}
	f := os.NewFile(uintptr(fd), "folder")
	defer f.Close()
	all, _ := f.Readdirnames(max(1, limit))
	return all
}
