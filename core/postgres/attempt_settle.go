package postgres

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/endpoint"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
)

// Settle locks the attempt, so that results take turns, asks checkout.Next what the result does, and does it.
func (s *Attempt) Settle(ctx context.Context, id string, r checkout.Result) (checkout.Settled, error) {
	return s.settle(ctx, id, r, false)
}

// settle is Settle; alone is checkout.Start's.
func (s *Attempt) settle(ctx context.Context, id string, r checkout.Result, alone bool) (checkout.Settled, error) {
	var out checkout.Settled
	err := inBatches(ctx, s.pool, func(tx *batches) error {
		to, before, err := lockAttempt(ctx, tx, id)
		if err != nil {
			return err
		}
		b, r := &pgx.Batch{}, r
		if r.Outcome == checkout.OutcomeDisputed && r.Dispute != nil { // the payment itself stays what it is
			out = before.Settled()
			if err := queueTold(ctx, tx, b, before.OrderID, *r.Dispute); err != nil {
				return err
			}
			return tx.commit(ctx, b)
		}
		if before.State == checkout.Failed && toldByHand(r) {
			if late, err := queueLate(ctx, tx, b, before.OrderID, r); err != nil {
				return err
			} else if late {
				out = before.Settled()
				return tx.commit(ctx, b)
			}
		}
		if r.Broken {
			if r.Broken, err = queueBroken(ctx, tx, b, before, r); err != nil {
				return err
			}
		}
		if before.State == checkout.Confirmed && movesMoney(r) ||
			before.State == checkout.Pending && (byOperator(r) || toldByHand(r) && before.AwaitsDecision()) {
			if r.Captured, err = queueMoney(ctx, tx, b, before.OrderID, r); err != nil {
				return err
			}
			switch {
			case r.Captured:
				r.Amount = money.Amount{} // it is all that is owed, which need not be the attempt's total any more
			case before.State == checkout.Pending:
				r = checkout.Result{Outcome: checkout.OutcomePending} // the rest is still to come
			}
		}
		if out, err = queueResult(ctx, b, before, r, to, updateAttempt); err != nil {
			return err
		}
		if alone {
			if err = queueWaits(ctx, b, before, out); err != nil {
				return err
			}
		}
		if before.State == checkout.Pending && out.State == checkout.Failed {
			if err = queueParts(ctx, tx, b, before.OrderID); err != nil {
				return err
			}
		}
		return tx.commit(ctx, b)
	})
	return out, FaultOf(err, attemptFaults)
}

// movesMoney reports whether the result is about money of an order that was placed: it came, or a capture, void or refund was made,
// or was refused after all.
func movesMoney(r checkout.Result) bool {
	switch r.Outcome {
	case checkout.OutcomeAuthorized:
		return r.Captured
	case checkout.OutcomeRefunded, checkout.OutcomeVoided, checkout.OutcomeDeclined:
		return r.Operation != ""
	}
	return false
}

// byOperator reports whether the result is an operator's word of how much money came from outside.
func byOperator(r checkout.Result) bool { return toldByHand(r) && !r.Amount.IsZero() }

// toldByHand reports whether the result is an operator's word of money that came from outside: providers name the payment.
func toldByHand(r checkout.Result) bool {
	return r.Outcome == checkout.OutcomeAuthorized && r.Captured && r.Reference == ""
}

// queueMoney writes what money does to a placed order, and reports whether it pays for all of it. The order's row is locked, so
// that it takes turns with whatever else works on the order.
func queueMoney(ctx context.Context, tx *batches, b *pgx.Batch, orderID int64, r checkout.Result) (whole bool, err error) {
	o, err := lockedOrder(ctx, tx, orderID)
	if err != nil {
		return false, err
	}
	var e order.Effects
	before := o.Milestones()
	if now := time.Now().UTC(); r.Outcome == checkout.OutcomeDeclined {
		e = o.Undone(r, now)
	} else {
		whole, e = o.Came(r, now)
	}
	queueOrder(b, o)
	if p := o.Progress(); len(p.Owed) > 0 || byOperator(r) && p.Open {
		if err := queueOwed(ctx, b, o); err != nil {
			return whole, err
		}
	}
	if o.Status != order.Reserved { // it is placed before it is paid, and queueEffects tells of both
		if err := queueReached(ctx, b, o, before); err != nil {
			return whole, err
		}
	}
	return whole, queueFulfilment(ctx, b, o, e)
}

