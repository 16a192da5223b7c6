package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/order"
)

var _ order.Sales = (*Order)(nil)

// Sold streams orders in the order in which they were placed; it holds one connection until yield has seen the last.
func (s *Order) Sold(ctx context.Context, from, until time.Time, yield func(order.Sold) error) error {
	rows, err := s.pool.Query(ctx, `
select a.lines, a.totals, o.status = 'cancelled', coalesce((
           select jsonb_agg(i) from order_delivery d, jsonb_array_elements(d.items) i
           where d.order_id = o.id and d.state in ('returned', 'expired', 'cancelled')), '[]')
from shop_order o join checkout_attempt a on a.order_id = o.id
where o.placed_at >= $1 and o.placed_at < $2
order by o.placed_at`, from, until)
	if err != nil {
		return FaultOf(err, orderFaults)
	}
	defer rows.Close()
	for rows.Next() {
		sold, err := pgx.RowToStructByPos[order.Sold](rows)
		if err != nil {
			return FaultOf(err, orderFaults)
		}
		if err := yield(sold); err != nil {
			return err
		}
	}
	return FaultOf(rows.Err(), orderFaults)
}
