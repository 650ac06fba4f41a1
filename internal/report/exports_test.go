package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/verdict"
)

func TestFlat(t *testing.T) {
	s := summarize(t, tally(t, header("cpp", "js", "python"), withTranslations(mixed())), Options{})
	text := rendered(t, func(w io.Writer) error { return Flat(w, s) })
	golden(t, "mixed_flat.json.golden", text)
	var flat map[string]float64
	if err := json.Unmarshal(text, &flat); err != nil {
		t.Fatal(err)
	}
	for name := range flat {
		if !regexp.MustCompile(`^[a-z0-9_/]+$`).MatchString(name) {
			t.Errorf("name %q", name)
		}
	}
	if flat["cpp/pass_at_1"] != .5 || flat["cpp/outcomes/exited_early"] != 1 || flat["go_to_cpp/problems"] != 4 {
		t.Errorf("%v", flat)
	}
	if _, ok := flat["python/pass_at_1"]; ok {
		t.Error("a withheld number was exported")
	}
}

func TestLMEval(t *testing.T) {
	s := summarize(t, tally(t, sampled(header("cpp", "js", "python")), mixed()), Options{})
	golden(t, "mixed_lmeval.json.golden", rendered(t, func(w io.Writer) error { return LMEval(w, s, "some-model") }))
}

func TestEvalPlus(t *testing.T) {
	vs := append(grid("cpp", 3, 2), v("cpp/0", "cpp", 2, verdict.TimedOut), v("cpp/0", "cpp", 3, verdict.HarnessFault))
	var e EvalPlus
	for _, x := range vs {
		e.Add(x)
	}
	s := summarize(t, tally(t, header("cpp"), vs), Options{AllowUnscored: true})
	text := rendered(t, func(w io.Writer) error {
		return e.Write(w, s, func(x *verdict.Verdict) (string, error) { return x.TaskID + x.GenerationSHA256, nil })
	})
	golden(t, "evalplus.json.golden", text)
	var file struct {
		Eval map[string][]evalPlusRow
		Pass map[string]map[string]float64 `json:"pass_at_k"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Eval) != 3 || len(file.Eval["cpp/0"]) != 3 || file.Eval["cpp/0"][2].Base != "timeout" || e.Skipped != 1 {
		t.Errorf("%+v", file)
	}
	if file.Pass["base"]["pass@1"] != s.Languages[0].PassAtK[0].Value {
		t.Errorf("%v", file.Pass)
	}
	lost := errors.New("lost")
	if err := e.Write(io.Discard, s, func(*verdict.Verdict) (string, error) { return "", lost }); !errors.Is(err, lost) {
		t.Errorf("%v", err)
	}
	two := summarize(t, tally(t, header("cpp", "js"), mixed()), Options{})
	if err := e.Write(&bytes.Buffer{}, two, nil); err == nil || !strings.Contains(err.Error(), "one language") {
		t.Errorf("%v", err)
	}
}
