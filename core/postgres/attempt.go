package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
)

// Attempt keeps attempts and what becomes of their orders. It implements checkout.Attempts.
type Attempt struct{ pool *pgxpool.Pool }

var _ checkout.Attempts = (*Attempt)(nil)

// NewAttempt makes the store.
func NewAttempt(pool *pgxpool.Pool) *Attempt { return &Attempt{pool: pool} }

var attemptFaults = map[string]*fault.Error{
	NoRows:                       fault.New(fault.NotFound, "attempt_not_found"),
	"checkout_attempt_reference": fault.New(fault.Conflict, checkout.ReasonReferenceTaken),
}

// The payment's document comes before its own columns, so that these overrule it when scanned in turn.
const attemptColumns = `
a.id, a.checkout_id, a.cart_id, a.number, a.order_id, a.state, a.payment, a.method, a.plugin, a.plugin_version, a.flow, a.reference,
a.lines, a.deliveries, a.totals, a.session_id, a.due_at, a.created_at, a.held`

const selectAttempt = `select ` + attemptColumns + ` from checkout_attempt a`

func scanAttempt(row pgx.CollectableRow) (*checkout.Attempt, error) {
	a, due := &checkout.Attempt{}, (*time.Time)(nil)
	if err := row.Scan(attemptTargets(a, &due)...); err != nil {
		return nil, err
	}
	setDue(a, due)
	return a, nil
}

func attemptTargets(a *checkout.Attempt, due **time.Time) []any {
	p := &a.Payment
	return []any{&a.ID, &a.CheckoutID, &a.CartID, &a.Number, &a.OrderID, &a.State, p, &p.Code, &p.Plugin, &p.Version,
		&p.Flow, &p.Reference, &a.Lines, &a.Deliveries, &a.Totals, &a.SessionID, due, &a.CreatedAt, &a.Held}
}

func setDue(a *checkout.Attempt, due *time.Time) {
	if due != nil {
		a.DueAt = due.UTC()
	}
	a.CreatedAt = a.CreatedAt.UTC()
}

// Attempt reads one.
func (s *Attempt) Attempt(ctx context.Context, id string) (*checkout.Attempt, error) {
	return s.one(ctx, selectAttempt+` where a.id = $1`, id)
}

// Placed reads the attempt by which a checkout was ordered.
func (s *Attempt) Placed(ctx context.Context, checkoutID string) (*checkout.Attempt, error) {
	return s.one(ctx, selectAttempt+` where a.checkout_id = $1 and a.state in ('pending', 'confirmed')`, checkoutID)
}

func (s *Attempt) one(ctx context.Context, sql, id string) (*checkout.Attempt, error) {
	rows, err := s.pool.Query(ctx, sql, id)
	if err != nil {
		return nil, FaultOf(err, attemptFaults)
	}
	a, err := pgx.CollectExactlyOneRow(rows, scanAttempt)
	return a, FaultOf(err, attemptFaults)
}

// Begin marks and reads in one statement. Where the method answers at once, the mark does not wait for the disk: the result
// follows, and waits for both. Should the database lose the mark, the provider is asked again under the same key. Who asks for
// longer than any call may has begun while the database's clock was ahead.
func (s *Attempt) Begin(ctx context.Context, id string) (*checkout.Start, error) {
	var (
		a   checkout.Attempt
		req checkout.AuthorizeRequest
		st  = checkout.Start{Attempt: &a}
		due *time.Time
	)
	targets := append(attemptTargets(&a, &due), &req.Client, &req.Email, &req.Phone, &req.Business, &req.VATID, &req.Lang,
		&req.Invoice, &req.Delivery, &req.Kind, &st.First, &req.Browser, &st.Version, &st.Asked, nil)
	b := &pgx.Batch{}
	b.Queue(onePlan)
	b.Queue(`
		with begun as (
		    update checkout_attempt set state = 'authorizing', updated_at = now()
		    where id = $1 and state = 'created' returning xmin)
		select `+attemptColumns+`, a.client, o.email, o.phone, o.business, o.vat_id, o.lang, o.invoice, o.delivery,
		       coalesce(o.shipping ->> 'kind', ''), exists (select from begun), a.browser,
		       coalesce((select xmin from begun), a.xmin),
		       case when a.state = 'authorizing' and a.due_at > now() and a.due_at < now() + interval '2 minutes' then a.due_at - now() else interval '0' end,
		       case when a.flow = $2 then set_config('synchronous_commit', 'off', true) end
		from checkout_attempt a join shop_order o on o.id = a.order_id where a.id = $1`, id, checkout.FlowSimple).
		QueryRow(func(row pgx.Row) error { return row.Scan(targets...) })
	if err := s.pool.SendBatch(ctx, b).Close(); err != nil {
		return nil, FaultOf(err, attemptFaults)
	}
	setDue(&a, due)
	if a.State == checkout.Created {
		if !st.First { // the statement reads the row as it was before a rival's mark
			return s.Begin(ctx, id)
		}
		a.State = checkout.Authorizing // or before its own
	}
	req.Plugin = a.Ref().Plugin
	req.MethodCode, req.IdempotencyKey, req.OrderID = a.Payment.Code, a.Key(), a.OrderID
	req.SessionID, req.CheckoutID = a.SessionID, a.CheckoutID
	req.AttemptID, req.Attempt, req.Amount, req.Lines = a.ID, a.Number, a.Totals.Total, a.Lines
	req.Shipping, req.Fee = a.Totals.Shipping, a.Totals.Fee.Add(a.Totals.NoRisk)
	for _, d := range a.Totals.Discounts {
		req.Discount = req.Discount.Add(d.Amount)
	}
	for _, t := range a.Totals.Taxes {
		req.Tax = req.Tax.Add(t.Amount)
	}
	st.Request = req
	return &st, nil
}

