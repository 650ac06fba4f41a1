package toolchain

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/xeval/xeval/internal/lang"
)

// What the languages describe must fit what this package does with it. A
// language that this machine cannot judge is skipped by name.
func TestRealLanguages(t *testing.T) {
	config := Config{CacheDir: t.TempDir(), Path: os.Getenv("PATH"), Env: os.Environ()}
	for _, l := range lang.All() {
		t.Run(l.Name, func(t *testing.T) {
			found, err := Find(t.Context(), l, config)
			var m *Missing
			if errors.As(err, &m) {
				if m.Install == "" {
					t.Errorf("%v: no word on how to install it", m)
				}
				t.Skip(m)
			}
			if err != nil {
				t.Fatal(err)
			}
			checkReal(t, found)
		})
	}
}

func checkReal(t *testing.T, found *Toolchain) {
	for _, v := range found.Versions() {
		if !filepath.IsAbs(v.Path) || executable(v.Path) != nil {
			t.Errorf("%s is at %q, which cannot be run", v.Name, v.Path)
		}
	}
	if v := found.Versions(); len(v) == 0 || v[0].Version == "" {
		t.Errorf("the first tool has no version: %v", v)
	}
	for _, c := range found.Language.Checks {
		if found.Libraries()[c.Name] == "" && c.OnlyFor == "" {
			t.Errorf("library %s has no version", c.Name)
		}
	}
	home, _ := os.UserHomeDir()
	for _, r := range found.Roots() {
		if shared(r, home) {
			t.Errorf("root %s would show more than a toolchain", r)
		}
	}
	for _, c := range found.Language.Preparation.Commands {
		if found.Executable(c.Tool) == "" || c.Need == "" {
			t.Errorf("preparation command %v names no tool of the language, or no need", c)
		}
	}
}
