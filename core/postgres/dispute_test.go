package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/endpoint"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
)

func TestDisputesAreKeptWithTheirOrder(t *testing.T) {
	s := newShop(t)
	require.NoError(t, postgres.NewEndpoints(s.pool).Add(s.ctx, endpoint.Endpoint{Name: "erp", URL: "https://erp.example", Kinds: endpoint.Common(), KeyID: "k"}))
	s.stock(laptop, "main", 2)
	a, other := s.freeze(s.guest(map[int64]int{laptop: 1})), s.freeze(s.guest(map[int64]int{laptop: 1}))
	for _, a := range []*checkout.Attempt{a, other} {
		s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Reference: "PAY-" + a.ID, Amount: a.Totals.Total})
	}
	before := s.order(a.OrderID)
	now := time.Now().UTC().Truncate(time.Second)
	told := func(d checkout.Dispute) {
		require.Equal(t, checkout.Confirmed, s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeDisputed, Reference: "PAY-" + a.ID, Amount: d.Amount, Dispute: &d}).State)
	}
	opened := checkout.Dispute{ID: "D-1", State: checkout.DisputeOpen, Amount: money.Euro(4990), Reason: "not_received", DueAt: now.Add(time.Hour), ToldAt: now}
	told(opened)
	told(opened)
	told(checkout.Dispute{ID: "D-2", State: checkout.DisputeOpen, ToldAt: now})
	counts, err := postgres.NewOrder(s.pool).Disputed(s.ctx)
	require.NoError(t, err)
	require.Equal(t, map[string]int{"soon": 1, "later": 1}, counts)
	list, total, err := postgres.NewOrder(s.pool).Orders(s.ctx, order.Filter{Disputed: true}, page.Of(1, 50, 50))
	require.NoError(t, err)
	require.Equal(t, []any{1, a.OrderID}, []any{total, list[0].ID})

	o, err := postgres.NewFulfilment(s.pool).Order(s.ctx, a.OrderID)
	require.NoError(t, err)
	want := opened
	want.OpenedAt = now
	require.Equal(t, []checkout.Dispute{want, {ID: "D-2", State: checkout.DisputeOpen, OpenedAt: now, ToldAt: now}}, o.Disputes)
	require.Equal(t, []any{before.Status, before.PaidAt, before.Payments}, []any{o.Status, o.PaidAt, o.Payments}, "it stays what it is")

	// What waits for the end of a dispute is owed no more once it is lost.
	_, err = s.pool.Exec(s.ctx, `
		insert into order_payment (order_id, number, kind, state, amount_minor, request, capture, reason)
		select $1, coalesce(max(number), 0) + 1, 'refund', 'refused', 100, 'return-1', 1, $2 from order_payment where order_id = $1`, a.OrderID, order.ReasonDisputed)
	require.NoError(t, err)
	refused := func() int {
		_, total, err := postgres.NewOrder(s.pool).Orders(s.ctx, order.Filter{Refused: true}, page.Of(1, 50, 50))
		require.NoError(t, err)
		return total
	}
	require.Equal(t, 1, refused())
	told(checkout.Dispute{ID: "D-1", State: checkout.DisputeLost, ToldAt: now.Add(time.Minute)})
	told(checkout.Dispute{ID: "D-2", State: checkout.DisputeWithdrawn})
	require.Zero(t, refused())
	told(opened)
	story, err := postgres.NewDesk(s.pool).Record(s.ctx, a.ID)
	require.NoError(t, err)
	require.Equal(t, []any{checkout.DisputeLost, checkout.DisputeWithdrawn, money.Euro(4990)},
		[]any{story.Disputes[0].State, story.Disputes[1].State, story.Disputes[0].Amount})
	_, total, err = postgres.NewOrder(s.pool).Orders(s.ctx, order.Filter{Disputed: true}, page.Of(1, 50, 50))
	require.NoError(t, err)
	require.Zero(t, total)
	var kinds []string
	require.NoError(t, s.pool.QueryRow(s.ctx, `
		select array_agg(payload ->> 'kind' || ' ' || (payload ->> 'number') order by payload ->> 'kind', payload ->> 'number')
		from outbox where topic = 'endpoint.erp' and payload ->> 'kind' like '%disput%'`).Scan(&kinds))
	require.Equal(t, []string{"order.dispute_ended 1", "order.dispute_ended 2", "order.disputed 1", "order.disputed 2"}, kinds, "each is told once")

	// An operator's word of one is kept by any change of the order.
	_, err = postgres.NewFulfilment(s.pool).Change(s.ctx, other.OrderID, func(o *order.Order) (order.Effects, error) {
		o.Told(checkout.Dispute{ID: "CB-1", State: checkout.DisputeOpen, ToldAt: now})
		return order.Effects{}, nil
	})
	require.NoError(t, err)
	require.Len(t, s.order(other.OrderID).Disputes, 1)
}
