package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/sdk/tracking"
	"kontor.dev/kontor/plugins/simulator/stage"
	"kontor.dev/kontor/plugins/simulator/stage/stagetest"
	"kontor.dev/kontor/plugins/tracking/matomo/sim"
)

const token = "0123456789abcdef0123456789abcdef"

func start(t *testing.T, changes ...string) (*sim.Sim, sdktest.Target) {
	t.Helper()
	s := sim.New(sim.Config{Site: "3", Token: token, Super: true})
	srv := httptest.NewServer(s.Handler())
	t.Cleanup(srv.Close)
	values := stagetest.Changed(map[string]string{"url": srv.URL, "site_id": "3", "timeout": "1s", "state_dir": t.TempDir()}, changes...)
	return s, sdktest.Target{New: newPlugin, Config: base.Config{Values: values, Secrets: map[string]base.Secret{"token_auth": token}}}
}

// tracked gives what Matomo has, in its own words.
func tracked(t *testing.T, s *sim.Sim) []sim.Hit {
	t.Helper()
	raw, err := json.Marshal(s.State())
	require.NoError(t, err)
	var v struct{ Hits []sim.Hit }
	require.NoError(t, json.Unmarshal(raw, &v))
	return v.Hits
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

func TestEventsBecomeMatomos(t *testing.T) {
	s, target := start(t)
	p := target.Start(t)
	r := stagetest.Deliver(t, p,
		stagetest.Event("1", "addToCart", `{"productIds":[7,"8"]}`),
		stagetest.Event("2", "removeFromCart", `{"products":[{"productId":7,"articleNumber":"A-7"}]}`),
		stagetest.Event("3", "cto_interaction", `{"clickElementName":"teaser"}`),
		stagetest.Event("4", "scrolling", `{"referrer":"https://search.test/","scrollings":[{"eventTrigger":"init","maxScrollDepth":0}]}`),
		stagetest.Event("5", "nbb.scrolling", `{"scrollings":[{"eventTrigger":"timer","maxScrollDepth":25},{"eventTrigger":"unload","maxScrollDepth":75}]}`),
		stagetest.Event("7", "addToCart", `{"productIds":[1],"products":[{"productId":9},{"productId":""},{"articleNumber":"A-10"}]}`),
		stagetest.Event("8", "conversion", `{"orderId":4712,"products":[{"productId":"","productPrice":{"minor":1999,"currency":"EUR"}},
			{"productId":8,"productPrice":{"minor":5,"currency":"EUR"}}]}`),
		stagetest.Event("6", "conversion", `{"orderId":4711,"products":[{"productId":7,"articleNumber":"A-7","productName":"Ein Buch",
			"productPrice":{"minor":1999,"currency":"EUR"},"productQuantity":2},{"productId":8,"productPrice":{"minor":5,"currency":"EUR"}}]}`))
	require.Equal(t, tracking.Receipt{Accepted: 8}, r)
	hits := tracked(t, s)
	require.Len(t, hits, 8)
	for i, want := range []map[string]string{
		{"e_c": "cart", "e_a": "addToCart", "e_n": "7,8"},
		{"e_c": "cart", "e_a": "removeFromCart", "e_n": "A-7"},
		{"e_c": "click", "e_a": "cto_interaction", "e_n": "teaser"},
		{"urlref": "https://search.test/"},
		{"e_c": "scroll", "e_a": "unload", "e_v": "75"},
		{"e_c": "cart", "e_a": "addToCart", "e_n": "9,A-10"},
		{"ec_id": "4712", "ec_items": `[["8","","",0.05,1]]`, "revenue": "20.04"},
		{"ec_id": "4711", "idgoal": "0", "revenue": "40.03", "ec_items": `[["A-7","Ein Buch","",19.99,2],["8","","",0.05,1]]`},
	} {
		for key, value := range want {
			require.Equal(t, value, hits[i].Values[key], "%d %s", i, key)
		}
		require.Equal(t, hits[0].Values["_id"], hits[i].Values["_id"])
	}
	require.Equal(t, []string{"event", "pageview", "order"}, []string{hits[0].What, hits[3].What, hits[7].What})
	require.Regexp(t, "^[0-9a-f]{16}$", hits[0].Values["_id"])
	require.Equal(t, "Firefox", hits[0].Values["ua"])
	require.NotContains(t, fmt.Sprint(hits), "t-1", "the shop's own id of the visitor stays in the shop")
	require.NotContains(t, fmt.Sprint(hits), "c-1")
}

func TestEventsCountOnce(t *testing.T) {
	for _, effect := range []stage.Effect{stage.DropReply, stage.Garbage} {
		t.Run(string(effect), func(t *testing.T) {
			s, target := start(t)
			p := target.Start(t)
			batch := tracking.Batch{ID: "b", Events: []tracking.Event{stagetest.Event("1", "addToCart", `{}`), stagetest.Event("2", "addToCart", `{}`), stagetest.Event("2", "addToCart", `{}`)}}
			require.NoError(t, s.Stage().Add(stage.Rule{Op: "bulk", Effect: effect}))
			_, err := p.Tracking.Deliver(t.Context(), batch)
			e := base.AsError(err)
			require.True(t, e.Retryable)
			require.True(t, e.OutcomeUnknown)
			require.NotContains(t, err.Error(), token)
			for range 2 {
				require.Equal(t, 3, stagetest.Deliver(t, p, batch.Events...).Accepted)
			}
			require.Equal(t, 3, stagetest.Deliver(t, target.Start(t), batch.Events...).Accepted, "a new program knows it too")
			require.Len(t, tracked(t, s), 2)
		})
	}
}

func TestAMatomoThatIsDownGetsTheEventsLater(t *testing.T) {
	s, target := start(t)
	p := target.Start(t)
	require.NoError(t, s.Stage().Add(stage.Rule{Op: "bulk", Effect: stage.Status}))
	batch := tracking.Batch{ID: "b", Events: []tracking.Event{stagetest.Event("1", "addToCart", `{}`)}}
	_, err := p.Tracking.Deliver(t.Context(), batch)
	e := base.AsError(err)
	require.Equal(t, base.FaultProvider, e.Fault)
	require.True(t, e.Retryable)
	require.Empty(t, tracked(t, s))
	stagetest.Deliver(t, p, batch.Events...)
	require.Len(t, tracked(t, s), 1, "what did not arrive is sent again")
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
	require.Len(t, tracked(t, s), 1)
}

func TestWhatMatomoFindsInvalidIsRejected(t *testing.T) {
	_, target := start(t)
	bad := stagetest.Event("2", "conversion", `{"orderId":"`+sim.Unknown+`"}`)
	r := stagetest.Deliver(t, target.Start(t), stagetest.Event("1", "addToCart", `{}`), bad, stagetest.Event("3", "addToCart", `{}`))
	require.Equal(t, tracking.Receipt{Accepted: 2, Rejected: []tracking.Rejection{{EventID: "2", Code: "refused"}}}, r)
}

func TestAClockThatIsAheadIsSetBack(t *testing.T) {
	target := &target{site: "3", currency: "EUR"}
	now := time.Now()
	e := stagetest.Event("1", "cto_interaction", `{"clickElementName":"`+strings.Repeat("ü", 150)+`x"}`)
	e.OccurredAt = now.Add(5 * time.Minute)
	query, code := target.request(e, now)
	require.Empty(t, code)
	v, err := url.ParseQuery(strings.TrimPrefix(query, "?"))
	require.NoError(t, err)
	require.Equal(t, strconv.FormatInt(now.Unix(), 10), v.Get("cdt"))
	require.Equal(t, "1", v.Get("ca"), "an event is no page view")
	require.Equal(t, "x"+strings.Repeat("ü", 99), cut("x"+strings.Repeat("ü", 150)), "no letter is cut in two")
}

// An answer that Matomo does not give says nothing of the events; indices of no event are nobody's.
func TestAnAnswerThatMakesNoSense(t *testing.T) {
	for answer, bad := range map[string]bool{
		`{"status": "error", "tracked": 1}`: true, `{}`: true, `[]`: true,
		`{"status": "success", "tracked": 1, "invalid": 2, "invalid_indices": [-1, 1]}`: false,
	} {
		_, target := start(t)
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, answer) }))
		target.Config.Values["url"] = srv.URL
		r, err := target.Start(t).Tracking.Deliver(t.Context(), tracking.Batch{ID: "b", Events: []tracking.Event{stagetest.Event("1", "addToCart", `{}`)}})
		srv.Close()
		if !bad {
			require.NoError(t, err)
			require.Equal(t, tracking.Receipt{Accepted: 1}, r)
			continue
		}
		require.True(t, base.AsError(err).Retryable, answer)
		require.True(t, base.AsError(err).OutcomeUnknown, answer)
	}
}

