package lang

import "testing"

// TestEveryLanguageSaysItsCost: without it its programs would be the last ones
// of a run, and hold up its end.
func TestEveryLanguageSaysItsCost(t *testing.T) {
	for _, l := range All() {
		if l.Cost <= 0 {
			t.Errorf("%s: no Cost in its registration", l.Title)
		}
	}
}
