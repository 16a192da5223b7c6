package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
)

// The value was worked out with another program: HMAC-SHA-256 with the key "secret", in hexadecimal.
func TestSignatureVector(t *testing.T) {
	body := []byte(`{"topic":"order/confirmed","order_uuid":"11111111-2222-3333-4444-555555555555"}`)
	mac, err := hex.DecodeString("0bfdb2f77be338ba60d07bc7f3f10aa20876c24ef27fa7085707bf2007d1f97d")
	require.NoError(t, err)
	require.True(t, signed("secret", body, mac))
	require.False(t, signed("other", body, mac))
	require.False(t, signed("", body, mac))
	require.False(t, signed("secret", append(body, ' '), mac))
}

func TestWebhooksTellWhatHappened(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.Rule(stage.WebhookOp, stage.BeforeReturn, 1)
	b.Act(r.Reference, "approve")
	approved := b.Handle(b.plugin, b.notice("order/authorized"))
	require.Equal(t, payment.EventApproved, approved.Kind)
	require.Equal(t, r.Reference, approved.Reference)
	require.Zero(t, b.Count("authorization"), "a webhook confirms nothing")

	b.Rule(stage.WebhookOp, stage.Duplicate, 1)
	b.complete("1", r.Reference)
	confirmed := b.Handle(b.plugin, b.notice("order/confirmed"))
	require.Equal(t, payment.EventAuthorized, confirmed.Kind)
	require.Equal(t, eur(total), confirmed.Amount)
	require.NotEqual(t, approved.ID, confirmed.ID)
	require.Equal(t, confirmed.ID, b.Handle(b.plugin, b.notice("order/confirmed")).ID, "sent twice, it is the same event")

	b.void(r.Reference, 0)
	require.Equal(t, payment.EventVoided, b.Handle(b.plugin, b.notice("order/canceled")).Kind)

	r = b.authorize("2")
	b.Act(r.Reference, "review")
	b.complete("2", r.Reference)
	require.Equal(t, payment.EventPending, b.Handle(b.plugin, b.notice("order/pending")).Kind)
	b.Act(r.Reference, "deny")
	declined := b.Handle(b.plugin, b.notice("order/declined"))
	require.Equal(t, payment.EventDeclined, declined.Kind)
	require.Equal(t, payment.CodeRisk, declined.Code)
}

// Whatever reason Mondu gives: the order itself, which Complete and Status read, tells none.
func TestADeclineIsTheSameHoweverItIsLearned(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.Act(r.Reference, "decline")
	n := b.notice("order/declined")
	for _, reason := range []string{"", "buyer_fraud", "buyer_limit_exceeded"} {
		n.Body = []byte(`{"topic":"order/declined","order_uuid":"` + r.Reference + `","reason":"` + reason + `"}`)
		n.Headers.Set(signatureHeader, hex.EncodeToString(sum("hook-secret", n.Body)))
		require.Equal(t, b.status(r.Reference).Outcome.(payment.Declined).Code, b.Handle(b.plugin, n).Code, reason)
	}
}

func TestACancellationIsOneHoweverItIsSpelled(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.void(r.Reference, 0)
	n := b.notice("order/canceled")
	want := b.Handle(b.plugin, n)
	n.Body = []byte(`{"topic":"order/cancelled","order_uuid":"` + r.Reference + `"}`)
	n.Headers.Set(signatureHeader, hex.EncodeToString(sum("hook-secret", n.Body)))
	got := b.Handle(b.plugin, n)
	require.Equal(t, payment.EventVoided, got.Kind)
	require.Equal(t, want.ID, got.ID)
}

func TestAConfirmationThatComesAfterTheEndIsNone(t *testing.T) {
	b := start(t)
	id := b.confirmed("1")
	n := b.notice("order/confirmed")
	b.void(id, 0)
	a, err := b.plugin.Payment.HandleWebhook(t.Context(), n)
	require.NoError(t, err)
	require.Empty(t, a.Events)
	require.Equal(t, http.StatusOK, a.Reply.Status)
}

func TestForgedWebhooksAreRefused(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.Rule(stage.WebhookOp, stage.Forge, 1)
	b.Act(r.Reference, "approve")
	b.Refuse(b.plugin, b.notice("order/confirmed"))

	b.complete("1", r.Reference)
	good := b.notice("order/confirmed")
	for what, spoil := range map[string]func(*base.WebhookRequest){
		"another signature": func(n *base.WebhookRequest) { n.Headers.Set(signatureHeader, "00") },
		"no signature":      func(n *base.WebhookRequest) { n.Headers.Del(signatureHeader) },
		"no hexadecimal":    func(n *base.WebhookRequest) { n.Headers.Set(signatureHeader, "zz") },
		"another order":     func(n *base.WebhookRequest) { n.Body = bytes.Replace(n.Body, []byte(r.Reference), []byte("other"), 1) },
	} {
		bad := good
		bad.Headers = good.Headers.Clone()
		spoil(&bad)
		t.Log(what)
		b.Refuse(b.plugin, bad)
	}
	b.Handle(b.plugin, good)
	require.Equal(t, 1, b.Count("webhook_keys"), "the secret is not asked for at each forged notification")
}

