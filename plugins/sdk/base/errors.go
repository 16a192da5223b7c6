package base

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Fault says whose mistake an error was.
type Fault int32

// The faults. The zero value counts as FaultPlugin.
const (
	FaultUnspecified Fault = iota
	FaultPlugin            // a defect or a missing capability of the plugin
	FaultProvider          // the provider is down, slow, or refused for reasons of its own
	FaultCaller            // the request was wrong; sending it again does not help
)

// String gives "plugin", "provider" or "caller".
func (f Fault) String() string {
	switch f {
	case FaultProvider:
		return "provider"
	case FaultCaller:
		return "caller"
	}
	return "plugin"
}

// Codes that both sides know.
const (
	CodeWebhookForged = "webhook_forged"  // a webhook that does not come from the provider
	CodeNotSupported  = "not_supported"   // the plugin has no such operation
	CodeNotConfigured = "not_configured"  // a call before Configure
	CodeInvalidConfig = "invalid_config"  // Configure refused; Fields names the settings
	CodePanic         = "plugin_panicked" // the plugin's code panicked
	CodeTimeout       = "timeout"         // a deadline passed
	CodeUnclassified  = "unclassified"    // an error that is not an *Error
	CodeUnreachable   = "unreachable"     // the plugin's process cannot be reached, or died during the call
	CodeBadAnswer     = "bad_answer"      // an answer that is too large or makes no sense
)

// Error is what every call of a plugin fails with, on both sides of the wire.
type Error struct {
	Fault          Fault
	Code           string       // stable, snake case, "amount_too_small"
	Message        string       // for the operator, English, without secrets
	Retryable      bool         // the same call with the same idempotency key may succeed later
	OutcomeUnknown bool         // it may have taken effect; reconcile through Status
	Fields         []FieldError // wrong fields of the request or wrong settings
	Err            error        // the cause; stays on the plugin's side
}

// FieldError says what is wrong with one field.
type FieldError struct {
	Name string // as in the request, "delivery.post_number", or the key of a setting
	Code string // snake case, "required"
}

// Error is for logs.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s fault: %s", e.Fault, e.Code)
	if e.Message != "" {
		b.WriteString(": " + e.Message)
	}
	for _, f := range e.Fields {
		fmt.Fprintf(&b, " [%s: %s]", f.Name, f.Code)
	}
	if e.OutcomeUnknown {
		b.WriteString(" (outcome unknown)")
	}
	if e.Err != nil && e.Err.Error() != e.Message {
		fmt.Fprintf(&b, ": %v", e.Err)
	}
	return b.String()
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is an *Error with the same fault and code; what target leaves empty matches any.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && (t.Code == "" || t.Code == e.Code) && (t.Fault == 0 || t.Fault == e.Fault)
}

// PluginFault makes an error for a defect or a missing capability of the plugin.
func PluginFault(code string, cause error) *Error {
	return &Error{Fault: FaultPlugin, Code: code, Message: text(cause), Err: cause}
}

// ProviderFault makes an error for a provider that refused or is down. Set Retryable or OutcomeUnknown on it as it is.
func ProviderFault(code string, cause error) *Error {
	return &Error{Fault: FaultProvider, Code: code, Message: text(cause), Err: cause}
}

// CallerFault makes an error for a wrong request.
func CallerFault(code, message string, fields ...FieldError) *Error {
	return &Error{Fault: FaultCaller, Code: code, Message: message, Fields: fields}
}

// NotSupported makes the error for an operation that the plugin does not have.
func NotSupported(operation string) *Error {
	return &Error{Fault: FaultPlugin, Code: CodeNotSupported, Message: operation + " is not supported"}
}

// Forged makes the error for a webhook that does not come from the provider.
func Forged(message string) *Error { return CallerFault(CodeWebhookForged, message) }

// AsError gives any error as an *Error: itself when it is one; for a deadline that passed or a cancelled call a
// retryable fault of the provider with an unknown outcome; else a fault of the plugin with an unknown outcome, because
// what is not classified may have happened anywhere. Nil gives nil.
func AsError(err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return &Error{Fault: FaultProvider, Code: CodeTimeout, Message: err.Error(), Retryable: true, OutcomeUnknown: true, Err: err}
	}
	return &Error{Fault: FaultPlugin, Code: CodeUnclassified, Message: err.Error(), OutcomeUnknown: true, Err: err}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
