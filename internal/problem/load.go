package problem

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/xeval/xeval/internal/jsonl"
)

// Options say which problems to load and how.
type Options struct {
	CacheDir string   // where fetched datasets are; only a dataset's name needs it
	Errata   bool     // mend the known faults
	Prefixes []string // keep only problems whose ids begin with one of these; none: all
	Strict   bool     // the first bad row is an error, not an entry of BadRows
}

// Load reads the problems that spec names: a file, a folder (flat or upstream's
// tree), or the name of a fetched dataset.
func Load(spec string, opt Options) (*Set, error) {
	dir, files, name, err := locate(spec, opt.CacheDir)
	if err != nil {
		return nil, err
	}
	return load(os.DirFS(dir), dir, files, name, opt)
}

// LoadFS reads every .jsonl file at the top of fsys, as an embedded dataset is.
func LoadFS(fsys fs.FS, name string, opt Options) (*Set, error) {
	files, err := fs.Glob(fsys, "*.jsonl*")
	if err != nil {
		return nil, fmt.Errorf("dataset %s: %w", name, err)
	}
	return load(fsys, "", files, name, opt)
}

func load(fsys fs.FS, dir string, files []string, name string, opt Options) (*Set, error) {
	l := &loader{opt: opt, sums: map[string]string{}, at: map[string]string{}, known: map[string]bool{}, allKnown: true}
	for _, file := range files {
		if err := l.readFile(fsys, dir, file); err != nil {
			return nil, err
		}
	}
	return l.finish(name)
}

// A loader gathers the problems of several files.
type loader struct {
	opt      Options
	problems []Problem
	bad      []error
	sums     map[string]string // file name → hash
	at       map[string]string // id → where it was first seen
	known    map[string]bool   // prefixes from pinned files
	allKnown bool
}

func (l *loader) readFile(fsys fs.FS, dir, file string) error {
	f, err := fsys.Open(file)
	if err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	defer f.Close()
	shown := filepath.Join(dir, filepath.FromSlash(file))
	plain, err := jsonl.Decompress(f)
	if err != nil {
		return &jsonl.Error{File: shown, Err: err}
	}
	defer plain.Close()
	sum := sha256.New()
	from := len(l.problems)
	bad := len(l.bad)
	if err := l.readRows(shown, io.TeeReader(plain, sum)); err != nil {
		return err
	}
	if len(l.problems) == from && len(l.opt.Prefixes) > 0 {
		if len(l.bad) == bad {
			return nil // all of it is of other languages
		}
	}
	l.record(file, hex.EncodeToString(sum.Sum(nil)), l.problems[from:])
	return nil
}

// record notes the identity of a file that problems came from.
func (l *loader) record(file, sum string, problems []Problem) {
	name := plainName(path.Base(file))
	if _, taken := l.sums[name]; taken {
		name = plainName(file)
	}
	l.sums[name] = sum
	if !isPinned(sum) {
		l.allKnown = false
		return
	}
	for i := range problems {
		l.known[problems[i].Prefix()] = true
	}
}

func (l *loader) readRows(shown string, src io.Reader) error {
	r, err := jsonl.NewReader(shown, src)
	if err != nil {
		return err
	}
	defer r.Close()
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = l.add(rec)
		} else if !errors.Is(err, jsonl.ErrLineTooLong) {
			return err // the file ends here: a damaged dataset is no dataset
		}
		if err != nil && l.opt.Strict {
			return err
		}
		if err != nil {
			l.bad = append(l.bad, err)
		}
	}
}

func (l *loader) add(rec jsonl.Record) error {
	var r fileRow
	if err := r.decode(rec); err != nil {
		return err
	}
	p, err := r.problem()
	if err != nil {
		return rec.Errorf("", "%w", err)
	}
	for _, f := range []struct{ name, text string }{{"task_id", p.TaskID}, {"prompt", p.Prompt}, {"test", p.Test}} {
		if strings.TrimSpace(f.text) == "" {
			return rec.Errorf(f.name, "missing or empty")
		}
	}
	if !l.wanted(p.Prefix()) {
		return nil
	}
	if first, ok := l.at[p.TaskID]; ok {
		return rec.Errorf("task_id", "%s is already defined at %s", p.TaskID, first)
	}
	l.at[p.TaskID] = fmt.Sprintf("%s:%d", rec.File, rec.Line)
	l.problems = append(l.problems, p)
	return nil
}

func (l *loader) wanted(prefix string) bool {
	for _, want := range l.opt.Prefixes {
		if strings.EqualFold(want, prefix) {
			return true
		}
	}
	return len(l.opt.Prefixes) == 0
}

func (l *loader) finish(name string) (*Set, error) {
	if len(l.problems) == 0 {
		return nil, l.nothing(name)
	}
	d := Dataset{Name: name, SHA256: l.sums}
	if l.allKnown {
		d.Name, d.Revision = HumanEvalX, Revision
	}
	if l.opt.Errata {
		o, err := builtin()
		if err != nil {
			return nil, err
		}
		for i := range l.problems {
			if err := o.apply(&l.problems[i]); err != nil {
				return nil, fmt.Errorf("%w (dataset %s)", err, name)
			}
		}
		d.Errata = o.Version
	}
	s := NewSet(d, l.problems)
	s.BadRows, s.known = l.bad, l.known
	return s, nil
}

func (l *loader) nothing(name string) error {
	of := ""
	if len(l.opt.Prefixes) > 0 {
		of = " with ids of " + strings.Join(l.opt.Prefixes, ", ")
	}
	if len(l.bad) > 0 {
		return fmt.Errorf("dataset %s has no usable problem%s; %d bad rows, the first: %w", name, of, len(l.bad), l.bad[0])
	}
	return fmt.Errorf("dataset %s has no problem%s", name, of)
}
