package faulttest

import (
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Nobody listens on this port.
const nowhere = "KONTOR_TEMPORAL_ADDRESS=127.0.0.1:1"

// The customer is told to wait, the goods stay theirs, and the worker makes the order once Temporal is back.
func TestTemporalIsDownAtSubmit(t *testing.T) {
	t.Parallel()
	shop := prepare(t)
	shop.api.env = append(slices.Clone(shop.env), nowhere)
	shop.api.start()
	guest := shop.guest()
	guest.add()
	guest.choose("moneyorder")
	a, err := guest.process()
	require.NoError(t, err)
	require.Equal(t, []any{http.StatusServiceUnavailable, "checkout_unavailable"}, []any{a.Status, a.Error.Reason})
	require.Equal(t, []int{1, stock - 1}, []int{shop.attempts(), shop.available()}, "the submit is kept")

	shop.aMinuteLater()
	shop.worker.start()
	require.Equal(t, "order", guest.submit().Result)
	shop.sold("pending", guest)
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
