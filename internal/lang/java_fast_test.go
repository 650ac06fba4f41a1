package lang

import (
	"slices"
	"strings"
	"testing"
)

func TestJavacOptions(t *testing.T) {
	l, err := Lookup("java")
	if err != nil {
		t.Fatal(err)
	}
	plan := planJava(l.Canary, Options{Build: l.BuildLimits, Run: l.RunLimits})
	got := javacOptions(plan.Build[0], assembleJava(l.Canary))
	want := []string{"--release", "17", "-proc:none", "-implicit:none", "-nowarn", "-encoding", "UTF-8"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// The faster run differs from the plain one in the JVM's own options alone.
func TestJavaFastRun(t *testing.T) {
	l, err := Lookup("java")
	if err != nil {
		t.Fatal(err)
	}
	plain := planJava(l.Canary, Options{Build: l.BuildLimits, Run: l.RunLimits})
	before := slices.Clone(plain.Run.Args)
	fast, ok := javaFast.Plan(nil, plain, nil)
	if !ok || !slices.Contains(fast.Run.Args, "-XX:+UseG1GC") || slices.Contains(fast.Run.Args, javaPlainCollector) {
		t.Errorf("%v %q", ok, fast.Run.Args)
	}
	if !slices.Equal(plain.Run.Args, before) {
		t.Errorf("the plain run has become %q", plain.Run.Args)
	}
	rest := slices.DeleteFunc(slices.Clone(fast.Run.Args), func(arg string) bool { return slices.Contains(javaSooner, arg) })
	want := slices.DeleteFunc(before, func(arg string) bool { return arg == javaPlainCollector })
	if !slices.Equal(rest, want) {
		t.Errorf("%q, want %q", rest, want)
	}
	for _, arg := range javaSooner {
		if !strings.HasPrefix(arg, "-X") {
			t.Errorf("%s is no option of the JVM alone", arg)
		}
	}
}
