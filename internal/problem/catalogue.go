package problem

import "path/filepath"

// An Available is a dataset that has a name.
type Available struct {
	Name     string   `json:"name"`
	Revision string   `json:"revision"`
	Dir      string   `json:"dir"`
	Missing  []string `json:"missing,omitempty"` // files not in Dir, or not the pinned ones
}

// Catalogue lists the named datasets and what of each is in the cache.
func Catalogue(cacheDir string) []Available {
	a := Available{Name: HumanEvalX, Revision: Revision, Dir: Dir(cacheDir, HumanEvalX)}
	for _, f := range humanEvalX {
		name := f.name() + ".gz"
		if _, ok := isInPlace(filepath.Join(a.Dir, name), f.gzip); !ok {
			a.Missing = append(a.Missing, name)
		}
	}
	return []Available{a}
}
