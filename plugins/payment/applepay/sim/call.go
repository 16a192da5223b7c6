package sim

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"regexp"
	"strings"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// handler answers one operation of Saferpay.
type handler func(body []byte) (any, *problem)

type requestHeader struct {
	SpecVersion    string
	CustomerID     string `json:"CustomerId"`
	RequestID      string `json:"RequestId"`
	RetryIndicator *int
	ClientInfo     *struct {
		ShopInfo string `json:",omitempty"`
		OsInfo   string `json:",omitempty"`
	} `json:",omitempty"`
}

// problem is Saferpay's error document together with its HTTP status.
type problem struct {
	status          int
	ResponseHeader  map[string]string
	Behavior        string
	ErrorName       string
	ErrorMessage    string
	ErrorDetail     []string `json:",omitempty"`
	ProcessorResult string   `json:",omitempty"`
}

func refuse(status int, name, behavior, message string) *problem {
	return &problem{status: status, ErrorName: name, Behavior: behavior, ErrorMessage: message}
}

func invalid(detail string) *problem {
	p := refuse(http.StatusBadRequest, "VALIDATION_FAILED", "DO_NOT_RETRY", "Request validation failed")
	p.ErrorDetail = []string{detail}
	return p
}

func response(h requestHeader) map[string]string {
	return map[string]string{"SpecVersion": h.SpecVersion, "RequestId": h.RequestID}
}

var (
	specForm      = regexp.MustCompile(`^1\.([0-9]|[1-4][0-9]|5[0-3])$`)
	customerForm  = regexp.MustCompile(`^\d{1,8}$`)
	requestIDForm = regexp.MustCompile(`^[A-Za-z0-9.:_-]{1,50}$`)
)

// read takes a body strictly and checks its header.
func read(body []byte, into any, h *requestHeader) *problem {
	if err := stage.ReadJSON(bytes.NewReader(body), into); err != nil {
		return invalid(err.Error())
	}
	switch {
	case !specForm.MatchString(h.SpecVersion):
		return invalid("RequestHeader.SpecVersion: The field SpecVersion is invalid.")
	case !customerForm.MatchString(h.CustomerID):
		return invalid("RequestHeader.CustomerId: The field CustomerId is invalid.")
	case !requestIDForm.MatchString(h.RequestID):
		return invalid("RequestHeader.RequestId: The field RequestId is invalid.")
	case h.RetryIndicator == nil || *h.RetryIndicator < 0 || *h.RetryIndicator > 9:
		return invalid("RequestHeader.RetryIndicator: The field RetryIndicator is invalid.")
	}
	return nil
}

// first refuses a request id that was used before, from who says that this is the first try.
func (s *Sim) first(body []byte) *problem {
	var r struct{ RequestHeader requestHeader }
	if json.Unmarshal(body, &r) != nil || r.RequestHeader.RetryIndicator == nil {
		return nil // the handler says what is wrong with it
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	used := s.requests[r.RequestHeader.RequestID]
	s.requests[r.RequestHeader.RequestID] = true
	if used && *r.RequestHeader.RetryIndicator == 0 {
		return invalid("RequestHeader.RequestId: was used before, and RetryIndicator says that this is the first try")
	}
	return nil
}

// authenticated lets a call through that has the right credentials and headers, and answers it.
func (s *Sim) authenticated(op string, h handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		media, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		user, password, ok := r.BasicAuth()
		var p *problem
		var answer any
		switch {
		case !ok || s.cfg.User != "" && (user != s.cfg.User || password != s.cfg.Password):
			p = refuse(http.StatusUnauthorized, "AUTHENTICATION_FAILED", "DO_NOT_RETRY", "Unable to authenticate request")
		case err != nil || media != "application/json" || !strings.EqualFold(params["charset"], "utf-8"):
			p = refuse(http.StatusUnsupportedMediaType, "VALIDATION_FAILED", "DO_NOT_RETRY", "Unsupported media type")
		case r.Header.Get("Accept") != "application/json":
			p = refuse(http.StatusNotAcceptable, "VALIDATION_FAILED", "DO_NOT_RETRY", "Not acceptable")
		default:
			body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
			if err != nil {
				p = invalid("the body cannot be read")
				break
			}
			if p = s.first(body); p == nil {
				answer, p = h(body)
			}
		}
		if p == nil {
			stage.WriteJSON(w, http.StatusOK, answer)
			return
		}
		s.stage.Note(op, "", "%d %s %s", p.status, p.ErrorName, strings.Join(append(p.ErrorDetail, p.ErrorMessage), " "))
		stage.WriteJSON(w, p.status, p)
	}
}
