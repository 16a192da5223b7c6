package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/withdrawal"
)

func TestAmountsStayWithinWhatWasPaid(t *testing.T) {
	r := newReturns(t)
	w := r.decide(r.declare(ident.New(), "erika@example.org", withdrawal.Item{ArticleNumber: "A-900001", Quantity: 1}).ID)
	require.Equal(t, int64(129900), w.Amount.Minor)
	for _, cents := range []int64{-1, 2*129900 + 1} {
		amount := w.Amount
		amount.Minor = cents
		_, err := r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Refund, Amount: amount})
		require.Equal(t, "withdrawal_amount_invalid", fault.ReasonOf(err))
	}
	_, err := r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Reject, Reason: "because"})
	require.Equal(t, "withdrawal_reason_unknown", fault.ReasonOf(err))
	amount := w.Amount
	amount.Minor = 100000
	other := money.Euro(amount.Minor + 1)
	_, err = r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Transferred, Amount: amount, Agreed: &other})
	require.Equal(t, "withdrawal_amount_changed", fault.ReasonOf(err))
	w, err = r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Transferred, Amount: amount, Agreed: &amount})
	require.NoError(t, err)
	require.Equal(t, []any{withdrawal.Settled, int64(100000)}, []any{w.Status, w.Amount.Minor})
	require.Equal(t, 1, r.mails(mail.WithdrawalSettled))
	o, err := postgres.NewFulfilment(r.pool).Order(r.ctx, r.orderID)
	require.NoError(t, err)
	require.Equal(t, amount, o.Refunded(), "a return gives the rest back, not this again")
	require.Equal(t, []order.Claim{{Withdrawal: w.ID, Items: []order.Item{{Line: 0, Quantity: 1}}}}, o.Claims)
	require.Equal(t, []order.OperationState{order.Done, order.Done}, []order.OperationState{o.Payments[0].State, o.Payments[1].State})
}

// What the provider left to the operator is on a credit note: another one cannot say less.
func TestNoLessIsTransferredThanIsBooked(t *testing.T) {
	r := newReturns(t)
	w := r.decide(r.declare(ident.New(), "erika@example.org", withdrawal.Item{ArticleNumber: "A-900001", Quantity: 1}).ID)
	_, err := postgres.NewFulfilment(r.pool).Change(r.ctx, r.orderID, func(o *order.Order) (order.Effects, error) {
		o.Payments = []order.Operation{
			{Number: 1, Kind: order.CaptureMoney, State: order.Done, Amount: o.Attempt.Totals.Total},
			{Number: 2, Kind: order.RefundMoney, State: order.ByHand, Capture: 1, Amount: w.Amount, Request: order.WithdrawalRequest(w.ID)},
		}
		return order.Effects{}, nil
	})
	require.NoError(t, err)
	for _, kind := range []withdrawal.CommandKind{withdrawal.Refund, withdrawal.Transferred} {
		_, err = r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: kind, Amount: money.Euro(w.Amount.Minor - 1)})
		require.Equal(t, "withdrawal_amount_booked", fault.ReasonOf(err))
	}
	more := money.Euro(w.Amount.Minor + 500)
	w, err = r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Transferred, Amount: more})
	require.NoError(t, err)
	require.Equal(t, []any{withdrawal.Settled, more}, []any{w.Status, w.Amount})
	o, err := postgres.NewFulfilment(r.pool).Order(r.ctx, r.orderID)
	require.NoError(t, err)
	require.Equal(t, more, o.Refunded())
}

// generous gives back whatever it is asked for.
type generous struct{}

func (generous) Refund(context.Context, checkout.PaymentRef, money.Amount, string, int) error {
	return nil
}

// A command that names another amount than the one that is given back, or was, is not carried out, and is not answered as if it were.
func TestAnotherAmountIsNoRepetition(t *testing.T) {
	r := newReturns(t)
	r.steps.Money = generous{}
	w := r.decide(r.declare(ident.New(), "erika@example.org", withdrawal.Item{ArticleNumber: "A-900001", Quantity: 1}).ID)
	asked, other := money.Euro(100000), money.Euro(90000)
	act := func(kind withdrawal.CommandKind, amount money.Amount, agreed *money.Amount) error {
		_, err := r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: kind, Amount: amount, Agreed: agreed})
		return err
	}
	require.NoError(t, act(withdrawal.Refund, asked, nil))
	require.NoError(t, act(withdrawal.Refund, asked, nil))
	require.NoError(t, act(withdrawal.Refund, money.Amount{}, nil))
	require.Equal(t, "withdrawal_refunding", fault.ReasonOf(act(withdrawal.Refund, other, nil)))
	_, err := r.steps.Try(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Refund, Amount: other})
	require.Equal(t, "withdrawal_refunding", fault.ReasonOf(err), "who is to be asked is told before")
	w, err = r.steps.Refund(r.ctx, w.ID)
	require.NoError(t, err)
	require.Equal(t, []any{withdrawal.Settled, asked}, []any{w.Status, w.Amount})
	for _, kind := range []withdrawal.CommandKind{withdrawal.Refund, withdrawal.Transferred} {
		require.NoError(t, act(kind, asked, nil))
		require.NoError(t, act(kind, money.Amount{}, nil))
		require.Equal(t, "withdrawal_closed", fault.ReasonOf(act(kind, other, nil)))
	}
	require.NoError(t, act(withdrawal.Transferred, money.Amount{}, &asked))
	require.Equal(t, "withdrawal_amount_changed", fault.ReasonOf(act(withdrawal.Transferred, money.Amount{}, &other)))
	again, err := r.store.Withdrawal(r.ctx, w.ID)
	require.NoError(t, err)
	require.Equal(t, []any{w.Status, w.Amount}, []any{again.Status, again.Amount})
}

