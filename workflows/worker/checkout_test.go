package worker_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

var short = checkout.Policy{Redirect: 700 * time.Millisecond, Prepayment: 700 * time.Millisecond}

func TestPrepaymentReservesThenTheOperatorSeesTheMoney(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	a := s.buy("moneyorder")
	require.Equal(t, checkout.Pending, a.State)
	require.Equal(t, order.Reserved, s.order(a.OrderID).Status)
	require.Equal(t, 1, s.mails(mail.OrderConfirmation))
	require.Equal(t, 99, s.available())
	require.WithinDuration(t, time.Now().Add(5*24*time.Hour), s.order(a.OrderID).Attempt.DueAt, time.Minute)

	for range 2 {
		o, err := s.operator.Paid(s.ctx, a.OrderID, money.Amount{})
		require.NoError(t, err)
		require.Equal(t, order.Placed, o.Status)
	}
	require.Equal(t, 1, s.mails(mail.PaymentReceived))
	s.record("prepayment-paid", a.ID)
}

func TestPrepaymentThatDoesNotComeIsCancelled(t *testing.T) {
	policy := short
	policy.Prepayment = 5 * time.Second // of which two are for the reminder
	s := newShop(t, policy)
	a := s.buy("moneyorder")
	s.reaches(a.ID, checkout.Failed)
	require.Equal(t, order.Cancelled, s.order(a.OrderID).Status)
	require.Equal(t, 100, s.available())
	require.Equal(t, []int{1, 1}, []int{s.mails(mail.PaymentDue), s.mails(mail.OrderCancelled)})
	s.record("prepayment-reminded", a.ID)
}

func TestTheOperatorCancelsAReservedOrder(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	a := s.buy("moneyorder")
	o, err := s.operator.Cancel(s.ctx, a.OrderID)
	require.NoError(t, err)
	require.Equal(t, []any{order.Cancelled, order.ReasonCancelled}, []any{o.Status, o.CancelReason})
	require.Equal(t, 100, s.available())
	s.record("prepayment-cancelled", a.ID)
}

func TestInvoiceIsPlacedAtOnceAndPaidLater(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	a := s.buy("invoice")
	require.Equal(t, checkout.Confirmed, a.State)
	require.True(t, s.order(a.OrderID).PaidAt.IsZero())
	o, err := s.operator.Paid(s.ctx, a.OrderID, money.Amount{}) // the workflow has ended; a new run takes the message
	require.NoError(t, err)
	require.False(t, o.PaidAt.IsZero())
	s.record("invoice-paid-later", a.ID)
}

func TestWalletApproved(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	a := s.buy("fakepal")
	require.Equal(t, checkout.Redirected, a.State)
	require.Contains(t, a.Payment.RedirectURL, "https://pay.example/")
	pay := s.provider.approve(a)

	var wg sync.WaitGroup
	for range 3 { // the return address opened three times at once
		wg.Go(func() {
			back, err := s.service.Return(s.ctx, a.ID, map[string]string{"token": "t"})
			if err != nil || back.State != checkout.Confirmed {
				t.Errorf("return: %v %v", back, err)
			}
		})
	}
	wg.Wait()
	require.Equal(t, []int{1, 1}, []int{pay.authorizations, pay.captures})
	o := s.order(a.OrderID)
	require.Equal(t, order.Placed, o.Status)
	require.False(t, o.PaidAt.IsZero())
	require.Equal(t, 1, s.mails(mail.OrderConfirmation))
	again, err := s.service.Return(s.ctx, a.ID, map[string]string{"token": "t"}) // a day later
	require.NoError(t, err)
	require.Equal(t, checkout.Confirmed, again.State)
	s.record("wallet-returned-three-times", a.ID)
}

func TestWalletDeclinedAndCancelledReopenTheCheckout(t *testing.T) {
	for name, query := range map[string]map[string]string{"cancelled": {"cancelled": "1"}, "declined": {"token": "t"}} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t, checkout.DefaultPolicy)
			cart, total := s.guest("fakepal")
			a := s.submit(cart, total)
			if name == "declined" {
				s.provider.become(a, checkout.OutcomeDeclined)
			}
			back, err := s.service.Return(s.ctx, a.ID, query)
			require.NoError(t, err)
			require.Equal(t, checkout.Failed, back.State)
			v, err := s.service.View(s.ctx, cart, catalog.German)
			require.NoError(t, err)
			require.Equal(t, checkout.Reinit, v.CheckoutType)
			require.Equal(t, checkout.ReasonCancelled, v.Error)
			require.Equal(t, 100, s.available())

			second := s.submit(cart, total) // and once more, to the end
			require.Equal(t, 2, second.Number)
			s.provider.approve(second)
			back, err = s.service.Return(s.ctx, second.ID, nil)
			require.NoError(t, err)
			require.Equal(t, checkout.Confirmed, back.State)
		})
	}
}

