package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/order"
)

var _ order.Promised = (*Fulfilment)(nil)

// ToAsk begins at what has not left, which is little of all that was ever sold. Of an order whose promise is known to be broken, or that
// an operator keeps still, nobody is asked.
func (s *Fulfilment) ToAsk(ctx context.Context, now, again time.Time, first time.Duration, limit int) ([]order.Ref, error) {
	rows, err := s.pool.Query(ctx, `
		with due as (
		    select a.id from checkout_attempt a join shop_order o on o.id = a.order_id
		    where a.order_id in (select order_id from order_delivery where state = 'planned' and charge)
		      and a.state = 'confirmed' and a.payment ->> 'outcome' = $5 and not coalesce((a.payment ->> 'captured')::boolean, false)
		      and o.status = 'placed' and not a.held
		      and not exists (select from order_notice n where n.order_id = o.id and n.kind = $6)
		      and coalesce(a.ask_at, o.placed_at + $3::interval) <= $1
		    order by coalesce(a.ask_at, o.placed_at + $3::interval) limit $4 for update of a skip locked)
		update checkout_attempt a set ask_at = $2 from due where a.id = due.id returning a.order_id, a.id`,
		now, again, first, limit, checkout.OutcomeAuthorized, checkout.NoticeBroken)
	if err != nil {
		return nil, FaultOf(err, orderFaults)
	}
	due, err := pgx.CollectRows(rows, pgx.RowToStructByPos[order.Ref])
	return due, FaultOf(err, orderFaults)
}

// PutOff changes no more than when the provider is asked.
func (s *Fulfilment) PutOff(ctx context.Context, id int64, until time.Time) error {
	_, err := s.pool.Exec(ctx, `update checkout_attempt set ask_at = $2 where order_id = $1`, id, until)
	return FaultOf(err, orderFaults)
}
