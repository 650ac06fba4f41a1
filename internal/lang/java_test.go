package lang

import (
	"slices"
	"strings"
	"testing"
)

var javaProblem = Parts{
	Prompt: "import java.util.*;\n\nclass Solution {\n    public int half(int n) {\n",
	Test:   "public class Main {\n    public static void main(String[] args) {\n        if (new Solution().half(8) != 4) throw new AssertionError();\n    }\n}\n",
}

func TestAssembleJava(t *testing.T) {
	p := Parts{Prompt: "p {\n", Code: "c\n}", Test: "t\n"}
	if got := assembleJava(p); len(got) != 1 || got[0] != (File{"Main.java", "p {\nc\n}\nt\n"}) {
		t.Errorf("%q", got)
	}
}

func TestPlanJavaSizes(t *testing.T) {
	opt := Options{Level: "21", Build: Limits{Memory: 2 << 30}, Run: Limits{Memory: 512 << 20}}
	plan := planJava(Parts{}, opt)
	build, run := plan.Build[0].Args, plan.Run.Args
	if !slices.Contains(build, "-J-Xmx1536m") || !slices.Contains(run, "-Xmx352m") {
		t.Errorf("heaps: %q %q", build, run)
	}
	if i := slices.Index(build, "--release"); build[i+1] != "21" {
		t.Errorf("level: %q", build)
	}
	// A class of the program must not be taken for the launcher.
	if i := slices.Index(run, "-cp"); run[i+1] != AssetsDir+"/launcher:." {
		t.Errorf("class path: %q", run)
	}
	if heap := javaHeap(64 << 20); heap != "-Xmx32m" {
		t.Errorf("a tiny limit gives %s", heap)
	}
}

func TestLocateJava(t *testing.T) {
	log := "[0.002s][info][class,path] bootstrap loader class path=/opt/jdk 21/lib/modules\n" +
		"[0.014s][info][class,path] checking shared classpath entry: /elsewhere/lib/modules\nopenjdk 21\n"
	at := locateJava("javac")("/home/me/.jenv/shims/javac", log)
	if at.Executable != "/opt/jdk 21/bin/javac" || !slices.Equal(at.Roots, []string{"/opt/jdk 21"}) {
		t.Errorf("%+v", at)
	}
	if at := locateJava("java")("/usr/bin/java", "openjdk 8\n"); at.Executable != "/usr/bin/java" || at.Roots != nil {
		t.Errorf("without a log: %+v", at)
	}
}

func TestClassifyJava(t *testing.T) {
	thrown := func(what string) string {
		return "note\nException in thread \"main\" " + what + "\n\tat java.base/java.lang.String.charAt(String.java:48)\n" +
			"\tat Solution.half(Main.java:5)\n\tat Main.main(Main.java:9)\n\tat XevalLauncher.main(XevalLauncher.java:18)\n"
	}
	failed := func(code int, stderr string) Evidence { return Evidence{Stage: Run, ExitCode: code, Stderr: stderr} }
	for _, c := range []struct {
		e                       Evidence
		outcome, class, message string
	}{
		{Evidence{Stage: Run, Ended: true}, Passed, "", ""},
		{Evidence{Stage: Run}, ExitedEarly, "exited_early", "status 0"},
		{failed(1, thrown("java.lang.AssertionError")), WrongAnswer, "assertion", "java.lang.AssertionError at Solution.half(Main.java:5)"},
		{failed(1, thrown("java.lang.StringIndexOutOfBoundsException: index 7")), RuntimeError, "index", "index 7 at Solution.half"},
		{failed(1, thrown("java.lang.StackOverflowError")), RuntimeError, "stack_overflow", ""},
		{failed(1, thrown("java.util.NoSuchElementException: none")), RuntimeError, "no_such_element", ""},
		{failed(1, thrown("java.lang.NumberFormatException: x")), RuntimeError, "number_format", ""},
		{failed(1, thrown("Solution$Odd: java.lang.AssertionError")), RuntimeError, "others", "Solution$Odd"},
		{failed(1, thrown("java.lang.OutOfMemoryError: unable to create native thread")), RuntimeError, "out_of_memory", "native thread"},
		{failed(1, thrown("java.lang.OutOfMemoryError: Metaspace")), OutOfMemory, "out_of_memory", "Metaspace"},
		{failed(1, "# There is insufficient memory for the Java Runtime Environment to continue.\n"), OutOfMemory, "out_of_memory", "insufficient"},
		{Evidence{Stage: Run, ExitCode: 3, Stdout: "x\nTerminating due to java.lang.OutOfMemoryError: Java heap space\n"}, OutOfMemory, "out_of_memory", "heap space"},
		{failed(3, ""), RuntimeError, "others", "ended with status 3"},
		{Evidence{Stage: Run, Ended: true, ExitCode: 1}, RuntimeError, "others", "ended with status 1"},
		{Evidence{Stage: Run, Signal: "SIGABRT", Stdout: "#\n# A fatal error has been detected by the Java Runtime Environment:\n"}, RuntimeError, "others", "fatal error"},
		{Evidence{Stage: Build, ExitCode: 1, Stderr: "Note: x\nMain.java:3: error: ';' expected\n1 error\n"}, CompileError, "compilation", "Main.java:3: error: ';' expected"},
		{Evidence{Stage: Build, ExitCode: 3, Stderr: "\n\nThe system is out of resources.\njava.lang.OutOfMemoryError: Java heap space\n"}, OutOfMemory, "out_of_memory", "out of resources"},
	} {
		f := classifyJava(c.e)
		if f.Outcome != c.outcome || f.Class != c.class || !strings.Contains(f.Message, c.message) || strings.Contains(f.Message, "\n") {
			t.Errorf("%+v\ngot %+v\nwant %s, %s, %q", c.e, f, c.outcome, c.class, c.message)
		}
	}
}