func TestWalletAbandonedExpires(t *testing.T) {
	s := newShop(t, short)
	a := s.buy("fakepal")
	failed := s.reaches(a.ID, checkout.Failed)
	require.Equal(t, checkout.ReasonExpired, failed.Payment.Reason)
	require.Equal(t, 100, s.available())
	require.Zero(t, s.mails(mail.OrderConfirmation))
	s.record("wallet-expired", a.ID)
}

func TestWalletApprovedButNeverReturnedIsFoundAtTheDeadline(t *testing.T) {
	s := newShop(t, short)
	a := s.buy("fakepal")
	pay := s.provider.approve(a)
	s.reaches(a.ID, checkout.Confirmed)
	require.Equal(t, 1, pay.captures)
	s.record("wallet-found-at-deadline", a.ID)
}

func TestWebhookBeforeReturnAndTwice(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	a := s.buy("fakepal")
	pay := s.provider.approve(a)
	e := checkout.WebhookEvent{ID: "evt-1", Plugin: "fakepal", Reference: a.Payment.Reference, Result: checkout.Result{Outcome: checkout.OutcomeApproved}}
	s.hook(e)
	s.reaches(a.ID, checkout.Confirmed)
	s.hook(e)
	s.hook(checkout.WebhookEvent{ID: "evt-2", Plugin: "fakepal", Reference: a.Payment.Reference,
		Result: checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true}})
	back, err := s.service.Return(s.ctx, a.ID, nil)
	require.NoError(t, err)
	require.Equal(t, checkout.Confirmed, back.State)
	require.Equal(t, 1, pay.captures)
	require.Equal(t, 1, s.mails(mail.OrderConfirmation))
	require.Eventually(t, func() bool {
		return s.count(`select count(*) from webhook_event where handled_at is not null`) == 2
	}, 10*time.Second, 20*time.Millisecond)
	s.record("wallet-webhook-first", a.ID)
}

// The provider took the money and the reply was lost: the outcome is unknown, is looked up, and is paid once.
func TestUnknownIsReconciledToPaid(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	a := s.buy("fakepal")
	pay := s.provider.approve(a)
	s.provider.set(func() {
		s.provider.reply = func(*payment) error {
			s.provider.reply = nil
			return fault.New(fault.Unknown, "payment_reply_lost")
		}
	})
	_, err := s.service.Return(s.ctx, a.ID, nil)
	require.NoError(t, err)
	s.reaches(a.ID, checkout.Confirmed)
	require.Equal(t, []int{1, 1}, []int{pay.authorizations, pay.captures})
	require.Equal(t, 1, s.mails(mail.OrderConfirmation))
	s.record("unknown-reconciled", a.ID)
}

func TestAuthorizeWhoseReplyIsLostIsNotSentAgain(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	s.provider.set(func() {
		s.provider.reply = func(*payment) error {
			s.provider.reply = nil
			return fault.New(fault.Unknown, "payment_reply_lost")
		}
	})
	a := s.buy("fakepal")
	a = s.reaches(a.ID, checkout.Redirected)
	require.Equal(t, 1, s.provider.become(a, checkout.OutcomeRedirect).authorizations)
	require.NotEmpty(t, a.Payment.RedirectURL)
}

func TestPluginThatIsDownFailsTheAttemptAndSaysSo(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	s.provider.set(func() {
		s.provider.authorize = func(*payment) error { return fault.New(fault.Unavailable, "plugin_down") }
	})
	a := s.buy("moneyorder")
	require.Equal(t, []any{checkout.Failed, checkout.ReasonDown}, []any{a.State, a.Payment.Reason})
	require.Equal(t, 100, s.available())
	s.record("plugin-down", a.ID)
}

func TestLateMoneyForAFailedAttemptIsGivenBack(t *testing.T) {
	s := newShop(t, short)
	a := s.buy("fakepal")
	s.reaches(a.ID, checkout.Failed)
	pay := s.provider.become(a, checkout.OutcomeAuthorized)
	pay.captures++
	s.hook(checkout.WebhookEvent{ID: "late", Plugin: "fakepal", Reference: a.Payment.Reference,
		Result: checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true}})
	require.Eventually(t, func() bool { return len(s.order(a.OrderID).Notices) == 2 }, 10*time.Second, 20*time.Millisecond)
	require.Equal(t, 1, pay.refund)
	require.Equal(t, order.Abandoned, s.order(a.OrderID).Status)
	require.Equal(t, checkout.NoticeLatePayment, s.order(a.OrderID).Notices[0].Kind)
	s.record("late-payment", a.ID)
}

