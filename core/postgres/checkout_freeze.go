package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/outbox"
)

var (
	errChanged = fault.New(fault.Conflict, "checkout_changed")
	errSoldOut = fault.New(fault.Conflict, "product_sold_out")
	errNotNext = errors.New("this attempt is not the checkout's next one")
)

// Freeze locks the checkout, so that submits of it take turns, and the goods last, so that a product in demand is
// locked for as short as can be.
func (s *Checkout) Freeze(ctx context.Context, d checkout.Draft) (*checkout.Start, error) {
	var start *checkout.Start
	var key []byte // of a new one
	err := inBatches(ctx, s.pool, func(tx *batches) error {
		start, key = nil, nil
		made, k, stock, err := insertAttempt(ctx, tx, d)
		if errors.Is(err, errNotNext) {
			found, err := underWay(ctx, tx, d.CheckoutID)
			if found == nil && err == nil {
				err = errChanged
			}
			start = &checkout.Start{Attempt: found}
			return err
		}
		if err != nil {
			return err
		}
		start, key = made, k
		if err := awaitProof(ctx, tx, made.Attempt); err != nil {
			return err
		}
		return reserve(ctx, tx, made.Attempt, stock)
	})
	if err != nil {
		return nil, FaultOf(err, checkoutFaults)
	}
	if key != nil && s.keys != nil {
		s.keys.put(start.Attempt.ID, key)
	}
	return start, nil
}

// underWay gives the attempt of a locked checkout that is open or placed, if there is one.
func underWay(ctx context.Context, tx *batches, id string) (last *checkout.Attempt, err error) {
	b := &pgx.Batch{}
	b.Queue(selectAttempt+` where a.checkout_id = $1 and a.state <> $2 order by a.number desc limit 1`, id, checkout.Failed).
		Query(func(rows pgx.Rows) error {
			found, err := pgx.CollectRows(rows, scanAttempt)
			if len(found) > 0 {
				last = found[0]
			}
			return err
		})
	return last, tx.send(ctx, b)
}

// insertAttempt writes attempt and order, freezes the cart, and counts the vouchers that took effect, whose limit a
// constraint knows. It gives the key of the attempt's history, and what there is of the goods, which it locks. On an error
// nothing of it may be kept: errNotNext when the checkout is not the one that was priced any more, or an attempt of it is
// open or placed; errChanged when the cart is not.
func insertAttempt(ctx context.Context, tx *batches, d checkout.Draft) (*checkout.Start, []byte, []stockRow, error) {
	a := d.Attempt
	start := &checkout.Start{Attempt: &a, First: d.AtOnce > 0, Alone: d.AtOnce > 0}
	a.SessionID = d.SessionID
	if a.State = checkout.Created; start.First {
		a.State = checkout.Authorizing
	}
	client, err := json.Marshal(d.Client)
	if err != nil {
		return nil, nil, nil, err
	}
	if d.Client == nil {
		client = []byte("{}")
	}
	b := &pgx.Batch{}
	locked, inserted, frozen := false, false, int64(0)
	var key []byte
	var due *time.Time
	b.Queue(onePlan)
	b.Queue(`select from checkout where id = $1 for update`, a.CheckoutID).
		Exec(func(tag pgconn.CommandTag) error { locked = tag.RowsAffected() > 0; return nil })
	b.Queue(`update cart set frozen_by = $2 where id = $1 and version = $3`, a.CartID, a.ID, d.CartVersion).
		Exec(func(tag pgconn.CommandTag) error { frozen = tag.RowsAffected(); return nil })
	b.Queue(`
		with o as (
		    insert into shop_order (checkout_id, customer_id, lang, email, phone, business, vat_id, invoice, delivery, shipping, total_minor)
		    select id, customer_id, lang, email, phone, business, vat_id, invoice, $2, $3, $4 from checkout
		    where id = $1 and version = $6 and not exists (select from checkout_attempt where checkout_id = $1 and state <> $19)
		    returning id),
		c as (
		    update checkout set attempts = attempts + 1, order_id = o.id, last_reason = '' from o where checkout.id = $1
		    returning attempts)
		insert into checkout_attempt (id, checkout_id, cart_id, number, order_id, method, plugin, plugin_version, flow, lines,
		                              totals, client, session_id, deliveries, browser, payment, state, due_at)
		select $5, $1, $7, c.attempts, o.id, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $20, now() + nullif($21::interval, interval '0') from o, c
		returning number, order_id, created_at, history_key, xmin, due_at`,
		a.CheckoutID, d.Delivery, a.Deliveries[0].Option, a.Totals.Total.Minor, a.ID, d.CheckoutVersion, a.CartID,
		a.Payment.Code, a.Payment.Plugin, a.Payment.Version, a.Payment.Flow, a.Lines, a.Totals, client, d.SessionID, a.Deliveries, d.Browser, a.Payment,
		checkout.Failed, a.State, d.AtOnce,
	).Query(func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, []any{&a.Number, &a.OrderID, &a.CreatedAt, &key, &start.Version, &due}, func() error { inserted = true; return nil })
		return err
	})
	within, wait := true, time.Duration(0)
	if d.Mailbox != "" {
		queueUnpaid(b, a.CheckoutID, d.Mailbox, &within, &wait)
	}
	if codes := voucherCodes(&a); len(codes) > 0 {
		b.Queue(`update voucher set redeemed = redeemed + 1 where code = any($1)`, codes)
	}
	var stock []stockRow
	// Locking reads the newest committed figures; a plain read before the lock would be stale once the lock is granted.
	// Products are locked in order of id, so that two attempts never wait for each other in a circle.
	b.Queue(`
		select product_id, warehouse, available from stock
		where product_id = any($1) order by product_id, warehouse for update`, slices.Collect(maps.Keys(wanted(&a)))).
		Query(func(rows pgx.Rows) (err error) {
			stock, err = pgx.CollectRows(rows, pgx.RowToStructByPos[stockRow])
			return err
		})
	switch err := tx.send(ctx, b); {
	case err != nil:
		return nil, nil, nil, err
	case !locked:
		return nil, nil, nil, checkoutFaults[NoRows]
	case !inserted:
		return nil, nil, nil, errNotNext
	case frozen == 0:
		return nil, nil, nil, errChanged
	case !within:
		return nil, nil, nil, &checkout.TooMany{Wait: wait}
	}
	setDue(&a, due)
	return start, key, stock, nil
}

