package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/sdk/tracking"
	"kontor.dev/kontor/plugins/simulator/stage"
	"kontor.dev/kontor/plugins/tracking/collector/sim"
)

func start(t *testing.T, changes ...string) (*sim.Sim, base.Config, sdk.Plugin) {
	t.Helper()
	s := sim.New(sim.Config{Key: "collector-key"})
	srv := httptest.NewServer(s.Handler())
	t.Cleanup(srv.Close)
	values := map[string]string{"url": srv.URL, "timeout": "1s"}
	for i := 0; i+1 < len(changes); i += 2 {
		values[changes[i]] = changes[i+1]
	}
	c := base.Config{Values: values, Secrets: map[string]base.Secret{"key": "collector-key"}}
	return s, c, sdktest.Target{New: newPlugin, Config: c}.Start(t)
}

// received gives what the collector has, as its own words.
func received(t *testing.T, s *sim.Sim) []sim.Event {
	t.Helper()
	raw, err := json.Marshal(s.State())
	require.NoError(t, err)
	var v struct{ Events []sim.Event }
	require.NoError(t, json.Unmarshal(raw, &v))
	return v.Events
}

func happened(id, kind string) tracking.Event {
	return tracking.Event{ID: id, Type: kind, OccurredAt: time.Now(), VisitorID: "t-1", ContactID: "c-1", URL: "https://shop.test/p",
		Language: "de", Data: json.RawMessage(`{"productIds":[7]}`)}
}

func TestConformance(t *testing.T) {
	_, c, _ := start(t)
	sdktest.Run(t, sdktest.Target{New: newPlugin, Config: c, Tracking: &sdktest.Tracking{}})
}

func TestEventsArriveOnceWithTheirConsent(t *testing.T) {
	s, _, p := start(t)
	batch := tracking.Batch{ID: "b1", Events: []tracking.Event{happened("1", "addToCart"), happened("2", "conversion")}}
	require.NoError(t, s.Stage().Add(stage.Rule{Op: "events", Effect: stage.DropReply}))
	require.NoError(t, s.Stage().Add(stage.Rule{Op: "events", Effect: stage.Status}))
	for range 2 {
		r, err := p.Tracking.Deliver(t.Context(), batch)
		require.NoError(t, err)
		require.Equal(t, 2, r.Accepted)
	}
	got := received(t, s)
	require.Len(t, got, 2)
	require.Equal(t, "event-analytics", got[0].Consent)
	require.Equal(t, "t-1", got[0].TID)
	require.Equal(t, "c-1", got[0].Contact)
	require.JSONEq(t, `{"productIds":[7]}`, string(got[0].Data))
}

func TestTheEventsOfTheShopArriveWithTheirFields(t *testing.T) {
	s, _, p := start(t)
	fields := map[string]string{
		"addToCart":        `{"productIds":[7,8],"clickElementName":"pdp"}`,
		"removeFromCart":   `{"productIds":[7]}`,
		"conversion":       `{"orderId":4711,"affiliate":"a","dyAccepted":true,"nsAccepted":false,"awAccepted":true}`,
		"externalRedirect": `{"clickElementName":"footer"}`,
		"cto_interaction":  `{"productIds":[9],"clickElementName":"teaser"}`,
		"scrolling": `{"referrer":"https://search.test/","scrollings":[{"scrollDepth":25,"maxScrollDepth":50,"scrollTime":60,
			"dynamicUrl":"/p","eventId":"e","eventTrigger":"timer"}]}`,
		"userConsent":    `{"consentData":[{"serviceName":"event-analytics","templateId":"t","consentStatus":true,"consentHistory":[]}]}`,
		"gtmTagLogging":  `{"gtmTagLogging":{"tag":"x"}}`,
		"configuratorUI": `{"element":{"trackingName":"ram","value":"32"}}`,
	}
	var b tracking.Batch
	for kind, data := range fields {
		e := happened(kind, kind)
		e.Data = json.RawMessage(data)
		b.Events = append(b.Events, e)
	}
	r, err := p.Tracking.Deliver(t.Context(), b)
	require.NoError(t, err)
	require.Empty(t, r.Rejected)
	got := received(t, s)
	require.Len(t, got, len(fields))
	for _, e := range got {
		require.JSONEq(t, fields[e.Type], string(e.Data))
		if e.Type == "scrolling" {
			require.Equal(t, "https://search.test/", e.Referer)
		}
	}
}

func TestACollectorThatIsDownIsTriedAgainLater(t *testing.T) {
	s, _, p := start(t)
	require.NoError(t, s.Stage().Add(stage.Rule{Op: "events", Effect: stage.Status, Times: -1}))
	_, err := p.Tracking.Deliver(t.Context(), tracking.Batch{ID: "b", Events: []tracking.Event{happened("1", "addToCart")}})
	e := base.AsError(err)
	require.Equal(t, base.FaultProvider, e.Fault)
	require.True(t, e.Retryable)
	require.Equal(t, 3, s.Stage().Counts()["events"])
}

func TestWrongEventsAreRejectedAlone(t *testing.T) {
	s, _, p := start(t, "event_types", "addToCart\nconversion")
	old := happened("old", "addToCart")
	old.OccurredAt = time.Now().Add(-100 * time.Hour)
	relative := happened("relative", "addToCart")
	relative.URL = "/p"
	list := happened("list", "addToCart")
	list.Data = json.RawMessage(`[1]`)
	r, err := p.Tracking.Deliver(t.Context(), tracking.Batch{ID: "b", Events: []tracking.Event{
		old, happened("good", "addToCart"), relative, list, happened("other", "cto_interaction")}})
	require.NoError(t, err)
	require.Equal(t, 1, r.Accepted)
	codes := map[string]string{}
	for _, x := range r.Rejected {
		codes[x.EventID] = x.Code
	}
	require.Equal(t, map[string]string{"old": "too_old", "relative": "invalid_url", "list": "invalid_data", "other": "not_wanted"}, codes)
	require.Len(t, received(t, s), 1)
}

