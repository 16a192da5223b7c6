package postgres

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
)

var (
	challengeFaults = map[string]*fault.Error{NoRows: fault.New(fault.NotFound, "challenge_not_found")}
	errSpent        = fault.New(fault.Conflict, "challenge_spent")
	errNoReset      = fault.New(fault.NotFound, "reset_link_invalid")
)

// tried is what is known of a limit's key.
type tried struct {
	limit   customer.Limit
	tries   int // this one included
	blocked time.Time
	good    bool // a try succeeded not long ago
}

// Try counts before the password is looked at: of a hundred tries at once, no more pass than in turn.
func (s *Customers) Try(ctx context.Context, limits []customer.Limit) (time.Time, error) {
	var until time.Time
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		until = time.Time{}
		all, now, err := lockTries(ctx, tx, limits)
		if err != nil {
			return err
		}
		good := slices.ContainsFunc(all, func(t tried) bool { return !t.limit.Wide && t.good })
		for _, t := range all {
			if t.limit.Wide && good {
				continue
			}
			// One that is longer than any was made while the database's clock was wrong.
			if wait := t.blocked.Sub(now); wait > 0 && wait <= t.limit.Most {
				return &customer.Blocked{Until: t.blocked.UTC()}
			}
			end := now.Add(t.limit.Block(t.tries))
			if end.After(now) && end.After(until) {
				until = end
			}
			_, err := tx.Exec(ctx, `update login_throttle set tries = $2, tried_at = $3, blocked_until = $4 where key = $1`,
				t.limit.Key, t.tries, now, end)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return until, FaultOf(err, nil)
}

// lockTries locks the keys in their order, so that two tries never wait for each other in a circle, and tells the time of the database
// once they are locked: a try that began later and was faster must not have ended in the future.
func lockTries(ctx context.Context, tx pgx.Tx, limits []customer.Limit) (all []tried, now time.Time, err error) {
	limits = slices.SortedFunc(slices.Values(limits), func(a, b customer.Limit) int { return bytes.Compare(a.Key, b.Key) })
	all = make([]tried, len(limits))
	for i, l := range limits {
		t := tried{limit: l}
		var last time.Time
		err := tx.QueryRow(ctx, `
			insert into login_throttle as t (key, tried_at, blocked_until) values ($1, now(), now())
			on conflict on constraint login_throttle_pkey do update set key = t.key
			returning clock_timestamp(), tries, blocked_until, tried_at, coalesce(good_at > now() - $2::interval, false)`, l.Key, customer.KeepGood).
			Scan(&now, &t.tries, &t.blocked, &last, &t.good)
		if err != nil {
			return nil, now, err
		}
		if now.Sub(last) > customer.ForgetTries {
			t.tries = 0
		}
		t.tries++
		all[i] = t
	}
	return all, now.UTC(), nil
}

// Forgive takes a try back.
func (s *Customers) Forgive(ctx context.Context, limits []customer.Limit) error {
	keys := make([][]byte, len(limits))
	for i, l := range limits {
		keys[i] = l.Key
	}
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `select key from login_throttle where key = any($1) order by key for update`, keys); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `
			update login_throttle set blocked_until = least(blocked_until, tried_at),
			       tries = case when key = $2 then 0 else greatest(tries - 1, 0) end,
			       good_at = case when key = $2 then now() else good_at end
			where key = any($1)`, keys, keys[0])
		return err
	})
	return FaultOf(err, nil)
}

// Challenge begins one.
func (s *Customers) Challenge(ctx context.Context, c customer.Challenge, fx customer.Effects) error {
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			insert into login_challenge (session_id, customer_id, code_digest, expires_at) values ($1, $2, $3, now() + $4::interval)
			on conflict on constraint login_challenge_pkey do update
			  set customer_id = excluded.customer_id, code_digest = excluded.code_digest, expires_at = excluded.expires_at, tries = 0, sends = 1`,
			c.SessionID, c.CustomerID, c.CodeDigest, customer.CodeLife)
		if err != nil {
			return err
		}
		return writeEffects(ctx, tx, fx)
	})
	return FaultOf(err, challengeFaults)
}

// Awaited reads a session's challenge.
func (s *Customers) Awaited(ctx context.Context, sessionID string) (*customer.Challenge, error) {
	c := &customer.Challenge{}
	err := s.pool.QueryRow(ctx, `
		select session_id::text, customer_id, code_digest, expires_at, expires_at <= now() or tries >= $2 and sends >= $3
		from login_challenge where session_id = $1`,
		sessionID, customer.CodeTries, customer.CodeSends).
		Scan(&c.SessionID, &c.CustomerID, &c.CodeDigest, &c.ExpiresAt, &c.Over)
	return c, FaultOf(err, challengeFaults)
}

// Resend puts a new code into a challenge.
func (s *Customers) Resend(ctx context.Context, c customer.Challenge, fx customer.Effects) error {
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			update login_challenge set code_digest = $3, expires_at = now() + $4::interval, tries = 0, sends = sends + 1
			where session_id = $1 and customer_id = $2 and sends < $5`,
			c.SessionID, c.CustomerID, c.CodeDigest, customer.CodeLife, customer.CodeSends)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errSpent
		}
		return writeEffects(ctx, tx, fx)
	})
	return FaultOf(err, challengeFaults)
}

