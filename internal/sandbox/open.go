//go:build linux

package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// commandUser is the uid of commands as they see it themselves.
const commandUser = 1000

// Open finds out what isolation this machine grants, by trying, and starts a
// pool with the strongest that the configuration admits. What is missing comes
// back as a *MissingRights error.
func Open(ctx context.Context, cfg Config) (Pool, error) {
	cfg, err := cfg.check()
	if err != nil {
		return nil, err
	}
	var missing error
	for _, way := range ways(cfg) {
		bp, err := way.plan(cfg)
		if err == nil {
			var s *slot
			if s, err = bp.try(ctx); err == nil {
				return newPool(bp, cfg, s), nil
			}
			bp.close()
		}
		if missing == nil {
			missing = &MissingRights{Protection: way.name, Cause: err, Remedy: way.remedy(err)}
		}
	}
	return nil, missing
}

func (cfg Config) check() (Config, error) {
	if cfg.Mode == "" {
		cfg.Mode = Auto
	}
	if !slices.Contains([]Mode{Auto, Namespaces, Landlock, None}, cfg.Mode) {
		return cfg, fmt.Errorf("sandbox: unknown mode %q; there are auto, namespaces, landlock and none", cfg.Mode)
	}
	if cfg.Boxes < 1 || cfg.Boxes > maxBoxes-50 {
		return cfg, fmt.Errorf("sandbox: %d boxes asked for; 1 to %d are possible", cfg.Boxes, maxBoxes-50)
	}
	if cfg.Scratch <= 0 {
		cfg.Scratch = 512 << 20
	}
	if cfg.Inodes <= 0 {
		cfg.Inodes = 16 << 10
	}
	for i, p := range cfg.ReadOnly {
		if !filepath.IsAbs(p) {
			return cfg, fmt.Errorf("sandbox: read-only path %q is not absolute", p)
		}
		if _, err := os.Stat(p); err != nil {
			return cfg, fmt.Errorf("sandbox: read-only path: %w", err)
		}
		cfg.ReadOnly[i] = filepath.Clean(p)
	}
	return cfg, nil
}

// way is one kind of isolation on one kind of machine.
type way struct {
	name   string
	plan   func(Config) (*blueprint, error)
	remedy func(error) string
}

// ways lists what may be tried for a configuration, strongest first.
func ways(cfg Config) []way {
	root := os.Geteuid() == 0
	switch {
	case cfg.Mode == None:
		return []way{{"a scratch folder", planBare, remedyBare}}
	case root:
		return []way{{"isolation by namespaces with memory control", planRoot1, remedyRoot}}
	}
	return nil
}

func planRoot1(cfg Config) (*blueprint, error) {
	tree, err := openTree1()
	if err != nil {
		return nil, err
	}
	bp, err := planNamespaces(cfg, tree)
	if err != nil {
		tree.close()
	}
	return bp, err
}

// planNamespaces is common to all ways with namespaces.
func planNamespaces(cfg Config, h hierarchy) (*blueprint, error) {
	ids, err := newIDRange()
	if err != nil {
		return nil, err
	}
	binds, links := systemView()
	for _, p := range cfg.ReadOnly {
		if !covered(p, binds) {
			binds = append(binds, bind{Path: p})
		}
	}
	for i := range binds {
		binds[i].Sent = !ids.single
	}
	bp := &blueprint{hierarchy: h, spawn: newSpawner(), ids: ids, env: environment("/tmp")}
	bp.setup = setup{Mode: Namespaces, Binds: binds, Links: links, Blank: blanked, Scratch: cfg.Scratch,
		Inodes: cfg.Inodes, User: commandUser, Single: ids.single, Group: groupNone}
	bp.isolation = Isolation{Mode: Namespaces, Memory: "poll", Processes: "rlimit", CPU: "poll",
		Network: "namespace", Files: "private root", Seccomp: true, Root: !ids.single, Kernel: kernel()}
	if h != nil {
		kind := string(h.kind())
		bp.setup.Group = h.kind()
		bp.isolation.Memory, bp.isolation.Processes, bp.isolation.CPU = kind, kind, kind
	}
	return bp, nil
}

// covered says that the path is seen already, below another one.
func covered(path string, binds []bind) bool {
	return slices.ContainsFunc(binds, func(b bind) bool {
		return path == b.Path || strings.HasPrefix(path, b.Path+"/")
	})
}

func kernel() string {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return ""
	}
	release, _, _ := bytes.Cut(u.Release[:], []byte{0})
	return string(release)
}

// try builds a first box and runs a command in it.
func (bp *blueprint) try(ctx context.Context) (*slot, error) {
	s, err := bp.start()
	if err != nil {
		return nil, err
	}
	err = s.check(ctx)
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// check runs the smallest command there is.
func (s *slot) check(ctx context.Context) error {
	res, err := s.run(ctx, &Command{Path: "/bin/true", Limits: Limits{
		CPU: 10 * time.Second, Wall: bootTime, Memory: 64 << 20, Processes: 16, OpenFiles: 64, FileSize: 1 << 20}})
	if err == nil && (res.ExitCode != 0 || res.Signal != "" || res.Limit != NoLimit) {
		err = fmt.Errorf("the first command in a box failed: exit status %d %s %s", res.ExitCode, res.Signal, res.Limit)
	}
	return err
}

func (bp *blueprint) close() error {
	bp.spawn.close()
	var errs []error
	if bp.hierarchy != nil {
		errs = append(errs, bp.hierarchy.close())
	}
	if bp.cleanUp != nil {
		errs = append(errs, bp.cleanUp())
	}
	return errors.Join(errs...)
}

func remedyRoot(error) string {
	return "run xeval on a machine where root may make namespaces and control groups (in Docker: see docs/containers.md)"
}

func remedyBare(error) string {
	return "make the folder for temporary files writable, or name another one by TMPDIR"
}