// lockedOrder reads an order that nobody else changes before the transaction ends.
func lockedOrder(ctx context.Context, tx *batches, orderID int64) (*order.Order, error) {
	lock := &pgx.Batch{}
	lock.Queue(`select from shop_order where id = $1 for update`, orderID)
	if err := tx.send(ctx, lock); err != nil {
		return nil, err
	}
	return readOrder(ctx, tx.conn, orderID)
}

// queueParts asks for what came of the money of an order to go back, which is cancelled before all of it came.
func queueParts(ctx context.Context, tx *batches, b *pgx.Batch, orderID int64) error {
	o, err := readOrder(ctx, tx.conn, orderID)
	if err != nil {
		return err
	}
	e := o.GiveUpParts(time.Now().UTC())
	queuePayments(b, o)
	return queueFulfilment(ctx, b, o, e)
}

// queueLate books money that came from outside for an order that is cancelled, and asks for it to go back; false for what became no
// order.
func queueLate(ctx context.Context, tx *batches, b *pgx.Batch, orderID int64, r checkout.Result) (late bool, err error) {
	o, err := lockedOrder(ctx, tx, orderID)
	if err != nil || o.Status != order.Cancelled {
		return false, err
	}
	e := o.GiveUpLate(r, time.Now().UTC())
	queuePayments(b, o)
	return true, queueFulfilment(ctx, b, o, e)
}

// queueBroken gives up an order whose provider does not keep its promise, as far as that is not the attempt's to do, and reports
// whether it is given up. Of one that is on its way operators are told.
func queueBroken(ctx context.Context, tx *batches, b *pgx.Batch, a *checkout.Attempt, r checkout.Result) (bool, error) {
	o, err := lockedOrder(ctx, tx, a.OrderID)
	if err != nil || o.Status != order.Placed {
		return false, err
	}
	before := o.Milestones()
	if r.Outcome == checkout.OutcomeVoided && o.LetsGo() {
		return false, nil // the shop asked for it
	}
	if !o.Broken(cmp.Or(r.Reason, checkout.ReasonDeclined), time.Now().UTC()) {
		b.Queue(insertNotice, a.OrderID, checkout.NoticeBroken, cmp.Or(r.Reason, checkout.ReasonDeclined))
		return false, nil
	}
	queueOrder(b, o)
	if err := queueReached(ctx, b, o, before); err != nil {
		return false, err
	}
	return true, queueOwed(ctx, b, o) // its fulfilment has nothing to wait for any more
}

// queueOwed tells the order's fulfilment that there is money to give back, to let go, or to remind of.
func queueOwed(ctx context.Context, b *pgx.Batch, o *order.Order) error {
	payload, err := json.Marshal(order.Ref{ID: o.ID, AttemptID: o.AttemptID})
	if err != nil {
		return err
	}
	b.Queue(insertEvent, fmt.Sprintf("order-%d-owes-%d", o.ID, len(o.Payments)), outbox.OrderOwes, fmt.Sprintf("order-%d", o.ID), withTrace(ctx, payload))
	return nil
}

// SettleBegun does in one round trip, and one transaction, what Settle does in two. It locks the attempt as it changes it, and
// changes nothing unless the row is the one that Begin gave.
func (s *Attempt) SettleBegun(ctx context.Context, st *checkout.Start, r checkout.Result) (checkout.Settled, error) {
	b := &pgx.Batch{}
	b.Queue(onePlan)
	out, err := queueResult(ctx, b, st.Attempt, r, recipient{st.Request.Email, st.Request.Lang}, updateUnchanged, st.Version)
	if err != nil {
		return checkout.Settled{}, err
	}
	if st.Alone {
		if err = queueWaits(ctx, b, st.Attempt, out); err != nil {
			return checkout.Settled{}, err
		}
	}
	err = s.pool.SendBatch(ctx, b).Close()
	if changed(err) || repeatable(err) {
		return s.settle(ctx, st.Attempt.ID, r, st.Alone)
	}
	return out, FaultOf(commitFault(err), attemptFaults)
}

