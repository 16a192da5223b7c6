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
	"kontor.dev/kontor/plugins/tracking/retarget/sim"
)

const secret = "key-of-the-partner"

func start(t *testing.T, changes ...string) (*sim.Sim, sdktest.Target) {
	t.Helper()
	s := sim.New(sim.Config{Account: "12345", MappingKey: "678", Key: secret})
	srv := httptest.NewServer(s.Handler())
	t.Cleanup(srv.Close)
	values := stagetest.Changed(map[string]string{"url": srv.URL, "account": "12345", "mapping_key": "678", "timeout": "1s", "state_dir": t.TempDir()}, changes...)
	return s, sdktest.Target{New: newPlugin, Config: base.Config{Values: values, Secrets: map[string]base.Secret{"key": secret}}}
}

// collected gives what the partner has, in its own words.
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

const book = `{"orderId":4711,"productIds":[7],"products":[{"productId":7,"articleNumber":"A-7","productPrice":{"minor":1999,"currency":"EUR"},"productQuantity":2}]}`

func TestProductsArePushed(t *testing.T) {
	s, target := start(t)
	p := target.Start(t)
	for _, e := range []tracking.Event{
		stagetest.Event("1", "addToCart", `{"productIds":[7,"8"]}`),
		stagetest.Event("2", "cto_interaction", `{"productIds":[9],"clickElementName":"teaser"}`),
		stagetest.Event("3", "conversion", book),
	} {
		require.Equal(t, tracking.Receipt{Accepted: 1}, stagetest.Deliver(t, p, e))
	}
	events := collected(t, s)
	require.Len(t, events, 3)
	require.Equal(t, "addToCart", events[0].Event)
	require.Equal(t, []sim.Item{{ID: "7", Quantity: 1}, {ID: "8", Quantity: 1}}, events[0].Items)
	require.Equal(t, "viewItem", events[1].Event)
	require.Equal(t, []sim.Item{{ID: "9"}}, events[1].Items)
	require.Equal(t, "trackTransaction", events[2].Event)
	require.Equal(t, "4711", events[2].ID)
	require.Equal(t, []sim.Item{{ID: "7", Price: "19.99", Quantity: 2}}, events[2].Items)
	require.Regexp(t, "^[0-9a-f]{32}$", events[0].Visitor)
	require.NotContains(t, fmt.Sprint(events), "t-1", "the shop's own id of the visitor stays in the shop")
	require.NotContains(t, fmt.Sprint(events), "c-1")
}

func TestProductsGoUnderTheirArticleNumbers(t *testing.T) {
	s, target := start(t, "item_id", "article_number")
	r := stagetest.Deliver(t, target.Start(t), stagetest.Event("1", "conversion", book), stagetest.Event("2", "addToCart", `{"productIds":[7]}`))
	require.Equal(t, tracking.Receipt{Accepted: 1, Rejected: []tracking.Rejection{{EventID: "2", Code: "no_products"}}}, r)
	require.Equal(t, "A-7", collected(t, s)[0].Items[0].ID)
}

// The partner takes a request whole or not at all.
func TestAnEventThatThePartnerRefusesTakesNoOtherWithIt(t *testing.T) {
	s, target := start(t)
	var events []tracking.Event
	for i := range 20 {
		events = append(events, stagetest.Event(fmt.Sprint(i), "addToCart", `{"productIds":[7]}`))
	}
	events[7].Data = json.RawMessage(`{"productIds":["` + sim.Unknown + `"]}`)
	r := stagetest.Deliver(t, target.Start(t), events...)
	require.Equal(t, tracking.Receipt{Accepted: 19, Rejected: []tracking.Rejection{{EventID: "7", Code: "refused"}}}, r)
	require.Len(t, collected(t, s), 19)
}

func TestARefusalByStatusTakesNoOtherWithIt(t *testing.T) {
	for status, refused := range map[int]bool{http.StatusBadRequest: true, http.StatusRequestEntityTooLarge: true, http.StatusUnprocessableEntity: true,
		http.StatusConflict: true, http.StatusUnavailableForLegalReasons: true,
		http.StatusForbidden: false, http.StatusUnauthorized: false, http.StatusNotFound: false, http.StatusServiceUnavailable: false} {
		_, target := start(t)
		partner := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if body, _ := io.ReadAll(r.Body); strings.Contains(string(body), sim.Unknown) {
				w.WriteHeader(status)
			}
		}))
		target.Config.Values["url"] = partner.URL
		var events []tracking.Event
		for i := range 20 {
			events = append(events, stagetest.Event(fmt.Sprint(i), "addToCart", `{"productIds":[7]}`))
		}
		events[0].Data = json.RawMessage(`{"productIds":["` + sim.Unknown + `"]}`)
		p := target.Start(t)
		for range 2 { // told again, it is answered as before
			r, err := p.Tracking.Deliver(t.Context(), tracking.Batch{ID: "b", Events: events})
			require.Equal(t, refused, err == nil, status)
			if refused {
				require.Equal(t, tracking.Receipt{Accepted: 19, Rejected: []tracking.Rejection{{EventID: "0", Code: "refused"}}}, r, status)
			}
		}
		if refused {
			_, err := p.Tracking.Deliver(t.Context(), tracking.Batch{ID: "b", Events: events[:1]})
			require.Equal(t, fmt.Sprint("http_", status), base.AsError(err).Code, "all that was sent was refused: it is told")
		}
		partner.Close()
	}
}

func TestLanguagesAreCutToTheirCode(t *testing.T) {
	s, target := start(t)
	e := stagetest.Event("1", "addToCart", `{"productIds":[7]}`)
	e.Language = "de-DE"
	require.Equal(t, 1, stagetest.Deliver(t, target.Start(t), e).Accepted)
	require.Len(t, collected(t, s), 1)
}

