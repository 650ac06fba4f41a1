package verdict

// Keys is a set of sample keys in little memory: one bit a sample, so that a
// million of them take a few hundred kilobytes. The zero value is empty.
type Keys struct {
	byTask map[string]map[int]*chunk
	count  int
}

// A chunk holds the bits of 4,096 neighbouring indices. Chunks are made when
// needed, so that one absurd index in a damaged file costs one chunk.
type chunk [64]uint64

const chunkBits = 64 * 64

// Add puts a key in and says whether it is new.
func (k *Keys) Add(key Key) bool {
	c := k.chunk(key, true)
	word, bit := key.bit()
	if c[word]&bit != 0 {
		return false
	}
	c[word] |= bit
	k.count++
	return true
}

// Has says whether a key is in.
func (k *Keys) Has(key Key) bool {
	c := k.chunk(key, false)
	word, bit := key.bit()
	return c != nil && c[word]&bit != 0
}

// Remove takes a key out and says whether it was in.
func (k *Keys) Remove(key Key) bool {
	if !k.Has(key) {
		return false
	}
	word, bit := key.bit()
	k.chunk(key, false)[word] &^= bit
	k.count--
	return true
}

// Len is the number of keys.
func (k *Keys) Len() int { return k.count }

func (key Key) bit() (word int, bit uint64) {
	at := uint(key.Index) % chunkBits
	return int(at / 64), 1 << (at % 64)
}

func (k *Keys) chunk(key Key, create bool) *chunk {
	number := int(uint(key.Index) / chunkBits)
	c := k.byTask[key.TaskID][number]
	if c != nil || !create {
		return c
	}
	if k.byTask == nil {
		k.byTask = map[string]map[int]*chunk{}
	}
	if k.byTask[key.TaskID] == nil {
		k.byTask[key.TaskID] = map[int]*chunk{}
	}
	c = new(chunk)
	k.byTask[key.TaskID][number] = c
	return c
}
