package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
)

// What the rules look at may be another by the time the customer is locked: who waited sees what the winner wrote.
func TestAddressesFollowWhatIsWrittenMeanwhile(t *testing.T) {
	const member = `
		insert into campus_membership (customer_id, kind, university_id, email, valid_until, noticed, ended, deactivated, reason)
		values ($1, 'manual', 0, '', now() + interval '200 days', false, false, false, '')`
	for name, one := range map[string]struct {
		sql  string
		want error
		act  func(a *accounts, e *customer.Entry, book []customer.Address) error
	}{
		"a member's billing address": {member, customer.ErrStudent, func(a *accounts, e *customer.Entry, book []customer.Address) error {
			return a.service.UpdateAddress(a.ctx, as(e), book[0])
		}},
		"a member's name": {member, customer.ErrStudent, func(a *accounts, e *customer.Entry, _ []customer.Address) error {
			return a.service.ChangeNames(a.ctx, as(e), "Eva", "Anders", password)
		}},
		"a business's billing address": {
			`update customer set business = '{"form": 1, "type": "consumer", "company": "Muster GmbH", "vatId": "DE136695976"}' where id = $1`,
			fault.New(fault.Conflict, "address_locked"), func(a *accounts, e *customer.Entry, book []customer.Address) error {
				return a.service.UpdateAddress(a.ctx, as(e), book[0])
			},
		},
		"a delivery where bills go elsewhere": {
			`update customer_address set address = address || '{"countryId": 14, "zipCode": "1010"}' where customer_id = $1 and billing`,
			fault.New(fault.Invalid, "address_invalid"), func(a *accounts, e *customer.Entry, book []customer.Address) error {
				return a.service.UpdateAddress(a.ctx, as(e), book[1])
			},
		},
		"a new delivery": {
			`update customer_address set address = address || '{"countryId": 14, "zipCode": "1010"}' where customer_id = $1 and billing`,
			fault.New(fault.Invalid, "address_invalid"), func(a *accounts, e *customer.Entry, book []customer.Address) error {
				_, err := a.service.AddAddress(a.ctx, as(e), book[1])
				return err
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAccounts(t)
			e := a.register("erika@example.org")
			for range 2 {
				_, err := a.service.AddAddress(a.ctx, as(e), customer.Address{Address: home})
				require.NoError(t, err)
			}
			before, err := a.service.Addresses(a.ctx, e.Customer.ID)
			require.NoError(t, err)
			tx, err := a.pool.Begin(a.ctx)
			require.NoError(t, err)
			defer func() { _ = tx.Rollback(a.ctx) }()
			_, err = tx.Exec(a.ctx, `select from customer where id = $1 for update`, e.Customer.ID)
			require.NoError(t, err)
			_, err = tx.Exec(a.ctx, one.sql, e.Customer.ID)
			require.NoError(t, err)
			done := make(chan error, 1)
			go func() { done <- one.act(a, e, before) }()
			require.Eventually(t, func() bool {
				return a.count(`select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`) == 1
			}, 10*time.Second, 5*time.Millisecond, "it waits for its turn")
			require.NoError(t, tx.Commit(a.ctx))
			require.ErrorIs(t, <-done, one.want)
		})
	}
}

// Who saves again because the answer was lost, or the checkout's next call failed, has the address once.
func TestAnAddressIsInTheBookOnce(t *testing.T) {
	a := newAccounts(t)
	e := a.register("erika@example.org")
	add := func(of address.Address) int64 {
		t.Helper()
		id, err := a.service.AddAddress(a.ctx, as(e), customer.Address{Address: of})
		require.NoError(t, err)
		return id
	}
	billing, first := add(home), add(home)
	again, err := a.service.AddAddress(a.ctx, as(e), customer.Address{Address: home, Billing: true})
	require.NoError(t, err, "whoever made the account a full one and did not hear of it")
	require.Equal(t, billing, again)
	require.NotEqual(t, billing, first, "goods may go to where bills go, by an entry of its own")
	spaced := home
	spaced.CityName = "  " + home.CityName + " "
	ids := make(chan int64)
	for range 3 {
		go func() {
			id, _ := a.service.AddAddress(a.ctx, as(e), customer.Address{Address: spaced})
			ids <- id
		}()
	}
	for range 3 {
		require.Equal(t, first, <-ids)
	}
	other := home
	other.FirstName = "Eva"
	require.NotContains(t, []int64{billing, first}, add(other))
	elsewhere := customer.Address{Address: other, Billing: true}
	_, err = a.service.AddAddress(a.ctx, as(e), elsewhere)
	require.Equal(t, "address_billing_exists", fault.ReasonOf(err))
	book, err := a.service.Addresses(a.ctx, e.Customer.ID)
	require.NoError(t, err)
	require.Len(t, book, 3)
}
