package postgres

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/page"
)

// Order reads orders. It implements order.History.
type Order struct{ pool *pgxpool.Pool }

var _ order.History = (*Order)(nil)

// NewOrder makes the reader.
func NewOrder(pool *pgxpool.Pool) *Order { return &Order{pool: pool} }

var orderFaults = map[string]*fault.Error{NoRows: fault.New(fault.NotFound, "order_not_found")}

const selectOrder = `
select o.id, o.checkout_id, o.customer_id, o.status, o.lang, o.email, o.phone, o.business, o.vat_id, o.invoice, o.delivery, o.shipping,
       o.cancel_reason, o.created_at, o.placed_at, o.paid_at, o.cancelled_at, ` + attemptColumns + `
from shop_order o join checkout_attempt a on a.order_id = o.id`

func scanOrder(row pgx.CollectableRow) (*order.Order, error) {
	var o order.Order
	var placed, paid, cancelled, due *time.Time
	targets := []any{&o.ID, &o.CheckoutID, &o.CustomerID, &o.Status, &o.Lang, &o.Email, &o.Phone, &o.Business, &o.VATID, &o.Invoice,
		&o.Delivery, &o.Shipping, &o.CancelReason, &o.CreatedAt, &placed, &paid, &cancelled}
	if err := row.Scan(append(targets, attemptTargets(&o.Attempt, &due)...)...); err != nil {
		return nil, err
	}
	setDue(&o.Attempt, due)
	o.AttemptID, o.CreatedAt = o.Attempt.ID, o.CreatedAt.UTC()
	for to, from := range map[*time.Time]*time.Time{&o.PlacedAt: placed, &o.PaidAt: paid, &o.CancelledAt: cancelled} {
		if from != nil {
			*to = from.UTC()
		}
	}
	return &o, nil
}

// Order reads one with all there is of it.
func (s *Order) Order(ctx context.Context, id int64) (*order.Order, error) {
	return readOrder(ctx, s.pool, id)
}

// ByAttempt reads the order of an attempt, without what came after it.
func (s *Order) ByAttempt(ctx context.Context, attemptID string) (*order.Order, error) {
	rows, err := s.pool.Query(ctx, selectOrder+` where a.id = $1`, attemptID)
	if err != nil {
		return nil, FaultOf(err, orderFaults)
	}
	o, err := pgx.CollectExactlyOneRow(rows, scanOrder)
	return o, FaultOf(err, orderFaults)
}

// Orders reads a page with its deliveries, and counts all: newest first, but of those to ship who waits longest. The page is chosen
// before anything of its orders is read: a late one would read the content of all before it.
func (s *Order) Orders(ctx context.Context, f order.Filter, p page.Page) ([]*order.Order, int, error) {
	where, args := filtered(f)
	var (
		list  []*order.Order
		total int
		b     = &pgx.Batch{}
	)
	by := "o.id desc"
	if f.ToShip {
		by = "o.id"
	}
	window := fmt.Sprintf(` order by %s limit $%d offset $%d`, by, len(args)+1, len(args)+2)
	b.Queue(selectOrder+` where o.id in (select o.id from shop_order o`+where+window+`) order by `+by, slices.Concat(args, []any{p.Size, p.Offset()})...).
		Query(func(rows pgx.Rows) (err error) {
			list, err = pgx.CollectRows(rows, scanOrder)
			return err
		})
	b.Queue(`select count(*) from shop_order o`+where, args...).QueryRow(func(row pgx.Row) error {
		return row.Scan(&total)
	})
	err := s.pool.SendBatch(ctx, b).Close()
	if err == nil {
		err = s.deliver(ctx, list)
	}
	return list, total, FaultOf(err, orderFaults)
}

// filtered gives the condition of a filter with its arguments. What is not asked for is not in the statement: beside an "or" no
// index of what is rare among all orders, such as deliveries that have not left, would be used.
func filtered(f order.Filter) (where string, args []any) {
	where = ` where true`
	and := func(condition string) { where += ` and ` + condition }
	arg := func(value any) string {
		args = append(args, value)
		return "$" + strconv.Itoa(len(args))
	}
	if !f.Since.IsZero() {
		and(`o.created_at >= ` + arg(f.Since.UTC()))
	}
	if f.Status != "" {
		and(`o.status = ` + arg(string(f.Status)))
	}
	if f.Email != "" {
		and(`lower(o.email) = lower(` + arg(f.Email) + `)`)
	}
	if f.CustomerID != 0 {
		and(`o.customer_id <> 0 and o.customer_id = ` + arg(f.CustomerID))
	}
	if !f.Until.IsZero() {
		and(`o.created_at < ` + arg(f.Until))
	}
	if f.Placed {
		and(`o.placed_at is not null`)
	}
	if f.Refused {
		and(refusedPayment)
	}
	if f.Overdue {
		and(overdueBy("now()", `'`+order.ReasonUnpaid+`'`))
	}
	if f.ByHand {
		and(byHand)
	}
	if f.ToShip {
		and(`exists (select from order_delivery d where d.order_id = o.id and d.state in ('planned', 'dispatching'))
			and not exists (select from checkout_attempt a where a.order_id = o.id and a.held) and not ` + campusHeld("o.id"))
	}
	if f.Unanswered {
		and(`o.id in (select p.order_id from order_payment p where p.state = '` + string(order.Wanted) + `'
			and exists (select from order_notice n where n.order_id = p.order_id and n.kind = '` + order.NoticeStuck + `'))`)
	}
	if f.Disputed {
		and(`o.id in (select order_id from order_dispute where state = 'open')`)
	}
	if f.Unbooked {
		and(`o.id in (select n.order_id from order_notice n, ` + unbooked + `)`)
	}
	return where, args
}

