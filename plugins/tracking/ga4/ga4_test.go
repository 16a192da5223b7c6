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

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/sdk/tracking"
	"kontor.dev/kontor/plugins/simulator/stage"
	"kontor.dev/kontor/plugins/simulator/stage/stagetest"
	"kontor.dev/kontor/plugins/tracking/ga4/sim"
)

const secret = "secret-of-the-stream"

func start(t *testing.T, changes ...string) (*sim.Sim, sdktest.Target) {
	t.Helper()
	s := sim.New(sim.Config{MeasurementID: "G-KONTOR", Secret: secret})
	srv := httptest.NewServer(s.Handler())
	t.Cleanup(srv.Close)
	values := stagetest.Changed(map[string]string{"url": srv.URL, "measurement_id": "G-KONTOR", "timeout": "1s", "state_dir": t.TempDir()}, changes...)
	return s, sdktest.Target{New: newPlugin, Config: base.Config{Values: values, Secrets: map[string]base.Secret{"api_secret": secret}}}
}

// collected gives what Google Analytics has, in its own words.
func collected(t *testing.T, s *sim.Sim) []sim.Event {
	t.Helper()
	raw, err := json.Marshal(s.State())
	require.NoError(t, err)
	var v struct{ Events []sim.Event }
	require.NoError(t, json.Unmarshal(raw, &v))
	return v.Events
}

// world puts the target's provider behind a proxy that the checks can spoil.
func world(t *testing.T) sdktest.Target {
	t.Helper()
	s, target := start(t, "timeout", "2s")
	target.World, target.Config.Values["url"] = stagetest.World(t, s, 2*time.Second)
	target.Tracking = &sdktest.Tracking{}
	return target
}

func TestConformance(t *testing.T) { sdktest.Run(t, world(t)) }

func TestNothingIsDroppedForItsLength(t *testing.T) {
	s, target := start(t)
	p := target.Start(t)
	for i, kind := range []string{"addToCart", "removeFromCart", "conversion", "externalRedirect", "cto_interaction"} {
		e := stagetest.Event(fmt.Sprint(i), kind, `{"orderId":"1","productIds":[1],"clickElementName":"`+strings.Repeat("ü", 200)+`"}`)
		e.URL, e.Referrer, e.Language = "https://shop.test/"+strings.Repeat("x", 2000), strings.Repeat("y", 2000), strings.Repeat("z", 200)
		require.Equal(t, 1, stagetest.Deliver(t, p, e).Accepted)
	}
	require.Zero(t, s.Stage().Counts()["invalid"], "%v", s.Stage().Journal())
	require.Len(t, collected(t, s), 5)
}

