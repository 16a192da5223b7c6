package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/outbox"
)

var _ customer.ConversionStore = (*Customers)(nil)

// beginConversion stores a conversion in place of one that is over, and has the customer's workflow bring it to its end.
func beginConversion(ctx context.Context, tx pgx.Tx, customerID int64, c *customer.Conversion) error {
	_, err := tx.Exec(ctx, `
		insert into account_conversion (customer_id, state, company, begun_at) values ($1, $2, $3, $4)
		on conflict on constraint account_conversion_pkey do update
		  set state = $2, company = $3, doubted = '', begun_at = $4, due_at = null`, customerID, c.State, c.Company, c.BegunAt)
	if err != nil {
		return err
	}
	return insertEvents(ctx, tx, accountEvent("converted-", outbox.AccountConverted, customerID))
}

// Convert hands a conversion that is under way to a step.
func (s *Customers) Convert(ctx context.Context, customerID int64, step func(*customer.Converting) (customer.Effects, error)) error {
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		c, err := readConversion(ctx, tx, customerID)
		if err != nil || c == nil {
			return err
		}
		fx, err := step(c)
		if err != nil {
			return err
		}
		if err := updateCustomer(ctx, tx, c.Customer); err != nil {
			return err
		}
		if fx.Billing != nil {
			if err := putBilling(ctx, tx, customerID, fx.Billing); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, `update account_conversion set state = $2, doubted = $3, due_at = $4 where customer_id = $1`,
			customerID, c.State, c.Doubted, nullTime(c.DueAt))
		if err != nil {
			return err
		}
		return writeEffects(ctx, tx, fx)
	})
	return FaultOf(err, customerFaults)
}

// Conversion reads how far a customer's conversion is, nil where there never was one.
func (s *Customers) Conversion(ctx context.Context, customerID int64) (*customer.Conversion, error) {
	c := &customer.Conversion{}
	var due *time.Time
	err := s.pool.QueryRow(ctx, `select state, company, doubted, begun_at, due_at from account_conversion where customer_id = $1`, customerID).
		Scan(&c.State, &c.Company, &c.Doubted, &c.BegunAt, &due)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if c.BegunAt = c.BegunAt.UTC(); due != nil {
		c.DueAt = due.UTC()
	}
	return c, FaultOf(err, customerFaults)
}

// readConversion locks the customer and reads what is under way, nil for nothing. What the authority said counts where it
// is about the VAT id of now.
func readConversion(ctx context.Context, tx pgx.Tx, customerID int64) (*customer.Converting, error) {
	if _, err := tx.Exec(ctx, `select from customer where id = $1 for update`, customerID); err != nil {
		return nil, err
	}
	c := &customer.Converting{}
	var due *time.Time
	err := tx.QueryRow(ctx, `
		select v.state, v.company, v.doubted, v.begun_at, v.due_at,
		       e.valid, coalesce(e.operator <> '', false)
		from account_conversion v join customer c on c.id = v.customer_id
		left join lateral (
		    select valid, operator from vat_evidence where customer_id = c.id and vat_id = c.business ->> 'vatId'
		    order by operator <> '' desc, id desc limit 1) e on true
		where v.customer_id = $1 and v.state = 'begun'`, customerID).
		Scan(&c.State, &c.Company, &c.Doubted, &c.BegunAt, &due, &c.Known, &c.Decided)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if c.BegunAt = c.BegunAt.UTC(); due != nil {
		c.DueAt = due.UTC()
	}
	if c.Customer, err = oneCustomer(ctx, tx, ` where id = $1`, customerID); err != nil {
		return nil, err
	}
	c.Billing, err = readBilling(ctx, tx, customerID)
	return c, err
}