// What is recorded as transferred is no more than came for the goods: what did not come is written off whole, and owed no more.
func TestNoMoreIsTransferredThanCame(t *testing.T) {
	for name, c := range map[string]struct {
		open, tooMuch, some int64  // cents; some: what can be transferred
		reason              string // for which more cannot
		left                int64  // to pay of the goods that the customer keeps
	}{
		"nothing":       {2 * 129900, 1, 0, withdrawal.ReasonNotPaid, 129900},
		"a part":        {50000, 79901, 70000, withdrawal.ReasonNotAllPaid, 0},
		"all of a part": {50000, 129900, 79900, withdrawal.ReasonNotAllPaid, 0},
	} {
		for _, tried := range []bool{true, false} {
			r := newReturns(t)
			fulfilment, w := r.owing(c.open)
			if tried {
				r.steps.Money = penniless{}
				r.fails(w.ID, c.reason)
			}
			for _, cents := range []int64{c.tooMuch, 129900} {
				_, err := r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Transferred, Amount: money.Euro(cents)})
				require.Equal(t, []any{fault.Conflict, c.reason}, []any{fault.CodeOf(err), fault.ReasonOf(err)}, name)
			}
			w, err := r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Transferred, Amount: money.Euro(c.some)})
			require.NoError(t, err, name)
			require.Equal(t, []any{withdrawal.Settled, money.Euro(c.some)}, []any{w.Status, w.Amount}, name)
			o, err := fulfilment.Order(r.ctx, r.orderID)
			require.NoError(t, err)
			late, _ := o.Overdue(time.Now())
			require.Equal(t, []int64{c.some, c.left, c.left}, []int64{o.Refunded().Minor, o.Open().Minor, late.Minor}, name)
		}
	}
}

// owing has the order sent on account, with so many cents of it not paid in time, and a withdrawal from one of its two laptops accepted.
func (r *returns) owing(open int64) (*postgres.Fulfilment, *withdrawal.Withdrawal) {
	r.Helper()
	_, err := r.pool.Exec(r.ctx, `
		update checkout_attempt set payment = payment || '{"captured": false, "outcome": "pending"}'; update shop_order set paid_at = null`)
	require.NoError(r, err)
	fulfilment := postgres.NewFulfilment(r.pool)
	_, err = fulfilment.Change(r.ctx, r.orderID, func(o *order.Order) (order.Effects, error) {
		e, err := send(o)
		for i := range o.Deliveries {
			o.Deliveries[i].PayBy = time.Now().AddDate(0, 0, -1)
		}
		if came := o.Attempt.Totals.Total.Sub(money.Euro(open)); came.Minor > 0 {
			o.Came(checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: came}, time.Now())
		}
		return e, err
	})
	require.NoError(r, err)
	return fulfilment, r.decide(r.declare(ident.New(), "erika@example.org", withdrawal.Item{ArticleNumber: "A-900001", Quantity: 1}).ID)
}

// Goods that nobody paid for and that came back are owed no more, all of them, with whatever amount a refund was tried before.
func TestAClaimIsWrittenOffWholeWhateverWasTriedBefore(t *testing.T) {
	for name, c := range map[string]struct {
		open, tried, back int64 // cents
		reason            string
		left              int64 // to pay of the goods that the customer keeps
	}{
		"nothing came":          {2 * 129900, 30000, 0, withdrawal.ReasonNotPaid, 129900},
		"a part came":           {50000, 70000, 70000, withdrawal.ReasonNotAllPaid, 0},
		"less than was asked":   {50000, 90000, 79900, withdrawal.ReasonNotAllPaid, 0},
		"more than it is worth": {50000, 140000, 79900, withdrawal.ReasonNotAllPaid, 0},
	} {
		r := newReturns(t)
		fulfilment, w := r.owing(c.open)
		r.steps.Money = penniless{}
		_, err := r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Refund, Amount: money.Euro(c.tried)})
		require.NoError(t, err, name)
		w, err = r.steps.Refund(r.ctx, w.ID)
		require.NoError(t, err, name)
		require.Equal(t, []any{withdrawal.ByHand, c.reason}, []any{w.Status, w.Reason}, name)
		w, err = r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Transferred})
		require.NoError(t, err, name)
		require.Equal(t, []any{withdrawal.Settled, money.Euro(c.back)}, []any{w.Status, w.Amount}, name)
		o, err := fulfilment.Order(r.ctx, r.orderID)
		require.NoError(t, err)
		require.Equal(t, []int64{c.back, c.left}, []int64{o.Refunded().Minor, o.Open().Minor}, name)
	}
}