func TestOfficialJava(t *testing.T) {
	const trace = "Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n\tat Solution.half(Main.java:5)\n\tat Main.main(Main.java:9)"
	for _, c := range []struct {
		e      Evidence
		passed bool
		text   string
	}{
		{Evidence{Stage: Run}, true, "passed"},
		{Evidence{Stage: Build, ExitCode: 1, Stderr: "Main.java:3: error"}, false, "failed: compilation error"},
		{Evidence{Stage: Run, ExitCode: 1, Stderr: "Exception in thread \"main\" java.lang.AssertionError\n"}, false, "failed: wrong answer"},
		{Evidence{Stage: Run, ExitCode: 1, Stderr: trace + "\n\tat XevalLauncher.main(XevalLauncher.java:18)\n"}, false, "failed: " + trace + "\n"},
		{Evidence{Stage: Run, ExitCode: 3}, false, "failed: unknown error"},
		{Evidence{Stage: Run, Signal: "SIGABRT"}, false, "failed: unknown error"},
	} {
		if passed, text := officialJava(c.e); passed != c.passed || text != c.text {
			t.Errorf("%+v: %v %q, want %v %q", c.e, passed, text, c.passed, c.text)
		}
	}
}

func TestStubJava(t *testing.T) {
	for head, want := range map[string]string{
		"class Solution {\n    public int half(int n) {\n":                                                    "return 0;",
		"class Solution {\n    public boolean odd(int n) {\n":                                                 "return false;",
		"class Solution {\n    int g() { return 1; }\n\n    public Map<String, Integer> f(List<int[]> a) {\n": "return null;",
		"class Solution {\n    public static Optional<String> f(String s) throws NoSuchAlgorithmException {":  "return null;",
		"class Solution {\n    public double[] f() {":                                                         "return null;",
		"class Solution {\n    public void f() {":                                                             "        \n",
		"class Solution {\n    public int half(int n);":                                                       "",
		"public interface Solution {":                                                                         "",
	} {
		code, ok := stubJava(Parts{Declaration: head})
		if !strings.Contains(code, want) || ok != (want != "") {
			t.Errorf("%q: %q %v, want %q", head, code, ok, want)
		}
	}
}

func TestJavaPrograms(t *testing.T) {
	b := newBench(t, "java")
	b.prepare(t)
	b.lang = smaller(b.lang)
	b.keep(t, javaProblem, []contract{
		{"right", "        return n / 2;\n    }\n}\n", Passed, "", "", true},
		{"wrong", "        return n;\n    }\n}\n", WrongAnswer, "assertion", "AssertionError at Main.main(Main.java:", false},
		{"does not compile", "        return m;\n    }\n}\n", CompileError, "compilation", "Main.java:5: error", false},
		{"throws", "        return n / 0;\n    }\n}\n", RuntimeError, "arithmetic", "/ by zero at Solution.half(Main.java:5)", false},
		{"exits", "        System.exit(0);\n        return n;\n    }\n}\n", ExitedEarly, "exited_early", "", true},
		{"halts while loading", "        return n / 2;\n    }\n    static { Runtime.getRuntime().halt(0); }\n}\n", ExitedEarly, "exited_early", "", true},
		{"halts after main", "        Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(5)));\n        return n / 2;\n    }\n}\n", RuntimeError, "others", "status 5", false},
		{"fills the heap", "        List<long[]> all = new ArrayList<>();\n        while (true) {\n            try { all.add(new long[1 << 20]); } catch (Throwable t) {}\n        }\n    }\n}\n", OutOfMemory, "out_of_memory", "heap space", false},
		{"hides the launcher", "        return n;\n    }\n}\nclass XevalLauncher {\n    public static void main(String[] args) {}\n}\n", WrongAnswer, "assertion", "", false},
	})
}

// smaller is the language with a run limit that is soon reached.
func smaller(l *Language) *Language {
	small := *l
	small.RunLimits.Memory = 256 << 20
	return &small
}

func TestJavaReferences(t *testing.T) {
	b := newBench(t, "java")
	b.prepare(t)
	b.passReferences(t, 0, 162) // lists, the configuration of the JDK
}

func TestJavaStubs(t *testing.T) {
	for _, r := range references(t, mustLookup(t, "java")) {
		if code, ok := stubJava(r.parts()); !ok || !strings.Contains(code, "return ") {
			t.Errorf("%s: %q %v", r.TaskID, code, ok)
		}
	}
}
