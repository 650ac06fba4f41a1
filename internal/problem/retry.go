package problem

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

// A transient error may be gone at the next attempt.
type transient struct {
	err   error
	after time.Duration // what the server asked for
}

func (t *transient) Error() string { return t.err.Error() }
func (t *transient) Unwrap() error { return t.err }

// wait is the time to the next attempt: doubled each time, or what the server
// asked for, within bounds.
func (t *transient) wait(attempt int) time.Duration {
	return min(max(time.Second<<(attempt-1), t.after), maxWait)
}

func retryAfter(res *http.Response) time.Duration {
	seconds, err := strconv.Atoi(res.Header.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0 // absent, or a date: the doubled wait will do
	}
	return time.Duration(min(seconds, int(maxWait/time.Second))) * time.Second
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
