package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/run"
	"github.com/xeval/xeval/internal/sandbox"
	"github.com/xeval/xeval/internal/toolchain"
)

// judging are the flags of all verbs that run programs.
type judging struct {
	t *terminal

	jobs         int
	mode         string
	allowMissing []string
	freshBoxes   bool
	plain        bool
	toolchains   pairsValue
	levels       pairsValue
	cacheDir     string

	buildCPU, buildWall, runCPU, runWall time.Duration
	buildMemory, runMemory, output       sizeValue
	killOnOutput                         bool
	verbose                              bool

	cache     string // "" where a verdict must be found here and now
	cacheSize sizeValue
}

func (j *judging) addFlags(c *cobra.Command, t *terminal) {
	j.t, j.toolchains, j.levels = t, pairsValue{}, pairsValue{}
	f := c.Flags()
	f.IntVarP(&j.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "programs judged at once")
	f.StringVar(&j.mode, "sandbox", string(sandbox.Auto), "isolation: auto, namespaces, landlock, or none (runs untrusted code unprotected)")
	f.StringSliceVar(&j.allowMissing, "allow-missing", nil, "protections that may be absent, such as memory (see xeval doctor)")
	f.BoolVar(&j.freshBoxes, "fresh-boxes", false, "a new sandbox for every sample (slower)")
	f.BoolVar(&j.plain, "plain", false, "judge by the plain toolchain calls alone (slower, the same verdicts)")
	f.Var(j.toolchains, "toolchain", "executable of a tool or language, such as python=/opt/py38/bin/python3 (repeatable)")
	f.Var(j.levels, "level", "language level, such as cpp=c++17 (repeatable)")
	f.StringVar(&j.cacheDir, "cache-dir", "", "where datasets, prepared libraries and verdicts are kept (default $XDG_CACHE_HOME/xeval)")
	f.DurationVar(&j.buildCPU, "build-cpu", 0, "CPU time limit of a build (default 30s)")
	f.DurationVar(&j.buildWall, "build-wall", 0, "wall guard of a build (default: in proportion to --build-cpu)")
	f.Var(&j.buildMemory, "build-memory", "memory limit of a build (default 2GiB)")
	f.DurationVar(&j.runCPU, "run-cpu", 0, "CPU time limit of a run (default 10s)")
	f.DurationVar(&j.runWall, "run-wall", 0, "wall guard of a run (default: in proportion to --run-cpu)")
	f.Var(&j.runMemory, "run-memory", "memory limit of a run (default 1GiB)")
	f.Var(&j.output, "output-limit", "kept of each output stream, head and tail (default 64KiB)")
	f.BoolVarP(&j.verbose, "verbose", "v", false, "also tell what the sandbox does")
	f.BoolVar(&j.killOnOutput, "kill-on-output", false, "a program that writes more than --output-limit fails: output_limit")
}

// leastMemory is below every other limit: with less the runtimes do not start,
// and the kernel refuses the limit itself.
const leastMemory = 32 << 20

// setting reads flags and configuration file into what package run needs.
func (j *judging) setting() (run.Setting, error) {
	mode := sandbox.Mode(j.mode)
	if !slices.Contains([]sandbox.Mode{sandbox.Auto, sandbox.Namespaces, sandbox.Landlock, sandbox.None}, mode) {
		return run.Setting{}, usagef("--sandbox %s: choose auto, namespaces, landlock or none", j.mode)
	}
	if j.jobs < 1 {
		return run.Setting{}, usagef("--jobs %d: at least one", j.jobs)
	}
	for flag, memory := range map[string]sizeValue{"build-memory": j.buildMemory, "run-memory": j.runMemory} {
		if memory != 0 && memory < leastMemory {
			return run.Setting{}, usagef("--%s %s: at least %s, which every language's tools and programs need to start", flag, &memory, formatSize(leastMemory))
		}
	}
	tools, err := j.toolchainConfig()
	if err != nil {
		return run.Setting{}, err
	}
	options, err := j.options()
	if err != nil {
		return run.Setting{}, err
	}
	if mode == sandbox.None {
		j.t.logf("WARNING: --sandbox none runs untrusted code with your own rights, unprotected")
	}
	verdicts, err := j.verdictCache()
	if err != nil {
		return run.Setting{}, err
	}
	box := sandbox.Config{Mode: mode, AllowMissing: j.allowMissing, FreshBoxes: j.freshBoxes}
	if j.verbose {
		box.Logf = j.t.logf
	}
	return run.Setting{Toolchain: tools, Programs: options, Workers: j.jobs, Plain: j.plain, Cache: verdicts, Logf: j.t.logf, Sandbox: box}, nil
}

