package postgres

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/endpoint"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/withdrawal"
)

// Withdrawals keeps withdrawals from contracts. It implements withdrawal.Store.
type Withdrawals struct {
	pool   *pgxpool.Pool
	seller invoice.Seller
}

var _ withdrawal.Store = (*Withdrawals)(nil)

// NewWithdrawals makes the store.
func NewWithdrawals(pool *pgxpool.Pool) *Withdrawals { return &Withdrawals{pool: pool} }

// Bill lets money that was transferred write the credit note that it makes due, in the seller's name.
func (s *Withdrawals) Bill(seller invoice.Seller) *Withdrawals {
	s.seller = seller
	return s
}

var (
	withdrawalFaults = map[string]*fault.Error{NoRows: fault.New(fault.NotFound, "withdrawal_not_found")}
	labelFaults      = map[string]*fault.Error{NoRows: fault.New(fault.NotFound, "label_not_found")}
)

const selectWithdrawal = `
select w.id, w.key::text, w.order_number, w.name, w.email, w.items, w.lang, w.host, w.customer_id, w.received_at, w.due_at, w.status,
       w.reason, coalesce(w.order_id, 0), w.lines, w.amount_minor, w.reminders, w.asked_after, w.decided_at, w.settled_at,
       r.carrier, r.reference, r.tracking_number, r.token, r.label_type
from withdrawal w left join withdrawal_return r on r.withdrawal_id = w.id`

func scanWithdrawal(row pgx.CollectableRow) (*withdrawal.Withdrawal, error) {
	var (
		w                                         withdrawal.Withdrawal
		decided, settled                          *time.Time
		carrier, reference, tracking, token, kind *string
	)
	err := row.Scan(&w.ID, &w.Key, &w.OrderNumber, &w.Name, &w.Email, &w.Items, &w.Lang, &w.Host, &w.CustomerID, &w.ReceivedAt, &w.DueAt,
		&w.Status, &w.Reason, &w.OrderID, &w.Lines, &w.Amount.Minor, &w.Reminders, &w.AskedAfter, &decided, &settled,
		&carrier, &reference, &tracking, &token, &kind)
	if err != nil {
		return nil, err
	}
	w.Amount = money.Euro(w.Amount.Minor)
	w.ReceivedAt, w.DueAt = w.ReceivedAt.UTC(), w.DueAt.UTC()
	if decided != nil {
		w.DecidedAt = decided.UTC()
	}
	if settled != nil {
		w.SettledAt = settled.UTC()
	}
	if carrier != nil {
		w.Return = &withdrawal.Return{Carrier: *carrier, Reference: *reference, TrackingNumber: *tracking, Token: *token, LabelType: *kind}
	}
	return &w, nil
}

// Declare writes the declaration, its receipt and what begins its workflow in one transaction.
func (s *Withdrawals) Declare(ctx context.Context, d withdrawal.Declaration, at time.Time) (*withdrawal.Withdrawal, error) {
	var id int64
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		if d.Items == nil {
			d.Items = []withdrawal.Item{}
		}
		if err := lockMailbox(ctx, tx, d.Email); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `
			insert into withdrawal (key, order_number, name, email, items, lang, host, customer_id, received_at, due_at, order_id)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (select id from shop_order where id = $11))
			on conflict on constraint withdrawal_key_once do nothing returning id`,
			d.Key, d.OrderNumber, d.Name, d.Email, d.Items, d.Lang, d.Host, d.CustomerID, at, at.Add(withdrawal.RefundWithin), d.LinkedID)
		if err != nil {
			return err
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
		if err != nil {
			return err
		}
		if len(ids) == 0 { // sent before
			return tx.QueryRow(ctx, `select id from withdrawal where key = $1`, d.Key).Scan(&id)
		}
		id = ids[0]
		fx := withdrawal.Effects{Events: []withdrawal.Event{{Kind: withdrawal.EventDeclared, At: at}}}
		switch wanted, err := receiptWanted(ctx, tx, d, at); {
		case err != nil:
			return err
		case wanted:
			fx.Mails = []mail.Request{mail.AboutWithdrawal(fmt.Sprintf("withdrawal-%d-receipt", id), mail.WithdrawalReceipt, d.Email, d.Lang, id)}
		}
		if err := writeWithdrawalEffects(ctx, tx, id, fx); err != nil {
			return err
		}
		b := &pgx.Batch{}
		if err := queueCalls(ctx, b, endpoint.OfDeclaration(id)); err != nil {
			return err
		}
		if err := tx.SendBatch(ctx, b).Close(); err != nil {
			return err
		}
		return insertEvents(ctx, tx, outbox.Event{
			ID: fmt.Sprintf("withdrawal-%d", id), Topic: outbox.WithdrawalDeclared, Payload: json.RawMessage(fmt.Sprintf(`{"id":%d}`, id)),
		})
	})
	if err != nil {
		return nil, FaultOf(err, withdrawalFaults)
	}
	return s.Withdrawal(ctx, id)
}

