package toolchain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/xeval/xeval/internal/lang"
)

// Find looks for everything a language needs. When something is absent or does
// not work, the error is a *Missing; any other error is not the toolchain's.
func Find(ctx context.Context, l *lang.Language, c Config) (*Toolchain, error) {
	found, err := newProber(c).look(ctx, l)
	if err != nil {
		return nil, err
	}
	if m := found.firstMissing(); m != nil {
		return nil, m
	}
	return found.toolchain(c), nil
}

// FindAll is Find for several languages at once: those that can be judged and
// what the others lack, each in the order of languages.
func FindAll(ctx context.Context, languages []*lang.Language, c Config) ([]*Toolchain, []*Missing, error) {
	all, err := newProber(c).lookAll(ctx, languages)
	if err != nil {
		return nil, nil, err
	}
	var found []*Toolchain
	var lacking []*Missing
	for _, f := range all {
		if m := f.firstMissing(); m != nil {
			lacking = append(lacking, m)
		} else {
			found = append(found, f.toolchain(c))
		}
	}
	return found, lacking, nil
}

// findings is all that was learnt about one language.
type findings struct {
	language *lang.Language
	tools    []toolFinding
	checks   []checkFinding
}

// toolFinding is a tool that works, or why none does.
type toolFinding struct {
	located
	passedOver []string // executables tried before, and why they do not do
	chosen     bool     // by the user
	err        error
}

// install is the command that gets the tool. It is no help where the user
// named an executable that does not do.
func (t toolFinding) install(want lang.Tool) string {
	if t.chosen {
		return ""
	}
	return want.Install
}

// checkFinding is a library's version, or why it cannot be used.
type checkFinding struct {
	version string
	file    string // of a library that is a file
	err     error
}

// look tries all tools and then all checks. Its error is never about a tool.
func (p *prober) look(ctx context.Context, l *lang.Language) (findings, error) {
	f := findings{l, make([]toolFinding, len(l.Tools)), make([]checkFinding, len(l.Checks))}
	if !filepath.IsAbs(p.config.CacheDir) {
		return f, fmt.Errorf("the cache folder %q is not an absolute path", p.config.CacheDir)
	}
	empty, err := os.MkdirTemp("", "xeval-probe-")
	if err != nil {
		return f, fmt.Errorf("looking for %s: %w", l.Title, err)
	}
	defer os.RemoveAll(empty)
	var wg sync.WaitGroup
	for i := range l.Tools {
		wg.Go(func() { f.tools[i] = p.findTool(ctx, l, i, empty) })
	}
	wg.Wait()
	for i, c := range l.Checks {
		wg.Go(func() { f.checks[i] = p.check(ctx, c, f, empty) })
	}
	wg.Wait()
	return f, ctx.Err()
}

// lookAll looks for several languages side by side.
func (p *prober) lookAll(ctx context.Context, languages []*lang.Language) ([]findings, error) {
	all, errs := make([]findings, len(languages)), make([]error, len(languages))
	var wg sync.WaitGroup
	for i, l := range languages {
		wg.Go(func() { all[i], errs[i] = p.look(ctx, l) })
	}
	wg.Wait()
	return all, errors.Join(errs...)
}

// findTool takes the executable the user chose, or else the first on PATH that
// works: a wrapper whose tool is not installed must not hide a good one
// further down.
func (p *prober) findTool(ctx context.Context, l *lang.Language, i int, home string) toolFinding {
	tool := l.Tools[i]
	if name, path, ok := p.config.override(l, i); ok {
		at, err := p.try(ctx, tool, path, home)
		if err != nil {
			err = fmt.Errorf("--toolchain %s=%s: %w; name another executable, or leave the choice to PATH", name, path, err)
		}
		return toolFinding{located: at, chosen: true, err: err}
	}
	candidates := p.onPath(tool.Candidates)
	if len(candidates) == 0 {
		return toolFinding{err: fmt.Errorf("not found on PATH (looked for %s)", strings.Join(tool.Candidates, ", "))}
	}
	var f toolFinding
	for _, c := range candidates {
		at, err := p.try(ctx, tool, c, home)
		if err == nil {
			f.located = at
			return f
		}
		f.passedOver = append(f.passedOver, err.Error())
	}
	return toolFinding{err: errors.New(f.passedOver[0])}
}

