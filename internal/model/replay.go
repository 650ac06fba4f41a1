package model

import (
	"context"
	"fmt"
	"io"

	"github.com/xeval/xeval/internal/jsonl"
	"github.com/xeval/xeval/internal/prompt"
)

// A Replay answers from a file: replies that another inference stack made from
// our prompts, or an earlier run's generations.jsonl. Without a model it
// answers at once, which also makes it the client of examples and tests.
type Replay struct {
	path     string
	settings Settings
	replies  map[string]map[int]replayed // by request id, or task_id where a row has none; then by sample
}

type replayed struct{ text, finish string }

// replayRow is one line: which request it answers, and the reply under the
// name that comes first in this order.
type replayRow struct {
	RequestID    string  `json:"request_id"`
	ID           string  `json:"id"` // as "xeval prompts" calls it
	TaskID       string  `json:"task_id"`
	Sample       *int    `json:"sample"` // default: the row's place among those for its request
	Raw          *string `json:"raw"`
	Reply        *string `json:"reply"`
	Generation   *string `json:"generation"`
	Completion   *string `json:"completion"`
	FinishReason string  `json:"finish_reason"`
}

// OpenReplay reads the file of replies. name stands for the model in the
// records.
func OpenReplay(path, name string) (*Replay, error) {
	r, err := jsonl.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	p := &Replay{path: path, settings: Settings{Model: name}, replies: map[string]map[int]replayed{}}
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return p, nil
		}
		if err == nil {
			err = p.add(rec)
		}
		if err != nil {
			return nil, err
		}
	}
}

func (p *Replay) add(rec jsonl.Record) error {
	var row replayRow
	if err := rec.Decode(&row); err != nil {
		return err
	}
	key := row.RequestID
	if key == "" {
		key = row.ID
	}
	if key == "" {
		key = row.TaskID
	}
	if key == "" {
		return rec.Errorf("request_id", "is missing: a reply needs request_id (or id, or task_id)")
	}
	for _, text := range []*string{row.Raw, row.Reply, row.Generation, row.Completion} {
		if text != nil {
			return p.put(rec, key, row.Sample, replayed{*text, row.FinishReason})
		}
	}
	return rec.Errorf("reply", "is missing: a reply needs raw, reply, generation or completion")
}

func (p *Replay) put(rec jsonl.Record, key string, sample *int, reply replayed) error {
	have := p.replies[key]
	if have == nil {
		have = map[int]replayed{}
		p.replies[key] = have
	}
	n := len(have)
	if sample != nil {
		n = *sample
	}
	if _, twice := have[n]; twice {
		return rec.Errorf("sample", "%d of %s has a reply already", n, key)
	}
	have[n] = reply
	return nil
}

// Settings implements Client.
func (p *Replay) Settings() Settings { return p.settings }

// Ask implements Client.
func (p *Replay) Ask(ctx context.Context, q Query, deliver func(Reply) error) error {
	have := p.find(q.Request)
	for _, n := range q.Samples {
		if err := ctx.Err(); err != nil {
			return err
		}
		reply, has := have[n]
		if !has {
			return &Fault{Kind: Refused, absent: true, Message: fmt.Sprintf("%s has no reply for sample %d (it has %s)", p.path, n, replies(len(have)))}
		}
		if err := deliver(Reply{Sample: n, Text: reply.text, FinishReason: reply.finish}); err != nil {
			return err
		}
	}
	return nil
}

func replies(n int) string {
	switch n {
	case 0:
		return "none for this request"
	case 1:
		return "1 reply"
	}
	return fmt.Sprintf("%d replies", n)
}

func (p *Replay) find(r prompt.Request) map[int]replayed {
	if have := p.replies[r.ID]; have != nil {
		return have
	}
	return p.replies[r.TaskID]
}