func (j *judging) toolchainConfig() (toolchain.Config, error) {
	chosen, err := readConfig(j.t)
	if err != nil {
		return toolchain.Config{}, err
	}
	overrides := map[string]string{}
	maps.Copy(overrides, chosen.Toolchain)
	maps.Copy(overrides, j.toolchains)
	c := toolchain.Config{Overrides: overrides, CacheDir: cacheDir(j.t, j.cacheDir), Path: j.t.getenv("PATH"), Env: j.t.environ}
	if err := c.CheckOverrides(lang.All()); err != nil {
		return c, &exitError{exitUsage, err}
	}
	return c, nil
}

// options are those of all languages, as flags and configuration change them.
func (j *judging) options() (map[string]program.Options, error) {
	chosen, err := readConfig(j.t)
	if err != nil {
		return nil, err
	}
	levels := map[string]string{}
	for _, given := range []map[string]string{chosen.Level, j.levels} {
		for name, level := range given {
			l, err := lang.Lookup(name)
			if err != nil {
				return nil, usagef("--level %s=%s: %v", name, level, err)
			}
			if len(l.Levels) > 0 && !slices.Contains(l.Levels, level) {
				return nil, usagef("--level %s=%s: %s has the levels %v", name, level, l.Title, l.Levels)
			}
			levels[l.Name] = level
		}
	}
	out := map[string]program.Options{}
	for _, l := range lang.All() {
		o := program.Defaults(l)
		if level, ok := levels[l.Name]; ok {
			o.Lang.Level = level
		}
		change(&o.Lang.Build, j.buildCPU, j.buildWall, int64(j.buildMemory), int64(j.output), false)
		change(&o.Lang.Run, j.runCPU, j.runWall, int64(j.runMemory), int64(j.output), j.killOnOutput)
		out[l.Name] = o
	}
	return out, nil
}

// useWholeLevel takes the level of programs given whole, unless one was chosen.
func (j *judging) useWholeLevel(l *lang.Language, s run.Setting) {
	p := s.Programs[l.Name]
	if l.WholeLevel != "" && p.Lang.Level == l.DefaultLevel {
		p.Lang.Level = l.WholeLevel
		s.Programs[l.Name] = p
	}
}

// useRule takes the level and time limits of problems of another rule than
// HumanEval-X's, unless others were chosen.
func useRule(rule problem.Rule, s run.Setting) {
	for _, l := range lang.All() {
		s.Programs[l.Name] = s.Programs[l.Name].Under(l, rule)
	}
}

// change applies what was given. The wall guard keeps its proportion to the
// CPU limit unless it is given itself.
func change(l *lang.Limits, cpu, wall time.Duration, memory, output int64, kill bool) {
	if cpu > 0 {
		l.Wall = time.Duration(float64(l.Wall) * float64(cpu) / float64(l.CPU))
		l.CPU = cpu
	}
	if wall > 0 {
		l.Wall = wall
	}
	if memory > 0 {
		l.Memory = memory
	}
	if output > 0 {
		l.Output = output
	}
	l.KillOnOutput = kill
}

// A config is the user's configuration file: choices that hold on a machine.
type config struct {
	Toolchain map[string]string `json:"toolchain"`
	Level     map[string]string `json:"level"`
}

// readConfig reads $XDG_CONFIG_HOME/xeval/config.json, or the file that
// XEVAL_CONFIG names.
func readConfig(t *terminal) (config, error) {
	path := t.getenv("XEVAL_CONFIG")
	if path == "" {
		path = filepath.Join(folderOf(t, "XDG_CONFIG_HOME", ".config"), "xeval", "config.json")
	}
	var c config
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) && t.getenv("XEVAL_CONFIG") == "" {
		return c, nil
	}
	if err != nil {
		return c, usagef("configuration: %v", err)
	}
	defer f.Close()
	d := json.NewDecoder(f)
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return c, usagef("configuration %s: %v (it may hold toolchain and level)", path, err)
	}
	return c, nil
}

func cacheDir(t *terminal, given string) string {
	if given != "" {
		if abs, err := filepath.Abs(given); err == nil {
			return abs
		}
		return given
	}
	return filepath.Join(folderOf(t, "XDG_CACHE_HOME", ".cache"), "xeval")
}

// folderOf is a folder of the XDG base directories; a relative value counts
// as unset, as their specification says.
func folderOf(t *terminal, variable, home string) string {
	if dir := t.getenv(variable); filepath.IsAbs(dir) {
		return dir
	}
	if dir := t.getenv("HOME"); dir != "" {
		return filepath.Join(dir, home)
	}
	return filepath.Join(os.TempDir(), fmt.Sprintf("xeval-%d", os.Getuid()))
}

// languagesOf resolves names, in their order.
func languagesOf(names []string) ([]*lang.Language, error) {
	var out []*lang.Language
	for _, n := range names {
		l, err := lang.Lookup(n)
		if err != nil {
			return nil, usagef("--lang: %v", err)
		}
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out, nil
}