// Remind locks the attempt, so that it takes turns with the money's coming.
func (s *Attempt) Remind(ctx context.Context, id string) (checkout.Settled, error) {
	var out checkout.Settled
	err := inBatches(ctx, s.pool, func(tx *batches) error {
		to, a, err := lockAttempt(ctx, tx, id)
		if err != nil {
			return err
		}
		out = a.Settled()
		b := &pgx.Batch{}
		if a.State == checkout.Pending {
			if err := queueMail(ctx, b, a, mail.PaymentDue, to); err != nil {
				return err
			}
		}
		return tx.commit(ctx, b)
	})
	return out, FaultOf(err, attemptFaults)
}

// Notice leaves a note for operators.
func (s *Attempt) Notice(ctx context.Context, orderID int64, kind, detail string) error {
	_, err := s.pool.Exec(ctx, insertNotice, orderID, kind, detail)
	return FaultOf(err, attemptFaults)
}

// Debt reads the notices of the attempt's order.
func (s *Attempt) Debt(ctx context.Context, id string) (d checkout.Debt, err error) {
	err = s.pool.QueryRow(ctx, `
		select `+owed+`, exists (select from order_notice where order_id = a.order_id and kind = $2),
		       exists (select from order_notice where order_id = a.order_id and kind = $3),
		       exists (select from order_notice where order_id = a.order_id and kind = $4)
		from checkout_attempt a where a.id = $1`, id, checkout.NoticeGoingBack, checkout.NoticeRepaid, checkout.NoticeNothing).
		Scan(&d.Owed, &d.GoingBack, &d.Repaid, &d.Nothing)
	return d, FaultOf(err, attemptFaults)
}

// Stale reads them, and those that were written while the database's clock was ahead.
func (s *Attempt) Stale(ctx context.Context, limit int) ([]string, error) {
	rows, err := s.pool.Query(ctx, `
		select id from checkout_attempt
		where (state = 'created' or state = 'authorizing') and (state = 'created' or flow = $2)
		  and (created_at < now() - interval '30 seconds' or created_at > now() + interval '30 seconds')
		order by state = 'authorizing', random() limit $1`, limit, checkout.FlowSimple)
	if err != nil {
		return nil, FaultOf(err, attemptFaults)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return ids, FaultOf(err, attemptFaults)
}

// Stuck counts the attempts that should have gone on by now, by state: a customer may be away for as long as a redirect
// is waited for, everything else takes seconds. Those whose money should have gone back count as checkout.TroubleOwed.
func (s *Attempt) Stuck(ctx context.Context) (map[string]int, error) {
	rows, err := s.pool.Query(ctx, `
		select state, count(*) from checkout_attempt
		where state in ('created', 'authorizing', 'redirected', 'unknown')
		  and updated_at < now() - case state when 'redirected' then interval '1 hour' else interval '5 minutes' end
		group by state
		union all
		select $1, count(distinct a.id) from order_notice n join checkout_attempt a on a.order_id = n.order_id
		where n.kind in ('late_payment', 'amount_mismatch') and `+owed+` and a.updated_at < now() - $2::interval
		  and not exists (select from order_notice g where g.order_id = a.order_id and g.kind = $3 and g.created_at > now() - $4::interval)
		having count(*) > 0`,
		checkout.TroubleOwed, checkout.GivenBackAfter, checkout.NoticeGoingBack, checkout.WorksFor)
	if err != nil {
		return nil, FaultOf(err, attemptFaults)
	}
	counts := map[string]int{}
	var state string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&state, &n}, func() error { counts[state] = n; return nil })
	return counts, FaultOf(err, attemptFaults)
}
