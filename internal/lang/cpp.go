package lang

import (
	"cmp"
	"embed"
	"regexp"
	"strings"
)

//go:embed assets/cpp
var cppAssets embed.FS

func init() {
	register(&Language{
		Name: "cpp", Title: "C++", IDPrefix: "CPP", DataName: "cpp",
		Aliases: []string{"c++", "cxx"}, CommentMark: "//",
		Levels: []string{"c++11", "c++14", "c++17", "c++20", "c++23"}, DefaultLevel: "c++11",
		WholeLevel:  "c++17", // MultiPL-E's
		BuildLimits: compilerLimits(128), RunLimits: programLimits(64),
		Cost: 135,

		Tools: []Tool{{
			Name: "g++", Candidates: []string{"g++"},
			// Not --version, as distributions put their own words
			// into the first line of --version.
			VersionArgs: []string{"-dumpfullversion", "-dumpversion"}, VersionPattern: `^(\d+\.\d+\S*)`,
			Upstream: "7.5.0", Install: "apt-get install -y g++",
		}},
		Checks: []Check{
			{
				Name: "boost", Tool: "g++", Args: cppPreprocess(),
				Stdin:    cppHeader("boost/any.hpp", "boost/version.hpp") + "BOOST_LIB_VERSION\n",
				Upstream: "1.71", Install: "apt-get install -y libboost-dev",
			},
			{
				Name: "openssl", Tool: "g++", Args: cppPreprocess(),
				Stdin:    cppHeader("openssl/md5.h", "openssl/opensslv.h") + "OPENSSL_VERSION_TEXT\n",
				Upstream: "3.0", Install: "apt-get install -y libssl-dev",
			},
			cppLinker,
		},
		Preparation: Preparation{
			Files: append(assetFiles(cppAssets, "assets/cpp"), cppServerFiles()...),
			Commands: append([]Command{{
				Tool: "g++", Args: []string{"-O1", "-c", "proof.cc", "-o", "proof.o"},
				Need: "compile the end-of-tests proof",
			}}, cppServerCommands()...),
		},
		Canary: Parts{
			TaskID: "CPP/canary",
			Prompt: "#include<vector>\n#include<openssl/md5.h>\nusing namespace std;\n// Twice each number.\nvector<int> twice(vector<int> numbers){\n",
			Code: "    unsigned char digest[MD5_DIGEST_LENGTH];\n    MD5((const unsigned char*)\"\", 0, digest);\n" +
				"    for (auto& n : numbers) n *= 2;\n    return numbers;\n}\n",
			Test: "#undef NDEBUG\n#include<assert.h>\nint main(){\n    assert (twice({1, 2}) == vector<int>({2, 4}));\n}\n",
		},

		Syntax: cppSyntax,

		Assemble: assembleCpp, AssembleOfficial: assembleCppOfficial, Plan: planCpp, Fast: cppFast,
		Classify: classifyCpp, Official: officialCpp, OfficialTimeout: "timed out",
		Stub: stubCpp,

		StopGenerating: stopAtExtraBrace, CleanUp: cutAfterLastBrace,
		StopSequences: []string{"\nint main"},
	})
}

// cppPreprocess reads a program from standard input and prints what is left of
// it after preprocessing: nothing is written, so that it is safe anywhere.
func cppPreprocess() []string { return []string{"-E", "-P", "-x", "c++", "-"} }

// cppHeader asks for a header without reading it, and includes the small one
// that has the library's version.
func cppHeader(header, version string) string {
	return "#if !__has_include(<" + header + ">)\n#error " + header + " is missing\n#endif\n#include <" + version + ">\n"
}

// cppHelpers are the headers that upstream adds where a prompt lacks them,
// compared by this spelling.
var cppHelpers = []string{
	"#include<stdlib.h>", "#include<algorithm>", "#include<math.h>", "#include<stdio.h>", "#include<vector>",
	"#include<string>", "#include<climits>", "#include<cstring>", "#include<iostream>",
}

func assembleCpp(p Parts) []File {
	switch {
	case p.Extent == Program && refusedCpp(p.Code) != "":
		return []File{{"test.cpp", "#error " + cppRefusal + refusedCpp(p.Code) + "\n" + p.Code}}
	case p.Extent == Program, !cppNeedsSeam(p):
		return assembleCppOfficial(p)
	}
	return []File{{"test.cpp", cppWithSeam(cppHead(p), p)}}
}

func assembleCppOfficial(p Parts) []File {
	if p.Extent == Program {
		return []File{{"test.cpp", p.Code}}
	}
	return []File{{"test.cpp", cppHead(p) + p.Prompt + p.Code + "\n" + p.Test}}
}

// cppHead is what upstream puts before a prompt.
func cppHead(p Parts) string {
	var text strings.Builder
	for _, h := range cppHelpers {
		if !strings.Contains(p.Prompt, h) {
			text.WriteString(h + "\n")
		}
	}
	return text.String() + "\n"
}

