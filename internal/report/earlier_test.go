package report

import (
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/verdict"
)

// Verdicts of earlier runs count in the score and not in what judging took.
func TestVerdictsOfEarlierRuns(t *testing.T) {
	earlier := v("CPP/0", "cpp", 0, verdict.Passed)
	earlier.Cached, earlier.Flags = true, []string{"no_tests", verdict.EarlierRun}
	same := v("CPP/1", "cpp", 1, verdict.Passed)
	same.Cached = true
	s := summarize(t, tally(t, header("cpp"), []*verdict.Verdict{earlier, v("CPP/1", "cpp", 0, verdict.Passed), same}), Options{})
	c := s.row(t, "cpp")
	if c.Passed != 3 || c.Cost.Judged != 1 || c.Cost.Cached != 2 || c.Cost.EarlierRun != 1 || c.Cost.RunCPUMillis != 20 {
		t.Errorf("%+v", c.Cost)
	}
	if len(c.Flags) != 1 || c.Flags["no_tests"] != 1 {
		t.Errorf("flags %v", c.Flags)
	}
	if text := render(t, s, TextOptions{}); !strings.Contains(text, "1 of the same programs were judged by earlier runs") {
		t.Error(text)
	}
}
