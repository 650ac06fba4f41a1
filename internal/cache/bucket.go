package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"slices"
	"sync"
)

// A record is a marker, the length of its value (32 bits, little endian), its
// key, a checksum of all of it, and the value. The marker is found again after
// damage; it changes with the format, so that records of another one are
// passed over.
const (
	marker     = "\xf5xeval\x001"
	lengthAt   = len(marker)
	keyAt      = lengthAt + 4
	sumAt      = keyAt + 32
	headerSize = sumAt + 8
	maxValue   = 64 << 20
)

// A record found in a bucket's bytes.
type record struct{ start, end int }

func (r record) key(data []byte) []byte   { return data[r.start+keyAt : r.start+sumAt] }
func (r record) value(data []byte) []byte { return data[r.start+headerSize : r.end] }

// intact says whether the record is what was written.
func (r record) intact(data []byte) bool {
	return checksum(data[r.start:r.end]) == [8]byte(data[r.start+sumAt:r.start+headerSize])
}

func encode(k Key, value []byte) []byte {
	b := make([]byte, 0, headerSize+len(value))
	b = append(b, marker...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(value)))
	b = append(b, k[:]...)
	b = append(b, make([]byte, 8)...)
	b = append(b, value...)
	sum := checksum(b)
	copy(b[sumAt:], sum[:])
	return b
}

// checksum covers the whole record but itself.
func checksum(record []byte) [8]byte {
	h := sha256.New()
	h.Write(record[:sumAt])
	h.Write(record[headerSize:])
	return [8]byte(h.Sum(nil))
}

// frame reads the record's frame at the start of data. torn: what is there may
// be the beginning of a record.
func frame(data []byte) (size int, ok, torn bool) {
	if n := min(len(data), len(marker)); string(data[:n]) != marker[:n] {
		return 0, false, false
	}
	if len(data) < headerSize {
		return 0, false, true
	}
	n := int(binary.LittleEndian.Uint32(data[lengthAt:]))
	if n > maxValue {
		return 0, false, false
	}
	return headerSize + n, headerSize+n <= len(data), headerSize+n > len(data)
}

// walk visits the records in order, and says whether there is nothing else.
// A torn record at the very end is no damage: another process may be writing
// it. visit may refuse a record: then its length is not trusted either. Where
// it is trusted, a wrong one hides what follows until the bucket is compacted.
func walk(data []byte, visit func(record) bool) (sound bool) {
	sound = true
	for at := 0; at < len(data); {
		size, ok, torn := frame(data[at:])
		if ok && visit(record{at, at + size}) {
			at += size
			continue
		}
		next := bytes.Index(data[at+1:], []byte(marker))
		if next < 0 {
			return sound && torn
		}
		sound = false
		at += 1 + next
	}
	return sound
}

// find is the last record of the key. Only that one is proven intact, so that
// a look-up costs little; sound says that no damage was seen.
func find(data []byte, k Key) (last record, found, sound bool) {
	sound = walk(data, func(r record) bool {
		if bytes.Equal(r.key(data), k[:]) {
			last, found = r, true
		}
		return true
	})
	if found && !last.intact(data) {
		return record{}, false, false
	}
	return last, found, sound
}

// compact keeps what is intact of a bucket, the latest record of each key. If
// that is more than limit, the oldest records go, until there is room again.
func compact(data []byte, limit int) []byte {
	var all []record
	walk(data, func(r record) bool {
		if !r.intact(data) {
			return false
		}
		all = append(all, r)
		return true
	})
	slices.Reverse(all)
	size, seen := 0, map[string]bool{}
	all = slices.DeleteFunc(all, func(r record) bool {
		k := string(r.key(data))
		had := seen[k]
		if !had {
			seen[k] = true
			size += r.end - r.start
		}
		return had
	})
	if size > limit {
		for size > limit-limit/spare {
			oldest := all[len(all)-1]
			size -= oldest.end - oldest.start
			all = all[:len(all)-1]
		}
	}
	out := make([]byte, 0, size)
	for _, r := range slices.Backward(all) {
		out = append(out, data[r.start:r.end]...)
	}
	return out
}

// buffers are for buckets read: each look-up needs one for a moment.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// readAll appends a file's content to buffer.
func readAll(path string, buffer []byte) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return buffer, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return buffer, err
	}
	if !info.Mode().IsRegular() {
		return buffer, errors.New(path + " is not a file")
	}
	buffer = slices.Grow(buffer, int(info.Size())+1)
	for {
		n, err := f.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		if errors.Is(err, io.EOF) {
			return buffer, nil
		}
		if err != nil {
			return buffer, err
		}
		if len(buffer) == cap(buffer) {
			buffer = slices.Grow(buffer, 4096)
		}
	}
}
