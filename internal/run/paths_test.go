package run

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/xeval/xeval/internal/verdict"
)

func unusable(t *testing.T, err error, part string) {
	t.Helper()
	var input *InputError
	if !errors.As(err, &input) || !strings.Contains(err.Error(), part) {
		t.Errorf("got %v, want an error of the input with %q", err, part)
	}
}

func TestFolderWithAPipe(t *testing.T) {
	for _, name := range files {
		dir := t.TempDir()
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Skipf("no pipes in this file system: %v", err)
		}
		unusable(t, CheckFiles(dir), name+" is a pipe")
		_, err := Show(dir, verdict.Key{TaskID: "Go/0"})
		unusable(t, err, "is a pipe")
		_, err = openFolder(dir, verdict.Header{}, true, nil)
		unusable(t, err, "is a pipe")
		for _, err := range failures(dir) {
			unusable(t, err, "is a pipe")
		}
	}
}

func TestFolderWithADevice(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("/dev/zero", filepath.Join(dir, VerdictsFile)); err != nil {
		t.Fatal(err)
	}
	unusable(t, CheckFiles(dir), "is a device")
}

func TestClear(t *testing.T) {
	dir := t.TempDir()
	write := func(name string) {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(Clear(dir), Clear(filepath.Join(dir, "none"))); err != nil {
		t.Errorf("an empty folder, and none: %v", err)
	}
	write("thesis.tex")
	write(SummaryFile) // many programs have a file of this name
	unusable(t, Clear(dir), "holds no run")
	if _, err := os.Stat(filepath.Join(dir, SummaryFile)); err != nil {
		t.Error(err)
	}
	write(VerdictsFile)
	if err := Clear(dir); err != nil {
		t.Error(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != "thesis.tex" {
		t.Errorf("%v %v", left, err)
	}
}

func TestFolderInTheWay(t *testing.T) {
	dir := t.TempDir()
	link, file := filepath.Join(dir, "link"), filepath.Join(dir, "file")
	if err := errors.Join(os.Symlink("nowhere", link), os.WriteFile(file, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	unusable(t, makeFolder(link), "is a link to nowhere, which does not exist")
	unusable(t, makeFolder(file), "is a file, not a folder")
	if err := errors.Join(makeFolder(filepath.Join(dir, "a", "b")), os.Symlink("a", filepath.Join(dir, "good")), makeFolder(filepath.Join(dir, "good"))); err != nil {
		t.Error(err)
	}
}
