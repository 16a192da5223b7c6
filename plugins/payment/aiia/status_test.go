package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/payment"
)

func TestEveryShapeOfAPaymentIsRead(t *testing.T) {
	a := &account{answers: newAnswers()}
	for body, want := range map[string]payment.Outcome{
		`{"status":"Executed","amount":12.34,"currency":"EUR"}`:                       payment.Authorized{Reference: "p", Amount: eur(1234), Captured: true},
		`{"status":"Executed"}`:                                                       payment.Authorized{Reference: "p", Amount: eur(999), Captured: true},
		`{"status":{"paymentStatusCode":"Executed","terminal":true},"amount":"12.3"}`: payment.Authorized{Reference: "p", Amount: eur(1230), Captured: true},
		`{"status":{"code":"PAYMENT_EXECUTED_CREDITED"},"amount":{"value":5,"currency":"EUR"}}`: payment.Authorized{
			Reference: "p", Amount: eur(500), Captured: true},
		`{"status":{"code":"Executed","status":"Executed"}}`:  payment.Authorized{Reference: "p", Amount: eur(999), Captured: true},
		`{"status":"Authorized"}`:                             payment.Pending{Reference: "p"},
		`{"status":{"code":"PROVIDER_PROCESSING"}}`:           payment.Pending{Reference: "p"},
		`{"status":"Rejected"}`:                               payment.Declined{Code: payment.CodeRefused, Reference: "p"},
		`{"status":"Expired"}`:                                payment.Declined{Code: payment.CodeExpired, Reference: "p"},
		`{"status":"Cancelled"}`:                              payment.Declined{Code: payment.CodeCustomerCancelled, Reference: "p"},
		`{"status":{"code":"AUTHORIZATION_FLOW_INCOMPLETE"}}`: payment.Redirect{Reference: "p"},
		`{"status":"Surprise"}`:                               payment.Unknown{Reference: "p", Message: `a status that is not known: "surprise"`},
		`{}`:                                                  payment.Unknown{Reference: "p", Message: `a status that is not known: ""`},
	} {
		var p acceptedPayment
		require.NoError(t, json.Unmarshal([]byte(body), &p))
		o, err := a.outcome("p", p, eur(999))
		require.NoError(t, err, body)
		require.Equal(t, want, o, body)
	}
	for _, amount := range []string{`1e2`, `-1`, `1.234`, `"1,00"`, `99999999999999999999`, `[]`} {
		var p acceptedPayment
		require.NoError(t, json.Unmarshal([]byte(`{"status":"Executed","amount":`+amount+`}`), &p))
		_, err := a.outcome("p", p, eur(999))
		require.Error(t, err, amount)
	}
}

func TestANotificationNamesItsPayment(t *testing.T) {
	for body, want := range map[string]string{
		`{"payment":{"paymentId":"1"}}`: "1", `{"payment":{"data":{"paymentId":"1"}}}`: "1", `{"payment":{"paymentId":"1","data":{"paymentId":"1"}}}`: "1",
		`{"account":{"paymentId":"1"}}`: "", `{}`: "",
	} {
		id, err := paymentOf([]byte(body))
		require.NoError(t, err)
		require.Equal(t, want, id, body)
	}
}

// That a payment never reached Aiia only Status says.
func TestAPaymentThatAiiaForgotHasExpired(t *testing.T) {
	b := start(t)
	require.Equal(t, payment.Declined{Code: payment.CodeExpired, Reference: "forgotten"}, b.complete("1", "forgotten"))
	s, err := b.plugin.Payment.Status(t.Context(), payment.StatusRequest{Method: method, Reference: "forgotten"})
	require.NoError(t, err)
	require.Equal(t, payment.Declined{Code: payment.CodeNotFound, Reference: "forgotten"}, s.Outcome)
}

func TestReferencesFitTheStatement(t *testing.T) {
	for number, want := range map[string]string{"K1": "K1-1", "Bestellung Nr. 5 (Ä)": "Bestellung Nr. 5 (-)-1", "1234567890123456789012345678901234567890": "12345678901234567890123456789012345"} {
		require.Equal(t, want, reference(payment.Purchase{OrderNumber: number}))
	}
	require.Equal(t, "12.05", string(decimal(eur(1205))))
}

// FuzzNotification holds that no body makes the plugin fall over, and that an id comes only from a payment's notification.
func FuzzNotification(f *testing.F) {
	for _, body := range []string{`{"acceptPaymentUpdatedWebhook":{"data":{"paymentId":"1"}}}`, `{"account":{"data":{"paymentId":"1"}}}`, `{"payment":null}`, `[]`, ``} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		id, err := paymentOf(body)
		require.True(t, err == nil || id == "")
	})
}

func FuzzPayment(f *testing.F) {
	f.Add([]byte(`{"status":{"code":"X"},"amount":{"value":"1.00"}}`))
	f.Add([]byte(`{"status":"Executed","amount":1.5}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		var p acceptedPayment
		if json.Unmarshal(body, &p) != nil {
			return
		}
		o, err := (&account{answers: newAnswers()}).outcome("p", p, eur(1))
		require.True(t, (o == nil) == (err != nil))
	})
}
