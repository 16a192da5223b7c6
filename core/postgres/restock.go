package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/restock"
)

// RestockAlerts keeps who wants to be told that a product can be had again. It implements restock.Store.
type RestockAlerts struct{ pool *pgxpool.Pool }

var _ restock.Store = (*RestockAlerts)(nil)

// NewRestockAlerts makes the store.
func NewRestockAlerts(pool *pgxpool.Pool) *RestockAlerts { return &RestockAlerts{pool} }

var restockFaults = map[string]*fault.Error{
	NoRows:                       fault.New(fault.NotFound, "restock_link_invalid"),
	"restock_alert_product_fkey": fault.New(fault.NotFound, "product_not_found"),
}

const alertColumns = `id::text, product_id, email, lang, confirmed_at is not null`

func scanAlert(row pgx.CollectableRow) (*restock.Alert, error) {
	a := &restock.Alert{}
	return a, row.Scan(&a.ID, &a.ProductID, &a.Email, &a.Lang, &a.Confirmed)
}

// asConfirmed: anybody may type an address that waits, so that what its owner confirmed stands.
const asConfirmed = `excluded.confirmed_at is null and r.confirmed_at is not null and r.due_at > excluded.asked_at`

// Ask keeps a wish.
func (s *RestockAlerts) Ask(ctx context.Context, w restock.Wish, digest []byte, letter restock.Letter) error {
	var confirmed *time.Time
	due := w.At.Add(restock.ConfirmLife)
	if w.Proven {
		confirmed, due = &w.At, w.At.Add(restock.WaitLife)
	}
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := lockMailbox(ctx, tx, w.Email); err != nil {
			return err
		}
		a, err := oneAlert(ctx, tx, `
			insert into restock_alert as r (id, product_id, email, lang, digest, asked_at, confirmed_at, due_at)
			select $1, $2, $3, $4, $5, $6, $7, $8
			where $7::timestamptz is not null or $9 > (
			    select count(*) from restock_alert
			    where lower(email) = lower($3) and product_id <> $2 and confirmed_at is null and due_at > $6)
			on conflict (product_id, lower(email)) do update set
			  digest = excluded.digest, asked_at = excluded.asked_at,
			  confirmed_at = coalesce(excluded.confirmed_at, case when r.due_at > excluded.asked_at then r.confirmed_at end),
			  lang = case when `+asConfirmed+` then r.lang else excluded.lang end,
			  due_at = case when `+asConfirmed+` then r.due_at else excluded.due_at end
			where r.asked_at <= $10 or r.confirmed_at is null and excluded.confirmed_at is not null
			returning `+alertColumns,
			ident.New(), w.ProductID, w.Email, w.Lang, digest, w.At, confirmed, due, restock.MostOpen, w.At.Add(-restock.MailPause))
		if errors.Is(err, pgx.ErrNoRows) { // its mail is on the way, or there were too many
			return nil
		}
		if err != nil {
			return err
		}
		if !w.Proven { // for one mailbox there are many ways to write its address
			if within, err := countShare(ctx, tx, "restock", w.Email); err != nil || !within {
				return err
			}
		}
		return writeAlerts(ctx, tx, []*restock.Alert{a}, letter)
	})
	return FaultOf(err, restockFaults)
}

// Confirm follows a link. The time to wait begins with it.
func (s *RestockAlerts) Confirm(ctx context.Context, digest []byte, at time.Time) (*restock.Alert, error) {
	a, err := oneAlert(ctx, s.pool, `
		update restock_alert set confirmed_at = coalesce(confirmed_at, $2),
		  due_at = case when confirmed_at is null then $3 else due_at end
		where digest = $1 and due_at > $2 returning `+alertColumns, digest, at, at.Add(restock.WaitLife))
	return a, FaultOf(err, restockFaults)
}

// Cancel forgets one.
func (s *RestockAlerts) Cancel(ctx context.Context, digest []byte) error {
	_, err := s.pool.Exec(ctx, `delete from restock_alert where digest = $1`, digest)
	return FaultOf(err, restockFaults)
}

