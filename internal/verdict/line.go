package verdict

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// A line of the results file is a header, an end or a verdict. Header and End
// stand in an object of their own, whose key no verdict has.
type line struct {
	Header *Header `json:"header,omitempty"`
	End    *End    `json:"end,omitempty"`
	Verdict
}

// End is the line that a run writes when it has judged everything. A file
// without one after its last header belongs to a run that is still going on or
// was interrupted.
type End struct {
	Finished    string `json:"finished"`    // RFC 3339, UTC
	WallMillis  int64  `json:"wall_ms"`     // of this part of the run: since its header
	Interrupted bool   `json:"interrupted"` // ended on request before all was judged
	Judged      int    `json:"judged"`      // verdicts written since its header
	BadRows     int    `json:"bad_rows"`    // input rows that gave no sample
}

// encode gives one line with its newline. HTML escapes would only make program
// text unreadable.
func encode(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// decode reads one line and says what is wrong with it.
func decode(text []byte) (l line, field string, err error) {
	var wrongType *json.UnmarshalTypeError
	if err = json.Unmarshal(text, &l); errors.As(err, &wrongType) && wrongType.Field != "" {
		return l, strings.TrimPrefix(wrongType.Field, "Verdict."), fmt.Errorf("a %s cannot stand here", wrongType.Value)
	}
	if err != nil {
		return l, "", err
	}
	if l.Header == nil && l.End == nil {
		field, err = l.Verdict.validate()
	}
	return l, field, err
}

// validate checks what every reader relies on.
func (v *Verdict) validate() (field string, err error) {
	switch {
	case v.TaskID == "":
		return "task_id", errors.New("missing")
	case v.Language == "":
		return "language", errors.New("missing")
	case v.SampleIndex < 0:
		return "sample_index", fmt.Errorf("%d is not an index", v.SampleIndex)
	case v.Outcome == Invalid:
		return "outcome", errors.New("missing")
	case v.Passed != (v.Outcome == Passed):
		return "passed", fmt.Errorf("%v does not agree with the outcome %s", v.Passed, v.Outcome)
	}
	return "", nil
}

// halfWritten says that text breaks off in the middle, as the last line of a
// killed run does.
func halfWritten(text []byte, err error) bool {
	var syntax *json.SyntaxError
	return errors.As(err, &syntax) && syntax.Offset >= int64(len(text)) && text[0] == '{'
}
