package caller_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/caller"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/endpoint"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/withdrawal"
)

// receiver is another system.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	heads  []http.Header
	bodies []string
	answer func(n int, w http.ResponseWriter) // of the n-th call, from 1
}

func listen(t *testing.T, answer func(n int, w http.ResponseWriter)) *receiver {
	t.Helper()
	r := &receiver{answer: answer}
	r.Server = httptest.NewServer(r)
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	r.mu.Lock()
	r.heads, r.bodies = append(r.heads, req.Header), append(r.bodies, string(body))
	n := len(r.bodies)
	r.mu.Unlock()
	if r.answer != nil {
		r.answer(n, w)
	}
}

// shop has one endpoint and what it hears of.
type shop struct {
	endpoint.Store
	endpoint *endpoint.Endpoint
	broken   error // of every read of a subject, and of the endpoint where there is none
}

func (s *shop) Endpoint(context.Context, string) (*endpoint.Endpoint, error) {
	if s.endpoint == nil && s.broken != nil {
		return nil, s.broken
	}
	if s.endpoint == nil {
		return nil, fault.New(fault.NotFound, "endpoint_not_found")
	}
	return s.endpoint, nil
}

func (s *shop) Order(_ context.Context, id int64) (*order.Order, error) {
	if id == 404 {
		return nil, fault.New(fault.NotFound, "order_not_found")
	}
	return &order.Order{ID: id, Email: "erika@example.org"}, s.broken
}

func (s *shop) Withdrawal(_ context.Context, id int64) (withdrawal.Report, error) {
	return withdrawal.Report{ID: id}, s.broken
}

func (s *shop) Product(_ context.Context, id int64) (*endpoint.Product, error) {
	return &endpoint.Product{ID: id, Active: true, Available: 3}, s.broken
}

var secrets = endpoint.NewSecrets([]byte(strings.Repeat("k", 32)), nil)

func (s *shop) handler() outbox.Handler {
	return caller.New(caller.Deps{Endpoints: s, Subjects: s, Secrets: secrets, Clock: clock.System{}}).Handler("erp")
}

func calling(url string) *shop {
	return &shop{endpoint: &endpoint.Endpoint{Name: "erp", URL: url, KeyID: "1", KeySince: time.Now()}}
}

func event(c endpoint.Call, at time.Time) outbox.Event {
	payload, err := json.Marshal(c)
	if err != nil {
		panic(err)
	}
	return outbox.Event{ID: c.ID + "@erp", Payload: payload, At: at}
}

func shipped(id int64) endpoint.Call {
	return endpoint.OfOrderAt(id, []order.Milestone{{Kind: order.MilestoneShipped, Number: 2}})[0]
}

// A connection for each call would cost both sides more than the call.
func TestCallsShareAConnectionWhateverIsAnswered(t *testing.T) {
	var mu sync.Mutex
	connections := 0
	r := &receiver{answer: func(n int, w http.ResponseWriter) {
		if n == 2 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_, _ = io.WriteString(w, `{"taken": true}`)
	}}
	r.Server = httptest.NewUnstartedServer(r)
	r.Config.ConnState = func(_ net.Conn, is http.ConnState) {
		mu.Lock()
		defer mu.Unlock()
		if is == http.StateNew {
			connections++
		}
	}
	r.Start()
	t.Cleanup(r.Close)
	handle := calling(r.URL).handler()
	now := time.Now()
	for n := range int64(3) {
		err := handle(t.Context(), []outbox.Event{event(shipped(n), now)})
		require.Equal(t, n == 1, err != nil, "%d: %v", n, err)
	}
	mu.Lock()
	defer mu.Unlock()
	require.Equal(t, 1, connections)
}

func TestAnEventIsSignedAndTellsOfItsSubject(t *testing.T) {
	r := listen(t, nil)
	s := calling(r.URL + "/kontor?shop=1")
	at := time.Now().Add(-time.Hour).UTC().Truncate(time.Second)
	require.NoError(t, s.handler()(t.Context(), []outbox.Event{
		event(shipped(100001), at), event(endpoint.OfDeclaration(5), at), event(endpoint.OfChange(7, "x"), at),
	}))
	secret, err := secrets.Of(s.endpoint)
	require.NoError(t, err)
	hook, err := standardwebhooks.NewWebhook(endpoint.Text(secret))
	require.NoError(t, err)
	for i, body := range r.bodies {
		require.NoError(t, hook.Verify([]byte(body), r.heads[i]), "the time is that of the call, not of the event")
		require.Error(t, hook.Verify([]byte(body+" "), r.heads[i]))
	}
	require.Equal(t, "order-100001-delivery-shipped-2", r.heads[0].Get("webhook-id"))
	var got struct {
		Type      string
		Timestamp time.Time
		Data      struct {
			Order  struct{ Email string }
			Number int
		}
	}
	require.NoError(t, json.Unmarshal([]byte(r.bodies[0]), &got))
	require.Equal(t, []any{"delivery.shipped", at, "erika@example.org", 2}, []any{got.Type, got.Timestamp, got.Data.Order.Email, got.Data.Number})
	require.Contains(t, r.bodies[1], `"withdrawal":{"id":5,`)
	require.Contains(t, r.bodies[2], `"product":{"id":7,"active":true,`)
}

