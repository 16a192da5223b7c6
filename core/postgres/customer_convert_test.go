package postgres_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
)

// state is all that a conversion writes.
func (a *accounts) state() (state string) {
	a.Helper()
	require.NoError(a, a.pool.QueryRow(a.ctx, `
		select concat((select jsonb_agg(to_jsonb(c) order by id) from customer c),
		              (select jsonb_agg(to_jsonb(x) order by id) from customer_address x),
		              (select jsonb_agg(customer_id order by id) from shop_order),
		              (select jsonb_agg(to_jsonb(v) order by customer_id) from account_conversion v),
		              (select count(*) from outbox), (select count(*) from security_event))`).Scan(&state))
	return state
}

// without makes a table refuse what is written to it, so that a conversion fails at that step.
func (a *accounts) without(table string, convert func() error) {
	a.Helper()
	before := a.state()
	_, err := a.pool.Exec(a.ctx, fmt.Sprintf(`alter table %s add constraint refused check (false) not valid`, table))
	require.NoError(a, err)
	require.Error(a, convert(), table)
	_, err = a.pool.Exec(a.ctx, fmt.Sprintf(`alter table %s drop constraint refused`, table))
	require.NoError(a, err)
	require.Equal(a, before, a.state(), "what went before %s is undone", table)
}

// A conversion is one transaction: at whichever step it fails, nothing of it is left, and it can be asked for again.
func TestConversionIsWholeOrNotAtAll(t *testing.T) {
	a := newAccounts(t)
	guest := func(email string, order int64) (*customer.Entry, error) {
		return a.service.ConvertGuest(a.ctx, a.visit(), customer.GuestOrder{ID: order, Email: email, Lang: catalog.German, Invoice: home}, password)
	}
	order := a.bought(0)
	for _, table := range []string{"customer", "customer_address", "shop_order", "security_event", "outbox"} {
		a.without(table, func() error { _, err := guest("erika@example.org", order); return err })
	}
	light := a.register("leicht@example.org")
	for _, table := range []string{"customer_address", "customer", "security_event"} {
		a.without(table, func() error {
			_, err := a.service.AddAddress(a.ctx, as(light), customer.Address{Address: home})
			return err
		})
	}
	abroad := home
	abroad.CountryID, abroad.ZipCode = 14, "1010"
	firm := customer.Business{Form: customer.Corporation, Type: customer.Consumer, Company: "Muster AG", VATID: "ATU37675002"}
	for _, table := range []string{"customer", "customer_address", "account_conversion", "security_event", "outbox"} {
		a.without(table, func() error { return a.service.BecomeBusiness(a.ctx, as(light), firm, &abroad) })
	}
	require.NoError(t, a.service.BecomeBusiness(a.ctx, as(light), firm, &abroad))
	made, err := guest("erika@example.org", order)
	require.NoError(t, err)
	require.Equal(t, 1, a.count(`select count(*) from shop_order where customer_id = $1`, made.Customer.ID))
}

// Of many who would have a guest's order at once, one gets it, and no account is left of the others.
func TestAnOrderIsConvertedOnce(t *testing.T) {
	a := newAccounts(t)
	order := a.bought(0)
	const at = 6
	errs := make([]error, at)
	var all sync.WaitGroup
	for i := range at {
		v := a.visit()
		all.Go(func() {
			_, errs[i] = a.service.ConvertGuest(a.ctx, v, customer.GuestOrder{
				ID: order, Email: fmt.Sprintf("gast-%d@example.org", i), Lang: catalog.German, Invoice: home,
			}, password)
		})
	}
	all.Wait()
	made := 0
	for _, err := range errs {
		if err == nil {
			made++
			continue
		}
		require.Equal(t, "order_not_convertible", fault.ReasonOf(err))
	}
	require.Equal(t, 1, made)
	require.Equal(t, 1, a.count(`select count(*) from customer`))
	require.Equal(t, 1, a.count(`select count(*) from outbox where payload->>'template' = 'account_welcome'`))
}
