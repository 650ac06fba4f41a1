package cache

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func keyOf(name string) Key { return sha256.Sum256([]byte(name)) }

// crowded are n keys that fall into one bucket.
func crowded(n int) []Key {
	var keys []Key
	for i := range n {
		k := keyOf(fmt.Sprint("crowded ", i))
		k[0], k[1] = 0xab, 0xc0|k[1]&0xf
		keys = append(keys, k)
	}
	return keys
}

// notes collects what a store tells a person.
type notes struct {
	mu   sync.Mutex
	text []string
}

func (n *notes) logf(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.text = append(n.text, fmt.Sprintf(format, args...))
}

func (n *notes) expect(t *testing.T, parts ...string) {
	t.Helper()
	if len(n.text) != len(parts) {
		t.Fatalf("told %q, want %d notes", n.text, len(parts))
	}
	for i, p := range parts {
		if !strings.Contains(n.text[i], p) {
			t.Errorf("told %q, want %q", n.text[i], p)
		}
	}
}

func open(t *testing.T, folder string, size int64) (*Store, *notes) {
	n := &notes{}
	return Open(folder, size, n.logf), n
}

func expect(t *testing.T, s *Store, k Key, want string) {
	t.Helper()
	if got, ok := s.Get(k); !ok || string(got) != want {
		t.Fatalf("%x: got %.40q, %v; want %.40q", k[:4], got, ok, want)
	}
}

func expectNone(t *testing.T, s *Store, k Key) {
	t.Helper()
	if got, ok := s.Get(k); ok {
		t.Fatalf("%x: got %.40q, want nothing", k[:4], got)
	}
}

func TestWhatWasPutIsFound(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "b")
	s, told := open(t, folder, MinSize)
	other, _ := open(t, folder, MinSize) // as another process would have it
	a, b := keyOf("a"), keyOf("b")
	expectNone(t, s, a)
	s.Put(a, []byte("first"))
	s.Put(b, nil)
	expect(t, other, a, "first")
	expect(t, other, b, "")
	other.Put(a, []byte("second"))
	expect(t, s, a, "second")
	told.expect(t)
}

func TestManyStoresAtOnce(t *testing.T) {
	folder := t.TempDir()
	keys := crowded(40)
	value := func(k Key) string { return strings.Repeat(fmt.Sprintf("%x", k[:8]), 10) }
	var all sync.WaitGroup
	told := &notes{}
	for range 4 {
		s := Open(folder, MinSize, told.logf) // 40 records of 215 bytes outgrow its bucket
		for range 2 {
			all.Go(func() {
				for _, i := range rand.Perm(len(keys) * 5) {
					k := keys[i%len(keys)]
					got, ok := s.Get(k)
					if ok && string(got) != value(k) {
						t.Errorf("%x: got %q", k[:4], got)
					}
					if !ok {
						s.Put(k, []byte(value(k)))
					}
				}
			})
		}
	}
	all.Wait()
	told.expect(t)
	if stats := survey(t, folder); stats.Damaged > 0 || stats.Entries < 20 || stats.Bytes > MinSize/buckets {
		t.Errorf("%+v", stats)
	}
}

func survey(t *testing.T, folder string) Stats {
	t.Helper()
	stats, err := Survey(folder)
	if err != nil {
		t.Fatal(err)
	}
	return stats
}

// A bucket stays below its share, and what goes is what was not used.
func TestUnusedGoesFirst(t *testing.T) {
	folder := t.TempDir()
	s, told := open(t, folder, MinSize)
	keys := crowded(200)
	for i, k := range keys {
		s.Put(k, bytes.Repeat([]byte{byte(i)}, 200))
		expect(t, s, keys[0], string(bytes.Repeat([]byte{0}, 200))) // always in use
		if stats := survey(t, folder); stats.Bytes > MinSize/buckets {
			t.Fatalf("%d bytes after %d records", stats.Bytes, i)
		}
	}
	expectNone(t, s, keys[1])
	for _, k := range keys[len(keys)-10:] {
		if _, ok := s.Get(k); !ok {
			t.Errorf("%x was put lately and is gone", k[:4])
		}
	}
	told.expect(t)
}

