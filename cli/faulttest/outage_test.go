package faulttest

import (
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Nobody listens on this port.
const nowhere = "KONTOR_TEMPORAL_ADDRESS=127.0.0.1:1"

// An order by a method that answers at once stands. Who pays elsewhere is told to wait, the goods stay theirs, and the worker goes on
// with it once Temporal is back.
func TestTemporalIsDownAtSubmit(t *testing.T) {
	t.Parallel()
	shop := prepare(t)
	shop.api.env = append(slices.Clone(shop.env), nowhere)
	shop.api.start()
	prepaying, paying := shop.guest(), shop.guest()
	prepaying.add()
	prepaying.pay("moneyorder")
	prepaying.ordered("pending")
	paying.add()
	paying.choose("paypal")
	a, err := paying.process()
	require.NoError(t, err)
	require.Equal(t, []any{http.StatusServiceUnavailable, "checkout_unavailable"}, []any{a.Status, a.Error.Reason})
	require.Equal(t, []int{1, 2, stock - 2}, []int{shop.orders(), shop.attempts(), shop.available()}, "the submit is kept")

	shop.aMinuteLater()
	shop.worker.start()
	shop.api.kill()
	shop.api.env = shop.env
	shop.api.start()
	require.Equal(t, "redirect", paying.submit().Result)
	paying.returns(paying.approve())
	paying.ordered("confirmed")
	shop.settles()
	require.Equal(t, []int{2, 2, stock - 2}, []int{shop.orders(), shop.attempts(), shop.available()})
	prepaying.explained("-" + prepaying.attempt + ": running") // its workflow, which waits for the money
	for _, g := range []*guest{prepaying, paying} {
		require.Len(t, shop.mailsTo(g.email), 1)
	}
}

// PayPal does not answer within the time that a customer waits at the button. The success page, to which the storefront
// goes then, leads on to PayPal as soon as it does.
func TestProviderAnswersAfterTheCustomerStoppedWaiting(t *testing.T) {
	t.Parallel()
	shop := start(t)
	guest := shop.guest()
	guest.add()
	guest.choose("paypal")
	shop.provider.rules(rule{Op: "create", Effect: "hang", Times: 2})
	a, err := guest.process()
	require.NoError(t, err)
	require.Equal(t, []any{http.StatusOK, "pending"}, []any{a.Status, a.Result})
	guest.attempt = a.AttemptID
	guest.sentToPay()
	guest.returns(guest.approve())
	shop.sold("confirmed", guest)
	require.Equal(t, 1, shop.provider.count("charge"))
}
