package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/page"
)

// A capture or refund whose provider says nothing is found without knowing the order, once it was tried in vain for a while.
func TestWhatNoProviderAnswersIsListed(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 2)
	silent, answered := s.freeze(s.guest(map[int64]int{laptop: 1})).OrderID, s.freeze(s.guest(map[int64]int{laptop: 1})).OrderID
	exec := func(sql string, args ...any) {
		_, err := s.pool.Exec(s.ctx, sql, args...)
		require.NoError(t, err)
	}
	listed := func() (ids []int64) {
		list, total, err := s.orders.Orders(s.ctx, order.Filter{Unanswered: true}, page.Of(1, 9, 50))
		require.NoError(t, err)
		require.Len(t, list, total)
		for _, o := range list {
			ids = append(ids, o.ID)
		}
		return ids
	}
	exec(`insert into order_payment (order_id, number, kind, state, amount_minor) values ($1, 1, 'capture', 'wanted', 100), ($2, 1, 'capture', 'done', 100)`, silent, answered)
	require.Empty(t, listed(), "it was asked for a moment ago")
	exec(`insert into order_notice (order_id, kind) values ($1, $3), ($2, $3)`, silent, answered, order.NoticeStuck)
	require.Equal(t, []int64{silent}, listed(), "the other was answered in the end")
	exec(`update order_payment set state = 'done' where state = 'wanted'`)
	require.Empty(t, listed())
}