// queueWaits asks for the workflow of an attempt that is left with something to do.
func queueWaits(ctx context.Context, b *pgx.Batch, a *checkout.Attempt, s checkout.Settled) error {
	if !s.Waits() {
		return nil
	}
	payload, err := json.Marshal(order.Ref{ID: a.OrderID, AttemptID: a.ID})
	if err != nil {
		return err
	}
	b.Queue(insertEvent, "attempt-"+a.ID+"-waits", outbox.AttemptWaits, "attempt-"+a.ID, withTrace(ctx, payload))
	return nil
}

// queueResult writes what the result does to an attempt, which it changes by the given statement.
func queueResult(
	ctx context.Context, b *pgx.Batch, before *checkout.Attempt, r checkout.Result, to recipient, update string, args ...any,
) (checkout.Settled, error) {
	a, t := *before, checkout.Next(before, r)
	a.State = t.State
	note(&a, before, r)
	a.Payment.Open = t.Open
	a.Payment.Late = before.Payment.Late || before.State == checkout.Failed && t.Compensate
	b.Queue(update, append([]any{a.ID, a.State, a.Payment.Reference, a.Payment, nullTime(a.DueAt)}, args...)...)
	s := a.Settled()
	s.Compensate = t.Compensate
	return s, queueEffects(ctx, b, &a, before, t, to)
}

// recipient is where mails about the order go.
type recipient struct {
	email string
	lang  catalog.Lang
}

func lockAttempt(ctx context.Context, tx *batches, id string) (to recipient, a *checkout.Attempt, err error) {
	b := &pgx.Batch{}
	b.Queue(onePlan)
	b.Queue(`select o.email, o.lang, `+attemptColumns+`
		from checkout_attempt a join shop_order o on o.id = a.order_id where a.id = $1 for update of a`, id).
		Query(func(rows pgx.Rows) (err error) {
			a, err = pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (*checkout.Attempt, error) {
				a, due := &checkout.Attempt{}, (*time.Time)(nil)
				err := row.Scan(append([]any{&to.email, &to.lang}, attemptTargets(a, &due)...)...)
				setDue(a, due)
				return a, err
			})
			return err
		})
	err = tx.send(ctx, b)
	return to, a, err
}

// note keeps what the result says about the payment. A result that is not the attempt's last word (it came late, or
// moved nothing) adds a reference and a capture, and leaves the rest as it was told first.
func note(a, before *checkout.Attempt, r checkout.Result) {
	p := &a.Payment
	if p.Reference == "" {
		p.Reference = r.Reference
	}
	part := !r.Amount.IsZero() && r.Amount != a.Totals.Total // of the money, for one delivery
	p.Captured = p.Captured || (r.Captured && r.Outcome == checkout.OutcomeAuthorized && !part)
	if r.Outcome == checkout.OutcomeAuthorized && !p.Captured && !r.ExpiresAt.IsZero() { // webhooks name no end
		p.ExpiresAt = r.ExpiresAt.UTC()
	}
	if a.State == before.State && a.State != checkout.Redirected {
		return
	}
	p.Outcome = r.Outcome
	a.DueAt = r.ExpiresAt
	switch a.State {
	case checkout.Redirected:
		if before.State == checkout.Redirected {
			a.DueAt = before.DueAt // asking again does not buy more time
		}
		if r.URL != "" {
			p.RedirectURL, p.Fields = r.URL, r.Fields
		}
	case checkout.Failed:
		switch p.Reason = r.Reason; {
		case p.Reason != "":
		case r.Outcome == checkout.OutcomeAuthorized:
			p.Reason = checkout.ReasonAmount
		case r.Outcome == checkout.OutcomeVoided: // by the provider: the shop gives up no attempt that may still be paid
			p.Reason = checkout.ReasonLapsed
		default:
			p.Reason = checkout.ReasonDeclined
		}
	}
	if a.State == checkout.Confirmed && r.Outcome == checkout.OutcomePending && !r.ExpiresAt.IsZero() {
		p.DueAt = r.ExpiresAt.UTC()
	}
	if a.State != checkout.Redirected && a.State != checkout.Pending {
		a.DueAt = time.Time{}
	}
	if len(r.Instructions)+len(r.Further) > 0 {
		p.Instructions, p.Further = r.Instructions, r.Further
	}
}

// While nobody knows whether the provider was asked, it may have to be asked again, with what the browser gave.
const updateAttempt = `
update checkout_attempt set state = $2, reference = $3, payment = $4, due_at = $5, updated_at = now(),
       client = case when $2 = 'unknown' then client else '{}' end, browser = case when $2 = 'unknown' then browser else '{}' end
where id = $1`

