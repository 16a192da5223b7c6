package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/session"
)

// Sessions keeps visitors' sessions. It implements session.Store.
type Sessions struct{ pool *pgxpool.Pool }

var _ session.Store = (*Sessions)(nil)

// NewSessions makes the store.
func NewSessions(pool *pgxpool.Pool) *Sessions { return &Sessions{pool} }

var sessionFaults = map[string]*fault.Error{NoRows: fault.New(fault.NotFound, "session_not_found")}

// Create stores a session under its token's digest. It does not wait for the disk: the change that the session is made
// for does, and what was logged before it is then safe as well.
func (s *Sessions) Create(ctx context.Context, digest []byte, made *session.Session) error {
	_, err := s.pool.Exec(ctx, `
		insert into session (digest, id, cart_id, lang, created_at, seen_at) values ($1, $2, $3, $4, $5, $6)
		on conflict on constraint session_pkey do nothing`+unhurried,
		digest, made.ID, made.CartID, made.Lang, made.CreatedAt, made.SeenAt)
	return FaultOf(err, sessionFaults)
}

// Find reads a session.
func (s *Sessions) Find(ctx context.Context, digest []byte) (*session.Session, error) {
	found := &session.Session{}
	var full *time.Time
	err := s.pool.QueryRow(ctx, `
		select id::text, cart_id::text, lang, created_at, seen_at, coalesce(customer_id, 0), full_until, device, client,
		  predecessor is not null
		from session where digest = $1`, digest).
		Scan(&found.ID, &found.CartID, &found.Lang, &found.CreatedAt, &found.SeenAt, &found.CustomerID, &full, &found.Device, &found.Client,
			&found.Expected)
	if err != nil {
		return nil, FaultOf(err, sessionFaults)
	}
	found.CreatedAt, found.SeenAt = found.CreatedAt.UTC(), found.SeenAt.UTC()
	if full != nil {
		found.FullUntil = full.UTC()
	}
	return found, nil
}

// Replace stores a session under a new digest.
func (s *Sessions) Replace(ctx context.Context, old, digest, salt []byte, made *session.Session, now time.Time) error {
	var id string
	err := s.pool.QueryRow(ctx, `
		with replaced as (
		  update session set digest = $2, cart_id = $3, created_at = $4, seen_at = $5, customer_id = nullif($6, 0), full_until = $7,
		    predecessor = case when $8::bytea <> '' then $1 end
		  where digest = $1 returning id::text
		), remembered as (
		  insert into session_successor (digest, salt, made_at) select $1, $8, now() from replaced
		  on conflict on constraint session_successor_pkey do update set salt = excluded.salt, made_at = excluded.made_at
		)
		select id from replaced`,
		old, digest, made.CartID, made.CreatedAt, made.SeenAt, made.CustomerID, nullTime(made.FullUntil), append([]byte{}, salt...)).Scan(&id)
	if err != nil || made.CustomerID == 0 {
		return FaultOf(err, sessionFaults)
	}
	return s.used(ctx, digest, now)
}

// used dates the last use of a session's account, to the day. It holds no session meanwhile: who ends sessions has locked the customer.
func (s *Sessions) used(ctx context.Context, digest []byte, at time.Time) error {
	_, err := s.pool.Exec(ctx, `
		update customer c set seen_at = $2 from session s
		where s.digest = $1 and c.id = s.customer_id and c.seen_at < $2::timestamptz - interval '1 day'`, digest, at)
	return FaultOf(err, sessionFaults)
}

// Arrive forgets the token before a session's.
func (s *Sessions) Arrive(ctx context.Context, digest []byte) error {
	_, err := s.pool.Exec(ctx, `
		with arrived as (
		  update session now set predecessor = null from session before
		  where now.digest = $1 and before.digest = $1 returning before.predecessor
		)
		update session_successor set salt = '' where digest in (select predecessor from arrived)`, digest)
	return FaultOf(err, sessionFaults)
}

// Salt puts a salt by, and dates the one that lies there anew.
func (s *Sessions) Salt(ctx context.Context, digest, salt []byte) (kept []byte, err error) {
	err = s.pool.QueryRow(ctx, `
		insert into session_successor as s (digest, salt, made_at) values ($1, $2, now())
		on conflict on constraint session_successor_pkey do update set salt = coalesce(nullif(s.salt, ''), excluded.salt), made_at = now()
		returning s.salt`, digest, salt).Scan(&kept)
	return kept, FaultOf(err, nil)
}

