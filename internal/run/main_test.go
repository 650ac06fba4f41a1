package run

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/sandbox"
	"github.com/xeval/xeval/internal/toolchain"
)

func TestMain(m *testing.M) {
	sandbox.Main()
	os.Exit(m.Run())
}

// setting is that of a user who changes nothing.
func setting(t testing.TB) Setting {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	s := Setting{
		Toolchain: toolchain.Config{CacheDir: filepath.Join(cache, "xeval"), Path: os.Getenv("PATH"), Env: os.Environ()},
		Sandbox:   sandbox.Config{Mode: sandbox.Auto, Logf: t.Logf},
		Programs:  map[string]program.Options{}, Workers: runtime.GOMAXPROCS(0), Logf: t.Logf,
	}
	for _, l := range lang.All() {
		s.Programs[l.Name] = program.Defaults(l)
	}
	return s
}

// shared is a folder beside the repository, or a skip that names it.
func shared(t testing.TB, part string) string {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "shared", part)
	entries, err := os.ReadDir(dir)
	if err == nil && len(entries) > 0 {
		return dir
	}
	if _, there := os.Stat(filepath.Dir(dir)); there == nil && os.Getenv("XEVAL_REQUIRE_SHARED") != "" {
		t.Fatalf("%s cannot be read: %v", dir, err)
	}
	t.Skipf("%s is absent", dir)
	return ""
}
