package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

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
			w := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "NAME\tLANGUAGE\tIDS\tALSO\tLEVEL\tOTHER LEVELS")
			for _, l := range lang.All() {
				fmt.Fprintf(w, "%s\t%s\t%s/0\t%s\t%s\t%s\n", l.Name, l.Title, l.IDPrefix,
					strings.Join(l.Aliases, ", "), l.DefaultLevel, strings.Join(otherLevels(l), ", "))
			}
			return w.Flush()
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
