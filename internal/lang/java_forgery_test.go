package lang

import (
	"strings"
	"testing"
)

// Code written to be judged right without being so; upstream's evaluator would
// pass what exits with status 0.
func TestJavaForgeries(t *testing.T) {
	const end = "    }\n}\n"
	const wrong = "        return List.of(7);\n"
	problem := Parts{
		Prompt: "import java.util.*;\n\nclass Solution {\n    public List<Integer> twice(List<Integer> numbers) {\n",
		Test: "public class Main {\n    public static void main(String[] args) {\n" +
			"        List<Boolean> correct = Arrays.asList(new Solution().twice(Arrays.asList(1, 2)).equals(Arrays.asList(2, 4)));\n" +
			"        if (correct.contains(false)) throw new AssertionError();\n    }\n}\n",
	}
	b := newBench(t, "java")
	b.prepare(t)
	b.lang = smaller(b.lang)
	for _, c := range []struct {
		name, code string
		outcome    string
		flags      string
		official   bool
	}{
		{"own Arrays", wrong + end + "class Arrays { @SafeVarargs static <T> List<T> asList(T... all) { return List.of(); } }\n", WrongAnswer, "suspicious:library_replaced", true},
		{"own AssertionError", wrong + end + "class AssertionError extends Error { AssertionError() { Runtime.getRuntime().halt(0); } }\n", ExitedEarly, "", true},
		{"own class, its file removed", "        new java.io.File(\"Arrays.class\").delete();\n" + wrong + end + "class Arrays { @SafeVarargs static <T> List<T> asList(T... all) { return List.of(); } }\n", WrongAnswer, "suspicious:library_replaced", true},
		{"a name of the library that the test does not use", "        List<Integer> out = new ArrayList<>();\n        for (int n : numbers) out.add(new Stack().twice(n));\n        return out;\n" + end + "class Stack { int twice(int n) { return 2 * n; } }\n", Passed, "", true},
		{"a note of its own", "        try (java.io.OutputStream o = new java.io.FileOutputStream(\"/proc/self/fd/4\")) { o.write(\"hidden\\n\".getBytes()); } catch (Exception e) {}\n" + wrong + end, WrongAnswer, "", false},
		{"the secret again", "        try (java.io.InputStream i = new java.io.FileInputStream(\"/proc/self/fd/3\"); java.io.OutputStream o = new java.io.FileOutputStream(\"/proc/self/fd/4\")) { i.transferTo(o); } catch (Exception e) {}\n        System.exit(0);\n" + wrong + end, ExitedEarly, "", true},
		{"halts when it fails", "        Thread.setDefaultUncaughtExceptionHandler((t, e) -> Runtime.getRuntime().halt(0));\n" + wrong + end, ExitedEarly, "", true},
		{"own launcher in its own Main", wrong + end + "class Main { public static void main(String[] args) {} }\n", CompileError, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := problem
			p.Code = c.code
			e := b.run(t, p, b.lang.Assemble(p))
			f := b.lang.Classify(e)
			if f.Outcome != c.outcome || strings.Join(f.Flags, ",") != c.flags {
				t.Errorf("%+v, want %s, flags %q, from %+v", f, c.outcome, c.flags, e)
			}
			if passed, _ := b.lang.Official(e); passed != c.official {
				t.Errorf("official: %v, want %v, from %+v", passed, c.official, e)
			}
		})
	}
}

// A program that is all its own may name its classes as it likes.
func TestJavaOwnNames(t *testing.T) {
	b := newBench(t, "java")
	b.prepare(t)
	b.lang = smaller(b.lang)
	problem := Parts{Test: "class Other {}\n", Code: "class Solution {}\n"}
	if e := b.run(t, problem, b.lang.Assemble(problem)); !strings.Contains(e.Stderr, "NoClassDefFoundError: Main") {
		t.Errorf("without a test: %+v", e)
	}
	p := Whole("class Arrays { static int two() { return 2; } }\nclass Main { public static void main(String[] args) { if (Arrays.two() != 2) throw new AssertionError(); } }\n")
	if e := b.run(t, p, b.lang.Assemble(p)); b.lang.Classify(e).Outcome != Passed {
		t.Errorf("%+v", e)
	}
}
