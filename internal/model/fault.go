package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/openai/openai-go/v3/packages/ssestream"
)

// A Kind says what can be done about a fault.
type Kind int

// The kinds of faults.
const (
	Transient Kind = iota // may work when asked again
	Pushback              // the server wants less: slow down, then ask again
	Refused               // this request can never work; others may
	Fatal                 // no request can work
)

// A Fault is a request that failed.
type Fault struct {
	Kind       Kind
	Status     int           // HTTP status; 0 when there was no answer
	Message    string        // the server's own words where there are any
	RetryAfter time.Duration // when the server said so

	late   bool // the request missed its deadline
	absent bool // a file of replies has none for it, which says nothing of the others
}

func (f *Fault) Error() string {
	if f.Status == 0 {
		return f.Message
	}
	text := fmt.Sprintf("the server answered %d", f.Status)
	if name := http.StatusText(f.Status); name != "" {
		text += " " + name
	}
	if f.Message != "" {
		text += ": " + f.Message
	}
	return text + hint(f.Status)
}

func hint(status int) string {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return "\nhint: the key is taken from OPENAI_API_KEY"
	case http.StatusNotFound:
		return "\nhint: check the model's name, and that the base URL is whole (most end in /v1)"
	}
	return ""
}

// faultOf reads an error of the SDK. What went over the wire is told by the
// exchange: the SDK drops the status of an answer whose body is not its own
// error format, such as a proxy's HTML page.
func faultOf(err error, x *exchange) *Fault {
	var inStream *ssestream.StreamError
	if errors.As(err, &inStream) {
		return streamFault(inStream.Event.Data)
	}
	if x.status >= 400 {
		return statusFault(x.status, x.header, x.body)
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return &Fault{Message: "the server's answer is not JSON: " + err.Error()}
	}
	return &Fault{Message: err.Error()}
}

func statusFault(status int, h http.Header, body []byte) *Fault {
	message, code := serverMessage(body)
	f := &Fault{Status: status, Message: message, Kind: kindOf(status, code)}
	if f.Kind == Pushback || f.Kind == Transient {
		f.RetryAfter = retryAfter(h, time.Now())
	}
	return f
}

// streamFault reads an error that came within a stream, after status 200.
func streamFault(data []byte) *Fault {
	message, code := serverMessage(data)
	f := &Fault{Message: "error within the stream: " + message}
	if status, err := strconv.Atoi(code); err == nil {
		f.Kind = kindOf(status, "")
		return f
	}
	switch code {
	case "invalid_api_key", "model_not_found", "insufficient_quota":
		f.Kind = Fatal
	case "context_length_exceeded", "invalid_request_error":
		f.Kind = Refused
	case "rate_limit_exceeded":
		f.Kind = Pushback
	}
	return f
}

func kindOf(status int, code string) Kind {
	switch {
	case code == "insufficient_quota":
		return Fatal // comes with status 429, but waiting does not help
	case status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable || status == statusOverloaded:
		return Pushback
	case status == http.StatusUnauthorized, status == http.StatusPaymentRequired,
		status == http.StatusForbidden, status == http.StatusNotFound,
		status == http.StatusMethodNotAllowed, status == http.StatusNotImplemented:
		return Fatal
	case status == http.StatusRequestTimeout || status == http.StatusConflict || status == http.StatusTooEarly:
		return Transient
	case status >= 400 && status < 500:
		return Refused
	}
	return Transient
}

// statusOverloaded is what some hosted services send instead of 503.
const statusOverloaded = 529

// maxMessage is how much of a server's message is repeated, in bytes.
const maxMessage = 500

// serverMessage finds the server's own words in the shapes that servers use:
// {"error":{"message","code","type"}}, {"error":"…"}, {"message":"…"},
// {"detail":"…"} and plain text.
func serverMessage(body []byte) (message, code string) {
	var shapes struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Detail  json.RawMessage `json:"detail"`
		Code    any             `json:"code"`
		Type    string          `json:"type"`
	}
	if json.Unmarshal(body, &shapes) != nil {
		return short(string(body)), ""
	}
	if len(shapes.Error) > 0 && shapes.Error[0] == '{' {
		return serverMessage(shapes.Error)
	}
	var text string
	for _, raw := range []json.RawMessage{shapes.Error, shapes.Detail} {
		if text == "" && len(raw) > 0 && json.Unmarshal(raw, &text) != nil {
			text = string(raw)
		}
	}
	if text == "" {
		text = shapes.Message
	}
	if text == "" {
		text = string(body)
	}
	if code = codeText(shapes.Code); code == "" {
		code = shapes.Type
	}
	return short(text), code
}

func codeText(code any) string {
	switch c := code.(type) {
	case string:
		return c
	case float64:
		return strconv.Itoa(int(c))
	}
	return ""
}

func short(text string) string {
	text = strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD"))
	if len(text) <= maxMessage {
		return text
	}
	return strings.ToValidUTF8(text[:maxMessage], "") + "…"
}

// retryAfter reads when the server wants to be asked again; 0 when it does not
// say. A date or a number of seconds; some send milliseconds beside it.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return bounded(ms * float64(time.Millisecond))
	}
	text := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(text, 64); err == nil {
		return bounded(s * float64(time.Second))
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

func bounded(ns float64) time.Duration {
	const most = 365 * 24 * time.Hour
	switch {
	case ns >= float64(most):
		return most
	case ns > 0:
		return time.Duration(ns)
	}
	return 0
}
