package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/endpoint"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/withdrawal"
)

func (s *shop) endpoint(name string, kinds ...endpoint.Kind) {
	s.Helper()
	now := time.Now().UTC()
	require.NoError(s, postgres.NewEndpoints(s.pool).Add(s.ctx, endpoint.Endpoint{
		Name: name, URL: "https://example.com/" + name, Kinds: kinds, CreatedAt: now, KeyID: name + "-1", KeySince: now,
	}))
}

// told are the types of the events that wait for an endpoint, in their order.
func (s *shop) told(name string) []string {
	s.Helper()
	rows, err := s.pool.Query(s.ctx, `select payload ->> 'kind' from outbox where topic = $1 order by seq`, outbox.EndpointPrefix+name)
	require.NoError(s, err)
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(s, err)
	return list
}

func TestEndpointsHearOfAnOrder(t *testing.T) {
	s := newShop(t)
	s.endpoint("all", endpoint.Kinds()...)
	s.endpoint("warehouse", endpoint.Kind(order.MilestonePlanned))
	s.stock(laptop, "main", 3)
	a := s.freeze(s.guest(map[int64]int{laptop: 2}))
	require.Empty(t, s.told("all"), "it is no order yet")
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomePending, Accepted: true, Reference: "PAY-1"})
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Reference: "PAY-1"})
	require.Subset(t, s.told("all"), []string{"order.placed", "order.paid"})

	orders := postgres.NewFulfilment(s.pool)
	change := func(do func(*order.Order)) {
		t.Helper()
		_, err := orders.Change(s.ctx, a.OrderID, func(o *order.Order) (order.Effects, error) { do(o); return order.Effects{}, nil })
		require.NoError(t, err)
	}
	_, err := s.pool.Exec(s.ctx, `delete from outbox`)
	require.NoError(t, err)
	change(func(o *order.Order) {
		o.Deliveries = []order.Delivery{{Number: 1, State: order.Planned, Items: []order.Item{{Line: 0, Quantity: 2}}, Amount: a.Totals.Total}}
	})
	change(func(*order.Order) {})
	change(func(o *order.Order) { o.Deliveries[0].State = order.Dispatching })
	change(func(o *order.Order) { o.Deliveries[0].State = order.Shipped })
	change(func(o *order.Order) {
		o.Payments = append(o.Payments, order.Operation{Number: len(o.Payments) + 1, Kind: order.RefundMoney, State: order.Done, Amount: money.Euro(100)})
	})
	require.Equal(t, []string{"delivery.planned", "delivery.shipped", "order.refunded"}, s.told("all"))
	require.Equal(t, []string{"delivery.planned"}, s.told("warehouse"))

	failed := errors.New("the change fails")
	_, err = orders.Change(s.ctx, a.OrderID, func(o *order.Order) (order.Effects, error) {
		o.Deliveries[0].State = order.Delivered
		return order.Effects{}, failed
	})
	require.ErrorIs(t, err, failed)
	require.Len(t, s.told("all"), 3, "what did not happen is not told")
}

func TestEndpointsHearOfAnOrderThatIsGivenUp(t *testing.T) {
	s := newShop(t)
	s.endpoint("all", endpoint.Kinds()...)
	s.stock(laptop, "main", 2)
	failed := s.freeze(s.guest(map[int64]int{laptop: 1}))
	s.settle(failed.ID, checkout.Result{Outcome: checkout.OutcomeDeclined, Reason: "declined"})
	require.Empty(t, s.told("all"), "an attempt is no order")
	d := s.guest(map[int64]int{laptop: 1})
	d.Attempt.Payment.Code = "prepayment"
	late := s.freeze(d)
	s.settle(late.ID, checkout.Result{Outcome: checkout.OutcomePending, Reference: "PAY-2", ExpiresAt: time.Now().Add(time.Hour)})
	s.settle(late.ID, checkout.Result{Outcome: checkout.OutcomeDeclined, Reference: "PAY-2", Reason: checkout.ReasonExpired})
	require.Equal(t, []string{"order.reserved", "order.cancelled"}, s.told("all"))
}

