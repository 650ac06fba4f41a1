package toolchain

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xeval/xeval/internal/lang"
)

func TestFind(t *testing.T) {
	c, real := fakeTools(t)
	tea := find(t, fakeLanguage(), c)
	if got, want := tea.Versions(), []Version{{"brew", real, "1.2.3"}}; !slices.Equal(got, want) {
		t.Errorf("versions %v, want %v", got, want)
	}
	if got := tea.Libraries()["leaves"]; got != "leaves? 3.1" {
		t.Errorf("library version %q, want the last line without its quotation marks", got)
	}
	if tea.Executable("brew") != real || tea.Executable("other") != "" {
		t.Errorf("executables %q and %q", tea.Executable("brew"), tea.Executable("other"))
	}
	if got, want := tea.Roots(), []string{filepath.Dir(filepath.Dir(real))}; !slices.Equal(got, want) {
		t.Errorf("roots %v, want %v", got, want)
	}
}

// missingFrom is the Missing that Find must return.
func missingFrom(t *testing.T, l *lang.Language, c Config) *Missing {
	t.Helper()
	_, err := Find(t.Context(), l, c)
	var m *Missing
	if !errors.As(err, &m) {
		t.Fatalf("error %v, want a *Missing", err)
	}
	return m
}

func TestFindMissing(t *testing.T) {
	tests := map[string]struct {
		spoil func(l *lang.Language, c *Config, real string)
		want  string
	}{
		"nothing on PATH": {
			func(_ *lang.Language, c *Config, _ string) { c.Path = "/nonexistent" },
			"not found on PATH (looked for brew, brew-old)",
		},
		"wrapper that fails": {
			func(_ *lang.Language, c *Config, _ string) { c.Env = nil },
			"exit status 4",
		},
		"real executable gone": {
			func(_ *lang.Language, _ *Config, real string) { os.Remove(real) },
			"does not exist",
		},
		"not executable": {
			func(_ *lang.Language, _ *Config, real string) { os.Chmod(real, 0o644) },
			"is not an executable file",
		},
		"no version": {
			func(l *lang.Language, _ *Config, _ string) { l.Tools[0].VersionPattern = "coffee ([0-9]+)" },
			`prints no version: "this is brew 1.2.3"`,
		},
		"override that does not exist": {
			func(_ *lang.Language, c *Config, _ string) {
				c.Overrides = map[string]string{"tea": "/nonexistent/brew"}
			},
			"--toolchain tea=/nonexistent/brew: /nonexistent/brew does not exist; name another executable, or leave the choice to PATH",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			l := fakeLanguage()
			c, real := fakeTools(t)
			test.spoil(l, &c, real)
			m := missingFrom(t, l, c)
			if m.Language != "tea" || m.Tool != "brew" || !strings.Contains(m.Error(), test.want) {
				t.Errorf("%q about %s %s, want %q", m, m.Language, m.Tool, test.want)
			}
			if !strings.Contains(m.Error(), "Tea cannot be judged here") || strings.HasSuffix(m.Error(), "apt-get install brew") != (c.Overrides == nil) {
				t.Errorf("%q does not say what is lost and how to get it", m)
			}
		})
	}
}

func TestFindMissingLibrary(t *testing.T) {
	l := fakeLanguage()
	l.Checks[0].Args = []string{"nonsense"}
	c, _ := fakeTools(t)
	m := missingFrom(t, l, c)
	if m.Tool != "leaves" || m.Install != "apt-get install leaves" || !strings.Contains(m.Error(), "exit status 9") {
		t.Errorf("got %q about %s", m, m.Tool)
	}
}

// A user's variables and home must not make a library look installed: the
// sandbox has neither.
func TestChecksRunBare(t *testing.T) {
	l := fakeLanguage()
	c, real := fakeTools(t)
	script(t, real, `
test -z "$WRAP" && test "$HOME" != `+variable(c.Env, "HOME")+` || exit 5
echo statistics 2> /dev/null > "$XDG_CONFIG_HOME/brew" && exit 6
echo brew 1`)
	if got := find(t, l, c).Versions()[0].Version; got != "1" {
		t.Errorf("version %q", got)
	}
}

// A shim whose tool is not installed must not hide a working one.
func TestFindPassesOverBrokenWrapper(t *testing.T) {
	c, real := fakeTools(t)
	broken := filepath.Join(t.TempDir(), "brew")
	script(t, broken, "echo no default tea >&2; exit 1")
	c.Path = filepath.Dir(broken) + ":" + c.Path
	if got := find(t, fakeLanguage(), c).Executable("brew"); got != real {
		t.Errorf("executable %s, want %s", got, real)
	}
	states, err := survey(t.Context(), []*lang.Language{fakeLanguage()}, c)
	if err != nil {
		t.Fatal(err)
	}
	over := states[0].Tools[0].PassedOver
	if len(over) != 1 || !strings.Contains(over[0], broken) || !strings.Contains(over[0], "no default tea") {
		t.Errorf("passed over: %q", over)
	}
}

