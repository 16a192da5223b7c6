package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
)

// batcher is a pool or a transaction.
type batcher interface {
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// readOrder reads an order with all there is of it.
func readOrder(ctx context.Context, db batcher, id int64) (*order.Order, error) {
	list, err := readOrders(ctx, db, []int64{id})
	if err == nil && len(list) == 0 {
		err = pgx.ErrNoRows
	}
	if err != nil {
		return nil, FaultOf(err, orderFaults)
	}
	return list[0], nil
}

// readOrders reads those of the orders that there are, the newest first, each with all there is of it.
func readOrders(ctx context.Context, db batcher, ids []int64) (list []*order.Order, err error) {
	b, byID := &pgx.Batch{}, make(map[int64]*order.Order, len(ids))
	b.Queue(selectOrder+` where o.id = any($1) order by o.id desc`, ids).Query(func(rows pgx.Rows) (err error) {
		list, err = pgx.CollectRows(rows, scanOrder)
		for _, o := range list {
			byID[o.ID] = o
		}
		return err
	})
	each := func(rows pgx.Rows, of *int64, targets []any, add func(*order.Order)) error {
		_, err := pgx.ForEachRow(rows, append([]any{of}, targets...), func() error {
			add(byID[*of])
			return nil
		})
		return err
	}
	b.Queue(`select order_id, kind, detail, created_at from order_notice where order_id = any($1) order by id`, ids).Query(func(rows pgx.Rows) error {
		var id int64
		var n order.Notice
		return each(rows, &id, []any{&n.Kind, &n.Detail, &n.At}, func(o *order.Order) { o.Notices = append(o.Notices, n) })
	})
	b.Queue(selectDeliveries+` where order_id = any($1) order by order_id, number`, ids).Query(func(rows pgx.Rows) error {
		return addDeliveries(rows, byID)
	})
	b.Queue(`
		select order_id, delivery, number, tracking_number, tracking_url, state, state_at, label_type
		from order_parcel where order_id = any($1) order by order_id, delivery, number`, ids).Query(func(rows pgx.Rows) error {
		var id int64
		var delivery int
		var p order.Parcel
		var at *time.Time
		return each(rows, &id, []any{&delivery, &p.Number, &p.TrackingNumber, &p.TrackingURL, &p.State, &at, &p.LabelType}, func(o *order.Order) {
			p.At = nullable(at)
			for i := range o.Deliveries {
				if d := &o.Deliveries[i]; d.Number == delivery {
					d.Parcels = append(d.Parcels, p)
				}
			}
		})
	})
	b.Queue(`
		select order_id, number, kind, state, amount_minor, delivery, request, capture, reference, reason, at
		from order_payment where order_id = any($1) order by order_id, number`, ids).Query(func(rows pgx.Rows) error {
		var id, amount int64
		var p order.Operation
		var at *time.Time
		return each(rows, &id, []any{&p.Number, &p.Kind, &p.State, &amount, &p.Delivery, &p.Request, &p.Capture, &p.Reference, &p.Reason, &at}, func(o *order.Order) {
			p.Amount, p.At = money.Euro(amount), nullable(at)
			o.Payments = append(o.Payments, p)
		})
	})
	b.Queue(selectDisputes+` where order_id = any($1) order by order_id, number`, ids).Query(func(rows pgx.Rows) error {
		return eachDispute(rows, func(id int64, d checkout.Dispute) { byID[id].Disputes = append(byID[id].Disputes, d) })
	})
	b.Queue(`
		select order_id, id, lines from withdrawal
		where order_id = any($1) and status in ('accepted', 'refunding', 'by_hand', 'settled') order by id`, ids).Query(func(rows pgx.Rows) error {
		_, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (struct{}, error) {
			var id int64
			var c order.Claim
			err := row.Scan(&id, &c.Withdrawal, &c.Items)
			if err == nil {
				byID[id].Claims = append(byID[id].Claims, c)
			}
			return struct{}{}, err
		})
		return err
	})
	return list, FaultOf(db.SendBatch(ctx, b).Close(), orderFaults)
}

// addDeliveries gives orders their deliveries.
func addDeliveries(rows pgx.Rows, byID map[int64]*order.Order) error {
	_, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (struct{}, error) {
		id, d, err := scanDeliveryOf(row)
		if err == nil {
			byID[id].Deliveries = append(byID[id].Deliveries, d)
		}
		return struct{}{}, err
	})
	return err
}

const selectDeliveries = `
select order_id, number, state, items, amount_minor, charge, shipping, tries, reference, dispatched_at, done_at, track_at, remind_at,
       due_at, repaid, pay_by, dunned_at
from order_delivery`