func TestLateEventsNeedTheToken(t *testing.T) {
	s, target := start(t)
	late := stagetest.Event("1", "addToCart", `{}`)
	late.OccurredAt = time.Now().Add(-48 * time.Hour)
	require.Equal(t, 1, stagetest.Deliver(t, target.Start(t), late).Accepted)
	require.Len(t, tracked(t, s), 1)
}

func TestLargeBatchesAreCut(t *testing.T) {
	s, target := start(t)
	var events []tracking.Event
	for i := range 450 {
		events = append(events, stagetest.Event(fmt.Sprint(i), "addToCart", `{}`))
	}
	require.Equal(t, 450, stagetest.Deliver(t, target.Start(t), events...).Accepted)
	require.Len(t, tracked(t, s), 450)
	require.Equal(t, 3, s.Stage().Counts()["bulk"])
}

// Of several requests Matomo may refuse one for what is in it, as for its length. What is about the address or the sender is another
// matter: all of it comes again.
func TestARefusedRequestTakesNoOtherWithIt(t *testing.T) {
	for status, alone := range map[int]bool{http.StatusBadRequest: true, http.StatusRequestEntityTooLarge: true,
		http.StatusForbidden: false, http.StatusNotFound: false, http.StatusServiceUnavailable: false} {
		_, target := start(t)
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if strings.Contains(string(body), "unwanted") {
				w.WriteHeader(status)
				return
			}
			_, _ = fmt.Fprintf(w, `{"status": "success", "tracked": %d, "invalid": 0}`, strings.Count(string(body), "idsite="))
		}))
		target.Config.Values["url"] = srv.URL
		var events []tracking.Event
		for i := range 450 {
			events = append(events, stagetest.Event(fmt.Sprint(i), "cto_interaction", `{}`))
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
			require.Equal(t, len(events)-200, r.Accepted)
			require.Len(t, r.Rejected, 200)
			require.Equal(t, tracking.Rejection{EventID: "0", Code: "refused"}, r.Rejected[0])
		}
		if alone {
			_, err := p.Tracking.Deliver(t.Context(), tracking.Batch{ID: "b", Events: events[:1]})
			require.Equal(t, fmt.Sprint("http_", status), base.AsError(err).Code, "all that was sent was refused: it is told")
		}
		srv.Close()
	}
}

