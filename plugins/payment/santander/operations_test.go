package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

func TestEveryStatusHasAnOutcome(t *testing.T) {
	for status, want := range map[string]payment.Outcome{
		"created": payment.Redirect{URL: "http://bank.test", Reference: "K1-1"}, "submitted": payment.Pending{Reference: "K1-1"},
		"in_decision": payment.Pending{Reference: "K1-1"}, "approved": payment.Pending{Reference: "K1-1"},
		"signed": payment.Authorized{Reference: "K1-1", Amount: eur(1000)}, "paid_out": payment.Authorized{Reference: "K1-1", Amount: eur(1000), Captured: true},
		"declined": payment.Declined{Code: payment.CodeRefused, Reference: "K1-1"}, "cancelled": payment.Declined{Code: payment.CodeCustomerCancelled, Reference: "K1-1"},
		"expired": payment.Declined{Code: payment.CodeExpired, Reference: "K1-1"}, "revoked": payment.Declined{Code: "voided", Reference: "K1-1"},
		"surprise": payment.Unknown{Reference: "K1-1", Message: "a status that is not known"},
	} {
		a := application{OrderID: "K1-1", Status: status, Amount: 1000, Currency: "EUR", URL: "http://bank.test"}
		o, err := a.outcome(eur(1000))
		require.NoError(t, err)
		require.Equal(t, want, o, status)
	}
	o, err := application{OrderID: "K1-1", Status: "created", Amount: 1000, Currency: "EUR"}.outcome(eur(1000))
	require.NoError(t, err)
	require.IsType(t, payment.Unknown{}, o, "nowhere to send the customer to")
	_, err = application{Status: "signed"}.outcome(eur(1000))
	require.Error(t, err)
}

// An answer that is about another application, or says nothing of where it stands, does not say that nothing is left to give up.
func TestAnAnswerThatSaysNothingGivesNothingUp(t *testing.T) {
	answer := ""
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(answer)) }))
	defer srv.Close()
	p := &plugin{}
	s := settings{apiURL: srv.URL, timeout: time.Second}
	p.account.Store(&account{settings: s, bank: newBank(s)})
	for _, answer = range []string{"{}", `{"orderId":"K1-1","status":"surprise"}`, `{"orderId":"K2-1","status":"revoked"}`} {
		_, err := p.Void(t.Context(), payment.VoidRequest{Reference: "K1-1"})
		require.True(t, base.AsError(err).Retryable, "%s: %v", answer, err)
	}
	_, err := p.Capture(t.Context(), payment.CaptureRequest{Reference: "K1-1", Amount: eur(1)})
	require.True(t, base.AsError(err).Retryable, "nor does it refuse a capture for good")
	answer = `{"orderId":"K1-1","status":"declined"}`
	r, err := p.Void(t.Context(), payment.VoidRequest{Reference: "K1-1"})
	require.NoError(t, err)
	require.Equal(t, payment.ReceiptDone, r.State)
}

func TestGoodsAreNamedForTheContract(t *testing.T) {
	line := func(kind payment.LineKind, name string) payment.Line {
		return payment.Line{Kind: kind, Name: name, Quantity: 2}
	}
	require.Equal(t, "2 x Notebook, 2 x Garantie", goods([]payment.Line{line(payment.LinePhysical, "Notebook"), line(payment.LineShipping, "DHL"),
		line(payment.LineDigital, "Garantie"), line(payment.LineDiscount, "Gutschein")}, "de-DE"))
	require.Equal(t, "Einkauf", goods(nil, "de-DE"))
	require.Equal(t, "Purchase", goods(nil, "en-GB"))
	require.Len(t, []rune(goods([]payment.Line{line(payment.LinePhysical, strings.Repeat("ü", 300))}, "")), 200)
}

// FuzzNotification holds that a signed body of any content gives an event with an id and a reference, or none.
func FuzzNotification(f *testing.F) {
	for _, body := range []string{`{"eventId":"1","orderId":"K1-1","status":"signed","amountCents":1,"currency":"EUR"}`, `{"eventId":"1","refund":null}`,
		`{"eventId":"1","orderId":"K1-1","status":"paid_out","amountCents":1,"currency":"EUR","refund":{}}`, `[]`, ``} {
		f.Add([]byte(body))
	}
	p := &plugin{}
	p.account.Store(&account{settings: settings{notifyKey: "key"}})
	f.Fuzz(func(t *testing.T, body []byte) {
		mac := hmac.New(sha256.New, []byte("key"))
		mac.Write(body)
		answer, err := p.HandleWebhook(t.Context(), base.WebhookRequest{Method: http.MethodPost, Body: body,
			Headers: http.Header{"X-Signature": {hex.EncodeToString(mac.Sum(nil))}}})
		if err != nil {
			require.Empty(t, answer.Events)
		}
		for _, e := range answer.Events {
			require.NotEmpty(t, e.ID)
			require.NotEmpty(t, e.Reference)
			require.NotZero(t, e.Kind)
		}
	})
}
