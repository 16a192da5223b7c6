package worker_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/postgres"
)

// An attempt ends while nobody looks. Who presses the button again, as in another tab, is told first and pays after that.
func TestSameBasketAgainIsWarned(t *testing.T) {
	s := newShop(t, short)
	cart, total := s.guest("fakepal")
	first := s.submit(cart, total)
	s.reaches(first.ID, checkout.Failed)
	answer, err := s.service.Submit(s.ctx, cart, catalog.German, checkout.Shown{Total: total}, nil, checkout.Browser{})
	require.ErrorIs(t, err, fault.New(fault.Conflict, "checkout_payment_failed"))
	require.Equal(t, checkout.ReasonExpired, answer.View.Error)
	require.Equal(t, 1, s.count(`select count(*) from checkout_attempt`), "nothing was begun")
	require.Equal(t, 100, s.available())
	second := s.submit(cart, total)
	require.Equal(t, 2, second.Number)
}

// Who has seen the reason is not asked again, nor is one whose own press was answered with it.
func TestWhoKnowsOfTheFailureIsNotWarned(t *testing.T) {
	s := newShop(t, short)
	cart, total := s.guest("fakepal")
	s.reaches(s.submit(cart, total).ID, checkout.Failed)
	v, err := s.service.View(s.ctx, cart, catalog.German)
	require.NoError(t, err)
	require.Equal(t, checkout.ReasonExpired, v.Error)
	s.provider.set(func() {
		s.provider.authorize = func(*payment) error { return fault.New(fault.Invalid, "payment_refused") }
	})
	require.Equal(t, checkout.Failed, s.submit(cart, total).State)
	s.provider.set(func() { s.provider.authorize = nil })
	require.Equal(t, 3, s.submit(cart, total).Number)
}

// The customer pays another way, and then the first payment comes after all: it goes back, the order stays.
func TestFirstPaymentComesLateAfterAnotherMethodBought(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	cart, total := s.guest("fakepal")
	first := s.submit(cart, total)
	_, err := s.service.SetChoices(s.ctx, cart, catalog.German, "invoice", nil)
	require.NoError(t, err)
	second := s.submit(cart, total)
	require.Equal(t, checkout.Confirmed, second.State)
	pay := s.provider.become(first, checkout.OutcomeAuthorized)
	s.hook(checkout.WebhookEvent{ID: "late", Plugin: "fakepal", Reference: first.Payment.Reference,
		Result: checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: total}})
	require.Eventually(t, func() bool { return len(s.order(first.OrderID).Notices) == 2 }, 20*time.Second, 20*time.Millisecond)
	require.Equal(t, 1, pay.refund)
	require.Equal(t, []order.Status{order.Abandoned, order.Placed}, []order.Status{s.order(first.OrderID).Status, s.order(second.OrderID).Status})
	require.Equal(t, 99, s.available(), "one laptop is sold")
}

// Another tab chose another way to pay, for the same total.
func TestOnlyWhatWasShownIsBought(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	cart, _ := s.guest("moneyorder")
	shown, err := s.service.View(s.ctx, cart, catalog.German)
	require.NoError(t, err)
	_, err = s.service.SetChoices(s.ctx, cart, catalog.German, "invoice", nil)
	require.NoError(t, err)
	buy := func(v *checkout.View) (checkout.Answer, error) {
		agreed := checkout.Shown{Total: v.Totals.Total, Revision: v.Revision}
		return s.service.Submit(s.ctx, cart, catalog.German, agreed, nil, checkout.Browser{})
	}
	answer, err := buy(shown)
	require.ErrorIs(t, err, fault.New(fault.Conflict, "checkout_changed"))
	require.Equal(t, []any{"invoice", shown.Totals.Total}, []any{answer.View.Payment.Selected, answer.View.Totals.Total})
	require.Zero(t, s.count(`select count(*) from shop_order`))
	bought, err := buy(answer.View)
	require.NoError(t, err)
	again, err := buy(answer.View)
	require.NoError(t, err)
	require.Equal(t, bought.Attempt.ID, again.Attempt.ID)
}

// meanwhile is a store in which something happens between the pricing and the order.
type meanwhile struct {
	checkout.Store
	happens func()
}

func (m *meanwhile) Freeze(ctx context.Context, d checkout.Draft) (*checkout.Start, error) {
	m.happens()
	return m.Store.Freeze(ctx, d)
}

// The other tab is faster by a moment: what has changed is told as it is.
func TestWhatChangesInTheMomentOfBuyingIsTold(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	store := &meanwhile{Store: postgres.NewCheckout(s.pool)}
	service := checkout.NewService(checkout.Parts{
		Store: store, Attempts: s.attempts, Payments: s.provider, Shipping: s.carrier, Vouchers: postgres.NewVouchers(s.pool),
		Carts: postgres.NewCarts(s.pool), Process: s.process, Clock: clock.System{},
	})
	for reason, change := range map[string]string{
		"checkout_changed":       `update checkout set payment_code = 'invoice', version = version + 1`,
		"checkout_total_changed": `update cart set quantities = '{2}', version = version + 1`,
	} {
		cart, total := s.guest("moneyorder")
		store.happens = func() { s.exec(change) }
		answer, err := service.Submit(s.ctx, cart, catalog.German, checkout.Shown{Total: total}, nil, checkout.Browser{})
		require.Equal(t, reason, fault.ReasonOf(err))
		require.Equal(t, reason == "checkout_changed", answer.View.Totals.Total == total)
		require.Zero(t, s.count(`select count(*) from shop_order`))
	}
}

// A voucher that somebody else used up, or goods that somebody else bought, after the summary was shown.
func TestVoucherOrStockGoneSinceTheSummary(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	s.exec(`insert into voucher (code, amount_minor, max_redemptions) values ('LETZTER', 1000, 1)`)
	cart, _ := s.guest("moneyorder")
	v, err := s.service.AddVoucher(s.ctx, cart, catalog.German, "LETZTER")
	require.NoError(t, err)
	shown := v.Totals.Total
	s.exec(`update voucher set redeemed = 1`)
	answer, err := s.service.Submit(s.ctx, cart, catalog.German, checkout.Shown{Total: shown}, nil, checkout.Browser{})
	require.Equal(t, fault.Conflict, fault.CodeOf(err))
	require.NotNil(t, answer.View, "the answer shows the checkout as it is")
	require.Zero(t, s.count(`select count(*) from shop_order`))

	cart, shown = s.guest("moneyorder")
	s.exec(`update stock set available = 0`)
	answer, err = s.service.Submit(s.ctx, cart, catalog.German, checkout.Shown{Total: shown}, nil, checkout.Browser{})
	require.Equal(t, fault.Conflict, fault.CodeOf(err))
	require.NotNil(t, answer.View)
	require.Zero(t, s.count(`select count(*) from shop_order`))
}
