package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/endpoint"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
)

// Fulfilment keeps what becomes of placed orders. It implements order.Fulfilments.
type Fulfilment struct {
	pool   *pgxpool.Pool
	seller invoice.Seller
}

var _ order.Fulfilments = (*Fulfilment)(nil)

// NewFulfilment makes the store.
func NewFulfilment(pool *pgxpool.Pool) *Fulfilment { return &Fulfilment{pool: pool} }

// Bill lets every change write the invoices and credit notes that it makes due, in the seller's name.
func (s *Fulfilment) Bill(seller invoice.Seller) *Fulfilment {
	s.seller = seller
	return s
}

// Order reads one with all there is of it.
func (s *Fulfilment) Order(ctx context.Context, id int64) (*order.Order, error) {
	return readOrder(ctx, s.pool, id)
}

// Change locks the order's row for as long as it works on it.
func (s *Fulfilment) Change(ctx context.Context, id int64, change func(*order.Order) (order.Effects, error)) (*order.Order, error) {
	var o *order.Order
	err := inTx(ctx, s.pool, func(tx pgx.Tx) (err error) {
		if _, err = tx.Exec(ctx, `select from shop_order where id = $1 for update`, id); err != nil {
			return err
		}
		if o, err = readOrder(ctx, tx, id); err != nil {
			return err
		}
		before := o.Milestones()
		e, err := change(o)
		if err != nil {
			return err
		}
		if e.Sold != 0 {
			if err := moveGoods(ctx, tx, o, e.Sold); err != nil {
				return err
			}
		}
		b := &pgx.Batch{}
		queueOrder(b, o)
		if err := queueFulfilment(ctx, b, o, e); err != nil {
			return err
		}
		if err := queueReached(ctx, b, o, before); err != nil {
			return err
		}
		if err := tx.SendBatch(ctx, b).Close(); err != nil {
			return err
		}
		return issueInvoices(ctx, tx, o, s.seller)
	})
	return o, FaultOf(err, orderFaults)
}

func queueOrder(b *pgx.Batch, o *order.Order) {
	// What was received stays so when it comes back: greatest leaves out nulls.
	b.Queue(`
		update shop_order set status = $2, cancel_reason = $3, cancelled_at = $4, paid_at = coalesce(paid_at, $5),
		       delivered_at = greatest(delivered_at, $6)
		where id = $1`,
		o.ID, o.Status, o.CancelReason, nullTime(o.CancelledAt), nullTime(o.PaidAt), nullTime(o.ReceivedAt()))
	queueDisputes(b, o)
	for _, d := range o.Deliveries {
		b.Queue(`
			insert into order_delivery (order_id, number, state, items, amount_minor, charge, shipping, tries, reference, dispatched_at,
			                            done_at, track_at, remind_at, due_at, repaid, pay_by, dunned_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, coalesce($15::jsonb, '[]'), $16, $17)
			on conflict on constraint order_delivery_pkey do update set state = excluded.state, items = excluded.items,
			    amount_minor = excluded.amount_minor, charge = excluded.charge, tries = excluded.tries, reference = excluded.reference,
			    dispatched_at = excluded.dispatched_at, done_at = excluded.done_at, track_at = excluded.track_at,
			    remind_at = excluded.remind_at, due_at = excluded.due_at, repaid = excluded.repaid, pay_by = excluded.pay_by,
			    dunned_at = excluded.dunned_at`,
			o.ID, d.Number, d.State, d.Items, d.Amount.Minor, d.Charge, d.Shipping, d.Tries, d.Reference, nullTime(d.DispatchAt),
			nullTime(d.DoneAt), nullTime(d.TrackAt), nullTime(d.RemindAt), nullTime(d.DueAt), d.Repaid,
			nullTime(d.PayBy), nullTime(d.DunnedAt))
		b.Queue(`delete from order_parcel where order_id = $1 and delivery = $2 and number > $3`, o.ID, d.Number, len(d.Parcels))
		for _, p := range d.Parcels {
			// A label is read apart from its order, so a parcel that comes without one keeps it.
			b.Queue(`
				insert into order_parcel (order_id, delivery, number, plugin, tracking_number, tracking_url, state, state_at, label_type, label)
				values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
				on conflict on constraint order_parcel_pkey do update set tracking_number = excluded.tracking_number,
				    tracking_url = excluded.tracking_url, state = excluded.state, state_at = excluded.state_at,
				    label_type = excluded.label_type, label = coalesce(excluded.label, order_parcel.label)`,
				o.ID, d.Number, p.Number, d.Shipping.Plugin, p.TrackingNumber, p.TrackingURL, p.State, nullTime(p.At), p.LabelType, p.Label)
		}
	}
	queuePayments(b, o)
}

