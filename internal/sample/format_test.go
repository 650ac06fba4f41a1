package sample

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shown is a row in one line: id, generation, and what else matters.
func shown(r Row) string {
	s := fmt.Sprintf("%s|%s|%s", r.ID, r.Field, r.Generation)
	if r.Whole {
		s += "|whole"
	}
	if r.Place > 0 {
		s += fmt.Sprintf("|%d", r.Place)
	}
	if r.CompletionID != nil {
		s += "|#" + string(r.CompletionID)
	}
	return strings.Join(append([]string{s}, r.Flags...), "|")
}

func allShown(t *testing.T, r *Reader) []string {
	t.Helper()
	var out []string
	for {
		row, err := r.Next()
		if err == io.EOF {
			return out
		}
		if err != nil {
			out = append(out, "! "+err.Error())
			continue
		}
		out = append(out, shown(row))
	}
}

func TestShapes(t *testing.T) {
	const doc = `"doc": {"task_id": "HumanEval/3", "prompt": "p"}`
	const multiple = `"name": "HumanEval_2_f", "language": "cpp", "prompt": "\n#include<a>\nint f(){\n", "tests": "}\nint main(){}"`
	for name, c := range map[string]struct {
		text, format string
		want         []string
	}{
		"human-eval": {`{"task_id": "test/0", "completion": "c", "completion_id": 4}`, "human-eval (jsonl)", []string{"test/0|completion|c|#4"}},
		"evalplus, solution wins": {`{"task_id": "HumanEval/0", "completion": "c", "solution": "s"}` + "\n" + `{"task_id": "Mbpp/2", "completion": "c"}`,
			"evalplus (jsonl)", []string{"HumanEval/0|solution|s|whole", "Mbpp/2|completion|c"}},
		"a solution of other ids": {`{"task_id": "Go/0", "solution": "s"}`, "rows (jsonl)", []string{"Go/0|solution|s"}},
		"all_code":                {`{"task_id": "Go/0", "all_code": "s"}`, "rows (jsonl)", []string{"Go/0|all_code|s|whole"}},
		"generations": {"[[\"a\", null], null,\n[], [5], [\"b\"]]", "bigcode generations (json)",
			[]string{"|generations|a|whole|1", "|generations||whole|1|null_generation", "! in:2: list 4, element 1: a number cannot stand here, only a string", "|generations|b|whole|5"}},
		"completions": {`{` + multiple + `, "temperature": 0.2, "completions": ["  return 1;", " #include<a>\nint f(){"]}`, "multipl-e completions (jsonl)",
			[]string{"HumanEval_2_f|completions|  return 1;", "HumanEval_2_f|completions| #include<a>\nint f(){|whole|prompt_repeated"}},
		"rows with tests": {`{` + multiple + `, "generation": "  return 1;"}`, "multipl-e rows (jsonl)", []string{"HumanEval_2_f|generation|  return 1;"}},
		"results": {"{\n" + multiple + `, "results": [{"program": "int f(){\n}\nint main(){}", "status": "OK"}]}`, "multipl-e results (json)",
			[]string{"HumanEval_2_f|results|int f(){|whole"}},
		"results of other tests": {`{` + multiple + `, "results": [{"program": "int f(){"}]}`, "multipl-e results (jsonl)",
			[]string{"! in:1: results: element 1: the program does not end with the row's tests"}},
		"results without programs": {`{` + multiple + `, "results": [{}]}`, "multipl-e results (jsonl)", []string{"! in:1: results: element 1: has no program"}},
		"humanevalpack":            {`{"task_id": "Go/0", "buggy_solution": "b", "generation": ["x", "y"]}`, "humanevalpack (jsonl)", []string{"Go/0|generation|x", "Go/0|generation|y"}},
		"lm-eval, filtered": {`{"doc_id": 0, ` + doc + `, "resps": [["x", "y"]], "filtered_resps": [["px", "py"]], "filter": "create_test"}`, "lm-eval samples (jsonl)",
			[]string{"HumanEval/3|filtered_resps|px|whole", "HumanEval/3|filtered_resps|py|whole"}},
		"lm-eval, a filter that changes nothing": {`{` + doc + `, "resps": [["x"]], "filtered_resps": ["x"]}`, "lm-eval samples (jsonl)", []string{"HumanEval/3|filtered_resps|x"}},
		"lm-eval, replies":                       {`{"doc_id": 7, "resps": [["x"], ["y"]]}`, "lm-eval samples (jsonl)", []string{"7|resps|x", "7|resps|y"}},
		"lm-eval, two filters": {`{` + doc + `, "resps": [["x"]], "filter": "a"}` + "\n" + `{` + doc + `, "resps": [["x"]], "filter": "b"}`, "lm-eval samples (jsonl)",
			[]string{"HumanEval/3|resps|x", `! in:2: filter: "b" is another than that of the rows before, "a": keep the rows of one`}},
		"lm-eval, nested too deep": {`{` + doc + `, "resps": ` + strings.Repeat("[", 10) + strings.Repeat("]", 10) + `}`, "lm-eval samples (jsonl)",
			[]string{"! in:1: resps: lists nested more than 8 deep"}},
		"problems": {`{"task_id": "HumanEval/0", "prompt": "p", "canonical_solution": "c", "test": "t"}`, "",
			[]string{"refused: in: these are problems of a dataset, without samples: name them with --data"}},
		"MultiPL-E's problems":  {`{` + multiple + `}`, "", []string{"refused: in: these are problems of a dataset, without samples: name them with --data"}},
		"EvalPlus's results":    {`{"date": "x", "hash": "y", "eval": {}}`, "", []string{"refused: in: these are EvalPlus's results, not samples: name the file that was evaluated"}},
		"verdicts of ours":      {`{"header": {}}`, "", []string{`refused: in: these are verdicts, not samples; "xeval report" shows them`}},
		"a key behind the head": {`{"task_id": "HumanEval/0", "completion": "` + strings.Repeat("x", headSize) + `"}`, "human-eval (jsonl)", []string{"HumanEval/0|completion|" + strings.Repeat("x", headSize)}},
	} {
		r, err := NewReader("in", strings.NewReader(c.text))
		got, format := []string(nil), ""
		if err != nil {
			got = []string{"refused: " + err.Error()}
		} else {
			got, format = allShown(t, r), r.Format
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") || format != c.format {
			t.Errorf("%s: %s\n got %.300q\nwant %.300q", name, format, got, c.want)
		}
	}
}