func TestShrunkSizeHolds(t *testing.T) {
	folder := t.TempDir()
	large, _ := open(t, folder, 4*MinSize)
	keys := crowded(100)
	for _, k := range keys {
		large.Put(k, make([]byte, 200))
	}
	if survey(t, folder).Bytes <= MinSize/buckets {
		t.Fatal("the test puts too little")
	}
	small, _ := open(t, folder, MinSize)
	small.Get(keys[99])
	if got := survey(t, folder).Bytes; got > MinSize/buckets {
		t.Errorf("%d bytes", got)
	}
}

func TestTooLargeIsNotKept(t *testing.T) {
	s, told := open(t, t.TempDir(), MinSize)
	s.Put(keyOf("a"), make([]byte, MinSize/buckets/2))
	expectNone(t, s, keyOf("a"))
	told.expect(t)
}

// damages are what can happen to a bucket of several records of one size.
var damages = []struct {
	name   string
	spoil  func(data []byte, size int) []byte
	lost   []int // of five records
	silent bool  // looks like a record that is being written
}{
	{"emptied", func(d []byte, _ int) []byte { return nil }, []int{0, 1, 2, 3, 4}, true},
	{"cut short", func(d []byte, size int) []byte { return d[:len(d)-size/2] }, []int{4}, true},
	{"cut in a frame", func(d []byte, size int) []byte { return d[:4*size+3] }, []int{4}, true},
	{"random bytes", func(d []byte, _ int) []byte { return random(len(d)) }, []int{0, 1, 2, 3, 4}, false},
	{"zeros", func(d []byte, _ int) []byte { return make([]byte, len(d)) }, []int{0, 1, 2, 3, 4}, false},
	{"garbage behind", func(d []byte, _ int) []byte { return append(d, random(50)...) }, nil, false},
	{"garbage before", func(d []byte, _ int) []byte { return append(random(50), d...) }, nil, false},
	{"a torn record between", func(d []byte, size int) []byte {
		return append(d[:2*size:2*size], d[2*size+size/2:]...)
	}, []int{2}, false},
	{"a block overwritten", func(d []byte, size int) []byte {
		copy(d[size+5:3*size-5], random(2*size-10))
		return d
	}, []int{1, 2}, false},
	{"a value changed", func(d []byte, size int) []byte { d[2*size-1] ^= 1; return d }, []int{1}, false},
	{"a marker changed", func(d []byte, size int) []byte { d[size] ^= 1; return d }, []int{1}, false},
	{"a checksum changed", func(d []byte, size int) []byte { d[size+sumAt] ^= 1; return d }, []int{1}, false},
	{"a length that reaches over the next", func(d []byte, size int) []byte { d[size+lengthAt] += 80; return d }, []int{1}, false},
	{"a length beyond the end", func(d []byte, size int) []byte { d[size+lengthAt+2] = 1; return d }, []int{1}, false},
	{"a length beyond everything", func(d []byte, size int) []byte { d[size+lengthAt+3] = 0xff; return d }, []int{1}, false},
}

func random(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rand.Uint32())
	}
	return b
}

