package toolchain

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// systemDirs are part of every sandbox, so that nothing below them is a root.
// Many commands of Debian are links through the last one.
var systemDirs = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives"}

// installation lists the places of a program installed by itself, such as
// /opt/gcc-7 for /opt/gcc-7/bin/g++, following links: without them the
// sandbox would show an executable that misses its libraries. What already
// lies in one of the tool's roots needs nothing more.
func installation(executable, home string, roots []string) []string {
	var out []string
	for _, file := range linkChain(executable) {
		if !inside(file, systemDirs) && !inside(file, roots) {
			out = append(out, prefix(file, home))
		}
	}
	return out
}

// linkChain is the file, every link it leads to, and where it ends.
func linkChain(file string) []string {
	chain := []string{file}
	for hop := file; len(chain) < 40; { // the kernel's own bound for links
		to, err := os.Readlink(hop)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(hop), to)
		}
		chain = append(chain, to)
		hop = to
	}
	if real, err := filepath.EvalSymlinks(file); err == nil && !slices.Contains(chain, real) {
		chain = append(chain, real)
	}
	return chain
}

// prefix is the folder a file was installed under: the one that holds its
// "bin", or else the file's own folder. Folders that hold more than programs,
// a home above all, are never shown for the sake of one executable in them:
// there it is the file alone.
func prefix(file, home string) string {
	dir := filepath.Dir(file)
	if base := filepath.Base(dir); base == "bin" || base == "sbin" {
		if up := filepath.Dir(dir); !shared(up, home) {
			return up
		}
	}
	if shared(dir, home) {
		return file
	}
	return dir
}

// shared says whether a folder is a place of many things: the root, a folder
// directly below it, a home and what is above it, or a hidden folder of a home
// such as ~/.local, where programs live beside secrets.
func shared(dir, home string) bool {
	parent := filepath.Dir(dir)
	if parent == "/" || parent == "/home" || dir == "/" {
		return true
	}
	if home == "" {
		return false
	}
	hidden := parent == filepath.Clean(home) && strings.HasPrefix(filepath.Base(dir), ".")
	return hidden || inside(home, []string{dir})
}

// inside says whether path is one of the folders or below one of them.
func inside(path string, folders []string) bool {
	return slices.ContainsFunc(folders, func(f string) bool {
		rel, err := filepath.Rel(f, path)
		return err == nil && (rel == "." || filepath.IsLocal(rel))
	})
}

// outermost sorts the folders and leaves out those that the system's folders
// or another of them hold.
func outermost(folders []string) []string {
	var out []string
	for _, f := range folders {
		out = append(out, filepath.Clean(f))
	}
	slices.Sort(out)
	out = slices.Compact(out)
	all := slices.Clone(out)
	return slices.DeleteFunc(out, func(f string) bool {
		others := slices.DeleteFunc(slices.Clone(all), func(o string) bool { return o == f })
		return inside(f, systemDirs) || inside(f, others)
	})
}
