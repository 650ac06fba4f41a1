package toolchain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	marker     = ".ready"
	unusedAge  = 30 * 24 * time.Hour
	lockPeriod = 100 * time.Millisecond
)

// writeMarker lists every file of the folder with its size, one a line, in a
// file that appears whole or not at all.
func writeMarker(folder string) error {
	var list strings.Builder
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		fmt.Fprintf(&list, "%d %s\n", info.Size(), strconv.Quote(name))
		return err
	})
	if err != nil {
		return err
	}
	draft := filepath.Join(folder, marker+".new")
	if err := os.WriteFile(draft, []byte(list.String()), 0o644); err != nil {
		return err
	}
	return os.Rename(draft, filepath.Join(folder, marker))
}

// intact says whether the folder was made to its end and every file is still
// there at its full size. Cleaners of caches and temporary folders take single
// old files away, and each program built with the rest would be called wrong.
func intact(folder string) bool {
	list, err := os.Open(filepath.Join(folder, marker))
	if err != nil {
		return false
	}
	defer list.Close()
	lines := bufio.NewScanner(list)
	for lines.Scan() {
		size, quoted, _ := strings.Cut(lines.Text(), " ")
		name, err := strconv.Unquote(quoted)
		if err != nil {
			return false
		}
		info, err := os.Lstat(filepath.Join(folder, name))
		if err != nil || strconv.FormatInt(info.Size(), 10) != size {
			return false
		}
	}
	return lines.Err() == nil
}

// touch records the last use, for prune. It may fail: a cache that cannot be
// written is not pruned either.
func touch(folder string) {
	now := time.Now()
	_ = os.Chtimes(filepath.Join(folder, marker), now, now)
}

// prune removes folders that the same language prepared for toolchains not
// used for a long time. The caller holds the language's lock.
func (t *Toolchain) prune() {
	old, err := filepath.Glob(filepath.Join(t.store(), t.Language.Name+"-*"))
	if err != nil {
		return
	}
	for _, folder := range old {
		info, err := os.Stat(filepath.Join(folder, marker))
		if err == nil && time.Since(info.ModTime()) > unusedAge && folder != t.Assets() {
			_ = wipe(folder) // the next one tries again
		}
	}
}

// lock takes an exclusive lock on a file, which the kernel gives back when the
// last process that has the file open dies. waiting is called once when
// somebody else has it.
func lock(ctx context.Context, file string, waiting func()) (*os.File, error) {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	for first := true; ; first = false {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			f.Close()
			return nil, fmt.Errorf("locking %s: %w", file, err)
		}
		if first {
			waiting()
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, ctx.Err()
		case <-time.After(lockPeriod):
		}
	}
}

// unlock gives the lock back even if a process that a command left behind
// still has the file open.
func unlock(f *os.File) {
	_ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN)
	f.Close()
}
