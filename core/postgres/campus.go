package postgres

import (
	"context"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/page"
)

// Campus keeps the campus programme. It implements campus.Store.
type Campus struct{ pool *pgxpool.Pool }

var _ campus.Store = (*Campus)(nil)

// NewCampus makes the store.
func NewCampus(pool *pgxpool.Pool) *Campus { return &Campus{pool} }

// campusMember is the condition that the customer c is a member, as campus.Status.Member has it. A business is none from
// the moment on that it is one.
const campusMember = `(c.business is null and (` + campusGranted + `
	or exists (select from campus_application a where a.customer_id = c.id and a.expires_at > now())))`

// campusGranted is the condition that the customer c's membership holds.
const campusGranted = `exists (select from campus_membership m where m.customer_id = c.id and not m.deactivated and m.valid_until > now())`

// campusCart is the condition that the cart $1 is a member's.
const campusCart = `exists (select from customer c where c.cart_id = $1 and ` + campusMember + `)`

var (
	campusFaults = map[string]*fault.Error{
		NoRows:                        fault.New(fault.NotFound, "customer_not_found"),
		"campus_membership_email_key": campus.ErrEmailUsed,
	}
	campusLinkFaults     = map[string]*fault.Error{NoRows: fault.New(fault.NotFound, "campus_link_invalid")}
	campusDocumentFaults = map[string]*fault.Error{NoRows: fault.New(fault.NotFound, "campus_document_not_found")}
)

const selectCampus = `
select c.id, c.first_name, c.last_name, c.email, c.lang, c.business is not null,
       coalesce(m.kind, ''), coalesce(m.university_id, 0), coalesce(m.email, ''), coalesce(m.valid_until, 'epoch'),
       coalesce(m.noticed, false), coalesce(m.ended, false), coalesce(m.deactivated, false), coalesce(m.reason, ''), m.digest,
       coalesce(a.id::text, ''), coalesce(a.kind, ''), coalesce(a.university_id, 0), coalesce(a.email, ''), a.digest,
       coalesce(a.sends, 0), coalesce(a.claim, '{}'), coalesce(a.media_type, ''), coalesce(a.applied_at, 'epoch'),
       coalesce(a.expires_at, 'epoch')
from customer c
left join campus_membership m on m.customer_id = c.id
left join campus_application a on a.customer_id = c.id`

// scanCampus reads a record; what there is none of has no kind.
func scanCampus(row pgx.CollectableRow) (*campus.Record, error) {
	r, m, a := &campus.Record{}, &campus.Membership{}, &campus.Application{}
	err := row.Scan(&r.CustomerID, &r.FirstName, &r.LastName, &r.Email, &r.Lang, &r.Business,
		&m.Kind, &m.University, &m.Email, &m.ValidUntil, &m.Noticed, &m.Ended, &m.Deactivated, &m.Reason, &m.Digest,
		&a.ID, &a.Kind, &a.University, &a.Email, &a.Digest, &a.Sends, &a.Claim, &a.MediaType, &a.AppliedAt, &a.ExpiresAt)
	if m.ValidUntil = m.ValidUntil.UTC(); m.Kind != "" {
		r.Membership = m
	}
	if a.AppliedAt, a.ExpiresAt = a.AppliedAt.UTC(), a.ExpiresAt.UTC(); a.Kind != "" {
		r.Application = a
	}
	return r, err
}

func oneCampus(ctx context.Context, db querier, where string, args ...any) (*campus.Record, error) {
	rows, err := db.Query(ctx, selectCampus+where, args...)
	if err != nil {
		return nil, FaultOf(err, campusFaults)
	}
	r, err := pgx.CollectExactlyOneRow(rows, scanCampus)
	return r, FaultOf(err, campusFaults)
}

// Record reads a customer's.
func (s *Campus) Record(ctx context.Context, customerID int64) (*campus.Record, error) {
	r, err := oneCampus(ctx, s.pool, ` where c.id = $1`, customerID)
	if err != nil {
		return nil, err
	}
	r.Waiting, err = s.Waiting(ctx, customerID)
	return r, err
}

// Change locks the customer, so that two changes take turns, and a change of the name waits for them.
func (s *Campus) Change(ctx context.Context, customerID int64, change func(*campus.Record) (campus.Effects, error)) (*campus.Record, error) {
	var r *campus.Record
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `select from customer where id = $1 for update`, customerID); err != nil {
			return err
		}
		var err error
		if r, err = oneCampus(ctx, tx, ` where c.id = $1`, customerID); err != nil {
			return err
		}
		if r.Waiting, err = readWaiting(ctx, tx, customerID); err != nil {
			return err
		}
		before, waited := r.Application, slices.Clone(r.Waiting)
		fx, err := change(r)
		if err != nil {
			return err
		}
		if err := saveMembership(ctx, tx, r); err != nil {
			return err
		}
		if r.Application != before {
			if err := saveApplication(ctx, tx, r); err != nil {
				return err
			}
		}
		if err := saveWaiting(ctx, tx, waited, r.Waiting, fx.Refused); err != nil {
			return err
		}
		return writeCampusEffects(ctx, tx, r, fx)
	})
	return r, FaultOf(err, campusFaults)
}

