package toolchain

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/lang"
)

// script writes an executable shell script and returns its path.
func script(t *testing.T, file, body string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

// fakeLanguage has one tool "brew", a wrapper that tells where the real one
// lives, and one library.
func fakeLanguage() *lang.Language {
	return &lang.Language{
		Name:  "tea",
		Title: "Tea",
		Tools: []lang.Tool{{
			Name:       "brew",
			Candidates: []string{"brew", "brew-old"},
			LocateArgs: []string{"--where"},
			Locate: func(_, output string) lang.Location {
				exe := strings.TrimSpace(output)
				return lang.Location{Executable: exe, Roots: []string{filepath.Dir(filepath.Dir(exe))}}
			},
			VersionArgs:    []string{"--version"},
			VersionPattern: `brew ([0-9.]+)`,
			Upstream:       "1.0",
			Install:        "apt-get install brew",
		}},
		Checks: []lang.Check{{
			Name: "leaves", Tool: "brew", Args: []string{"check", "-"}, Stdin: "leaves?\n",
			Upstream: "3", Install: "apt-get install leaves",
		}},
	}
}

// fakeTools installs brew: a wrapper on PATH and the real one elsewhere.
func fakeTools(t *testing.T) (c Config, real string) {
	t.Helper()
	root := t.TempDir()
	real = script(t, filepath.Join(root, "opt", "brew-1", "bin", "brew"), `
case "$1" in
--version) echo "this is brew 1.2.3" >&2 ;;
check) read line; echo "warming"; echo "\"$line 3.1\"" ;;
*) exit 9 ;;
esac`)
	script(t, filepath.Join(root, "bin", "brew"), "test \"$WRAP\" = on || exit 4\necho "+real)
	return Config{
		CacheDir: filepath.Join(root, "cache"),
		Path:     "relative:" + filepath.Join(root, "bin") + ":/usr/bin:/bin",
		Env:      []string{"HOME=" + root, "WRAP=on"},
	}, real
}

func find(t *testing.T, l *lang.Language, c Config) *Toolchain {
	t.Helper()
	found, err := Find(t.Context(), l, c)
	if err != nil {
		t.Fatal(err)
	}
	return found
}
