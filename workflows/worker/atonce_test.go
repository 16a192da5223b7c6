package worker_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
)

// direct is a shop that takes payments itself where they are answered at once. No worker runs.
func direct(t *testing.T, policy checkout.Policy) *shop {
	s := newShop(t, policy)
	s.rest()
	s.sellBy(s.process)
	return s
}

func (s *shop) sellBy(process checkout.Process) {
	s.service = checkout.NewService(checkout.Parts{
		Store: postgres.NewCheckout(s.pool), Attempts: s.attempts, Payments: s.provider, Shipping: s.carrier, Vouchers: postgres.NewVouchers(s.pool),
		Carts: postgres.NewCarts(s.pool), Process: process, Payer: s.deps.Payer, Clock: clock.System{},
	})
}

// away is Temporal while it is away.
type away struct{ checkout.Process }

func (away) Submit(context.Context, string) (checkout.State, error) {
	return "", fault.New(fault.Unavailable, "checkout_unavailable")
}

// waiting is how many workflows are asked for.
func (s *shop) waiting() int {
	return s.count(`select count(*) from outbox where topic = $1`, outbox.AttemptWaits)
}

// An order by a method that answers at once needs neither worker nor Temporal. What it waits for is its workflow's.
func TestAnOrderThatIsAnsweredAtOnceNeedsNoWorker(t *testing.T) {
	policy := checkout.DefaultPolicy
	policy.Prepayment = 3 * time.Second
	s := direct(t, policy)
	for method, state := range map[string]checkout.State{"invoice": checkout.Confirmed, "fakecard": checkout.Confirmed} {
		require.Equal(t, state, s.buy(method).State, method)
	}
	require.Zero(t, s.waiting(), "nothing is left to do of their payments")
	require.Equal(t, 2, s.count(`select count(*) from outbox where topic = $1`, outbox.OrderPlaced))

	a := s.buy("moneyorder")
	require.Equal(t, checkout.Pending, a.State)
	require.Equal(t, order.Reserved, s.order(a.OrderID).Status)
	require.Equal(t, []int{1, 3, 97}, []int{s.waiting(), s.mails(mail.OrderConfirmation), s.available()})
	s.work()
	require.NoError(t, s.process.Begin(s.ctx, a.ID))
	s.reaches(a.ID, checkout.Failed)
	require.Equal(t, []int{1, 98}, []int{s.mails(mail.OrderCancelled), s.available()}, "the money did not come in time")
}

// overhears keeps what the provider was asked.
type overhears struct {
	*provider
	asked checkout.AuthorizeRequest
}

func (p *overhears) Authorize(ctx context.Context, r checkout.AuthorizeRequest) (checkout.Result, error) {
	p.asked = r
	return p.provider.Authorize(ctx, r)
}

// What a provider is asked does not depend on who asks: the call that buys, of what it has just frozen, or a workflow that reads it.
func TestTheProviderIsAskedTheSameByWhoeverAsks(t *testing.T) {
	s := direct(t, checkout.DefaultPolicy)
	s.provider.set(func() {
		s.provider.reply = func(*payment) error { return fault.New(fault.Unknown, "reply_lost") } // what the browser gave is kept then
	})
	p := &overhears{provider: s.provider}
	s.deps.Payer = checkout.NewPayer(s.attempts, postgres.NewWebhook(s.pool), p, clock.System{}, checkout.DefaultPolicy, checkout.URLs{
		Return: func(string, string) string { return "" }, Webhook: func(string) string { return "" },
	})
	s.sellBy(s.process)
	s.exec(`insert into voucher (code, amount_minor, max_redemptions) values ('ZEHN', 1000, 1)`)
	cart, _ := s.guestOf("fakecard", "dhl_standard", 2)
	v, err := s.service.AddVoucher(s.ctx, cart, catalog.German, "ZEHN")
	require.NoError(t, err)
	client := map[string]string{"token": "t"}
	answer, err := s.service.Submit(s.ctx, cart, catalog.German, checkout.Shown{Total: v.Totals.Total}, client, checkout.Browser{IP: "192.0.2.1", Host: "partner.example"})
	require.NoError(t, err)
	begun, err := s.attempts.Begin(s.ctx, answer.Attempt.ID)
	require.NoError(t, err)
	require.False(t, begun.First)
	require.NotZero(t, p.asked.Discount)
	begun.Request.OrderedAt, begun.Request.Links = p.asked.OrderedAt, p.asked.Links
	require.Equal(t, begun.Request, p.asked)
}

// Submits that come at once are one order, whichever of them asks.
func TestSubmitsAtOnceOfWhatIsAnsweredAtOnce(t *testing.T) {
	s := direct(t, checkout.DefaultPolicy)
	s.work()
	cart, total := s.guest("fakecard")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			answer, err := s.service.Submit(s.ctx, cart, catalog.German, checkout.Shown{Total: total}, nil, checkout.Browser{})
			if assert.NoError(t, err) {
				assert.Equal(t, checkout.Confirmed, answer.Attempt.State)
			}
		})
	}
	wg.Wait()
	require.Len(t, s.payments(), 1)
	require.Equal(t, []int{1, 99, 1}, []int{s.count(`select count(*) from shop_order`), s.available(), s.mails(mail.OrderConfirmation)})
}

