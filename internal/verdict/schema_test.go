package verdict

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const schemaPath = "../../docs/verdict.schema.json"

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(schemaPath)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validate(s *jsonschema.Schema, line string) error {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
	if err != nil {
		return err
	}
	return s.Validate(value)
}

func TestWrittenFilesFollowTheSchema(t *testing.T) {
	path := filepath.Join(t.TempDir(), "v.jsonl")
	w, err := Create(path, testHeader())
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range Outcomes() {
		if err := w.Write(sampleVerdict(o, i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	bare, err := Create(filepath.Join(t.TempDir(), "bare.jsonl"), Header{FormatVersion: FormatVersion, Kind: "eval", Tests: "hidden", Languages: []LanguageSetup{{Name: "go"}}})
	if err != nil {
		t.Fatal(err)
	}
	least := &Verdict{TaskID: "Go/1", Language: "go", Outcome: NoCode}
	if err := errors.Join(bare.Write(least), bare.WriteEnd(End{}), bare.Close()); err != nil {
		t.Fatal(err)
	}
	s := schema(t)
	lines := append(linesOf(t, path), linesOf(t, bare.file.Name())...)
	if len(lines) != len(Outcomes())+4 {
		t.Fatalf("%d lines", len(lines))
	}
	for _, line := range lines {
		if err := validate(s, line); err != nil {
			t.Errorf("%s\n%v", line, err)
		}
	}
}

func linesOf(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

func TestSchemaRefuses(t *testing.T) {
	good := `{"task_id":"Go/1","sample_index":0,"language":"go","outcome":"passed","passed":true,"official_passed":true,"official_result":"passed"}`
	s := schema(t)
	if err := validate(s, good); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{`"outcome":"passed"`, `"outcome":"superb"`},
		{`"passed":true,"off`, `"passed":false,"off`},
		{`"sample_index":0`, `"sample_index":-1`},
		{`"task_id":"Go/1",`, ``},
		{`"language":"go"`, `"language":""`},
		{`"official_result":"passed"`, `"official_result":"passed","exit_code":"1"`},
		{`"official_result":"passed"`, `"official_result":"passed","run":{"cpu_ms":-1,"wall_ms":0}`},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if bad == good {
			t.Fatalf("%s does not occur", change[0])
		}
		if err := validate(s, bad); err == nil {
			t.Errorf("accepted %s", bad)
		}
	}
}

// The schema and the types must name the same keys.
func TestSchemaNamesEveryKey(t *testing.T) {
	text, err := os.ReadFile(schemaPath)
	if err != nil {
		t.Fatal(err)
	}
	var root map[string]any
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	defs := root["$defs"].(map[string]any)
	for name, typ := range map[string]any{"header": Header{}, "end": End{}, "verdict": Verdict{}, "output": Output{}, "use": StageUse{}} {
		var want, have []string
		for i := range reflect.TypeOf(typ).NumField() {
			key, _, _ := strings.Cut(reflect.TypeOf(typ).Field(i).Tag.Get("json"), ",")
			want = append(want, key)
		}
		for key := range defs[name].(map[string]any)["properties"].(map[string]any) {
			have = append(have, key)
		}
		slices.Sort(want)
		slices.Sort(have)
		if !slices.Equal(want, have) {
			t.Errorf("%s: the schema has %v, the type %v", name, have, want)
		}
	}
}
