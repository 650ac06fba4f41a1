package lang

import (
	"slices"
	"strings"
)

// javaFast compiles in a JVM that stays: javac spends nearly all of its time
// on loading itself. The run is a JVM for each sample, which starts faster.
var javaFast = &Fast{
	Plan: func(_ []File, plain Plan, _ func(string) bool) (Plan, bool) {
		plain.Run = startSooner(plain.Run)
		return plain, true
	},
	RunShare: 3.0 / 8, // half of the heap
	Compiler: &Compiler{
		Start: Step{Tool: "java", Args: append(compilerJVM(), "-Xshare:auto", "-XX:SharedArchiveFile="+javaCompilerArchive,
			"-XX:MaxMetaspaceSize=256m", "-XX:+ExitOnOutOfMemoryError", "-cp", AssetsDir+"/compiler", "XevalCompiler")},
		Limits: Limits{
			Memory: 1 << 30, Scratch: 16 << 20, FileSize: 16 << 20, Output: 16 << 10, Processes: 128, OpenFiles: 1024,
		},
		Arguments: javacOptions,
	},
}

// javaCompilerArchive has the compiler's own classes, parsed and verified: half
// of the time to the first program that is compiled. A JVM that is not the one
// it was made for goes without.
const javaCompilerArchive = AssetsDir + "/compiler/classes.jsa"

// compilerJVM are the options that its archive and its start have in common.
func compilerJVM() []string {
	return append([]string{"-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"}, javaLeftOut...)
}

// javaSooner takes the place of plain's collector. Only G1 maps the modules'
// and other objects from the JDK's archive of classes (before JDK 21); the other
// collectors have them made anew. A small heap at first, which grows, has small
// tables.
//
// G1 needs longer than plain's collector for a heap that is nearly full, and
// wastes more of it: hence RunShare.
var javaSooner = append([]string{"-XX:+UseG1GC", "-XX:ParallelGCThreads=1", "-Xms32m"}, javaLeftOut...)

// javaLeftOut leaves out work at the start that short programs do not use:
//
//   - The archive of classes stays at the place that it was made for. At another
//     one, the default of late, all of it is read and changed.
//   - Code for ciphers and sums is written, and flushed from the processor's
//     caches, at every start, for a program in a hundred. Without it they are
//     computed by the library's own Java, to the same bits.
var javaLeftOut = []string{
	"-XX:+UnlockDiagnosticVMOptions", "-XX:+IgnoreUnrecognizedVMOptions", "-XX:ArchiveRelocationMode=0",
	"-XX:-UseAES", "-XX:-UseAESIntrinsics", "-XX:-UseAESCTRIntrinsics", "-XX:-UseGHASHIntrinsics",
	"-XX:-UseSHA", "-XX:-UseMD5Intrinsics", "-XX:-UseBASE64Intrinsics",
	"-XX:-UseCRC32Intrinsics", "-XX:-UseCRC32CIntrinsics", "-XX:-UseAdler32Intrinsics",
}

func startSooner(step Step) Step {
	if at := slices.Index(step.Args, javaPlainCollector); at >= 0 {
		step.Args = slices.Replace(slices.Clone(step.Args), at, at+1, javaSooner...)
	}
	return step
}

// javacOptions leaves out what is of the process, the output folder, and the
// files.
func javacOptions(plain Step, files []File) (options []string) {
	names := fileNames(files)
	for i, arg := range plain.Args {
		switch {
		case strings.HasPrefix(arg, "-J"), slices.Contains(names, arg):
		case arg == "-d", i > 0 && plain.Args[i-1] == "-d":
		default:
			options = append(options, arg)
		}
	}
	return options
}
