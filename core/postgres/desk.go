package postgres

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/order"
)

// Desk reads attempts for operators. It implements checkout.Cases.
type Desk struct{ pool *pgxpool.Pool }

var _ checkout.Cases = (*Desk)(nil)

// NewDesk makes the store.
func NewDesk(pool *pgxpool.Pool) *Desk { return &Desk{pool: pool} }

// owed is true of attempts whose money came and has not gone back.
const owed = `
(exists (select from order_notice n where n.order_id = a.order_id and n.kind in ('late_payment', 'amount_mismatch'))
 and not exists (select from order_notice n where n.order_id = a.order_id and n.kind in ('payment_given_back', 'payment_repaid')))`

const selectCase = `
select o.status, a.updated_at, ` + owed + `, e.events, e.first, (
    select coalesce(sum(amount_minor) filter (where kind = 'capture' and state in ('done', 'working')), 0)::bigint
    from order_payment where order_id = a.order_id), (
    select coalesce(sum(amount_minor) filter (where kind = 'refund' and state <> 'refused'), 0)::bigint
    from order_payment where order_id = a.order_id), (
    select coalesce(sum(amount_minor) filter (where state in ('cancelled', 'expired')), 0)::bigint
    from order_delivery where order_id = a.order_id), (
    select coalesce(sum(amount_minor) filter (where state = 'returned'), 0)::bigint
    from order_delivery where order_id = a.order_id),
    exists (select from order_payment where order_id = a.order_id and kind = 'capture' and delivery = 0),
    coalesce((select detail from order_notice where order_id = a.order_id and kind = 'give_back_refused'), ''),
    exists (select from order_notice where order_id = a.order_id and kind = 'refund_by_hand'),
    (select created_at from order_notice where order_id = a.order_id and kind = 'give_back_under_way'), ` + attemptColumns + `
from checkout_attempt a join shop_order o on o.id = a.order_id, lateral (
    select count(*)::int as events, min(w.received_at) as first
    from webhook_event w where w.handled_at is null and ` + ofAttempt + `) e`

// watched are the attempts that may need an operator: each part has an index of its own.
const watched = `
select id from checkout_attempt where held or state in ('created', 'authorizing', 'redirected', 'unknown', 'pending')
union select id from checkout_attempt where state = 'failed' and payment @> '{"open": true}'
union select a.id from order_notice n join checkout_attempt a on a.order_id = n.order_id
      where n.kind in ('late_payment', 'amount_mismatch') and ` + owed + `
union select a.id from webhook_event w join checkout_attempt a on ` + ofAttempt + ` where w.handled_at is null`

func scanCase(row pgx.CollectableRow) (*checkout.Case, error) {
	var c checkout.Case
	var due, first, going *time.Time
	var taken, back, givenUp, returned int64
	var booked bool
	targets := []any{&c.Status, &c.UpdatedAt, &c.Owed, &c.Events, &first, &taken, &back, &givenUp, &returned, &booked, &c.Refused, &c.ByHand, &going}
	if err := row.Scan(append(targets, attemptTargets(&c.Attempt, &due)...)...); err != nil {
		return nil, err
	}
	setDue(&c.Attempt, due)
	if c.Payment.Captured && !booked { // it is booked when something of it is to go back, as order.Order has it
		all := c.Totals.Total.Minor
		if c.Status != string(order.Cancelled) {
			all -= givenUp
		}
		taken = max(taken, all)
	}
	c.Unsold = euro(givenUp + returned)
	c.UpdatedAt, c.Taken, c.GivenBack = c.UpdatedAt.UTC(), euro(taken), euro(back)
	c.GoingBackAt = nullable(going)
	if first != nil {
		c.EventAt = first.UTC()
	}
	return &c, nil
}

// Cases reads those under way, those that an operator holds, and those that owe money or are to be withdrawn at their provider.
func (s *Desk) Cases(ctx context.Context, f checkout.CaseFilter) ([]*checkout.Case, error) {
	query := selectCase + ` where a.id in (` + watched + `) and ($1 = '' or a.state = $1) order by a.created_at limit nullif($2, 0)`
	if f.State != "" && !f.Open {
		query = selectCase + ` where a.state = $1 order by a.created_at limit nullif($2, 0)`
	}
	rows, err := s.pool.Query(ctx, query, string(f.State), f.Limit)
	if err != nil {
		return nil, FaultOf(err, attemptFaults)
	}
	list, err := pgx.CollectRows(rows, scanCase)
	return list, FaultOf(err, attemptFaults)
}

