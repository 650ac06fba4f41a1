//go:build linux

package sandbox

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Where no namespace can be made, as in a container with the usual profile,
// Landlock keeps a command from files, from signals to others and from abstract
// sockets; the filter refuses sockets altogether. What it cannot do: hide that a
// path exists, count files, give a process tree of its own.

const (
	readAccess = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	fileAccess = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	devices = unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK
)

// procFiles are what runtimes read of /proc to size themselves.
var procFiles = []string{"/proc/meminfo", "/proc/cpuinfo", "/proc/stat", "/proc/uptime", "/proc/loadavg", "/proc/version",
	"/proc/filesystems", "/proc/sys/vm/overcommit_memory", "/proc/sys/kernel/pid_max", "/proc/sys/kernel/osrelease"}

// landlockABI is the version the kernel speaks; 0: none.
func landlockABI() int {
	v, _, e := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if e != 0 {
		return 0
	}
	return int(v)
}

// ruleset returns what a kernel of this version can be asked for.
func ruleset(abi int) (attr unix.LandlockRulesetAttr, size uintptr) {
	known := []uint64{1: unix.LANDLOCK_ACCESS_FS_MAKE_SYM, 2: unix.LANDLOCK_ACCESS_FS_REFER, 3: unix.LANDLOCK_ACCESS_FS_TRUNCATE,
		4: unix.LANDLOCK_ACCESS_FS_TRUNCATE, 5: unix.LANDLOCK_ACCESS_FS_IOCTL_DEV}
	attr.Handled_access_fs = known[min(abi, 5)]<<1 - 1
	size = 8
	if abi >= 4 {
		attr.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
		size = 16
	}
	if abi >= 6 {
		attr.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
		size = 24
	}
	return attr, size
}

// landlock binds the calling thread.
func (in *boxInit) landlock() error {
	attr, size := ruleset(landlockABI())
	fd, _, e := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0)
	if e != 0 {
		return os.NewSyscallError("landlock_create_ruleset", e)
	}
	defer unix.Close(int(fd))
	allow := func(path string, access uint64) error {
		return addRule(int(fd), path, access&attr.Handled_access_fs)
	}
	for _, b := range in.setup.Binds {
		access := uint64(readAccess)
		if b.Device {
			access |= unix.LANDLOCK_ACCESS_FS_WRITE_FILE
		}
		if err := allow(b.Path, access); err != nil {
			return err
		}
	}
	for _, path := range procFiles {
		if err := allow(path, readAccess); err != nil {
			return err
		}
	}
	// not its two folders, which are made anew
	if err := allow(in.setup.Dir, attr.Handled_access_fs&^devices); err != nil {
		return err
	}
	if _, _, e = unix.RawSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); e != 0 {
		return os.NewSyscallError("landlock_restrict_self", e)
	}
	return nil
}

// addRule grants access below a path. A path that is not there grants nothing.
func addRule(ruleset int, path string, access uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		access &= fileAccess
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: access, Parent_fd: int32(fd)}
	_, _, e := unix.RawSyscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	if e != 0 {
		return fmt.Errorf("landlock_add_rule %s: %w", path, e)
	}
	return nil
}
