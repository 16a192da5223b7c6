package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/payment/amazonpay/sim"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func TestNotificationsTellWhatHappened(t *testing.T) {
	b := start(t)
	b.Rule(stage.WebhookOp, stage.Duplicate, 1)
	ref := b.paid("4711")
	authorized := b.Handle(b.plugin, b.notice("CHARGE"))
	require.Equal(t, payment.EventAuthorized, authorized.Kind)
	require.Equal(t, ref, authorized.Reference)
	require.Equal(t, "4711", authorized.OrderNumber)
	require.Equal(t, eur(258801), authorized.Amount)
	require.NotZero(t, authorized.OccurredAt)
	require.Equal(t, authorized, b.Handle(b.plugin, b.notice("CHARGE")), "sent twice, it is the same event")

	b.capture("c", ref, 258801)
	captured := b.Handle(b.plugin, b.notice("CHARGE"))
	require.Equal(t, payment.EventCaptured, captured.Kind)
	require.NotEqual(t, authorized.ID, captured.ID)
	b.refund("r", ref, "", 500)
	refunded := b.Handle(b.plugin, b.notice("REFUND"))
	require.Equal(t, payment.EventRefunded, refunded.Kind)
	require.Equal(t, ref, refunded.Reference)
	require.Equal(t, eur(500), refunded.Amount)
}

// Amazon accepts each refund, and decides later.
func TestARefundIsToldWhenItHasEnded(t *testing.T) {
	for state, kind := range map[string]payment.EventKind{
		"RefundInitiated": payment.EventUnspecified, stateRefunded: payment.EventRefunded, stateDeclined: payment.EventDeclined,
	} {
		r := refund{ID: "R", Amount: toPrice(eur(500))}
		r.Status.State, r.Status.Reason = state, "ProcessingFailure"
		e, err := r.event()
		require.NoError(t, err)
		if kind == payment.EventUnspecified {
			require.Nil(t, e)
			continue
		}
		require.Equal(t, []any{kind, "R", eur(500)}, []any{e.Kind, e.OperationReference, e.Amount})
	}
}

func TestNotificationsOfReviews(t *testing.T) {
	b := start(t)
	for action, want := range map[string]payment.EventKind{"settle": payment.EventAuthorized, "deny": payment.EventDeclined} {
		session := b.express()
		ref := b.redirected(action, session).Reference
		b.act(session, "pending")
		b.complete(action, ref)
		require.Equal(t, payment.EventPending, b.Handle(b.plugin, b.notice("CHARGE")).Kind)
		b.act(session, action)
		e := b.Handle(b.plugin, b.notice("CHARGE"))
		require.Equal(t, want, e.Kind)
		require.Equal(t, ref, e.Reference)
	}
	session := b.checkout("9")
	b.act(session, "approve")
	o := b.authorize("9", session).(payment.Authorized)
	require.Equal(t, o.Reference, b.Handle(b.plugin, b.notice("CHARGE")).Reference, "the checkout button's session is named too")
	b.act(session, "lapse")
	lapsed := b.Handle(b.plugin, b.notice("CHARGE"))
	require.Equal(t, payment.EventVoided, lapsed.Kind)
	require.Equal(t, payment.CodeExpired, lapsed.Code)
	late, err := b.plugin.Payment.Capture(t.Context(), payment.CaptureRequest{Method: method, IdempotencyKey: "c", Reference: o.Reference, Amount: o.Amount})
	require.NoError(t, err)
	require.Equal(t, payment.CodeExpired, late.Code, "what was not taken in time")
}

func TestForgedNotificationsAreRefused(t *testing.T) {
	b := start(t)
	b.Rule(stage.WebhookOp, stage.Forge, 1)
	ref := b.paid("1")
	b.Refuse(b.plugin, b.notice("CHARGE"))
	b.capture("c", ref, 258801)
	good := b.notice("CHARGE")
	for what, spoil := range map[string]func(map[string]string){
		"another host's certificate": func(m map[string]string) { m["SigningCertURL"] = "http://evil.test/SimpleNotificationService-1.pem" },
		"a file":                     func(m map[string]string) { m["SigningCertURL"] = "file:///etc/passwd.pem" },
		"another version":            func(m map[string]string) { m["SignatureVersion"] = "2" },
		"an unknown version":         func(m map[string]string) { m["SignatureVersion"] = "3" },
		"no signature":               func(m map[string]string) { delete(m, "Signature") },
		"another signature":          func(m map[string]string) { m["Signature"] = "AAAA" },
		"another time":               func(m map[string]string) { m["Timestamp"] = "2030-01-01T00:00:00.000Z" },
		"another topic":              func(m map[string]string) { m["TopicArn"] = "arn:aws:sns:eu-west-1:1:mine" },
		"a subject":                  func(m map[string]string) { m["Subject"] = "x" },
	} {
		fields := map[string]string{}
		require.NoError(t, json.Unmarshal(good.Body, &fields))
		spoil(fields)
		bad := good
		bad.Body, _ = json.Marshal(fields)
		t.Log(what)
		b.Refuse(b.plugin, bad)
	}
	b.Handle(b.plugin, good)
}

