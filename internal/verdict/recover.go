package verdict

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// A Recovery is what an interrupted run left behind.
type Recovery struct {
	Header Header // the last one
	// Scored are the samples that need not be judged again. Samples that were
	// recorded as not scored are not among them: resuming is how they get
	// another chance, and their later verdict supersedes the earlier one.
	Scored Keys
	// Unscored are those whose last verdict is not scored.
	Unscored Keys
	Notes    []string // lines that cannot be read, with their position

	path string
	size int64 // of the whole lines
}

// Recover reads a results file for resuming. It changes nothing: whether the
// run may be resumed is for CheckResumable to say first. An error that wraps
// ErrNoHeader means that the run was killed before its first line was out.
func Recover(path string) (*Recovery, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := &Recovery{path: path}
	lines := bufio.NewReaderSize(f, 1<<20)
	for number := 1; ; number++ {
		text, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return r, r.end(text, number)
		}
		if err != nil {
			return nil, err
		}
		r.size += int64(len(text))
		if err := r.take(text, number); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, number, err)
		}
	}
}

// take reads one whole line.
func (r *Recovery) take(text []byte, number int) error {
	if text = bytes.TrimSpace(text); len(text) == 0 {
		return nil
	}
	l, field, err := decode(text)
	if number == 1 && (l.Header == nil || err != nil) {
		return errors.Join(ErrNoHeader, err)
	}
	switch {
	case err != nil && field != "":
		r.note(number, "%s: %v; skipped", field, err)
	case err != nil:
		r.note(number, "%v; skipped", err)
	case l.Header != nil:
		r.Header = *l.Header
	case l.End != nil:
	case l.Outcome.Scored():
		r.Scored.Add(l.Key())
		r.Unscored.Remove(l.Key())
	case !r.Scored.Has(l.Key()):
		r.Unscored.Add(l.Key())
	}
	return nil
}

// end looks at what stands behind the last newline.
func (r *Recovery) end(rest []byte, number int) error {
	if r.size == 0 {
		return fmt.Errorf("%s: %w", r.path, ErrNoHeader)
	}
	if len(rest) > 0 {
		r.note(number, "the last line is half written; its sample is judged again")
	}
	if r.Header.FormatVersion != FormatVersion {
		return fmt.Errorf("%s: format version %d cannot be continued in version %d; judge again into a new folder",
			r.path, r.Header.FormatVersion, FormatVersion)
	}
	return nil
}

func (r *Recovery) note(line int, format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf("%s:%d: %s", r.path, line, fmt.Sprintf(format, args...)))
}

// Append opens the file for the rest of the run: it cuts off a half-written
// last line and writes the header of this part.
func (r *Recovery) Append(h Header) (*Writer, error) {
	f, err := os.OpenFile(r.path, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	w, err := r.lockAndStart(f, h)
	if err != nil {
		f.Close()
	}
	return w, err
}

// lockWait covers the moment in which a killed run's process is still being
// taken down by the kernel.
const lockWait = 2 * time.Second

func (r *Recovery) lockAndStart(f *os.File, h Header) (*Writer, error) {
	for since := time.Now(); lock(f) != nil && time.Since(since) < lockWait; {
		time.Sleep(50 * time.Millisecond)
	}
	if info, err := f.Stat(); err != nil {
		return nil, err
	} else if info.Size() < r.size {
		return nil, fmt.Errorf("%s became shorter while it was read", r.path)
	}
	return start(f, r.size, h)
}
