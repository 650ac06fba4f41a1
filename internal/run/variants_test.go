package run

import (
	"fmt"
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
)

// additions are statements that change no answer, and yet are work of their own
// for a compiler: no two of them with different numbers give the same machine
// code. "#" stands for the number.
var additions = map[string]string{
	"python":     "    variant_# = [# * i for i in range(3)]\n    if variant_#[0] == 1: raise ValueError(\"#\")\n",
	"javascript": "  let variant# = 0; for (let i = 0; i < 3; i++) variant# += # * i;\n  if (variant# < 0) throw new Error(\"#\");\n",
	"cpp":        "    long variant_# = 0; for (int k = 0; k < 3; k++) variant_# += #L * k;\n    if (variant_# < 0) throw \"#\";\n",
	"java":       "        long variant# = 0; for (int k_ = 0; k_ < 3; k_++) variant# += #L * k_;\n        if (variant# < 0) throw new IllegalStateException(\"#\");\n",
	"go":         "\tvariant# := 0\n\tfor k := 0; k < 3; k++ {\n\t\tvariant# += # * k\n\t}\n\tif variant# < 0 {\n\t\tpanic(\"#\")\n\t}\n",
	"rust":       "\n    let mut variant_#: i64 = 0;\n    for k in 0..3 { variant_# += #i64 * k; }\n    if variant_# < 0 { panic!(\"#\"); }\n",
}

// variant is the code of a body with one statement more. Number 0 is the code
// itself.
func variant(t testing.TB, l *lang.Language, code string, n int) string {
	t.Helper()
	add, ok := additions[l.Name]
	if !ok {
		t.Fatalf("variants_test.go has no statement to add in %s: add one to additions", l.Title)
	}
	if n == 0 {
		return code
	}
	return strings.ReplaceAll(add, "#", strconv.Itoa(n)) + code
}

// reply is one of what a model may give: mostly right, else wrong or cut off.
func reply(t testing.TB, l *lang.Language, p problem.Problem, n int) string {
	if code, ok := stub(p, l); ok && n%4 == 3 {
		return variant(t, l, code, n)
	}
	code := variant(t, l, p.CanonicalSolution, n)
	if n%12 == 10 {
		return code[:len(code)*2/3]
	}
	return code
}

// sampled are the numbers of answers in the order of a model that gives some of
// them over and over: of 200 some 80 are different. It always gives the same.
func sampled(of string, samples int) []int {
	seed := int64(0)
	for _, c := range of {
		seed = seed*31 + int64(c)
	}
	often := rand.NewZipf(rand.New(rand.NewSource(seed)), 1.1, 4, uint64(samples-1))
	out := make([]int, samples)
	for i := range out {
		out[i] = int(often.Uint64())
	}
	return out
}

// TestVariantsAreAllDifferent: programs and their hashes, and they are right
// answers where the solution is.
func TestVariantsAreAllDifferent(t *testing.T) {
	set := demoSet(t)
	for _, l := range lang.All() {
		t.Run(l.Name, func(t *testing.T) {
			rows, texts := []row{}, map[string]bool{}
			for _, p := range problemsOf(set, l, 4) {
				for n := range 3 {
					rows = append(rows, row{p.TaskID, variant(t, l, p.CanonicalSolution, n)})
					texts[rows[len(rows)-1].Generation] = true
				}
			}
			if len(texts) != len(rows) {
				t.Fatalf("%d texts for %d variants", len(texts), len(rows))
			}
			hashes := map[string]bool{}
			for key, v := range evaluate(t, rowsOptions(t, set, rows)) {
				hashes[v.ProgramSHA256] = true
				if !v.Passed {
					t.Errorf("%s#%d: %s: %s", key.TaskID, key.Index, v.Outcome, v.Message)
				}
			}
			if len(hashes) != len(rows) {
				t.Errorf("%d programs for %d variants", len(hashes), len(rows))
			}
		})
	}
}

// TestSampledRepeats: a good part of what is sampled has come before, and
// another call gives the same.
func TestSampledRepeats(t *testing.T) {
	distinct := map[int]bool{}
	first := sampled("a problem", 200)
	for _, n := range first {
		distinct[n] = true
	}
	if len(distinct) < 50 || len(distinct) > 150 {
		t.Errorf("%d of 200 are different", len(distinct))
	}
	if again := sampled("a problem", 200); fmt.Sprint(again) != fmt.Sprint(first) {
		t.Error("it gave others the second time")
	}
}
