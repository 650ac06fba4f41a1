//go:build linux

package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// Opening a path in a folder that a hostile program has arranged: nothing but
// what lies beneath it, no symbolic link on the way, no wait on a pipe.
const beneath = unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS | unix.RESOLVE_NO_XDEV

func openBeneath(dir int, name string, flags uint64, mode uint64) (int, error) {
	return unix.Openat2(dir, name, &unix.OpenHow{
		Flags: flags | unix.O_CLOEXEC | unix.O_NOFOLLOW | unix.O_NONBLOCK, Mode: mode, Resolve: beneath})
}

func openDir(at int, name string) (int, error) {
	fd, err := unix.Openat(at, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, &os.PathError{Op: "open", Path: name, Err: err}
	}
	return fd, nil
}

// writeFiles puts the request's files into the work folder, as the user's own.
func writeFiles(work int, files []fileSize, bulk, user int) error {
	for _, f := range files {
		if err := makeParents(work, f.Name, user); err != nil {
			return err
		}
		unix.Unlinkat(work, f.Name, 0) // kept by an earlier step
		if err := writeFile(work, f.Name, bulk, f.Size, f.mode(), user); err != nil {
			return fmt.Errorf("write %s: %w", f.Name, err)
		}
	}
	return nil
}

func makeParents(work int, name string, user int) error {
	for i, c := range name {
		if c != '/' {
			continue
		}
		err := unix.Mkdirat(work, name[:i], 0o755)
		if err == unix.EEXIST {
			continue
		}
		if err == nil {
			err = unix.Fchownat(work, name[:i], user, user, unix.AT_SYMLINK_NOFOLLOW)
		}
		if err != nil {
			return &os.PathError{Op: "mkdir", Path: name[:i], Err: err}
		}
	}
	return nil
}

// writeFile moves size bytes from src, at its position, into a new file.
func writeFile(dir int, name string, src int, size int64, mode uint32, user int) error {
	fd, err := openBeneath(dir, name, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL, uint64(mode))
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	for size > 0 {
		n, err := unix.Sendfile(fd, src, nil, int(min(size, 1<<30)))
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return err
		}
		if n == 0 {
			return io.ErrUnexpectedEOF
		}
		size -= int64(n)
	}
	return chown(fd, user)
}

// chown gives the file to the command's user, if that is another than ours.
func chown(fd, user int) error {
	if user == unix.Geteuid() {
		return nil
	}
	return unix.Fchown(fd, user, user)
}

// keptFile is a regular file that a step leaves to the next, opened.
type keptFile struct {
	name string
	fd   int
	size int64
	exec bool
	link bool // has other names
}

func closeKept(kept []keptFile) {
	for _, k := range kept {
		unix.Close(k.fd)
	}
}

func names(kept []keptFile) (out []string) {
	for _, k := range kept {
		out = append(out, k.name)
	}
	return out
}

// match opens what the patterns name: regular files in the work folder, or one
// folder below it. limit bounds the names looked at.
func match(work int, patterns []string, limit int) (kept []keptFile) {
	for _, pattern := range patterns {
		dirPattern, filePattern := path.Split(pattern)
		dirs := []string{""}
		if dirPattern != "" {
			dirs = matchNames(work, strings.TrimSuffix(dirPattern, "/"), limit)
		}
		for _, dir := range dirs {
			kept = append(kept, matchIn(work, dir, filePattern, limit-len(kept), kept)...)
		}
	}
	return kept
}

func matchIn(work int, dir, pattern string, limit int, have []keptFile) (found []keptFile) {
	fd := work
	if dir != "" {
		var err error
		if fd, err = openBeneath(work, dir, unix.O_RDONLY|unix.O_DIRECTORY, 0); err != nil {
			return nil
		}
		defer unix.Close(fd)
	}
next:
	for _, name := range matchNames(fd, pattern, limit) {
		full := path.Join(dir, name)
		for _, h := range have {
			if h.name == full {
				continue next
			}
		}
		if k, ok := openKept(fd, name, full); ok {
			found = append(found, k)
		}
	}
	return found
}

// matchNames lists the folder's matching names. A plain name is not searched
// for, but taken as it is.
func matchNames(dir int, pattern string, limit int) (found []string) {
	if !strings.ContainsAny(pattern, `*?[\`) {
		return []string{pattern}
	}
	for _, name := range someNames(dir, limit+1) {
		if ok, _ := filepath.Match(pattern, name); ok {
			found = append(found, name)
		}
	}
	return found
}

func openKept(dir int, name, full string) (keptFile, bool) {
	fd, err := openBeneath(dir, name, unix.O_RDONLY, 0)
	if err != nil {
		return keptFile{}, false
	}
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG {
		unix.Close(fd)
		return keptFile{}, false
	}
	return keptFile{full, fd, st.Size, st.Mode&0o111 != 0, st.Nlink > 1}, true
}

func (k keptFile) mode() uint32 {
	if k.exec {
		return 0o755
	}
	return 0o644
}

// settle makes kept files that stay in place what copies would be, and says
// whether it could.
func settle(kept []keptFile, user int) bool {
	for _, k := range kept {
		if k.link || unix.Fchmod(k.fd, k.mode()) != nil || chown(k.fd, user) != nil {
			return false
		}
	}
	return true
}

// copyKept writes the files into an empty work folder. One that no longer fits
// is left out, as if the step had not made it: sparse files may be larger than
// they were.
func copyKept(work int, kept []keptFile, user int, room int64) (names []string, err error) {
	for _, k := range kept {
		if k.size > room {
			continue
		}
		if err := makeParents(work, k.name, user); err != nil {
			return names, err
		}
		err := writeFile(work, k.name, k.fd, k.size, k.mode(), user)
		if errors.Is(err, unix.ENOSPC) {
			unix.Unlinkat(work, k.name, 0)
			continue
		}
		if err != nil {
			return names, fmt.Errorf("keep %s: %w", k.name, err)
		}
		room -= k.size
		names = append(names, k.name)
	}
	return names, nil
}
