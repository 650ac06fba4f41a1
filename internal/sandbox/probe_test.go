//go:build linux

package sandbox

import "testing"

func TestProbe(t *testing.T) {
	for _, r := range Probe(t.Context()) {
		t.Logf("%-34s %v %+v\n%s\n%s", r.Name, r.Available, r.Isolation, r.Cause, r.Remedy)
		if !r.Available && (r.Cause == "" || r.Remedy == "") {
			t.Errorf("%s: neither available nor explained", r.Name)
		}
	}
}
