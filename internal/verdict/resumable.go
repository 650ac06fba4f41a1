package verdict

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ErrNotResumable is wrapped when a folder holds another run.
var ErrNotResumable = errors.New("cannot resume: this run is not the one in the folder")

// CheckResumable says whether a run with header now may continue one with
// header old, and names every field that stands against it. Verdicts of both
// parts end up in one number, so whatever could change a verdict must agree.
// Host, workers, command line and time do not matter; a language whose
// toolchain was missing may have it now, because none of it was scored.
func CheckResumable(old, now Header) error {
	if d := Differences(old, now, Resume); len(d) > 0 {
		return fmt.Errorf("%w\n  %s\njudge into a new folder, or call xeval as the first time", ErrNotResumable, strings.Join(d, "\n  "))
	}
	return nil
}

// Purpose is what two headers are compared for.
type Purpose int

// The purposes. Resume demands that a single run could have both headers.
// Compare demands what makes two runs' numbers comparable: their samples are
// expected to differ.
const (
	Resume Purpose = iota
	Compare
)

// Differences lists the fields in which two headers differ so that the purpose
// is not served, each as "field: old → new".
func Differences(old, now Header, p Purpose) []string {
	var d differences
	d.add("format_version", old.FormatVersion, now.FormatVersion)
	d.add("kind", old.Kind, now.Kind)
	d.add("tests", old.Tests, now.Tests)
	d.add("dataset.name", old.Dataset.Name, now.Dataset.Name)
	d.addMap("dataset.sha256", old.Dataset.SHA256, now.Dataset.SHA256)
	d.add("dataset.errata", old.Dataset.Errata, now.Dataset.Errata)
	d.add("source_language", old.SourceLanguage, now.SourceLanguage)
	d.add("extraction", old.Extraction, now.Extraction)
	d.addMap("seeds", old.Seeds, now.Seeds)
	if p == Resume {
		d.add("dataset.problems", old.Dataset.Problems, now.Dataset.Problems)
		d.addInputs(old.Inputs, now.Inputs)
		d.addMap("sampling", flatten(old.Sampling), flatten(now.Sampling))
	}
	d.addMap("isolation", isolation(old.Isolation), isolation(now.Isolation))
	d.addLanguages(old.Languages, now.Languages, p)
	return d
}

type differences []string

func (d *differences) add(field string, old, now any) {
	if a, b := fmt.Sprint(old), fmt.Sprint(now); a != b {
		*d = append(*d, fmt.Sprintf("%s: %s → %s", field, orNone(a), orNone(b)))
	}
}

func orNone(s string) string {
	if s == "" {
		return "(none)"
	}
	return s
}

func (d *differences) addMap(field string, old, now map[string]string) {
	names := map[string]bool{}
	for n := range old {
		names[n] = true
	}
	for n := range now {
		names[n] = true
	}
	for _, n := range slices.Sorted(maps.Keys(names)) {
		d.add(field+"."+n, old[n], now[n])
	}
}

// addInputs compares the order too, because a sample's key is its occurrence
// number over all files as given. Where the files lie does not matter.
func (d *differences) addInputs(old, now []Input) {
	if len(old) != len(now) {
		d.add("inputs", fmt.Sprintf("%d files", len(old)), fmt.Sprintf("%d files", len(now)))
		return
	}
	for i := range old {
		d.add(fmt.Sprintf("inputs[%d] %s", i, now[i].Path), old[i].SHA256, now[i].SHA256)
	}
}

// addLanguages compares language by language. For a comparison of two runs,
// only languages in both count.
func (d *differences) addLanguages(old, now []LanguageSetup, p Purpose) {
	before, after := byName(old), byName(now)
	names := map[string]bool{}
	for n := range before {
		names[n] = true
	}
	for n := range after {
		names[n] = true
	}
	for _, n := range slices.Sorted(maps.Keys(names)) {
		a, hadIt := before[n]
		b, hasIt := after[n]
		switch field := "languages." + n; {
		case hadIt && hasIt:
			d.addLanguage(field, a, b)
		case p == Compare:
		case hadIt:
			d.add(field, "present", "absent")
		default:
			d.add(field, "absent", "present")
		}
	}
}

func byName(setups []LanguageSetup) map[string]LanguageSetup {
	m := map[string]LanguageSetup{}
	for _, s := range setups {
		m[s.Name] = s
	}
	return m
}

func (d *differences) addLanguage(field string, old, now LanguageSetup) {
	d.add(field+".level", old.Level, now.Level)
	d.addMap(field+".limits", flatten(old.Limits), flatten(now.Limits))
	if old.Missing != "" {
		return
	}
	if now.Missing != "" {
		d.add(field, "usable", now.Missing)
		return
	}
	d.addMap(field+".tools", toolVersions(old.Tools), toolVersions(now.Tools))
	d.addMap(field+".libraries", old.Libraries, now.Libraries)
}

// toolVersions is what identifies a tool. Its path does not: two versions at
// one path differ, and one version at two paths is the same.
func toolVersions(tools []Tool) map[string]string {
	m := map[string]string{}
	for _, t := range tools {
		m[t.Name] = t.Version
	}
	return m
}

// isolation leaves out the kernel's version: a reboot does not end a run.
func isolation(raw json.RawMessage) map[string]string {
	fields := flatten(raw)
	delete(fields, "kernel")
	return fields
}

// flatten names every value of an object by its path, so that a difference is
// one number and not two objects to compare by eye.
func flatten(raw json.RawMessage) map[string]string {
	var root any
	if err := json.Unmarshal(raw, &root); err != nil {
		return map[string]string{}
	}
	flat := map[string]string{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		object, ok := v.(map[string]any)
		if !ok {
			text, _ := json.Marshal(v) // what was unmarshalled can be marshalled
			flat[path] = string(text)
			return
		}
		for name, inner := range object {
			walk(strings.TrimPrefix(path+"."+name, "."), inner)
		}
	}
	walk("", root)
	return flat
}