// receiptWanted reports whether the receipt goes out: to the order's own address as often as its goods may be given back in parts,
// since somebody may have ordered in its name; and to any other mailbox, see mail.Mailbox, as often as somebody may have mistyped a
// number. The declaration, which is written already, counts.
func receiptWanted(ctx context.Context, tx pgx.Tx, d withdrawal.Declaration, at time.Time) (wanted bool, err error) {
	err = tx.QueryRow(ctx, `
		select count(*) <= $4 from withdrawal, (select exists (select from shop_order where id = $1 and lower(email) = lower($2)) as own) o
		where received_at > $3 and case when own
		  then order_id = $1 or order_id is null and order_number ~ ('^\+?0*' || $1 || '$')
		  else regexp_replace(lower(email), '(.)\+[^@]*@', '\1@') = $5 end`,
		withdrawal.NumberOf(d.OrderNumber), d.Email, at.Add(-time.Hour), withdrawal.ReceiptsHour, mail.Mailbox(d.Email)).Scan(&wanted)
	return wanted, err
}

// Change is ChangeWith its own order.
func (s *Withdrawals) Change(ctx context.Context, id int64, change func(*withdrawal.Withdrawal, *withdrawal.Contract) (withdrawal.Effects, error)) (*withdrawal.Withdrawal, error) {
	return s.ChangeWith(ctx, id, 0, change)
}

// ChangeWith locks the withdrawal, then the order, which all withdrawals of one order queue at.
func (s *Withdrawals) ChangeWith(ctx context.Context, id, orderID int64, change func(*withdrawal.Withdrawal, *withdrawal.Contract) (withdrawal.Effects, error)) (*withdrawal.Withdrawal, error) {
	var w *withdrawal.Withdrawal
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		var err error
		if w, err = oneWithdrawal(ctx, tx, ` where w.id = $1 for update of w`, id); err != nil {
			return err
		}
		had, open := w.Return != nil, w.Status.Open()
		c, err := s.contractOf(ctx, tx, w, orderID)
		if err != nil {
			return err
		}
		var before []order.Milestone
		if c != nil {
			before = c.Order.Milestones()
		}
		fx, err := change(w, c)
		if err != nil {
			return err
		}
		if w.Lines == nil {
			w.Lines = []withdrawal.Taken{}
		}
		_, err = tx.Exec(ctx, `
			update withdrawal set status = $2, reason = $3, order_id = nullif($4, 0), lines = $5, amount_minor = $6, reminders = $7,
			       decided_at = $8, settled_at = $9, asked_after = $10
			where id = $1`,
			w.ID, w.Status, w.Reason, w.OrderID, w.Lines, w.Amount.Minor, w.Reminders, nullTime(w.DecidedAt), nullTime(w.SettledAt), w.AskedAfter)
		if err != nil {
			return err
		}
		if r := w.Return; r != nil && !had {
			_, err := tx.Exec(ctx, `
				insert into withdrawal_return (withdrawal_id, carrier, reference, tracking_number, token, label_type, label)
				values ($1, $2, $3, $4, $5, $6, $7)`, w.ID, r.Carrier, r.Reference, r.TrackingNumber, r.Token, r.LabelType, r.Label)
			if err != nil {
				return err
			}
		}
		if fx.Order {
			b := &pgx.Batch{}
			queueOrder(b, c.Order)
			if err := queueReached(ctx, b, c.Order, before); err != nil {
				return err
			}
			if err := tx.SendBatch(ctx, b).Close(); err != nil {
				return err
			}
			if err := issueInvoices(ctx, tx, c.Order, s.seller); err != nil {
				return err
			}
		}
		if open && !w.Status.Open() && c != nil && !c.Order.PayBy().IsZero() {
			if err := wakeOrder(ctx, tx, c.Order, fmt.Sprintf("withdrawal-%d-%d", w.ID, w.SettledAt.UnixNano())); err != nil {
				return err
			}
		}
		return writeWithdrawalEffects(ctx, tx, w.ID, fx)
	})
	return w, FaultOf(err, withdrawalFaults)
}

// wakeOrder lets the order's fulfilment look again, once for each reason: nobody is reminded to pay while a withdrawal is unclear.
func wakeOrder(ctx context.Context, tx pgx.Tx, o *order.Order, reason string) error {
	payload, err := json.Marshal(order.Ref{ID: o.ID, AttemptID: o.AttemptID})
	if err != nil {
		return err
	}
	key := fmt.Sprintf("order-%d", o.ID)
	return insertEvents(ctx, tx, outbox.Event{ID: key + "-" + reason, Topic: outbox.OrderOwes, Key: key, Payload: payload})
}

