package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
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

// What was decided is not answered as if it had been decided otherwise.
func TestAnotherDecisionIsNoRepetition(t *testing.T) {
	r := newReturns(t)
	act := func(id int64, cmd withdrawal.Command) error {
		_, err := r.steps.Act(r.ctx, id, cmd)
		return err
	}
	refused := r.half("other@example.org")
	require.NoError(t, act(refused.ID, withdrawal.Command{Kind: withdrawal.Reject, Reason: withdrawal.ReasonLate}))
	err := act(refused.ID, withdrawal.Command{Kind: withdrawal.Reject, Reason: withdrawal.ReasonUnproven})
	require.Equal(t, []any{fault.Conflict, "refused_before_" + withdrawal.ReasonLate}, []any{fault.CodeOf(err), fault.ReasonOf(err)})
	require.NoError(t, act(refused.ID, withdrawal.Command{Kind: withdrawal.Reject, Reason: withdrawal.ReasonLate}))
	require.Equal(t, 1, r.mails(mail.WithdrawalRefused))

	accepted := r.half("erika@example.org")
	require.NoError(t, act(accepted.ID, withdrawal.Command{Kind: withdrawal.Accept, OrderID: r.orderID}))
	d := r.guest(map[int64]int{laptop: 1})
	other := r.freeze(d).OrderID
	require.Equal(t, "withdrawal_other_order", fault.ReasonOf(act(accepted.ID, withdrawal.Command{Kind: withdrawal.Accept, OrderID: other})))
	require.NoError(t, act(accepted.ID, withdrawal.Command{Kind: withdrawal.Refund, OrderID: other}), "only an acceptance names an order")
	w, err := r.store.Withdrawal(r.ctx, accepted.ID)
	require.NoError(t, err)
	require.Equal(t, []any{withdrawal.Refunding, r.orderID, int64(129900)}, []any{w.Status, w.OrderID, w.Amount.Minor})
}