func TestBothSecretsSignForADay(t *testing.T) {
	r := listen(t, nil)
	s := calling(r.URL)
	s.endpoint.FormerID, s.endpoint.KeyID = "1", "2"
	require.NoError(t, s.handler()(t.Context(), []outbox.Event{event(shipped(1), time.Now())}))
	for _, id := range []string{"1", "2"} {
		secret, err := secrets.Of(&endpoint.Endpoint{KeyID: id})
		require.NoError(t, err)
		hook, err := standardwebhooks.NewWebhookRaw(secret)
		require.NoError(t, err)
		require.NoError(t, hook.Verify([]byte(r.bodies[0]), r.heads[0]), id)
	}
}

func TestWhatIsNotTakenComesAgain(t *testing.T) {
	for name, c := range map[string]struct {
		answer func(n int, w http.ResponseWriter)
		says   string
	}{
		"an error": {func(_ int, w http.ResponseWriter) {
			http.Error(w, "erika@example.org: no disk", http.StatusInternalServerError)
		}, "500 Internal Server Error"},
		"no known one":  {func(_ int, w http.ResponseWriter) { w.WriteHeader(599) }, "599"},
		"no such place": {func(_ int, w http.ResponseWriter) { w.WriteHeader(http.StatusNotFound) }, "404 Not Found"},
		"a redirect": {func(_ int, w http.ResponseWriter) {
			w.Header().Set("Location", "http://169.254.169.254/?token=geheim")
			w.WriteHeader(http.StatusFound)
		}, `302 Found to "http://169.254.169.254/", which is not followed`},
	} {
		t.Run(name, func(t *testing.T) {
			r := listen(t, c.answer)
			err := calling(r.URL+"/?token=geheim").handler()(t.Context(), []outbox.Event{event(shipped(1), time.Now()), event(shipped(2), time.Now())})
			require.EqualError(t, err, "unavailable: endpoint_unavailable: erp: "+c.says, "what the address has in it stays out of logs")
			require.Equal(t, fault.Unavailable, fault.CodeOf(err), "it is tried without end")
			require.Len(t, r.bodies, 1, "the next one waits for it")
		})
	}
	err := calling("http://127.0.0.1:1/?token=geheim").handler()(t.Context(), []outbox.Event{event(shipped(1), time.Now())})
	require.Equal(t, fault.Unavailable, fault.CodeOf(err))
	require.EqualError(t, err, "unavailable: endpoint_unavailable: erp: dial tcp 127.0.0.1:1: connect: connection refused")
}

func TestOnlyWhatWasNotTakenComesAgain(t *testing.T) {
	r := listen(t, func(n int, w http.ResponseWriter) {
		if n == 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	err := calling(r.URL).handler()(t.Context(), []outbox.Event{event(shipped(1), time.Now()), event(shipped(2), time.Now()), event(shipped(3), time.Now())})
	part, ok := errors.AsType[*outbox.Partial](err)
	require.True(t, ok)
	require.Equal(t, 2, part.Done)
}

func TestAnEventIsGivenUpAfterThreeDays(t *testing.T) {
	r := listen(t, func(_ int, w http.ResponseWriter) { w.WriteHeader(http.StatusBadGateway) })
	for _, c := range []struct {
		age  time.Duration
		dead bool
	}{{endpoint.KeptFor - time.Minute, false}, {endpoint.KeptFor, true}} {
		err := calling(r.URL).handler()(t.Context(), []outbox.Event{event(shipped(1), time.Now().Add(-c.age))})
		require.Equal(t, c.dead, outbox.GivesUp(outbox.MaxAttempts, err), c.age)
	}
}

func TestWhatIsNotThereAnyMoreIsDeliveredToNobody(t *testing.T) {
	r := listen(t, nil)
	s := calling(r.URL)
	require.NoError(t, s.handler()(t.Context(), []outbox.Event{event(shipped(404), time.Now())}), "a forgotten order")
	s.endpoint = nil
	require.NoError(t, s.handler()(t.Context(), []outbox.Event{event(shipped(1), time.Now())}), "an endpoint that was removed")
	require.Empty(t, r.bodies)
	s = calling(r.URL)
	s.broken = errors.New("no connection is free")
	for _, of := range []*endpoint.Endpoint{s.endpoint, nil} {
		s.endpoint = of
		err := s.handler()(t.Context(), []outbox.Event{event(shipped(1), time.Now())})
		require.Equal(t, fault.Unavailable, fault.CodeOf(err), "that the shop cannot read is no reason to give up")
	}
	require.Empty(t, r.bodies)
}

// A receiver that repeats what it was sent would put customers' data into logs; a ping has none.
func TestOnlyTheAnswerToAPingIsQuoted(t *testing.T) {
	r := listen(t, func(_ int, w http.ResponseWriter) {
		http.Error(w, "no\x1b[2J disk for erika@example.org "+strings.Repeat("x", 1000), http.StatusTeapot)
	})
	s := calling(r.URL)
	calls := caller.New(caller.Deps{Endpoints: s, Subjects: s, Secrets: secrets, Clock: clock.System{}})
	err := calls.Send(t.Context(), s.endpoint, "ping-1", endpoint.Event{Type: endpoint.Ping, Data: map[string]any{}})
	require.ErrorContains(t, err, `erp: 418 I'm a teapot: "no\x1b[2J disk for erika@example.org xxx`)
	require.Less(t, len(err.Error()), 300)
	require.EqualError(t, calls.Send(t.Context(), s.endpoint, "order-1", endpoint.Event{Type: endpoint.ProductChanged}), "erp: 418 I'm a teapot")
}
