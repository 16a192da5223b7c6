package sim

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"regexp"
	"strings"

	"kontor.dev/kontor/plugins/simulator/stage"
)

const specVersion = "1.52"

type requestHeader struct {
	SpecVersion    *string          `json:"SpecVersion"`
	CustomerId     *string          `json:"CustomerId"`
	RequestId      *string          `json:"RequestId"`
	RetryIndicator *int             `json:"RetryIndicator"`
	ClientInfo     *json.RawMessage `json:"ClientInfo"`
}

type responseHeader struct {
	SpecVersion string `json:"SpecVersion"`
	RequestId   string `json:"RequestId"`
}

// handler gives an answer's fields, or a failure. The caller holds the lock.
type handler func(body []byte, retry bool) (map[string]any, *failure)

// answered is the answer to a request id, given again to its repetitions.
type answered struct {
	content [32]byte
	status  int
	fields  map[string]any
}

var requestIDForm = regexp.MustCompile(`^[A-Za-z0-9.:\-_]{1,50}$`)

// serve checks what all calls have in common, and answers a repeated request as the first time.
func (s *Sim) serve(op string, h handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		status, fields := s.answer(r, op, h)
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		stage.WriteJSON(w, status, fields)
	}
}

func (s *Sim) answer(r *http.Request, op string, h handler) (int, map[string]any) {
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	user, password, ok := r.BasicAuth()
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	var header struct {
		RequestHeader *requestHeader `json:"RequestHeader"`
	}
	switch {
	case !ok || s.cfg.User != "" && (user != s.cfg.User || password != s.cfg.Password):
		return fail(http.StatusUnauthorized, "AUTHENTICATION_FAILED", "Unable to authenticate request").fields("")
	case media != "application/json":
		return fail(http.StatusUnsupportedMediaType, "VALIDATION_FAILED", "Content-Type must be application/json").fields("")
	case !strings.Contains(r.Header.Get("Accept"), "application/json"):
		return fail(http.StatusNotAcceptable, "VALIDATION_FAILED", "Accept must be application/json").fields("")
	case err != nil || json.Unmarshal(body, &header) != nil:
		return invalid("the body is not JSON").fields("")
	}
	c := &checker{}
	s.checkHeader(c, header.RequestHeader)
	if f := c.failure(); f != nil {
		return f.fields("")
	}
	id, retry := *header.RequestHeader.RequestId, *header.RequestHeader.RetryIndicator > 0
	s.mu.Lock()
	defer s.mu.Unlock()
	content := contentOf(body)
	if before, repeated := s.answered[id]; repeated && !s.cfg.Forgets {
		switch {
		case !retry:
			return invalid("RequestHeader.RequestId: was used before, and RetryIndicator says that this is the first try").fields(id)
		case before.content != content:
			return invalid("RequestHeader.RequestId: was used before for another request").fields(id)
		}
		s.stage.Note(op, id, "replayed")
		return before.status, before.fields
	}
	fields, f := h(body, retry)
	status := http.StatusOK
	if f != nil {
		s.stage.Note(op, id, "%d %s", f.status, f.ErrorName)
		status, fields = f.fields(id)
	} else {
		fields["ResponseHeader"] = responseHeader{specVersion, id}
	}
	s.answered[id] = answered{content, status, fields}
	return status, fields
}

func (s *Sim) checkHeader(c *checker, h *requestHeader) {
	if h == nil {
		c.add("RequestHeader", "is required")
		return
	}
	switch {
	case h.SpecVersion == nil || *h.SpecVersion != specVersion:
		c.add("RequestHeader.SpecVersion", "must be "+specVersion)
	case h.CustomerId == nil || !digits(*h.CustomerId, 1, 8) || s.cfg.Customer != "" && *h.CustomerId != s.cfg.Customer:
		c.add("RequestHeader.CustomerId", "is not valid")
	case h.RequestId == nil || !requestIDForm.MatchString(*h.RequestId):
		c.add("RequestHeader.RequestId", "is not valid")
	case h.RetryIndicator == nil || *h.RetryIndicator < 0 || *h.RetryIndicator > 9:
		c.add("RequestHeader.RetryIndicator", "must be between 0 and 9")
	}
}

// contentOf is a hash of a request without its header, in which the retry indicator differs.
func contentOf(body []byte) [32]byte {
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(body, &fields) // answer has read it already
	delete(fields, "RequestHeader")
	raw, _ := json.Marshal(fields)
	return sha256.Sum256(raw)
}

// decode reads a body strictly: a field that this API does not have is refused.
func decode(body []byte, into any) *failure {
	err := stage.ReadJSON(bytes.NewReader(body), into)
	var wrongType *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrongType):
		return invalid(wrongType.Field + ": has the wrong type")
	}
	return invalid(strings.TrimPrefix(err.Error(), "json: "))
}

// failure is Saferpay's error document together with its HTTP status.
type failure struct {
	status          int
	Behavior        string
	ErrorName       string
	ErrorMessage    string
	ErrorDetail     []string
	TransactionId   string
	OrderId         string
	ProcessorResult string
}

func fail(status int, word, message string) *failure {
	return &failure{status: status, Behavior: "DO_NOT_RETRY", ErrorName: word, ErrorMessage: message}
}

func invalid(details ...string) *failure {
	f := fail(http.StatusBadRequest, "VALIDATION_FAILED", "Request validation failed")
	f.ErrorDetail = details
	return f
}

func (f *failure) fields(requestID string) (int, map[string]any) {
	out := map[string]any{"ResponseHeader": responseHeader{specVersion, requestID}, "Behavior": f.Behavior,
		"ErrorName": f.ErrorName, "ErrorMessage": f.ErrorMessage}
	for key, value := range map[string]string{"TransactionId": f.TransactionId, "OrderId": f.OrderId, "ProcessorResult": f.ProcessorResult} {
		if value != "" {
			out[key] = value
		}
	}
	if len(f.ErrorDetail) > 0 {
		out["ErrorDetail"] = f.ErrorDetail
	}
	return f.status, out
}
