package lang

import (
	"cmp"
	"embed"
	"fmt"
	"path"
	"regexp"
	"strings"
)

//go:embed assets/java
var javaAssets embed.FS

func init() {
	register(&Language{
		Name: "java", Title: "Java", IDPrefix: "Java", DataName: "java", CommentMark: "//",
		// Upstream's JDK is 18, which Debian and Ubuntu do not have; the
		// language and the libraries the data uses are the same in 17.
		Levels: []string{"11", "16", "17", "18", "21"}, DefaultLevel: "17",
		BuildLimits: compilerLimits(256), RunLimits: programLimits(256),
		Cost: 125,

		Tools: []Tool{
			{
				Name: "java", Candidates: []string{"java"},
				LocateArgs: []string{"-Xlog:class+path=info", "--version"}, Locate: locateJava("java"),
				VersionArgs: []string{"-version"}, VersionPattern: `version "([^"]+)"`,
				Upstream: "18.0.2.1", Install: javaInstall,
			},
			{
				Name: "javac", Candidates: []string{"javac"},
				LocateArgs: []string{"-J-Xlog:class+path=info", "-version"}, Locate: locateJava("javac"),
				VersionArgs: []string{"-version"}, VersionPattern: `javac (\S+)`,
				Upstream: "18.0.2.1", Install: javaInstall,
			},
		},
		Checks: []Check{{
			Name: javatuples, OnlyFor: "MultiPL-E's programs", VersionPattern: `javatuples-(\d[\w.]*)\.jar`,
			Places: []string{
				"/usr/share/java/javatuples-1.2.jar", // Debian's: a link to the next
				"/usr/share/java/javatuples.jar",
				"~/.m2/repository/org/javatuples/javatuples/1.2/javatuples-1.2.jar",
			},
			Install: "apt-get install -y libjavatuples-java (or mvn dependency:get -Dartifact=org.javatuples:javatuples:1.2)",
		}},
		Preparation: Preparation{
			Files: assetFiles(javaAssets, "assets/java"),
			Commands: []Command{
				{
					Tool: "javac", Args: []string{"-d", "stub", "stub/Main.java"},
					Need: "compile a stand-in for the programs' Main",
				},
				{
					Tool: "javac", // Strings are put together by plain calls, which need no code made at run time.
					Args: []string{"-XDstringConcat=inline", "-cp", "stub", "-d", "launcher", "launcher/XevalLauncher.java"},
					Need: "compile the launcher with the end-of-tests proof",
				},
				{
					Tool: "javac", Args: []string{"-d", "compiler", "compiler/XevalCompiler.java"},
					Need: "compile the compiler that stays",
				},
				{
					Tool: "java", Args: []string{"-XX:DumpLoadedClassList=compiler/classes.txt", "-cp", "compiler", "XevalCompiler", "training/Main.java"},
					Need: "list the classes of the compiler that stays",
				},
				{
					Tool: "java", Args: append(compilerJVM(), "-Xshare:dump", "-XX:SharedClassListFile=compiler/classes.txt",
						"-XX:SharedArchiveFile="+javaCompilerArchive, "-cp", "none"), // a folder with files cannot be archived
					Need: "archive the classes of the compiler that stays",
				},
			},
		},
		Canary: Parts{
			TaskID: "Java/canary",
			Prompt: "import java.util.*;\n\nclass Solution {\n    /** Twice each number. */\n    public List<Integer> twice(List<Integer> numbers) {\n",
			Code:   "        List<Integer> result = new ArrayList<>();\n        for (int n : numbers) result.add(2 * n);\n        return result;\n    }\n}\n",
			Test: "public class Main {\n    public static void main(String[] args) throws Exception {\n" +
				// Reads the JDK's configuration, as one problem does.
				"        java.security.MessageDigest.getInstance(\"MD5\");\n" +
				"        if (!new Solution().twice(Arrays.asList(1, 2)).equals(Arrays.asList(2, 4))) throw new AssertionError();\n    }\n}\n",
		},

		Syntax: javaSyntax,

		Assemble: assembleJava, Plan: planJava, Fast: javaFast, Needs: javaNeeds,
		Classify: classifyJava, Official: officialJava, OfficialTimeout: "time out",
		Stub: stubJava,

		StopGenerating: stopAtExtraBrace,
		CleanUp: func(text string) string {
			return closeEnclosing(cutAfterLastBrace(closeBefore(text, "public static void main")))
		},
		StopSequences: []string{"public static void main", "public class Main"},
	})
}

