package faulttest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	eventApproved = "CHECKOUT.ORDER.APPROVED"
	eventCaptured = "PAYMENT.CAPTURE.COMPLETED"
)

// Every webhook comes twice, the first before the browser is sent back; then the way back is opened twice at once, and
// once more later.
func TestWebhookBeforeTheReturnAndEverythingTwice(t *testing.T) {
	t.Parallel()
	shop := start(t)
	guest := shop.guest()
	guest.add()
	guest.pay("paypal")
	shop.provider.rules(rule{Op: "webhook", Effect: "before_return"}, rule{Op: "webhook", Effect: "duplicate", Times: -1})
	back := guest.approve()
	require.Equal(t, 2, shop.provider.events(eventApproved, http.StatusOK))
	together(2, func(int) {
		to, err := guest.open(back)
		assert.NoError(t, err)
		assert.Equal(t, "/kasse/erfolgreich?order="+guest.attempt, to)
	})
	shop.sold("confirmed", guest)
	guest.returns(back)
	eventually(t, "the capture was told twice", func() bool { return shop.provider.events(eventCaptured, http.StatusOK) == 2 })
	shop.sold("confirmed", guest)
	times, orders := shop.provider.charges()
	require.Equal(t, []int{1, 1}, []int{times, orders})
}

// Without a return the webhook alone makes the order.
func TestCustomerWhoNeverReturns(t *testing.T) {
	t.Parallel()
	shop := start(t)
	guest := shop.guest()
	guest.add()
	guest.pay("paypal")
	guest.approve()
	shop.sold("confirmed", guest)
	require.Equal(t, 1, shop.provider.count("charge"))
}

func TestForgedWebhookChangesNothing(t *testing.T) {
	t.Parallel()
	shop := start(t)
	guest := shop.guest()
	guest.add()
	guest.pay("paypal")
	shop.provider.rules(rule{Op: "webhook", Effect: "forge"})
	back := guest.approve()
	eventually(t, "the forged one is refused", func() bool { return shop.provider.events(eventApproved, http.StatusForbidden) == 1 })
	require.Zero(t, query[int](shop, `select count(*)::int from webhook_event`))
	require.Zero(t, shop.orders())
	require.Zero(t, shop.provider.count("charge"))
	guest.returns(back)
	shop.sold("confirmed", guest)
	require.Equal(t, 1, shop.provider.count("charge"))
}
