package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/withdrawal"
)

// half is a withdrawal from one of the two laptops.
func (r *returns) half(email string) *withdrawal.Withdrawal {
	r.Helper()
	return r.decide(r.declare(ident.New(), email, withdrawal.Item{ArticleNumber: "A-900001", Quantity: 1}).ID)
}

// The consumer is told of each decision, however often an operator changes it: the last mail says how it stands.
func TestEachDecisionIsTold(t *testing.T) {
	r := newReturns(t)
	w := r.half("other@example.org")
	require.Equal(t, withdrawal.Review, w.Status)
	for n := range 3 {
		_, err := r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Accept, OrderID: r.orderID})
		require.NoError(t, err)
		_, err = r.steps.Prepare(r.ctx, w.ID, true)
		require.NoError(t, err)
		require.Equal(t, n+1, r.mails(mail.WithdrawalAccepted))
		for range 2 {
			_, err = r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Reject, Reason: withdrawal.ReasonUnproven})
			require.NoError(t, err)
		}
		require.Equal(t, n+1, r.mails(mail.WithdrawalRefused))
	}
}

// Who has the provider asked anew hears as well that it would not again.
func TestEachRefusalOfTheProviderIsTold(t *testing.T) {
	r := newReturns(t)
	r.steps.Money = penniless{}
	w := r.half("erika@example.org")
	for n := range 2 {
		r.fails(w.ID, "refund_nothing_left")
		_, err := r.steps.Refund(r.ctx, w.ID)
		require.NoError(t, err)
		require.Equal(t, n+1, r.mails(mail.WithdrawalReminder))
	}
}
