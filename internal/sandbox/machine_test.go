package sandbox

import (
	"testing"
	"testing/fstest"
)

// textFS makes a file system of small texts.
func textFS(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func TestAvailableMemory(t *testing.T) {
	const meminfo = "MemTotal:       16000 kB\nMemAvailable:    8000 kB\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  int64
	}{
		{"no groups", map[string]string{}, 8000 << 10},
		{"version 2, own group", map[string]string{
			"proc/self/cgroup":             "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/b/memory.current": "5\n",
			"sys/fs/cgroup/a/memory.max": "3000000\n", "sys/fs/cgroup/a/memory.current": "1000000\n",
			"sys/fs/cgroup/a/memory.stat": "anon 7\ninactive_file 200000\n",
		}, 2200000},
		{"version 2, container", map[string]string{
			"proc/self/cgroup":         "0::/\n",
			"sys/fs/cgroup/memory.max": "1000000\n", "sys/fs/cgroup/memory.current": "400000\n",
		}, 600000},
		{"version 1, container that sees only its own", map[string]string{
			"proc/self/cgroup":                           "7:cpu,cpuacct:/docker/1\n5:memory:/docker/1\n0::/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "900000\n", "sys/fs/cgroup/memory/memory.usage_in_bytes": "100000\n",
			"sys/fs/cgroup/memory/memory.stat": "total_inactive_file 1000\n",
		}, 801000},
		{"version 1 without a limit", map[string]string{
			"proc/self/cgroup":                           "5:memory:/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n", "sys/fs/cgroup/memory/memory.usage_in_bytes": "100000\n",
		}, 8000 << 10},
		{"full", map[string]string{
			"proc/self/cgroup":         "0::/\n",
			"sys/fs/cgroup/memory.max": "1000\n", "sys/fs/cgroup/memory.current": "2000\n",
		}, 0},
	} {
		c.files["proc/meminfo"] = meminfo
		got, err := availableMemory(textFS(c.files))
		if err != nil || got != c.want {
			t.Errorf("%s: %d, %v, want %d", c.name, got, err, c.want)
		}
	}
	if _, err := availableMemory(textFS(map[string]string{"proc/meminfo": "MemTotal: 1 kB\n"})); err == nil {
		t.Error("a kernel that does not say what is available gives a number")
	}
}
