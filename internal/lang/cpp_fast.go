package lang

import (
	"slices"
	"strings"
)

// cppFast compiles against a precompiled header of what upstream puts before
// every program. It is for programs that include all of that themselves before
// anything else, so that no name is known to the compiler that would not be.
var cppFast = &Fast{Plan: fastPlanCpp}

// cppLinker takes half of the CPU time of the usual linker. So does mold, which
// is faster on a machine with cores to spare; there are none here.
var cppLinker = Check{
	Name: "gold", OnlyFor: "faster builds", Places: []string{"/usr/bin/ld.gold"}, VersionPattern: `gold-(\d[\d.]*)`,
	Install: "apt-get install -y binutils-gold (on Debian 12 and Ubuntu 22.04 it comes with binutils)",
}

// cppPrecompiled are the language levels that a header is prepared for: other
// flags than those it was made with would not take it.
var cppPrecompiled = []string{"c++11", "c++17"}

func cppPrecompiledHeader(level string) string { return AssetsDir + "/" + level + "/helpers.hh" }

// cppHeaderFiles are the headers' texts. One is read in place of its
// precompiled form only when that cannot be used.
func cppHeaderFiles() (files []File) {
	for _, level := range cppPrecompiled {
		name := strings.TrimPrefix(cppPrecompiledHeader(level), AssetsDir+"/")
		files = append(files, File{name, strings.Join(cppHelpers, "\n") + "\n"})
	}
	return files
}

func cppPrecompile() (commands []Command) {
	for _, level := range cppPrecompiled {
		header := cppPrecompiledHeader(level)
		commands = append(commands, Command{
			Tool: "g++", Args: []string{"-std=" + level, "-x", "c++-header", header, "-o", header + ".gch"},
			Need: "precompile the headers of every " + level + " program",
		})
	}
	return commands
}

func fastPlanCpp(files []File, plain Plan, has func(string) bool) (Plan, bool) {
	level, ok := strings.CutPrefix(plain.Build[0].Args[0], "-std=")
	if !ok || !slices.Contains(cppPrecompiled, level) || !includesHelpers(files[0].Text) {
		return Plan{}, false
	}
	args := []string{"-include", cppPrecompiledHeader(level), "-pipe"}
	if has(cppLinker.Name) {
		// as the default linker does: what is only read cannot be executed
		args = append(args, "-fuse-ld=gold", "-Wl,--rosegment")
	}
	plain.Build = []Step{insert(plain.Build[0], args...)}
	return plain, true
}

// includesHelpers says whether a program's opening, which holds nothing but
// comments, includes and "using namespace std;", includes every helper.
func includesHelpers(text string) bool {
	var seen []string
	for {
		text = strings.TrimLeft(text, " \t\n")
		switch {
		case strings.HasPrefix(text, "/*"):
			_, rest, closed := strings.Cut(text[2:], "*/")
			if !closed {
				return false
			}
			text = rest
			continue
		case strings.HasPrefix(text, "//"), strings.HasPrefix(text, "#include<"), strings.HasPrefix(text, "using namespace std;"):
			line, rest, _ := strings.Cut(text, "\n")
			if strings.ContainsAny(line, "\\\r") || strings.Contains(line, "??/") { // may go on in the next line
				return false
			}
			if line[0] != '/' {
				line = strings.TrimRight(line, " \t")
				if line[0] == 'u' && line != "using namespace std;" {
					return false
				}
				seen = append(seen, line)
			}
			text = rest
			continue
		}
		break
	}
	return !slices.ContainsFunc(cppHelpers, func(h string) bool { return !slices.Contains(seen, h) })
}
