package sample

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// realRows are the numbers of samples that ../shared/real/README.md gives.
var realRows = map[string]int{
	"deepseek-3shot-java": 1610, "codegeex4-3shot-cpp": 1610,
	"llama3-0shot-python": 1640, "llama3-0shot-go": 1640, "llama3-0shot-java": 1640, "llama3-0shot-js": 1640,
	"chat-qwen2-72B-python": 164, "chat-qwen2-72B-cpp": 161, "chat-qwen2-72B-java": 158, "chat-qwen2-72B-js": 161,
	"chat-llama3-python": 164,
}

func TestRealFilesAreReadWhole(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "real")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("../shared absent: the files of real model output are not read")
	}
	for name, want := range realRows {
		r, err := Open(filepath.Join(dir, name+".jsonl.gz"))
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		for {
			row, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if id := parseID(row.ID); !id.numbered || strings.TrimSpace(row.Generation) == "" && row.Field != "generation" {
				t.Errorf("%s:%d: id %q, generation of %q", name, row.Line, row.ID, row.Field)
			}
			rows++
		}
		if rows != want {
			t.Errorf("%s: %d rows, want %d", name, rows, want)
		}
		r.Close()
	}
}
