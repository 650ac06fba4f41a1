package model

import "time"

// Progress is how far a run of Generate is; what to do with it is the
// caller's.
type Progress struct {
	Wanted    int // samples in all, if the caller said so
	Resumed   int // stored by an earlier run
	Stored    int // stored by this run
	Running   int // requests in flight
	Limit     int // of them, at the moment
	Requests  int // sent, failed ones included
	Retries   int // after faults
	Pushbacks int // answers 429, 503 and their like
	Elapsed   time.Duration

	PromptTokens     int64 // of this run
	CompletionTokens int64
	Estimated        bool // some of the tokens were estimated, or not reported at all
	Prices           Prices
}

// Remaining is how many samples are still missing; 0 when the total is unknown.
func (p Progress) Remaining() int { return max(0, p.Wanted-p.Resumed-p.Stored) }

// ETA is how long the rest will take at this run's pace so far; false when
// there is nothing to go by.
func (p Progress) ETA() (time.Duration, bool) {
	if p.Wanted == 0 || p.Stored == 0 {
		return 0, false
	}
	return time.Duration(float64(p.Elapsed) / float64(p.Stored) * float64(p.Remaining())), true
}

// Cost of this run so far; false when no prices were given.
func (p Progress) Cost() (float64, bool) {
	return p.Prices.Cost(p.PromptTokens, p.CompletionTokens), p.Prices.Known()
}

func (p *Progress) count(g Generation) {
	p.Stored++
	if g.Usage == nil {
		return
	}
	p.PromptTokens += g.Usage.PromptTokens
	p.CompletionTokens += g.Usage.CompletionTokens
	p.Estimated = p.Estimated || g.Usage.Estimated
}