// updateUnchanged fails, and with it the transaction, when the attempt's row is not of that version any more.
const updateUnchanged = `with updated as (` + updateAttempt + ` and xmin = $6 returning id) select 1 / count(*) from updated`

// changed reports whether updateUnchanged failed so.
func changed(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pg.Code == "22012" // division by zero
}

func queueEffects(ctx context.Context, b *pgx.Batch, a, before *checkout.Attempt, t checkout.Transition, to recipient) error {
	switch {
	case t.Reserve, t.Place:
		if err := queuePlaced(ctx, b, a, t); err != nil {
			return err
		}
		if before.State.Open() {
			queueSold(b, a)
			if err := queueMail(ctx, b, a, mail.OrderConfirmation, to); err != nil {
				return err
			}
		} else if t.Paid {
			if err := queueMail(ctx, b, a, mail.PaymentReceived, to); err != nil {
				return err
			}
		}
	case t.Paid:
		b.Queue(`update shop_order set paid_at = coalesce(paid_at, now()) where id = $1`, a.OrderID)
	case t.Release:
		b.Queue(`update shop_order set status = $2, cancel_reason = $3 where id = $1`, a.OrderID, order.Abandoned, a.Payment.Reason)
		b.Queue(`
			update checkout set type = $2, last_reason = $3, told = false, version = version + 1, updated_at = now()
			where id = $1 and done_at is null`, a.CheckoutID, checkout.Reinit, a.Payment.Reason)
		b.Queue(`update cart set frozen_by = null where id = $1 and frozen_by = $2`, a.CartID, a.ID)
		queueGiveBack(ctx, b, a.ID)
		queueVouchers(b, a)
	case t.Cancel:
		b.Queue(`update shop_order set status = $2, cancel_reason = $3, cancelled_at = now() where id = $1`,
			a.OrderID, order.Cancelled, a.Payment.Reason)
		queueGiveBack(ctx, b, a.ID)
		queueVouchers(b, a)
		if err := queueMail(ctx, b, a, mail.OrderCancelled, to); err != nil {
			return err
		}
	}
	if err := queueCalls(ctx, b, endpoint.OfOrderAt(a.OrderID, milestones(t))...); err != nil {
		return err
	}
	switch t.Notice {
	case "":
	case checkout.NoticeRefunded, checkout.NoticeReleased:
		// Providers also tell of what the shop asked for.
		b.Queue(`
			insert into order_notice (order_id, kind, detail)
			select $1, $2, $3 where not exists (select from order_payment where order_id = $1 and kind <> 'capture')
			on conflict on constraint order_notice_once do nothing`, a.OrderID, t.Notice, a.Payment.Reference)
	case checkout.NoticeLess:
		// Once money was taken or let go, a promise of less is of what is left.
		b.Queue(`
			insert into order_notice (order_id, kind, detail)
			select $1, $2, $3 where not exists (select from order_payment where order_id = $1)
			on conflict on constraint order_notice_once do nothing`, a.OrderID, t.Notice, t.Detail)
	case checkout.NoticeUndone:
		// A refusal that comes late, such as of a card that the customer tried first, means nothing when nothing is under way.
		b.Queue(`
			insert into order_notice (order_id, kind, detail)
			select $1, $2, $3 where exists (select from order_payment where order_id = $1 and state = 'working')
			on conflict on constraint order_notice_once do nothing`, a.OrderID, t.Notice, a.Payment.Reference)
	default:
		b.Queue(insertNotice, a.OrderID, t.Notice, cmp.Or(t.Detail, a.Payment.Reference))
	}
	return nil
}

// milestones are those to which the transition brings the order.
func milestones(t checkout.Transition) (list []order.Milestone) {
	for _, m := range []struct {
		reached bool
		kind    order.MilestoneKind
	}{{t.Reserve, order.MilestoneReserved}, {t.Place, order.MilestonePlaced}, {t.Paid, order.MilestonePaid}, {t.Cancel, order.MilestoneCancelled}} {
		if m.reached {
			list = append(list, order.Milestone{Kind: m.kind})
		}
	}
	return list
}

// insertNotice leaves one note of a kind, which has every detail of that kind once.
const insertNotice = `
insert into order_notice (order_id, kind, detail) values ($1, $2, $3)
on conflict on constraint order_notice_once do update set detail = order_notice.detail || '; ' || excluded.detail
where position('; ' || excluded.detail || '; ' in '; ' || order_notice.detail || '; ') = 0`

