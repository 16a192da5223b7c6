// Package fault is the one error type of the shop. The domain makes faults; each transport maps them once:
// core/httpapi to HTTP statuses, plugins to gRPC, workflows/kit to Temporal's retryable or not.
package fault

import (
	"errors"
	"fmt"
	"strings"
)

// Code classifies a fault by what the caller can do about it.
type Code string

// The codes. Anything that is not a *Error counts as Internal.
const (
	Invalid         Code = "invalid"         // the input is wrong; Fields says where
	NotFound        Code = "not_found"       // no such thing, or not visible to this caller
	Conflict        Code = "conflict"        // the state has moved on; read again and decide
	Unauthenticated Code = "unauthenticated" // a (full) login is needed
	Forbidden       Code = "forbidden"       // logged in, but not allowed
	Limited         Code = "limited"         // too many tries; later
	Unavailable     Code = "unavailable"     // a part of the shop is down; the same call may work later
	Unknown         Code = "unknown"         // it may or may not have happened; reconcile, never repeat blindly
	Internal        Code = "internal"        // a defect or an unclassified failure
)

// Error is a classified error. Reason is a translation key ("cart_empty") and the only part a person is shown.
type Error struct {
	Code   Code
	Reason string
	Fields []Field // set for Invalid: one entry per wrong field
	cause  error   // logged, never sent
}

// Field says what is wrong with one input field.
type Field struct {
	Name   string `json:"field"`  // the field's name as the caller sent it, "address.zipCode"
	Reason string `json:"reason"` // a translation key
}

// New makes a fault with no cause.
func New(code Code, reason string) *Error { return &Error{Code: code, Reason: reason} }

// Wrap makes a fault that keeps its cause for the log. Wrapping nil gives nil.
func Wrap(cause error, code Code, reason string) error {
	if cause == nil {
		return nil
	}
	return &Error{Code: code, Reason: reason, cause: cause}
}

// InvalidFields makes an Invalid fault for the given fields.
func InvalidFields(reason string, fields ...Field) *Error {
	return &Error{Code: Invalid, Reason: reason, Fields: fields}
}

// Error is for logs: code, reason, fields and the chain of causes.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", e.Code, e.Reason)
	for _, f := range e.Fields {
		fmt.Fprintf(&b, " [%s: %s]", f.Name, f.Reason)
	}
	if e.cause != nil {
		fmt.Fprintf(&b, ": %v", e.cause)
	}
	return b.String()
}

// Unwrap gives the cause to errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.cause }

// Is reports whether target is a fault of the same code and reason; an empty reason in target matches any.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code && (t.Reason == "" || t.Reason == e.Reason)
}

// CodeOf classifies any error; nil has no code and gives "".
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return Internal
}

// ReasonOf gives the translation key of an error, "error_internal" for one without.
func ReasonOf(err error) string {
	var e *Error
	if errors.As(err, &e) && e.Reason != "" {
		return e.Reason
	}
	return "error_internal"
}

// FieldsOf gives the wrong fields of an error, if it has any.
func FieldsOf(err error) []Field {
	var e *Error
	if errors.As(err, &e) {
		return e.Fields
	}
	return nil
}
