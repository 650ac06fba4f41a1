package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/xeval/xeval/internal/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Main()
	testscript.Main(m, map[string]func(){"xeval": main})
}

// TestScripts runs the transcripts in testdata: what a person types and sees.
func TestScripts(t *testing.T) {
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		// Prepared libraries are the machine's; everything else is the script's own.
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("XEVAL_TEST_CACHE", filepath.Join(cache, "xeval"))
			e.Setenv("XEVAL_CACHE_HOME", cache)
			e.Setenv("REPOSITORY", repository(t))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": exitStatus,
		},
		Condition: func(name string) (bool, error) {
			if name != "sandbox" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return canIsolate(t), nil
		},
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
	})
}

// canIsolate says whether this machine grants a sandbox.
func canIsolate(t *testing.T) bool {
	pool, err := sandbox.Open(t.Context(), sandbox.Config{Boxes: 1})
	if err != nil {
		t.Logf("no sandbox here: %v", err)
		return false
	}
	if err := pool.Close(); err != nil {
		t.Error(err)
	}
	return true
}

func repository(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// exitStatus is "status N COMMAND…": the command must end with exit code N.
func exitStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND…")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("%s ended with %s, want %s", strings.Join(args[1:], " "), got, args[0])
	}
}
