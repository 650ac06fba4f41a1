package sample

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/xeval/xeval/internal/jsonl"
	"github.com/xeval/xeval/internal/lang"
)

// Two formats are folders: EvalPlus's, one program a file, and MultiPL-E's,
// one document a problem. Files are read in the order of the numbers in their
// names, so that samples are counted as they were made.

// A member is one file of a folder.
type member struct {
	name string // relative to the folder, with slashes
	row  *Row   // of a program: all but its text
}

// folder is the input of all its members.
type folder struct {
	name    string // for messages
	dir     string
	members []member
	want    string  // the shape of all documents
	open    *stream // the document being read
	current member  // that it is
	failed  bool
	sum     hash.Hash
}

// openFolder finds out which of the two it is.
func openFolder(name, dir string) (*Reader, error) {
	programs, documents, results, err := listFolder(dir)
	if err != nil {
		return nil, err
	}
	f := &folder{name: name, dir: dir, sum: sha256.New()}
	refuse := func(why string) (*Reader, error) {
		return nil, &jsonl.Error{File: name, Err: errors.New("is a folder " + why + "; name the files in it")}
	}
	switch {
	case len(programs) > 0 && len(documents)+len(results) > 0:
		return refuse("of programs, as EvalPlus has them, and of .json files as well")
	case len(programs) > 0:
		f.members = programs
		return &Reader{Format: fmt.Sprintf("evalplus (folder of %d programs)", len(programs)), in: f}, nil
	case len(documents) > 0:
		f.members = documents
		return f.reader(len(results), multiplECompletions.name)
	case len(results) > 0:
		f.members = results
		return f.reader(0, multiplEResults.name)
	}
	return refuse("neither of programs (HumanEval_0/0.py), as EvalPlus has them, nor of MultiPL-E's .json files")
}

// reader opens the first document: what it is stands for all.
func (f *folder) reader(leftOut int, want string) (*Reader, error) {
	f.want = want
	format := fmt.Sprintf("%s (folder of %d files)", want, len(f.members))
	if leftOut > 0 {
		format = fmt.Sprintf("%s (folder of %d files; %d of results not read)", want, len(f.members), leftOut)
	}
	if err := f.openNext(); err != nil {
		return nil, err
	}
	return &Reader{Format: format, in: f}, nil
}

var (
	programFolder = regexp.MustCompile(`^[A-Za-z][A-Za-z-]*_\d+$`)
	programFile   = regexp.MustCompile(`^(\d+)\.([A-Za-z+#]+)$`)
	documentFile  = regexp.MustCompile(`^[^.].*\.json(?:\.gz|\.zst)?$`)
	resultsFile   = regexp.MustCompile(`\.results\.json(?:\.gz|\.zst)?$`)
)

func listFolder(dir string) (programs, documents, results []member, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, nil, err
	}
	for _, e := range entries {
		switch name := e.Name(); {
		case e.IsDir() && programFolder.MatchString(name):
			more, err := listPrograms(dir, name)
			if err != nil {
				return nil, nil, nil, err
			}
			programs = append(programs, more...)
		case e.IsDir():
		case resultsFile.MatchString(name):
			results = append(results, member{name: name})
		case documentFile.MatchString(name):
			documents = append(documents, member{name: name})
		}
	}
	for _, m := range [][]member{programs, documents, results} {
		slices.SortFunc(m, func(a, b member) int { return compareNumbered(a.name, b.name) })
	}
	return programs, documents, results, nil
}

// listPrograms lists the programs of one problem: "HumanEval_0/3.py" is the
// fourth for HumanEval/0.
func listPrograms(dir, problem string) ([]member, error) {
	files, err := os.ReadDir(filepath.Join(dir, problem))
	if err != nil {
		return nil, err
	}
	var out []member
	for _, f := range files {
		m := programFile.FindStringSubmatch(f.Name())
		if m == nil || f.IsDir() {
			continue
		}
		l, err := lang.Lookup(m[2])
		if err != nil {
			continue // what tools leave beside programs
		}
		out = append(out, member{path.Join(problem, f.Name()), &Row{
			ID: strings.Replace(problem, "_", "/", 1), Language: l.Name, Whole: true, Field: "solution",
			CompletionID: json.RawMessage(numeral(m[1])),
		}})
	}
	return out, nil
}

