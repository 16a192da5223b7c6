package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// queueTold writes down what the provider tells of a dispute. The order's row is locked, so that it takes turns with refunds.
func queueTold(ctx context.Context, tx *batches, b *pgx.Batch, orderID int64, d checkout.Dispute) error {
	o, err := lockedOrder(ctx, tx, orderID)
	if err != nil {
		return err
	}
	if d.ToldAt.IsZero() {
		d.ToldAt = time.Now().UTC()
	}
	before := o.Milestones()
	o.Told(d)
	queueDisputes(b, o)
	return queueReached(ctx, b, o, before)
}

func queueDisputes(b *pgx.Batch, o *order.Order) {
	for i, d := range o.Disputes {
		b.Queue(`
			insert into order_dispute (order_id, number, dispute_id, state, amount_minor, currency, reason, due_at, opened_at, told_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
			on conflict on constraint order_dispute_pkey do update set state = excluded.state, amount_minor = excluded.amount_minor,
			    currency = excluded.currency, reason = excluded.reason, due_at = excluded.due_at, opened_at = excluded.opened_at,
			    told_at = excluded.told_at`,
			o.ID, i+1, d.ID, d.State, d.Amount.Minor, d.Amount.Currency, d.Reason, nullTime(d.DueAt), d.OpenedAt, d.ToldAt)
	}
}

const selectDisputes = `
select order_id, dispute_id, state, amount_minor, currency, reason, due_at, opened_at, told_at from order_dispute`

// eachDispute reads rows of selectDisputes.
func eachDispute(rows pgx.Rows, add func(orderID int64, d checkout.Dispute)) error {
	_, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (struct{}, error) {
		var id int64
		var d checkout.Dispute
		var due *time.Time
		var currency string
		if err := row.Scan(&id, &d.ID, &d.State, &d.Amount.Minor, &currency, &d.Reason, &due, &d.OpenedAt, &d.ToldAt); err != nil {
			return struct{}{}, err
		}
		d.Amount.Currency = money.Currency(currency)
		d.DueAt, d.OpenedAt, d.ToldAt = nullable(due), d.OpenedAt.UTC(), d.ToldAt.UTC()
		add(id, d)
		return struct{}{}, nil
	})
	return err
}

// Disputed counts the disputes that are not decided, by when they have to be answered: "soon", which is within two days or was before,
// and "later", or nobody knows when.
func (s *Order) Disputed(ctx context.Context) (map[string]int, error) {
	n := map[string]int{"soon": 0, "later": 0}
	rows, err := s.pool.Query(ctx, `
		select case when due_at < now() + interval '2 days' then 'soon' else 'later' end as due, count(*)
		from order_dispute where state = 'open' group by due`)
	if err != nil {
		return nil, FaultOf(err, orderFaults)
	}
	var due string
	var count int
	_, err = pgx.ForEachRow(rows, []any{&due, &count}, func() error { n[due] = count; return nil })
	return n, FaultOf(err, orderFaults)
}