// contractOf gives the order that is named, or else the withdrawal's, with its row locked; nil when the withdrawal has none.
func (s *Withdrawals) contractOf(ctx context.Context, tx pgx.Tx, w *withdrawal.Withdrawal, named int64) (*withdrawal.Contract, error) {
	orderID := cmp.Or(named, w.OrderID, withdrawal.NumberOf(w.OrderNumber))
	if _, err := tx.Exec(ctx, `select from shop_order where id = $1 for update`, orderID); err != nil {
		return nil, err
	}
	c, err := readContract(ctx, tx, orderID, w.ID)
	if fault.CodeOf(err) == fault.NotFound && named == 0 {
		return nil, nil
	}
	return c, err
}

func writeWithdrawalEffects(ctx context.Context, tx pgx.Tx, id int64, fx withdrawal.Effects) error {
	for _, e := range fx.Events {
		_, err := tx.Exec(ctx, `insert into withdrawal_event (withdrawal_id, kind, detail, at) values ($1, $2, $3, $4)`,
			id, e.Kind, e.Detail, e.At)
		if err != nil {
			return err
		}
	}
	events := make([]outbox.Event, len(fx.Mails))
	for i, m := range fx.Mails {
		payload, err := json.Marshal(m)
		if err != nil {
			return err
		}
		events[i] = outbox.Event{ID: m.ID, Topic: outbox.MailRequested, Key: fmt.Sprintf("withdrawal-%d", id), Payload: payload}
	}
	return insertEvents(ctx, tx, events...)
}

// Label reads the file of a label.
func (s *Withdrawals) Label(ctx context.Context, token string) (withdrawal.Return, error) {
	var r withdrawal.Return
	err := s.pool.QueryRow(ctx, `
		select carrier, reference, tracking_number, token, label_type, label from withdrawal_return where token = $1 and label <> ''`, token).
		Scan(&r.Carrier, &r.Reference, &r.TrackingNumber, &r.Token, &r.LabelType, &r.Label)
	return r, FaultOf(err, labelFaults)
}

// Scanned notes a stored scan with the withdrawal whose goods the parcel brings back, once; false when it brings none back.
func (s *Withdrawals) Scanned(ctx context.Context, scan int64) (known bool, err error) {
	err = s.pool.QueryRow(ctx, `
		with told as (
		    select r.withdrawal_id as id, c.state || ' ' || c.tracking_number as detail, c.at from shipment_scan c
		    join withdrawal_return r on r.tracking_number = c.tracking_number and r.carrier = c.plugin where c.id = $1),
		noted as (
		    insert into withdrawal_event (withdrawal_id, kind, detail, at) select id, $2, detail, at from told
		    where not exists (
		        select from withdrawal_event e where e.withdrawal_id = told.id and e.kind = $2 and e.detail = told.detail and e.at = told.at))
		select exists (select from told)`, scan, withdrawal.EventParcel).Scan(&known)
	return known, FaultOf(err, nil)
}

// Withdrawal reads one with its events.
func (s *Withdrawals) Withdrawal(ctx context.Context, id int64) (*withdrawal.Withdrawal, error) {
	w, err := oneWithdrawal(ctx, s.pool, ` where w.id = $1`, id)
	return w, FaultOf(err, withdrawalFaults)
}

// OfOrder reads those of an order. One that an operator has to look at is the order's once its sender has proven to be the customer.
func (s *Withdrawals) OfOrder(ctx context.Context, orderID int64) ([]*withdrawal.Withdrawal, error) {
	rows, err := s.pool.Query(ctx, selectWithdrawal+`
		where w.order_id = $1 or w.order_id is null and w.order_number = $1::bigint::text and exists (
		    select from shop_order o where o.id = $1
		      and (lower(o.email) = lower(w.email) or o.customer_id <> 0 and o.customer_id = w.customer_id))
		order by w.id`, orderID)
	if err != nil {
		return nil, FaultOf(err, nil)
	}
	list, err := pgx.CollectRows(rows, scanWithdrawal)
	return list, FaultOf(err, nil)
}

// Withdrawals reads a page, newest first, and counts all.
func (s *Withdrawals) Withdrawals(ctx context.Context, f withdrawal.Filter, p page.Page) ([]*withdrawal.Withdrawal, int, error) {
	const where = ` where ($1 = '' or w.status = $1) and ($2 = 0 or w.order_id = $2) and (not $3 or w.status not in ('settled', 'refused'))`
	var (
		list  []*withdrawal.Withdrawal
		total int
		b     = &pgx.Batch{}
	)
	b.Queue(selectWithdrawal+where+` order by w.id desc limit $4 offset $5`, string(f.Status), f.OrderID, f.Open, p.Size, p.Offset()).
		Query(func(rows pgx.Rows) (err error) {
			list, err = pgx.CollectRows(rows, scanWithdrawal)
			return err
		})
	b.Queue(`select count(*) from withdrawal w`+where, string(f.Status), f.OrderID, f.Open).QueryRow(func(row pgx.Row) error {
		return row.Scan(&total)
	})
	return list, total, FaultOf(s.pool.SendBatch(ctx, b).Close(), withdrawalFaults)
}
