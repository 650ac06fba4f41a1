package main

import (
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"github.com/xeval/xeval/internal/lang"
)

// newLangs lists the languages and the names that they go by.
func newLangs(t *terminal) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "langs",
		Short: "List the languages and the names they go by",
		Args:  args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return langsJSON(t)
			}
			rows := [][]string{{"NAME", "LANGUAGE", "IDS", "ALSO", "LEVEL", "OTHER LEVELS"}}
			for _, l := range lang.All() {
				rows = append(rows, []string{
					l.Name, l.Title, l.IDPrefix + "/0", strings.Join(l.Aliases, ", "), l.DefaultLevel, strings.Join(otherLevels(l), ", "),
				})
			}
			return writeTable(t.out, t.width, rows)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "for machines")
	return c
}

func otherLevels(l *lang.Language) []string {
	var out []string
	for _, level := range l.Levels {
		if level != l.DefaultLevel {
			out = append(out, level)
		}
	}
	return out
}

func langsJSON(t *terminal) error {
	type row struct {
		Name     string   `json:"name"`
		Title    string   `json:"title"`
		IDPrefix string   `json:"id_prefix"`
		Aliases  []string `json:"aliases"`
		Level    string   `json:"level"`
		Levels   []string `json:"levels"`
	}
	rows := []row{}
	for _, l := range lang.All() {
		rows = append(rows, row{l.Name, l.Title, l.IDPrefix, l.Aliases, l.DefaultLevel, l.Levels})
	}
	return writeJSON(t, rows)
}

// writeJSON prints a value for machines.
func writeJSON(t *terminal, v any) error {
	enc := json.NewEncoder(t.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