// Answer locks the challenge, so that tries at once count one by one. A spent one keeps its count and is never right. The customer is
// locked before it, as where the address changes: a right code proves the one that it was mailed to.
func (s *Customers) Answer(ctx context.Context, sessionID string, codeDigest []byte) (customerID int64, right bool, err error) {
	err = inTx(ctx, s.pool, func(tx pgx.Tx) error {
		customerID, right = 0, false
		_, err := tx.Exec(ctx, `select from customer where id = (select customer_id from login_challenge where session_id = $1) for update`, sessionID)
		if err != nil {
			return err
		}
		var want []byte
		var valid bool
		err = tx.QueryRow(ctx, `
			update login_challenge set tries = tries + 1 where session_id = $1
			returning customer_id, code_digest, tries <= $2 and expires_at > now()`, sessionID, customer.CodeTries).
			Scan(&customerID, &want, &valid)
		if fault.CodeOf(FaultOf(err, nil)) == fault.NotFound {
			return nil
		}
		if err != nil {
			return err
		}
		if !valid {
			customerID = 0
			return nil
		}
		// Digests of random codes: how long the comparison takes tells nothing about the code.
		if right = bytes.Equal(want, codeDigest); !right {
			return nil
		}
		b := &pgx.Batch{}
		b.Queue(`delete from login_challenge where session_id = $1`, sessionID)
		b.Queue(`update customer set email_proven = true where id = $1 and not email_proven`, customerID)
		return tx.SendBatch(ctx, b).Close()
	})
	return customerID, right && err == nil, FaultOf(err, challengeFaults)
}

// BeginReset stores a token, unless the account had its share of mails.
func (s *Customers) BeginReset(ctx context.Context, customerID int64, digest []byte, fx customer.Effects) error {
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		// The lock makes requests at once take turns, so that each sees the other's.
		if _, err := lockedCustomer(ctx, tx, customerID); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `
			insert into password_reset (digest, customer_id, created_at, expires_at)
			select $1, $2, now(), now() + $3::interval
			where (select count(*) from password_reset where customer_id = $2 and created_at > now() - interval '1 hour') < $4`,
			digest, customerID, customer.ResetLife, customer.ResetsHour)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			fx.Mails = nil
		}
		return writeEffects(ctx, tx, fx)
	})
	return FaultOf(err, customerFaults)
}

// endMailed ends the links and codes that were mailed so far: with a new password they would undo it, with a new address
// they lie in a mailbox that may be somebody else's.
func endMailed(ctx context.Context, tx pgx.Tx, customerID int64) error {
	b := &pgx.Batch{}
	b.Queue(`delete from password_reset where customer_id = $1`, customerID)
	b.Queue(`delete from login_challenge where customer_id = $1`, customerID)
	return tx.SendBatch(ctx, b).Close()
}

// ResetHolds looks for a token.
func (s *Customers) ResetHolds(ctx context.Context, digest []byte) (holds bool, err error) {
	err = s.pool.QueryRow(ctx, `select exists (select from password_reset where digest = $1 and expires_at > now())`, digest).Scan(&holds)
	return holds, FaultOf(err, customerFaults)
}

// Reset spends a token.
func (s *Customers) Reset(ctx context.Context, digest []byte, passwordHash string, effects func(*customer.Customer) (customer.Effects, error)) error {
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		var id int64
		err := tx.QueryRow(ctx, `delete from password_reset where digest = $1 and expires_at > now() returning customer_id`, digest).Scan(&id)
		if err != nil {
			return FaultOf(err, map[string]*fault.Error{NoRows: errNoReset})
		}
		c, err := lockedCustomer(ctx, tx, id)
		if err != nil {
			return err
		}
		fx, err := effects(c)
		if err != nil {
			return err
		}
		c.PasswordHash, c.Proven = passwordHash, true // the link was mailed
		if err := updateCustomer(ctx, tx, c); err != nil {
			return err
		}
		if err := endMailed(ctx, tx, id); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, deleteSessions, id, ""); err != nil {
			return err
		}
		return writeEffects(ctx, tx, fx)
	})
	return FaultOf(err, customerFaults)
}
