package verdict

import "encoding/json"

// FormatVersion is raised whenever a reader of the older format would
// misunderstand the newer one.
const FormatVersion = 1

// Header is the first line of verdicts.jsonl: everything a number depends on.
// The file's first line is {"header": {…}}.
type Header struct {
	FormatVersion int      `json:"format_version"`
	Xeval         Build    `json:"xeval"`
	Command       []string `json:"command"`
	Started       string   `json:"started"` // RFC 3339, UTC

	Kind           string            `json:"kind"`  // "eval" or "verify"
	Tests          string            `json:"tests"` // "hidden" or "example"
	Dataset        Dataset           `json:"dataset"`
	Inputs         []Input           `json:"inputs"`
	SourceLanguage string            `json:"source_language,omitempty"` // translations only
	Extraction     string            `json:"extraction"`
	Languages      []LanguageSetup   `json:"languages"`
	Isolation      json.RawMessage   `json:"isolation"` // sandbox.Isolation
	Workers        int               `json:"workers"`
	Plain          bool              `json:"plain,omitempty"` // judged by the plain toolchain calls alone
	Host           Host              `json:"host"`
	Seeds          map[string]string `json:"seeds,omitempty"`    // what is fixed so that verdicts cannot vary
	Sampling       json.RawMessage   `json:"sampling,omitempty"` // model-side parameters when known
}

// Build identifies the harness.
type Build struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Dirty   bool   `json:"dirty,omitempty"`
}

// Dataset identifies the problems: the raw files and the overlay apart.
type Dataset struct {
	Name     string            `json:"name"`
	Revision string            `json:"revision,omitempty"`
	SHA256   map[string]string `json:"sha256"`           // file name → hash of the uncompressed bytes
	Errata   string            `json:"errata,omitempty"` // version of the overlay, "" when off
	Problems int               `json:"problems"`
}

// Input is one file of samples.
type Input struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
	Rows   int    `json:"rows"`
	Format string `json:"format"`
}

// LanguageSetup is the toolchain and the limits of one language.
type LanguageSetup struct {
	Name      string            `json:"name"`
	Level     string            `json:"level,omitempty"`
	Tools     []Tool            `json:"tools,omitempty"`
	Libraries map[string]string `json:"libraries,omitempty"`
	Missing   string            `json:"missing,omitempty"`  // why nothing of it was judged
	Problems  int               `json:"problems,omitempty"` // of the dataset, after --problems: the 164 in "161 of 164"
	Limits    json.RawMessage   `json:"limits"`             // {"build": …, "run": …}
}

// Tool is one executable in use.
type Tool struct {
	Name    string `json:"name"`
	Path    string `json:"path"`
	Version string `json:"version"`
}

// Host is the machine, for the reader of a number; it takes no part in
// deciding whether a run can be resumed.
type Host struct {
	OS          string `json:"os"`
	Kernel      string `json:"kernel"`
	CPU         string `json:"cpu"`
	CPUs        int    `json:"cpus"`
	MemoryBytes int64  `json:"memory_bytes"`
}

// withoutNulls gives every list and object that is required a value: readers
// need not tell null from empty.
func (h Header) withoutNulls() Header {
	if h.Command == nil {
		h.Command = []string{}
	}
	if h.Inputs == nil {
		h.Inputs = []Input{}
	}
	if h.Dataset.SHA256 == nil {
		h.Dataset.SHA256 = map[string]string{}
	}
	if h.Isolation == nil {
		h.Isolation = json.RawMessage("{}")
	}
	setups := make([]LanguageSetup, len(h.Languages))
	for i, l := range h.Languages {
		if l.Limits == nil {
			l.Limits = json.RawMessage("{}")
		}
		setups[i] = l
	}
	h.Languages = setups
	return h
}
