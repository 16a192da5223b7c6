package worker_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
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
