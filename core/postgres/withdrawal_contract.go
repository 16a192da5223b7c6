package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/withdrawal"
)

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

// Contracts reads several in one go.
func (s *Withdrawals) Contracts(ctx context.Context, orderIDs []int64) ([]*withdrawal.Contract, error) {
	return readContracts(ctx, s.pool, orderIDs, 0)
}

func readContract(ctx context.Context, db batcher, orderID, except int64) (*withdrawal.Contract, error) {
	list, err := readContracts(ctx, db, []int64{orderID}, except)
	if err == nil && len(list) == 0 {
		err = FaultOf(pgx.ErrNoRows, orderFaults)
	}
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// readContracts reads orders, the newest first, with what other withdrawals than the one took from them.
func readContracts(ctx context.Context, db batcher, orderIDs []int64, except int64) ([]*withdrawal.Contract, error) {
	orders, err := readOrders(ctx, db, orderIDs)
	if err != nil {
		return nil, err
	}
	list, byID := make([]*withdrawal.Contract, len(orders)), make(map[int64]*withdrawal.Contract, len(orders))
	var products []int64
	for i, o := range orders {
		list[i] = &withdrawal.Contract{
			Order: o, Categories: map[int64][]string{}, Withdrawn: map[int]int{},
			Refunded: money.Euro(0), WrittenOff: money.Euro(0), Kept: money.Euro(0),
		}
		byID[o.ID] = list[i]
		for _, l := range o.Attempt.Lines {
			products = append(products, l.ProductID)
		}
	}
	b := &pgx.Batch{}
	b.Queue(`select id, delivered_at from shop_order where id = any($1) and delivered_at is not null`, orderIDs).Query(func(rows pgx.Rows) error {
		var id int64
		var at time.Time
		_, err := pgx.ForEachRow(rows, []any{&id, &at}, func() error { byID[id].DeliveredAt = at.UTC(); return nil })
		return err
	})
	b.Queue(`
		select id, order_id, lines, amount_minor from withdrawal
		where order_id = any($1) and id <> $2 and status in ('accepted', 'refunding', 'by_hand', 'settled')`, orderIDs, except).Query(func(rows pgx.Rows) error {
		var by, id, amount int64
		var lines []withdrawal.Taken
		_, err := pgx.ForEachRow(rows, []any{&by, &id, &lines, &amount}, func() error {
			c := byID[id]
			c.Refunded = c.Refunded.Add(money.Euro(amount))
			goods := int64(0)
			for _, l := range lines {
				c.Withdrawn[l.Line] += l.Quantity
				goods += l.Amount.Minor
			}
			off := c.Order.WrittenOffBy(by)
			c.WrittenOff, c.Kept = c.WrittenOff.Add(off), c.Kept.Add(money.Euro(max(goods-amount-off.Minor, 0)))
			lines = nil
			return nil
		})
		return err
	})
	// Each product's category and those above it. A product that is gone has none.
	b.Queue(`
		with recursive above as (
		    select p.id as product_id, c.slug, c.parent_id from product p join category c on c.id = p.category_id
		    where p.id = any($1)
		    union
		    select a.product_id, c.slug, c.parent_id from above a join category c on c.id = a.parent_id)
		select product_id, slug from above`, products).Query(func(rows pgx.Rows) error {
		of := map[int64][]string{}
		var id int64
		var slug string
		_, err := pgx.ForEachRow(rows, []any{&id, &slug}, func() error { of[id] = append(of[id], slug); return nil })
		for _, c := range list {
			for _, l := range c.Order.Attempt.Lines {
				if slugs := of[l.ProductID]; slugs != nil {
					c.Categories[l.ProductID] = slugs
				}
			}
		}
		return err
	})
	return list, FaultOf(db.SendBatch(ctx, b).Close(), nil)
}
