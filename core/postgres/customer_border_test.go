package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
)

// A private customer's book has addresses in other countries where the shop's reach is wide, a business's has not.
func TestTheAddressBookReachesWhereTheShopDoes(t *testing.T) {
	a := newAccounts(t)
	entry := a.register("erika@example.org")
	_, err := a.service.AddAddress(a.ctx, as(entry), customer.Address{Address: home})
	require.NoError(t, err)
	vienna := home
	vienna.CountryID, vienna.ZipCode = 14, "1010"
	wide := customer.NewService(a.store, a.sessions, a.now, address.ServedCountries)
	id, err := wide.AddAddress(a.ctx, as(entry), customer.Address{Address: vienna})
	require.NoError(t, err)
	graz := vienna
	graz.ID = id
	graz.ZipCode, graz.CityName = "8010", "Graz"
	require.NoError(t, wide.UpdateAddress(a.ctx, as(entry), customer.Address{Address: graz}))

	_, err = a.pool.Exec(a.ctx, `update customer set business = '{"form": 1, "type": "consumer"}' where id = $1`, entry.Customer.ID)
	require.NoError(t, err)
	_, err = wide.AddAddress(a.ctx, as(entry), customer.Address{Address: vienna})
	require.Equal(t, []fault.Field{{Name: "countryId", Reason: address.OtherCountry}}, fault.FieldsOf(err))
}