func TestOverrides(t *testing.T) {
	c, _ := fakeTools(t)
	other := script(t, filepath.Join(t.TempDir(), "brew-9"), `
case "$1" in --where) echo "$0" ;; --version) echo brew 9 ;; esac`)
	for _, name := range []string{"tea", "brew"} {
		c.Overrides = map[string]string{name: other}
		if err := c.CheckOverrides([]*lang.Language{fakeLanguage()}); err != nil {
			t.Error(err)
		}
		if got := find(t, fakeLanguage(), c).Versions()[0]; got.Path != other || got.Version != "9" {
			t.Errorf("%s: got %v", name, got)
		}
	}
	for path, name := range map[string]string{other: "toe", "brew-9": "tea", "/nonexistent/brew": "tea", t.TempDir(): "tea"} {
		c.Overrides = map[string]string{name: path}
		err := c.CheckOverrides([]*lang.Language{fakeLanguage()})
		if err == nil || !strings.Contains(err.Error(), "--toolchain "+name) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s=%s: %v", name, path, err)
		}
	}
}

func TestFindCancelled(t *testing.T) {
	c, real := fakeTools(t)
	ctx, cancel := context.WithCancel(t.Context())
	started := filepath.Join(t.TempDir(), "started")
	script(t, real, ": > "+started+"; sleep 600 & wait")
	done := make(chan error)
	go func() {
		_, err := Find(ctx, fakeLanguage(), c)
		done <- err
	}()
	for !exists(started) {
		time.Sleep(time.Millisecond)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's own: nothing is missing", err)
	}
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

func TestFindAllAndSurvey(t *testing.T) {
	c, real := fakeTools(t)
	lacking := fakeLanguage()
	lacking.Name, lacking.Tools[0].Candidates = "cocoa", []string{"whisk"}
	languages := []*lang.Language{lacking, fakeLanguage()}

	found, missing, err := FindAll(t.Context(), languages, c)
	if err != nil || len(found) != 1 || found[0].Language.Name != "tea" || len(missing) != 1 || missing[0].Language != "cocoa" {
		t.Errorf("found %v, missing %v, error %v", found, missing, err)
	}
	states, err := survey(t.Context(), languages, c)
	if err != nil {
		t.Fatal(err)
	}
	cocoa, tea := states[0], states[1]
	if cocoa.Ready || cocoa.Tools[0].Install == "" || cocoa.Tools[0].Problem == "" || cocoa.Checks[0].Problem == "" {
		t.Errorf("cocoa: %+v", cocoa)
	}
	want := ToolStatus{Name: "brew", Path: real, Version: "1.2.3", Upstream: "1.0"}
	if got := tea.Tools[0]; !tea.Ready || got.Path != want.Path || got.Version != want.Version || got.Upstream != want.Upstream || got.Problem != "" || got.Install != "" {
		t.Errorf("tea: %+v", tea)
	}
}

// A library that is a file: only some programs need it, so that a language
// without it can be judged.
func TestLibraryFiles(t *testing.T) {
	c, _ := fakeTools(t)
	home := variable(c.Env, "HOME")
	l := fakeLanguage()
	l.Checks = append(l.Checks, lang.Check{
		Name: "honey", OnlyFor: "sweet teas", Install: "apt-get install honey", VersionPattern: `honey-([0-9.]+)\.jar`,
		Places: []string{"/nonexistent/honey.jar", "~/lib/honey.jar"},
	})
	without := find(t, l, c)
	if err := without.Lacks("honey"); err == nil || !strings.Contains(err.Error(), "apt-get install honey") || without.Lacks("leaves") != nil {
		t.Errorf("lacks: %v, %v", err, without.Lacks("leaves"))
	}
	status, err := survey(t.Context(), []*lang.Language{l}, c)
	if err != nil || !status[0].Ready || !strings.Contains(status[0].Checks[1].Problem, "only sweet teas need it") {
		t.Errorf("%+v, %v", status, err)
	}
	real := filepath.Join(home, "store", "honey-1.2.jar")
	link := filepath.Join(home, "lib", "honey.jar")
	for _, err := range []error{os.MkdirAll(filepath.Dir(real), 0o755), os.MkdirAll(filepath.Dir(link), 0o755), os.WriteFile(real, nil, 0o644), os.Symlink(real, link)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	with := find(t, l, c)
	if with.Lacks("honey") != nil || with.Libraries()["honey"] != "1.2" || with.ID() == without.ID() || with.Assets() != without.Assets() {
		t.Errorf("%v, %v", with.Lacks("honey"), with.Libraries())
	}
	if got := with.Expand("a:" + lang.LibraryFile("honey")); got != "a:"+link {
		t.Errorf("expanded to %q", got)
	}
	for _, file := range []string{real, link} {
		if !slices.Contains(with.Roots(), file) {
			t.Errorf("the sandbox would not show %s: %q", file, with.Roots())
		}
	}
	if err := with.Lacks("milk"); err == nil {
		t.Error("an unknown library is there")
	}
}

// Debian links the name with the version to the one without.
func TestVersionOfFile(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "honey.jar"), filepath.Join(dir, "honey-1.2.jar")
	if err := errors.Join(os.WriteFile(file, nil, 0o644), os.Symlink("honey.jar", link)); err != nil {
		t.Fatal(err)
	}
	for place, want := range map[string]string{link: "1.2", file: "unknown"} {
		if got := versionOfFile(place, `honey-([0-9.]+)\.jar`); got != want {
			t.Errorf("%s: %q, want %q", place, got, want)
		}
	}
}