func TestEventsBecomeGoogles(t *testing.T) {
	s, target := start(t)
	r := stagetest.Deliver(t, target.Start(t),
		stagetest.Event("1", "addToCart", `{"productIds":[7,"8"]}`),
		stagetest.Event("2", "removeFromCart", `{"products":[{"productId":7,"articleNumber":"A-7","productPrice":{"minor":1999,"currency":"EUR"}}]}`),
		stagetest.Event("3", "cto_interaction", `{"clickElementName":"teaser"}`),
		stagetest.Event("4", "scrolling", `{"referrer":"https://search.test/","scrollings":[{"eventTrigger":"init","maxScrollDepth":0}]}`),
		stagetest.Event("5", "nbb.scrolling", `{"scrollings":[{"eventTrigger":"timer","maxScrollDepth":25},{"eventTrigger":"unload","maxScrollDepth":75}]}`),
		stagetest.Event("6", "conversion", `{"orderId":4711,"products":[{"productId":7,"articleNumber":"A-7","productName":"Ein Buch",
			"productPrice":{"minor":1999,"currency":"EUR"},"productQuantity":2},{"productId":8,"productPrice":{"minor":5,"currency":"EUR"}}]}`))
	require.Equal(t, tracking.Receipt{Accepted: 6}, r)
	events := collected(t, s)
	require.Len(t, events, 6)
	names := []string{}
	for _, e := range events {
		names = append(names, e.Name)
		require.Equal(t, events[0].Client, e.Client)
		require.Equal(t, "https://shop.test/p", e.Params["page_location"])
	}
	require.Equal(t, []string{"add_to_cart", "remove_from_cart", "cto_interaction", "page_view", "scroll", "purchase"}, names)
	require.Equal(t, []any{map[string]any{"item_id": "7", "quantity": 1.0}, map[string]any{"item_id": "8", "quantity": 1.0}}, events[0].Params["items"])
	require.Equal(t, 19.99, events[1].Params["value"])
	require.Equal(t, "teaser", events[2].Params["link_text"])
	require.Equal(t, "https://search.test/", events[3].Params["page_referrer"])
	require.Equal(t, 75.0, events[4].Params["percent_scrolled"])
	require.Equal(t, "4711", events[5].Params["transaction_id"])
	require.Equal(t, 40.03, events[5].Params["value"])
	require.Equal(t, "EUR", events[5].Params["currency"])
	require.Regexp(t, `^\d+\.\d+$`, events[0].Client)
	require.NotContains(t, fmt.Sprint(events), "t-1", "the shop's own id of the visitor stays in the shop")
	require.NotContains(t, fmt.Sprint(events), "c-1")
}

// Google takes no item that has neither a number nor a name, and drops the event with it.
func TestWhatIsNoProductIsNoItem(t *testing.T) {
	for data, want := range map[string][]any{
		`{"orderId":1,"productIds":[""]}`:                      nil,
		`{"orderId":1,"productIds":["","7"]}`:                  {map[string]any{"item_id": "7", "quantity": 1.0}},
		`{"orderId":1,"products":[{},{"productName":"Book"}]}`: {map[string]any{"item_name": "Book", "quantity": 1.0}},
	} {
		s, target := start(t)
		require.Equal(t, 1, stagetest.Deliver(t, target.Start(t), stagetest.Event("1", "conversion", data)).Accepted, data)
		events := collected(t, s)
		require.Len(t, events, 1, data)
		items, has := events[0].Params["items"]
		require.Equal(t, len(want) > 0, has, data)
		if has {
			require.Equal(t, want, items, data)
		}
	}
}

func TestEventsCountOnce(t *testing.T) {
	s, target := start(t)
	p := target.Start(t)
	batch := tracking.Batch{ID: "b", Events: []tracking.Event{stagetest.Event("1", "addToCart", `{}`), stagetest.Event("2", "addToCart", `{}`), stagetest.Event("2", "addToCart", `{}`)}}
	require.NoError(t, s.Stage().Add(stage.Rule{Op: "collect", Effect: stage.DropReply}))
	_, err := p.Tracking.Deliver(t.Context(), batch)
	e := base.AsError(err)
	require.True(t, e.Retryable)
	require.True(t, e.OutcomeUnknown)
	require.NotContains(t, err.Error(), secret)
	for range 2 {
		require.Equal(t, 3, stagetest.Deliver(t, p, batch.Events...).Accepted)
	}
	require.Equal(t, 3, stagetest.Deliver(t, target.Start(t), batch.Events...).Accepted, "a new program knows it too")
	require.Len(t, collected(t, s), 2)
}

func TestWhatDidNotArriveIsSentAgain(t *testing.T) {
	s, target := start(t)
	p := target.Start(t)
	require.NoError(t, s.Stage().Add(stage.Rule{Op: "collect", Effect: stage.Status}))
	var events []tracking.Event
	for i := range 100 {
		e := stagetest.Event(fmt.Sprint(i), "addToCart", `{}`)
		e.VisitorID = fmt.Sprint("t-", i/2)
		events = append(events, e)
	}
	_, err := p.Tracking.Deliver(t.Context(), tracking.Batch{ID: "b", Events: events})
	e := base.AsError(err)
	require.Equal(t, base.FaultProvider, e.Fault)
	require.True(t, e.Retryable)
	require.NotContains(t, err.Error(), secret)
	require.Less(t, len(collected(t, s)), 100)
	require.Equal(t, 100, stagetest.Deliver(t, p, events...).Accepted)
	require.Len(t, collected(t, s), 100)
}