// Matomo stops at an event that it fails at, counts those before it and takes them back. The others must not wait with it.
func TestAnEventThatMatomoFailsAtKeepsNoOtherBack(t *testing.T) {
	for name, c := range map[string]struct {
		bad  []int
		sent int // of the 450 events, when it is told the first time
	}{
		"first": {[]int{0}, 449}, "in the middle": {[]int{100}, 449}, "last": {[]int{449}, 449}, "two": {[]int{0, 1}, 448},
		"one of each request": {[]int{5, 205, 405}, 447}, "an ill Matomo": {[]int{0, 1, 2, 3, 4}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			healthy, asked, got := false, 0, map[string]int{}
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var body struct{ Requests []string }
				_ = json.NewDecoder(r.Body).Decode(&body)
				asked++
				for i, request := range body.Requests {
					if !healthy && strings.Contains(request, "unwanted") {
						w.WriteHeader(http.StatusInternalServerError)
						_, _ = fmt.Fprintf(w, `{"status": "error", "tracked": %d, "invalid": 0}`, i)
						return
					}
				}
				for _, request := range body.Requests {
					v, _ := url.ParseQuery(strings.TrimPrefix(request, "?"))
					got[v.Get("e_n")]++
				}
				_, _ = fmt.Fprintf(w, `{"status": "success", "tracked": %d, "invalid": 0}`, len(body.Requests))
			}))
			defer srv.Close()
			_, target := start(t)
			target.Config.Values["url"] = srv.URL
			var events []tracking.Event
			for i := range 450 {
				text := fmt.Sprint("wanted-", i)
				if slices.Contains(c.bad, i) {
					text = "un" + text
				}
				events = append(events, stagetest.Event(fmt.Sprint(i), "cto_interaction", `{"clickElementName":"`+text+`"}`))
			}
			p, batch := target.Start(t), tracking.Batch{ID: "b", Events: events}
			for range 2 {
				_, err := p.Tracking.Deliver(t.Context(), batch)
				require.Equal(t, "http_500", base.AsError(err).Code)
				require.True(t, base.AsError(err).Retryable)
				require.Len(t, got, c.sent)
			}
			require.LessOrEqual(t, asked, 15, "Matomo is not asked for each event")
			healthy = true
			require.Equal(t, 450, stagetest.Deliver(t, p, events...).Accepted)
			require.Len(t, got, 450)
			for name, times := range got {
				require.Equal(t, 1, times, name)
			}
		})
	}
}

