package toolchain

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/lang"
)

// steeping is a language with something to prepare: a file of ours, and one
// that a tool makes and that records each making.
func steeping(t *testing.T) (*lang.Language, Config, string) {
	t.Helper()
	c, real := fakeTools(t)
	made := filepath.Join(t.TempDir(), "made")
	script(t, real, `
case "$1" in
--version) echo brew 1.2.3 ;;
check) echo 3 ;;
steep)
	echo x >> `+made+`
	test "$WRAP$SUGAR" = on$PWD || exit 7
	test "$(command -v brew)" = "$0" || exit 8
	mkdir -p deep/down && umask 077 && echo pot > deep/down/pot && mkdir shut && echo "$2" > shut/arg && chmod 500 shut ;;
spill) echo "the pot is empty"; exit 6 ;;
esac`)
	l := fakeLanguage()
	l.Preparation = lang.Preparation{
		Files:    []lang.File{{Name: "sub/recipe", Text: "two spoons\n"}},
		Commands: []lang.Command{{Tool: "brew", Args: []string{"steep", "{assets}/x"}, Env: []string{"SUGAR={assets}"}, Need: "steep the leaves"}},
	}
	return l, c, made
}

// makings is how often the command ran.
func makings(t *testing.T, made string) int {
	t.Helper()
	text, err := os.ReadFile(made)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.Count(string(text), "x")
}

