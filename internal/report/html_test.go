package report

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/verdict"
)

// page makes the whole page of some verdicts.
func page(t *testing.T, h verdict.Header, vs []*verdict.Verdict, texts TextsOf) string {
	t.Helper()
	var picks Picks
	for _, x := range vs {
		picks.Add(x)
	}
	s := summarize(t, tally(t, h, vs), Options{})
	charts, err := s.Charts()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	err = HTML(&b, &Page{
		Document: s.FullDocument(), Charts: charts, Summary: s, Picks: &picks, Texts: texts,
		CommentMarks: map[string]string{"python": "#", "cpp": "//", "js": "//", "go": "//"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func someTexts(v *verdict.Verdict) (Texts, error) {
	if v.TaskID == "JavaScript/1" {
		return Texts{}, errors.New("samples.jsonl.gz: no such generation")
	}
	code := "// a <comment>\nreturn x + 12; /* & */ \"text\" 'c'\x1b[0m\n"
	return Texts{Prompt: "int f(int x) {", Generation: code, Program: "#include <vector>\n" + code}, nil
}

// withTranslations adds pairs of languages, so that the matrix is drawn too.
func withTranslations(vs []*verdict.Verdict) []*verdict.Verdict {
	for i, source := range []string{"python", "go", "js"} {
		for n := range 4 {
			x := v(fmt.Sprintf("CPP/%d", n), "cpp", 10+i, []verdict.Outcome{verdict.Passed, verdict.WrongAnswer}[(n+i)%2])
			x.SourceLanguage = source
			vs = append(vs, x)
		}
	}
	return vs
}

func TestHTMLGolden(t *testing.T) {
	text := page(t, header("cpp", "js", "python"), withTranslations(mixed()), someTexts)
	golden(t, "mixed.html.golden", []byte(text))
	for _, want := range []string{
		"<i class=c>// a &lt;comment&gt;</i>", "<i class=k>return</i>", "<i class=n>12</i>", "<i class=s>&#34;text&#34;</i>",
		"\uFFFD[", "no such generation", `aria-label="pass@1 by language: C++ 0.500`, `href="#p-CPP.0"`, `id="p-CPP.0"`,
		"CPP/0: 2 of 2 samples passed", "samples end like this", "@media (prefers-color-scheme:dark)", "@media print",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	selfContained(t, text)
}

// selfContained checks that nothing on the page is loaded from anywhere, and
// that every link on it leads somewhere on it.
func selfContained(t *testing.T, text string) {
	t.Helper()
	if out := regexp.MustCompile(`(?i)(src|srcset|action|data|poster)="|url\(|@import|<script|<link|<iframe|https?:`).FindAllString(
		strings.NewReplacer(`xmlns="http://www.w3.org/2000/svg"`, "", `xmlns:xlink="http://www.w3.org/1999/xlink"`, "").Replace(text), -1); len(out) > 0 {
		t.Errorf("the page loads things: %v", out)
	}
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if ids[m[1]] {
			t.Errorf("id %s occurs twice", m[1])
		}
		ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(` href="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(m[1], "#") || !ids[m[1][1:]] {
			t.Errorf("link %s leads nowhere", m[1])
		}
	}
}

func TestHTMLOfHostileTexts(t *testing.T) {
	evil := `</pre></style><script>alert(1)</script><img src=x onerror=alert(1)>"'` + "`"
	x := v("CPP/"+evil, "cpp", 0, verdict.RuntimeError)
	x.Message, x.OfficialResult, x.ErrorClass, x.Flags = evil, evil, evil, []string{evil}
	x.Stderr = &verdict.Output{Head: evil, Tail: evil, Bytes: 1000, Truncated: true}
	h := header("cpp")
	h.Dataset.Name, h.Xeval.Version = evil, evil
	text := page(t, h, []*verdict.Verdict{x}, func(*verdict.Verdict) (Texts, error) { return Texts{evil, evil, evil}, nil })
	if tag := regexp.MustCompile(`<(script|img)`).FindString(text); tag != "" {
		t.Errorf("%s came through", tag)
	}
	if strings.Count(text, "</style>") != 1 {
		t.Error("the style sheet was closed by a text")
	}
}

func TestHTMLOfComparison(t *testing.T) {
	base := grid("cpp", 30, 1)
	c, err := Compare([]Run{runOf(t, "old", header("cpp"), base), runOf(t, "new", header("cpp"), better(base))}, CompareOptions{Resamples: 500})
	if err != nil {
		t.Fatal(err)
	}
	charts, err := c.Charts()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := HTML(&b, &Page{Document: c.Document(), Charts: charts}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `aria-label="difference of pass@1: C++ +0.300"`) {
		t.Errorf("no forest plot:\n%s", b.String())
	}
	selfContained(t, b.String())
}

func TestHTMLOfNothing(t *testing.T) {
	selfContained(t, page(t, header(), nil, nil))
}

func TestWritePlots(t *testing.T) {
	s := summarize(t, tally(t, header("cpp", "js", "python"), withTranslations(append(grid("go", 4, 20), mixed()...))), Options{})
	charts, err := s.Charts()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "plots")
	names, err := WritePlots(dir, charts)
	if err != nil || len(names) != 3*7 {
		t.Fatalf("%v %v", names, err)
	}
	for _, name := range names {
		if info, err := os.Stat(name); err != nil || info.Size() < 500 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPicksShowTheMostFrequent(t *testing.T) {
	var p Picks
	p.Add(v("CPP/1", "cpp", 6, verdict.HarnessFault)) // judged again below
	for i, o := range []verdict.Outcome{verdict.WrongAnswer, verdict.TimedOut, verdict.WrongAnswer, verdict.Passed, verdict.NoCode, verdict.RuntimeError, verdict.RuntimeError} {
		p.Add(v("CPP/1", "cpp", 9-i, o))
	}
	var got []string
	for _, x := range p.of("CPP/1") {
		got = append(got, fmt.Sprintf("%s#%d×%d", x.verdict.Outcome, x.verdict.SampleIndex, x.samples))
	}
	if s := strings.Join(got, " "); s != "wrong_answer#7×2 runtime_error#3×2 passed#6×1" {
		t.Error(s)
	}
}

func TestHighlightKeepsTheText(t *testing.T) {
	for _, code := range []string{
		"", "x", "'", `"unterminated`, "/* open", `"""doc`, "# note\nx = 'a\\'b'", "é = 漢_1 + 0x1f", "a//b", "\n\n", `"\`,
	} {
		marked := highlight(code, "#")
		plain := regexp.MustCompile(`</?i[^>]*>`).ReplaceAllString(marked, "")
		if got := htmlText(plain); got != code {
			t.Errorf("%q became %q", code, got)
		}
	}
	if got := highlight("return 1 // x", "//"); got != "<i class=k>return</i> <i class=n>1</i> <i class=c>// x</i>" {
		t.Error(got)
	}
}

func htmlText(s string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;", "&").Replace(s)
}