func voucherCodes(a *checkout.Attempt) []string {
	var codes []string
	for _, d := range a.Totals.Discounts {
		if !d.Promotion {
			codes = append(codes, d.Code)
		}
	}
	return codes
}

// wanted is how many of each product an attempt is to have.
func wanted(a *checkout.Attempt) map[int64]int {
	want := map[int64]int{}
	for _, l := range a.Lines {
		want[l.ProductID] += l.Quantity
	}
	return want
}

// reserve takes the goods out of stock, from as few warehouses as will do, and commits.
func reserve(ctx context.Context, tx *batches, a *checkout.Attempt, stock []stockRow) error {
	want := wanted(a)
	taken, ok := allocate(want, stock)
	if !ok {
		return errSoldOut
	}
	products, warehouses, quantities := make([]int64, len(taken)), make([]string, len(taken)), make([]int32, len(taken))
	for i, t := range taken {
		products[i], warehouses[i], quantities[i] = t.ProductID, t.Warehouse, int32(t.Quantity)
	}
	b := &pgx.Batch{}
	b.Queue(`
		with t as (select * from unnest($2::bigint[], $3::text[], $4::int[]) as t(product_id, warehouse, quantity)),
		r as (insert into stock_reservation (attempt_id, product_id, warehouse, quantity)
		      select $1, product_id, warehouse, quantity from t)
		update stock s set available = s.available - t.quantity from t
		where s.product_id = t.product_id and s.warehouse = t.warehouse`, a.ID, products, warehouses, quantities)
	queueEvents(ctx, b, soldOut(a.ID, want, stock)...)
	return tx.commit(ctx, b)
}

// soldOut tells the search of products that have nothing left.
func soldOut(attemptID string, want map[int64]int, stock []stockRow) []outbox.Event {
	left := map[int64]int{}
	for _, s := range stock {
		left[s.ProductID] += s.Quantity
	}
	var events []outbox.Event
	for id, n := range want {
		if left[id] == n {
			key := strconv.FormatInt(id, 10)
			events = append(events, outbox.Event{
				ID: "product-" + key + "-gone-" + attemptID, Topic: outbox.ProductChanged, Key: key,
				Payload: json.RawMessage(`{"id":` + key + `}`),
			})
		}
	}
	return events
}

// stockRow is a figure of stock, or a quantity to take.
type stockRow struct {
	ProductID int64
	Warehouse string
	Quantity  int
}

// allocate says what to take from where: all of a product from the first warehouse that has enough, else from several.
func allocate(want map[int64]int, stock []stockRow) ([]stockRow, bool) {
	byProduct := map[int64][]stockRow{}
	for _, s := range stock {
		byProduct[s.ProductID] = append(byProduct[s.ProductID], s)
	}
	var taken []stockRow
	for id, n := range want {
		part, ok := take(byProduct[id], n)
		if !ok {
			return nil, false
		}
		taken = append(taken, part...)
	}
	return taken, true
}

func take(stock []stockRow, n int) ([]stockRow, bool) {
	for _, s := range stock {
		if s.Quantity >= n {
			return []stockRow{{s.ProductID, s.Warehouse, n}}, true
		}
	}
	var taken []stockRow
	for _, s := range stock {
		part := min(s.Quantity, n)
		if part > 0 {
			taken = append(taken, stockRow{s.ProductID, s.Warehouse, part})
			n -= part
		}
	}
	return taken, n == 0
}
