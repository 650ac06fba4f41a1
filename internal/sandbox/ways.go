//go:build linux

package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// protections are what AllowMissing may name.
//   - memory: as root, exact limits by control groups; polling takes their place.
//   - namespaces: a process tree, a network and a root of their own; Landlock
//     takes their place.
//   - signals: that commands cannot signal other processes of the same user,
//     for which Landlock needs Linux 6.12.
var protections = []string{"memory", "namespaces", "signals"}

func (cfg Config) mayMiss(protection string) bool {
	return slices.Contains(cfg.AllowMissing, protection)
}

// way is one kind of isolation. plan fails where it cannot be; what plan does
// not notice, the first box will.
type way struct {
	mode Mode
	name string
	plan func(Config) (*blueprint, error)
}

var (
	namespaces2 = way{Namespaces, "namespaces with cgroup v2", func(cfg Config) (*blueprint, error) {
		tree, err := openTree2()
		if err != nil {
			return nil, err
		}
		return planNamespaces(cfg, tree)
	}}
	namespaces1 = way{Namespaces, "namespaces with cgroup v1", func(cfg Config) (*blueprint, error) {
		tree, err := openTree1()
		if err != nil {
			return nil, err
		}
		return planNamespaces(cfg, tree)
	}}
	namespaces0 = way{Namespaces, "namespaces without control groups", func(cfg Config) (*blueprint, error) {
		return planNamespaces(cfg, nil)
	}}
	landlocked = way{Landlock, "Landlock without namespaces", planLandlock}
	bare       = way{None, "no isolation", planBare}
)

// ways lists what may be tried for a configuration, strongest first.
func ways(cfg Config) (list []way) {
	root := os.Geteuid() == 0
	if cfg.Mode == Auto || cfg.Mode == Namespaces {
		list = append(list, namespaces2)
		if root {
			list = append(list, namespaces1)
		}
		if !root || cfg.mayMiss("memory") {
			list = append(list, namespaces0)
		}
	}
	if cfg.Mode == Landlock || (cfg.Mode == Auto && cfg.mayMiss("namespaces")) {
		list = append(list, landlocked)
	}
	if cfg.Mode == None {
		list = append(list, bare)
	}
	return list
}

// planNamespaces is common to all ways with namespaces.
func planNamespaces(cfg Config, h hierarchy) (bp *blueprint, err error) {
	ids, err := hostIDs()
	if err != nil {
		if h != nil {
			err = errors.Join(err, h.close())
		}
		return nil, err
	}
	binds, links := systemView()
	binds = addReadOnly(binds, cfg.ReadOnly)
	for i := range binds {
		binds[i].Sent = !ids.single
	}
	bp = &blueprint{hierarchy: h, spawn: newSpawner(), ids: ids, env: environment("/tmp")}
	bp.setup = setup{Mode: Namespaces, Binds: binds, Links: links, Blank: blanked, Scratch: cfg.Scratch,
		Inodes: cfg.Inodes, User: commandUser, Single: ids.single, Group: groupNone}
	bp.isolation = Isolation{Mode: Namespaces, Memory: "poll", Processes: "rlimit", CPU: "poll",
		Network: "namespace", Files: "private root", Seccomp: true, Root: os.Geteuid() == 0, Kernel: kernel()}
	if h != nil {
		kind := string(h.kind())
		bp.setup.Group = h.kind()
		bp.isolation.Memory, bp.isolation.Processes, bp.isolation.CPU = kind, kind, kind
	} else if bp.isolation.Root {
		bp.isolation.Missing = []string{"memory"}
	}
	return bp, nil
}

func addReadOnly(binds []bind, paths []string) []bind {
	for _, p := range paths {
		// seen already, below another one?
		if !slices.ContainsFunc(binds, func(b bind) bool { return p == b.Path || strings.HasPrefix(p, b.Path+"/") }) {
			binds = append(binds, bind{Path: p})
		}
	}
	return binds
}

func planLandlock(cfg Config) (*blueprint, error) {
	abi := landlockABI()
	if abi == 0 {
		return nil, fmt.Errorf("landlock_create_ruleset: %w", unix.ENOSYS)
	}
	ids, err := hostIDs()
	if err != nil || !canSwitchUser() {
		ids = newSingle()
	}
	var missing []string
	if abi < 6 && ids.single {
		if !cfg.mayMiss("signals") {
			return nil, fmt.Errorf("this kernel's Landlock (version %d) does not keep signals in; version 6 does: %w", abi, errSignals)
		}
		missing = append(missing, "signals")
	}
	bp, err := planFolder(cfg, ids)
	if err != nil {
		return nil, err
	}
	binds, _ := systemView()
	bp.setup.Mode = Landlock
	bp.setup.ReadAll = !ids.single && slices.ContainsFunc(cfg.ReadOnly, closedToOthers)
	bp.setup.Binds = addReadOnly(binds, cfg.ReadOnly)
	if cfg.Mode == Auto {
		missing = append(missing, "namespaces")
	}
	bp.isolation = Isolation{Mode: Landlock, Memory: "poll", Processes: "rlimit", CPU: "poll", Network: "seccomp",
		Files: "landlock", Seccomp: true, Root: os.Geteuid() == 0, Kernel: kernel(), Missing: missing}
	return bp, nil
}

// canSwitchUser: even root lacks these rights in some containers.
func canSwitchUser() bool {
	const need = 1<<unix.CAP_SETUID | 1<<unix.CAP_SETGID | 1<<unix.CAP_CHOWN
	return capabilities()&need == need
}

// closedToOthers says that another user cannot reach a path: a tool in root's
// own home, say. Commands then need one of root's rights, to read what Landlock
// lets them.
func closedToOthers(path string) bool {
	for p := path; p != "/"; p = filepath.Dir(p) {
		if st, err := os.Stat(p); err != nil || st.Mode()&1 == 0 && (st.IsDir() || p == path) {
			return true
		}
	}
	return false
}

func planBare(cfg Config) (*blueprint, error) {
	bp, err := planFolder(cfg, newSingle())
	if err != nil {
		return nil, err
	}
	bp.setup.Mode = None
	bp.isolation = Isolation{Mode: None, Memory: "poll", Processes: "none", CPU: "poll", Network: "none",
		Files: "none", Root: os.Geteuid() == 0, Kernel: kernel()}
	return bp, nil
}

func kernel() string {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return ""
	}
	release, _, _ := bytes.Cut(u.Release[:], []byte{0})
	return string(release)
}
