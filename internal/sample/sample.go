// Package sample defines the Sample and reads files of them. It gives rows
// with their positions and knows the spellings of the formats; which problem
// a row belongs to is decided with the dataset at hand by Resolver. It also
// keeps the run folder's store of generations. It judges no text: what is
// code in a generation, and whether there is any, is decided elsewhere.
package sample

import "encoding/json"

// A Sample is one generation for one problem.
type Sample struct {
	TaskID         string          `json:"task_id"` // of the problem judged
	Language       string          `json:"language"`
	Index          int             `json:"sample_index"`    // occurrence of TaskID in input order, from 0
	Generation     string          `json:"generation"`      // valid UTF-8
	Whole          bool            `json:"whole,omitempty"` // Generation is a whole program but for the tests; FlagWhole says so too
	CompletionID   json.RawMessage `json:"completion_id,omitempty"`
	Finish         json.RawMessage `json:"finish,omitempty"`         // kept for upstream's result rows
	PromptDiffers  bool            `json:"prompt_differs,omitempty"` // the row's own prompt is not the dataset's
	SourceLanguage string          `json:"source_language,omitempty"`
	Flags          []string        `json:"flags,omitempty"` // Flag… constants: what reading changed

	File string `json:"-"`
	Line int    `json:"-"`
}

// Flags say what reading had to do to a row's text before it was a sample.
const (
	FlagNullGeneration = "null_generation"         // JSON null, read as the empty text
	FlagLoneSurrogate  = "lone_surrogate_replaced" // \ud800 without its other half became U+FFFD
	FlagInvalidUTF8    = "invalid_utf8_replaced"   // bytes that are no UTF-8 became U+FFFD
	// What the sample is: not the code that continues the prompt.
	FlagWhole          = "whole_program"   // a whole program but for the tests, judged in place of prompt and code
	FlagPromptRepeated = "prompt_repeated" // known for one because it begins as the prompt does
)
