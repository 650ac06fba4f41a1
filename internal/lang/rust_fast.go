package lang

import "slices"

// rustFast leaves the names of functions out of the binary, which saves a
// fifth: most of the time goes into linking. And the compiler's allocator, where
// that is jemalloc as in Rust's own releases, gives back no memory until the
// process ends. rustc itself is called directly already, with crates built once,
// and has no start-up worth taking away.
var rustFast = &Fast{Plan: func(_ []File, plain Plan, _ func(string) bool) (Plan, bool) {
	build := insert(plain.Build[0], "-C", "strip=symbols")
	build.Env = append(slices.Clone(build.Env), "MALLOC_CONF=dirty_decay_ms:-1,muzzy_decay_ms:-1")
	plain.Build = []Step{build}
	return plain, true
}}