func TestDoubleSubmitIsOneOrder(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	cart, total := s.guest("moneyorder")
	orders := make([]int64, 12)
	var wg sync.WaitGroup
	for i := range orders {
		wg.Go(func() {
			answer, err := s.service.Submit(s.ctx, cart, catalog.German, checkout.Shown{Total: total}, nil, checkout.Browser{})
			if err != nil {
				t.Errorf("submit: %v", err)
				return
			}
			orders[i] = answer.Attempt.OrderID
		})
	}
	wg.Wait()
	for _, id := range orders {
		require.Equal(t, orders[0], id)
	}
	require.Equal(t, orders[0], s.submit(cart, total).OrderID, "replayed later")
	require.Equal(t, 99, s.available())
	require.Equal(t, 1, s.mails(mail.OrderConfirmation))
	require.Equal(t, 1, s.count(`select count(*) from shop_order`))
}

func TestAChangedPriceIsShownBeforeAnythingIsOrdered(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	cart, total := s.guest("moneyorder")
	s.exec(`update product set price_minor = 139900`)
	answer, err := s.service.Submit(s.ctx, cart, catalog.German, checkout.Shown{Total: total}, nil, checkout.Browser{})
	require.ErrorIs(t, err, fault.New(fault.Conflict, "checkout_total_changed"))
	require.Equal(t, money.Euro(139900+499), answer.View.Totals.Total)
	require.Zero(t, s.count(`select count(*) from shop_order`))
	require.Equal(t, checkout.Pending, s.submit(cart, answer.View.Totals.Total).State)
}

func TestGoingBackToChangeSomethingEndsTheAttempt(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	cart, total := s.guest("fakepal")
	a := s.submit(cart, total)
	_, err := s.service.SetChoices(s.ctx, cart, catalog.German, "moneyorder", nil)
	require.NoError(t, err)
	left := s.reaches(a.ID, checkout.Failed)
	require.Equal(t, checkout.ReasonLeft, left.Payment.Reason)
	b := s.submit(cart, total)
	require.Equal(t, []any{checkout.Pending, 2}, []any{b.State, b.Number})
	require.Equal(t, 99, s.available())
	s.record("wallet-left", a.ID)
}

func TestTwoHundredGuestsForTheLastTen(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	s.crowd = true
	s.exec(`update stock set available = 10`)
	carts := make([]string, 200)
	var total money.Amount
	for i := range carts {
		carts[i], total = s.guest("moneyorder")
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	var won []*checkout.Attempt
	for _, cart := range carts {
		wg.Go(func() {
			answer, err := s.service.Submit(s.ctx, cart, catalog.German, checkout.Shown{Total: total}, nil, checkout.Browser{})
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				won = append(won, answer.Attempt)
			case fault.ReasonOf(err) != "product_sold_out":
				t.Errorf("submit: %v", err)
			}
		})
	}
	wg.Wait()
	require.Len(t, won, 10)
	require.Zero(t, s.available())
	require.Equal(t, 10, s.count(`select count(*) from shop_order where status = 'reserved'`))
}

// The worker dies between the provider's answer and its record, and another takes over.
func TestWorkerStoppedBetweenAuthorizeAndConfirm(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	a := s.buy("fakepal")
	pay := s.provider.approve(a)
	acted := make(chan struct{})
	s.provider.set(func() {
		s.provider.reply = func(*payment) error {
			s.provider.reply = nil
			close(acted)
			return errors.New("the connection went away with the worker")
		}
	})
	result := make(chan error, 1)
	go func() {
		_, err := s.service.Return(s.ctx, a.ID, nil)
		result <- err
	}()
	<-acted
	s.rest()
	s.work()
	require.NoError(t, <-result)
	s.reaches(a.ID, checkout.Confirmed)
	require.Equal(t, 1, pay.captures)
	require.Equal(t, 1, s.mails(mail.OrderConfirmation))
}

// No worker and no workflow at submit: the customer is told, the goods stay theirs, and the sweeper finishes it.
func TestSubmitWithoutAWorkerIsTakenUpLater(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	cart, total := s.guest("moneyorder")
	s.process.SetPatience(300 * time.Millisecond)
	s.rest()
	_, err := s.service.Submit(s.ctx, cart, catalog.German, checkout.Shown{Total: total}, nil, checkout.Browser{})
	require.ErrorIs(t, err, fault.New(fault.Unavailable, "checkout_unavailable"))
	require.Equal(t, 99, s.available())
	s.work()
	s.process.SetPatience(10 * time.Second)
	require.Equal(t, checkout.Pending, s.submit(cart, total).State)
	require.Equal(t, 1, s.count(`select count(*) from shop_order`))
}
