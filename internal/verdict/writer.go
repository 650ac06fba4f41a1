package verdict

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// syncEvery is how much a power failure may lose. What a killed process has
// written is in the kernel's hands and is not lost at all.
const syncEvery = time.Second

// A Writer appends to a results file. Each line is one write, so that a run
// killed at any moment leaves at most one half line, at the end. It may be
// used from several goroutines.
type Writer struct {
	file *os.File
	stop chan struct{}
	done chan struct{}

	mu     sync.Mutex
	size   int64 // of the whole lines
	dirty  bool
	broken error
}

// Create starts a results file with its header. The file must not exist.
func Create(path string, h Header) (*Writer, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	w, err := start(f, 0, h)
	if err != nil {
		f.Close()
		os.Remove(path)
		return nil, err
	}
	return w, syncDir(filepath.Dir(path))
}

// start locks the file, cuts it to size and writes a header behind that.
func start(f *os.File, size int64, h Header) (*Writer, error) {
	if err := lock(f); err != nil {
		return nil, fmt.Errorf("%s: another run is writing this file: %w", f.Name(), err)
	}
	if err := f.Truncate(size); err != nil {
		return nil, err
	}
	if _, err := f.Seek(size, 0); err != nil {
		return nil, err
	}
	w := &Writer{file: f, size: size, stop: make(chan struct{}), done: make(chan struct{})}
	if err := w.append(struct {
		Header Header `json:"header"`
	}{h.withoutNulls()}); err != nil {
		return nil, err
	}
	if err := f.Sync(); err != nil {
		return nil, err
	}
	go w.syncLoop()
	return w, nil
}

// Write appends one verdict.
func (w *Writer) Write(v *Verdict) error {
	if field, err := v.validate(); err != nil {
		return fmt.Errorf("cannot store the verdict of %s: %s: %w", v.TaskID, field, err)
	}
	return w.append(v)
}

// WriteEnd records that this part of the run is over.
func (w *Writer) WriteEnd(e End) error {
	return w.append(struct {
		End End `json:"end"`
	}{e})
}

func (w *Writer) append(v any) error {
	text, err := encode(v)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.broken != nil {
		return w.broken
	}
	if _, err := w.file.Write(text); err != nil {
		return w.takeBack(err)
	}
	w.size += int64(len(text))
	w.dirty = true
	return nil
}

// takeBack removes what a failed write left (a full disk leaves half a line),
// so that a later line, or a later run, does not stand behind half a line.
func (w *Writer) takeBack(cause error) error {
	err := w.file.Truncate(w.size)
	if err == nil {
		_, err = w.file.Seek(w.size, 0)
	}
	if err != nil {
		w.broken = errors.Join(cause, err)
		return w.broken
	}
	return cause
}

// syncLoop keeps what is on disk at most syncEvery behind.
func (w *Writer) syncLoop() {
	defer close(w.done)
	tick := time.NewTicker(syncEvery)
	defer tick.Stop()
	for {
		select {
		case <-w.stop:
			return
		case <-tick.C:
			w.sync()
		}
	}
}

// sync does not hold the lock while the disk works: writers go on.
func (w *Writer) sync() {
	w.mu.Lock()
	dirty := w.dirty
	w.dirty = false
	w.mu.Unlock()
	if !dirty {
		return
	}
	if err := w.file.Sync(); err != nil {
		w.mu.Lock()
		w.broken = err
		w.mu.Unlock()
	}
}

// Close makes everything durable and reports what went wrong on the way.
func (w *Writer) Close() error {
	close(w.stop)
	<-w.done
	w.sync()
	return errors.Join(w.broken, w.file.Close())
}

// syncDir makes a new file's name durable.
func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
