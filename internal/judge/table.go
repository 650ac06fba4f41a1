package judge

import (
	"container/list"

	"github.com/xeval/xeval/internal/verdict"
)

// tableBytes bounds what a run remembers of the programs it has judged. A
// program forgotten is only judged again.
const tableBytes = 48 << 20

// table remembers the verdicts of recently seen programs, the least recently
// used going first. It is not safe for concurrent use.
type table struct {
	limit, used int
	order       *list.List // of *entry, most recent first
	byHash      map[string]*list.Element
}

type entry struct {
	hash    string
	verdict verdict.Verdict
	bytes   int
}

func newTable(limit int) *table {
	return &table{limit: limit, order: list.New(), byHash: map[string]*list.Element{}}
}

func (t *table) get(hash string) (verdict.Verdict, bool) {
	e, ok := t.byHash[hash]
	if !ok {
		return verdict.Verdict{}, false
	}
	t.order.MoveToFront(e)
	return e.Value.(*entry).verdict, true
}

func (t *table) put(hash string, v verdict.Verdict) {
	if _, ok := t.byHash[hash]; ok {
		return
	}
	e := &entry{hash, v, size(v)}
	t.byHash[hash] = t.order.PushFront(e)
	t.used += e.bytes
	for t.used > t.limit {
		last := t.order.Back()
		old := t.order.Remove(last).(*entry)
		delete(t.byHash, old.hash)
		t.used -= old.bytes
	}
}

// size is about what a verdict occupies, its table entry included.
func size(v verdict.Verdict) int {
	n := 1000 + len(v.Message) + len(v.OfficialResult)
	for _, o := range []*verdict.Output{v.Stdout, v.Stderr} {
		if o != nil {
			n += len(o.Head) + len(o.Tail)
		}
	}
	return n
}
