package lang

// rustFast leaves the names of functions out of the binary, which saves a
// fifth: most of the time goes into linking. rustc itself is called directly
// already, with crates built once, and has no start-up worth taking away.
var rustFast = &Fast{Plan: func(_ []File, plain Plan, _ func(string) bool) (Plan, bool) {
	plain.Build = []Step{insert(plain.Build[0], "-C", "strip=symbols")}
	return plain, true
}}
