package sample

// recent is a set of 16-byte hashes bounded in memory: when a bucket is full
// the new hash takes the place of the one that is next in turn. What it has
// forgotten it calls new again. (A Go map of as many entries takes three times
// the memory, and cannot forget one.)
type recent struct {
	buckets []bucket
	max     int // buckets
	used    int
	turn    uint8
}

type bucket [4][16]byte

// recentMax buckets take 32 MiB.
const recentMax = 1 << 19

func newRecent(max int) *recent { return &recent{buckets: make([]bucket, 1<<8), max: max} }

// add says whether h is new. The zero hash stands for an empty place; that of
// a real text does not occur.
func (r *recent) add(h [16]byte) bool {
	if r.used >= 2*len(r.buckets) && len(r.buckets) < r.max {
		r.grow()
	}
	return r.insert(h)
}

func (r *recent) insert(h [16]byte) bool {
	at := uint64(h[0]) | uint64(h[1])<<8 | uint64(h[2])<<16
	b := &r.buckets[at%uint64(len(r.buckets))]
	for i := range b {
		switch b[i] {
		case h:
			return false
		case [16]byte{}:
			b[i] = h
			r.used++
			return true
		}
	}
	r.turn++
	b[r.turn%4] = h
	return true
}

func (r *recent) grow() {
	old := r.buckets
	r.buckets, r.used = make([]bucket, 2*len(old)), 0
	for _, b := range old {
		for _, h := range b {
			if h != [16]byte{} {
				r.insert(h)
			}
		}
	}
}