func TestPrepare(t *testing.T) {
	l, c, made := steeping(t)
	tea := find(t, l, c)
	if tea.Prepared() {
		t.Error("prepared before Prepare")
	}
	var told []string
	for range 2 {
		if err := tea.Prepare(t.Context(), func(s string) { told = append(told, s) }); err != nil {
			t.Fatal(err)
		}
	}
	if n := makings(t, made); n != 1 || !slices.Equal(told, []string{"Tea: steep the leaves"}) {
		t.Errorf("made %d times, told %q; want once", n, told)
	}
	assets := tea.Assets()
	if want := filepath.Join(c.CacheDir, "toolchains", "tea-"); !strings.HasPrefix(assets, want) || !slices.Contains(tea.Roots(), assets) {
		t.Errorf("assets %s not under %s, or not among the roots %v", assets, want, tea.Roots())
	}
	for name, want := range map[string]string{"sub/recipe": "two spoons\n", "deep/down/pot": "pot\n", "shut/arg": assets + "/x\n"} {
		if got, err := os.ReadFile(filepath.Join(assets, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
	}
	for name, want := range map[string]os.FileMode{"deep/down/pot": 0o644, "shut": 0o755, "deep": 0o755} {
		info, err := os.Stat(filepath.Join(assets, name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: mode %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
	if got := tea.Expand("-I{assets}/sub"); got != "-I"+assets+"/sub" {
		t.Errorf("expanded to %s", got)
	}
}

// Every way in which the folder is not whole must lead to a new one.
func TestPrepareAgain(t *testing.T) {
	tests := map[string]func(assets string) error{
		"marker gone":    func(a string) error { return os.Remove(filepath.Join(a, marker)) },
		"file gone":      func(a string) error { return os.Remove(filepath.Join(a, "deep/down/pot")) },
		"file shortened": func(a string) error { return os.Truncate(filepath.Join(a, "sub/recipe"), 1) },
		"marker spoilt":  func(a string) error { return os.WriteFile(filepath.Join(a, marker), []byte("junk\n"), 0o644) },
	}
	for name, spoil := range tests {
		t.Run(name, func(t *testing.T) {
			l, c, made := steeping(t)
			tea := find(t, l, c)
			if err := tea.Prepare(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			left := filepath.Join(tea.Assets(), "shut", "left behind")
			if err := errors.Join(os.WriteFile(left, nil, 0o600), spoil(tea.Assets())); err != nil {
				t.Fatal(err)
			}
			if err := tea.Prepare(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			if n := makings(t, made); n != 2 || !tea.Prepared() || exists(left) {
				t.Errorf("made %d times, prepared %v, old file there %v", n, tea.Prepared(), exists(left))
			}
		})
	}
}

func TestPrepareOnceAmongMany(t *testing.T) {
	l, c, made := steeping(t)
	var wg sync.WaitGroup
	for range 8 {
		tea := find(t, l, c)
		wg.Go(func() {
			if err := tea.Prepare(t.Context(), nil); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := makings(t, made); n != 1 {
		t.Errorf("made %d times, want once", n)
	}
}

func TestPrepareFails(t *testing.T) {
	l, c, _ := steeping(t)
	l.Preparation.Commands[0].Args = []string{"spill"}
	tea := find(t, l, c)
	err := tea.Prepare(t.Context(), nil)
	var m *Missing
	if !errors.As(err, &m) {
		t.Fatalf("error %v, want a *Missing", err)
	}
	for _, want := range []string{"steep the leaves", "exit status 6", "the pot is empty"} {
		if !strings.Contains(m.Error(), want) {
			t.Errorf("%q does not say %q", m, want)
		}
	}
	if exists(tea.Assets()) {
		t.Error("a folder half made was left")
	}
}

func TestPrepareFullDisk(t *testing.T) {
	l, c, _ := steeping(t)
	if err := os.MkdirAll(c.CacheDir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(c.CacheDir, "toolchains"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	err := find(t, l, c).Prepare(t.Context(), nil)
	var m *Missing
	if err == nil || errors.As(err, &m) {
		t.Errorf("error %v: a folder that cannot be made is no missing tool", err)
	}
}

func TestPrune(t *testing.T) {
	l, c, _ := steeping(t)
	folder := func(name string, age time.Duration) string {
		dir := filepath.Join(c.CacheDir, "toolchains", name)
		file := filepath.Join(dir, marker)
		if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(file, nil, 0o644)); err != nil {
			t.Fatal(err)
		}
		when := time.Now().Add(-age)
		if err := os.Chtimes(file, when, when); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	old, recent, others := folder("tea-1", 2*unusedAge), folder("tea-2", unusedAge/2), folder("rye-1", 2*unusedAge)
	if err := find(t, l, c).Prepare(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if exists(old) || !exists(recent) || !exists(others) {
		t.Errorf("old %v, recent %v, another language's %v", exists(old), exists(recent), exists(others))
	}
}

// Whatever a prepared file or a verdict depends on must be in its key.
func TestIdentity(t *testing.T) {
	l, c, _ := steeping(t)
	base := find(t, l, c)
	if again := find(t, l, c); again.ID() != base.ID() || again.Assets() != base.Assets() {
		t.Error("the same toolchain has two identities")
	}
	changes := map[string]func(*Toolchain){
		"version":     func(x *Toolchain) { x.tools[0].version = "1.2.4" },
		"path":        func(x *Toolchain) { x.tools[0].executable += "2" },
		"our file":    func(x *Toolchain) { x.Language.Preparation.Files[0].Text += "\n" },
		"our command": func(x *Toolchain) { x.Language.Preparation.Commands[0].Env[0] += "x" },
	}
	for name, change := range changes {
		other, _, _ := steeping(t)
		changed := find(t, l, c)
		changed.Language = other
		change(changed)
		if changed.ID() == base.ID() || changed.Assets() == base.Assets() {
			t.Errorf("%s is not part of the identity", name)
		}
	}
	library := find(t, l, c)
	library.libraries["leaves"] = "4"
	if library.ID() == base.ID() || library.Assets() != base.Assets() {
		t.Error("a library's version belongs to the identity and not to what is prepared")
	}
}

func TestNothingToPrepare(t *testing.T) {
	c, _ := fakeTools(t)
	tea := find(t, fakeLanguage(), c)
	if err := tea.Prepare(t.Context(), nil); err != nil || tea.Assets() != "" || !tea.Prepared() || exists(c.CacheDir) {
		t.Errorf("error %v, assets %q, cache there %v", err, tea.Assets(), exists(c.CacheDir))
	}
}
