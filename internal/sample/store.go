package sample

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	fastgzip "github.com/klauspost/compress/gzip"

	"github.com/xeval/xeval/internal/jsonl"
)

// The store is the run folder's samples.jsonl.gz: each distinct generation
// once. It is written a block at a time, and each block is a complete gzip
// member handed to the system in one write. So the file is valid at any time
// but for a block in the middle of being written, and after a crash recovery
// is to cut that one off; nothing is ever written twice. What was in memory is
// lost, which is harmless: a resumed run adds every sample of its inputs again.

const (
	blockSize = 1 << 20         // uncompressed; larger blocks compress no better
	blockAge  = 2 * time.Second // so that "xeval show" finds a running run's samples
)

// A Stored is one line of the store.
type Stored struct {
	SHA256     string `json:"sha256"` // of the generation's UTF-8
	Generation string `json:"generation"`
}

// Digest is the key of a generation in the store.
func Digest(generation string) string {
	sum := sha256.Sum256([]byte(generation))
	return hex.EncodeToString(sum[:])
}

// A Store appends to a file of generations. It may be used by several
// goroutines.
type Store struct {
	mu     sync.Mutex
	file   *os.File
	known  *recent // what is there already; it forgets, and duplicates do no harm
	block  bytes.Buffer
	packed bytes.Buffer
	zip    *fastgzip.Writer
	begun  time.Time // of the block
	failed error     // a write that failed: the file's end is not known any more
}

// OpenStore opens or creates the store at path. What a crash left incomplete
// at its end is cut off.
func OpenStore(path string) (*Store, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	s := &Store{file: f, known: newRecent(recentMax)}
	s.zip = fastgzip.NewWriter(&s.packed)
	if err := s.recover(); err != nil {
		f.Close()
		return nil, fmt.Errorf("recover %s: %w", path, err)
	}
	return s, nil
}

// recover reads what is there and places the file's end behind the last
// complete block. Only damage of the kind that a crash leaves is cut off: a
// file that was never a store is refused, not emptied.
func (s *Store) recover() error {
	src := &countingReader{src: bufio.NewReaderSize(s.file, 1<<16)}
	var good int64
	for {
		hashes, err := readBlock(src)
		if src.failed != nil {
			return src.failed
		}
		if err == io.EOF || torn(err) && (good > 0 || !errors.Is(err, gzip.ErrHeader)) {
			break
		}
		if err != nil {
			return fmt.Errorf("this is no store of generations: %w", err)
		}
		for _, h := range hashes {
			s.known.add(h)
		}
		good = src.n
	}
	if err := s.file.Truncate(good); err != nil {
		return err
	}
	_, err := s.file.Seek(good, io.SeekStart)
	return err
}

// torn says that a block was not written whole.
func torn(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrHeader) ||
		errors.Is(err, gzip.ErrChecksum) || errors.As(err, &corrupt)
}

// readBlock reads one gzip member and gives its keys.
func readBlock(src *countingReader) (hashes [][16]byte, err error) {
	z, err := gzip.NewReader(src)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	lines, err := jsonl.NewReader("", z)
	if err != nil {
		return nil, err
	}
	for {
		rec, err := lines.Next()
		if err == io.EOF {
			return hashes, nil
		}
		if errors.Is(err, jsonl.ErrLineTooLong) {
			continue // it will be stored once more
		}
		if err != nil {
			return nil, err
		}
		var row Stored
		if err := rec.Decode(&row); err != nil {
			return nil, err
		}
		sum, err := hex.DecodeString(row.SHA256)
		if err != nil || len(sum) != sha256.Size {
			return nil, errors.New("a row without sha256")
		}
		hashes = append(hashes, [16]byte(sum))
	}
}

// Add stores a generation unless it is there, and returns its key. It is
// durable once its block is full, or old, or flushed.
func (s *Store) Add(generation string) (string, error) {
	sum := sha256.Sum256([]byte(generation))
	key := hex.EncodeToString(sum[:])
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed != nil {
		return "", s.failed
	}
	if !s.known.add([16]byte(sum[:])) {
		return key, nil
	}
	if s.block.Len() == 0 {
		s.begun = time.Now()
	}
	enc := json.NewEncoder(&s.block)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(Stored{SHA256: key, Generation: generation}); err != nil {
		return "", err
	}
	if s.block.Len() >= blockSize || time.Since(s.begun) >= blockAge {
		return key, s.flush()
	}
	return key, nil
}

// Flush writes what was added. Calling it for each sample works, but makes the
// file several times larger.
func (s *Store) Flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.flush()
}

func (s *Store) flush() error {
	if s.failed != nil || s.block.Len() == 0 {
		return s.failed
	}
	s.packed.Reset()
	s.zip.Reset(&s.packed)
	_, err := s.zip.Write(s.block.Bytes())
	if err == nil {
		err = s.zip.Close()
	}
	if err == nil {
		_, err = s.file.Write(s.packed.Bytes())
	}
	if err != nil {
		s.failed = fmt.Errorf("store generations: %w", err)
	}
	s.block.Reset()
	return s.failed
}

// Close flushes, syncs and closes.
func (s *Store) Close() error {
	err := s.Flush()
	return errors.Join(err, s.file.Sync(), s.file.Close())
}

// ErrNotStored is what Find returns for a key that is not in the store.
var ErrNotStored = errors.New("generation is not in the store")

// Find reads the generation with the key from the store at path. A store that
// is being written, or was left by a crash, is read as far as it goes.
func Find(path, key string) (string, error) {
	lines, err := jsonl.Open(path)
	if err != nil {
		return "", err
	}
	defer lines.Close()
	for {
		rec, err := lines.Next()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return "", fmt.Errorf("%s: %.12s…: %w", path, key, ErrNotStored)
		}
		if errors.Is(err, jsonl.ErrLineTooLong) {
			continue
		}
		if err != nil {
			return "", err
		}
		if !bytes.Contains(rec.Data, []byte(key)) {
			continue
		}
		var row Stored
		if err := rec.Decode(&row); err != nil {
			return "", err
		}
		if row.SHA256 == key {
			return row.Generation, nil
		}
	}
}

// countingReader knows how far a decompressor has read: it gives single bytes,
// so that none is taken that belongs to the next member.
type countingReader struct {
	src    *bufio.Reader
	n      int64
	failed error // other than the end
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.src.Read(p)
	c.n += int64(n)
	return n, c.seen(err)
}

func (c *countingReader) ReadByte() (byte, error) {
	b, err := c.src.ReadByte()
	if err == nil {
		c.n++
	}
	return b, c.seen(err)
}

func (c *countingReader) seen(err error) error {
	if err != nil && err != io.EOF {
		c.failed = err
	}
	return err
}