const javaInstall = "apt-get install -y openjdk-17-jdk-headless (or a newer one, such as openjdk-21-jdk-headless)"

// locateJava finds a JDK behind a wrapper: only the JVM itself knows, and it
// says so on standard output in the log of its class path.
func locateJava(tool string) func(found, output string) Location {
	modules := regexp.MustCompile(`class path=(/.*)/lib/modules\b`)
	return func(found, output string) Location {
		m := modules.FindStringSubmatch(output)
		if m == nil {
			return Location{Executable: found}
		}
		return Location{Executable: path.Join(m[1], "bin", tool), Roots: []string{m[1]}}
	}
}

// javatuples is the library that MultiPL-E's Java programs import, every one.
const javatuples = "javatuples"

func javaNeeds(p Parts) []string {
	text := p.Prompt + p.Test
	if p.Extent == Program {
		text = p.Code
	}
	if strings.Contains(text, "org.javatuples") {
		return []string{javatuples}
	}
	return nil
}

func assembleJava(p Parts) []File {
	switch p.Extent {
	case Answer:
		p.Code = readJava(p.Code).oneFile()
	case Program:
		return readJava(p.Code).files()
	}
	return []File{{"Main.java", p.Prompt + p.Code + "\n" + p.Test}}
}

// javaPlainCollector needs least memory and time for the heaps of programs.
const javaPlainCollector = "-XX:+UseSerialGC"

// planJava: the JVM is told its sizes, for a sandbox shows it none of its own.
// One garbage collector thread and the first compiler alone start fastest.
func planJava(p Parts, o Options) Plan {
	classes, sources := "", []string{"Main.java"}
	if len(javaNeeds(p)) > 0 {
		classes = ":" + LibraryFile(javatuples)
	}
	jvm := []string{javaPlainCollector, "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xshare:auto"}
	javac := []string{"-J" + javaHeap(o.Build.Memory)}
	for _, flag := range jvm {
		javac = append(javac, "-J"+flag)
	}
	javac = append(javac, "--release", o.levelOf("17"),
		"-proc:none", "-implicit:none", "-nowarn", "-encoding", "UTF-8", "-d", ".")
	if classes != "" {
		javac = append(javac, "-cp", "."+classes)
	}
	java := append([]string{javaHeap(o.Run.Memory)}, jvm...)
	// Without the attach mechanism a program cannot have itself changed or dumped by another JVM.
	java = append(java, "-XX:+DisableAttachMechanism", "-XX:+ExitOnOutOfMemoryError", "-XX:ReservedCodeCacheSize=32m",
		"-Dfile.encoding=UTF-8", "-cp", AssetsDir+"/launcher:."+classes)
	if p.Extent == Program {
		java = append(java, "-ea") // its tests may be assertions
		sources = fileNames(readJava(p.Code).files())
	} else {
		java = append(java, "-Dxeval.test=true")
	}
	javac, java = append(javac, sources...), append(java, "XevalLauncher")
	return Plan{
		Build: []Step{{Tool: "javac", Args: javac, Outputs: []string{"*.class"}}},
		Run:   Step{Tool: "java", Args: java},
	}
}

// javaHeap leaves below the memory limit what a JVM needs beside its heap:
// then a full heap is the JVM's own error, with a message.
func javaHeap(limit int64) string {
	const beside = 160 << 20
	heap := max(limit-max(beside, limit/4), 32<<20)
	return fmt.Sprintf("-Xmx%dm", heap>>20)
}

// javaUncaught is the exception that ended main, and what it said.
var javaUncaught = regexp.MustCompile(`(?m)^Exception in thread "main" ((?:\w+\.)*([\w$]+)\b.*)$`)

// javaPosition is where in the program an exception passed.
var javaPosition = regexp.MustCompile(`\tat (\S+\(Main\.java:\d+\))`)

// javaClasses are upstream's, by the name of the exception.
var javaClasses = []classRule{
	{"assertion", []string{"AssertionError"}},
	{"index", []string{"IndexOutOfBounds"}},
	{"unsupported_operation", []string{"UnsupportedOperation"}},
	{"class_cast", []string{"ClassCast"}},
	{"null_pointer", []string{"NullPointer"}},
	{"number_format", []string{"NumberFormat"}},
	{"no_such_element", []string{"NoSuchElement"}},
	{"stack_overflow", []string{"StackOverflow"}},
	{"arithmetic", []string{"Arithmetic"}},
	{"out_of_memory", []string{"OutOfMemory"}},
	{"illegal_argument", []string{"IllegalArgument"}},
}

