package model

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/prompt"
)

// A request that cannot be made ends the run; what was stored stays.
func TestUnmakeableRequestEndsTheRun(t *testing.T) {
	s := newServer(t)
	broken := errors.New("Python/2: declaration is empty")
	rs := requests(2, prompt.Chat)
	path := storePath(t)
	o := quick(1)
	o.Concurrency = 1
	sequence := func(yield func(prompt.Request, error) bool) {
		for _, r := range rs {
			if !yield(r, nil) {
				return
			}
		}
		yield(prompt.Request{}, broken)
	}
	if _, err := Generate(t.Context(), s.client(EndpointOptions{}), sequence, openStore(t, path), o); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	stored(t, path, rs, 1)
}

func TestNothingToAsk(t *testing.T) {
	s := newServer(t)
	p, err := Generate(t.Context(), s.client(EndpointOptions{}), each(nil), openStore(t, storePath(t)), quick(1))
	if err != nil || p.Requests != 0 {
		t.Errorf("%+v: %v", p, err)
	}
}

// Who is told of a generation finds it in the file.
func TestStoredIsCalledBehindTheDisk(t *testing.T) {
	s := newServer(t)
	path, rs := storePath(t), requests(5, prompt.Chat)
	o := quick(3)
	calls := 0
	o.Stored = func(g Generation) {
		calls++ // no lock: calls do not overlap
		text, err := os.ReadFile(path)
		line, _ := encode(g)
		if err != nil || !strings.Contains(string(text), string(line)) {
			t.Errorf("sample %d of %s is not in the file (%v)", g.Sample, g.RequestID, err)
		}
	}
	store := openStore(t, path)
	for range 2 { // the second run has nothing to do and tells of nothing
		if _, err := Generate(t.Context(), s.client(EndpointOptions{}), each(rs), store, o); err != nil {
			t.Fatal(err)
		}
	}
	if calls != 15 {
		t.Errorf("%d calls for 15 samples", calls)
	}
}

// A store that cannot be written ends the run: nothing may be asked that
// cannot be kept.
func TestUnwritableStoreEndsTheRun(t *testing.T) {
	s := newServer(t)
	store := openStore(t, storePath(t))
	store.file.Close()
	_, err := Generate(t.Context(), s.client(EndpointOptions{}), each(requests(50, prompt.Chat)), store, quick(1))
	if err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("got %v", err)
	}
	if n := len(s.asked()); n > 10 {
		t.Errorf("%d requests were sent", n)
	}
}
