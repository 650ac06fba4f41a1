// Package cache remembers verdicts across runs, so that a program judged once
// is not judged again. It is a folder of small files and nothing more: it runs
// nothing, holds nothing in memory, and never makes a run fail.
//
// Theory. The store is built like a processor's cache. A key, which is a hash,
// names one of 4096 buckets; a bucket is a file of records, each framed and
// checksummed. To look up is to read one bucket, to store is to append one
// record to it, in one write. A bucket that outgrows its share of the size is
// rewritten with its latest records and renamed into place; a record used
// while it lies in the older part is appended anew, so that the front of a
// bucket is what has not been used for longest. Hence the bound on the size
// needs no count of the whole, and no sweep.
//
// There is no lock, no mapping and no server, on purpose. Home folders of
// clusters lie on network file systems where locks are slow, absent or only
// seem to work, and hundreds of nodes share one. The worst that two processes
// can do to each other here is to lose a record or to tear one, which its
// checksum tells: the program is judged again. The usual embedded stores want
// more of the file system than that. One file under an exclusive lock makes
// processes wait for each other; memory-mapped pages that are not what they
// should be, after a torn write or a lock that did not hold, can bring the
// process down (docs/cache.md has the trial). A file for each verdict would be
// as safe, but a single full run has 164,000, and clusters count files.
package cache

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// Sizes of a store.
const (
	DefaultSize = 1 << 30
	MinSize     = 32 << 20 // smaller buckets could not hold verdicts with output
)

const (
	buckets    = 1 << 12 // named by the first three hexadecimal digits of a key
	bucketName = 3
	draftName  = "draft-"   // of a bucket being rewritten
	draftAge   = time.Hour  // older ones were left by a process that was killed
	largest    = 4          // a record takes at most a fourth of a bucket
	latest     = 4          // a record used outside the last fourth is appended anew
	spare      = 4          // a fourth of a full bucket is emptied at once
	folderName = "verdicts" // in the cache folder; its format is in the marker
)

// Folder is where the verdicts are in a cache folder.
func Folder(cacheDir string) string { return filepath.Join(cacheDir, folderName) }

// A Key is the hash of everything that a value depends on.
type Key [32]byte

// A Store keeps values under keys. It may be used by several goroutines, and
// its folder by several processes.
type Store struct {
	folder string
	limit  int // bytes of a bucket
	logf   func(format string, args ...any)

	locks    [64]sync.Mutex // of buckets: within a process nothing need get lost
	readOnly atomic.Bool    // a write failed
	unread   sync.Once      // told of a read that failed
	damaged  sync.Once      // told of damage
}

// Open opens the store in folder, which holds at most size bytes (0: the
// default). What does
// not work is told by logf, once, and the store goes on with what does: it may
// only read, or do nothing.
func Open(folder string, size int64, logf func(format string, args ...any)) *Store {
	if size == 0 {
		size = DefaultSize
	}
	s := &Store{folder: folder, limit: int(max(size, MinSize) / buckets), logf: logf}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		s.stop(err)
	}
	s.removeDrafts()
	return s
}

// Get is the value last put under the key.
func (s *Store) Get(k Key) ([]byte, bool) {
	lock := s.lock(k)
	lock.Lock()
	defer lock.Unlock()
	buffer := buffers.Get().(*[]byte)
	defer buffers.Put(buffer)
	data, err := readAll(s.path(k), (*buffer)[:0])
	*buffer = data
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			s.unread.Do(func() { s.logf("verdict cache: %v; its programs are judged", err) })
		}
		return nil, false
	}
	r, ok, sound := find(data, k)
	if !sound {
		s.damaged.Do(func() {
			s.logf("verdict cache: dropped damaged entries (a write cut short, or a fault of the disk); their programs are judged again")
		})
	}
	if !sound || len(data) > s.limit {
		data = compact(data, s.limit)
		s.replace(s.path(k), data)
		if r, ok, _ = find(data, k); !ok {
			return nil, false
		}
	}
	if !ok {
		return nil, false
	}
	if len(data)-r.end > s.limit/latest {
		s.append(k, data[r.start:r.end])
	}
	return append([]byte(nil), r.value(data)...), true
}

// Put stores the value, unless it is too large or the store cannot be written.
func (s *Store) Put(k Key, value []byte) {
	record := encode(k, value)
	if len(record) > s.limit/largest {
		return
	}
	lock := s.lock(k)
	lock.Lock()
	defer lock.Unlock()
	s.append(k, record)
}

// append adds a record to its bucket. The caller holds the bucket's lock.
func (s *Store) append(k Key, record []byte) {
	if s.readOnly.Load() {
		return
	}
	size, err := appendFile(s.path(k), record)
	if errors.Is(err, fs.ErrNotExist) { // somebody cleared the cache
		if err = os.MkdirAll(s.folder, 0o700); err == nil {
			size, err = appendFile(s.path(k), record)
		}
	}
	if err != nil {
		s.stop(err)
		return
	}
	if size > int64(s.limit) {
		s.shrink(s.path(k))
	}
}

// appendFile writes the record in one call, which puts it whole behind what
// other processes write, and returns the file's size.
func appendFile(path string, record []byte) (int64, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return 0, err
	}
	var info os.FileInfo
	if _, err = f.Write(record); err == nil {
		info, err = f.Stat()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// shrink drops from a full bucket what has not been used for longest.
func (s *Store) shrink(path string) {
	data, err := readAll(path, nil)
	if err != nil {
		s.stop(err)
		return
	}
	s.replace(path, compact(data, s.limit))
}

// replace puts a bucket's new content in place of the old one: readers see
// either. A record that another process appends meanwhile is lost.
func (s *Store) replace(path string, data []byte) {
	if s.readOnly.Load() {
		return
	}
	draft, err := os.CreateTemp(s.folder, draftName+"*")
	if err != nil {
		s.stop(err)
		return
	}
	_, err = draft.Write(data)
	if err = errors.Join(err, draft.Close()); err == nil {
		err = os.Rename(draft.Name(), path)
	}
	if err != nil {
		os.Remove(draft.Name())
		s.stop(err)
	}
}

// stop ends writing: a disk that is full or read-only stays so.
func (s *Store) stop(err error) {
	if !s.readOnly.Swap(true) {
		s.logf("verdict cache: nothing is stored any more: %v", err)
	}
}

func (s *Store) removeDrafts() {
	drafts, err := filepath.Glob(filepath.Join(s.folder, draftName+"*"))
	if err != nil {
		return
	}
	for _, d := range drafts {
		if info, err := os.Lstat(d); err == nil && time.Since(info.ModTime()) > draftAge {
			os.Remove(d) // the next process tries again
		}
	}
}

func (s *Store) path(k Key) string {
	return filepath.Join(s.folder, hex.EncodeToString(k[:2])[:bucketName])
}

func (s *Store) lock(k Key) *sync.Mutex {
	return &s.locks[(int(k[0])<<4|int(k[1])>>4)%len(s.locks)]
}
