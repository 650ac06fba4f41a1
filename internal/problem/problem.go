// Package problem defines the Problem and reads datasets of them: HumanEval-X
// as it is published, the errata overlay, the download. It knows ids, not
// languages, and judges nothing.
package problem

// A Problem is one row of HumanEval-X. Fields a language lacks are empty.
type Problem struct {
	TaskID            string `json:"task_id"`
	Prompt            string `json:"prompt"`
	Declaration       string `json:"declaration,omitempty"`
	CanonicalSolution string `json:"canonical_solution,omitempty"`
	Test              string `json:"test"`
	ExampleTest       string `json:"example_test,omitempty"`
	TestSetup         string `json:"test_setup,omitempty"`
	Import            string `json:"import,omitempty"`
	Docstring         string `json:"docstring,omitempty"`
	Text              string `json:"text,omitempty"`

	Errata []string `json:"errata,omitempty"` // fields the overlay replaced
}
