package toolchain

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestInstallation(t *testing.T) {
	const home = "/root"
	tests := []struct {
		file  string
		roots []string
		want  []string
	}{
		{"/usr/bin/g++", nil, nil},
		{"/usr/local/go/bin/go", nil, nil},
		{"/nonexistent/gcc-7/bin/g++", nil, []string{"/nonexistent/gcc-7"}},
		{"/nonexistent/gcc-7/bin/g++", []string{"/nonexistent/gcc-7"}, nil},
		{"/nonexistent/tools/g++", nil, []string{"/nonexistent/tools"}},
		{"/root/node-20/bin/node", nil, []string{"/root/node-20"}},
		// never the whole of a home, or of a folder of many things
		{"/root/bin/g++", nil, []string{"/root/bin"}},
		{"/root/g++", nil, []string{"/root/g++"}},
		{"/root/.local/bin/g++", nil, []string{"/root/.local/bin"}},
		{"/home/ann/bin/g++", nil, []string{"/home/ann/bin"}},
		{"/home/ann/g++", nil, []string{"/home/ann/g++"}},
		{"/opt/bin/g++", nil, []string{"/opt/bin"}},
		{"/opt/g++", nil, []string{"/opt/g++"}},
	}
	for _, test := range tests {
		if got := installation(test.file, home, test.roots); !slices.Equal(got, test.want) {
			t.Errorf("%s with roots %v: %v, want %v", test.file, test.roots, got, test.want)
		}
	}
}

func TestInstallationFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	real := script(t, filepath.Join(dir, "gcc-7", "bin", "g++"), "")
	link := filepath.Join(dir, "tools", "bin", "c++")
	if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../../gcc-7/bin/g++", link); err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(dir, "tools"), filepath.Dir(filepath.Dir(real))}
	if got := installation(link, "/root", nil); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestOutermost(t *testing.T) {
	got := outermost([]string{"/opt/b/c", "/opt/b", "/opt/bc", "/usr/lib/jvm", "/opt/a/", "/opt/a"})
	if want := []string{"/opt/a", "/opt/b", "/opt/bc"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
