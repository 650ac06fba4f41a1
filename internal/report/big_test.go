package report

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/verdict"
)

// languages of the generated runs, with what their programs cost.
var generated = []struct {
	name, prefix   string
	buildMs, runMs float64
}{
	{"cpp", "CPP", 900, 3}, {"go", "Go", 400, 5}, {"java", "Java", 800, 90},
	{"js", "JavaScript", 0, 45}, {"python", "Python", 0, 30}, {"rust", "Rust", 700, 2},
}

var failures = []struct {
	outcome verdict.Outcome
	class   string
	message string
}{
	{verdict.WrongAnswer, "assertion", "assertion failed: f(%d) == %d"},
	{verdict.WrongAnswer, "assertion", "AssertionError"},
	{verdict.CompileError, "compilation", "main.cpp:%d:%d: error: 'foo' was not declared in this scope"},
	{verdict.RuntimeError, "index", "index %d out of range of %d"},
	{verdict.TimedOut, "timeout", "used more than 10s of CPU time"},
	{verdict.ExitedEarly, "", "ended with status 0 before the end of the tests"},
}

// generate yields a run of 164 problems in six languages as a real one looks:
// problems of very different difficulty, times and memory that vary.
func generate(samples int, yield func(*verdict.Verdict)) {
	rng := rand.New(rand.NewPCG(1, 2))
	for p := range 164 {
		base := rng.Float64()
		for at, l := range generated {
			ease := math.Pow(base, 1+float64(at)/3)
			for i := range samples {
				yield(generateOne(rng, l.name, fmt.Sprintf("%s/%d", l.prefix, p), i, ease, l.buildMs, l.runMs))
			}
		}
	}
}

func generateOne(rng *rand.Rand, language, id string, i int, ease, buildMs, runMs float64) *verdict.Verdict {
	x := v(id, language, i, verdict.Passed)
	if rng.Float64() > ease {
		f := failures[rng.IntN(len(failures))]
		x = v(id, language, i, f.outcome)
		x.Message, x.ErrorClass = f.message, f.class
		if strings.Contains(f.message, "%d") {
			x.Message = fmt.Sprintf(f.message, rng.IntN(100), rng.IntN(100))
		}
		x.Stderr = &verdict.Output{Head: strings.Repeat("some line of a long message\n", 20), Bytes: 560}
	}
	vary := math.Exp(rng.NormFloat64() / 2)
	x.Run = &verdict.StageUse{CPUMillis: runMs * vary, WallMillis: runMs * vary * 1.2, MemoryBytes: int64(float64(8<<20) * vary)}
	if buildMs > 0 {
		x.Build = &verdict.StageUse{CPUMillis: buildMs * vary, WallMillis: buildMs * vary, MemoryBytes: int64(float64(100<<20) * vary)}
	}
	x.ProgramSHA256 = strings.Repeat("0123456789abcdef", 4)
	x.GenerationSHA256 = x.ProgramSHA256
	return x
}

func generatedHeader() verdict.Header {
	h := sampled(header())
	for _, l := range generated {
		h.Languages = append(h.Languages, verdict.LanguageSetup{Name: l.name, Problems: 164, Limits: []byte("{}")})
	}
	return h
}

// longTexts are as long as real ones.
func longTexts(v *verdict.Verdict) (Texts, error) {
	code := strings.Repeat("    for (int i = 0; i < n; i++) { total += values[i] * 2; } // add up\n", 20)
	return Texts{Prompt: strings.Repeat("// what the function should do, with an example\n", 10), Generation: code,
		Program: "#include <vector>\n" + code + strings.Repeat("assert(f({1, 2, 3}) == 12);\n", 20)}, nil
}

// A run of 196,800 verdicts must give a page below 10 MB in which every
// problem can be opened.
func TestPageOfALargeRun(t *testing.T) {
	tl := NewTally(generatedHeader())
	var picks Picks
	generate(200, func(x *verdict.Verdict) {
		tl.Add(x)
		picks.Add(x)
	})
	tl.Complete, tl.Ends = true, []verdict.End{{WallMillis: 3_600_000}}
	s := summarize(t, tl, Options{Titles: titles})
	charts, err := s.Charts()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := HTML(&b, &Page{Document: s.FullDocument(), Charts: charts, Summary: s, Picks: &picks, Texts: longTexts}); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 10_000_000 {
		t.Errorf("the page has %d bytes", b.Len())
	}
	if n := strings.Count(b.String(), `<div id="p-`); n != 984 {
		t.Errorf("%d problems", n)
	}
}

// Memory must not grow with the number of verdicts.
func TestLoadingTakesNoMemoryForSamples(t *testing.T) {
	sizes := []uint64{}
	for _, samples := range []int{10, 100} {
		path := filepath.Join(t.TempDir(), "verdicts.jsonl")
		w, err := verdict.Create(path, generatedHeader())
		if err != nil {
			t.Fatal(err)
		}
		generate(samples, func(x *verdict.Verdict) {
			if err := w.Write(x); err != nil {
				t.Fatal(err)
			}
		})
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		before := heap()
		tl, err := Load(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		after := heap()
		if s := summarize(t, tl, Options{}); s.Samples != samples*984 {
			t.Errorf("%d samples", s.Samples)
		}
		sizes = append(sizes, max(after, before)-before)
	}
	if sizes[1] > sizes[0]+1<<20 {
		t.Errorf("10 samples a problem leave %d bytes, 100 leave %d", sizes[0], sizes[1])
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func BenchmarkLoad(b *testing.B) {
	path := filepath.Join(b.TempDir(), "verdicts.jsonl")
	w, err := verdict.Create(path, generatedHeader())
	if err != nil {
		b.Fatal(err)
	}
	generate(20, func(x *verdict.Verdict) {
		if err := w.Write(x); err != nil {
			b.Fatal(err)
		}
	})
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		tl, err := Load(path, nil)
		if err != nil {
			b.Fatal(err)
		}
		s, err := Summarize(tl, Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := JSON(io.Discard, s); err != nil {
			b.Fatal(err)
		}
	}
}
