package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/customer"
)

// Events reads the newest entries of a customer's audit log, newest first.
func (s *Customers) Events(ctx context.Context, customerID int64, most int) ([]customer.Event, error) {
	rows, err := s.pool.Query(ctx, `
		select kind, customer_id, client, at from security_event where customer_id = $1 order by id desc limit $2`, customerID, most)
	if err != nil {
		return nil, FaultOf(err, customerFaults)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (customer.Event, error) {
		var e customer.Event
		err := row.Scan(&e.Kind, &e.CustomerID, &e.Client, &e.At)
		e.At = e.At.UTC()
		return e, err
	})
	return list, FaultOf(err, customerFaults)
}

// keys gives the keys of the limits that hold for a customer now.
func (s *Customers) keys(ctx context.Context, c *customer.Customer) ([][]byte, error) {
	var clients, sessions []string
	err := s.pool.QueryRow(ctx, `
		select (select coalesce(array_agg(distinct client), '{}') from security_event where customer_id = $1),
		       (select coalesce(array_agg(id::text), '{}') from session where customer_id = $1)`, c.ID).Scan(&clients, &sessions)
	return customer.Keys(c.Email, clients, sessions), FaultOf(err, customerFaults)
}

// BlockedUntil gives when the last of a customer's blocks ends; zero for none.
func (s *Customers) BlockedUntil(ctx context.Context, c *customer.Customer) (time.Time, error) {
	keys, err := s.keys(ctx, c)
	if err != nil {
		return time.Time{}, err
	}
	var until *time.Time
	err = s.pool.QueryRow(ctx, `select max(blocked_until) from login_throttle where key = any($1) and blocked_until > now()`, keys).Scan(&until)
	if until == nil {
		return time.Time{}, FaultOf(err, customerFaults)
	}
	return until.UTC(), FaultOf(err, customerFaults)
}

// Unlock ends a customer's blocks and forgets the tries that led to them.
func (s *Customers) Unlock(ctx context.Context, c *customer.Customer, now time.Time) error {
	keys, err := s.keys(ctx, c)
	if err != nil {
		return err
	}
	err = inTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `delete from login_throttle where key = any($1) and good_at is null`, keys); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `update login_throttle set tries = 0, blocked_until = '-infinity' where key = any($1)`, keys); err != nil {
			return err
		}
		return insertSecurityEvent(ctx, tx, customer.Event{Kind: customer.Unlocked, CustomerID: c.ID, At: now})
	})
	return FaultOf(err, customerFaults)
}