// try locates the real executable behind a file and asks for its version. Both
// run in the root folder: wrappers take the version to use from files of the
// current folder, and the answer must not depend on where xeval was started.
func (p *prober) try(ctx context.Context, tool lang.Tool, file, home string) (located, error) {
	at := located{name: tool.Name, executable: file}
	if err := executable(file); err != nil {
		return at, err
	}
	if tool.Locate != nil {
		out, _, err := p.ask(ctx, question{executable: file, args: tool.LocateArgs, dir: "/", env: p.userEnv()})
		if err != nil {
			return at, err
		}
		place := tool.Locate(file, out)
		at.executable, at.roots = place.Executable, place.Roots
		if err := executable(at.executable); err != nil {
			return at, fmt.Errorf("%s does not tell where it lives: %w", file, err)
		}
	}
	if len(tool.VersionArgs) == 0 {
		return at, nil
	}
	out, errs, err := p.ask(ctx, question{executable: at.executable, args: tool.VersionArgs, dir: "/", env: bareEnv(at.executable, home)})
	if err != nil {
		return at, err
	}
	match := regexp.MustCompile(tool.VersionPattern).FindStringSubmatch(out + errs)
	if match == nil {
		return at, fmt.Errorf("%s prints no version: %q", commandLine(at.executable, tool.VersionArgs), firstLine(out+errs))
	}
	at.version = match[1]
	return at, nil
}

// check uses a library with a tool that was found.
func (p *prober) check(ctx context.Context, c lang.Check, f findings, home string) checkFinding {
	if len(c.Places) > 0 {
		return p.libraryFile(c)
	}
	for i, t := range f.language.Tools {
		if t.Name != c.Tool {
			continue
		}
		if f.tools[i].err != nil {
			return checkFinding{err: fmt.Errorf("cannot be looked for without %s", c.Tool)}
		}
		file := f.tools[i].executable
		out, _, err := p.ask(ctx, question{file, c.Args, c.Stdin, home, bareEnv(file, home)})
		return checkFinding{version: lastLine(out), err: err}
	}
	return checkFinding{err: fmt.Errorf("is checked with a tool %q, which %s does not have", c.Tool, f.language.Title)}
}

// libraryFile looks for a library that is a file.
func (p *prober) libraryFile(c lang.Check) checkFinding {
	for _, place := range c.Places {
		if rest, ok := strings.CutPrefix(place, "~/"); ok {
			place = filepath.Join(variable(p.config.Env, "HOME"), rest)
		}
		info, err := os.Stat(place)
		if err != nil || !info.Mode().IsRegular() || !filepath.IsAbs(place) {
			continue
		}
		return checkFinding{file: place, version: versionOfFile(place, c.VersionPattern)}
	}
	return checkFinding{err: fmt.Errorf("not found (looked for %s); only %s need it", strings.Join(c.Places, ", "), c.OnlyFor)}
}

// versionOfFile is the version in a library's file name, or in the name of the
// file that it is a link to. Some packages link one way and some the other.
func versionOfFile(place, pattern string) string {
	names := []string{filepath.Base(place)}
	if real, err := filepath.EvalSymlinks(place); err == nil {
		names = []string{filepath.Base(real), names[0]}
	}
	for _, name := range names {
		if m := regexp.MustCompile(pattern).FindStringSubmatch(name); m != nil {
			return m[1]
		}
	}
	return "unknown"
}

// firstMissing is the first thing that is not there, tools before libraries.
func (f findings) firstMissing() *Missing {
	for i, t := range f.tools {
		if t.err != nil {
			return missing(f.language, f.language.Tools[i].Name, t.err, t.install(f.language.Tools[i]))
		}
	}
	for i, c := range f.checks {
		if c.err != nil && f.language.Checks[i].OnlyFor == "" {
			return missing(f.language, f.language.Checks[i].Name, c.err, f.language.Checks[i].Install)
		}
	}
	return nil
}

// toolchain takes the findings of a language of which nothing is missing.
func (f findings) toolchain(c Config) *Toolchain {
	t := &Toolchain{Language: f.language, config: c, libraries: map[string]string{}, files: map[string]string{}}
	for _, tool := range f.tools {
		t.tools = append(t.tools, tool.located)
	}
	for i, check := range f.checks {
		if check.err != nil {
			continue
		}
		name := f.language.Checks[i].Name
		t.libraries[name] = check.version
		if check.file != "" {
			t.files[name] = check.file
		}
	}
	return t
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// lastLine is where a check prints its version, after whatever came before,
// as a preprocessor does; quotation marks around it are not part of it.
func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return strings.Trim(s[strings.LastIndex(s, "\n")+1:], `"`)
}