// An operator books what came of a payment in advance: a part, and then all.
func TestEndpointsHearThatAnOrderIsPlacedBeforeItIsPaid(t *testing.T) {
	s := newShop(t)
	s.endpoint("all", endpoint.Kinds()...)
	s.stock(laptop, "main", 1)
	d := s.guest(map[int64]int{laptop: 1})
	d.Attempt.Payment.Code = "prepayment"
	a := s.freeze(d)
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomePending, Reference: "PAY-1", ExpiresAt: time.Now().Add(time.Hour)})
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: money.Euro(1)})
	require.Equal(t, []string{"order.reserved"}, s.told("all"))
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: a.Totals.Total})
	require.Equal(t, []string{"order.reserved", "order.placed", "order.paid"}, s.told("all"))
}

func TestEndpointsHearOfADeclarationOnce(t *testing.T) {
	s := newShop(t)
	s.endpoint("all", endpoint.Kinds()...)
	d := withdrawal.Declaration{Key: "0193d1a0-0000-7000-8000-000000000001", OrderNumber: "100001", Name: "Erika", Email: "erika@example.org", Lang: "de"}
	for range 2 {
		_, err := postgres.NewWithdrawals(s.pool).Declare(s.ctx, d, time.Now())
		require.NoError(t, err)
	}
	require.Equal(t, []string{"withdrawal.declared"}, s.told("all"))
}

func TestEndpointsAreKept(t *testing.T) {
	s := newShop(t)
	store := postgres.NewEndpoints(s.pool)
	s.endpoint("warehouse", endpoint.Common()...)
	s.endpoint("erp", endpoint.ProductChanged)
	err := store.Add(s.ctx, endpoint.Endpoint{Name: "erp", Kinds: endpoint.Common(), KeySince: time.Now()})
	require.Equal(t, []any{fault.Conflict, "endpoint_exists"}, []any{fault.CodeOf(err), fault.ReasonOf(err)})
	names, err := store.Names(s.ctx)
	require.NoError(t, err)
	require.Equal(t, []string{"erp", "warehouse"}, names)

	changed, err := store.Change(s.ctx, "erp", func(e *endpoint.Endpoint) error {
		e.URL, e.FormerID, e.KeyID = "https://example.org", e.KeyID, "2"
		return nil
	})
	require.NoError(t, err)
	_, err = store.Change(s.ctx, "erp", func(e *endpoint.Endpoint) error {
		e.URL = "https://example.com/never"
		return fault.New(fault.Conflict, "endpoint_renewed")
	})
	require.Equal(t, "endpoint_renewed", fault.ReasonOf(err), "which stores nothing")
	read, err := store.Endpoint(s.ctx, "erp")
	require.NoError(t, err)
	require.Equal(t, changed.URL, read.URL)
	require.Equal(t, []string{"2", "erp-1"}, []string{read.KeyID, read.FormerID})

	require.NoError(t, store.Tell(s.ctx, endpoint.OfChange(laptop, "1"), endpoint.OfChange(laptop, "2"), endpoint.OfDeclaration(1)))
	require.NoError(t, store.Tell(s.ctx, endpoint.OfChange(laptop, "1")), "again does nothing")
	require.NoError(t, store.Tell(s.ctx))
	_, err = s.pool.Exec(s.ctx, `update outbox set delivered_at = now() where id = $1`, endpoint.OfChange(laptop, "1").ID+"@erp")
	require.NoError(t, err)
	states, err := store.States(s.ctx)
	require.NoError(t, err)
	require.Equal(t, []int{1, 1}, []int{states[0].Waiting, states[1].Waiting})
	require.False(t, states[0].Delivered.IsZero())
	require.True(t, states[1].Delivered.IsZero())

	n, err := store.Resend(s.ctx, "erp", time.Now().Add(-time.Hour))
	require.NoError(t, err)
	require.Equal(t, 1, n, "that had arrived")
	n, err = store.Resend(s.ctx, "erp", time.Now().Add(-time.Hour))
	require.NoError(t, err)
	require.Zero(t, n, "it waits already")
	require.Len(t, s.told("erp"), 2, "no event is there twice")
	n, err = store.Resend(s.ctx, "erp", time.Now().Add(time.Hour))
	require.NoError(t, err)
	require.Zero(t, n)

	require.NoError(t, store.Remove(s.ctx, "erp"))
	require.Empty(t, s.told("erp"), "nobody waits for it any more")
	_, err = s.pool.Exec(s.ctx, `insert into outbox (id, topic, key, payload) values ('late', 'endpoint.erp', 'order-1', '{}'), ('other', 'endpointer', 'order-1', '{}')`)
	require.NoError(t, err)
	require.NoError(t, store.Sweep(s.ctx))
	require.Empty(t, s.told("erp"), "what an order wrote meanwhile is forgotten as well")
	require.Equal(t, 1, s.count(`select count(*) from outbox where id = 'other'`))
	require.Len(t, s.told("warehouse"), 1)
	_, gone := store.Endpoint(s.ctx, "erp")
	_, unchanged := store.Change(s.ctx, "erp", func(*endpoint.Endpoint) error { return nil })
	_, unsent := store.Resend(s.ctx, "erp", time.Time{})
	for _, err := range []error{gone, unchanged, unsent, store.Remove(s.ctx, "erp")} {
		require.Equal(t, "endpoint_not_found", fault.ReasonOf(err))
	}
}

