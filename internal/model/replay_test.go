package model

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/prompt"
)

func replayOf(t *testing.T, text string) (*Replay, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "replies.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return OpenReplay(path, "somebody")
}

// clients are all variants, each with two good replies to each of two
// requests.
func clients(t *testing.T) map[string]Client {
	replay, err := replayOf(t, `{"request_id":"generate:Python/0","raw":"    return 1\n"}
{"task_id":"Python/1","sample":1,"generation":"    return 1\n"}
{"id":"generate:Python/0","reply":"    return 1\n","finish_reason":"stop"}
{"task_id":"Python/1","sample":0,"completion":"    return 1\n"}
`)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]Client{
		"replay":    replay,
		"endpoint":  newServer(t).client(EndpointOptions{}),
		"streaming": newServer(t).client(EndpointOptions{Stream: StreamAlways}),
	}
}

// What Client promises.
func TestClientContract(t *testing.T) {
	for name, c := range clients(t) {
		t.Run(name, func(t *testing.T) {
			for _, r := range requests(2, prompt.Completion) {
				var got []int
				err := c.Ask(t.Context(), Query{r, []int{0, 1}}, func(reply Reply) error {
					got = append(got, reply.Sample)
					if reply.Text != "    return 1\n" {
						t.Errorf("text %q", reply.Text)
					}
					return nil
				})
				slices.Sort(got)
				if err != nil || !slices.Equal(got, []int{0, 1}) {
					t.Errorf("%s: samples %v, %v", r.ID, got, err)
				}
			}
			full := errors.New("disk full")
			err := c.Ask(t.Context(), Query{requests(1, prompt.Completion)[0], []int{1}}, func(Reply) error { return full })
			if !errors.Is(err, full) {
				t.Errorf("an error of deliver became %v", err)
			}
			ended, cancel := context.WithCancel(t.Context())
			cancel()
			err = c.Ask(ended, Query{requests(1, prompt.Completion)[0], []int{0}}, func(Reply) error {
				t.Error("delivered after the end")
				return nil
			})
			if err == nil {
				t.Error("no error after the end")
			}
			if c.Settings().Model == "" {
				t.Error("no model in the settings")
			}
		})
	}
}

func TestReplayNamesWhatIsMissing(t *testing.T) {
	replay, err := replayOf(t, `{"task_id":"Python/0","reply":"a"}`)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Generate(t.Context(), replay, each(requests(1, prompt.Chat)), openStore(t, storePath(t)), quick(3))
	if err == nil || !strings.Contains(err.Error(), "no reply for sample 1 (it has 1 reply)") || !strings.Contains(err.Error(), "2 samples are missing") {
		t.Errorf("got %v", err)
	}
	for text, want := range map[string]string{
		`{"reply":"a"}`:          "replies.jsonl:1: request_id: is missing",
		`{"task_id":"Python/0"}`: "replies.jsonl:1: reply: is missing",
		`{"task_id":"a","reply":"a","sample":0}` + "\n" + `{"task_id":"a","reply":"b","sample":0}`: "replies.jsonl:2: sample: 0 of a has a reply already",
	} {
		if _, err := replayOf(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// A file that lacks many replies in a row says which, and is not taken for a
// server that is down, even where nothing else is asked for: a resumed run asks
// for the missing ones alone.
func TestReplayLacksMany(t *testing.T) {
	replay, err := replayOf(t, `{"task_id":"Python/9","reply":"a"}`)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Generate(t.Context(), replay, each(requests(5, prompt.Chat)), openStore(t, storePath(t)), quick(1))
	var some *Incomplete
	if !errors.As(err, &some) || len(some.Failures) != 5 || !strings.Contains(err.Error(), "it has none for this request") {
		t.Errorf("got %v", err)
	}
}

// A run's own file replays as the same samples.
func TestReplayOfARun(t *testing.T) {
	rs := requests(3, prompt.Completion)
	path := storePath(t)
	first := newServer(t)
	if _, err := Generate(t.Context(), first.client(EndpointOptions{}), each(rs), openStore(t, path), quick(2)); err != nil {
		t.Fatal(err)
	}
	replay, err := OpenReplay(path, "m")
	if err != nil {
		t.Fatal(err)
	}
	again := storePath(t)
	if _, err := Generate(t.Context(), replay, each(rs), openStore(t, again), quick(2)); err != nil {
		t.Fatal(err)
	}
	a, b := stored(t, path, rs, 2), stored(t, again, rs, 2)
	slices.SortFunc(a, Compare)
	slices.SortFunc(b, Compare)
	for i := range a {
		if a[i].Generation != b[i].Generation || a[i].RequestID != b[i].RequestID {
			t.Errorf("%q became %q", a[i].Generation, b[i].Generation)
		}
	}
}