// tree writes files below a new folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFolders(t *testing.T) {
	doc := func(name, key, value string) string {
		return `{"name": "` + name + `", "language": "js", "prompt": "p\n", "tests": "t", "` + key + `": ` + value + `}`
	}
	for name, c := range map[string]struct {
		files  map[string]string
		format string
		want   []string
	}{
		"evalplus": {map[string]string{
			"HumanEval_10/0.py": "a", "HumanEval_9/10.py": "d", "HumanEval_9/2.py": "c\xff", "HumanEval_9/02.py": "b",
			"HumanEval_9/__pycache__/x.pyc": "", "HumanEval_9/notes.txt": "", "eval_results.txt": "",
		}, "evalplus (folder of 4 programs)", []string{
			"HumanEval/9|solution|b|whole|#2", "HumanEval/9|solution|c\ufffd|whole|#2|invalid_utf8_replaced", "HumanEval/9|solution|d|whole|#10", "HumanEval/10|solution|a|whole|#0"}},
		"completions": {map[string]string{
			"HumanEval_10_f.json.gz": gzipped(doc("HumanEval_10_f", "completions", `["x"]`)),
			"HumanEval_9_g.json":     doc("HumanEval_9_g", "completions", `["y", "z"]`), "HumanEval_9_g.results.json": "{}", ".hidden.json": "", "a.txt": "",
		}, "multipl-e completions (folder of 2 files; 1 of results not read)", []string{"HumanEval_9_g|completions|y", "HumanEval_9_g|completions|z", "HumanEval_10_f|completions|x"}},
		"results": {map[string]string{"f.results.json": doc("f", "results", `[{"program": "px\nt"}]`)},
			"multipl-e results (folder of 1 files)", []string{"f|results|px|whole"}},
		"another document between": {map[string]string{"a_1.json": doc("a_1", "completions", `["x"]`), "args.json": "{}", "z_1.json": doc("z_1", "completions", `["y"]`)},
			"multipl-e completions (folder of 3 files)", []string{"a_1|completions|x",
				`! DIR/args.json: is of the format "rows", not "multipl-e completions" as a folder of MultiPL-E is; name the files to read`, "z_1|completions|y"}},
		"a damaged document": {map[string]string{"a_1.json": doc("a_1", "completions", `["x"]`), "b_1.json.gz": gzipped(doc("b_1", "completions", `["x"]`))[:20]},
			"multipl-e completions (folder of 2 files)", []string{"a_1|completions|x", "! DIR/b_1.json.gz: is of the format"}},
		"both":         {map[string]string{"HumanEval_0/0.py": "a", "x.json": "{}"}, "", []string{"refused: DIR: is a folder of programs, as EvalPlus has them, and of .json files as well; name the files in it"}},
		"neither":      {map[string]string{"x.jsonl": "{}"}, "", []string{"refused: DIR: is a folder neither of programs"}},
		"other .jsons": {map[string]string{"x.json": `{"a": 1}`}, "", []string{`refused: DIR/x.json: is of the format "rows"`}},
	} {
		dir := tree(t, c.files)
		r, err := Open(dir)
		got, format := []string(nil), ""
		if err != nil {
			got = []string{"refused: " + err.Error()}
		} else {
			got, format = allShown(t, r), r.Format
		}
		text := strings.ReplaceAll(strings.Join(got, "\n"), dir, "DIR")
		if !strings.HasPrefix(text, strings.Join(c.want, "\n")) || len(got) != len(c.want) || format != c.format {
			t.Errorf("%s: %s\n got %q\nwant %q", name, format, text, c.want)
		}
	}
}

// The hash of a folder is that of what is in it, wherever it stands.
func TestFolderHash(t *testing.T) {
	hash := func(files map[string]string, read bool) string {
		r, err := Open(tree(t, files) + "/")
		if err != nil {
			t.Fatal(err)
		}
		if read {
			allShown(t, r)
		}
		sum, err := r.SHA256()
		if err != nil || r.Close() != nil {
			t.Fatal(err)
		}
		return sum
	}
	files := map[string]string{"HumanEval_1/0.py": "a", "HumanEval_2/0.py": "b"}
	one := hash(files, false)
	if two := hash(files, true); one != two || len(one) != 64 {
		t.Errorf("%s and %s", one, two)
	}
	if other := hash(map[string]string{"HumanEval_1/0.py": "a", "HumanEval_2/1.py": "b"}, true); other == one {
		t.Error("another name, the same hash")
	}
}