func saveMembership(ctx context.Context, tx pgx.Tx, r *campus.Record) error {
	m := r.Membership
	if m == nil {
		return nil
	}
	_, err := tx.Exec(ctx, `
		insert into campus_membership (customer_id, kind, university_id, email, valid_until, noticed, ended, deactivated, reason, digest)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		on conflict on constraint campus_membership_pkey do update
		  set kind = $2, university_id = $3, email = $4, valid_until = $5, noticed = $6, ended = $7, deactivated = $8, reason = $9, digest = $10`,
		r.CustomerID, m.Kind, m.University, m.Email, m.ValidUntil, m.Noticed, m.Ended, m.Deactivated, m.Reason, m.Digest)
	return err
}

// saveApplication puts the application in the place of the one before, whose document goes.
func saveApplication(ctx context.Context, tx pgx.Tx, r *campus.Record) error {
	if _, err := tx.Exec(ctx, `delete from campus_application where customer_id = $1`, r.CustomerID); err != nil {
		return err
	}
	a := r.Application
	if a == nil {
		return nil
	}
	var claim any
	if a.Kind == campus.ByUpload {
		claim = a.Claim
	}
	_, err := tx.Exec(ctx, `
		insert into campus_application (id, customer_id, kind, university_id, email, digest, sends, claim, document, media_type, applied_at, expires_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		a.ID, r.CustomerID, a.Kind, a.University, a.Email, a.Digest, a.Sends, claim, []byte(a.Document), a.MediaType, a.AppliedAt, a.ExpiresAt)
	return err
}

func writeCampusEffects(ctx context.Context, tx pgx.Tx, r *campus.Record, fx campus.Effects) error {
	events, err := mailEvents(ctx, tx, r.CustomerID, fx.Mails)
	if err != nil {
		return err
	}
	if fx.Tell {
		events = append(events, campusEvent(r.CustomerID))
	}
	return insertEvents(ctx, tx, events...)
}

// campusEvent says that something is for the customer's workflow.
func campusEvent(customerID int64) outbox.Event {
	id := strconv.FormatInt(customerID, 10)
	return outbox.Event{ID: "campus-" + id + "-" + ident.New(), Topic: outbox.CampusChanged, Key: id, Payload: []byte(`{"id":` + id + `}`)}
}

// Taken looks for the address among the other customers' memberships.
func (s *Campus) Taken(ctx context.Context, email string, customerID int64) (taken bool, err error) {
	err = s.pool.QueryRow(ctx, `
		select exists (select from campus_membership where lower(email) = lower($1) and email <> '' and customer_id <> $2)`, email, customerID).
		Scan(&taken)
	return taken, FaultOf(err, campusFaults)
}

// Linked finds whose link it is.
func (s *Campus) Linked(ctx context.Context, digest []byte) (customerID int64, err error) {
	err = s.pool.QueryRow(ctx, `
		select customer_id from campus_application where digest = $1
		union all select customer_id from campus_membership where digest = $1
		limit 1`, digest).Scan(&customerID)
	return customerID, FaultOf(err, campusLinkFaults)
}

// Document reads an encrypted document.
func (s *Campus) Document(ctx context.Context, applicationID string) (document campus.Sealed, err error) {
	err = s.pool.QueryRow(ctx, `select document from campus_application where id = $1 and document is not null`, applicationID).Scan(&document)
	return document, FaultOf(err, campusDocumentFaults)
}

// Records lists customers, who waits longest first.
func (s *Campus) Records(ctx context.Context, f campus.Filter, p page.Page) (list []*campus.Record, total int, err error) {
	const where = ` where coalesce(a.kind = 'manual', false) or not $1 and (a.id is not null or m.kind is not null)`
	b := &pgx.Batch{}
	b.Queue(selectCampus+where+` order by a.applied_at, c.id limit $2 offset $3`, f.Review, p.Size, p.Offset()).Query(func(rows pgx.Rows) (err error) {
		list, err = pgx.CollectRows(rows, scanCampus)
		return err
	})
	b.Queue(`select count(*) from (`+selectCampus+where+`) r`, f.Review).QueryRow(func(row pgx.Row) error { return row.Scan(&total) })
	return list, total, FaultOf(s.pool.SendBatch(ctx, b).Close(), campusFaults)
}