// An operator gives some of the money back for goodwill between a withdrawal and its refund: the rest goes back, and the consumer is told so.
func TestGoodwillAfterAWithdrawalIsNotPaidBackAgain(t *testing.T) {
	for kind, status := range map[withdrawal.CommandKind]withdrawal.Status{
		withdrawal.Refund: withdrawal.Refunding, withdrawal.Transferred: withdrawal.Settled,
	} {
		r := newReturns(t)
		fulfilment := postgres.NewFulfilment(r.pool)
		_, err := fulfilment.Change(r.ctx, r.orderID, send)
		require.NoError(t, err)
		w := r.decide(r.declare(ident.New(), "erika@example.org").ID)
		total := w.Amount
		_, err = order.NewFulfiller(fulfilment, nil, nil, nil, nil, clock.System{}, order.DefaultPolicy).Refund(r.ctx, r.orderID, "goodwill", money.Euro(20000))
		require.NoError(t, err)
		w, err = r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: kind})
		require.NoError(t, err)
		require.Equal(t, []any{status, total.Sub(money.Euro(20000))}, []any{w.Status, w.Amount}, kind)
	}
}

// What was kept of one laptop's money, or never came, does not go back with the other one, which is the last of the order.
func TestTheLastWithdrawalGivesBackItsOwn(t *testing.T) {
	for name, first := range map[string]func(*returns) int64{
		"less was given back for lost value": func(r *returns) int64 {
			w := r.half("erika@example.org")
			_, err := r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Transferred, Amount: money.Euro(100000)})
			require.NoError(r, err)
			return 159800 // for goodwill
		},
		"nothing came for it": func(r *returns) int64 {
			fulfilment, w := r.owing(2 * 129900)
			_, err := r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Transferred})
			require.NoError(r, err)
			_, err = fulfilment.Change(r.ctx, r.orderID, func(o *order.Order) (order.Effects, error) {
				_, e := o.Came(checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: money.Euro(129900)}, time.Now())
				return e, nil
			})
			require.NoError(r, err)
			return 129900
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newReturns(t)
			most := first(r)
			w := r.half("erika@example.org")
			require.Equal(t, []any{withdrawal.Accepted, int64(129900)}, []any{w.Status, w.Amount.Minor})
			_, err := r.steps.Try(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Refund, Amount: money.Euro(most + 1)})
			require.Equal(t, "withdrawal_amount_invalid", fault.ReasonOf(err))
			_, err = r.steps.Try(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Refund, Amount: money.Euro(most)})
			require.NoError(t, err)
		})
	}
}

// An accepted withdrawal whose order ended is recorded with what the end gives back, and not while the provider is asked for that.
func TestATransferAfterTheOrderEndedIsOfWhatTheEndGivesBack(t *testing.T) {
	for name, c := range map[string]struct {
		tried  bool // the refund, before the order ended
		came   bool
		state  order.OperationState
		reason string
		amount int64
	}{
		"nothing came":            {},
		"as a refund had shown":   {tried: true},
		"the provider is asked":   {false, true, order.Wanted, "withdrawal_refunding", 0},
		"an operator transfers":   {false, true, order.ByHand, "", 129900},
		"the provider gave it":    {false, true, order.Done, "", 129900},
		"the provider refused it": {false, true, order.Refused, "", 129900},
	} {
		t.Run(name, func(t *testing.T) {
			r := newReturns(t)
			fulfilment, w := r.owing(2 * 129900)
			if c.tried {
				r.steps.Money = penniless{}
				r.fails(w.ID, withdrawal.ReasonNotPaid)
			}
			_, err := fulfilment.Change(r.ctx, r.orderID, func(o *order.Order) (order.Effects, error) {
				o.Status, o.Deliveries[0].State = order.Cancelled, order.Expired
				if c.came {
					o.Payments = []order.Operation{
						{Number: 1, Kind: order.CaptureMoney, State: order.Done, Amount: money.Euro(129900)},
						{Number: 2, Kind: order.RefundMoney, State: c.state, Capture: 1, Amount: money.Euro(129900), Request: "expired-1"},
					}
				}
				return order.Effects{}, nil
			})
			require.NoError(t, err)
			w, err = r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Transferred})
			if c.reason != "" {
				require.Equal(t, c.reason, fault.ReasonOf(err))
				return
			}
			require.NoError(t, err)
			require.Equal(t, []any{withdrawal.Settled, c.amount}, []any{w.Status, w.Amount.Minor})
			o, err := fulfilment.Order(r.ctx, r.orderID)
			require.NoError(t, err)
			require.Equal(t, c.amount, o.Refunded().Minor)
			require.Zero(t, o.WrittenOffBy(w.ID).Minor)
		})
	}
}
