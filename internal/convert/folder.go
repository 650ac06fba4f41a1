package convert

import (
	"compress/gzip"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/sample"
)

// Folder writes samples into a new folder: programs as EvalPlus has them, or
// MultiPL-E's documents. It writes into none that is there already, so that
// what it holds is of one conversion.
func Folder(in iter.Seq2[sample.Sample, error], to Format, set *problem.Set, dir string) (*Report, error) {
	c := &conversion{to: to, set: set}
	if to != EvalPlus && to != MultiPLE {
		return nil, fmt.Errorf("the format %s is a file, not a folder", to)
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	if to == EvalPlus {
		return &c.report, c.programs(in, dir)
	}
	return &c.report, c.documents(in, func(name string, d document) error { return writeDocument(dir, name, d) })
}

// programs writes "HumanEval_3/0.py".
func (c *conversion) programs(in iter.Seq2[sample.Sample, error], dir string) error {
	return c.each(in, func(s sample.Sample, p problem.Problem) error {
		folder := filepath.Join(dir, strings.ReplaceAll(plainID(p), "/", "_"))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		name := fmt.Sprintf("%d%s", s.Index, extension(c.language))
		return os.WriteFile(filepath.Join(folder, name), []byte(whole(s, p, c.language)), 0o644)
	})
}

// extension is that of the language's own source files.
func extension(l *lang.Language) string { return filepath.Ext(l.Assemble(lang.Whole(""))[0].Name) }

func writeDocument(dir, name string, d document) (err error) {
	if !filepath.IsLocal(name) || strings.ContainsAny(name, `/\`) {
		return fmt.Errorf("the name %q of a problem cannot be that of a file", name)
	}
	f, err := os.OpenFile(filepath.Join(dir, name+".json.gz"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	z := gzip.NewWriter(f)
	return errors.Join(encode(z, d), z.Close(), f.Close())
}
