package report

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/metric"
	"github.com/xeval/xeval/internal/verdict"
)

func formatsPage(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// The examples of the page must be what the types say, key by key.
func TestDocumentedExamples(t *testing.T) {
	page := formatsPage(t)
	for prefix, into := range map[string]any{
		`{"header":`:                         &struct{ Header verdict.Header }{},
		`{"end":`:                            &struct{ End verdict.End }{},
		`{"task_id":"CPP/0","sample_index":`: &verdict.Verdict{},
		`{"task_id":"CPP/0","completion_id":0,"test_code":`: &OfficialRow{},
	} {
		at := strings.Index(page, "\n"+prefix)
		if at < 0 {
			t.Errorf("no example that starts with %s", prefix)
			continue
		}
		line, _, _ := strings.Cut(page[at+1:], "\n")
		dec := json.NewDecoder(strings.NewReader(line))
		dec.DisallowUnknownFields()
		if err := dec.Decode(into); err != nil {
			t.Errorf("example %s: %v", prefix, err)
		}
		for _, key := range keysOf(reflect.TypeOf(into).Elem(), map[reflect.Type]bool{}) {
			if !bytes.Contains([]byte(line), []byte(`"`+key+`":`)) {
				t.Errorf("example %s lacks %s", prefix, key)
			}
		}
	}
}

// Every key that we write must be explained.
func TestEveryKeyIsDocumented(t *testing.T) {
	page := formatsPage(t)
	seen := map[reflect.Type]bool{}
	for _, typ := range []any{verdict.Header{}, verdict.Verdict{}, verdict.End{}, Summary{}, metric.Estimate{}, OfficialRow{}} {
		for _, key := range keysOf(reflect.TypeOf(typ), seen) {
			if !strings.Contains(page, "`"+key+"`") && !strings.Contains(page, `"`+key+`":`) {
				t.Errorf("docs/formats.md does not explain %s of %T", key, typ)
			}
		}
	}
	for _, o := range verdict.Outcomes() {
		if !strings.Contains(page, "| `"+o.String()+"` |") {
			t.Errorf("docs/formats.md does not explain the outcome %s", o)
		}
	}
	for f := range flagNames {
		if !strings.Contains(page, "| `"+f+"` |") {
			t.Errorf("docs/formats.md does not explain the flag %s", f)
		}
	}
}

// keysOf lists the JSON keys of a type and of all that is in it.
func keysOf(t reflect.Type, seen map[reflect.Type]bool) (keys []string) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] {
		return nil
	}
	seen[t] = true
	for i := range t.NumField() {
		f := t.Field(i)
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
			keys = append(keys, name)
		}
		keys = append(keys, keysOf(f.Type, seen)...)
	}
	return keys
}
