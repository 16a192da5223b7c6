package faulttest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// The address that the provider sends the customer to is opened on the telephone instead, where nobody has a cart; then in
// the browser that bought, and once more the day after.
func TestReturnOpenedOnAnotherDeviceAndADayLater(t *testing.T) {
	t.Parallel()
	shop := start(t)
	buyer, telephone := shop.guest(), shop.guest()
	buyer.add()
	buyer.pay("paypal")
	back := buyer.approve()
	to, err := telephone.open(back)
	require.NoError(t, err)
	require.Equal(t, "/kasse/erfolgreich?order="+buyer.attempt, to)
	status, err := telephone.call(http.MethodGet, "/api/checkout/success?order="+buyer.attempt, nil, nil)
	require.NoError(t, err)
	require.NotEqual(t, http.StatusOK, status, "the address opens nobody else's order")
	buyer.returns(back)
	shop.sold("confirmed", buyer)
	shop.exec(`update checkout_attempt set created_at = created_at - interval '1 day', updated_at = updated_at - interval '1 day'`)
	for _, g := range []*guest{buyer, telephone} {
		to, err := g.open(back)
		require.NoError(t, err)
		require.Equal(t, "/kasse/erfolgreich?order="+buyer.attempt, to)
	}
	shop.sold("confirmed", buyer)
	times, orders := shop.provider.charges()
	require.Equal(t, []int{1, 1}, []int{times, orders})
}
