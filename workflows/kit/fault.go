// Package kit is what all workflows share: how long steps may take and how often they are tried, and how faults cross
// Temporal.
package kit

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/temporal"

	"kontor.dev/kontor/core/fault"
)

// Faults makes activities' faults readable to workflows and clients: the type of the application error is the fault's
// code, its first detail the reason. Codes that no repetition can heal are not retried.
type Faults struct {
	interceptor.WorkerInterceptorBase
}

// InterceptActivity puts the mapping around every activity, local ones included.
func (f *Faults) InterceptActivity(_ context.Context, next interceptor.ActivityInboundInterceptor) interceptor.ActivityInboundInterceptor {
	i := &faultMapper{}
	i.Next = next
	return i
}

type faultMapper struct {
	interceptor.ActivityInboundInterceptorBase
}

func (f *faultMapper) ExecuteActivity(ctx context.Context, in *interceptor.ExecuteActivityInput) (any, error) {
	defer beat(ctx)()
	begun := time.Now()
	out, err := f.Next.ExecuteActivity(ctx, in)
	measure(ctx, time.Since(begun), err)
	return out, ErrorOf(err)
}

// ErrorOf turns a fault into an application error; other errors pass and are retried.
func ErrorOf(err error) error { return errorOf(err, false) }

// Final is ErrorOf for a fault of any code that is not to be retried.
func Final(err error) error { return errorOf(err, true) }

func errorOf(err error, always bool) error {
	var f *fault.Error
	if !errors.As(err, &f) {
		return err
	}
	var e *temporal.ApplicationError
	if errors.As(err, &e) {
		return err
	}
	// The text is for the operator who reads the history; faults carry no personal data.
	return temporal.NewApplicationErrorWithOptions(err.Error(), string(f.Code), temporal.ApplicationErrorOptions{
		NonRetryable: always || final(f.Code), Details: []any{f.Reason},
	})
}

func final(c fault.Code) bool {
	switch c {
	case fault.Invalid, fault.NotFound, fault.Conflict, fault.Unauthenticated, fault.Forbidden:
		return true
	}
	return false
}

// FaultOf turns an application error that ErrorOf made back into a fault; other errors pass.
func FaultOf(err error) error {
	var e *temporal.ApplicationError
	if !errors.As(err, &e) {
		return err
	}
	reason := ""
	if e.HasDetails() {
		if e.Details(&reason) != nil {
			return err
		}
	}
	f := fault.New(fault.Code(e.Type()), reason)
	if e.Message() == f.Error() {
		return f // who reads it is told once
	}
	return fault.Wrap(err, f.Code, reason)
}

// ReasonOf gives the reason of the fault that an activity failed with, "" for none. Workflows may ask.
func ReasonOf(err error) string { return fault.ReasonOf(FaultOf(err)) }
