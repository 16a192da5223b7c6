package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/retention"
)

// RetentionRule is how long something about people is kept, and what is done with it then.
type RetentionRule struct {
	retention.Rule
	change string // $1 is the time; it changes what is due once, and gives a row for each
}

// yearsAfter is when a period of whole years is over that begins at the end of the year (§ 147(4) AO).
func yearsAfter(column, years string) string {
	return `date_trunc('year', ` + column + ` at time zone 'Europe/Berlin') + interval '1 year' + interval '` + years + `' <= $1::timestamptz at time zone 'Europe/Berlin'`
}

const noOne = ` email = '', phone = '', vat_id = '', invoice = '{}', delivery = '{}'`

// taken is what the orders of "due" have of what customers took along to providers' pages: names and addresses in forms.
const taken = `
		taken as (
		    update checkout_attempt set payment = payment - 'fields' - 'redirectUrl'
		    where order_id in (select id from due) and payment ?| '{fields,redirectUrl}')`

// RetentionRules are all of them but that of unused accounts, which only some shops have. What is due of an order is emptied, not
// deleted: its numbers and sums stay in the books.
var RetentionRules = []RetentionRule{
	{retention.Rule{Name: "unfinished_checkout", Period: "30 days after the last change", Source: "GDPR Art. 5(1)(e)"}, `
		update checkout set email = '', phone = '', vat_id = '', invoice = null, delivery = null
		where done_at is null and updated_at <= $1::timestamptz - interval '30 days'
		  and (email <> '' or phone <> '' or vat_id <> '' or invoice is not null or delivery is not null)
		  and not exists (select from checkout_attempt a where a.checkout_id = checkout.id
		      and a.state in ('created', 'authorizing', 'redirected', 'unknown'))
		returning 1`},
	{retention.Rule{Name: "abandoned_order", Period: "30 days after it was begun", Source: "GDPR Art. 5(1)(e)"}, `
		with due as (
		    update shop_order set` + noOne + `
		    where status = 'abandoned' and created_at <= $1::timestamptz - interval '30 days' and (email <> ''
		      or exists (select from checkout_attempt a where a.order_id = shop_order.id and a.payment ?| '{fields,redirectUrl}'))
		    returning id),` + taken + `
		select 1 from due`},
	{retention.Rule{Name: "parcel_label", Period: "90 days after the delivery, at most 180 after it left", Source: "GDPR Art. 5(1)(e)"}, `
		update order_parcel p set label = null from order_delivery d
		where d.order_id = p.order_id and d.number = p.delivery and p.label is not null
		  and (d.done_at <= $1::timestamptz - interval '90 days' or d.dispatched_at <= $1::timestamptz - interval '180 days')
		returning 1`},
	{retention.Rule{Name: "return_label", Period: "90 days after the withdrawal was settled", Source: "GDPR Art. 5(1)(e)"}, `
		update withdrawal_return r set label = '' from withdrawal w
		where w.id = r.withdrawal_id and r.label <> '' and w.settled_at <= $1::timestamptz - interval '90 days' returning 1`},
	{retention.Rule{Name: "withdrawal", Period: "6 years after the end of the year", Source: "§ 147(1) no. 2 AO, § 257 HGB"}, `
		update withdrawal set name = '', email = ''
		where settled_at is not null and email <> '' and ` + yearsAfter("settled_at", "6 years") + ` returning 1`},
	{retention.Rule{Name: "order", Period: "8 years after the end of the year", Source: "§ 147(3) AO, § 257(4) HGB"}, `
		with due as (
		    update shop_order set` + noOne + `
		    where email <> '' and status in ('placed', 'cancelled') and ` + yearsAfter("coalesce(placed_at, created_at)", "8 years") + `
		    returning id, checkout_id),
		labels as ( -- of parcels that never left
		    update order_parcel set label = null where label is not null and order_id in (select id from due)),
		emptied as (
		    update checkout set email = '', phone = '', vat_id = '', invoice = null, delivery = null
		    where id in (select checkout_id from due)),` + taken + `
		select 1 from due`},
	{retention.Rule{Name: "invoice", Period: "8 years after the end of the year", Source: "§ 14b(1) UStG, § 147(3) AO"}, `
		delete from invoice where ` + yearsAfter("issued_at", "8 years") + ` returning 1`},
	{retention.Rule{Name: "ended_newsletter", Period: "3 years after the end of the year", Source: "§ 195, § 199(1) BGB: as long as consent may have to be proved"}, `
		delete from newsletter_subscription where state = 'ended' and ` + yearsAfter("ended_at", "3 years") + ` returning 1`},
	{retention.Rule{Name: "restock_alert", Period: "180 days after it was confirmed, 2 days where it was not", Source: "GDPR Art. 5(1)(e)"}, `
		delete from restock_alert where due_at <= $1 returning 1`},
	{retention.Rule{Name: "rejected_review", Period: "190 days after the decision", Source: "(EU) 2022/2065 Art. 20(1): six months to complain"}, `
		delete from product_review where state = 'rejected' and decided_at <= $1::timestamptz - interval '190 days' returning 1`},
	// What is still to be handled, or was given up and may be taken up again, stays.
	{retention.Rule{Name: "provider_notice", Period: "90 days after it came", Source: "GDPR Art. 5(1)(e)"}, `
		delete from webhook_event w where w.received_at <= $1::timestamptz - interval '90 days'
		  and not exists (select from outbox o where o.id = 'webhook-' || w.id and o.delivered_at is null) returning 1`},
	{retention.Rule{Name: "parcel_scan", Period: "1 year after it came", Source: "§ 439(1) HGB: claims against the carrier"}, `
		delete from shipment_scan s where s.received_at <= $1::timestamptz - interval '1 year'
		  and not exists (select from outbox o where o.id = 'scan-' || s.id and o.delivered_at is null) returning 1`},
	// Nothing asks for the same mail again by then: its event is long gone.
	{retention.Rule{Name: "sent_mail", Period: "1 year after it was sent", Source: "GDPR Art. 5(1)(e)"}, `
		delete from mail_sent where coalesce(sent_at, claimed_until) <= $1::timestamptz - interval '1 year' returning 1`},
	// Until then an operator may have them tried again, or end them. Who is not told by then was told otherwise.
	{retention.Rule{Name: "undelivered", Period: "30 days after it was given up", Source: "GDPR Art. 5(1)(e)"}, `
		delete from outbox where topic in ('` + outbox.MailRequested + `', '` + outbox.Tracking + `')
		  and dead_at <= $1::timestamptz - interval '30 days' returning 1`},
	{retention.Rule{Name: "operator_log", Period: "8 years after the end of the year", Source: "§ 147(3) AO, § 257(4) HGB: what was done to orders"}, `
		delete from audit_entry where ` + yearsAfter("audit_entry.at", "8 years") + ` returning 1`},
}