func FuzzWebhook(f *testing.F) {
	f.Add([]byte(`{"topic":"order/declined","order_uuid":"11111111-2222-3333-4444-555555555555","reason":"buyer_fraud"}`))
	f.Add([]byte(`{"topic":"order/authorized","order_uuid":7}`))
	f.Add([]byte(`[]`))
	p := &plugin{}
	a := newAPI(settings{apiURL: "http://127.0.0.1:1", timeout: time.Second})
	p.account.Store(&account{api: a, hooks: newHooks(a, "secret")})
	f.Fuzz(func(t *testing.T, body []byte) {
		n := base.WebhookRequest{Body: body, Headers: http.Header{signatureHeader: {hex.EncodeToString(sum("secret", body))}}}
		ctx, cancel := context.WithCancel(t.Context())
		cancel() // it shall not ask anybody
		answer, err := p.HandleWebhook(ctx, n)
		for _, e := range answer.Events {
			require.NoError(t, err)
			require.NotEmpty(t, e.ID)
			require.NotEmpty(t, e.Reference)
			require.NotEqual(t, payment.EventUnspecified, e.Kind)
		}
	})
}

func TestTheSecretComesFromMondu(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.Act(r.Reference, "approve")
	n := b.notice("order/authorized")
	b.Rule("webhook_keys", stage.Status, -1)
	_, err := b.plugin.Payment.HandleWebhook(t.Context(), n)
	e := base.AsError(err)
	require.Equal(t, base.FaultProvider, e.Fault, "neither proven nor forged: Mondu shall send it again")
	require.True(t, e.Retryable)
	b.sim.Stage().ClearRules()
	b.Handle(b.plugin, n)
}

// Anybody can send a notification; while Mondu is silent about the secret, buyers still pay.
func TestNoBuyerWaitsForANotificationToBeProven(t *testing.T) {
	b := start(t)
	b.Rule("webhook_keys", stage.Hang, -1)
	ctx, cancel := context.WithCancel(t.Context())
	proven := make(chan error, 1)
	forged := base.WebhookRequest{Body: []byte("{}"), Headers: http.Header{signatureHeader: {hex.EncodeToString(make([]byte, 32))}}}
	go func() {
		_, err := b.plugin.Payment.HandleWebhook(ctx, forged)
		proven <- err
	}()
	require.Eventually(t, func() bool { return b.Count("webhook_keys") > 0 }, 5*time.Second, time.Millisecond)
	b.authorize("1")
	require.Equal(t, 1, b.Count("create_webhook"))
	require.Empty(t, proven, "Mondu has not answered yet")
	cancel()
	require.Error(t, <-proven)
}

// A secret that the operator has set is the only one, and nobody is asked for it.
func TestTheSecretThatIsSetIsTheOnlyOne(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.Act(r.Reference, "approve")
	n := b.notice("order/authorized")
	for secret, genuine := range map[base.Secret]bool{"hook-secret": true, "another-secret": false} {
		c := b.config()
		c.Secrets["webhook_secret"] = secret
		p := sdktest.Target{New: newPlugin, Config: c}.Start(t)
		if genuine {
			b.Handle(p, n)
		} else {
			b.Refuse(p, n)
		}
	}
	require.Zero(t, b.Count("webhook_keys"))
}

func TestTheWebhookIsRegisteredOnce(t *testing.T) {
	b := start(t)
	b.authorize("1")
	b.authorize("2")
	require.Equal(t, 1, b.Count("create_webhook"))
	other := start(t, "register_webhooks", "false")
	other.authorize("1")
	require.Zero(t, other.Count("create_webhook"))
}

func TestTopicsThatMeanNothingAreAnswered(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.Act(r.Reference, "approve")
	n := b.notice("order/authorized")
	for _, body := range []string{`{"topic":"invoice/created","order_uuid":"x"}`, `{"topic":"order/authorized"}`, `{}`} {
		n.Body = []byte(body)
		n.Headers.Set(signatureHeader, hex.EncodeToString(sum("hook-secret", n.Body)))
		a, err := b.plugin.Payment.HandleWebhook(t.Context(), n)
		require.NoError(t, err)
		require.Empty(t, a.Events)
		require.Equal(t, http.StatusOK, a.Reply.Status)
	}
}