// A stranger signs rightly, with a key of his own that lies on his own server.
func TestAStrangersKeyIsNotEvenFetched(t *testing.T) {
	b := start(t)
	stranger, err := sim.New(sim.Config{})
	require.NoError(t, err)
	t.Cleanup(stranger.Close)
	fetched := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fetched++
		stranger.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	b.paid("1")
	n := b.notice("CHARGE")
	n.Body = bytes.Replace(n.Body, []byte(b.URL), []byte(srv.URL), 1)
	b.Refuse(b.plugin, n)
	require.Zero(t, fetched)
}

// Everybody can have SNS sign a message. One about another merchant is refused, and one about us is looked up.
func TestAGenuineEnvelopeProvesNothingAboutTheMessage(t *testing.T) {
	b := start(t, "merchant_id", "SOMEBODYELSE")
	session := b.expressAs("MERCHANT")
	ref := b.authorize("1", session).(payment.Redirect).Reference
	b.act(session, "approve")
	b.complete("1", ref)
	b.Refuse(b.plugin, b.notice("CHARGE"))
}

// expressAs is express for a shop whose settings name another merchant than the button.
func (b *bench) expressAs(merchant string) string {
	b.T.Helper()
	s, err := b.plugin.Payment.Start(b.T.Context(), payment.StartRequest{Method: method, Express: true, URLs: b.urls(),
		Purchase: payment.Purchase{CheckoutID: bound}})
	require.NoError(b.T, err)
	s.ClientData["merchant_id"] = merchant
	id := b.click(s.ClientData)
	b.act(id, "continue")
	return id
}

func TestCertificatesLieAtSNSOnly(t *testing.T) {
	live := newCertificates(settings{})
	for address, good := range map[string]bool{
		"https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem": true,
		"http://sns.eu-west-1.amazonaws.com/x.pem":                            false,
		"https://sns.eu-west-1.amazonaws.com/x.txt":                           false,
		"https://bucket.s3.amazonaws.com/x.pem":                               false,
		"https://sns.eu-west-1.amazonaws.com.evil.test/x.pem":                 false,
		"https://evil.test/sns.eu-west-1.amazonaws.com/x.pem":                 false,
		"https://sns.eu-west-1.amazonaws.com@evil.test/x.pem":                 false,
		"https://sns.eu-west-1.amazonaws.com:8443/x.pem":                      false,
		"": false, "%zz": false,
	} {
		require.Equal(t, good, live.Trusts(address) == nil, address)
	}
}

func TestANotificationThatCannotBeCheckedComesAgain(t *testing.T) {
	b := start(t)
	b.paid("1")
	n := b.notice("CHARGE")
	for _, op := range []string{"certificate", "show_charge", "show_permission"} {
		b.Rule(op, stage.Status, -1)
		_, err := b.plugin.Payment.HandleWebhook(t.Context(), n)
		e := base.AsError(err)
		require.Equal(t, base.FaultProvider, e.Fault, "%s: neither proven nor forged", op)
		require.True(t, e.Retryable)
		b.sim.Stage().ClearRules()
	}
	b.Handle(b.plugin, n)
}

func FuzzNotification(f *testing.F) {
	f.Add([]byte(`{"Type":"Notification","MessageId":"1","Signature":"AA==","SigningCertURL":"https://sns.eu-west-1.amazonaws.com/x.pem"}`))
	f.Add([]byte(`[]`))
	a := &account{certs: newCertificates(settings{certHost: "nowhere.invalid"})}
	f.Fuzz(func(t *testing.T, body []byte) {
		_, err := a.genuine(t.Context(), base.WebhookRequest{Body: body, Headers: http.Header{"X-Amz-Sns-Message-Type": {"Notification"}}})
		if err == nil {
			t.Fatal("nobody signed this")
		}
	})
}
