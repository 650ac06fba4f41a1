package run

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/sample"
	"github.com/xeval/xeval/internal/verdict"
)

// The files of a run folder; docs/formats.md describes them.
const (
	VerdictsFile = "verdicts.jsonl"
	SamplesFile  = "samples.jsonl.gz"
	ProblemsFile = "problems.jsonl.gz"
	SummaryFile  = "summary.json"
)

// ErrFolderInUse is wrapped when a folder holds a run already.
var ErrFolderInUse = errors.New("holds a run already")

// folder is a run folder being written. All of its files are valid at any
// moment, whatever kills the process.
type folder struct {
	path     string
	verdicts *verdict.Writer
	samples  *sample.Store
	done     *verdict.Keys // judged and scored before; empty in a new run
	notes    []string
}

// openFolder starts a run in path, or continues the one there.
func openFolder(path string, h verdict.Header, resume bool, problems []problem.Problem) (*folder, error) {
	if err := makeFolder(path); err != nil {
		return nil, err
	}
	if err := CheckFiles(path); err != nil {
		return nil, err
	}
	f := &folder{path: path, done: &verdict.Keys{}}
	if err := f.openVerdicts(h, resume); err != nil {
		return nil, err
	}
	var err error
	if f.samples, err = sample.OpenStore(filepath.Join(path, SamplesFile)); err != nil {
		return nil, errors.Join(err, f.verdicts.Close())
	}
	if err := writeProblems(filepath.Join(path, ProblemsFile), problems); err != nil {
		return nil, errors.Join(err, f.samples.Close(), f.verdicts.Close())
	}
	return f, nil
}

func (f *folder) openVerdicts(h verdict.Header, resume bool) error {
	file := filepath.Join(f.path, VerdictsFile)
	old, err := verdict.Recover(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.verdicts, err = verdict.Create(file, h)
		return err
	case !resume:
		return fmt.Errorf("%s %w: --resume continues it, --force starts anew, -o names another folder", f.path, ErrFolderInUse)
	case errors.Is(err, verdict.ErrNoHeader): // killed before its first line was out
		if err := os.Remove(file); err != nil {
			return err
		}
		f.verdicts, err = verdict.Create(file, h)
		return err
	case err != nil:
		return err
	}
	if err := verdict.CheckResumable(old.Header, h); err != nil {
		return err
	}
	f.done, f.notes = &old.Scored, old.Notes
	f.verdicts, err = old.Append(h)
	return err
}

// add stores a generation and names it; without a store it only names it.
func (f *folder) add(generation string) (string, error) {
	if f.samples == nil {
		return sample.Digest(generation), nil
	}
	return f.samples.Add(generation)
}

func (f *folder) close(end verdict.End) error {
	return errors.Join(f.verdicts.WriteEnd(end), f.verdicts.Close(), f.samples.Close())
}

// writeProblems writes the problem rows that a run uses. Same rows, same
// bytes.
func writeProblems(path string, problems []problem.Problem) error {
	var buf bytes.Buffer
	zip := gzip.NewWriter(&buf)
	enc := json.NewEncoder(zip)
	enc.SetEscapeHTML(false)
	for _, p := range problems {
		if err := enc.Encode(p); err != nil {
			return err
		}
	}
	if err := zip.Close(); err != nil {
		return err
	}
	return WriteFile(path, buf.Bytes())
}

// WriteFile replaces a file at once, or not at all.
func WriteFile(path string, data []byte) error {
	tmp := path + ".tmp"
	if err := os.WriteFile(tmp, data, 0o644); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}
