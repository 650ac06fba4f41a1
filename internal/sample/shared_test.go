package sample

import (
	"errors"
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

// shared is a folder beside the repository, which is not part of it.
func shared(t *testing.T, parts ...string) string {
	t.Helper()
	root := filepath.Join("..", "..", "..", "shared")
	if _, err := os.Stat(root); errors.Is(err, os.ErrNotExist) {
		t.Skip("../shared absent: real files are not read")
	}
	dir := filepath.Join(append([]string{root}, parts...)...)
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("XEVAL_REQUIRE_SHARED") != "" {
			t.Fatal(err)
		}
		t.Skipf("%s is absent", dir)
	}
	return dir
}

// Files of other harnesses: what each is told to be, and how many samples it
// has.
func TestRealFilesOfOtherFormats(t *testing.T) {
	dir := shared(t, "data", "other")
	for name, c := range map[string]struct {
		format string
		rows   int
		whole  bool
	}{
		"human-eval-example_samples.jsonl":                         {"human-eval (jsonl)", 6, false},
		"bigcode-generations-multiple-py.json":                     {"bigcode generations (json)", 158, true},
		"multipl-e-java-translation":                               {"multipl-e completions (folder of 10 files; 10 of results not read)", 10, true},
		"multipl-e-java-translation/Java_3_belowZero.json":         {"multipl-e completions (jsonl)", 1, true},
		"multipl-e-java-translation/Java_3_belowZero.results.json": {"multipl-e results (json)", 1, true},
	} {
		r, err := Open(filepath.Join(dir, name))
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
			if rows++; row.Whole != c.whole {
				t.Errorf("%s: row %d: whole is %v", name, rows, row.Whole)
			}
		}
		if rows != c.rows || r.Format != c.format {
			t.Errorf("%s: %d rows of %s", name, rows, r.Format)
		}
		r.Close()
	}
	for _, name := range []string{"HumanEval.jsonl.gz", "human-eval-example_problem.jsonl"} {
		if _, err := Open(filepath.Join(dir, name)); err == nil || !strings.Contains(err.Error(), "name them with --data") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRealFilesAreReadWhole(t *testing.T) {
	dir := shared(t, "real")
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
		format := "humaneval-x (jsonl)"
		if strings.HasPrefix(name, "chat-qwen2") && !strings.HasSuffix(name, "python") {
			format = "multipl-e rows (jsonl)"
		}
		if r.Format != format {
			t.Errorf("%s: told to be %s", name, r.Format)
		}
		if rows != want {
			t.Errorf("%s: %d rows, want %d", name, rows, want)
		}
		r.Close()
	}
}