func TestWhatTheCollectorRefusesIsLeftOut(t *testing.T) {
	s, _, p := start(t, "consent_service", "x")
	spaced := happened("spaced", "addToCart")
	spaced.URL = "https://shop.test/p"
	null := happened("null", "addToCart")
	null.Data = json.RawMessage(`null`) // an object for Go's reader, none for the collector
	r, err := p.Tracking.Deliver(t.Context(), tracking.Batch{ID: "b", Events: []tracking.Event{spaced, null}})
	require.NoError(t, err)
	require.Equal(t, 1, r.Accepted)
	require.Equal(t, []tracking.Rejection{{EventID: "null", Code: "refused_data"}}, r.Rejected)
	require.Len(t, received(t, s), 1)
}

func TestLargeBatchesAreCut(t *testing.T) {
	s, _, p := start(t)
	var b tracking.Batch
	for i := range 40 {
		e := happened(fmt.Sprint(i), "scroll")
		e.Data = json.RawMessage(`{"x":"` + strings.Repeat("a", 50<<10) + `"}`)
		b.Events = append(b.Events, e)
	}
	r, err := p.Tracking.Deliver(t.Context(), b)
	require.NoError(t, err)
	require.Equal(t, 40, r.Accepted)
	require.Len(t, received(t, s), 40)
	require.Equal(t, 3, s.Stage().Counts()["events"])
}

// Of several requests the collector may refuse one for what is in it, as for its length. What is about the address or the sender is another
// matter: all of it comes again.
func TestARefusedRequestTakesNoOtherWithIt(t *testing.T) {
	for status, alone := range map[int]bool{http.StatusBadRequest: true, http.StatusRequestEntityTooLarge: true,
		http.StatusForbidden: false, http.StatusNotFound: false, http.StatusServiceUnavailable: false} {
		_, c, _ := start(t)
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if strings.Contains(string(body), "unwanted") {
				w.WriteHeader(status)
				return
			}
			w.WriteHeader(http.StatusAccepted)
		}))
		c.Values["url"] = srv.URL
		var events []tracking.Event
		for i := range 40 { // of which 17 go into a request
			e := happened(fmt.Sprint(i), "scroll")
			e.Data = json.RawMessage(`{"x":"` + strings.Repeat("a", 50<<10) + `"}`)
			events = append(events, e)
		}
		events[0].Data = json.RawMessage(`{"x":"unwanted` + strings.Repeat("a", 50<<10) + `"}`)
		p := sdktest.Target{New: newPlugin, Config: c}.Start(t)
		for range 2 { // told again, it is answered as before
			r, err := p.Tracking.Deliver(t.Context(), tracking.Batch{ID: "b", Events: events})
			if !alone {
				require.Equal(t, fmt.Sprint("http_", status), base.AsError(err).Code)
				continue
			}
			require.NoError(t, err, status)
			require.Equal(t, len(events)-len(r.Rejected), r.Accepted)
			require.Len(t, r.Rejected, 17)
			require.Equal(t, tracking.Rejection{EventID: "0", Code: "refused"}, r.Rejected[0])
		}
		if alone {
			_, err := p.Tracking.Deliver(t.Context(), tracking.Batch{ID: "b", Events: events[:1]})
			require.Equal(t, fmt.Sprint("http_", status), base.AsError(err).Code, "all that was sent was refused: it is told")
		}
		srv.Close()
	}
}

// A refusal that names no event of the request is one of the whole, and not a reason to ask for ever.
func TestARefusalOfNoEvent(t *testing.T) {
	for _, answer := range []string{`{"events": [{"index": 1, "field": "url"}, {"index": -1}]}`, `{"events": []}`, `no JSON`} {
		_, c, _ := start(t)
		asked := 0
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if asked++; asked > 1 {
				return // it would be taken now
			}
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, answer)
		}))
		c.Values["url"] = srv.URL
		_, err := sdktest.Target{New: newPlugin, Config: c}.Start(t).Tracking.Deliver(t.Context(), tracking.Batch{ID: "b", Events: []tracking.Event{happened("1", "addToCart")}})
		srv.Close()
		require.Error(t, err, answer)
		require.Equal(t, "http_400", base.AsError(err).Code, answer)
		require.Equal(t, 1, asked)
	}
}

// Whatever a browser sends, an event is JSON that the collector can read, with the consent, or rejected.
func FuzzData(f *testing.F) {
	for _, seed := range []string{`{"productIds":[7]}`, `{"referrer":7}`, `{"referrer":"https://search.test/"}`, `[]`, `null`, `{`, ``} {
		f.Add("scrolling", "https://shop.test/p", []byte(seed))
	}
	f.Add("", "::", []byte(`{}`))
	target := &target{service: tracking.Service{Name: "event-analytics"}}
	f.Fuzz(func(t *testing.T, kind, address string, data []byte) {
		e := happened("1", kind)
		e.URL, e.Data = address, data
		raw, code := target.encode(e, time.Now())
		require.NotEqual(t, raw == nil, code == "")
		if code == "" {
			var sent struct{ Consent string }
			require.NoError(t, json.Unmarshal(raw, &sent))
			require.Equal(t, "event-analytics", sent.Consent)
		}
	})
}