// moveAlerts has customers written to at their new address about what they wait for. Of two for one product the moved one stays.
func moveAlerts(ctx context.Context, tx pgx.Tx, from, to string) error {
	if strings.EqualFold(from, to) {
		return nil
	}
	b := &pgx.Batch{}
	b.Queue(`
		delete from restock_alert r where lower(email) = lower($2) and exists (
		    select from restock_alert o where o.product_id = r.product_id and lower(o.email) = lower($1) and o.confirmed_at is not null)`, from, to)
	b.Queue(`update restock_alert set email = $2 where lower(email) = lower($1) and confirmed_at is not null`, from, to)
	return tx.SendBatch(ctx, b).Close()
}

// Awaited finds the products.
func (s *RestockAlerts) Awaited(ctx context.Context, productIDs []int64, at time.Time) ([]int64, error) {
	rows, err := s.pool.Query(ctx, `
		select distinct product_id from restock_alert r
		where ($1::bigint[] is null or product_id = any($1)) and confirmed_at is not null and due_at > $2
		  and exists (select from stock s where s.product_id = r.product_id and s.available > 0)
		order by product_id`, productIDs, at)
	if err != nil {
		return nil, FaultOf(err, restockFaults)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	return ids, FaultOf(err, restockFaults)
}

// tellAtOnce is how many are told in one transaction.
const tellAtOnce = 500

// Tell works in parts: many may wait, and none of them is told twice, because who is told is forgotten with that.
func (s *RestockAlerts) Tell(ctx context.Context, productID int64, at time.Time, letter restock.Letter) error {
	for told := tellAtOnce; told == tellAtOnce; {
		err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
			rows, err := tx.Query(ctx, `
				with told as (
				    delete from restock_alert where id in (
				        select id from restock_alert where product_id = $1 and confirmed_at is not null and due_at > $2
				        order by confirmed_at, id limit $3 for update skip locked)
				    returning *)
				select `+alertColumns+` from told order by confirmed_at, id`, productID, at, tellAtOnce)
			if err != nil {
				return err
			}
			alerts, err := pgx.CollectRows(rows, scanAlert)
			if err != nil {
				return err
			}
			told = len(alerts)
			return writeAlerts(ctx, tx, alerts, letter)
		})
		if err != nil {
			return FaultOf(err, restockFaults)
		}
	}
	return nil
}

// Demand counts who waits.
func (s *RestockAlerts) Demand(ctx context.Context, at time.Time, p page.Page) (list []restock.Demand, total int, err error) {
	const waiting = ` from restock_alert r where r.confirmed_at is not null and r.due_at > $1`
	b := &pgx.Batch{}
	b.Queue(`select count(distinct r.product_id)`+waiting, at).QueryRow(func(row pgx.Row) error { return row.Scan(&total) })
	b.Queue(`
		select p.id, p.article_number, p.name, p.active, w.waiting, w.since
		from (select r.product_id, count(*) as waiting, min(r.confirmed_at) as since`+waiting+` group by r.product_id) w
		join product p on p.id = w.product_id
		order by w.waiting desc, w.since, p.id limit $2 offset $3`, at, p.Size, p.Offset()).Query(func(rows pgx.Rows) (err error) {
		list, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (d restock.Demand, err error) {
			err = row.Scan(&d.ProductID, &d.ArticleNumber, &d.Name, &d.Active, &d.Waiting, &d.Since)
			d.Since = d.Since.UTC()
			return d, err
		})
		return err
	})
	err = s.pool.SendBatch(ctx, b).Close()
	return list, total, FaultOf(err, restockFaults)
}

func oneAlert(ctx context.Context, db querier, sql string, args ...any) (*restock.Alert, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectExactlyOneRow(rows, scanAlert)
}

func writeAlerts(ctx context.Context, tx pgx.Tx, alerts []*restock.Alert, letter restock.Letter) error {
	events := make([]outbox.Event, len(alerts))
	for i, a := range alerts {
		m, err := letter(a, "restock-"+a.ID+"-"+ident.New())
		if err != nil {
			return err
		}
		payload, err := json.Marshal(m)
		if err != nil {
			return err
		}
		events[i] = outbox.Event{ID: m.ID, Topic: outbox.MailRequested, Key: "restock-" + a.ID, Payload: payload}
	}
	return insertEvents(ctx, tx, events...)
}
