package faulttest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Three guests pay by PayPal. One has just submitted and PayPal has made the order, but its answer hangs; one is at
// PayPal; one is back, PayPal has taken the money, and its answer hangs. At this moment a process dies.
func TestKilledBetweenAuthorizeAndConfirm(t *testing.T) {
	for name, kill := range map[string]func(*shop){
		"worker": (*shop).killWorker,
		"plugin": func(s *shop) { s.worker.killPlugin("paypal"); s.api.killPlugin("paypal") },
		"api":    func(s *shop) { s.api.kill(); s.api.start() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := start(t)
			submitting, paying, returning := shop.guest(), shop.guest(), shop.guest()
			for _, g := range []*guest{submitting, paying, returning} {
				g.add()
			}
			paying.pay("paypal")
			returning.pay("paypal")
			shop.provider.silence("capture")
			back := returning.approve()
			returned := beside(func() { _, _ = returning.open(back) })
			shop.provider.called("capture", 1)
			submitting.choose("paypal")
			shop.provider.silence("create")
			submitted := beside(func() { _, _ = submitting.process() })
			shop.provider.called("create", 3)

			kill(shop)

			<-returned
			<-submitted
			require.Empty(t, submitting.submit().Errors)
			submitting.returns(submitting.approve())
			paying.returns(paying.approve())
			returning.returns(back)
			shop.sold("confirmed", submitting, paying, returning)
			times, orders := shop.provider.charges()
			require.Equal(t, []int{3, 3}, []int{times, orders}, "each was charged once")
		})
	}
}

// The worker is frozen when the order comes in, so that the order is in its hands when it dies.
func TestWorkerKilledRightAfterSubmit(t *testing.T) {
	t.Parallel()
	shop := start(t)
	guest := shop.guest()
	guest.add()
	guest.choose("paypal")
	shop.worker.freeze()
	submitted := beside(func() { _, _ = guest.process() })
	eventually(t, "the order is taken up", func() bool { return shop.attempts() == 1 })
	shop.killWorker()
	<-submitted
	require.Equal(t, "redirect", guest.submit().Result)
	guest.returns(guest.approve())
	shop.sold("confirmed", guest)
}

// The worker dies while a dozen orders are at a dozen different points.
func TestWorkerKilledWhileItIsBusy(t *testing.T) {
	t.Parallel()
	shop := start(t)
	guests := make([]*guest, 12)
	for i := range guests {
		guests[i] = shop.guest()
		guests[i].add()
		guests[i].choose("moneyorder")
	}
	submitted := beside(func() { together(len(guests), func(i int) { _, _ = guests[i].process() }) })
	eventually(t, "the first order stands", func() bool { return shop.orders() > 0 })
	shop.killWorker()
	<-submitted
	for _, g := range guests {
		require.Equal(t, "order", g.submit().Result)
	}
	shop.sold("pending", guests...)
}
