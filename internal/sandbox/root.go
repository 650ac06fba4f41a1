//go:build linux

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// The private root is a small tmpfs that holds nothing but mount points: a
// folder of the host is seen only if it is on the list. The list of the system
// itself is short, and leaves out /etc but for what the loader, Java and
// OpenSSL read at their start.
var systemFolders = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}

var systemFiles = []string{"/etc/ld.so.cache", "/etc/alternatives", "/etc/java-*", "/etc/ssl/openssl.cnf"}

var deviceFiles = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// blanked files of /proc tell of the machine, not of the box.
var blanked = []string{"cmdline", "kallsyms", "kcore", "key-users", "keys", "kmsg", "sched_debug", "slabinfo",
	"sysrq-trigger", "timer_list", "vmallocinfo"}

const (
	passwdText = "root:x:0:0:root:/:/bin/false\nsandbox:x:1000:1000:sandbox:/tmp:/bin/false\n"
	groupText  = "root:x:0:\nsandbox:x:1000:\n"
)

// systemView lists what of this machine every box shows.
func systemView() (binds []bind, links []link) {
	for _, p := range systemFolders {
		if target, err := os.Readlink(p); err == nil {
			links = append(links, link{p, target})
		} else if _, err := os.Stat(p); err == nil {
			binds = append(binds, bind{Path: p})
		}
	}
	for _, pattern := range systemFiles {
		found, _ := filepath.Glob(pattern)
		for _, p := range found {
			binds = append(binds, bind{Path: p})
		}
	}
	for _, p := range deviceFiles {
		binds = append(binds, bind{Path: p, Device: true})
	}
	links = append(links, link{"/dev/fd", "/proc/self/fd"}, link{"/dev/stdin", "/proc/self/fd/0"},
		link{"/dev/stdout", "/proc/self/fd/1"}, link{"/dev/stderr", "/proc/self/fd/2"},
		link{"/dev/shm", "/tmp"}, link{"/etc/mtab", "/proc/self/mounts"})
	return binds, links
}

// cloneTree opens a detached copy of the mounts at path, read-only all the way
// down. Whoever has rights over the path does it, in time before the private
// root hides the host.
func cloneTree(b bind) (int, error) {
	fd, err := unix.OpenTree(unix.AT_FDCWD, b.Path, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
	if err != nil {
		return -1, fmt.Errorf("open_tree %s: %w", b.Path, err)
	}
	attr := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID, Propagation: unix.MS_PRIVATE}
	if b.Device {
		attr.Attr_set |= unix.MOUNT_ATTR_NOEXEC
	} else {
		attr.Attr_set |= unix.MOUNT_ATTR_NODEV
	}
	if err := unix.MountSetattr(fd, "", unix.AT_EMPTY_PATH|unix.AT_RECURSIVE, &attr); err != nil {
		unix.Close(fd)
		return -1, fmt.Errorf("mount_setattr %s: %w", b.Path, err)
	}
	return fd, nil
}

// enter builds the box around the init.
func (in *boxInit) enter(sources map[string]int) error {
	if err := deafen(); err != nil {
		return err
	}
	if err := unix.Sethostname([]byte("sandbox")); err != nil {
		return os.NewSyscallError("sethostname", err)
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("make mounts private: %w", err)
	}
	for _, b := range in.setup.Binds {
		if !b.Sent {
			fd, err := cloneTree(b)
			if err != nil {
				return err
			}
			sources[b.Path] = fd
		}
	}
	root, err := mountRoot()
	if err != nil {
		return err
	}
	if err := in.furnish(root, sources); err != nil {
		return err
	}
	if err := in.mountProc(root + "/proc"); err != nil {
		return err
	}
	if err := pivot(root); err != nil {
		return err
	}
	in.members = others
	in.kill = func() {
		if in.server != nil {
			in.killCommands()
		} else {
			unix.Kill(-1, unix.SIGKILL)
		}
	}
	in.work = &tmpfs{setup: &in.setup, user: in.setup.User}
	if err := in.work.(*tmpfs).fresh(); err != nil {
		return err
	}
	err = unix.Mount("", "/", "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV, "")
	return os.NewSyscallError("remount / read-only", err)
}

// mountRoot covers some folder that every machine has; what it hid is gone from
// the box's sight anyway.
func mountRoot() (string, error) {
	var errs []error
	for _, dir := range []string{"/tmp", "/mnt", "/var", "/etc"} {
		err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=1m,nr_inodes=2k,mode=755")
		if err == nil {
			return dir, nil
		}
		errs = append(errs, fmt.Errorf("mount tmpfs on %s: %w", dir, err))
	}
	return "", errors.Join(errs...)
}

func (in *boxInit) furnish(root string, sources map[string]int) error {
	for _, dir := range []string{"proc", "w", "tmp", scratchMount, "dev", "etc"} {
		if err := os.Mkdir(filepath.Join(root, dir), 0o755); err != nil {
			return err
		}
	}
	for i, b := range in.setup.Binds {
		target := b.Path
		if inScratch(b.Path) {
			target = fmt.Sprintf("/%s/%d", stash, i)
		}
		if err := attach(sources[b.Path], filepath.Join(root, target)); err != nil {
			return fmt.Errorf("show %s: %w", b.Path, err)
		}
	}
	for _, l := range in.setup.Links {
		if err := os.Symlink(l.Target, filepath.Join(root, l.Path)); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(root, "etc/passwd"), []byte(passwdText), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, "etc/group"), []byte(groupText), 0o644)
}

