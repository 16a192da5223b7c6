package main

import (
	"context"
	_ "embed"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

const (
	name    = "giropay"
	version = "1.0.0"
	method  = "paydirekt"
	euro    = "EUR"
)

// retiredReason is for the operator.
const retiredReason = "giropay (paydirekt) was shut down on 31 December 2024; its refunds ended on 31 January 2025."

// codeRetired is the code of every refusal: the service does not exist any more.
const codeRetired = "method_retired"

//go:embed texts.json
var textSource []byte

//go:embed logo.svg
var logo []byte

var texts = base.MustTexts(textSource)

// plugin is the payment provider. It has no settings and calls nobody; notifications, of which none can be genuine, are
// refused by Unsupported. So are refunds, which the shop's people then transfer from its own account.
type plugin struct{ payment.Unsupported }

func newPlugin() sdk.Plugin {
	return sdk.Plugin{Base: base.New(base.Manifest{Name: name, Version: version}, nil, nil), Payment: plugin{}}
}

// Methods gives the one method, retired.
func (plugin) Methods(context.Context) ([]payment.Method, error) {
	return []payment.Method{{
		Code: method, Title: texts["title"], Hint: texts["hint"], Logo: base.Image{MediaType: "image/svg+xml", Data: logo},
		Flow: payment.FlowRedirect, Countries: []string{"DE"}, Currencies: []string{euro}, CapturesAtOnce: true,
		Retired: true, RetiredReason: retiredReason, Sort: 90,
	}}, nil
}

// Authorize declines every payment of the method.
func (plugin) Authorize(_ context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	if r.Method != method {
		return nil, base.CallerFault("invalid_request", "no method "+r.Method, base.FieldError{Name: "method", Code: "unknown"})
	}
	return payment.Declined{Code: codeRetired}, nil
}

// Complete declines: an attempt that was open when the service ended can come to nothing.
func (plugin) Complete(_ context.Context, r payment.CompleteRequest) (payment.Outcome, error) {
	return payment.Declined{Code: codeRetired, Reference: r.Reference}, nil
}

// Status says not_found for what never reached the service, and unknown for an old payment: nobody can be asked, so the
// shop's own books are the truth.
func (plugin) Status(_ context.Context, r payment.StatusRequest) (payment.State, error) {
	if r.Reference == "" {
		return payment.State{Outcome: payment.Declined{Code: payment.CodeNotFound}}, nil
	}
	return payment.State{Outcome: payment.Unknown{Reference: r.Reference, Message: retiredReason}}, nil
}

// Capture is declined.
func (plugin) Capture(_ context.Context, r payment.CaptureRequest) (payment.Receipt, error) {
	return payment.Receipt{State: payment.ReceiptDeclined, Code: codeRetired, Reference: r.Reference}, nil
}

// Void is done: the service keeps no reservation any more.
func (plugin) Void(_ context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	return payment.Receipt{State: payment.ReceiptDone, Reference: r.Reference}, nil
}
