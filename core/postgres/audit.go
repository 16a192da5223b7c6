package postgres

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/page"
)

// Audit keeps what operators did. It implements audit.Log.
type Audit struct{ pool *pgxpool.Pool }

var _ audit.Log = (*Audit)(nil)

// NewAudit makes the store.
func NewAudit(pool *pgxpool.Pool) *Audit { return &Audit{pool: pool} }

var auditFaults = map[string]*fault.Error{NoRows: fault.New(fault.Conflict, "audit_entry_ended")}

// Begin writes the entry with the database's time.
func (s *Audit) Begin(ctx context.Context, e audit.Entry) (id int64, err error) {
	err = s.pool.QueryRow(ctx, `
		insert into audit_entry (actor, action, subject, reason, before) values ($1, $2, $3, $4, $5) returning id`,
		e.Actor, e.Action, e.Subject, e.Reason, e.Before).Scan(&id)
	return id, FaultOf(err, auditFaults)
}

// End ends an entry that has not ended.
func (s *Audit) End(ctx context.Context, id int64, after json.RawMessage, failure string) error {
	err := s.pool.QueryRow(ctx, `
		update audit_entry set after = $2, failure = $3, done_at = now() where id = $1 and done_at is null returning id`,
		id, after, failure).Scan(&id)
	return FaultOf(err, auditFaults)
}

// Entries reads a page and counts all.
func (s *Audit) Entries(ctx context.Context, f audit.Filter, p page.Page) (list []audit.Entry, total int, err error) {
	const where = ` where ($1 = '' or actor = $1) and ($2 = '' or action = $2 or starts_with(action, $2 || '.'))
		and ($3 = '' or subject = $3) and at >= $4`
	args := []any{f.Actor, f.Action, f.Subject, f.Since.UTC()}
	b := &pgx.Batch{}
	b.Queue(`select id, at, actor, action, subject, reason, before, after, failure, done_at from audit_entry`+where+
		` order by id desc limit $5 offset $6`, append(args, p.Size, p.Offset())...).Query(func(rows pgx.Rows) (err error) {
		list, err = pgx.CollectRows(rows, scanAudit)
		return err
	})
	b.Queue(`select count(*) from audit_entry`+where, args...).QueryRow(func(row pgx.Row) error { return row.Scan(&total) })
	err = FaultOf(s.pool.SendBatch(ctx, b).Close(), auditFaults)
	return list, total, err
}

func scanAudit(row pgx.CollectableRow) (audit.Entry, error) {
	var e audit.Entry
	var done *time.Time
	err := row.Scan(&e.ID, &e.At, &e.Actor, &e.Action, &e.Subject, &e.Reason, &e.Before, &e.After, &e.Failure, &done)
	e.At = e.At.UTC()
	if done != nil {
		e.DoneAt = done.UTC()
	}
	return e, err
}