// Damage costs the records that it hit, never gives a wrong value, and is gone
// after it was seen.
func TestDamageHeals(t *testing.T) {
	for _, d := range damages {
		t.Run(d.name, func(t *testing.T) {
			folder := t.TempDir()
			before, _ := open(t, folder, MinSize)
			keys := crowded(6)
			for i, k := range keys[:5] {
				before.Put(k, bytes.Repeat([]byte{'a' + byte(i)}, 60))
			}
			path := before.path(keys[0])
			data, err := os.ReadFile(path)
			if err == nil {
				err = os.WriteFile(path, d.spoil(data, len(data)/5), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			s, told := open(t, folder, MinSize)
			lost := map[int]bool{}
			for _, i := range d.lost {
				lost[i] = true
				expectNone(t, s, keys[i])
			}
			for i, k := range keys[:5] {
				if !lost[i] {
					expect(t, s, k, strings.Repeat(string(rune('a'+i)), 60))
				}
			}
			if d.silent {
				told.expect(t)
			} else {
				told.expect(t, "dropped damaged entries")
			}
			for _, k := range keys {
				s.Put(k, []byte("judged anew"))
			}
			for _, k := range keys {
				expect(t, s, k, "judged anew")
			}
			if stats := survey(t, folder); stats.Damaged > 0 || stats.Entries != 6 {
				t.Errorf("%+v", stats)
			}
		})
	}
}

// No bytes whatever bring a look-up down or give it a wrong value.
func FuzzBucket(f *testing.F) {
	a, b := keyOf("a"), keyOf("b")
	whole := append(encode(a, []byte("value of a")), encode(b, []byte("value of b"))...)
	f.Add(whole)
	f.Add(whole[3:])
	f.Add(whole[:len(whole)-3])
	f.Add([]byte(marker))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, ok, _ := find(data, a)
		if ok && !bytes.Equal(encode(a, r.value(data)), data[r.start:r.end]) {
			t.Errorf("found what was not written: %q", r.value(data))
		}
		clean := compact(data, len(data))
		if !walk(clean, func(r record) bool { return r.intact(clean) }) || len(clean) > len(data) {
			t.Errorf("not clean: %q", clean)
		}
		again, still, sound := find(clean, a)
		if ok && !(still && sound && bytes.Equal(again.value(clean), r.value(data))) {
			t.Errorf("%q is lost", r.value(data))
		}
	})
}

func TestWithoutAPlaceToWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, told := open(t, filepath.Join(file, "folder"), MinSize)
	s.Put(keyOf("a"), []byte("value"))
	s.Put(keyOf("b"), []byte("value"))
	told.expect(t, "nothing is stored any more")
	if _, ok := s.Get(keyOf("a")); ok {
		t.Error("found something nowhere")
	}
}

// A store whose bucket cannot be written still reads the others.
func TestWritesThatFail(t *testing.T) {
	folder := t.TempDir()
	s, told := open(t, folder, MinSize)
	a, b := keyOf("a"), keyOf("b")
	s.Put(a, []byte("value"))
	if err := os.Mkdir(s.path(b), 0o700); err != nil {
		t.Fatal(err)
	}
	s.Put(b, []byte("value"))
	s.Put(b, []byte("value"))
	expect(t, s, a, "value")
	expectNone(t, s, b)
	expectNone(t, s, b)
	told.expect(t, "nothing is stored any more", "its programs are judged")
}

func TestClear(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "verdicts")
	if n, err := Clear(folder); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	s, told := open(t, folder, MinSize)
	s.Put(keyOf("a"), []byte("value"))
	if stats := survey(t, folder); stats.Entries != 1 || stats.Bytes != int64(headerSize+5) || stats.Latest.IsZero() {
		t.Errorf("%+v", stats)
	}
	if n, err := Clear(folder); n != int64(headerSize+5) || err != nil {
		t.Fatal(n, err)
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Error(err)
	}
	expectNone(t, s, keyOf("a"))
	s.Put(keyOf("a"), []byte("again")) // who has it open goes on
	expect(t, s, keyOf("a"), "again")
	told.expect(t)
	foreign := filepath.Join(folder, "notes.txt")
	if err := os.WriteFile(foreign, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Clear(folder); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Error("removed a file of somebody else:", err)
	}
}

func TestDraftsOfKilledProcessesGo(t *testing.T) {
	folder := t.TempDir()
	old, young := filepath.Join(folder, draftName+"1"), filepath.Join(folder, draftName+"2")
	for _, path := range []string{old, young} {
		if err := os.WriteFile(path, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ago := time.Now().Add(-2 * draftAge)
	if err := os.Chtimes(old, ago, ago); err != nil {
		t.Fatal(err)
	}
	open(t, folder, MinSize)
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) != 1 || left[0] != young {
		t.Errorf("left %v", left)
	}
}
