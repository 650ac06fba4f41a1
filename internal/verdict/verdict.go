// Package verdict defines the results file: a Header and then one Verdict a
// line. It reads and writes the file and says what each outcome means; it
// computes no number and judges nothing.
package verdict

import "encoding/json"

// A Verdict is how one sample did. Keys carry their unit.
type Verdict struct {
	TaskID         string          `json:"task_id"`
	SampleIndex    int             `json:"sample_index"`            // occurrence of the problem in input order, from 0
	CompletionID   json.RawMessage `json:"completion_id,omitempty"` // as given in the row
	Language       string          `json:"language"`
	SourceLanguage string          `json:"source_language,omitempty"` // translations only

	Outcome        Outcome `json:"outcome"`
	Passed         bool    `json:"passed"`
	OfficialPassed bool    `json:"official_passed"`
	OfficialResult string  `json:"official_result"`

	Stage      string `json:"stage,omitempty"` // where it ended: build or run
	ExitCode   *int   `json:"exit_code,omitempty"`
	Signal     string `json:"signal,omitempty"`
	ErrorClass string `json:"error_class,omitempty"`
	Message    string `json:"message,omitempty"`

	Stdout *Output `json:"stdout,omitempty"` // of the stage that decided
	Stderr *Output `json:"stderr,omitempty"`

	Build *StageUse `json:"build,omitempty"`
	Run   *StageUse `json:"run,omitempty"`

	ProgramSHA256    string   `json:"program_sha256,omitempty"`
	GenerationSHA256 string   `json:"generation_sha256,omitempty"` // key into samples.jsonl.gz
	Extraction       string   `json:"extraction,omitempty"`
	Cached           bool     `json:"cached,omitempty"` // an identical program was judged before
	Attempts         int      `json:"attempts,omitempty"`
	Flags            []string `json:"flags,omitempty"`
}

// Output is what was kept of a stream; the text is valid UTF-8.
type Output struct {
	Head      string `json:"head"`
	Tail      string `json:"tail,omitempty"`
	Bytes     int64  `json:"bytes"`
	Truncated bool   `json:"truncated,omitempty"`
}

// StageUse is what one stage used.
type StageUse struct {
	CPUMillis   float64 `json:"cpu_ms"`
	WallMillis  float64 `json:"wall_ms"`
	MemoryBytes int64   `json:"memory_bytes,omitempty"`
}

// Key identifies a sample in a run.
type Key struct {
	TaskID string
	Index  int
}

// Key of the verdict's sample.
func (v *Verdict) Key() Key { return Key{v.TaskID, v.SampleIndex} }
