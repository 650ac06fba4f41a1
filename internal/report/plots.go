package report

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/xeval/xeval/internal/chart"
)

// WritePlots writes every chart into a folder, in every format, and returns
// the files' names.
func WritePlots(dir string, charts map[string][]*chart.Chart) (names []string, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	for _, table := range sortedKeys(charts) {
		for _, c := range charts[table] {
			for _, format := range chart.Formats() {
				var b bytes.Buffer
				if err := c.Write(&b, format); err != nil {
					return nil, err
				}
				name := filepath.Join(dir, c.Name+"."+format)
				if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
					return nil, err
				}
				names = append(names, name)
			}
		}
	}
	return names, nil
}
