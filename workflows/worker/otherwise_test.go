package worker_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/workflows/fulfilment"
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
	s.recordOrder("hold-let-go", o)
}

// The workflow of an order on account waits for its day beyond the delivery, and reminds once of what is open.
func TestAnInvoiceThatIsNotPaidIsRemindedOf(t *testing.T) {
	const day = 24 * time.Hour
	s := newShop(t, checkout.DefaultPolicy)
	s.clock.Advance(-40 * day)
	o := s.placed("invoice", "dhl_standard", 1)
	s.exec(`update checkout_attempt set payment = payment || jsonb_build_object('dueAt', to_char(now() at time zone 'UTC' - interval '10 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))`)
	s.exec(`update shop_order set placed_at = now() - interval '40 days'`)
	_, err := s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.NoError(t, err)
	o, err = s.operator.Deliver(s.ctx, o.ID, 0)
	require.NoError(t, err)
	require.False(t, o.Deliveries[0].PayBy.IsZero())
	require.Zero(t, s.mails(mail.PaymentReminder))
	s.clock.Advance(35 * day)
	o = s.becomes(o.ID, func(o *order.Order) bool { return !o.Deliveries[0].DunnedAt.IsZero() })
	require.Equal(t, order.NoticeOverdue, o.Notices[0].Kind)
	require.NoError(t, s.begun.Wake(s.ctx, order.Ref{ID: o.ID, AttemptID: o.AttemptID}))
	require.NoError(t, s.temporal.GetWorkflow(s.ctx, fulfilment.WorkflowID(o.AttemptID), "").Get(s.ctx, nil), "nothing is waited for any more")
	require.Equal(t, 1, s.mails(mail.PaymentReminder))
	s.recordOrder("invoice-reminder", o)
}
