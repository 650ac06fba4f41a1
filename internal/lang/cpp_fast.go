package lang

import (
	"slices"
	"strings"
)

// cppFast leaves the compiler's start, and its reading of what upstream puts
// before every program, to a compiler that has done so already: a copy of it
// compiles the program. It is for programs that include all of that themselves
// before anything else, so that no name is known to the compiler that would not
// be. Assembler and linker are called as g++ would call them, without it. See
// assets/cpp/warm.cc and builder.cc.
var cppFast = &Fast{
	Plan: fastPlanCpp,
	Compiler: &Compiler{
		Start: Step{Tool: AssetsDir + "/builder", Args: []string{"serve"}},
		Limits: Limits{
			Memory: 1 << 30, Scratch: 128 << 20, FileSize: 64 << 20, Output: 16 << 10, Processes: 32, OpenFiles: 256,
		},
		Arguments: cppBuilderArguments,
	},
}

// cppLinker takes half of the CPU time of the usual linker. So does mold, which
// is faster on a machine with cores to spare; there are none here.
var cppLinker = Check{
	Name: "gold", OnlyFor: "faster builds", Places: []string{"/usr/bin/ld.gold"}, VersionPattern: `gold-(\d[\d.]*)`,
	Install: "apt-get install -y binutils-gold (on Debian 12 and Ubuntu 22.04 it comes with binutils)",
}

// cppWarm are the language levels that a compiler is prepared for: other flags
// than those it was started with would not do.
var cppWarm = []string{"c++11", "c++17"}

// cppRoom is the length of the longest program: that of the comment in whose
// place a program is put.
const cppRoom = 64 << 10

// cppServerFiles are what the compiler reads before it waits: the headers to be
// precompiled, the same once more, so that it knows by then that each of them is
// guarded against a second reading, and the one where it stops.
func cppServerFiles() []File {
	headers := strings.Join(cppHelpers, "\n") + "\n"
	files := []File{
		{"test.cpp", strings.Repeat("/", cppRoom) + "\n"},
		{"again.hh", headers}, {"ready.hh", "\n"},
	}
	for _, level := range cppWarm {
		files = append(files, File{level + "/helpers.hh", headers})
	}
	return files
}

// cppServerCommands make the server, and record for each level what g++ calls
// for a program.
func cppServerCommands() []Command {
	commands := []Command{{
		Tool: "g++", Args: []string{"-O1", "builder.cc", "-o", "builder"},
		Need: "compile what builds one program after another",
	}, {
		Tool: "g++", Args: []string{"-O1", "-shared", "-fPIC", "warm.cc", "-o", "warm.so", "-ldl"},
		Need: "compile what stops the compiler behind the headers",
	}}
	for _, level := range cppWarm {
		header := AssetsDir + "/" + level + "/helpers.hh"
		commands = append(commands, Command{
			Tool: "g++", Args: []string{"-std=" + level, "-x", "c++-header", header, "-o", header + ".gch"},
			Need: "precompile the headers of every " + level + " program",
		}, Command{
			Tool: "g++", Args: []string{
				"-wrapper", AssetsDir + "/builder,record," + AssetsDir + "/" + level,
				"-include", header, "-include", AssetsDir + "/again.hh", "-include", AssetsDir + "/ready.hh",
				"-std=" + level, AssetsDir + "/proof.o", "test.cpp", "-Wl,--wrap=main",
			},
			Need: "see what g++ calls for a " + level + " program",
		})
	}
	return commands
}

func fastPlanCpp(files []File, plain Plan, has func(string) bool) (Plan, bool) {
	level, ok := strings.CutPrefix(plain.Build[0].Args[0], "-std=")
	if !ok || !slices.Contains(cppWarm, level) || len(files[0].Text) > cppRoom || !includesHelpers(files[0].Text) {
		return Plan{}, false
	}
	if has(cppLinker.Name) {
		plain.Build = []Step{insert(plain.Build[0], "-fuse-ld=gold")}
	}
	return plain, true
}

// cppBuilderArguments are the level's folder, the linker, and the linker's
// arguments of this program alone, one to a line.
func cppBuilderArguments(plain Step, _ []File) []string {
	var folder, linker string
	var more []string
	for i, arg := range plain.Args {
		switch {
		case arg == "-fuse-ld=gold":
			linker = LibraryFile(cppLinker.Name)
			// as the default linker does: what is only read cannot be executed
			more = append(more, "--rosegment")
		case strings.HasPrefix(arg, "-std="):
			folder = AssetsDir + "/" + strings.TrimPrefix(arg, "-std=")
		case slices.Contains(plain.Args[:i], "-Wl,--wrap=main"):
			more = append(more, strings.TrimPrefix(arg, "-Wl,"))
		}
	}
	return []string{folder, linker, strings.Join(more, "\n")}
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