// scanDeliveryOf says whose delivery it is as well.
func scanDeliveryOf(row pgx.CollectableRow) (orderID int64, d order.Delivery, err error) {
	var amount int64
	var dispatched, done, track, remind, due, payBy, dunned *time.Time
	err = row.Scan(&orderID, &d.Number, &d.State, &d.Items, &amount, &d.Charge, &d.Shipping, &d.Tries, &d.Reference, &dispatched, &done,
		&track, &remind, &due, &d.Repaid, &payBy, &dunned)
	d.Amount, d.DispatchAt, d.DoneAt = money.Euro(amount), nullable(dispatched), nullable(done)
	d.TrackAt, d.RemindAt, d.DueAt = nullable(track), nullable(remind), nullable(due)
	d.PayBy, d.DunnedAt = nullable(payBy), nullable(dunned)
	if len(d.Repaid) == 0 {
		d.Repaid = nil
	}
	return orderID, d, err
}

type parcelRow = order.Label

func scanParcel(row pgx.CollectableRow) (parcelRow, error) {
	var p parcelRow
	var at *time.Time
	err := row.Scan(&p.Delivery, &p.Number, &p.TrackingNumber, &p.TrackingURL, &p.State, &at, &p.LabelType, &p.Label)
	p.At = nullable(at)
	return p, err
}

// Labels reads the parcels with what is stuck on them.
func (s *Fulfilment) Labels(ctx context.Context, id int64) ([]order.Label, error) {
	if _, err := s.Order(ctx, id); err != nil {
		return nil, err
	}
	rows, err := s.pool.Query(ctx, `
		select delivery, number, tracking_number, tracking_url, state, state_at, label_type, label
		from order_parcel where order_id = $1 order by delivery, number`, id)
	if err != nil {
		return nil, FaultOf(err, nil)
	}
	labels, err := pgx.CollectRows(rows, scanParcel)
	return labels, FaultOf(err, nil)
}

// Weights reads what products weigh.
func (s *Fulfilment) Weights(ctx context.Context, products []int64) (map[int64]int, error) {
	rows, err := s.pool.Query(ctx, `select id, weight_grams from product where id = any($1)`, products)
	if err != nil {
		return nil, FaultOf(err, nil)
	}
	weights := map[int64]int{}
	var id int64
	var grams int
	_, err = pgx.ForEachRow(rows, []any{&id, &grams}, func() error { weights[id] = grams; return nil })
	return weights, FaultOf(err, nil)
}

var scanFaults = map[string]*fault.Error{NoRows: fault.New(fault.NotFound, "scan_not_found")}

// StoreScans writes each new scan with its delivery in one transaction.
func (s *Fulfilment) StoreScans(ctx context.Context, scans []checkout.Scan) error {
	if len(scans) == 0 {
		return nil
	}
	return inTx(ctx, s.pool, func(tx pgx.Tx) error {
		for _, c := range scans {
			var id int64
			err := tx.QueryRow(ctx, `
				insert into shipment_scan (plugin, scan_id, tracking_number, state, at, place, description)
				values ($1, $2, $3, $4, $5, $6, $7)
				on conflict on constraint shipment_scan_once do nothing returning id`,
				c.Plugin, c.ID, c.TrackingNumber, c.State, c.At, c.Place, c.Description).Scan(&id)
			if errors.Is(err, pgx.ErrNoRows) {
				continue
			}
			if err != nil {
				return FaultOf(err, scanFaults)
			}
			err = insertEvents(ctx, tx, outbox.Event{
				ID: fmt.Sprintf("scan-%d", id), Topic: outbox.Scan, Key: c.Plugin + ":" + c.TrackingNumber,
				Payload: json.RawMessage(fmt.Sprintf(`{"id":%d}`, id)),
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Scan reads one with the order that its parcel was labelled for last.
func (s *Fulfilment) Scan(ctx context.Context, id int64) (c checkout.Scan, of order.Ref, err error) {
	var orderID *int64
	var attempt *string
	err = s.pool.QueryRow(ctx, `
		select s.scan_id, s.plugin, s.tracking_number, s.state, s.at, s.place, s.description, a.order_id, a.id
		from shipment_scan s
		left join lateral (
		    select max(p.order_id) as id from order_parcel p where p.plugin = s.plugin and p.tracking_number = s.tracking_number) p on true
		left join checkout_attempt a on a.order_id = p.id
		where s.id = $1`, id).
		Scan(&c.ID, &c.Plugin, &c.TrackingNumber, &c.State, &c.At, &c.Place, &c.Description, &orderID, &attempt)
	if err != nil {
		return c, of, FaultOf(err, scanFaults)
	}
	if orderID == nil {
		return c, of, fault.New(fault.NotFound, "parcel_not_found")
	}
	c.At = c.At.UTC()
	return c, order.Ref{ID: *orderID, AttemptID: *attempt}, nil
}