// Salted reads a salt.
func (s *Sessions) Salted(ctx context.Context, digest []byte) (salt []byte, ago time.Duration, err error) {
	err = s.pool.QueryRow(ctx, `select salt, now() - made_at from session_successor where digest = $1`, digest).Scan(&salt, &ago)
	return salt, ago, FaultOf(err, sessionFaults)
}

// deleteSessions ends a customer's sessions but the one of an ID, "" for none.
const deleteSessions = `delete from session where customer_id = $1 and id::text <> $2`

// DeleteAll ends a customer's sessions but one.
func (s *Sessions) DeleteAll(ctx context.Context, customerID int64, keep string) error {
	_, err := s.pool.Exec(ctx, deleteSessions, customerID, keep)
	return FaultOf(err, sessionFaults)
}

// List reads a customer's sessions.
func (s *Sessions) List(ctx context.Context, customerID int64, now time.Time) ([]session.Session, error) {
	rows, err := s.pool.Query(ctx, `
		select id::text, created_at, seen_at, coalesce(full_until, 'epoch'), device, client from session
		where customer_id = $1 and seen_at > $2 and created_at > $3 order by seen_at desc, id`,
		customerID, now.Add(-session.Idle), now.Add(-session.Absolute))
	if err != nil {
		return nil, FaultOf(err, sessionFaults)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (session.Session, error) {
		one := session.Session{CustomerID: customerID}
		err := row.Scan(&one.ID, &one.CreatedAt, &one.SeenAt, &one.FullUntil, &one.Device, &one.Client)
		one.CreatedAt, one.SeenAt, one.FullUntil = one.CreatedAt.UTC(), one.SeenAt.UTC(), one.FullUntil.UTC()
		return one, err
	})
	return list, FaultOf(err, sessionFaults)
}

// DeleteOne ends one of a customer's sessions.
func (s *Sessions) DeleteOne(ctx context.Context, customerID int64, id string) error {
	tag, err := s.pool.Exec(ctx, `delete from session where customer_id = $1 and id::text = $2`, customerID, id)
	if err == nil && tag.RowsAffected() == 0 {
		return sessionFaults[NoRows]
	}
	return FaultOf(err, sessionFaults)
}

// Place notes where a session is used.
func (s *Sessions) Place(ctx context.Context, digest []byte, device, client string) error {
	_, err := s.pool.Exec(ctx, `update session set device = $2, client = $3 where digest = $1`, digest, device, client)
	return FaultOf(err, sessionFaults)
}

// Touch dates the last visit.
func (s *Sessions) Touch(ctx context.Context, digest []byte, at time.Time) error {
	_, err := s.pool.Exec(ctx, `update session set seen_at = greatest(seen_at, $2) where digest = $1`, digest, at)
	if err != nil {
		return FaultOf(err, sessionFaults)
	}
	return s.used(ctx, digest, at)
}

// Delete ends a session.
func (s *Sessions) Delete(ctx context.Context, digest []byte) error {
	_, err := s.pool.Exec(ctx, `delete from session where digest = $1`, digest)
	return FaultOf(err, sessionFaults)
}

// Prune deletes expired sessions, carts and visitors' wishes that nobody has touched for as long as a session can live,
// and what is over of logins and the audit log. A customer's wishes stay.
func (s *Sessions) Prune(ctx context.Context) (int, error) {
	var n int
	err := s.pool.QueryRow(ctx, `
		with expired as (
		  delete from session where seen_at < now() - $1::interval or created_at < now() - $2::interval returning 1
		), successors as (
		  delete from session_successor where made_at < now() - $1::interval
		), left_behind as (
		  delete from cart where updated_at < now() - $2::interval and frozen_by is null
		), wishes as (
		  delete from wishlist_item w where w.added_at < now() - $2::interval and not exists (select from customer c where c.cart_id = w.cart_id)
		), challenges as (
		  delete from login_challenge where expires_at < now()
		), resets as (
		  delete from password_reset where expires_at < now()
		), tries as (
		  delete from login_throttle where tried_at < now() - $3::interval and blocked_until < now() and (good_at is null or good_at < now() - $5::interval)
		), events as (
		  delete from security_event where at < now() - $4::interval
		)
		select count(*) from expired`,
		session.Idle, session.Absolute, customer.ForgetTries, customer.KeepEvents, customer.KeepGood).Scan(&n)
	return n, FaultOf(err, sessionFaults)
}