func TestEventsCountOnce(t *testing.T) {
	for _, effect := range []stage.Effect{stage.DropReply, stage.Garbage} {
		t.Run(string(effect), func(t *testing.T) {
			s, target := start(t)
			p := target.Start(t)
			e := stagetest.Event("2", "addToCart", `{"productIds":[7]}`)
			batch := tracking.Batch{ID: "b", Events: []tracking.Event{stagetest.Event("1", "addToCart", `{"productIds":[7]}`), e, e}}
			require.NoError(t, s.Stage().Add(stage.Rule{Op: "events", Effect: effect}))
			_, err := p.Tracking.Deliver(t.Context(), batch)
			failure := base.AsError(err)
			require.True(t, failure.Retryable)
			require.True(t, failure.OutcomeUnknown)
			require.NotContains(t, err.Error(), secret)
			for range 2 {
				require.Equal(t, 3, stagetest.Deliver(t, p, batch.Events...).Accepted)
			}
			require.Equal(t, 3, stagetest.Deliver(t, target.Start(t), batch.Events...).Accepted, "a new program knows it too")
			require.Len(t, collected(t, s), 2)
		})
	}
}

func TestWhatDidNotArriveIsSentAgain(t *testing.T) {
	s, target := start(t)
	p := target.Start(t)
	require.NoError(t, s.Stage().Add(stage.Rule{Op: "events", Effect: stage.Status}))
	var events []tracking.Event
	for i := range 100 {
		events = append(events, stagetest.Event(fmt.Sprint(i), "addToCart", `{"productIds":[7]}`))
	}
	_, err := p.Tracking.Deliver(t.Context(), tracking.Batch{ID: "b", Events: events})
	e := base.AsError(err)
	require.Equal(t, base.FaultProvider, e.Fault)
	require.True(t, e.Retryable)
	require.Less(t, len(collected(t, s)), 100)
	require.Equal(t, 100, stagetest.Deliver(t, p, events...).Accepted)
	require.Len(t, collected(t, s), 100)
}

func TestAnswersThatListErrorsAreRefusals(t *testing.T) {
	s, target := start(t, "mapping_key", "other")
	r := stagetest.Deliver(t, target.Start(t), stagetest.Event("1", "addToCart", `{"productIds":[7]}`))
	require.Equal(t, tracking.Receipt{Rejected: []tracking.Rejection{{EventID: "1", Code: "refused"}}}, r)
	require.Equal(t, 1, s.Stage().Counts()["invalid"])
	taken, err := judge(t.Context(), []byte(" "))
	require.NoError(t, err)
	require.True(t, taken, "an answer without a body is a yes")
}

func TestWrongEventsAreRejectedAlone(t *testing.T) {
	s, target := start(t)
	good := `{"productIds":[7]}`
	old, relative, nobody := stagetest.Event("old", "addToCart", good), stagetest.Event("relative", "addToCart", good), stagetest.Event("nobody", "addToCart", good)
	old.OccurredAt, relative.URL, nobody.VisitorID = time.Now().Add(-80*time.Hour), "/p", ""
	ahead := stagetest.Event("ahead", "addToCart", good)
	ahead.OccurredAt = time.Now().Add(time.Hour)
	r := stagetest.Deliver(t, target.Start(t), old, relative, nobody, ahead, stagetest.Event("good", "addToCart", good), stagetest.Event("none", "addToCart", ``),
		stagetest.Event("list", "addToCart", `[1]`), stagetest.Event("garbage", "addToCart", "\x00{"), stagetest.Event("consent", "userConsent", good),
		stagetest.Event("out", "removeFromCart", good), stagetest.Event("order", "conversion", good), stagetest.Event("empty", "cto_interaction", `{}`),
		stagetest.Event("dollars", "conversion", `{"orderId":1,"products":[{"productPrice":{"minor":1,"currency":"USD"}}]}`))
	require.Equal(t, 1, r.Accepted)
	codes := map[string]string{}
	for _, x := range r.Rejected {
		codes[x.EventID] = x.Code
	}
	require.Equal(t, map[string]string{
		"old": "too_old", "relative": "invalid_url", "nobody": "invalid_visitor", "ahead": "in_the_future", "list": "invalid_data",
		"garbage": "invalid_data", "none": "no_products", "consent": "not_wanted", "out": "not_wanted", "order": "no_order",
		"empty": "no_products", "dollars": "invalid_data",
	}, codes)
	require.Len(t, collected(t, s), 1)
}

func TestSettingsThatMakeNoSense(t *testing.T) {
	for setting, value := range map[string]string{"timeout": "1ms", "country": "Germany", "currency": "Euro", "state_dir": "/dev/null/x"} {
		_, target := start(t, setting, value)
		e := base.AsError(newPlugin().Base.Configure(t.Context(), target.Config))
		require.Equal(t, []base.FieldError{{Name: setting, Code: "invalid"}}, e.Fields)
	}
}

// Whatever a browser sends, an event is one that the partner takes, or rejected.
func FuzzData(f *testing.F) {
	for _, seed := range []string{`{"productIds":[7,"8"]}`, `{"orderId":1,"products":[{"productPrice":{"minor":5,"currency":"EUR"},"productQuantity":3}]}`,
		`[]`, `{"productIds":[{}]}`} {
		f.Add("conversion", []byte(seed))
		f.Add("addToCart", []byte(seed))
	}
	target := &target{currency: "EUR"}
	f.Fuzz(func(t *testing.T, kind string, data []byte) {
		e := stagetest.Event("1", kind, string(data))
		raw, _, code := target.encode(e, time.Now())
		require.NotEqual(t, raw == nil, code == "")
	})
}