const insertEvent = `
insert into outbox (id, topic, key, payload) values ($1, $2, $3, $4) on conflict (id) do nothing`

// queuePlaced writes the order's new standing. Goods of a placed order are held until they are dispatched.
func queuePlaced(ctx context.Context, b *pgx.Batch, a *checkout.Attempt, t checkout.Transition) error {
	status := order.Placed
	if t.Reserve {
		status = order.Reserved
	}
	b.Queue(`
		update shop_order set status = $2, placed_at = coalesce(placed_at, now()),
		       paid_at = case when $3 then coalesce(paid_at, now()) else paid_at end
		where id = $1`, a.OrderID, status, t.Paid)
	if t.Place {
		payload, err := json.Marshal(order.Ref{ID: a.OrderID, AttemptID: a.ID})
		if err != nil {
			return err
		}
		b.Queue(insertEvent, fmt.Sprintf("order-%d-placed", a.OrderID), outbox.OrderPlaced, "order-"+strconv.FormatInt(a.OrderID, 10), withTrace(ctx, payload))
	}
	return nil
}

// queueSold ends the checkout and takes what was sold out of the cart: all that is in it, or where the customer has changed it
// since, or taken it along to another, as many as were sold. A cart that another payment holds stays.
func queueSold(b *pgx.Batch, a *checkout.Attempt) {
	b.Queue(`update checkout set done_at = now(), updated_at = now() where id = $1`, a.CheckoutID)
	sold := wanted(a)
	products, quantities := make([]int64, 0, len(sold)), make([]int32, 0, len(sold))
	for id, n := range sold {
		products, quantities = append(products, id), append(quantities, int32(n))
	}
	b.Queue(`
		update cart c set frozen_by = null, version = version + 1, vouchers = case when frozen_by = $2 then '{}' else vouchers end,
		  (products, quantities, warranties) = (
		    select `+gathered+` from (
		      select product_id, warranty_id, position,
		        quantity - coalesce(($4::int[])[array_position($3::bigint[], product_id)], 0) as quantity
		      from `+cartLines+` where c.frozen_by is null) kept
		    where quantity > 0)
		where id = $1 and (frozen_by = $2 or frozen_by is null and products && $3::bigint[])`, a.CartID, a.ID, products, quantities)
}

func queueVouchers(b *pgx.Batch, a *checkout.Attempt) {
	if codes := voucherCodes(a); len(codes) > 0 {
		b.Queue(`update voucher set redeemed = redeemed - 1 where code = any($1) and redeemed > 0`, codes)
	}
}

// queueGiveBack returns goods that are held for an attempt to stock, and tells the search of goods that are back.
func queueGiveBack(ctx context.Context, b *pgx.Batch, attemptID string) {
	b.Queue(`
		with r as (delete from stock_reservation where attempt_id = $1 returning product_id, warehouse, quantity),
		s as (
		    update stock s set available = s.available + r.quantity from r
		    where s.product_id = r.product_id and s.warehouse = r.warehouse
		    returning s.product_id, s.available = r.quantity as back)
		insert into outbox (id, topic, key, payload)
		select 'product-' || product_id || '-back-' || $2, $3, product_id::text, $4::jsonb || jsonb_build_object('id', product_id)
		from s where back group by product_id
		on conflict (id) do nothing`, attemptID, attemptID, outbox.ProductChanged, traceOf(ctx))
}

// queueMail asks for a mail about the order, once per template.
func queueMail(ctx context.Context, b *pgx.Batch, a *checkout.Attempt, template string, to recipient) error {
	id := fmt.Sprintf("order-%d-%s", a.OrderID, template)
	data, err := json.Marshal(mail.OrderData{OrderID: a.OrderID, AttemptID: a.ID})
	if err != nil {
		return err
	}
	return queueRequest(ctx, b, a.OrderID, mail.Request{ID: id, Template: template, To: to.email, Lang: to.lang, Data: data})
}

func queueRequest(ctx context.Context, b *pgx.Batch, orderID int64, r mail.Request) error {
	payload, err := json.Marshal(r)
	if err != nil {
		return err
	}
	b.Queue(insertEvent, r.ID, outbox.MailRequested, "order-"+strconv.FormatInt(orderID, 10), withTrace(ctx, payload))
	return nil
}
