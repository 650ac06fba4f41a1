package report

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/xeval/xeval/internal/verdict"
)

func TestNormalize(t *testing.T) {
	for in, want := range map[string]string{
		"NameError: name 'foo' is not defined":                "NameError: name '…' is not defined",
		"main.cpp:12:5: error: ‘x’ was not declared":          "main.cpp:#:#: error: ‘…’ was not declared",
		"error[E0425]: cannot find value `y` in this scope":   "error[E0425]: cannot find value `…` in this scope",
		"undefined: has_close":                                "undefined: ‹name›",
		"hasCloseElements is not a function":                  "‹name› is not a function",
		"can't add 3.14 to 0x1f":                              "can't add # to #",
		"IndexError: list index out of range\nsecond line":    "IndexError: list index out of range",
		"unterminated 'quote":                                 "unterminated 'quote",
		"":                                                    "",
		"a.b.someMethod and m.other_one(":                     "a.b.‹name› and m.‹name›(",
		"java.lang.ArrayIndexOutOfBoundsException: Index 5 x": "java.lang.ArrayIndexOutOfBoundsException: Index # x",
	} {
		if got := normalize(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestAnatomy(t *testing.T) {
	var vs []*verdict.Verdict
	for i := range 30 {
		x := v(fmt.Sprintf("CPP/%d", i), "cpp", 0, verdict.RuntimeError)
		x.Message, x.ErrorClass = fmt.Sprintf("index %d out of range", i), "range"
		x.Run.CPUMillis, x.Run.MemoryBytes = float64(i), int64(100-i)<<20
		vs = append(vs, x, v(fmt.Sprintf("Go/%d", i), "go", 0, verdict.Passed))
	}
	vs = append(vs, v("CPP/0", "cpp", 1, verdict.Passed), v("CPP/1", "cpp", 1, verdict.Passed))
	cached := v("CPP/2", "cpp", 1, verdict.RuntimeError)
	cached.Cached, cached.Run.CPUMillis = true, 1e6
	vs = append(vs, cached)
	a := summarize(t, tally(t, header("cpp", "go"), vs), Options{}).Anatomy
	if len(a.Messages) != 1 || a.Messages[0] != (Message{"cpp", "C++", "runtime_error", "index # out of range", 30, "CPP/0"}) {
		t.Errorf("messages %+v", a.Messages)
	}
	if len(a.Slowest) != topExtremes || a.Slowest[0].TaskID != "CPP/29" || a.Slowest[0].CPUMillis != 29 || a.Slowest[9].CPUMillis != 20 {
		t.Errorf("slowest %+v", a.Slowest)
	}
	if a.Hungriest[0].TaskID != "CPP/0" || a.Hungriest[0].MemoryBytes != 100<<20 {
		t.Errorf("hungriest %+v", a.Hungriest)
	}
	if len(a.NeverSolved) != 28 || len(a.AlwaysSolved) != 30 || a.NeverSolved[0] != "CPP/2" {
		t.Errorf("never %v, always %v", a.NeverSolved, a.AlwaysSolved)
	}
	if len(a.Divided) != topDivided || a.Divided[0] != (Divided{"2", "Go", 1, "C++", 0}) {
		t.Errorf("divided %+v", a.Divided)
	}
}

func TestAnatomyGolden(t *testing.T) {
	vs := mixed()
	for i, source := range []string{"python", "go"} {
		x := v("CPP/0", "cpp", 10+i, []verdict.Outcome{verdict.Passed, verdict.WrongAnswer}[i])
		y := v("Python/0", "python", 10+i, verdict.Passed)
		x.SourceLanguage, y.SourceLanguage = source, "cpp"
		vs = append(vs, x, y)
	}
	s := summarize(t, tally(t, header("cpp", "js", "python"), vs), Options{})
	var b bytes.Buffer
	if err := Text(&b, s.FullDocument(), TextOptions{Width: 100}); err != nil {
		t.Fatal(err)
	}
	golden(t, "anatomy.txt.golden", b.Bytes())
}

func TestExtremesKeepTheLargest(t *testing.T) {
	x := extremes{less: slower}
	for i := range 1000 {
		x.add(Extreme{TaskID: fmt.Sprintf("a/%d", i), CPUMillis: float64(i * 7919 % 1000)})
	}
	var got []float64
	for _, e := range x.top {
		got = append(got, e.CPUMillis)
	}
	if !slices.Equal(got, []float64{999, 998, 997, 996, 995, 994, 993, 992, 991, 990}) {
		t.Errorf("%v", got)
	}
}
