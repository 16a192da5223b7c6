package wire

import (
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"kontor.dev/kontor/plugins/gen/basev1"
	"kontor.dev/kontor/plugins/sdk/base"
)

// Status gives any error of a plugin as a gRPC status with an ErrorDetail. The cause stays behind.
func Status(err error) error {
	e := base.AsError(err)
	if e == nil {
		return nil
	}
	s := status.New(statusCode(e), valid(e.Message))
	detailed, detailErr := s.WithDetails(&basev1.ErrorDetail{
		Fault: basev1.Fault(e.Fault), Code: e.Code, Retryable: e.Retryable, OutcomeUnknown: e.OutcomeUnknown,
		Fields: Slice(e.Fields, FieldError),
	})
	if detailErr != nil {
		return s.Err()
	}
	return detailed.Err()
}

func statusCode(e *base.Error) codes.Code {
	switch {
	case e.Code == base.CodeNotSupported:
		return codes.Unimplemented
	case e.Fault == base.FaultCaller:
		return codes.InvalidArgument
	case e.OutcomeUnknown:
		return codes.Unknown
	case e.Fault == base.FaultProvider && e.Retryable:
		return codes.Unavailable
	case e.Fault == base.FaultProvider:
		return codes.FailedPrecondition
	}
	return codes.Internal
}

// FromStatus gives the error of a call as *base.Error. One without an ErrorDetail comes from gRPC itself or from a
// plugin that does not keep the contract; its outcome is unknown unless the code rules that out.
func FromStatus(err error) error {
	if err == nil {
		return nil
	}
	s := status.Convert(err)
	for _, d := range s.Details() {
		if d, ok := d.(*basev1.ErrorDetail); ok {
			return &base.Error{
				Fault: base.Fault(d.GetFault()), Code: d.GetCode(), Message: s.Message(), Retryable: d.GetRetryable(),
				OutcomeUnknown: d.GetOutcomeUnknown(), Fields: Slice(d.GetFields(), FromFieldError),
			}
		}
	}
	e := &base.Error{Fault: base.FaultPlugin, Code: base.CodeUnclassified, Message: s.Message(), OutcomeUnknown: true}
	switch s.Code() {
	case codes.Unimplemented:
		e.Code, e.OutcomeUnknown = base.CodeNotSupported, false
	case codes.InvalidArgument:
		e.Fault, e.Code, e.OutcomeUnknown = base.FaultCaller, "invalid", false
	case codes.DeadlineExceeded, codes.Canceled:
		e.Code, e.Retryable = base.CodeTimeout, true
	case codes.Unavailable:
		e.Code, e.Retryable = base.CodeUnreachable, true
	case codes.ResourceExhausted:
		e.Code = base.CodeBadAnswer
	}
	return e
}
