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
func readOrder(ctx context.Context, db batcher, id int64) (o *order.Order, err error) {
	var (
		notices    []order.Notice
		deliveries []order.Delivery
		parcels    []parcelRow
		payments   []order.Operation
		claims     []order.Claim
		b          = &pgx.Batch{}
	)
	b.Queue(selectOrder+` where o.id = $1`, id).Query(func(rows pgx.Rows) (err error) {
		o, err = pgx.CollectExactlyOneRow(rows, scanOrder)
		return err
	})
	b.Queue(`select kind, detail, created_at from order_notice where order_id = $1 order by id`, id).Query(func(rows pgx.Rows) (err error) {
		notices, err = pgx.CollectRows(rows, pgx.RowToStructByPos[order.Notice])
		return err
	})
	b.Queue(selectDeliveries+` where order_id = $1 order by number`, id).Query(func(rows pgx.Rows) (err error) {
		deliveries, err = pgx.CollectRows(rows, scanDelivery)
		return err
	})
	b.Queue(`
		select delivery, number, tracking_number, tracking_url, state, state_at, label_type, null::bytea
		from order_parcel where order_id = $1 order by delivery, number`, id).Query(func(rows pgx.Rows) (err error) {
		parcels, err = pgx.CollectRows(rows, scanParcel)
		return err
	})
	b.Queue(`
		select number, kind, state, amount_minor, delivery, request, capture, reference, reason, at
		from order_payment where order_id = $1 order by number`, id).Query(func(rows pgx.Rows) (err error) {
		payments, err = pgx.CollectRows(rows, scanOperation)
		return err
	})
	b.Queue(`
		select id, lines from withdrawal
		where order_id = $1 and status in ('accepted', 'refunding', 'by_hand', 'settled') order by id`, id).Query(func(rows pgx.Rows) (err error) {
		claims, err = pgx.CollectRows(rows, pgx.RowToStructByPos[order.Claim])
		return err
	})
	if err := db.SendBatch(ctx, b).Close(); err != nil {
		return nil, FaultOf(err, orderFaults)
	}
	o.Notices, o.Deliveries, o.Payments, o.Claims = notices, deliveries, payments, claims
	for _, p := range parcels {
		for i := range o.Deliveries {
			if o.Deliveries[i].Number == p.Delivery {
				o.Deliveries[i].Parcels = append(o.Deliveries[i].Parcels, p.Parcel)
			}
		}
	}
	return o, nil
}

const selectDeliveries = `
select order_id, number, state, items, amount_minor, charge, shipping, tries, reference, dispatched_at, done_at, track_at, remind_at,
       due_at, repaid
from order_delivery`

func scanDelivery(row pgx.CollectableRow) (order.Delivery, error) {
	_, d, err := scanDeliveryOf(row)
	return d, err
}

// scanDeliveryOf says whose delivery it is as well.
func scanDeliveryOf(row pgx.CollectableRow) (orderID int64, d order.Delivery, err error) {
	var amount int64
	var dispatched, done, track, remind, due *time.Time
	err = row.Scan(&orderID, &d.Number, &d.State, &d.Items, &amount, &d.Charge, &d.Shipping, &d.Tries, &d.Reference, &dispatched, &done,
		&track, &remind, &due, &d.Repaid)
	d.Amount, d.DispatchAt, d.DoneAt = money.Euro(amount), nullable(dispatched), nullable(done)
	d.TrackAt, d.RemindAt, d.DueAt = nullable(track), nullable(remind), nullable(due)
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

func scanOperation(row pgx.CollectableRow) (order.Operation, error) {
	var p order.Operation
	var amount int64
	var at *time.Time
	err := row.Scan(&p.Number, &p.Kind, &p.State, &amount, &p.Delivery, &p.Request, &p.Capture, &p.Reference, &p.Reason, &at)
	p.Amount, p.At = money.Euro(amount), nullable(at)
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
