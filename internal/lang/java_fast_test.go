package lang

import (
	"slices"
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