// planCpp compiles as upstream does, without optimisation; names are upstream's
// too, since assertions print them. OpenSSL is linked where the problem asks
// for it.
func planCpp(p Parts, o Options) Plan {
	args := []string{"-std=" + o.levelOf("c++11"), AssetsDir + "/proof.o", "test.cpp", "-Wl,--wrap=main"}
	problem := p.Prompt + p.Test
	if p.Extent == Program {
		problem = p.Code
	}
	if p.Extent != Program && cppNeedsSeam(p) {
		args = append(args, "-Wl,--defsym="+cppAssertName(p)+"=xeval_assert_failed")
	}
	if strings.Contains(problem, "<openssl/") {
		args = append(args, "-lcrypto", "-lssl")
	}
	return Plan{
		Build: []Step{{Tool: "g++", Args: args, Outputs: []string{"a.out"}}},
		Run:   Step{Tool: "./a.out"},
	}
}

// cppAssertion is what a failed assert of the program prints; those of the
// library's own headers and of malloc name other files.
var cppAssertion = regexp.MustCompile("a\\.out: (test\\.cpp:\\d+: .*Assertion `.*' failed\\.)")

// cppClasses are upstream's, in its order.
var cppClasses = []classRule{
	{"range", []string{"out_of_range", "length_error", "corrupted top size"}},
	{"invalid_argument", []string{"invalid_argument"}},
	{"pointer", []string{"double free", "invalid pointer", "free()", "logic_error"}},
	{"out_of_memory", []string{"bad_alloc", "stack smashing"}},
	{"package", []string{"terminate called"}}, // any other uncaught exception
}

func classifyCpp(e Evidence) Finding {
	switch {
	case e.Stage == Build:
		return classifyCppBuild(e)
	case e.Clean():
		return ranToEnd(e)
	}
	if m := cppAssertion.FindStringSubmatch(e.Stderr); m != nil && e.Signal == "SIGABRT" {
		return Finding{Outcome: WrongAnswer, Class: "assertion", Message: shorten(m[1])}
	}
	f := Finding{Outcome: RuntimeError, Class: classOf(e.Stderr, cppClasses, "others"), Message: ending(e)}
	if what := uncaughtCpp(e.Stderr); what != "" {
		f.Message = what
	}
	if strings.Contains(e.Stderr, "instance of 'std::bad_alloc'") {
		f.Outcome = OutOfMemory
	}
	return f
}

func classifyCppBuild(e Evidence) Finding {
	if line := lineWith(e.Stderr, "out of memory allocating", "virtual memory exhausted"); line != "" {
		return Finding{Outcome: OutOfMemory, Class: "out_of_memory", Message: line}
	}
	if line := lineWith(e.Stderr, "error: #error "+cppRefusal); line != "" {
		_, message, _ := strings.Cut(line, "#error ")
		return Finding{Outcome: CompileError, Class: "compilation", Message: message, Flags: []string{"suspicious:refused"}}
	}
	message := lineWith(e.Stderr, " error: ", "undefined reference", "multiple definition")
	return Finding{Outcome: CompileError, Class: "compilation", Message: cmp.Or(message, firstLine(e.Stderr), ending(e))}
}

// uncaughtCpp is the exception that ended a program and what it said, or the
// C library's word on a broken heap or stack.
func uncaughtCpp(stderr string) string {
	thrown := lineWith(stderr, "terminate called")
	if thrown == "" {
		return lineWith(stderr, "free()", "malloc", "corrupted", "stack smashing")
	}
	message := strings.TrimPrefix(thrown, "terminate called after throwing an instance of ")
	if what := lineWith(stderr, "  what():"); what != "" {
		message += ": " + strings.TrimSpace(strings.TrimPrefix(what, "what():"))
	}
	return shorten(message)
}

// officialCpp: upstream passes what exits with status 0.
func officialCpp(e Evidence) (bool, string) {
	said := cmp.Or(e.Stderr, e.Stdout)
	switch {
	case e.Stage == Build:
		return false, officialText("compilation error: " + said)
	case e.Clean():
		return true, "passed"
	}
	return false, officialText(said)
}

// cppVoid is the head of a function that returns nothing, at the end of a
// prompt.
var cppVoid = regexp.MustCompile(`(?:^|[\s;}])void\s+\w+\s*\([^{}]*\)\s*\{\s*$`)

// stubCpp returns the value-initialised result: zero, empty or null.
func stubCpp(p Parts) (string, bool) {
	head := cmp.Or(p.Declaration, p.Prompt)
	switch {
	case !strings.HasSuffix(strings.TrimSpace(head), "{"):
		return "", false
	case cppVoid.MatchString(head):
		return "}\n", true
	}
	return "    return {};\n}\n", true
}
