package main

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/sdk/shipping"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func TestNotificationsAreSubscribedAndConfirmed(t *testing.T) {
	b := start(t)
	s, err := b.plugin.Shipping.CreateShipment(t.Context(), delivery())
	require.NoError(t, err)
	b.hear("subscription.ready")
	require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: stage.WebhookOp, Effect: stage.Duplicate}))
	_, err = b.sim.Act(s.Reference, "transit")
	require.NoError(t, err)
	first, second := b.hear("subscription.push"), b.hear("subscription.push")
	for _, r := range []base.WebhookRequest{first, second} {
		answer, err := b.plugin.Shipping.HandleWebhook(t.Context(), r)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, answer.Reply.Status)
		track, err := b.plugin.Shipping.Track(t.Context(), shipping.TrackRequest{TrackingNumber: s.Reference, Locale: "de-DE"})
		require.NoError(t, err)
		require.Equal(t, track.Scans, answer.Scans, "one event has one id, whichever way it comes")
	}
}

func TestNotificationsThatProveNothingAreForged(t *testing.T) {
	b := start(t)
	s, err := b.plugin.Shipping.CreateShipment(t.Context(), delivery())
	require.NoError(t, err)
	genuine := b.hear("subscription.validate")
	own := b.config.Values["push_url"] + "/subscription/sub-1"
	for what, c := range map[string]struct{ token, body string }{
		"no token":                {"", string(genuine.Body)},
		"a wrong token":           {"another-token-of-whom", string(genuine.Body)},
		"another host":            {webhookToken, `{"scope":"subscription.push","self":"https://evil.example/subscription/1","shipments":[{"id":"` + s.Reference + `"}]}`},
		"a way out of the path":   {webhookToken, `{"scope":"subscription.validate","secret":"x","self":"` + own + `/../../x"}`},
		"an unknown shipment":     {webhookToken, `{"scope":"subscription.push","self":"` + own + `","shipments":[{"id":"00340434000000000000"}]}`},
		"a shipment without id":   {webhookToken, `{"scope":"subscription.push","self":"` + own + `","shipments":[{}]}`},
		"a question, no secret":   {webhookToken, `{"scope":"subscription.validate","self":"` + own + `"}`},
		"something else":          {webhookToken, `[1]`},
		"an unknown subscription": {webhookToken, `{"scope":"subscription.push"}`},
	} {
		r := base.WebhookRequest{Method: http.MethodPost, Body: []byte(c.body), Headers: http.Header{}}
		if c.token != "" {
			r.Headers.Set(tokenHeader, c.token)
		}
		answer, err := b.plugin.Shipping.HandleWebhook(t.Context(), r)
		require.ErrorIs(t, err, base.Forged(""), what)
		require.Empty(t, answer.Scans)
	}
}

func TestLabelsAreMadeWithoutNotifications(t *testing.T) {
	b := start(t)
	require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: "subscribe", Effect: stage.Status, Status: http.StatusBadRequest}))
	_, err := b.plugin.Shipping.CreateShipment(t.Context(), delivery())
	require.NoError(t, err)
	require.Equal(t, 1, b.sim.Stage().Counts()["subscribe"])
}

func TestATokenIsNeededForNotifications(t *testing.T) {
	c := start(t).config
	c.Secrets["webhook_token"] = "short"
	err := newPlugin().Base.Configure(t.Context(), c)
	require.ErrorIs(t, err, &base.Error{Code: base.CodeInvalidConfig})
	require.Contains(t, err.Error(), "webhook_token")
}

// Without a token an empty one proves nothing.
func TestWithoutATokenNobodyIsHeard(t *testing.T) {
	b := start(t)
	s, err := b.plugin.Shipping.CreateShipment(t.Context(), delivery())
	require.NoError(t, err)
	delete(b.config.Secrets, "webhook_token")
	delete(b.config.Values, "webhook_url")
	deaf := sdktest.Target{New: newPlugin, Config: b.config}.Start(t)
	news := base.WebhookRequest{Body: []byte(`{"scope":"subscription.push","self":"` + b.config.Values["push_url"] + `/subscription/1","shipments":[{"id":"` + s.Reference + `"}]}`),
		Headers: http.Header{tokenHeader: {""}}}
	_, err = deaf.Shipping.HandleWebhook(t.Context(), news)
	require.ErrorIs(t, err, base.Forged(""))
	news.Headers.Set(tokenHeader, webhookToken)
	_, err = b.plugin.Shipping.HandleWebhook(t.Context(), news)
	require.NoError(t, err, "with one it is genuine")
}

func FuzzNotification(f *testing.F) {
	f.Add([]byte(`{"scope":"subscription.push","self":"http://127.0.0.1:1/tracking/push/v1/subscription/1","shipments":[{"id":"1"}]}`))
	f.Add([]byte(`{"scope":"subscription.validate","secret":"s"}`))
	a := &account{settings: settings{pushURL: "http://127.0.0.1:1/tracking/push/v1"}}
	f.Fuzz(func(t *testing.T, body []byte) {
		n, id, err := a.read(body)
		if err != nil {
			require.ErrorIs(t, err, base.Forged(""))
			return
		}
		require.Equal(t, a.pushURL+"/subscription/"+id, n.Self)
		for _, s := range n.Shipments {
			require.NotEmpty(t, s.ID)
		}
	})
}
