package cache

import (
	"fmt"
	"testing"
)

// BenchmarkStore looks up and stores in buckets that hold as much as after a
// first run, and as a full store.
func BenchmarkStore(b *testing.B) {
	for _, records := range []int{40, 500} {
		s := Open(b.TempDir(), DefaultSize, b.Logf)
		keys := crowded(records)
		value := random(400)
		for _, k := range keys {
			s.Put(k, value)
		}
		b.Run(fmt.Sprintf("get/%d", records), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if _, ok := s.Get(keys[i%len(keys)]); !ok {
					b.Fatal("not found")
				}
			}
		})
		b.Run(fmt.Sprintf("put/%d", records), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				s.Put(keys[i%len(keys)], value)
			}
		})
	}
}

// BenchmarkPack is the rest of a look-up: the verdict's text.
func BenchmarkPack(b *testing.B) {
	s := Open(b.TempDir(), DefaultSize, b.Logf)
	j := New(failing{}, hash, s)
	p := programOf("text")
	b.Run("pack", func(b *testing.B) {
		for b.Loop() {
			b.SetBytes(int64(len(j.pack(p, full()))))
		}
	})
	k := j.key(p)
	s.Put(k, j.pack(p, full()))
	b.Run("known", func(b *testing.B) {
		for b.Loop() {
			if _, ok := j.known(k, p); !ok {
				b.Fatal("not found")
			}
		}
	})
}
