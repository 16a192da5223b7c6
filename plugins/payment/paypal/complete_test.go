package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
)

// What PayPal says instead of taking the money tells where the order stands by then: somebody else may have taken it meanwhile.
func TestAnswersInsteadOfTheMoney(t *testing.T) {
	const order = `{"id":"O1","status":"%","intent":"CAPTURE","links":[{"rel":"payer-action","href":"https://paypal.test/O1"}],"purchase_units":[{
		"amount":{"currency_code":"EUR","value":"12.34"},"invoice_id":"K1-1","payments":{"captures":[{"id":"C1","status":"COMPLETED","amount":{"currency_code":"EUR","value":"12.34"}}]}}]}`
	taken := payment.Authorized{Reference: "O1", Amount: eur(1234), Captured: true}
	for issue, want := range map[string]payment.Outcome{
		"ORDER_ALREADY_CAPTURED": taken, "ORDER_ALREADY_AUTHORIZED": taken, "ORDER_COMPLETED_OR_VOIDED": taken,
		"ORDER_COMPLETION_IN_PROGRESS": payment.Unknown{Reference: "O1", Message: "order_completion_in_progress"},
		"DUPLICATE_INVOICE_ID":         payment.Unknown{Reference: "O1", Message: "duplicate_invoice_id"},
		"INSTRUMENT_DECLINED":          payment.Declined{Code: payment.CodeRefused, Reference: "O1"},
		"TRANSACTION_REFUSED":          payment.Declined{Code: payment.CodeRisk, Reference: "O1"},
		"PAYER_ACTION_REQUIRED":        payment.Redirect{URL: "https://paypal.test/O1", Reference: "O1"},
		"ORDER_NOT_APPROVED":           payment.Redirect{URL: "https://paypal.test/O1", Reference: "O1"},
		"PERMISSION_DENIED":            nil,
	} {
		reads := 0
		paypal := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case strings.HasSuffix(r.URL.Path, "/token"):
				_, _ = io.WriteString(w, `{"access_token":"t","expires_in":3600}`)
			case strings.HasSuffix(r.URL.Path, "/capture"):
				w.WriteHeader(http.StatusUnprocessableEntity)
				_, _ = io.WriteString(w, `{"name":"UNPROCESSABLE_ENTITY","details":[{"issue":"`+issue+`"}]}`)
			default:
				reads++
				_, _ = io.WriteString(w, strings.Replace(order, "%", map[bool]string{true: "APPROVED", false: "COMPLETED"}[reads == 1], 1))
			}
		}))
		p := sdktest.Target{New: newPlugin, Config: base.Config{Values: map[string]string{"api_url": paypal.URL, "client_id": "client", "timeout": "1s"},
			Secrets: map[string]base.Secret{"client_secret": "very-secret"}}}.Start(t)
		r := payment.CompleteRequest{Method: method, IdempotencyKey: "k", Reference: "O1", OrderNumber: "K1", Attempt: 1, Amount: eur(1234)}
		o, err := p.Payment.Complete(t.Context(), r)
		if want == nil {
			require.ErrorIs(t, err, &base.Error{Fault: base.FaultProvider, Code: "paypal_permission_denied"})
			require.False(t, base.AsError(err).OutcomeUnknown)
		} else {
			require.NoError(t, err, issue)
			if away, ok := o.(payment.Redirect); ok {
				away.ExpiresAt = want.(payment.Redirect).ExpiresAt
				o = away
			}
			require.Equal(t, want, o, issue)
		}
		if want == payment.Outcome(taken) {
			reads, r.OrderNumber = 0, "K2"
			o, err = p.Payment.Complete(t.Context(), r)
			require.NoError(t, err)
			require.Equal(t, payment.Declined{Code: codeSessionUsed}, o, "another order took it")
		}
		paypal.Close()
	}
}

func TestAnOrderThatPayPalGaveUpIsExpired(t *testing.T) {
	paypal := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/token") {
			_, _ = io.WriteString(w, `{"access_token":"t","expires_in":3600}`)
			return
		}
		_, _ = io.WriteString(w, `{"id":"O1","status":"VOIDED"}`)
	}))
	t.Cleanup(paypal.Close)
	p := sdktest.Target{New: newPlugin, Config: base.Config{Values: map[string]string{"api_url": paypal.URL, "client_id": "client"},
		Secrets: map[string]base.Secret{"client_secret": "very-secret"}}}.Start(t)
	o, err := p.Payment.Complete(t.Context(), payment.CompleteRequest{Method: method, IdempotencyKey: "k", Reference: "O1", Amount: eur(1)})
	require.NoError(t, err)
	require.Equal(t, payment.Declined{Code: payment.CodeExpired, Reference: "O1"}, o)
	s, err := p.Payment.Status(t.Context(), payment.StatusRequest{Method: method, Reference: "O1"})
	require.NoError(t, err)
	require.Equal(t, payment.Declined{Code: payment.CodeExpired, Reference: "O1"}, s.Outcome)
}