// Nobody knows whether the provider took it: that is found out by the workflow, which asks and does not pay again.
func TestAnUnknownAnswerAtOnceIsReconciled(t *testing.T) {
	s := direct(t, checkout.DefaultPolicy)
	s.provider.set(func() {
		s.provider.reply = func(*payment) error { return fault.New(fault.Unknown, "reply_lost") }
	})
	a := s.buy("fakecard")
	require.Equal(t, checkout.Unknown, a.State)
	require.Equal(t, 1, s.waiting())
	s.work()
	require.NoError(t, s.process.Begin(s.ctx, a.ID))
	s.reaches(a.ID, checkout.Confirmed)
	require.Equal(t, 1, s.payments()[a.Key()].authorizations)
}

// A plugin that is not there was asked for nothing: the customer pays otherwise.
func TestAPluginThatIsAwayAtOnce(t *testing.T) {
	s := direct(t, checkout.DefaultPolicy)
	s.provider.set(func() {
		s.provider.authorize = func(*payment) error { return fault.New(fault.Unavailable, "plugin_down") }
	})
	a := s.buy("moneyorder")
	require.Equal(t, []any{checkout.Failed, checkout.ReasonDown}, []any{a.State, a.Payment.Reason})
	require.Equal(t, []int{100, 0}, []int{s.available(), s.waiting()})
}

// Who asks dies with the answer. The attempt is taken up by the next worker, which asks the provider what became of it; one by another
// method has a workflow that does.
func TestWhoAsksAtOnceDies(t *testing.T) {
	s := direct(t, checkout.DefaultPolicy)
	s.sellBy(away{s.process})
	s.provider.set(func() {
		s.provider.reply = func(*payment) error { return errors.New("died") }
	})
	cart, total := s.guest("fakecard")
	_, err := s.service.Submit(s.ctx, cart, catalog.German, checkout.Shown{Total: total}, nil, checkout.Browser{})
	require.Equal(t, fault.Unavailable, fault.CodeOf(err))
	s.provider.set(func() { s.provider.reply = nil })
	stale := func() []string {
		ids, err := s.attempts.Stale(s.ctx, 10)
		require.NoError(t, err)
		return ids
	}
	require.Empty(t, stale(), "it may still be asked for")
	s.exec(`update checkout_attempt set created_at = now() - interval '1 minute'`)
	ids := stale()
	require.Len(t, ids, 1)
	s.exec(`update checkout_attempt set flow = 'redirect'`)
	require.Empty(t, stale())
	s.exec(`update checkout_attempt set flow = 'simple'`)
	s.work()
	a := s.reaches(ids[0], checkout.Confirmed)
	require.Equal(t, 1, s.payments()[a.Key()].authorizations)
}

// Who closes the page has ordered all the same.
func TestACustomerWhoLeavesAtOnce(t *testing.T) {
	s := direct(t, checkout.DefaultPolicy)
	ctx, leave := context.WithCancel(s.ctx)
	s.provider.set(func() {
		s.provider.authorize = func(*payment) error { leave(); return nil }
	})
	cart, total := s.guest("moneyorder")
	answer, err := s.service.Submit(ctx, cart, catalog.German, checkout.Shown{Total: total}, nil, checkout.Browser{})
	require.NoError(t, err)
	require.Equal(t, checkout.Pending, answer.Attempt.State)
}

// What the shop refuses after the provider has promised it is the workflow's to give back.
func TestMoneyThatIsRefusedAtOnceGoesBack(t *testing.T) {
	s := direct(t, checkout.DefaultPolicy)
	s.provider.set(func() {
		s.provider.authorize = func(p *payment) error { p.amount = money.Euro(1); return nil }
	})
	a := s.buy("fakecard")
	require.Equal(t, []any{checkout.Failed, checkout.ReasonAmount}, []any{a.State, a.Payment.Reason})
	require.Equal(t, 1, s.waiting())
	s.work()
	require.NoError(t, s.process.Begin(s.ctx, a.ID))
	require.Eventually(t, func() bool {
		debt, err := s.attempts.Debt(s.ctx, a.ID)
		return err == nil && !debt.Owed
	}, 20*time.Second, 20*time.Millisecond)
	require.Len(t, s.payments()[a.Key()].voided, 1)
}

// An order whose workflow begins when its time is over already, because Temporal was away for days, is cancelled, and nobody is reminded
// of what is no more.
func TestNobodyIsRemindedOfWhatIsOver(t *testing.T) {
	policy := checkout.DefaultPolicy
	policy.Prepayment = time.Second
	s := direct(t, policy)
	a := s.buy("moneyorder")
	time.Sleep(time.Until(a.CreatedAt.Add(2 * policy.Prepayment)))
	s.work()
	require.NoError(t, s.process.Begin(s.ctx, a.ID))
	s.reaches(a.ID, checkout.Failed)
	require.Equal(t, []int{0, 1}, []int{s.mails(mail.PaymentDue), s.mails(mail.OrderCancelled)})
}
