package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
)

var (
	errNoAddress      = fault.New(fault.NotFound, "address_not_found")
	errAddressLimit   = fault.New(fault.Conflict, "address_limit")
	errAddressBilling = fault.New(fault.Conflict, "address_is_billing")
)

const insertAddress = `insert into customer_address (customer_id, billing, address) values ($1, $2, $3) returning id`

// putBilling replaces the billing address, or adds the first. The caller has locked the customer.
func putBilling(ctx context.Context, tx pgx.Tx, customerID int64, a *customer.Address) error {
	kept := a.Address
	kept.ID = 0 // its row says which it is
	tag, err := tx.Exec(ctx, `update customer_address set address = $2 where customer_id = $1 and billing`, customerID, kept)
	if err != nil || tag.RowsAffected() > 0 {
		return err
	}
	_, err = tx.Exec(ctx, insertAddress, customerID, true, kept)
	return err
}

// readBilling reads the billing address, nil for none.
func readBilling(ctx context.Context, tx pgx.Tx, customerID int64) (*customer.Address, error) {
	a := &customer.Address{Billing: true}
	var id int64
	err := tx.QueryRow(ctx, `select id, address from customer_address where customer_id = $1 and billing`, customerID).Scan(&id, &a.Address)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	a.ID = id
	return a, err
}

// Addresses reads an address book.
func (s *Customers) Addresses(ctx context.Context, customerID int64) ([]customer.Address, error) {
	return readAddresses(ctx, s.pool, customerID)
}

func readAddresses(ctx context.Context, db querier, customerID int64) ([]customer.Address, error) {
	rows, err := db.Query(ctx, `
		select id, billing, address from customer_address where customer_id = $1 order by billing desc, id`, customerID)
	if err != nil {
		return nil, FaultOf(err, customerFaults)
	}
	book, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (customer.Address, error) {
		var a customer.Address
		var id int64
		err := row.Scan(&id, &a.Billing, &a.Address)
		a.ID = id
		return a, err
	})
	return book, FaultOf(err, customerFaults)
}

// SaveAddress locks the customer, so that the limit holds, the first billing address is seen once, and nobody writes what
// the rules look at: all who write addresses, or the part in the campus programme, take that lock.
func (s *Customers) SaveAddress(ctx context.Context, customerID int64, form func(*customer.Customer, []customer.Address) (customer.Address, customer.Event, error)) (id int64, err error) {
	err = inTx(ctx, s.pool, func(tx pgx.Tx) error {
		c, err := lockedCustomer(ctx, tx, customerID)
		if err != nil {
			return err
		}
		book, err := readAddresses(ctx, tx, customerID)
		if err != nil {
			return err
		}
		a, e, err := form(c, book)
		if err != nil {
			return err
		}
		if id = a.ID; id != 0 {
			a.ID = 0 // its row says which it is
			tag, err := tx.Exec(ctx, `update customer_address set address = $3 where id = $2 and customer_id = $1`, customerID, id, a.Address)
			if err == nil && tag.RowsAffected() == 0 {
				return errNoAddress // deleted in the meantime: that takes no lock
			}
			return err
		}
		if len(book) >= customer.MaxAddresses {
			return errAddressLimit
		}
		if err := tx.QueryRow(ctx, insertAddress, customerID, a.Billing, a.Address).Scan(&id); err != nil {
			return err
		}
		if !a.Billing || !c.Light {
			return nil
		}
		c.Light = false
		if err := updateCustomer(ctx, tx, c); err != nil {
			return err
		}
		return writeEffects(ctx, tx, customer.Effects{Event: e})
	})
	return id, FaultOf(err, customerFaults)
}

// DeleteAddress takes a delivery address out.
func (s *Customers) DeleteAddress(ctx context.Context, customerID, id int64) error {
	var billing bool
	err := s.pool.QueryRow(ctx, `
		with gone as (
		  delete from customer_address where id = $2 and customer_id = $1 and not billing returning id)
		select a.billing from customer_address a where a.id = $2 and a.customer_id = $1`, customerID, id).Scan(&billing)
	switch {
	case err != nil:
		return FaultOf(err, map[string]*fault.Error{NoRows: errNoAddress})
	case billing:
		return errAddressBilling
	}
	return nil
}
