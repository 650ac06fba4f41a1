package toolchain

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/xeval/xeval/internal/lang"
)

// format is raised when this package prepares the same description
// differently, so that older prepared folders are not taken for new ones.
const format = 1

// ID identifies everything that can change how this language's programs build
// and run here: executables, versions, libraries, and what is prepared.
func (t *Toolchain) ID() string { return digest(t.identity(), t.libraries) }

// Assets is the prepared folder, where everything sees it: it is made by
// Prepare. "" when the language prepares nothing.
func (t *Toolchain) Assets() string {
	t.assetsOnce.Do(func() { // every argument of every step asks
		if p := t.Language.Preparation; len(p.Files) > 0 || len(p.Commands) > 0 {
			t.assets = filepath.Join(t.store(), t.Language.Name+"-"+digest(t.identity())[:16])
		}
	})
	return t.assets
}

// store is the folder that holds all prepared folders.
func (t *Toolchain) store() string { return filepath.Join(t.config.CacheDir, "toolchains") }

// identity is what prepared files depend on. The executables' places belong to
// it: two of the same version need not take each other's compiled libraries.
func (t *Toolchain) identity() any {
	return struct {
		Format   int
		Language string
		Tools    []Version
		Prepared lang.Preparation
	}{format, t.Language.Name, t.Versions(), t.Language.Preparation}
}

// digest hashes values by their JSON, which sorts the keys of maps.
func digest(values ...any) string {
	text, err := json.Marshal(values)
	if err != nil { // only plain data is passed in
		panic("toolchain: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// variable reads one variable of an environment; the last one wins, as in exec.
func variable(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(env[i], name+"="); ok {
			return v
		}
	}
	return ""
}
