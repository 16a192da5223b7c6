package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
)

func request() payment.AuthorizeRequest {
	return payment.AuthorizeRequest{Method: method, IdempotencyKey: "1", Purchase: payment.Purchase{OrderNumber: "K1", Attempt: 1,
		Amount: base.Money{Minor: 1000, Currency: euro}}}
}

func target() sdktest.Target {
	return sdktest.Target{New: newPlugin, Config: base.Config{Values: map[string]string{}, Secrets: map[string]base.Secret{}},
		Payment: &sdktest.Payment{Authorize: []payment.AuthorizeRequest{request()}}}
}

func TestConformance(t *testing.T) { sdktest.Run(t, target()) }

func TestOldOrdersKeepTheirTitleAndNewOnesAreDeclined(t *testing.T) {
	p := target().Start(t).Payment
	methods, err := p.Methods(t.Context())
	require.NoError(t, err)
	require.Len(t, methods, 1)
	require.Equal(t, "GiroPay", methods[0].Title["de"])
	require.True(t, methods[0].Retired)
	require.Contains(t, methods[0].RetiredReason, "31 December 2024")

	o, err := p.Authorize(t.Context(), request())
	require.NoError(t, err)
	require.Equal(t, payment.Declined{Code: codeRetired}, o)
	o, err = p.Complete(t.Context(), payment.CompleteRequest{Method: method, Reference: "old"})
	require.NoError(t, err)
	require.Equal(t, codeRetired, o.(payment.Declined).Code)
}

func TestOldPaymentsAreAnsweredHonestly(t *testing.T) {
	p := target().Start(t).Payment
	s, err := p.Status(t.Context(), payment.StatusRequest{Method: method, Reference: "old"})
	require.NoError(t, err)
	require.Equal(t, payment.Unknown{Reference: "old", Message: retiredReason}, s.Outcome)
	require.False(t, s.Captured.IsSet())
	s, err = p.Status(t.Context(), payment.StatusRequest{Method: method, IdempotencyKey: "1"})
	require.NoError(t, err)
	require.Equal(t, payment.CodeNotFound, s.Outcome.(payment.Declined).Code)

	_, err = p.Refund(t.Context(), payment.RefundRequest{Method: method, IdempotencyKey: "r", Reference: "old", Amount: base.Money{Minor: 1000, Currency: euro}})
	require.Equal(t, base.CodeNotSupported, base.AsError(err).Code, "so that the shop lists it as one to transfer")
	capture, err := p.Capture(t.Context(), payment.CaptureRequest{Method: method, IdempotencyKey: "c", Reference: "old"})
	require.NoError(t, err)
	require.Equal(t, payment.ReceiptDeclined, capture.State)
	void, err := p.Void(t.Context(), payment.VoidRequest{Method: method, IdempotencyKey: "v", Reference: "old"})
	require.NoError(t, err)
	require.Equal(t, payment.ReceiptDone, void.State)
	_, err = p.HandleWebhook(t.Context(), base.WebhookRequest{Method: "POST", Body: []byte("{}")})
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: base.CodeWebhookForged})
}
