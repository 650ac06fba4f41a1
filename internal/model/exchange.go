package model

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"

	"github.com/openai/openai-go/v3/option"
)

// maxErrorBody is how much of an error's body is read.
const maxErrorBody = 64 << 10

// An exchange is what really went over the wire: the parameters for the
// record, and the status and words of a refusal.
type exchange struct {
	sent   []byte
	status int
	header http.Header
	body   []byte // of an error answer
	json   bool   // the answer is a JSON document, not a stream of events
}

func (x *exchange) watch(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	if req.GetBody != nil {
		if body, err := req.GetBody(); err == nil {
			x.sent, _ = io.ReadAll(body) // a buffer in memory: cannot fail
		}
	}
	res, err := next(req)
	if err != nil {
		return res, err
	}
	x.status, x.header = res.StatusCode, res.Header
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	x.json = kind == "application/json"
	if res.StatusCode >= 400 {
		x.body, err = io.ReadAll(io.LimitReader(res.Body, maxErrorBody))
		res.Body.Close()
		if err != nil && len(x.body) == 0 {
			x.body = []byte(err.Error())
		}
		res.Body = io.NopCloser(bytes.NewReader(x.body))
	}
	return res, nil
}

// parameters is the request's body without what the prompt says.
func (x *exchange) parameters() json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(x.sent, &fields) != nil {
		return nil
	}
	delete(fields, "prompt")
	delete(fields, "messages")
	out, err := json.Marshal(fields)
	if err != nil {
		return nil
	}
	return out
}
