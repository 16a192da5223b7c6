package worker_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// The customer paid by transfer what the provider's promise was for: the card is not charged as well.
func TestWhatWasPaidInAnotherWayIsNotTakenFromTheCard(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	o := s.placed("fakecard", "dhl_standard", 1)
	o, err := s.operator.Paid(s.ctx, o.ID, money.Amount{})
	require.NoError(t, err)
	require.False(t, o.PaidAt.IsZero())
	require.Equal(t, 1, s.count(`select count(*) from outbox where topic = 'order.owes'`))
	for range 2 { // deliveries may come twice
		require.NoError(t, s.begun.Wake(s.ctx, order.Ref{ID: o.ID, AttemptID: o.AttemptID}))
	}
	s.becomes(o.ID, owesNothing)
	require.Equal(t, []string{o.Attempt.Key() + "-void-2"}, s.payment(o).voided, "the card's hold is let go")
	o, err = s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.NoError(t, err)
	require.Empty(t, s.payment(o).taken)
	require.Equal(t, o.Attempt.Totals.Total, o.Captured())
	o, err = s.operator.Refund(s.ctx, o.ID, "goodwill", money.Euro(100))
	require.NoError(t, err)
	require.Equal(t, order.ByHand, o.Payments[2].State, "it goes back as it came")
	require.Empty(t, s.payment(o).given)
}
