package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/withdrawal"
)

// reader is a pool or a transaction.
type reader interface {
	querier
	batcher
}

// oneWithdrawal reads one with its events.
func oneWithdrawal(ctx context.Context, db querier, where string, args ...any) (*withdrawal.Withdrawal, error) {
	rows, err := db.Query(ctx, selectWithdrawal+where, args...)
	if err != nil {
		return nil, err
	}
	w, err := pgx.CollectExactlyOneRow(rows, scanWithdrawal)
	if err != nil {
		return nil, err
	}
	if rows, err = db.Query(ctx, `select kind, detail, at from withdrawal_event where withdrawal_id = $1 order by id`, w.ID); err != nil {
		return nil, err
	}
	w.Events, err = pgx.CollectRows(rows, pgx.RowToStructByPos[withdrawal.Event])
	return w, err
}

// Contract reads an order as a new withdrawal would find it.
func (s *Withdrawals) Contract(ctx context.Context, orderID int64) (*withdrawal.Contract, error) {
	return readContract(ctx, s.pool, orderID, 0)
}

// readContract reads an order with what other withdrawals than the one took from it.
func readContract(ctx context.Context, db reader, orderID, except int64) (*withdrawal.Contract, error) {
	o, err := readOrder(ctx, db, orderID)
	if err != nil {
		return nil, err
	}
	c := &withdrawal.Contract{Order: o, Categories: map[int64][]string{}, Withdrawn: map[int]int{}, Refunded: money.Euro(0)}
	rows, err := db.Query(ctx, `select delivered_at from shop_order where id = $1`, orderID)
	if err != nil {
		return nil, FaultOf(err, orderFaults)
	}
	delivered, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[*time.Time])
	if err != nil {
		return nil, FaultOf(err, orderFaults)
	}
	if delivered != nil {
		c.DeliveredAt = delivered.UTC()
	}
	if err := readWithdrawn(ctx, db, c, except); err != nil {
		return nil, FaultOf(err, nil)
	}
	return c, FaultOf(readCategories(ctx, db, c), nil)
}

func readWithdrawn(ctx context.Context, db querier, c *withdrawal.Contract, except int64) error {
	rows, err := db.Query(ctx, `
		select lines, amount_minor from withdrawal
		where order_id = $1 and id <> $2 and status in ('accepted', 'refunding', 'by_hand', 'settled')`, c.Order.ID, except)
	if err != nil {
		return err
	}
	var lines []withdrawal.Taken
	var amount int64
	_, err = pgx.ForEachRow(rows, []any{&lines, &amount}, func() error {
		c.Refunded = c.Refunded.Add(money.Euro(amount))
		for _, l := range lines {
			c.Withdrawn[l.Line] += l.Quantity
		}
		lines = nil
		return nil
	})
	return err
}

// readCategories finds each product's category and those above it. A product that is gone has none.
func readCategories(ctx context.Context, db querier, c *withdrawal.Contract) error {
	products := make([]int64, len(c.Order.Attempt.Lines))
	for i, l := range c.Order.Attempt.Lines {
		products[i] = l.ProductID
	}
	rows, err := db.Query(ctx, `
		with recursive above as (
		    select p.id as product_id, c.slug, c.parent_id from product p join category c on c.id = p.category_id
		    where p.id = any($1)
		    union
		    select a.product_id, c.slug, c.parent_id from above a join category c on c.id = a.parent_id)
		select product_id, slug from above`, products)
	if err != nil {
		return err
	}
	var id int64
	var slug string
	_, err = pgx.ForEachRow(rows, []any{&id, &slug}, func() error {
		c.Categories[id] = append(c.Categories[id], slug)
		return nil
	})
	return err
}