// refusedPayment holds for orders of which something was refused that is not settled since in another way.
const refusedPayment = `o.id in (
		  select p.order_id from order_payment p where p.state = 'refused' and p.reason not in ('` + order.ReasonUnpaid + `', '` + order.ReasonStayed + `')
		    and not (p.reason = '` + order.ReasonDisputed + `' and exists (select from order_dispute d where d.order_id = p.order_id and d.state = 'lost')) and not exists (
		    select from order_payment later where later.order_id = p.order_id and later.kind = p.kind and later.number > p.number and later.state <> 'refused'))`

// Overdue counts the orders of which something was to be paid before a time and is not.
func (s *Order) Overdue(ctx context.Context, before time.Time) (n int, err error) {
	err = s.pool.QueryRow(ctx, `select count(*) from shop_order o where `+overdueBy("$1", "$2"), before, order.ReasonUnpaid).Scan(&n)
	return n, FaultOf(err, orderFaults)
}

// overdueBy holds for orders of which order.Overdue gives something at a time; reason is that of what was written off.
func overdueBy(time, reason string) string {
	return `o.status = 'placed' and o.paid_at is null and (
		  select sum(d.amount_minor - own) filter (where d.pay_by < ` + time + ` and d.state in ('shipped', 'ready', 'delivered')) >
		    greatest(0, (select coalesce(sum(amount_minor), 0) from order_payment p where p.order_id = o.id and p.kind = 'refund' and p.state = 'refused' and p.reason = ` + reason + `)
		      - coalesce(sum(d.amount_minor - own) filter (where d.state = 'returned'), 0))
		  from order_delivery d cross join lateral (
		    select coalesce(sum(amount_minor), 0) as own from order_payment p
		    where p.order_id = o.id and p.kind = 'capture' and p.state <> 'refused' and p.delivery = d.number) taken
		  where d.order_id = o.id and own < d.amount_minor and not exists (
		    select from order_payment p where p.order_id = o.id and p.kind = 'capture' and p.state <> 'refused' and p.delivery = 0 and p.request <> '` + order.InPart + `'))`
}

// byHand holds for orders with a refund to transfer, and for those of which order.Unowed gives something. Each part has an index of
// its own: beside an "or" none would be used.
const byHand = `o.id in (
		  select order_id from order_payment where kind = 'refund' and state = 'by_hand'
		  union select p.order_id from order_payment p where p.request = '` + order.Overpaid + `' and ` + kept + `
		  union select p.order_id from shop_order gone join order_payment p on p.order_id = gone.id where gone.status = 'cancelled' and ` + kept + `)`

// unbooked gives of notices n what order.Unbooked gives of an order. It counts, since all payments would be read to join none.
const unbooked = `regexp_split_to_table(n.detail, '; ') told
		where n.kind = '` + checkout.NoticeRefunded + `' and 0 = (
		  select count(*) from order_payment p where p.order_id = n.order_id and p.kind = 'refund'
		    and (p.reference <> '' and (told = p.reference or starts_with(told, p.reference || ' '))
		      or told = (select reference from checkout_attempt a where a.order_id = n.order_id)))`

// kept holds for captures p of which not all has gone back.
const kept = `p.kind = 'capture' and p.state in ('done', 'working') and p.amount_minor > (
		    select coalesce(sum(back.amount_minor), 0) from order_payment back
		    where back.order_id = p.order_id and back.kind = 'refund' and back.capture = p.number and back.state <> 'refused')`

// InFull reads orders of a list with all there is of them.
func (s *Order) InFull(ctx context.Context, list []*order.Order) ([]*order.Order, error) {
	ids := make([]int64, len(list))
	for i, o := range list {
		ids[i] = o.ID
	}
	return readOrders(ctx, s.pool, ids)
}

// deliver adds the orders' deliveries.
func (s *Order) deliver(ctx context.Context, list []*order.Order) error {
	byID, ids := make(map[int64]*order.Order, len(list)), make([]int64, len(list))
	for i, o := range list {
		byID[o.ID], ids[i] = o, o.ID
	}
	rows, err := s.pool.Query(ctx, selectDeliveries+` where order_id = any($1) order by order_id, number`, ids)
	if err != nil {
		return err
	}
	return addDeliveries(rows, byID)
}

// Years reads the years in which a customer ordered.
func (s *Order) Years(ctx context.Context, customerID int64) ([]int, error) {
	rows, err := s.pool.Query(ctx, `
		select distinct extract(year from created_at at time zone $2)::int as year
		from shop_order where customer_id = $1 and customer_id <> 0 and placed_at is not null order by year desc`, customerID, clock.Zone)
	if err != nil {
		return nil, FaultOf(err, orderFaults)
	}
	years, err := pgx.CollectRows(rows, pgx.RowTo[int])
	return years, FaultOf(err, orderFaults)
}
