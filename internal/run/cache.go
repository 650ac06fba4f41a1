package run

import (
	"github.com/xeval/xeval/internal/cache"
	"github.com/xeval/xeval/internal/judge"
	"github.com/xeval/xeval/internal/sandbox"
	"github.com/xeval/xeval/internal/verdict"
)

// remembering puts the cache of verdicts before the judge. Without a sandbox
// there is none: a program could write verdicts of its own into it.
func remembering(local *judge.Local, isolation sandbox.Isolation, s Setting) judge.Judge {
	if s.Cache.Folder == "" {
		return local
	}
	if isolation.Mode == sandbox.None {
		s.Logf("verdict cache: off, for programs without a sandbox could forge it")
		return local
	}
	store := cache.Open(s.Cache.Folder, s.Cache.Size, s.Logf)
	return cache.New(local, local.Hash, store, verdict.FormatVersion, s.Cache.Build, isolation, s.Plain)
}