// javaNoMemory is what a JVM says that gives up: for a full heap, as it was
// told to, or when the system refuses it memory.
var javaNoMemory = []string{"Terminating due to java.lang.OutOfMemoryError", "insufficient memory for the Java Runtime"}

func classifyJava(e Evidence) Finding {
	switch {
	case e.Stage == Build:
		return classifyJavaBuild(e)
	case e.Clean():
		return ranToEndJava(e)
	}
	if line := lineWith(e.Stdout+"\n"+e.Stderr, javaNoMemory...); line != "" {
		return Finding{Outcome: OutOfMemory, Class: "out_of_memory", Message: line}
	}
	m := javaUncaught.FindStringSubmatchIndex(e.Stderr)
	if m == nil {
		return Finding{Outcome: RuntimeError, Class: "others", Message: cmp.Or(lineWith(e.Stdout, "# A fatal error", "#  SIG"), ending(e))}
	}
	text, name := e.Stderr[m[2]:m[3]], e.Stderr[m[4]:m[5]]
	if at := javaPosition.FindStringSubmatch(e.Stderr[m[1]:]); at != nil {
		text += " at " + at[1]
	}
	f := Finding{Outcome: RuntimeError, Class: classOf(name, javaClasses, "others"), Message: shorten(text)}
	switch {
	case f.Class == "assertion":
		f.Outcome = WrongAnswer
	case f.Class == "out_of_memory" && !strings.Contains(text, "native thread"): // that is the limit on processes
		f.Outcome = OutOfMemory
	}
	return f
}

// ranToEndJava: a test that used the program's own class for one of the
// library's has tested nothing.
func ranToEndJava(e Evidence) Finding {
	n := parseNote(e.Note)
	if !e.Ended || !n.has("hidden") {
		return ranToEnd(e)
	}
	return Finding{
		Outcome: WrongAnswer, Class: "assertion", Flags: []string{"suspicious:library_replaced"},
		Message: "the test used the program's own class " + shorten(n["hidden"]),
	}
}

func classifyJavaBuild(e Evidence) Finding {
	if line := lineWith(e.Stderr+"\n"+e.Stdout, "system is out of resources", "OutOfMemoryError", "insufficient memory"); line != "" {
		return Finding{Outcome: OutOfMemory, Class: "out_of_memory", Message: line}
	}
	message := cmp.Or(lineWith(e.Stderr, ": error:"), lineWith(e.Stderr, "error:"), firstLine(e.Stderr), ending(e))
	return Finding{Outcome: CompileError, Class: "compilation", Message: message}
}

// javaLauncherFrame is the one line of a stack trace that upstream's has not.
var javaLauncherFrame = regexp.MustCompile(`\n\tat XevalLauncher\.main\([^)]*\)`)

// officialJava: upstream passes what exits with status 0, and has texts of its
// own for some of what does not.
func officialJava(e Evidence) (bool, string) {
	switch {
	case e.Stage == Build:
		return false, officialText("compilation error")
	case e.Clean():
		return true, "passed"
	case e.Signal != "" || e.ExitCode != 1:
		return false, officialText("unknown error")
	case strings.Contains(e.Stderr, "AssertionError"):
		return false, officialText("wrong answer")
	}
	return false, officialText(javaLauncherFrame.ReplaceAllString(e.Stderr, ""))
}

// javaHead is the head of a method at the end of a prompt; the first group is
// its modifiers and its result type.
var javaHead = regexp.MustCompile(`\s([\w.<>\[\], ?]+?)\s+\w+\s*\([^(){}]*\)\s*(?:throws\s+[\w., ]+)?\{\s*$`)

// javaResult drops the modifiers.
var javaResult = regexp.MustCompile(`\b(?:public|protected|private|static|final|synchronized)\b\s*`)

// stubJava returns null, zero or false, and closes the method and its class.
func stubJava(p Parts) (string, bool) {
	m := javaHead.FindStringSubmatch(cmp.Or(p.Declaration, p.Prompt))
	if m == nil {
		return "", false
	}
	value := "return null;"
	switch strings.TrimSpace(javaResult.ReplaceAllString(m[1], "")) {
	case "void":
		value = ""
	case "boolean":
		value = "return false;"
	case "byte", "short", "int", "long", "char", "float", "double":
		value = "return 0;"
	}
	return "        " + value + "\n    }\n}\n", true
}