func TestLargeBatchesAreCut(t *testing.T) {
	s, target := start(t)
	var events []tracking.Event
	for i := range 60 {
		events = append(events, stagetest.Event(fmt.Sprint(i), "addToCart", `{}`))
	}
	items := strings.TrimSuffix(strings.Repeat(`{"productId":"`+strings.Repeat("x", 90)+`","productName":"`+strings.Repeat("y", 90)+`"},`, 200), ",")
	for i := range 4 { // of some 50 kB each
		e := stagetest.Event(fmt.Sprint("large", i), "addToCart", `{"products":[`+items+`]}`)
		e.VisitorID = "t-2"
		events = append(events, e)
	}
	require.Equal(t, 64, stagetest.Deliver(t, target.Start(t), events...).Accepted)
	require.Len(t, collected(t, s), 64)
	require.Equal(t, 5, s.Stage().Counts()["collect"])
}

// Google takes nothing from the future, and a browser's clock may be ahead of the shop's.
func TestAClockThatIsAheadIsSetBack(t *testing.T) {
	target := &target{stream: "G-A", currency: "EUR"}
	now := time.Now()
	e := stagetest.Event("1", "conversion", `{"orderId":1}`)
	e.OccurredAt = now.Add(5 * time.Minute)
	out, code := target.event(e, now)
	require.Empty(t, code)
	require.Equal(t, now.UnixMicro(), out.Micros)
	e.Data = json.RawMessage(`{"orderId":"` + strings.Repeat("1", 101) + `"}`)
	_, code = target.event(e, now)
	require.Equal(t, "no_order", code, "it could not be known again")
}

func TestVisitorsAreNotTheSameToTwoStreams(t *testing.T) {
	require.Equal(t, client("G-A", "t-1"), client("G-A", "t-1"))
	require.NotEqual(t, client("G-A", "t-1"), client("G-B", "t-1"))
	require.NotEqual(t, client("G-A", "t-1"), client("G-A", "t-2"))
}

func TestConsentToAdsIsAsked(t *testing.T) {
	for ads, want := range map[string]string{"true": "GRANTED", "false": "DENIED"} {
		_, target := start(t, "ads", ads)
		p := &plugin{}
		checked, err := target.Config.Check(schema)
		require.NoError(t, err)
		require.NoError(t, p.configure(t.Context(), checked))
		require.Equal(t, consent{want, want}, p.target.Load().consent)
	}
}

func TestWrongEventsAreRejectedAlone(t *testing.T) {
	s, target := start(t)
	old, relative, nobody := stagetest.Event("old", "addToCart", `{}`), stagetest.Event("relative", "addToCart", `{}`), stagetest.Event("nobody", "addToCart", `{}`)
	old.OccurredAt, relative.URL, nobody.VisitorID = time.Now().Add(-80*time.Hour), "/p", ""
	ahead := stagetest.Event("ahead", "addToCart", `{}`)
	ahead.OccurredAt = time.Now().Add(time.Hour)
	r := stagetest.Deliver(t, target.Start(t), old, relative, nobody, ahead, stagetest.Event("good", "addToCart", ``),
		stagetest.Event("list", "addToCart", `[1]`), stagetest.Event("null", "addToCart", `null`), stagetest.Event("garbage", "addToCart", "\x00{"),
		stagetest.Event("consent", "userConsent", `{}`), stagetest.Event("order", "conversion", `{}`),
		stagetest.Event("dollars", "conversion", `{"orderId":1,"products":[{"productPrice":{"minor":1,"currency":"USD"}}]}`),
		stagetest.Event("deep", "scrolling", `{"scrollings":[{"eventTrigger":"timer","maxScrollDepth":101}]}`),
		stagetest.Event("odd", "scrolling", `{"scrollings":[{"eventTrigger":"odd","maxScrollDepth":1}]}`), stagetest.Event("still", "scrolling", `{}`))
	require.Equal(t, 1, r.Accepted)
	codes := map[string]string{}
	for _, x := range r.Rejected {
		codes[x.EventID] = x.Code
	}
	require.Equal(t, map[string]string{
		"old": "too_old", "relative": "invalid_url", "nobody": "invalid_visitor", "ahead": "in_the_future", "list": "invalid_data",
		"null": "invalid_data", "garbage": "invalid_data", "consent": "not_wanted", "order": "no_order", "dollars": "invalid_data",
		"deep": "invalid_depth", "odd": "invalid_trigger", "still": "no_scrolling",
	}, codes)
	require.Len(t, collected(t, s), 1)
}