func queuePayments(b *pgx.Batch, o *order.Order) {
	for _, p := range o.Payments {
		b.Queue(`
			insert into order_payment (order_id, number, kind, state, amount_minor, delivery, request, capture, reference, reason, at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
			on conflict on constraint order_payment_pkey do update set state = excluded.state, amount_minor = excluded.amount_minor,
			    delivery = excluded.delivery, reference = excluded.reference, reason = excluded.reason, at = excluded.at`,
			o.ID, p.Number, p.Kind, p.State, p.Amount.Minor, p.Delivery, p.Request, p.Capture, p.Reference, p.Reason, nullTime(p.At))
	}
}

func queueFulfilment(ctx context.Context, b *pgx.Batch, o *order.Order, e order.Effects) error {
	if e.GiveBack {
		queueGiveBack(ctx, b, o.AttemptID)
	}
	if e.Vouchers {
		queueVouchers(b, &o.Attempt)
	}
	if e.Restock != 0 {
		queueRestock(ctx, b, o.ID, e.Restock)
	}
	for _, n := range e.Notices {
		b.Queue(insertNotice, o.ID, n.Kind, n.Detail)
	}
	for _, m := range e.Mails {
		if err := queueDeliveryMail(ctx, b, o, m); err != nil {
			return err
		}
	}
	return nil
}

// queueReached tells other systems of the milestones that a change brought the order to.
func queueReached(ctx context.Context, b *pgx.Batch, o *order.Order, before []order.Milestone) error {
	return queueCalls(ctx, b, endpoint.OfOrderAt(o.ID, o.Reached(before))...)
}

func queueDeliveryMail(ctx context.Context, b *pgx.Batch, o *order.Order, m order.Mail) error {
	to := recipient{o.Email, o.Lang}
	if !mail.AboutDelivery(m.Template) {
		return queueMail(ctx, b, &o.Attempt, m.Template, to)
	}
	data, err := json.Marshal(mail.DeliveryData{OrderID: o.ID, Delivery: m.Delivery, Request: m.Request})
	if err != nil {
		return err
	}
	about := m.Request
	if m.Delivery != 0 {
		about = strconv.Itoa(m.Delivery)
	}
	return queueRequest(ctx, b, o.ID, mail.Request{
		ID: fmt.Sprintf("order-%d-%s-%s", o.ID, m.Template, about), Template: m.Template, To: to.email, Lang: to.lang, Data: data,
	})
}

// moveGoods takes what a delivery carries off what is held for its order, and keeps where it came from.
func moveGoods(ctx context.Context, tx pgx.Tx, o *order.Order, number int) error {
	want := map[int64]int{}
	for _, d := range o.Deliveries {
		if d.Number != number {
			continue
		}
		for _, i := range d.Items {
			want[o.Attempt.Lines[i.Line].ProductID] += i.Quantity
		}
	}
	rows, err := tx.Query(ctx, `
		select product_id, warehouse, quantity from stock_reservation where attempt_id = $1 order by product_id, warehouse for update`, o.AttemptID)
	if err != nil {
		return err
	}
	held, err := pgx.CollectRows(rows, pgx.RowToStructByPos[stockRow])
	if err != nil {
		return err
	}
	taken, ok := allocate(want, held)
	if !ok {
		return nil // placed before goods were held until their dispatch: they have left stock already
	}
	b := &pgx.Batch{}
	for _, t := range taken {
		b.Queue(`
			insert into delivery_goods (order_id, delivery, product_id, warehouse, quantity) values ($1, $2, $3, $4, $5)
			on conflict on constraint delivery_goods_pkey do nothing`, o.ID, number, t.ProductID, t.Warehouse, t.Quantity)
		b.Queue(`
			delete from stock_reservation where attempt_id = $1 and product_id = $2 and warehouse = $3 and quantity <= $4`,
			o.AttemptID, t.ProductID, t.Warehouse, t.Quantity)
		b.Queue(`
			update stock_reservation set quantity = quantity - $4 where attempt_id = $1 and product_id = $2 and warehouse = $3`,
			o.AttemptID, t.ProductID, t.Warehouse, t.Quantity)
	}
	return tx.SendBatch(ctx, b).Close()
}

// queueRestock puts the goods of a delivery back where they came from, once.
func queueRestock(ctx context.Context, b *pgx.Batch, orderID int64, delivery int) {
	b.Queue(`
		with g as (delete from delivery_goods where order_id = $1 and delivery = $2 returning product_id, warehouse, quantity),
		s as (
		    update stock s set available = s.available + g.quantity from g
		    where s.product_id = g.product_id and s.warehouse = g.warehouse
		    returning s.product_id, s.available = g.quantity as back)
		insert into outbox (id, topic, key, payload)
		select 'product-' || product_id || '-back-' || $3, $4, product_id::text, $5::jsonb || jsonb_build_object('id', product_id)
		from s where back group by product_id
		on conflict (id) do nothing`, orderID, delivery, fmt.Sprintf("%d-%d", orderID, delivery), outbox.ProductChanged, traceOf(ctx))
}

func nullable(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.UTC()
}