// What a handler had delivered before it failed does not come again.
func TestOutboxRepeatsOnlyWhatWasNotDelivered(t *testing.T) {
	pool := pgtest.New(t)
	var mu sync.Mutex
	var got [][]string
	box := postgres.NewOutbox(pool)
	require.NoError(t, box.Write(t.Context(), event("a", "1"), event("b", "2"), event("c", "3"), event("d", "2")))
	run(t, pool, 1, func(_ context.Context, events []outbox.Event) error {
		mu.Lock()
		defer mu.Unlock()
		var ids []string
		for _, e := range events {
			ids = append(ids, e.ID)
		}
		got = append(got, ids)
		if len(got) == 1 {
			return &outbox.Partial{Done: 1, Err: errors.New("down")}
		}
		return nil
	})
	require.Eventually(t, func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(slices.Concat(got...)) >= 7
	}, 5*time.Second, 10*time.Millisecond)
	mu.Lock()
	defer mu.Unlock()
	require.Equal(t, []string{"a", "b", "c", "d"}, got[0])
	require.ElementsMatch(t, []string{"b", "c", "d"}, slices.Concat(got[1:]...))
}

// Who takes their time, another system or a mail server, is called for several subjects at once, and for each in order.
func TestOutboxCallsForSeveralSubjectsAtOnce(t *testing.T) {
	for _, to := range []string{outbox.EndpointPrefix + "erp", outbox.MailRequested} {
		t.Run(to, func(t *testing.T) { callsForSeveralSubjectsAtOnce(t, to) })
	}
}

func callsForSeveralSubjectsAtOnce(t *testing.T, to string) {
	box := postgres.NewOutbox(pgtest.New(t))
	const keys, perKey = 40, 3
	var mu sync.Mutex
	running, most, got := 0, 0, map[string][]string{}
	all := make(chan struct{}) // closed once as many run as may
	for n := range perKey {
		for k := range keys {
			key := fmt.Sprint(k)
			require.NoError(t, box.Write(t.Context(), outbox.Event{ID: fmt.Sprintf("%s-%d", key, n), Topic: to, Key: key}))
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		_ = box.Run(ctx, map[string]outbox.Handler{to: func(ctx context.Context, events []outbox.Event) error {
			mu.Lock()
			running++
			if most = max(most, running); most == outbox.AtOnce(to) && running == most {
				select {
				case <-all:
				default:
					close(all)
				}
			}
			mu.Unlock()
			select {
			case <-all:
			case <-ctx.Done():
			}
			mu.Lock()
			defer mu.Unlock()
			running--
			for _, e := range events {
				got[e.Key] = append(got[e.Key], e.ID)
			}
			return nil
		}})
	})
	defer func() { stop(); wg.Wait() }()
	require.Eventually(t, func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(got) == keys && !slices.ContainsFunc(slices.Collect(maps.Values(got)), func(ids []string) bool { return len(ids) < perKey })
	}, 20*time.Second, 10*time.Millisecond)
	require.Equal(t, outbox.AtOnce(to), most)
	for key, ids := range got {
		require.Equal(t, []string{key + "-0", key + "-1", key + "-2"}, ids)
	}
}