// Of several requests Google may refuse one for what is in it, as for its length. What is about the address or the sender is another
// matter: all of it comes again.
func TestARefusedRequestTakesNoOtherWithIt(t *testing.T) {
	for status, alone := range map[int]bool{http.StatusBadRequest: true, http.StatusRequestEntityTooLarge: true,
		http.StatusForbidden: false, http.StatusNotFound: false, http.StatusServiceUnavailable: false} {
		_, target := start(t)
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if strings.Contains(string(body), "unwanted") {
				w.WriteHeader(status)
			}
		}))
		target.Config.Values["url"] = srv.URL
		var events []tracking.Event
		for i := range 60 {
			e := stagetest.Event(fmt.Sprint(i), "cto_interaction", `{}`)
			e.VisitorID = fmt.Sprint("t-", i)
			events = append(events, e)
		}
		events[0].Data = json.RawMessage(`{"clickElementName":"unwanted"}`)
		p := target.Start(t)
		for range 2 { // told again, it is answered as before
			r, err := p.Tracking.Deliver(t.Context(), tracking.Batch{ID: "b", Events: events})
			if !alone {
				require.Equal(t, fmt.Sprint("http_", status), base.AsError(err).Code)
				continue
			}
			require.NoError(t, err, status)
			require.Equal(t, len(events)-1, r.Accepted)
			require.Len(t, r.Rejected, 1)
			require.Equal(t, tracking.Rejection{EventID: "0", Code: "refused"}, r.Rejected[0])
		}
		if alone {
			_, err := p.Tracking.Deliver(t.Context(), tracking.Batch{ID: "b", Events: events[:1]})
			require.Equal(t, fmt.Sprint("http_", status), base.AsError(err).Code, "all that was sent was refused: it is told")
		}
		srv.Close()
	}
}

func TestSettingsThatMakeNoSense(t *testing.T) {
	for setting, value := range map[string]string{"timeout": "1ms", "measurement_id": "UA-1", "currency": "Euro", "state_dir": "/dev/null/x"} {
		_, target := start(t, setting, value)
		e := base.AsError(newPlugin().Base.Configure(t.Context(), target.Config))
		require.Equal(t, []base.FieldError{{Name: setting, Code: "invalid"}}, e.Fields)
	}
}

// Whatever a browser sends, an event is one that Google Analytics takes, or rejected.
func FuzzData(f *testing.F) {
	for _, seed := range []string{`{"productIds":[7,"8"]}`, `{"orderId":1,"products":[{"productPrice":{"minor":5,"currency":"EUR"},"productQuantity":3}]}`,
		`{"scrollings":[{"eventTrigger":"unload","maxScrollDepth":12.5}]}`, `[]`, `{"productIds":[{}]}`} {
		f.Add("conversion", []byte(seed))
		f.Add("scrolling", []byte(seed))
	}
	target := &target{currency: "EUR"}
	f.Fuzz(func(t *testing.T, kind string, data []byte) {
		e := stagetest.Event("1", kind, string(data))
		raw, code := target.encode(e)
		require.NotEqual(t, raw == nil, code == "")
	})
}