// Case finds one.
func (s *Desk) Case(ctx context.Context, idOrOrder string) (*checkout.Case, error) {
	where, arg := ` where a.order_id = $1`, any(nil)
	var id pgtype.UUID
	if number, err := strconv.ParseInt(idOrOrder, 10, 64); err == nil {
		arg = number
	} else if err := id.Scan(idOrOrder); err == nil {
		where, arg = ` where a.id = $1`, id
	} else {
		return nil, attemptFaults[NoRows]
	}
	rows, err := s.pool.Query(ctx, selectCase+where, arg)
	if err != nil {
		return nil, FaultOf(err, attemptFaults)
	}
	c, err := pgx.CollectExactlyOneRow(rows, scanCase)
	return c, FaultOf(err, attemptFaults)
}

// Hold marks the attempt. It is no change of the attempt's own: the time of its last change stays. It takes turns with what
// changes the order, so that no goods are picked any more once it is done.
func (s *Desk) Hold(ctx context.Context, attemptID string, held bool) error {
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			update checkout_attempt set held = $2 where id = $1 and (not $2 or state not in ('created', 'authorizing'))`, attemptID, held)
		if err == nil && tag.RowsAffected() == 0 {
			err = fault.New(fault.Conflict, checkout.ReasonNotBegun)
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `select from shop_order where id = (select order_id from checkout_attempt where id = $1) for update`, attemptID)
		return err
	})
	return FaultOf(err, attemptFaults)
}

// Repaid notes that what was owed went back.
func (s *Desk) Repaid(ctx context.Context, attemptID string) error {
	tag, err := s.pool.Exec(ctx, `
		insert into order_notice (order_id, kind, detail)
		select a.order_id, $2, '' from checkout_attempt a where a.id = $1 and `+owed+`
		on conflict on constraint order_notice_once do nothing`, attemptID, checkout.NoticeRepaid)
	if err == nil && tag.RowsAffected() == 0 {
		err = fault.New(fault.Conflict, checkout.ReasonNotOwed)
	}
	return FaultOf(err, attemptFaults)
}

// Nothing notes what an operator saw at the provider.
func (s *Desk) Nothing(ctx context.Context, attemptID string) error {
	_, err := s.pool.Exec(ctx, `
		insert into order_notice (order_id, kind, detail)
		select order_id, $2, '' from checkout_attempt where id = $1
		on conflict on constraint order_notice_once do nothing`, attemptID, checkout.NoticeNothing)
	return FaultOf(err, attemptFaults)
}

// Record reads what was written down about the attempt, its order, and what the provider told.
func (s *Desk) Record(ctx context.Context, attemptID string) (*checkout.Record, error) {
	r := &checkout.Record{Moments: []checkout.Moment{}}
	b := &pgx.Batch{}
	b.Queue(`
		select t.id, t.number, t.order_id, t.state, t.method from checkout_attempt t
		where t.checkout_id = (select checkout_id from checkout_attempt where id = $1) order by t.number`, attemptID).Query(func(rows pgx.Rows) (err error) {
		r.Tries, err = pgx.CollectRows(rows, pgx.RowToStructByPos[checkout.Try])
		return err
	})
	b.Queue(`
		select o.created_at, a.method, a.totals -> 'total' ->> 'minor', o.placed_at, o.paid_at, o.cancelled_at, o.cancel_reason
		from checkout_attempt a join shop_order o on o.id = a.order_id where a.id = $1`, attemptID).QueryRow(func(row pgx.Row) error {
		return orderMoments(row, r)
	})
	b.Queue(`
		select n.created_at, n.kind, n.detail from order_notice n join checkout_attempt a on a.order_id = n.order_id
		where a.id = $1`, attemptID).Query(func(rows pgx.Rows) error {
		return eachMoment(rows, r, func(kind, detail string) string {
			return "a notice for operators: " + words(notices, kind) + " (" + cmp.Or(detail, "no detail") + ")"
		})
	})
	b.Queue(`
		select w.received_at, w.plugin || ' told: ' || (w.result ->> 'Outcome'),
		       case when w.handled_at is null then 'not applied yet' else 'applied ' || round(extract(epoch from w.handled_at - w.received_at), 1) || ' s later' end
		from webhook_event w join checkout_attempt a on `+ofAttempt+` where a.id = $1`, attemptID).Query(func(rows pgx.Rows) error {
		return eachMoment(rows, r, func(told, applied string) string { return told + ", " + applied })
	})
	b.Queue(selectDisputes+` where order_id = (select order_id from checkout_attempt where id = $1) order by number`, attemptID).Query(func(rows pgx.Rows) error {
		return eachDispute(rows, func(_ int64, d checkout.Dispute) { r.Disputes = append(r.Disputes, d) })
	})
	b.Queue(`select told from order_notice n, `+unbooked+` and n.order_id = (select order_id from checkout_attempt where id = $1)`, attemptID).Query(func(rows pgx.Rows) (err error) {
		r.Unbooked, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	if err := s.pool.SendBatch(ctx, b).Close(); err != nil {
		return nil, FaultOf(err, attemptFaults)
	}
	slices.SortStableFunc(r.Moments, func(a, b checkout.Moment) int { return a.At.Compare(b.At) })
	return r, nil
}

var notices = map[string]string{
	checkout.NoticeLatePayment:  "money came for an attempt that had failed",
	checkout.NoticeAmount:       "the provider authorized another amount than the order's",
	checkout.NoticeOver:         "the plugin named a day to pay that was over already, and the shop waits as where none is named: see whether the plugin's clock and time zone are right",
	checkout.NoticeLess:         "the provider promises less money than the order costs, so that not all of it can be taken",
	checkout.NoticeGivenBack:    "the money was given back",
	checkout.NoticeNotBack:      "the provider refuses to give the money back",
	checkout.NoticeGoingBack:    "the provider has agreed to give the money back, and works on it",
	checkout.NoticeRepaid:       "an operator gave the money back by other means",
	checkout.NoticeNothing:      "an operator saw that the provider has no payment",
	checkout.NoticeWithdrawn:    "what the provider was still deciding, or the customer had agreed to there, was withdrawn there",
	checkout.NoticeNotWithdrawn: "the provider does not let what it still decides be withdrawn: should money come of it, that goes back",
	checkout.NoticeUndone:       "a capture or refund that the provider was working on came to nothing: see there which",
	checkout.NoticeBroken:       "the provider does not keep its promise of the money: what has not left is not paid for",
	checkout.NoticeRefunded:     "the provider tells of a refund that the shop did not ask for: look there what it was, and book one that an employee made with `kontor order refunded`",
	checkout.NoticeReleased:     "the provider tells that its promise has ended, which the shop did not ask for",

	order.NoticeEnding:      "the provider's promise of the money ends soon, and goods that it pays for have not left",
	order.NoticeExpired:     "the provider's promise of the money has ended: ask the customer to pay in another way, and book it with `kontor order paid`",
	order.NoticeRefused:     "the provider would not take the money",
	order.NoticeStuck:       "a step has failed for a while, and is still being tried",
	order.NoticeByHand:      "the method cannot refund: transfer it",
	order.NoticeNotRefunded: "the provider would not refund",
	order.NoticeRefundMade:  "of money that the provider would not refund before, it refunded",
	order.NoticeNotVoided:   "the provider would not let go of money that is not needed any more: do it at the provider's, or give back there what was taken (captured)",
	order.NoticeOtherAmount: "the provider says that it moved another amount than the one that was asked for and is booked: compare with its books",
	order.NoticeParcel:      "the carrier could not deliver",
	order.NoticeReturning:   "the carrier brings a parcel back",
	order.NoticeLateMoney:   "money came for an order that is cancelled: give back with `kontor order refund` what `kontor order list --by-hand` does not name",
	order.NoticeOverpaid:    "more money came than was owed: give it back with `kontor order refund`",
	order.NoticeOverdue:     "goods on account were not paid in time, of which the customer was reminded",
	order.NoticePaidPart:    "less money came than is owed, and was not booked",
	order.NoticeLost:        "the carrier has said nothing for long",
	order.NoticeUnproven:    "the customer has yet to prove to be of the campus programme, until",
}

func words(of map[string]string, kind string) string { return cmp.Or(of[kind], kind) }

func eachMoment(rows pgx.Rows, r *checkout.Record, sentence func(a, b string) string) error {
	for rows.Next() {
		var at time.Time
		var a, b string
		if err := rows.Scan(&at, &a, &b); err != nil {
			return err
		}
		r.Moments = append(r.Moments, checkout.Moment{At: at.UTC(), What: sentence(a, b), From: "shop"})
	}
	return rows.Err()
}

func orderMoments(row pgx.Row, r *checkout.Record) error {
	var created time.Time
	var placed, paid, cancelled *time.Time
	var method, minor, why string
	if err := row.Scan(&created, &method, &minor, &placed, &paid, &cancelled, &why); err != nil {
		return err
	}
	cents, err := strconv.ParseInt(minor, 10, 64)
	if err != nil {
		return err
	}
	say := func(at *time.Time, what string) {
		if at != nil {
			r.Moments = append(r.Moments, checkout.Moment{At: at.UTC(), What: what, From: "shop"})
		}
	}
	say(&created, fmt.Sprintf("the customer sent the order: %s by %s; prices were frozen and the goods reserved", euro(cents), method))
	say(placed, "the order was placed, and a mail to the customer asked for")
	say(paid, "the order was paid")
	say(cancelled, "the order was cancelled: "+why)
	return nil
}
