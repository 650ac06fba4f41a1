package sandbox

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
)

// AvailableMemory is how many bytes this process and its children may take
// before the kernel starts to kill: the least of what the machine has left and
// of what is left in each control group around us, as in a container.
func AvailableMemory() (int64, error) { return availableMemory(os.DirFS("/")) }

func availableMemory(root fs.FS) (int64, error) {
	text, err := fs.ReadFile(root, "proc/meminfo")
	if err != nil {
		return 0, err
	}
	left, ok := field(string(text), "MemAvailable:")
	if !ok {
		return 0, fmt.Errorf("/proc/meminfo has no MemAvailable")
	}
	left *= 1 << 10
	groups, _ := fs.ReadFile(root, "proc/self/cgroup") // absent: no groups
	for line := range strings.Lines(string(groups)) {
		if parts := strings.SplitN(strings.TrimSpace(line), ":", 3); len(parts) == 3 {
			left = min(left, leftInGroups(root, parts[1], parts[2], left))
		}
	}
	return max(left, 0), nil
}

// leftInGroups goes from a group up to the top of its hierarchy, which in a
// container may be all that is visible. Each one's limit counts.
func leftInGroups(root fs.FS, controllers, own string, left int64) int64 {
	top, limit, current, cache := "sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"
	switch {
	case controllers == "": // version 2
	case hasController(controllers, "memory"):
		top, limit, current, cache = "sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"
	default:
		return left
	}
	for dir := path.Clean("/" + own); ; dir = path.Dir(dir) {
		folder := path.Join(top, dir)
		most, bounded := number(root, path.Join(folder, limit))
		used, known := number(root, path.Join(folder, current))
		if bounded && known {
			stat, _ := fs.ReadFile(root, path.Join(folder, "memory.stat"))
			reclaimed, _ := field(string(stat), cache) // given back when it is needed
			left = min(left, most-used+reclaimed)
		}
		if dir == "/" {
			return left
		}
	}
}

func hasController(list, name string) bool {
	for c := range strings.SplitSeq(list, ",") {
		if c == name {
			return true
		}
	}
	return false
}

// number reads a file of one number; "max" is none.
func number(root fs.FS, file string) (int64, bool) {
	text, err := fs.ReadFile(root, file)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}

// field is the number behind a name in lines of names and numbers.
func field(text, name string) (int64, bool) {
	for line := range strings.Lines(text) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == name {
			n, err := strconv.ParseInt(f[1], 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
