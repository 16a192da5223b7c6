package payment

import (
	"context"

	"kontor.dev/kontor/plugins/sdk/base"
)

// Unsupported refuses every operation with base.NotSupported. Embed it in a Provider that lacks some of them.
type Unsupported struct{}

// Start refuses.
func (Unsupported) Start(context.Context, StartRequest) (Session, error) {
	return Session{}, base.NotSupported("start")
}

// Complete refuses.
func (Unsupported) Complete(context.Context, CompleteRequest) (Outcome, error) {
	return nil, base.NotSupported("complete")
}

// HandleWebhook refuses every notification as forged: a provider without webhooks sends none.
func (Unsupported) HandleWebhook(context.Context, base.WebhookRequest) (WebhookAnswer, error) {
	return WebhookAnswer{}, base.Forged("this plugin has no webhooks")
}

// Capture refuses.
func (Unsupported) Capture(context.Context, CaptureRequest) (Receipt, error) {
	return Receipt{}, base.NotSupported("capture")
}

// Void refuses.
func (Unsupported) Void(context.Context, VoidRequest) (Receipt, error) {
	return Receipt{}, base.NotSupported("void")
}

// Refund refuses.
func (Unsupported) Refund(context.Context, RefundRequest) (Receipt, error) {
	return Receipt{}, base.NotSupported("refund")
}

// Status refuses.
func (Unsupported) Status(context.Context, StatusRequest) (State, error) {
	return State{}, base.NotSupported("status")
}
