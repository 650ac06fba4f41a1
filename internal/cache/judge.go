package cache

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/xeval/xeval/internal/judge"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/verdict"
)

// Options say where verdicts are kept, and whose they are.
type Options struct {
	Folder string // "": none are kept
	Size   int64  // bytes the folder may hold; 0: DefaultSize
	// Build identifies the program that judges: another one may judge
	// otherwise, so it starts with a cache of its own.
	Build string
}

// A Judge asks the store before it asks the judge behind it.
type Judge struct {
	next       judge.Judge
	hash       func(program.Program) string
	store      *Store
	conditions []byte
	zip        *zstd.Encoder
	unzip      *zstd.Decoder
}

// New puts a store before a judge. hash is the identity of a program with its
// toolchain and limits; conditions are everything else that a verdict depends
// on.
func New(next judge.Judge, hash func(program.Program) string, store *Store, conditions ...any) *Judge {
	text, err := json.Marshal(conditions)
	if err != nil { // only plain data is passed in
		panic("cache: " + err.Error())
	}
	// Options that are wrong for every call: these are right.
	zip, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(64<<10), zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic("cache: " + err.Error())
	}
	unzip, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxValue))
	if err != nil {
		panic("cache: " + err.Error())
	}
	return &Judge{next: next, hash: hash, store: store, conditions: append(text, '\n'), zip: zip, unzip: unzip}
}

// Judge decides p, or finds it decided.
func (j *Judge) Judge(ctx context.Context, p program.Program) (verdict.Verdict, error) {
	if p.NoCode { // nothing would be run
		return j.next.Judge(ctx, p)
	}
	k := j.key(p)
	if v, ok := j.known(k, p); ok {
		return v, nil
	}
	v, err := j.next.Judge(ctx, p)
	if err == nil && lasting(p, v) {
		j.store.Put(k, j.pack(p, v))
	}
	return v, err
}

func (j *Judge) key(p program.Program) Key {
	return sha256.Sum256(append(slices.Clone(j.conditions), j.hash(p)...))
}

// lasting says whether v would be the same at any time: what the clock, the
// machine's memory or a fault had a part in would not.
func lasting(p program.Program, v verdict.Verdict) bool {
	switch v.Outcome {
	case verdict.TimedOut, verdict.OutOfMemory:
		return false
	}
	l, err := lang.Lookup(p.Language)
	late := err == nil && v.OfficialResult == l.OfficialTimeout // of upstream's version alone
	return v.Outcome.Scored() && v.Attempts == 1 && !judge.Provisional(v) && !late &&
		v.Signal != "SIGKILL" // not by us: perhaps by a machine out of memory
}

// pack leaves out what belongs to p rather than to what is executed: programs
// that are the same may carry other remarks.
func (j *Judge) pack(p program.Program, v verdict.Verdict) []byte {
	v.TaskID, v.Language = "", ""
	if n := len(p.Flags); len(v.Flags) >= n && slices.Equal(v.Flags[:n], p.Flags) {
		v.Flags = v.Flags[n:]
	}
	text, err := json.Marshal(v)
	if err != nil { // a scored verdict can be stored
		panic("cache: " + err.Error())
	}
	return j.zip.EncodeAll(text, nil)
}

func (j *Judge) known(k Key, p program.Program) (v verdict.Verdict, ok bool) {
	packed, ok := j.store.Get(k)
	if !ok {
		return v, false
	}
	text, err := j.unzip.DecodeAll(packed, nil)
	if err != nil || json.Unmarshal(text, &v) != nil {
		return v, false // judged and stored anew
	}
	v.TaskID, v.Language, v.Cached = p.TaskID, p.Language, true
	v.Flags = append(append(slices.Clone(p.Flags), v.Flags...), verdict.EarlierRun)
	return v, true
}
