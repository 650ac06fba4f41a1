package lang

import (
	"slices"
	"strings"
)

// javaFast compiles in a JVM that stays: javac spends nearly all of its time
// on loading itself. The run is the plain one, a JVM for each sample.
var javaFast = &Fast{
	Plan: func(_ []File, plain Plan, _ func(string) bool) (Plan, bool) { return plain, true },
	Compiler: &Compiler{
		Start: Step{Tool: "java", Args: []string{
			"-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xshare:auto",
			"-XX:MaxMetaspaceSize=256m", "-XX:+ExitOnOutOfMemoryError",
			"--add-opens", "java.base/java.io=ALL-UNNAMED", "-cp", AssetsDir + "/compiler", "XevalCompiler",
		}},
		Limits: Limits{
			Memory: 1 << 30, Scratch: 16 << 20, FileSize: 16 << 20, Output: 16 << 10, Processes: 128, OpenFiles: 1024,
		},
		Arguments: javacOptions,
	},
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
