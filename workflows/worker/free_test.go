package worker_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/order"
)

// What a voucher pays for entirely is ordered by any method: no provider is asked for nothing, and nothing is waited for.
func TestAnOrderThatCostsNothingIsPlacedAndPaid(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	s.exec(`insert into voucher (code, amount_minor) values ('ALLES', 200000)`)
	s.provider.set(func() {
		s.provider.authorize = func(*payment) error { return fault.New(fault.Invalid, "invalid_request") }
	})
	for _, method := range []string{"moneyorder", "cashec", "fakecard", "fakepal"} {
		cart, _ := s.guestOf(method, pickup, 1)
		v, err := s.service.AddVoucher(s.ctx, cart, catalog.German, "ALLES")
		require.NoError(t, err)
		require.Zero(t, v.Totals.Total.Minor)
		a := s.submit(cart, v.Totals.Total)
		require.Equal(t, checkout.Confirmed, a.State, method)
		o := s.order(a.OrderID)
		require.Equal(t, order.Placed, o.Status)
		require.False(t, o.PaidAt.IsZero(), method)
		require.NoError(t, s.begun.Begin(s.ctx, order.Ref{ID: o.ID, AttemptID: o.AttemptID}))
		o, err = s.operator.Ship(s.ctx, o.ID, order.Pick{})
		require.NoError(t, err, method)
		o, err = s.operator.Deliver(s.ctx, o.ID, 0)
		require.NoError(t, err, method)
		o, err = s.operator.Return(s.ctx, o.ID, 0, false)
		require.NoError(t, err, method)
		require.Equal(t, order.Returned, o.Deliveries[0].State)
	}
	require.Empty(t, s.payments())
}

func (s *shop) payments() map[string]*payment {
	s.provider.mu.Lock()
	defer s.provider.mu.Unlock()
	return s.provider.payments
}
