package problem

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// layouts are the forms of a folder of problems, best first; the first that
// matches anything is the one that is read.
var layouts = []string{
	"humaneval_*.jsonl*",
	"*/data/humaneval_*.jsonl*",
	"humaneval-x/humaneval_*.jsonl*",
	"humaneval-x/*/data/humaneval_*.jsonl*",
	"codegeex/benchmark/humaneval-x/*/data/humaneval_*.jsonl*",
	"data/*/data/humanevalpack.jsonl*", // HumanEvalPack's tree
	"*/data/humanevalpack.jsonl*",
	"*.jsonl*",
}

// locate turns what a user named into a folder and the files in it to read,
// and the dataset's name.
func locate(spec, cacheDir string) (dir string, files []string, name string, err error) {
	if spec == "" {
		return "", nil, "", fmt.Errorf("no dataset named: give a file, a folder or the name %s", HumanEvalX)
	}
	at, err := os.Stat(spec)
	switch {
	case err == nil && !at.IsDir():
		return filepath.Dir(spec), []string{filepath.Base(spec)}, plainName(filepath.Base(spec)), nil
	case err == nil:
		files, err := inFolder(spec)
		abs, absErr := filepath.Abs(spec)
		if absErr != nil {
			abs = spec
		}
		return spec, files, filepath.Base(abs), err
	case spec == HumanEvalX:
		return fetched(cacheDir)
	}
	return "", nil, "", fmt.Errorf("dataset %s: %w (and it is not the name %s)", spec, err, HumanEvalX)
}

// Dir is the folder of the cache that a dataset is fetched into.
func Dir(cacheDir, name string) string { return filepath.Join(cacheDir, "datasets", name) }

func fetched(cacheDir string) (string, []string, string, error) {
	dir := Dir(cacheDir, HumanEvalX)
	files, err := inFolder(dir)
	if err != nil {
		return "", nil, "", fmt.Errorf("dataset %s is not in %s: run \"xeval data fetch %s\", or name a folder or file that has it with --data", HumanEvalX, dir, HumanEvalX)
	}
	return dir, files, HumanEvalX, nil
}

func inFolder(dir string) ([]string, error) {
	for _, layout := range layouts {
		found, err := fs.Glob(os.DirFS(dir), layout)
		if err != nil {
			return nil, fmt.Errorf("dataset %s: %w", dir, err)
		}
		var files []string
		for _, f := range found {
			if strings.HasSuffix(plainName(f), ".jsonl") {
				files = append(files, f)
			}
		}
		if len(files) > 0 {
			return files, oneOfEach(dir, files)
		}
	}
	return nil, fmt.Errorf("dataset %s: no .jsonl or .jsonl.gz file in it (looked for humaneval_<language>.jsonl.gz, <language>/data/humaneval_<language>.jsonl.gz and *.jsonl)", dir)
}

// oneOfEach refuses a folder with the same file plain and compressed: which of
// them is meant cannot be told.
func oneOfEach(dir string, files []string) error {
	seen := map[string]string{}
	for _, f := range files {
		if other, ok := seen[plainName(f)]; ok {
			return fmt.Errorf("dataset %s holds both %s and %s: remove one, or name the one to read", dir, other, f)
		}
		seen[plainName(f)] = f
	}
	return nil
}

func plainName(name string) string {
	for _, ext := range []string{".gz", ".zst"} {
		if path.Ext(name) == ext {
			return strings.TrimSuffix(name, ext)
		}
	}
	return name
}
