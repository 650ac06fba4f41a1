// Package suite is the embedded benchmark: a few small problems of our own in
// HumanEval-X's format, in every language, and a file of generations for them
// that does what models do and worse. It is there so that a fresh installation
// can be seen to work, and it is no measure of anything.
//
// A problem is a folder problems/<number>_<name>, with one file per language
// named after the prefix of its ids. Such a file is nearly a program; lines
// "// ---- section" (or "# ----") divide it:
//
//	setup         test_setup
//	import        import, and the beginning of the prompt
//	declaration   declaration, and part of the prompt
//	signature     declaration alone: the prompt does not have it (Rust's way)
//	docstring     docstring, and part of the prompt, but not of the declaration
//	solution      canonical_solution
//	example       example_test
//	test          test
//
// Sections may repeat; what belongs together is joined in the order of the file.
package suite

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/xeval/xeval/internal/problem"
)

// Name is the dataset's name.
const Name = "xeval-demo"

//go:embed problems
var problems embed.FS

// Load gives the problems whose ids begin with one of the prefixes; without
// prefixes, all. The hashes are those of the rows as JSON Lines, one "file" a
// prefix.
func Load(prefixes ...string) (*problem.Set, error) {
	all, err := read(problems)
	if err != nil {
		return nil, fmt.Errorf("embedded suite: %w", err)
	}
	if len(prefixes) > 0 {
		all = slices.DeleteFunc(all, func(p problem.Problem) bool {
			return !slices.ContainsFunc(prefixes, func(want string) bool { return strings.EqualFold(want, p.Prefix()) })
		})
	}
	sums, err := hashes(all)
	if err != nil {
		return nil, fmt.Errorf("embedded suite: %w", err)
	}
	return problem.NewSet(problem.Dataset{Name: Name, SHA256: sums}, all), nil
}

func read(files fs.FS) ([]problem.Problem, error) {
	names, err := fs.Glob(files, "problems/*/*")
	if err != nil {
		return nil, err
	}
	var out []problem.Problem
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		number, _, ok := strings.Cut(path.Base(path.Dir(name)), "_")
		if !ok {
			return nil, fmt.Errorf("%s: the folder is not called <number>_<name>", name)
		}
		prefix, _, _ := strings.Cut(path.Base(name), ".")
		p, err := parse(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		p.TaskID = prefix + "/" + number
		out = append(out, p)
	}
	return out, nil
}

// parse puts the sections of a file where they belong.
func parse(text string) (p problem.Problem, err error) {
	fields := map[string][]*string{
		"setup":       {&p.TestSetup},
		"import":      {&p.Import, &p.Prompt},
		"declaration": {&p.Declaration, &p.Prompt},
		"signature":   {&p.Declaration},
		"docstring":   {&p.Docstring, &p.Prompt},
		"solution":    {&p.CanonicalSolution},
		"example":     {&p.ExampleTest},
		"test":        {&p.Test},
	}
	var into []*string
	for line := range strings.Lines(text) {
		if name, ok := mark(line); ok {
			if into = fields[name]; into == nil {
				return p, fmt.Errorf("unknown section %q", name)
			}
			continue
		}
		if into == nil {
			return p, fmt.Errorf("text before the first section: %q", line)
		}
		for _, field := range into {
			*field += line
		}
	}
	return p, nil
}

// mark reads a line that begins a section or a sample.
func mark(line string) (string, bool) {
	for _, comment := range []string{"# ---- ", "// ---- "} {
		if name, ok := strings.CutPrefix(line, comment); ok {
			return strings.TrimSpace(name), true
		}
	}
	return "", false
}

func hashes(all []problem.Problem) (map[string]string, error) {
	files := map[string]*bytes.Buffer{}
	for _, p := range all {
		name := Name + "_" + p.Prefix() + ".jsonl"
		if files[name] == nil {
			files[name] = &bytes.Buffer{}
		}
		if err := json.NewEncoder(files[name]).Encode(p); err != nil {
			return nil, err
		}
	}
	sums := map[string]string{}
	for name, rows := range files {
		sum := sha256.Sum256(rows.Bytes())
		sums[name] = hex.EncodeToString(sum[:])
	}
	return sums, nil
}
