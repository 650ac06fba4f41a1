package lang

import (
	"cmp"
	"embed"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
)

//go:embed assets/rust/crates
var rustCrates embed.FS

// rustEnd is appended to every program.
//
//go:embed assets/rust/end.rs
var rustEnd string

const rustEdition = "2021"

func init() {
	register(&Language{
		Name: "rust", Title: "Rust", IDPrefix: "Rust", DataName: "rust",
		Aliases: []string{"rs"}, CommentMark: "//",
		Levels: []string{"2015", "2018", "2021", "2024"}, DefaultLevel: rustEdition,
		BuildLimits: compilerLimits(128), RunLimits: programLimits(64),
		Cost: 180,

		Tools: []Tool{{
			Name: "rustc", Candidates: []string{"rustc"},
			LocateArgs: []string{"--print", "sysroot"}, Locate: locateRustc,
			VersionArgs: []string{"--version"}, VersionPattern: `rustc (\d+\.\d+\S*)`,
			Install: "apt-get install -y rustc",
		}, {
			// The linker that rustc calls.
			Name: "cc", Candidates: []string{"cc"},
			VersionArgs: []string{"--version"}, VersionPattern: `(\d+\.\d+(?:\.\d+)?)`,
			Install: "apt-get install -y gcc libc6-dev",
		}, {
			// Only fetches and builds the crates; often a wrapper that works in
			// the user's environment alone, so it is not asked for its version.
			Name: "cargo", Candidates: []string{"cargo"}, Install: "apt-get install -y cargo",
		}},
		Preparation: Preparation{
			Files: assetFiles(rustCrates, "assets/rust/crates"),
			Commands: []Command{{
				Tool: "cargo", Args: []string{"run", "--locked", "--quiet"},
				// The user's settings must not change what is built, or where.
				Env:  []string{"CARGO_TARGET_DIR=target", "RUSTFLAGS=", "CARGO_ENCODED_RUSTFLAGS="},
				Need: "fetching and building the crates rand 0.4, regex 1 and md5 0.7 with cargo",
			}},
		},
		Canary: rustCanary,

		Syntax: rustSyntax,

		Assemble: assembleRust, AssembleOfficial: assembleRustOfficial, Plan: planRust, Fast: rustFast,
		Classify: classifyRust, Official: officialRust, OfficialTimeout: "timed out",
		Stub: stubRust,

		Opening:        openingWithDeclaration,
		StopGenerating: stopAtExtraBrace,
		StopSequences:  []string{"\n#[cfg(test)]", "\nmod tests"},
	})
}

var rustCanary = Parts{
	TaskID:      "Rust/canary",
	Declaration: "\nuse rand::Rng;\nuse regex::Regex;\nuse md5;\n\nfn digits_sum(text: &str) -> String {\n",
	Prompt:      "\n/* The md5 sum of the first digits of a text. */\n",
	Code:        "    let found = Regex::new(\"[0-9]+\").unwrap().find(text).map_or(\"\", |m| m.as_str());\n    format!(\"{:x}\", md5::compute(found))\n}\n",
	Test: `
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_digits_sum() {
        let letter = rand::thread_rng().gen_range(b'a', b'z' + 1) as char;
        assert_eq!(digits_sum(&format!("{}{}", letter, letter)), "d41d8cd98f00b204e9800998ecf8427e");
    }
}
`,
}

// locateRustc: the wrapper of rustup and the real compiler both name the
// folder in which the real one lives.
func locateRustc(found, output string) Location {
	root := strings.TrimSpace(output)
	if root == "" {
		return Location{Executable: found}
	}
	return Location{Executable: path.Join(root, "bin", "rustc"), Roots: []string{root}}
}

func assembleRust(p Parts) []File {
	module := rustModule(p)
	text := rustBeforeTests(p) + guardRust(p.Test, module)
	if p.Extent == Program {
		text = guardRust(p.Code, module) + p.Test
	}
	if why := refusedRust(p); why != "" {
		// At the front nothing of the program can have replaced the macro.
		text = "compile_error!(\"" + rustRefusal + why + "\");" + text
	}
	return []File{{"main.rs", text + endOfRust(p)}}
}

// rustBeforeTests is the program up to its tests, as upstream has it.
func rustBeforeTests(p Parts) string {
	opening := openingWithDeclaration(p)
	main := "\nfn main(){ \n } \n"
	switch {
	case p.Extent == Program:
		opening, main = "", ""
	case p.Extent == Answer && rustHasMain(p.Code), rustHasMain(opening): // HumanEvalPack's prompts have it
		main = ""
	}
	return main + opening + p.Code
}

// rustCallMain makes the last test run main first: in a program of its own
// without tests, main is the test. A main that returns an error has failed.
const rustCallMain = `let left = ::std::process::Termination::report(crate::main());
        let good = ::std::process::ExitCode::SUCCESS;
        if ::std::format!("{:?}", left) != ::std::format!("{:?}", good) {
            ::std::panic!("main returned an error");
        }
        `

