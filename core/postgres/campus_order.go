package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/order"
)

var errNotWaiting = fault.New(fault.NotFound, "campus_order_not_waiting")

// awaitProof notes that an order with prices of the campus programme waits, unless its customer is a member. Whose it is
// says the cart, which has the prices.
func awaitProof(ctx context.Context, tx *batches, a *checkout.Attempt) error {
	if !slices.ContainsFunc(a.Lines, func(l checkout.Line) bool { return l.Campus }) {
		return nil
	}
	var waits []int64
	b := &pgx.Batch{}
	b.Queue(`
		insert into campus_order (order_id, customer_id, due_at)
		select $1, c.id, coalesce((select expires_at from campus_application where customer_id = c.id), now()) + $3::interval
		from customer c where c.cart_id = $2 and not `+campusGranted+`
		returning customer_id`, a.OrderID, a.CartID, campus.Grace).Query(func(rows pgx.Rows) (err error) {
		waits, err = pgx.CollectRows(rows, pgx.RowTo[int64])
		return err
	})
	if err := tx.send(ctx, b); err != nil || len(waits) == 0 {
		return err
	}
	b = &pgx.Batch{}
	queueEvents(ctx, b, campusEvent(waits[0]))
	return tx.send(ctx, b)
}

// Waiting reads the orders that wait for a customer.
func (s *Campus) Waiting(ctx context.Context, customerID int64) ([]campus.Waiting, error) {
	list, err := readWaiting(ctx, s.pool, customerID)
	return list, FaultOf(err, nil)
}

func readWaiting(ctx context.Context, db querier, customerID int64) ([]campus.Waiting, error) {
	rows, err := db.Query(ctx, `
		select w.order_id, w.due_at from campus_order w join shop_order o on o.id = w.order_id
		where w.customer_id = $1 and o.status in ('awaiting_payment', 'reserved', 'placed') order by w.due_at, w.order_id`, customerID)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (campus.Waiting, error) {
		var w campus.Waiting
		err := row.Scan(&w.OrderID, &w.DueAt)
		w.DueAt = w.DueAt.UTC()
		return w, err
	})
}

// saveWaiting releases what no longer waits and writes the others' times, for operators as well where a proof was refused.
func saveWaiting(ctx context.Context, tx pgx.Tx, before, after []campus.Waiting, refused bool) error {
	b := &pgx.Batch{}
	for _, w := range before {
		if !slices.ContainsFunc(after, func(a campus.Waiting) bool { return a.OrderID == w.OrderID }) {
			b.Queue(`delete from campus_order where order_id = $1`, w.OrderID)
		}
	}
	for _, w := range after {
		if !slices.Contains(before, w) {
			b.Queue(`update campus_order set due_at = $2 where order_id = $1`, w.OrderID, w.DueAt)
		}
		if refused {
			b.Queue(insertNotice, w.OrderID, order.NoticeUnproven, w.DueAt.Format(time.RFC3339))
		}
	}
	return tx.SendBatch(ctx, b).Close()
}

// Held looks at the membership as well: an order that was placed in the moment of becoming a member may still be noted.
func (s *Campus) Held(ctx context.Context, orderID int64) (held bool, err error) {
	err = s.pool.QueryRow(ctx, `select `+campusHeld("$1"), orderID).Scan(&held)
	return held, FaultOf(err, nil)
}

// campusHeld holds for an order whose goods wait for its customer to become a member.
func campusHeld(orderID string) string {
	return `exists (
		    select from campus_order w left join customer c on c.id = w.customer_id
		    where w.order_id = ` + orderID + ` and (c.id is null or not ` + campusGranted + `))`
}

// Release lets an order go.
func (s *Campus) Release(ctx context.Context, orderID int64) error {
	tag, err := s.pool.Exec(ctx, `delete from campus_order where order_id = $1`, orderID)
	if err == nil && tag.RowsAffected() == 0 {
		return errNotWaiting
	}
	return FaultOf(err, nil)
}
