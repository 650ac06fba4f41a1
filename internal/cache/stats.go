package cache

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Stats are what a store holds.
type Stats struct {
	Folder   string    `json:"folder"`
	Entries  int       `json:"entries"`           // intact, each key once
	Bytes    int64     `json:"bytes"`             // of all files
	Damaged  int       `json:"damaged"`           // buckets that are not as they were written; they heal when used
	Latest   time.Time `json:"latest,omitzero"`   // when it was last written
	Earliest time.Time `json:"earliest,omitzero"` // the last write of the bucket not written for longest
}

// Survey reads the whole store in folder, which need not exist.
func Survey(folder string) (Stats, error) {
	s := Stats{Folder: folder}
	var buffer []byte
	err := eachFile(folder, func(path string) error {
		data, err := readAll(path, buffer[:0])
		buffer = data
		if err != nil {
			return err
		}
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		s.add(data, info)
		return nil
	})
	return s, err
}

func (s *Stats) add(data []byte, info os.FileInfo) {
	s.Bytes += info.Size()
	if strings.HasPrefix(info.Name(), draftName) {
		return
	}
	keys, intact := map[string]bool{}, true
	sound := walk(data, func(r record) bool {
		if !r.intact(data) {
			intact = false
			return false
		}
		keys[string(r.key(data))] = true
		return true
	})
	s.Entries += len(keys)
	if !sound || !intact {
		s.Damaged++
	}
	if t := info.ModTime(); s.Latest.Before(t) {
		s.Latest = t
	}
	if t := info.ModTime(); s.Earliest.IsZero() || t.Before(s.Earliest) {
		s.Earliest = t
	}
}

// Clear removes the store in folder, and no file that is not the store's.
// Processes that use it go on with an empty one.
func Clear(folder string) (removed int64, err error) {
	err = eachFile(folder, func(path string) error {
		info, err := os.Lstat(path)
		if err != nil {
			return err
		}
		removed += info.Size()
		return os.Remove(path)
	})
	if err == nil {
		_ = os.Remove(folder) // fails, and should, if it holds anything else
	}
	return removed, err
}

// eachFile calls f for the store's files. One that vanishes meanwhile was
// another process's draft, or cleared by it.
func eachFile(folder string, f func(path string) error) error {
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !isBucket(e.Name()) && !strings.HasPrefix(e.Name(), draftName) {
			continue
		}
		if err := f(filepath.Join(folder, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func isBucket(name string) bool {
	return len(name) == bucketName && strings.Trim(name, "0123456789abcdef") == ""
}
