package extract_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/extract"
	"github.com/xeval/xeval/internal/jsonl"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
)

// sharedReal is the folder of real model output beside the repository.
func sharedReal(t *testing.T) string {
	t.Helper()
	shared := filepath.Join("..", "..", "..", "shared")
	dir := filepath.Join(shared, "real")
	entries, err := os.ReadDir(dir)
	if err == nil && len(entries) > 0 {
		return dir
	}
	if _, there := os.Stat(shared); there == nil && os.Getenv("XEVAL_REQUIRE_SHARED") != "" {
		t.Fatalf("%s cannot be read: %v", dir, err)
	}
	t.Skip("../shared absent: real model output")
	return ""
}

// A realRow is a reply; those of MultiPL-E bring their problem along.
type realRow struct {
	TaskID     string `json:"task_id"`
	Prompt     string `json:"prompt"`
	Tests      string `json:"tests"`
	Generation string `json:"generation"`
}

// extractAll goes through a file of real replies.
func extractAll(t *testing.T, path string) {
	name := strings.TrimSuffix(filepath.Base(path), ".jsonl.gz")
	l, err := lang.Lookup(name[strings.LastIndexByte(name, '-')+1:])
	if err != nil {
		t.Fatal(err)
	}
	set, err := problem.Load(filepath.Join("..", "..", "..", "shared", "data", "humaneval-x"), problem.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lines, err := jsonl.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer lines.Close()
	chats, found, n := 0, 0, 0
	for ; ; n++ {
		record, err := lines.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		var row realRow
		if err := record.Decode(&row); err != nil {
			t.Fatal(err)
		}
		target := extract.Target{Prompt: row.Prompt, Test: row.Tests}
		if p, ok := set.Lookup(row.TaskID); ok {
			target = program.Target(p, program.Defaults(l))
		}
		got := extract.Extract(l, target, row.Generation)
		if err := inventsNothing(l, target, row.Generation, got); err != nil {
			t.Errorf("row %d, %s: %v", n, row.TaskID, err)
		}
		if extract.LooksLikeChat(row.Generation) {
			chats++
		}
		if got.Rule != extract.Unchanged {
			found++
		}
	}
	t.Logf("%d replies, %d look like chat, code found in %d", n, chats, found)
	if strings.HasPrefix(name, "chat-") && (chats < n*99/100 || found < n*99/100) {
		t.Errorf("of %d chat replies %d were told and %d read", n, chats, found)
	}
}
