package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/fault"
)

// Problem is the answer to a call that failed.
type Problem struct {
	Err    ProblemDetail `json:"error"`
	status int
	retry  string // seconds after which the same call finds a try again; "" where that is not known
}

// ProblemDetail says what went wrong: a class, a translation key, and the wrong fields if the input was wrong.
type ProblemDetail struct {
	Code   string         `json:"code" enum:"invalid,not_found,conflict,unauthenticated,forbidden,limited,unavailable,unknown,internal"`
	Reason string         `json:"reason" doc:"translation key"`
	Fields []ProblemField `json:"fields,omitempty"`
}

// ProblemField is a wrong input field.
type ProblemField struct {
	Field  string `json:"field" doc:"as it was sent: address.zipCode"`
	Reason string `json:"reason" doc:"translation key"`
}

// GetStatus is the HTTP status.
func (p *Problem) GetStatus() int { return p.status }

// GetHeaders says when to come again.
func (p *Problem) GetHeaders() http.Header {
	if p.retry == "" {
		return nil
	}
	return http.Header{"Retry-After": {p.retry}}
}

func (p *Problem) Error() string { return p.Err.Code + ": " + p.Err.Reason }

var statuses = map[fault.Code]int{
	fault.Invalid:         http.StatusUnprocessableEntity,
	fault.NotFound:        http.StatusNotFound,
	fault.Conflict:        http.StatusConflict,
	fault.Unauthenticated: http.StatusUnauthorized,
	fault.Forbidden:       http.StatusForbidden,
	fault.Limited:         http.StatusTooManyRequests,
	fault.Unavailable:     http.StatusServiceUnavailable,
	fault.Unknown:         http.StatusBadGateway,
	fault.Internal:        http.StatusInternalServerError,
}

// problemOf maps a fault to its answer, the only place that does. What a person must not see goes to the log.
func problemOf(ctx context.Context, err error) *Problem {
	code := fault.CodeOf(err)
	p := &Problem{status: statuses[code], Err: ProblemDetail{Code: string(code), Reason: fault.ReasonOf(err)}}
	for _, f := range fault.FieldsOf(err) {
		p.Err.Fields = append(p.Err.Fields, ProblemField{Field: f.Name, Reason: f.Reason})
	}
	var out interface{ RetryAfter() time.Duration }
	if errors.As(err, &out) { // rounded up: who comes with that second finds a try
		p.retry = strconv.Itoa(max(1, int(math.Ceil(out.RetryAfter().Seconds()))))
	}
	switch {
	case errors.Is(err, context.Canceled): // the visitor has gone: nobody reads the answer
	case p.status >= http.StatusInternalServerError:
		slog.ErrorContext(ctx, "call failed", "request", requestID(ctx), "error", err)
	}
	return p
}

// writeProblem answers with a fault outside of an operation.
func writeProblem(w http.ResponseWriter, r *http.Request, err error) {
	problemOf(r.Context(), err).write(w)
}

func (p *Problem) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if p.retry != "" {
		w.Header().Set("Retry-After", p.retry)
	}
	w.WriteHeader(p.status)
	_ = json.NewEncoder(w).Encode(p)
}

func serveNoSuchCall(w http.ResponseWriter, r *http.Request) {
	writeProblem(w, r, fault.New(fault.NotFound, "call_not_found"))
}

// serveNoOperation answers a path that has no call, or none of the method.
func (s *Server) serveNoOperation(w http.ResponseWriter, r *http.Request) {
	if methods := s.methods(r); len(methods) > 0 {
		refuseMethod(w, methods)
		return
	}
	serveNoSuchCall(w, r)
}

// methods lists those that a path's call takes; none where there is no such call.
func (s *Server) methods(r *http.Request) (list []string) {
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
		_, pattern := s.mux.Handler(&http.Request{Method: method, Host: r.Host, URL: r.URL})
		if strings.Contains(pattern, " ") { // those of all methods are no call's
			list = append(list, method)
		}
	}
	return list
}

// refuseMethod answers a method that a path does not take with those that it takes.
func refuseMethod(w http.ResponseWriter, methods []string) {
	w.Header().Set("Allow", strings.Join(methods, ", "))
	(&Problem{status: http.StatusMethodNotAllowed, Err: ProblemDetail{Code: string(fault.Invalid), Reason: "method_not_allowed"}}).write(w)
}

// huma makes its own errors (a body that does not parse or does not fit its schema) through this variable.
func init() { huma.NewError = problemOfInput }

// maxWrongFields is how many wrong fields an answer names: more than any form has. A body can hold tens of thousands that no call takes.
const maxWrongFields = 50

func problemOfInput(status int, _ string, errs ...error) huma.StatusError {
	if slices.ContainsFunc(errs, func(err error) bool { return fault.CodeOf(err) == fault.Invalid }) { // see brokenBody
		status = http.StatusUnprocessableEntity
	}
	if status >= http.StatusInternalServerError {
		return &Problem{status: status, Err: ProblemDetail{Code: string(fault.Internal), Reason: "error_internal"}}
	}
	p := &Problem{status: status, Err: ProblemDetail{Code: string(fault.Invalid), Reason: "input_invalid"}}
	if status == http.StatusBadRequest {
		p.status = http.StatusUnprocessableEntity
	}
	for _, err := range errs {
		var detail *huma.ErrorDetail
		if len(p.Err.Fields) < maxWrongFields && errors.As(err, &detail) {
			p.Err.Fields = append(p.Err.Fields, fieldOf(detail))
		}
	}
	return p
}

func fieldOf(d *huma.ErrorDetail) ProblemField {
	name := d.Location
	if _, rest, ok := strings.Cut(d.Location, "."); ok {
		name = rest
	}
	if missing, ok := strings.CutPrefix(d.Message, "expected required property "); ok {
		missing, _, _ = strings.Cut(missing, " ")
		return ProblemField{Field: strings.TrimPrefix(name+"."+missing, "body."), Reason: "required"}
	}
	return ProblemField{Field: name, Reason: "invalid"}
}
