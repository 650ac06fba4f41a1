package sample

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/jsonl"
)

func open(t *testing.T, path string) *Store {
	t.Helper()
	s, err := OpenStore(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func add(t *testing.T, s *Store, generations ...string) {
	t.Helper()
	for _, g := range generations {
		if key, err := s.Add(g); err != nil || key != Digest(g) {
			t.Fatalf("add %.20q: %s, %v", g, key, err)
		}
	}
}

func countLines(t *testing.T, path string) (n int) {
	t.Helper()
	r, err := jsonl.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for {
		if _, err := r.Next(); err != nil {
			return n
		}
		n++
	}
}

func TestStoreKeepsEachOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "samples.jsonl.gz")
	s := open(t, path)
	texts := []string{"", "a", "a\r\n\x00\u2028<&>", "漢字", strings.Repeat("long ", 1<<19)}
	add(t, s, texts...)
	add(t, s, texts...)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, path)
	add(t, s, append(texts, "new")...)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if n := countLines(t, path); n != len(texts)+1 {
		t.Errorf("%d lines", n)
	}
	for _, text := range append(texts, "new") {
		if got, err := Find(path, Digest(text)); err != nil || got != text {
			t.Errorf("%.20q came back as %.20q, %v", text, got, err)
		}
	}
	if _, err := Find(path, Digest("never")); !errors.Is(err, ErrNotStored) {
		t.Errorf("got %v", err)
	}
}

// A kill can stop the file at any byte. What comes after reopening is as if it
// had not happened, once the samples are added again.
func TestStoreRecoversFromAnyCut(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "samples.jsonl.gz")
	s := open(t, path)
	var texts []string
	for i := range 4 {
		texts = append(texts, fmt.Sprintf("generation %d", i))
		add(t, s, texts[i])
		if err := s.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(dir, "cut.jsonl.gz")
	for n := range len(whole) + 1 {
		if err := os.WriteFile(cut, whole[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		s := open(t, cut)
		add(t, s, texts...)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if lines := countLines(t, cut); lines != len(texts) {
			t.Fatalf("cut at %d of %d: %d lines", n, len(whole), lines)
		}
	}
}

func TestStoreRecoversFromABlockOfZeros(t *testing.T) {
	path := filepath.Join(t.TempDir(), "samples.jsonl.gz")
	s := open(t, path)
	add(t, s, "a")
	s.Close()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.Write(make([]byte, 512)) // what some file systems leave after a power cut
	f.Close()
	s = open(t, path)
	add(t, s, "a", "b")
	s.Close()
	if n := countLines(t, path); n != 2 {
		t.Errorf("%d lines", n)
	}
}

func TestStoreDoesNotEmptyAnotherFile(t *testing.T) {
	for name, text := range map[string]string{"plain": "{\"task_id\": \"Go/1\"}\n", "gzip": gzipped("{\"task_id\": \"Go/1\"}\n")} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenStore(path); err == nil || !strings.Contains(err.Error(), "no store of generations") {
			t.Errorf("%s: got %v", name, err)
		}
		if after, _ := os.ReadFile(path); string(after) != text {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

func TestRecentIsBoundedAndRemembers(t *testing.T) {
	const max = 1 << 12
	r := newRecent(max)
	hash := func(i int) (h [16]byte) {
		binary.LittleEndian.PutUint64(h[:], uint64(i)*0x9e3779b97f4a7c15+1)
		return h
	}
	const n = 3 * 4 * max / 2 // one and a half times what fits
	for i := range n {
		if !r.add(hash(i)) {
			t.Fatalf("%d is said to be known", i)
		}
		if r.add(hash(i)) {
			t.Fatalf("%d is forgotten at once", i)
		}
	}
	if len(r.buckets) > max {
		t.Errorf("%d buckets", len(r.buckets))
	}
	remembered := 0
	for i := n - max; i < n; i++ {
		if !r.add(hash(i)) {
			remembered++
		}
	}
	if remembered < max*3/4 {
		t.Errorf("of the last %d it remembers %d", max, remembered)
	}
}
