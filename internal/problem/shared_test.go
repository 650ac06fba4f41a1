package problem

import (
	"os"
	"path/filepath"
	"testing"
)

// shared is a folder beside the repository that holds what must not be
// committed, the published data for one. Tests that need it are skipped by name
// where it is absent.
func shared(t *testing.T, parts ...string) string {
	t.Helper()
	path := filepath.Join(append([]string{"..", "..", "..", "shared"}, parts...)...)
	_, err := os.Stat(path)
	switch {
	case os.IsNotExist(err):
		t.Skipf("../shared absent: %s", path)
	case err != nil && os.Getenv("XEVAL_REQUIRE_SHARED") == "1":
		t.Fatal(err)
	case err != nil:
		t.Skipf("../shared unreadable: %v", err)
	}
	return path
}
