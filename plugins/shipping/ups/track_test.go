package main

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func (b *bench) track(number string) shipping.Track {
	b.t.Helper()
	k, err := b.plugin.Shipping.Track(b.t.Context(), shipping.TrackRequest{TrackingNumber: number, Locale: "de-DE"})
	require.NoError(b.t, err)
	return k
}

func TestTrackingFollowsTheParcel(t *testing.T) {
	b := start(t)
	s := b.create(delivery("s1"))
	require.Equal(t, shipping.ParcelAnnounced, b.track(s.Reference).State)
	for _, step := range []struct {
		action string
		state  shipping.ParcelState
	}{
		{"pickup", shipping.ParcelInTransit}, {"out", shipping.ParcelOutForDelivery}, {"fail", shipping.ParcelFailed},
		{"hold", shipping.ParcelReadyForPickup}, {"return", shipping.ParcelReturned}, {"deliver", shipping.ParcelDelivered},
	} {
		_, err := b.sim.Act(s.Reference, step.action)
		require.NoError(t, err)
		k := b.track(s.Reference)
		require.Equal(t, step.state, k.State, step.action)
		require.Equal(t, step.state, k.Scans[len(k.Scans)-1].State)
		require.Equal(t, step.state == shipping.ParcelDelivered, k.EstimatedAt.IsZero())
	}
	k := b.track(s.Reference)
	require.Len(t, k.Scans, 7)
	require.WithinDuration(t, time.Now(), k.Scans[6].OccurredAt, 2*time.Minute)
	require.Equal(t, "Zugestellt", k.Scans[6].Description)
	require.False(t, b.track("1ZA1B2C30000000000").Known)
}

func TestAlertsAreConfirmed(t *testing.T) {
	b := start(t)
	s := b.create(delivery("s1"))
	require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: stage.WebhookOp, Effect: stage.Duplicate}))
	_, err := b.sim.Act(s.Reference, "deliver")
	require.NoError(t, err)
	for range 2 {
		answer, err := b.plugin.Shipping.HandleWebhook(t.Context(), b.hear())
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, answer.Reply.Status)
		require.Equal(t, b.track(s.Reference).Scans, answer.Scans, "one event has one id, whichever way it comes")
	}
}

func TestAlertsThatProveNothingAreForged(t *testing.T) {
	b := start(t)
	s := b.create(delivery("s1"))
	genuine := `{"trackingNumber":"` + s.Reference + `","activityStatus":{"type":"D"}}`
	for what, c := range map[string]struct{ credential, body string }{
		"no credential":      {"", genuine},
		"a wrong credential": {"Bearer another-credential-of-x", genuine},
		"a bare credential":  {credential, genuine},
		"no status":          {"Bearer " + credential, `{"trackingNumber":"` + s.Reference + `"}`},
		"another carrier's":  {"Bearer " + credential, `{"trackingNumber":"00340434161094000001","activityStatus":{"type":"D"}}`},
		"a path":             {"Bearer " + credential, `{"trackingNumber":"1Z/../../details/1","activityStatus":{"type":"D"}}`},
		"an unknown parcel":  {"Bearer " + credential, `{"trackingNumber":"1ZA1B2C30000000000","activityStatus":{"type":"D"}}`},
		"something else":     {"Bearer " + credential, `[]`},
	} {
		r := base.WebhookRequest{Method: http.MethodPost, Body: []byte(c.body), Headers: http.Header{}}
		r.Headers.Set("Authorization", c.credential)
		answer, err := b.plugin.Shipping.HandleWebhook(t.Context(), r)
		require.ErrorIs(t, err, base.Forged(""), what)
		require.Empty(t, answer.Scans)
	}
}

func TestWithoutACredentialNobodyIsHeard(t *testing.T) {
	b := start(t)
	delete(b.config.Secrets, "webhook_credential")
	p := b.process()
	s, err := p.Shipping.CreateShipment(t.Context(), delivery("s1"))
	require.NoError(t, err)
	r := base.WebhookRequest{Body: []byte(`{"trackingNumber":"` + s.Reference + `","activityStatus":{}}`), Headers: http.Header{"Authorization": {"Bearer "}}}
	_, err = p.Shipping.HandleWebhook(t.Context(), r)
	require.ErrorIs(t, err, base.Forged(""))
	require.Zero(t, b.sim.Stage().Counts()["subscribe"])
}

func TestLabelsAreMadeWithoutAlerts(t *testing.T) {
	b := start(t)
	require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: "subscribe", Effect: stage.Hang}))
	b.create(delivery("s1"))
	require.Equal(t, 1, b.sim.Stage().Counts()["subscribe"])
}

func TestTimes(t *testing.T) {
	for text, want := range map[[2]string]string{
		{"20260701", "120000"}: "2026-07-01T12:00:00Z", {"20260701", "74700"}: "2026-07-01T07:47:00Z",
		{"20260701", "07:47:00"}: "2026-07-01T07:47:00Z", {"20260701", ""}: "2026-07-01T00:00:00Z", {"x", "y"}: "0001-01-01T00:00:00Z",
	} {
		require.Equal(t, want, when(text[0], text[1], time.UTC).Format(time.RFC3339))
	}
	require.Equal(t, "2026-07-01T16:00:00Z", activity{Date: "20260701", Time: "180000"}.at().Format(time.RFC3339))
}

// The shop keeps each scan once, by its id.
func TestScansAreToldApartWithoutGMT(t *testing.T) {
	depot := status{Type: "I", Code: "AR"}
	way := trackedPackage{TrackingNumber: "1Z", Activity: []activity{
		{Date: "20260702", Time: "061500", Status: depot}, {Date: "20260701", Time: "180000", Status: depot},
		{GMTDate: "20260701", GMTTime: "74700", Date: "20260701", Time: "094700", Status: depot},
	}}.way()
	require.Equal(t, []string{"1Z 20260701074700 IAR", "1Z 20260701180000 IAR", "1Z 20260702061500 IAR"},
		[]string{way.Scans[0].ID, way.Scans[1].ID, way.Scans[2].ID})
}

func FuzzAlert(f *testing.F) {
	f.Add([]byte(`{"trackingNumber":"1ZA1B2C30000000000","activityStatus":{"type":"D","code":"FS"}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		number, err := alerted(body)
		if err != nil {
			require.ErrorIs(t, err, base.Forged(""))
			return
		}
		require.Regexp(t, numberForm, number)
	})
}

func FuzzWay(f *testing.F) {
	f.Add([]byte(`{"trackingNumber":"1Z","activity":[{"gmtDate":"20260701","gmtTime":"74700","status":{"type":"I"}}],"deliveryDate":[{"type":"SDD","date":"2"}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var p trackedPackage
		if json.Unmarshal(raw, &p) != nil {
			return
		}
		require.Len(t, p.way().Scans, len(p.Activity))
	})
}
