package lang

import (
	"io/fs"
	"slices"
	"strings"
)

// Three of the languages say how a program ended in a note of lines "key
// value" on the proof descriptor. A program that writes there itself can spoil
// its own message, and no more: without the secret it has not passed.

// note is a parsed note. A key given twice has its first value: package judge
// puts first what stands behind the secret, which a program cannot forge.
type note map[string]string

// noteEscapes undoes what the writers do to line ends.
var noteEscapes = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r")

func parseNote(text string) note {
	n := note{}
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
		if !n.has(key) {
			n[key] = noteEscapes.Replace(value)
		}
	}
	return n
}

func (n note) has(key string) bool { _, ok := n[key]; return ok }

// officialText is upstream's "failed: …", cut: a flood of output need not be
// stored twice.
func officialText(why string) string {
	const most = 2000
	if len(why) > most {
		why = strings.ToValidUTF8(why[:most], "") + "…"
	}
	return "failed: " + why
}

// firstLine is the first line of text that is not blank, shortened.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			return shorten(line)
		}
	}
	return ""
}

// shorten keeps a message to what fits one line of a table.
func shorten(message string) string {
	const most = 200
	if r := []rune(message); len(r) > most {
		return string(r[:most]) + "…"
	}
	return message
}

// assetFiles lists the files of an embedded folder under names relative to it.
func assetFiles(assets fs.ReadFileFS, folder string) []File {
	var files []File
	err := fs.WalkDir(assets, folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := assets.ReadFile(name)
		files = append(files, File{Name: strings.TrimPrefix(name, folder+"/"), Text: string(text)})
		return err
	})
	if err != nil { // embedded files are always there
		panic("lang: " + err.Error())
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return files
}
