package worker_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// The customer goes back to the first provider's page, which is still open, after paying another way: they are shown the order,
// and no money is taken for the other.
func TestWhoComesBackLateIsShownTheOrder(t *testing.T) {
	for name, late := range map[string]func(*shop, *checkout.Attempt) *payment{
		"approved, which takes nothing by itself": func(s *shop, a *checkout.Attempt) *payment { return s.provider.approve(a) },
		"paid, and nobody told the shop": func(s *shop, a *checkout.Attempt) *payment {
			return s.provider.become(a, checkout.OutcomeAuthorized)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t, checkout.DefaultPolicy)
			cart, total := s.guest("fakepal")
			first := s.submit(cart, total)
			_, err := s.service.SetChoices(s.ctx, cart, catalog.German, "invoice", nil)
			require.NoError(t, err)
			second := s.submit(cart, total)
			pay := late(s, first)
			owed := pay.state == checkout.OutcomeAuthorized
			for range 2 {
				shown, err := s.service.Return(s.ctx, first.ID, map[string]string{"token": "t"})
				require.NoError(t, err)
				require.Equal(t, second.ID, shown.ID)
				if owed {
					require.Eventually(t, func() bool { return len(s.order(first.OrderID).Notices) == 2 }, 20*time.Second, 20*time.Millisecond)
					s.record("wallet-returned-late", first.ID)
				}
			}
			require.Equal(t, checkout.Failed, s.reaches(first.ID, checkout.Failed).State)
			require.Equal(t, map[bool][]int{true: {0, 1}, false: {0, 0}}[owed], []int{pay.captures, pay.refund})
			require.Equal(t, 99, s.available(), "one laptop is sold")
		})
	}
}

// Who gives money back hears soon that the provider has not answered, and does not take what waits behind that for done.
func TestARefundIsAnsweredWhileTheProviderIsDown(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	o := s.placed("fakecard", "dhl_standard", 1)
	o, err := s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.NoError(t, err)
	s.provider.set(func() {
		s.provider.move = func(*payment) error { return fault.New(fault.Unavailable, "provider_down") }
	})
	s.begun.SetPatience(time.Minute, 100*time.Millisecond)
	begun := time.Now()
	o, err = s.operator.Refund(s.ctx, o.ID, "first", money.Euro(100))
	require.NoError(t, err)
	require.Equal(t, money.Euro(100), o.Unanswered())
	require.Less(t, time.Since(begun), 30*time.Second)

	s.begun.SetPatience(500*time.Millisecond, 100*time.Millisecond)
	_, err = s.operator.Refund(s.ctx, o.ID, "second", money.Euro(200))
	require.ErrorIs(t, err, fault.New(fault.Unavailable, "command_unanswered"), "it waits behind the first")
	s.provider.set(func() { s.provider.move = nil })
	s.begun.SetPatience(time.Minute, time.Minute)
	o, err = s.operator.Refund(s.ctx, o.ID, "second", money.Euro(200))
	require.NoError(t, err)
	require.Equal(t, []int64{300, 0}, []int64{o.Refunded().Minor, o.Unanswered().Minor}, "once each")
}
