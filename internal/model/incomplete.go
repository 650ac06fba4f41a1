package model

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Failure is a request that could not be answered.
type Failure struct {
	RequestID string
	Missing   int // samples
	Fault     *Fault
}

// Incomplete is the error of a run that answered all but some requests.
type Incomplete struct{ Failures []Failure }

// shown is how many failures a message spells out.
const shown = 3

func (e *Incomplete) Error() string {
	missing := 0
	for _, f := range e.Failures {
		missing += f.Missing
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%d samples are missing:", missing)
	for _, f := range e.Failures[:min(shown, len(e.Failures))] {
		fmt.Fprintf(&out, "\n  %s: %s", f.RequestID, f.Fault)
	}
	if rest := len(e.Failures) - shown; rest > 0 {
		fmt.Fprintf(&out, "\n  and %d more requests", rest)
	}
	out.WriteString("\nhint: the same command with --resume asks for the missing ones only")
	return out.String()
}

// outcome is the end of a run.
func (r *run) outcome(ctx context.Context) (Progress, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress.Running, r.progress.Limit = r.gate.state()
	if ctx.Err() != nil {
		return r.progress, context.Cause(ctx)
	}
	if len(r.failures) == 0 {
		return r.progress, nil
	}
	e := &Incomplete{}
	for _, id := range slices.Sorted(maps.Keys(r.failures)) {
		e.Failures = append(e.Failures, *r.failures[id])
	}
	return r.progress, e
}