// stash keeps what is to be shown at a place in the scratch folders, which are
// replaced now and then.
const stash = ".shown"

func inScratch(path string) bool {
	return strings.HasPrefix(path, "/tmp/") || strings.HasPrefix(path, WorkDir+"/")
}

// showStashed attaches it again.
func showStashed(binds []bind) error {
	for i, b := range binds {
		if !inScratch(b.Path) {
			continue
		}
		source := fmt.Sprintf("/%s/%d", stash, i)
		if err := mountPoint(source, b.Path); err != nil {
			return err
		}
		if err := unix.Mount(source, b.Path, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
			return fmt.Errorf("show %s: %w", b.Path, err)
		}
	}
	return nil
}

// mountPoint makes target a file or folder, whichever source is.
func mountPoint(source, target string) error {
	st, err := os.Stat(source)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	if st.IsDir() {
		return os.MkdirAll(target, 0o755)
	}
	return os.WriteFile(target, nil, 0o444)
}

// attach puts a detached tree at target and makes the way to it.
func attach(fd int, target string) error {
	defer unix.Close(fd)
	if err := mountPoint(fmt.Sprintf("/proc/self/fd/%d", fd), target); err != nil {
		return err
	}
	return os.NewSyscallError("move_mount", unix.MoveMount(fd, "", unix.AT_FDCWD, target, unix.MOVE_MOUNT_F_EMPTY_PATH))
}

// mountProc shows only the box's own processes. While it is writable, the
// counts of further namespaces are set to zero for everybody inside: this holds
// whatever the system call filter can or cannot see.
func (in *boxInit) mountProc(dir string) error {
	const flags = unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC
	if err := unix.Mount("proc", dir, "proc", flags, "hidepid=2"); err != nil {
		return fmt.Errorf("mount /proc: %w", err)
	}
	for _, kind := range []string{"user", "mnt", "pid", "net", "ipc", "uts", "cgroup", "time"} {
		err := os.WriteFile(dir+"/sys/user/max_"+kind+"_namespaces", []byte("0"), 0)
		if err != nil && !os.IsNotExist(err) {
			return fmt.Errorf("forbid further namespaces: %w", err)
		}
	}
	// an empty file, not /dev/null: to write there must fail
	empty := filepath.Join(filepath.Dir(dir), ".empty")
	if err := os.WriteFile(empty, nil, 0o444); err != nil {
		return err
	}
	for _, name := range in.setup.Blank {
		err := unix.Mount(empty, filepath.Join(dir, name), "", unix.MS_BIND, "")
		if err != nil && err != unix.ENOENT {
			return fmt.Errorf("cover /proc/%s: %w", name, err)
		}
	}
	err := unix.Mount("", dir, "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY|flags, "")
	return os.NewSyscallError("remount /proc read-only", err)
}

// pivot makes root the root and lets go of the host's.
func pivot(root string) error {
	if err := unix.Chdir(root); err != nil {
		return err
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return os.NewSyscallError("pivot_root", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return os.NewSyscallError("let go of the old root", err)
	}
	return unix.Chdir("/")
}