// numeral is a number as JSON has it.
func numeral(digits string) string { return cmp.Or(strings.TrimLeft(digits, "0"), "0") }

var numberInName = regexp.MustCompile(`\d+`)

// compareNumbered puts "x_2/10.py" behind "x_2/9.py" and before "x_10/0.py".
func compareNumbered(a, b string) int {
	split := func(name string) (before string, numbers []int) {
		for _, digits := range numberInName.FindAllString(name, -1) {
			n, err := strconv.Atoi(digits)
			if err != nil {
				break // longer than any number of a problem
			}
			numbers = append(numbers, n)
		}
		if at := numberInName.FindStringIndex(name); at != nil {
			return name[:at[0]], numbers
		}
		return name, nil
	}
	beforeA, numbersA := split(a)
	beforeB, numbersB := split(b)
	return cmp.Or(cmp.Compare(beforeA, beforeB), slices.Compare(numbersA, numbersB), cmp.Compare(a, b))
}

func (f *folder) next() ([]Row, error) {
	if f.open != nil {
		rows, err := f.open.next()
		if err != io.EOF {
			return rows, err
		}
		return nil, f.endDocument()
	}
	if len(f.members) == 0 {
		return nil, io.EOF
	}
	if f.members[0].row == nil {
		return nil, f.openNext()
	}
	m := f.members[0]
	f.members = f.members[1:]
	return f.program(m)
}

// openNext opens the first of the members, which is a document. One that
// cannot be read is an error at its place, and the others go on.
func (f *folder) openNext() error {
	m := f.members[0]
	f.members = f.members[1:]
	file, err := os.Open(filepath.Join(f.dir, filepath.FromSlash(m.name)))
	if err != nil {
		return f.fault(m, err)
	}
	in, err := newStream(path.Join(f.name, m.name), file)
	if err != nil {
		file.Close()
		f.failed = true
		return err
	}
	in.closers = append(in.closers, file.Close)
	if in.shape.name != f.want {
		in.close()
		return f.fault(m, fmt.Errorf("is of the format %q, not %q as a folder of MultiPL-E is; name the files to read", in.shape.name, f.want))
	}
	f.open, f.current = in, m
	return nil
}

func (f *folder) fault(m member, err error) error {
	f.failed = true
	return &jsonl.Error{File: path.Join(f.name, m.name), Err: err}
}

func (f *folder) endDocument() error {
	in := f.open
	f.open = nil
	sum, err := in.sha256()
	f.failed = f.failed || in.failed
	f.add(f.current, sum)
	return errors.Join(err, in.close())
}

// add puts a file into the folder's hash; its name is there without the
// folder's, so that a copy of the folder has the same.
func (f *folder) add(m member, sum string) { fmt.Fprintf(f.sum, "%s %s\n", sum, m.name) }

func (f *folder) program(m member) ([]Row, error) {
	at := filepath.Join(f.dir, filepath.FromSlash(m.name))
	if info, err := os.Stat(at); err == nil && info.Size() > jsonl.MaxLine {
		return nil, f.fault(m, jsonl.ErrLineTooLong)
	}
	text, err := os.ReadFile(at)
	if err != nil {
		return nil, f.fault(m, err)
	}
	sum := sha256.Sum256(text)
	f.add(m, hex.EncodeToString(sum[:]))
	row := *m.row
	row.File, row.Line = path.Join(f.name, m.name), 1
	if row.Generation = strings.ToValidUTF8(string(text), "\ufffd"); row.Generation != string(text) {
		row.Flags = []string{FlagInvalidUTF8}
	}
	return []Row{row}, nil
}

func (f *folder) broken() bool { return f.failed }

func (f *folder) sha256() (string, error) {
	for {
		if _, err := f.next(); err == io.EOF {
			return hex.EncodeToString(f.sum.Sum(nil)), nil
		}
	}
}

func (f *folder) close() error {
	if f.open == nil {
		return nil
	}
	return f.open.close()
}
