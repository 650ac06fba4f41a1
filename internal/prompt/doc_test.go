package prompt

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// The page names every field that a template or a reader of the file can use.
func TestDocumentationIsComplete(t *testing.T) {
	text, err := os.ReadFile("../../docs/prompts.md")
	if err != nil {
		t.Fatal(err)
	}
	want := func(name string) {
		t.Helper()
		if !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("docs/prompts.md lacks %s", name)
		}
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[View](), reflect.TypeFor[Program]()} {
		for i := range typ.NumField() {
			want("." + typ.Field(i).Name)
		}
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[Request](), reflect.TypeFor[Message](), reflect.TypeFor[CodeLeak]()} {
		for i := range typ.NumField() {
			key, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			want(key)
		}
	}
	for name := range functions("") {
		want(name)
	}
	for _, task := range Tasks() {
		want(string(task))
	}
}
