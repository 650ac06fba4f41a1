package lang

import (
	"fmt"
	"strings"
)

// The compiled languages are read by what their compilers and runtimes print.

// lineWith is the first line of text that holds one of the marks, shortened,
// or "".
func lineWith(text string, marks ...string) string {
	for line := range strings.Lines(text) {
		if containsAny(line, marks...) {
			return shorten(strings.TrimSpace(line))
		}
	}
	return ""
}

func containsAny(text string, marks ...string) bool {
	for _, m := range marks {
		if strings.Contains(text, m) {
			return true
		}
	}
	return false
}

// A classRule gives a text with one of the marks an error class.
type classRule struct {
	class string
	marks []string
}

// classOf is the class of the first rule that applies.
func classOf(text string, rules []classRule, otherwise string) string {
	for _, r := range rules {
		if containsAny(text, r.marks...) {
			return r.class
		}
	}
	return otherwise
}

// ending says how a step ended that said nothing itself.
func ending(e Evidence) string {
	switch {
	case e.Signal != "":
		return "killed by " + e.Signal
	case e.ExitCode != 0:
		return fmt.Sprintf("ended with status %d", e.ExitCode)
	}
	return "ended with status 0 before the end of the tests"
}

// ranToEnd reads a run that ended with status 0.
func ranToEnd(e Evidence) Finding {
	if e.Ended {
		return Finding{Outcome: Passed}
	}
	return Finding{Outcome: ExitedEarly, Class: "exited_early", Message: ending(e)}
}
