package model

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
)

// The page names every key of a line, and its example is one.
func TestDocumentationIsComplete(t *testing.T) {
	page, err := os.ReadFile("../../docs/generation.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[Generation](), reflect.TypeFor[Usage]()} {
		for i := range typ.NumField() {
			key, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			if !strings.Contains(string(page), "`"+key+"`") {
				t.Errorf("docs/generation.md lacks %s", key)
			}
		}
	}
	_, example, _ := strings.Cut(string(page), "```json\n")
	example, _, found := strings.Cut(example, "```")
	d := json.NewDecoder(strings.NewReader(example))
	d.DisallowUnknownFields()
	var g Generation
	if err := d.Decode(&g); !found || err != nil {
		t.Fatalf("the example: %v", err)
	}
	line, err := encode(g)
	if err != nil || string(line) != example {
		t.Errorf("the example would be written as\n%s(%v)", line, err)
	}
}
