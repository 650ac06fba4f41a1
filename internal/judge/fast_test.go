package judge

import (
	"context"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/sandbox"
	"github.com/xeval/xeval/internal/verdict"
)

// swift is toy with another compiler.
func swift() *lang.Language {
	l := *toy
	l.Fast = &lang.Fast{Plan: func(_ []lang.File, plain lang.Plan, _ func(string) bool) (lang.Plan, bool) {
		plain.Build = []lang.Step{{Tool: "swiftc", Outputs: []string{"a.out"}}}
		return plain, true
	}, RunShare: 0.5}
	return &l
}

func takes(memory int64, answer func(sandbox.Command) sandbox.Result) func(sandbox.Command) sandbox.Result {
	return func(c sandbox.Command) sandbox.Result {
		r := answer(c)
		r.Memory = memory
		return r
	}
}

// TestFastWay: a verdict of the fast way stands if its build succeeded; if not,
// the plain way judges as if there had been none.
func TestFastWay(t *testing.T) {
	type results = []func(sandbox.Command) sandbox.Result
	for _, c := range []struct {
		name    string
		answers results
		plain   bool
		want    verdict.Outcome
		tools   string
		counts  Counts
	}{
		{"passes", results{exits(0), proves(0)}, false, verdict.Passed, "swiftc a.out", Counts{Fast: 1, Again: 0}},
		{"fails in its run", results{exits(0), exits(1)}, false, verdict.RuntimeError, "swiftc a.out", Counts{Fast: 1, Again: 0}},
		{"runs too long", results{exits(0), limited(sandbox.CPULimit)}, false, verdict.TimedOut, "swiftc a.out", Counts{Fast: 1, Again: 0}},
		{"fails to build", results{exits(1), exits(1)}, false, verdict.CompileError, "swiftc toyc", Counts{Fast: 0, Again: 1}},
		{"only the fast build fails", results{exits(1), exits(0), proves(0)}, false, verdict.Passed, "swiftc toyc a.out", Counts{Fast: 0, Again: 1}},
		{"only the fast build takes too long", results{limited(sandbox.CPULimit), exits(0), proves(0)}, false, verdict.Passed, "swiftc toyc a.out", Counts{Fast: 0, Again: 1}},
		{"the box is lost", results{nil, exits(0), proves(0)}, false, verdict.Passed, "swiftc toyc a.out", Counts{Fast: 0, Again: 1}},
		{"the box is lost in the run", results{exits(0), nil, exits(0), proves(0)}, false, verdict.Passed, "swiftc a.out toyc a.out", Counts{Fast: 0, Again: 1}},
		{"half the memory", results{exits(0), takes(50, proves(0))}, false, verdict.Passed, "swiftc a.out", Counts{Fast: 1, Again: 0}},
		{"more memory", results{exits(0), takes(51, limited(sandbox.CPULimit)), exits(0), takes(80, proves(0))}, false, verdict.Passed, "swiftc a.out toyc a.out", Counts{Fast: 0, Again: 1}},
		{"a build of more memory", results{takes(99, exits(0)), proves(0)}, false, verdict.Passed, "swiftc a.out", Counts{Fast: 1, Again: 0}},
		{"plain", results{exits(0), proves(0)}, true, verdict.Passed, "toyc a.out", Counts{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			pool := &scripted{answers: c.answers}
			j := &Local{Pool: pool, Setups: map[string]Setup{"toy": {Lang: swift(), Chain: chain{}}}, Plain: c.plain}
			p := toyProgram()
			p.RunLimits.Memory = 100
			v, err := j.Judge(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			var tools []string
			for _, cmd := range pool.commands {
				tools = append(tools, cmd.Path[strings.LastIndex(cmd.Path, "/")+1:])
			}
			if v.Outcome != c.want || strings.Join(tools, " ") != c.tools || j.Counts("toy") != c.counts || v.Attempts != 1 {
				t.Errorf("%s by %v in attempt %d, %+v", v.Outcome, tools, v.Attempts, j.Counts("toy"))
			}
		})
	}
}

// FuzzReadAnswer: a compiler that read a stranger's program may say anything.
func FuzzReadAnswer(f *testing.F) {
	good := append([]byte{1}, binary.BigEndian.AppendUint64(nil, 1000)...)
	good = binary.BigEndian.AppendUint32(good, 1)
	good = appendText(appendText(good, "A.class"), "text")
	f.Add(good)
	f.Add(good[:len(good)-1])
	f.Add(append(good, 0))
	f.Add([]byte{1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, b []byte) {
		files, cpu, err := readAnswer(b)
		size := 13
		for _, file := range files {
			size += 8 + len(file.Name) + len(file.Text)
		}
		if err == nil && (size != len(b) || cpu < 0 || b[0] != 1) {
			t.Errorf("%d bytes read as %d files of %d bytes in %v", len(b), len(files), size, cpu)
		}
	})
}

func TestKeptFilesAreThoseOfThePlainBuild(t *testing.T) {
	made := []lang.File{{Name: "A.class"}, {Name: "b/A.class"}, {Name: "../A.class"}, {Name: "A.java"}, {Name: "/A.class"}}
	if got := kept(made, []string{"*.class"}); len(got) != 1 || got[0].Name != "A.class" {
		t.Errorf("%v", got)
	}
}
