package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/xeval/xeval/internal/jsonl"
	"github.com/xeval/xeval/internal/prompt"
)

// A Store is the file of generations. It only grows: a line is written and
// flushed to the disk before its sample counts as stored, so whatever ends the
// process, a stored sample is neither lost nor asked for again. A last line
// that was cut off by such an end is dropped when the file is next opened.
// One process at a time has it open.
type Store struct {
	mu     sync.Mutex
	file   *os.File
	size   int64
	stored map[string]*storedRequest
	count  int
}

// storedRequest is what is remembered of a request's samples.
type storedRequest struct {
	line     int
	prompt   string
	settings string
	samples  map[int]bool
}

// OpenStore opens or creates the file and reads what it holds.
func OpenStore(path string) (*Store, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	s := &Store{file: f, stored: map[string]*storedRequest{}}
	if err := s.load(path); err != nil {
		f.Close()
		return nil, err
	}
	return s, nil
}

func (s *Store) load(path string) error {
	if err := lock(s.file); err != nil {
		return fmt.Errorf("%s: another process is writing to it: %w", path, err)
	}
	if err := syncFolder(filepath.Dir(path)); err != nil {
		return err
	}
	if err := s.mendTail(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r, err := jsonl.NewReader(path, s.file)
	if err != nil {
		return err
	}
	line := 0
	var fault error
	readFrom(r, func(g Generation, err error) bool {
		line++
		if err == nil && !s.remember(&g, line) {
			err = fmt.Errorf("%s: sample %d of %s stands in it twice: remove one of the lines", path, g.Sample, g.RequestID)
		}
		fault = err
		return err == nil
	})
	if fault != nil {
		return fault
	}
	s.size, err = s.file.Seek(0, io.SeekEnd)
	return err
}

// mendTail ends the file with a whole line: what stands behind the last line
// end is kept if it is one record, else it was being written when the process
// ended.
func (s *Store) mendTail() error {
	size, err := s.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	tail, err := lastLine(s.file, size)
	if err != nil || len(tail) == 0 {
		return err
	}
	if json.Valid(tail) {
		_, err := s.file.WriteAt([]byte("\n"), size)
		return err
	}
	return s.file.Truncate(size - int64(len(tail)))
}

// lastLine is what stands behind the last line end.
func lastLine(f io.ReaderAt, size int64) ([]byte, error) {
	const step = 1 << 16
	var tail []byte
	for at := size; at > 0; {
		n := min(step, at)
		part := make([]byte, n)
		if _, err := f.ReadAt(part, at-n); err != nil {
			return nil, err
		}
		at -= n
		if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
			return append(part[i+1:], tail...), nil
		}
		tail = append(part, tail...)
	}
	return tail, nil
}

// remember takes the sample into the index; false when it is there already.
func (s *Store) remember(g *Generation, line int) bool {
	have := s.stored[g.RequestID]
	if have == nil {
		have = &storedRequest{line, g.PromptSHA256, g.Settings.text(), map[int]bool{}}
		s.stored[g.RequestID] = have
	}
	if have.samples[g.Sample] {
		return false
	}
	have.samples[g.Sample] = true
	s.count++
	return true
}

// Len is the number of stored samples.
func (s *Store) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count
}

// Missing lists which of the n samples of a request are still to be asked for.
// It is an error when stored ones answered another prompt or were made with
// other settings: together they would be samples of nothing.
func (s *Store) Missing(r prompt.Request, now Settings, n int) ([]int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	have := s.stored[r.ID]
	if have != nil {
		if err := have.same(r, now); err != nil {
			return nil, fmt.Errorf("%s:%d: %w\nhint: use another output file, or remove this one", s.file.Name(), have.line, err)
		}
	}
	var missing []int
	for i := range n {
		if have == nil || !have.samples[i] {
			missing = append(missing, i)
		}
	}
	return missing, nil
}

func (h *storedRequest) same(r prompt.Request, now Settings) error {
	if text := now.text(); h.settings != text {
		return fmt.Errorf("samples of %s were made with other settings: %s", r.ID, differences(h.settings, text))
	}
	if h.prompt != r.SHA256() {
		return fmt.Errorf("samples of %s answer another prompt: the template, the examples or the problem changed", r.ID)
	}
	return nil
}

// Append stores a generation; when it returns, the line is on the disk. false:
// the sample was stored before, and nothing was written.
func (s *Store) Append(g Generation) (bool, error) {
	line, err := encode(g)
	if err != nil {
		return false, fmt.Errorf("%s: sample %d of %s: %w", s.file.Name(), g.Sample, g.RequestID, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if have := s.stored[g.RequestID]; have != nil && have.samples[g.Sample] {
		return false, nil
	}
	if _, err := s.file.WriteAt(line, s.size); err != nil {
		return false, errors.Join(err, s.file.Truncate(s.size)) // no half line, lest the next one be glued to it
	}
	if err := s.file.Sync(); err != nil {
		return false, err
	}
	s.size += int64(len(line))
	s.remember(&g, s.count+1)
	return true, nil
}

func encode(g Generation) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false) // code is full of < and &
	err := e.Encode(g)
	return out.Bytes(), err
}

// Close closes the file and lets others have it.
func (s *Store) Close() error { return s.file.Close() }

// syncFolder makes a newly created file's name durable.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return ignoreUnsupported(d.Sync())
}