// A failure that does not come from Matomo's own program, and one that makes no sense, say nothing of the events.
func TestAFailureThatTellsNothingIsNotSearched(t *testing.T) {
	for answer, status := range map[string]int{
		"no JSON": 500, `{"status": "success", "tracked": 1}`: 500, `{"status": "error", "tracked": 2}`: 500,
		`{"status": "error", "tracked": -1}`: 500, `{"status": "error", "tracked": 1}`: 503,
	} {
		asked := 0
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			asked++
			w.WriteHeader(status)
			_, _ = io.WriteString(w, answer)
		}))
		_, target := start(t)
		target.Config.Values["url"] = srv.URL
		_, err := target.Start(t).Tracking.Deliver(t.Context(), tracking.Batch{ID: "b", Events: []tracking.Event{
			stagetest.Event("1", "addToCart", `{}`), stagetest.Event("2", "addToCart", `{}`)}})
		srv.Close()
		require.True(t, base.AsError(err).Retryable, answer)
		require.Equal(t, 1, asked, answer)
	}
}

func TestSettingsThatMakeNoSense(t *testing.T) {
	for setting, value := range map[string]string{"timeout": "1ms", "site_id": "0", "currency": "Euro", "state_dir": "/dev/null/x"} {
		_, target := start(t, setting, value)
		e := base.AsError(newPlugin().Base.Configure(t.Context(), target.Config))
		require.Equal(t, []base.FieldError{{Name: setting, Code: "invalid"}}, e.Fields)
	}
}

// Whatever a browser sends, an event is a request that Matomo takes, or rejected.
func FuzzData(f *testing.F) {
	for _, seed := range []string{`{"productIds":[7,"8"]}`, `{"orderId":1,"products":[{"productPrice":{"minor":5,"currency":"EUR"},"productQuantity":3}]}`,
		`{"scrollings":[{"eventTrigger":"unload","maxScrollDepth":12.5}]}`, `[]`, `{"productIds":[{}]}`} {
		f.Add("conversion", []byte(seed))
		f.Add("scrolling", []byte(seed))
	}
	target := &target{site: "3", currency: "EUR"}
	f.Fuzz(func(t *testing.T, kind string, data []byte) {
		e := stagetest.Event("1", kind, string(data))
		query, code := target.request(e, time.Now())
		require.NotEqual(t, query == "", code == "")
	})
}
