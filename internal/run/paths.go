package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// files are all that a run folder may hold of ours.
var files = []string{VerdictsFile, SamplesFile, ProblemsFile, SummaryFile, GenerationsFile, DescriptionsFile}

// CheckFiles refuses a run folder in which something else than a plain file
// has the name of one of ours: opening a pipe would wait for ever, and reading
// a device never end.
func CheckFiles(folder string) error {
	for _, name := range files {
		path := filepath.Join(folder, name)
		info, err := os.Stat(path)
		if err == nil && !info.Mode().IsRegular() {
			return &InputError{fmt.Errorf("%s is %s, and no file of a run: remove it, or name another folder", path, kindOf(info.Mode()))}
		}
	}
	return nil
}

func kindOf(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "a special file"
}

// Clear removes a run from a folder, and nothing else that may be in it. A
// folder that holds other things and no run was not meant.
func Clear(path string) error {
	entries, err := os.ReadDir(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it will be made
	}
	if err != nil {
		return &InputError{err}
	}
	if len(entries) > 0 && !holdsRun(path) {
		return &InputError{fmt.Errorf("%s is not empty and holds no run: --force starts anew only where a run is; name another folder", path)}
	}
	for _, name := range files {
		if err := os.Remove(filepath.Join(path, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func holdsRun(path string) bool {
	for _, name := range []string{VerdictsFile, GenerationsFile} {
		if _, err := os.Lstat(filepath.Join(path, name)); err == nil {
			return true
		}
	}
	return false
}

// makeFolder makes a run folder unless it is there. What stands in its way is
// named.
func makeFolder(path string) error {
	info, err := os.Stat(path)
	link, linkErr := os.Readlink(path)
	switch {
	case err == nil && !info.IsDir():
		return &InputError{fmt.Errorf("%s is %s, not a folder: name another one with -o", path, kindOrFile(info.Mode()))}
	case errors.Is(err, fs.ErrNotExist) && linkErr == nil:
		return &InputError{fmt.Errorf("%s is a link to %s, which does not exist: make that folder, or name another one with -o", path, link)}
	}
	return os.MkdirAll(path, 0o755)
}

func kindOrFile(m fs.FileMode) string {
	if m.IsRegular() {
		return "a file"
	}
	return kindOf(m)
}
