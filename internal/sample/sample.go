// Package sample defines the Sample and reads files of them. It gives rows
// with their positions and knows the spellings of the formats; which problem
// a row belongs to is decided with the dataset at hand by Resolver.
package sample

import "encoding/json"

// A Sample is one generation for one problem.
type Sample struct {
	TaskID         string          `json:"task_id"` // of the problem judged
	Language       string          `json:"language"`
	Index          int             `json:"sample_index"` // occurrence of TaskID in input order, from 0
	Generation     string          `json:"generation"`
	CompletionID   json.RawMessage `json:"completion_id,omitempty"`
	Finish         json.RawMessage `json:"finish,omitempty"`         // kept for upstream's result rows
	PromptDiffers  bool            `json:"prompt_differs,omitempty"` // the row's own prompt is not the dataset's
	SourceLanguage string          `json:"source_language,omitempty"`

	File string `json:"-"`
	Line int    `json:"-"`
}
