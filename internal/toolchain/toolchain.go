// Package toolchain finds the compilers, interpreters and libraries that the
// languages ask for, prepares once what programs need beyond them, and says
// what is missing and how to get it. Everything it starts is the user's own
// trusted software, outside the sandbox; no sample is ever involved.
//
// What is found is tried before it is believed: wrappers are asked where the
// real executable lives, the real one is asked for its version, and libraries
// are used. The last two happen in an environment as bare as the sandbox's
// own, so that what works here by courtesy of a user's variables or home
// folder does not count as installed.
package toolchain

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/xeval/xeval/internal/lang"
)

// Config says where to look and where to keep what is prepared. This package
// reads no environment of its own.
type Config struct {
	Overrides map[string]string // executables by the name of a tool or a language (then its first tool)
	CacheDir  string            // prepared folders go to <CacheDir>/toolchains
	Path      string            // list of folders searched for executables
	Env       []string          // the user's environment, for wrappers and for clients of package registries
}

// CheckOverrides refuses overrides that no language could use, and those that
// name no file, so that a mistyped name or path is an error at once and not a
// choice silently ignored, or a run without verdicts.
func (c Config) CheckOverrides(languages []*lang.Language) error {
	for _, name := range slices.Sorted(maps.Keys(c.Overrides)) {
		if !slices.ContainsFunc(languages, func(l *lang.Language) bool { return overrides(l, name) }) {
			return fmt.Errorf("--toolchain %s=%s: no language or tool has this name (have %s)",
				name, c.Overrides[name], strings.Join(overridable(languages), ", "))
		}
		if p := c.Overrides[name]; !filepath.IsAbs(p) {
			return fmt.Errorf("--toolchain %s=%s: give the executable's absolute path", name, p)
		} else if info, err := os.Stat(p); err != nil {
			return fmt.Errorf("--toolchain %s: %w", name, err)
		} else if info.IsDir() {
			return fmt.Errorf("--toolchain %s=%s: this is a folder; give the executable's path", name, p)
		}
	}
	return nil
}

// overrides says whether name means one of l's tools.
func overrides(l *lang.Language, name string) bool {
	return name == l.Name || slices.ContainsFunc(l.Tools, func(t lang.Tool) bool { return t.Name == name })
}

func overridable(languages []*lang.Language) []string {
	var names []string
	for _, l := range languages {
		names = append(names, l.Name)
		for _, t := range l.Tools {
			names = append(names, t.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// override is the executable the user chose for l's i-th tool, and the name
// under which it was given. A tool's own name wins over the language's.
func (c Config) override(l *lang.Language, i int) (name, path string, ok bool) {
	names := []string{l.Tools[i].Name}
	if i == 0 {
		names = append(names, l.Name)
	}
	for _, n := range names {
		if p, ok := c.Overrides[n]; ok {
			return n, p, true
		}
	}
	return "", "", false
}

// A Version is one executable in use. Its fields are those of verdict.Tool.
type Version struct {
	Name    string `json:"name"`
	Path    string `json:"path"`
	Version string `json:"version"`
}

// A Toolchain is what was found for one language. It is fixed after Find.
type Toolchain struct {
	Language  *lang.Language
	config    Config
	tools     []located // in the order of Language.Tools
	libraries map[string]string
	files     map[string]string // places of libraries that are files

	assetsOnce sync.Once
	assets     string // see Assets
}

// located is one tool that works.
type located struct {
	name       string
	executable string
	version    string
	roots      []string
}

// Executable is the file to run for a tool, or "" for a name that the language
// does not have.
func (t *Toolchain) Executable(tool string) string {
	for _, l := range t.tools {
		if l.name == tool {
			return l.executable
		}
	}
	return ""
}

// Lacks is why a program that needs the named library cannot be judged here,
// or nil when the library is there.
func (t *Toolchain) Lacks(library string) error {
	if _, ok := t.libraries[library]; ok {
		return nil
	}
	for _, c := range t.Language.Checks {
		if c.Name == library {
			return missing(t.Language, library, fmt.Errorf("is not installed, and this program needs it"), c.Install)
		}
	}
	return missing(t.Language, library, fmt.Errorf("is not known"), "")
}

// Versions lists the executables in use in the language's own order.
func (t *Toolchain) Versions() []Version {
	out := make([]Version, len(t.tools))
	for i, l := range t.tools {
		out[i] = Version{l.name, l.executable, l.version}
	}
	return out
}

// Libraries gives the version of each library that the language checks for.
func (t *Toolchain) Libraries() map[string]string { return maps.Clone(t.libraries) }

// Expand puts the prepared folder in place of its mark, and files of libraries
// in place of theirs.
func (t *Toolchain) Expand(s string) string {
	for name, file := range t.files {
		s = strings.ReplaceAll(s, lang.LibraryFile(name), file)
	}
	return strings.ReplaceAll(s, lang.AssetsDir, t.Assets())
}

// Roots lists the host folders that a sandbox must show read-only beside the
// system's own: the tools' folders and what was prepared. None lies in another.
func (t *Toolchain) Roots() []string {
	var all []string
	for _, l := range t.tools {
		all = append(all, l.roots...)
		all = append(all, installation(l.executable, variable(t.config.Env, "HOME"), l.roots)...)
	}
	if a := t.Assets(); a != "" {
		all = append(all, a)
	}
	for _, file := range t.files {
		all = append(all, linkChain(file)...)
	}
	return outermost(all)
}