// Retention forgets what is kept no longer. It implements retention.Keeper.
type Retention struct {
	pool   *pgxpool.Pool
	months int // see Unused
}

var _ retention.Keeper = (*Retention)(nil)

// NewRetention makes it.
func NewRetention(pool *pgxpool.Pool) *Retention { return &Retention{pool: pool} }

// step is a rule with what it does, which gives how many rows that was, and how many mails.
type step struct {
	retention.Rule
	do func(ctx context.Context, tx pgx.Tx, now time.Time) (rows, mails int, err error)
}

func (r *Retention) steps() []step {
	list := make([]step, len(RetentionRules), len(RetentionRules)+1)
	for i, rule := range RetentionRules {
		list[i] = step{rule.Rule, rule.do}
	}
	if r.months > 0 {
		list = append(list, step{r.unusedRule(), r.endUnused})
	}
	return list
}

func (r RetentionRule) do(ctx context.Context, tx pgx.Tx, now time.Time) (rows, mails int, err error) {
	due, err := tx.Query(ctx, r.change, now)
	if err != nil {
		return 0, 0, err
	}
	ones, err := pgx.CollectRows(due, pgx.RowTo[int])
	return len(ones), 0, err
}

// Rules implements retention.Keeper.
func (r *Retention) Rules() []retention.Rule {
	steps := r.steps()
	list := make([]retention.Rule, len(steps))
	for i, s := range steps {
		list[i] = s.Rule
	}
	return list
}

// Apply implements retention.Keeper.
func (r *Retention) Apply(ctx context.Context, name string, now time.Time) (retention.Forgotten, error) {
	for _, s := range r.steps() {
		if s.Name == name {
			return r.apply(ctx, s, now, false)
		}
	}
	return retention.Forgotten{}, fault.New(fault.NotFound, "retention_rule_unknown")
}

const retentionLock = 0x6b6f6e74 // of pg_advisory_xact_lock: one process forgets at a time

// Run applies every rule as of a time, each in a transaction of its own; doing it again does nothing. A dry run only
// counts.
func (r *Retention) Run(ctx context.Context, now time.Time, dry bool) ([]retention.Forgotten, error) {
	steps := r.steps()
	list := make([]retention.Forgotten, 0, len(steps))
	for _, s := range steps {
		done, err := r.apply(ctx, s, now, dry)
		if err != nil {
			return list, err
		}
		list = append(list, done)
	}
	return list, nil
}

func (r *Retention) apply(ctx context.Context, s step, now time.Time, dry bool) (retention.Forgotten, error) {
	done := retention.Forgotten{Rule: s.Name}
	tx, err := r.pool.Begin(ctx)
	if err != nil {
		return done, FaultOf(err, nil)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock($1)`, retentionLock); err != nil {
		return done, FaultOf(err, nil)
	}
	if done.Rows, done.Mails, err = s.do(ctx, tx, now); err != nil || dry {
		return done, FaultOf(err, nil)
	}
	return done, FaultOf(commitFault(tx.Commit(ctx)), nil)
}