// endOfRust is the last test.
func endOfRust(p Parts) string {
	tests, callMain, alone, remark := rustTests(p.Test), "", 0, ""
	if p.Extent == Program {
		if tests = rustTests(p.Code); len(tests) == 0 {
			callMain, alone = rustCallMain, 1
		}
	}
	var expected []string
	for _, t := range tests {
		expected = append(expected, `"`+t.name+`"`)
	}
	if rustAsserts.MatchString(blankRust(p.Code)) {
		remark = "answer.line(b\"replaced assert\", b\"\");\n        "
	}
	return strings.NewReplacer(
		"/*NAME*/", rustModule(p), "/*EXPECTED*/", strings.Join(expected, ", "), "/*TESTS*/", strconv.Itoa(len(expected)),
		"/*MAIN*/", callMain, "/*COUNT*/", strconv.Itoa(len(expected)+alone), "/*REMARK*/", remark,
	).Replace(rustEnd)
}

// rustRefusal starts the compiler's message for a program that is refused.
const rustRefusal = "xeval refuses this program: it uses "

func planRust(p Parts, opt Options) Plan {
	libs := AssetsDir + "/libs"
	args := []string{
		"--test", "--edition", cmp.Or(opt.Level, rustEdition), "-A", "warnings",
		"-C", "debuginfo=0", "-C", "codegen-units=1", "-L", "dependency=" + libs,
	}
	for _, crate := range []string{"rand", "regex", "md5"} {
		args = append(args, "--extern", crate+"="+libs+"/lib"+crate+".rlib")
	}
	if opt.Level == "2024" {
		args = append(args, "--cfg", "xeval_edition_2024")
	}
	run := []string{"--test-threads=1"}
	if p.Extent == Program {
		run = append(run, "--nocapture") // what its main prints is its output
	}
	return Plan{
		Build: []Step{{Tool: "rustc", Args: append(args, "-o", "tests", "main.rs"), Outputs: []string{"tests"}}},
		Run:   Step{Tool: "./tests", Args: run, Env: []string{"RUST_BACKTRACE=0"}},
	}
}

func classifyRust(e Evidence) Finding {
	n := note{}
	if e.Ended { // without the secret a note is the program's own
		n = parseNote(e.Note)
	}
	f := findRust(e, n)
	if n.has("replaced") {
		f.Flags = append(f.Flags, "suspicious:assert_replaced")
	}
	return f
}

func findRust(e Evidence, n note) Finding {
	switch {
	case e.Stage == Build:
		return rustBuildFailure(e)
	case !e.Clean():
		return rustFailure(e)
	case n.has("missing"):
		return Finding{
			Outcome: ExitedEarly, Class: "exited_early", Flags: []string{"suspicious:test_removed"},
			Message: "the test " + n["missing"] + " is not among those that ran",
		}
	case n.has("failed"):
		f := rustFailure(e)
		f.Flags = []string{"suspicious:exit_status"}
		return f
	}
	f := ranToEnd(e)
	if f.Outcome == Passed && n["expected"] == "0" {
		f.Flags = []string{"no_tests"}
	}
	return f
}

func rustBuildFailure(e Evidence) Finding {
	f := Finding{Outcome: CompileError, Class: "compilation", Message: rustcMessage(e)}
	if line := lineWith(e.Stderr, "error: "+rustRefusal); line != "" {
		f.Message, f.Flags = strings.TrimPrefix(line, "error: "), []string{"suspicious:refused"}
	}
	return f
}

var (
	rustError = regexp.MustCompile(`(?m)^(error(?:\[E\d+\])?: .*)(?:\n +--> \S*?:(\d+):\d+)?`)
	// rustPanic has the message and the line of a panic, before and since Rust 1.73.
	rustPanic = regexp.MustCompile(`panicked at (?:'((?s:.*?))', \S+?:(\d+):\d+\n|\S+?:(\d+):\d+:\n((?:.+\n?(?: *left: .*\n *right: .*\n?)?)?))`)
)

// rustcMessage is the compiler's first error.
func rustcMessage(e Evidence) string {
	m := rustError.FindStringSubmatch(e.Stderr)
	if m == nil {
		return ending(e)
	}
	if m[2] != "" {
		return shorten(m[1] + " (line " + m[2] + ")")
	}
	return shorten(m[1])
}

// rustFailure reads why the test program failed. libtest shows the output of
// failed tests on standard output.
func rustFailure(e Evidence) Finding {
	f := Finding{Outcome: RuntimeError, Class: "runtime", Message: ending(e)}
	if line := lineWith(e.Stderr, "has overflowed its stack"); line != "" {
		f.Message = "stack overflow"
		return f
	}
	if line := lineWith(e.Stderr, "memory allocation of "); line != "" && e.Signal != "" {
		return Finding{Outcome: OutOfMemory, Class: "runtime", Message: line}
	}
	m := rustPanic.FindStringSubmatch(e.Stdout + "\n" + e.Stderr)
	if m == nil {
		return f
	}
	text := strings.Join(strings.Fields(m[1]+m[4]), " ")
	f.Class, f.Message = "panic", shorten(fmt.Sprintf("%s (line %s)", text, m[2]+m[3]))
	if strings.HasPrefix(text, "assertion ") {
		f.Outcome, f.Class = WrongAnswer, "assertion"
	}
	return f
}

// officialRust: upstream checks that the program compiles, then that its tests
// end with status 0, were there none.
func officialRust(e Evidence) (bool, string) {
	switch {
	case e.Stage == Build:
		return false, officialText("compilation error")
	case !e.Clean():
		return false, officialText("execution error")
	}
	return true, "passed"
}
