package judge

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestRoomHoldsSoMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := NewRoom(100)
		var running, most atomic.Int32
		for range 20 {
			go func() {
				leave, err := r.enter(t.Context(), "build", 30)
				if err != nil {
					t.Error(err)
					return
				}
				most.Store(max(most.Load(), running.Add(1)))
				time.Sleep(time.Second) // of the bubble's clock
				running.Add(-1)
				leave(30)
			}()
		}
		time.Sleep(time.Minute)
		if running.Load() != 0 || most.Load() != 3 {
			t.Errorf("%d run at the end, %d at once", running.Load(), most.Load())
		}
	})
}

func TestRoomAlwaysHasOne(t *testing.T) {
	r := NewRoom(0)
	leave, err := r.enter(t.Context(), "build", 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.enter(ctx, "build", 1<<30); err == nil {
		t.Error("a second step has room where there is none")
	}
	leave(1)
	if leave, err = r.enter(t.Context(), "build", 1<<30); err != nil {
		t.Fatal(err)
	}
	leave(1)
	var none *Room
	if leave, err = none.enter(ctx, "build", 1); err != nil {
		t.Fatal(err)
	}
	leave(1)
}

func TestRoomLearns(t *testing.T) {
	r := NewRoom(1000)
	step := func(peak int64) {
		leave, err := r.enter(t.Context(), "run", 900)
		if err != nil {
			t.Fatal(err)
		}
		leave(peak)
	}
	step(800)
	if r.likely["run"] != 800 {
		t.Errorf("after 800 it guesses %d", r.likely["run"])
	}
	step(0)
	if r.likely["run"] != 800 {
		t.Errorf("a peak that is not known changes it to %d", r.likely["run"])
	}
	for range 500 {
		step(100)
	}
	if got := r.likely["run"]; got != 100 {
		t.Errorf("after many of 100 it guesses %d", got)
	}
	if r.taken != 0 || r.steps != 0 {
		t.Errorf("%d bytes and %d steps are still there", r.taken, r.steps)
	}
}
