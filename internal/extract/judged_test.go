package extract_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/extract"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/run"
	"github.com/xeval/xeval/internal/sandbox"
	"github.com/xeval/xeval/internal/toolchain"
)

func TestMain(m *testing.M) {
	sandbox.Main()
	os.Exit(m.Run())
}

// TestJudged judges every case: what was extracted must be a program that
// passes, where the case says so, and must not where it does not.
func TestJudged(t *testing.T) {
	if testing.Short() {
		t.Skip("judging needs compilers and time")
	}
	byLanguage := map[*lang.Language][]caseFile{}
	for _, c := range readCases(t) {
		l, _, _ := problemOf(t, c.problem)
		byLanguage[l] = append(byLanguage[l], c)
	}
	for _, l := range lang.All() {
		t.Run(l.Name, func(t *testing.T) {
			judgeCases(t, l, byLanguage[l])
		})
	}
}

func judgeCases(t *testing.T, l *lang.Language, cases []caseFile) {
	bench := openBench(t, l)
	for _, c := range cases {
		_, target, a := problemOf(t, c.problem)
		p := problem.Problem{
			TaskID: l.IDPrefix + "/0", Prompt: target.Prompt, Declaration: target.Declaration,
			Test: target.Test, TestSetup: target.TestSetup, Import: strings.TrimSuffix(a.part("import"), "\n"),
		}
		e := extract.Extract(l, target, c.reply)
		assembled := program.AssembleExtracted(p, l, e, program.Defaults(l))
		v, err := bench.Judge.Judge(t.Context(), assembled)
		if err != nil {
			t.Fatal(err)
		}
		if v.Passed != c.passes {
			t.Errorf("%s: %s: %s\n%s", c.path, v.Outcome, v.Message, assembled.Files[0].Text)
		}
	}
}

func openBench(t *testing.T, l *lang.Language) *run.Bench {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	bench, err := run.NewBench(t.Context(), []*lang.Language{l}, run.Setting{
		Toolchain: toolchain.Config{CacheDir: filepath.Join(cache, "xeval"), Path: os.Getenv("PATH"), Env: os.Environ()},
		Sandbox:   sandbox.Config{Mode: sandbox.Auto, Logf: t.Logf},
		Programs:  map[string]program.Options{l.Name: program.Defaults(l)}, Workers: 1, Logf: t.Logf,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := bench.Close(); err != nil {
			t.Error(err)
		}
	})
	if missing := bench.Languages[0].Missing; missing != "" {
		t.Skip(missing)
	}
	return bench
}
