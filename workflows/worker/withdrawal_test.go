package worker_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/withdrawal"
	processes "kontor.dev/kontor/workflows/client"
	"kontor.dev/kontor/workflows/worker"
)

// returns is a shop that takes withdrawals. Its carrier and its bank answer as they are told.
type returns struct {
	*shop
	clock   *clock.Fixed
	store   *postgres.Withdrawals
	process *processes.Withdrawal

	mu     sync.Mutex
	paid   map[string]money.Amount // by key
	refuse error                   // of the bank
	sender address.Address         // on the last label
	away   error                   // of the carrier
}

func newReturns(t *testing.T) *returns {
	s := newShop(t, checkout.DefaultPolicy)
	s.rest()
	r := &returns{shop: s, clock: clock.NewFixed(time.Now().UTC()), store: postgres.NewWithdrawals(s.pool), paid: map[string]money.Amount{}}
	// Workflows are named by the withdrawal, and the tests' databases share one Temporal server.
	s.exec(fmt.Sprintf(`alter table withdrawal alter column id restart with %d`, 1_000_000+rand.Int64N(1_000_000_000_000)))
	r.process = processes.NewWithdrawal(s.temporal, s.deps.Queue)
	s.deps.Withdrawals = withdrawal.NewSteps(withdrawal.Parts{
		Store: r.store, Money: r, Carrier: r, Orders: s.operator, Clock: r.clock,
		Handling: withdrawal.Handling{
			Policy: withdrawal.Policy{Days: 14}, Operator: "shop@example.org",
			Returns: address.Address{Company: "Kontor", StreetName: "Weg", StreetNumber: "1", ZipCode: "20457", CityName: "Hamburg", CountryID: address.Germany},
		},
	})
	s.work()
	return r
}

// Refund implements withdrawal.Money.
func (r *returns) Refund(_ context.Context, _ checkout.PaymentRef, amount money.Amount, key string, _ int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.refuse != nil {
		return r.refuse
	}
	r.paid[key] = amount
	return nil
}

// Ship implements withdrawal.Carrier.
func (r *returns) Ship(_ context.Context, req checkout.ShipmentRequest) (checkout.Shipment, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if req.Sender != nil {
		r.sender = *req.Sender
	}
	return checkout.Shipment{Reference: "R", Packages: []checkout.Package{{TrackingNumber: "T", LabelType: "application/pdf", Label: []byte("%PDF")}}}, r.away
}

func (r *returns) set(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
}

// bought is a paid order that was dispatched.
func (r *returns) bought() *checkout.Attempt {
	r.Helper()
	a := r.buy("moneyorder")
	_, err := r.operator.Paid(r.ctx, a.OrderID, money.Amount{})
	require.NoError(r, err)
	_, err = r.operator.Ship(r.ctx, a.OrderID, order.Pick{})
	require.NoError(r, err)
	return a
}

// declare is what the page does, and then the outbox's relay.
func (r *returns) declare(orderID int64, items ...withdrawal.Item) int64 {
	r.Helper()
	id := r.declared(orderID, items...)
	require.NoError(r, r.process.Start(r.ctx, id))
	require.NoError(r, r.process.Start(r.ctx, id), "the relay delivers at least once")
	return id
}

func (r *returns) declared(orderID int64, items ...withdrawal.Item) int64 {
	r.Helper()
	w, err := r.store.Declare(r.ctx, withdrawal.Declaration{
		Key: ident.New(), OrderNumber: fmt.Sprint(orderID), Name: "Erika Muster", Email: "erika@example.org", Lang: catalog.German,
		Items: items,
	}, r.clock.Now())
	require.NoError(r, err)
	return w.ID
}

// stands waits until the withdrawal is in the status and the mail was asked for.
func (r *returns) stands(id int64, status withdrawal.Status, template string) *withdrawal.Withdrawal {
	r.Helper()
	var w *withdrawal.Withdrawal
	require.Eventually(r, func() bool {
		// The mail comes last: what is read once it was asked for is complete.
		if template != "" && r.mails(template) == 0 {
			return false
		}
		var err error
		w, err = r.store.Withdrawal(r.ctx, id)
		return err == nil && w.Status == status
	}, 20*time.Second, 20*time.Millisecond, "%s %s", status, template)
	return w
}

func (r *returns) act(id int64, c withdrawal.Command) error { return r.process.Act(r.ctx, id, c) }

func TestWithdrawalGetsALabelAndItsMoneyBack(t *testing.T) {
	r := newReturns(t)
	a := r.bought()
	id := r.declare(a.OrderID)
	w := r.stands(id, withdrawal.Accepted, mail.WithdrawalAccepted)
	require.Equal(t, a.Totals.Total, w.Amount)
	require.Equal(t, "T", w.Return.TrackingNumber)
	require.Equal(t, r.order(a.OrderID).Delivery.StreetName, r.sender.StreetName, "the consumer sends the goods, not the shop")
	require.NotEmpty(t, r.sender.StreetName)
	require.Empty(t, r.paid, "not before the goods are back")

	require.NoError(t, r.act(id, withdrawal.Command{Kind: withdrawal.Refund}))
	r.stands(id, withdrawal.Settled, mail.WithdrawalSettled)
	require.NoError(t, r.act(id, withdrawal.Command{Kind: withdrawal.Refund}), "twice is once, also when the workflow has ended")
	require.Equal(t, map[string]money.Amount{fmt.Sprintf("withdrawal-%d-refund", id): a.Totals.Total}, r.paid)
	require.Equal(t, []int{1, 1, 1}, []int{r.mails(mail.WithdrawalReceipt), r.mails(mail.WithdrawalAccepted), r.mails(mail.WithdrawalSettled)})
	r.recordWithdrawal("refunded", id)
}

func TestWithdrawalFromAnUnpaidOrderEndsIt(t *testing.T) {
	r := newReturns(t)
	a := r.buy("moneyorder")
	id := r.declare(a.OrderID)
	w := r.stands(id, withdrawal.Settled, mail.WithdrawalSettled)
	require.Zero(t, w.Amount.Minor)
	require.Equal(t, order.Cancelled, r.order(a.OrderID).Status)
	require.Equal(t, 100, r.available())
	r.recordWithdrawal("unpaid-order", id)
}

// Nothing of an order is wanted any more, and its goods are still here: they stay, and whatever was paid goes back as with any
// cancellation.
func TestWithdrawalBeforeTheGoodsLeaveEndsTheOrder(t *testing.T) {
	for name, c := range map[string]struct {
		buy    func(r *returns) *checkout.Attempt
		status withdrawal.Status
		mail   string
		given  bool // money came and goes back
	}{
		"promised": {func(r *returns) *checkout.Attempt { return r.buy("fakecard") }, withdrawal.Settled, mail.WithdrawalSettled, false},
		"taken": {func(r *returns) *checkout.Attempt {
			a := r.buy("fakepal")
			r.provider.approve(a)
			_, err := r.service.Return(r.ctx, a.ID, nil)
			require.NoError(t, err)
			return r.reaches(a.ID, checkout.Confirmed)
		}, withdrawal.Settled, mail.WithdrawalSettled, true},
		"transferred": {func(r *returns) *checkout.Attempt {
			a := r.buy("moneyorder")
			_, err := r.operator.Paid(r.ctx, a.OrderID, money.Amount{})
			require.NoError(t, err)
			return a
		}, withdrawal.ByHand, mail.WithdrawalReminder, true},
	} {
		t.Run(name, func(t *testing.T) {
			r := newReturns(t)
			a := c.buy(r)
			w := r.stands(r.declare(a.OrderID), c.status, c.mail)
			o, back := r.order(a.OrderID), money.Euro(0)
			if c.given {
				back = a.Totals.Total
			}
			require.Equal(t, []any{order.Cancelled, back, back}, []any{o.Status, o.Refunded(), w.Amount})
			require.Equal(t, 100, r.available())
			require.Nil(t, w.Return)
			if c.status == withdrawal.ByHand {
				require.NoError(t, r.act(w.ID, withdrawal.Command{Kind: withdrawal.Transferred}))
				r.stands(w.ID, withdrawal.Settled, mail.WithdrawalSettled)
			}
		})
	}
}

// Two withdrawals take an order between them: each gives its part back, and both together what was paid.
func TestWithdrawalsThatEndAnOrderTogetherGiveItBackOnce(t *testing.T) {
	one := withdrawal.Item{ArticleNumber: "NB-1", Quantity: 1}
	for payment, c := range map[string]struct {
		status withdrawal.Status
		mail   string
	}{"fakepal": {withdrawal.Settled, mail.WithdrawalSettled}, "moneyorder": {withdrawal.ByHand, mail.WithdrawalReminder}} {
		for _, together := range []bool{true, false} {
			t.Run(fmt.Sprint(payment, together), func(t *testing.T) {
				r := newReturns(t)
				a := r.submit(r.guestOf(payment, "dhl_standard", 2))
				if payment == "fakepal" {
					r.provider.approve(a)
					_, err := r.service.Return(r.ctx, a.ID, nil)
					require.NoError(t, err)
					r.reaches(a.ID, checkout.Confirmed)
				} else {
					_, err := r.operator.Paid(r.ctx, a.OrderID, money.Amount{})
					require.NoError(t, err)
				}
				var first, second int64
				if together {
					r.rest()
					first, second = r.declare(a.OrderID, one), r.declare(a.OrderID, one)
					for _, id := range []int64{first, second} {
						_, err := r.deps.Withdrawals.Decide(r.ctx, id)
						require.NoError(t, err)
					}
					r.work()
				} else {
					first = r.declare(a.OrderID, one)
					r.stands(first, withdrawal.Accepted, mail.WithdrawalAccepted)
					second = r.declare(a.OrderID, one)
					r.stands(second, c.status, c.mail)
					require.NoError(t, r.act(first, withdrawal.Command{Kind: withdrawal.Refund}))
				}
				w1, w2 := r.stands(first, c.status, c.mail), r.stands(second, c.status, c.mail)
				require.Equal(t, money.Euro(129900), w1.Amount)
				require.Equal(t, a.Totals.Total, w1.Amount.Add(w2.Amount))
				require.Equal(t, a.Totals.Total, r.order(a.OrderID).Refunded())
				require.Empty(t, r.paid, "cancelling did it")
				if c.status == withdrawal.ByHand {
					require.Equal(t, []string{"not_supported", "not_supported"}, []string{w1.Reason, w2.Reason})
				}
			})
		}
	}
}

// What a withdrawal had asked for before another one ended the order is its own, whoever asks again.
func TestWithdrawalThatAskedBeforeTheOrderEndedKeepsItsAmount(t *testing.T) {
	r := newReturns(t)
	r.set(func() { r.refuse = fault.New(fault.Invalid, "not_supported") })
	a := r.submit(r.guestOf("moneyorder", "dhl_standard", 3))
	_, err := r.operator.Paid(r.ctx, a.OrderID, money.Amount{})
	require.NoError(t, err)
	first := r.declare(a.OrderID, withdrawal.Item{ArticleNumber: "NB-1", Quantity: 2})
	two := r.stands(first, withdrawal.Accepted, mail.WithdrawalAccepted).Amount
	_, err = r.operator.Refund(r.ctx, a.OrderID, order.WithdrawalRequest(first), two)
	require.NoError(t, err)
	second := r.declare(a.OrderID, withdrawal.Item{ArticleNumber: "NB-1", Quantity: 1})
	require.Equal(t, a.Totals.Total.Sub(two), r.stands(second, withdrawal.ByHand, mail.WithdrawalReminder).Amount)
	require.NoError(t, r.act(first, withdrawal.Command{Kind: withdrawal.Refund}))
	require.Equal(t, two, r.stands(first, withdrawal.ByHand, mail.WithdrawalReminder).Amount)
}

// The provider is down when the order ends: commands are answered all the same, and the withdrawal settles with the refund.
func TestWithdrawalThatEndsAnOrderDuringAProviderOutage(t *testing.T) {
	r := newReturns(t)
	a := r.buy("fakepal")
	r.provider.approve(a)
	_, err := r.service.Return(r.ctx, a.ID, nil)
	require.NoError(t, err)
	r.reaches(a.ID, checkout.Confirmed)
	id := r.declared(a.OrderID)
	_, err = r.deps.Withdrawals.Decide(r.ctx, id)
	require.NoError(t, err)
	r.provider.set(func() {
		r.provider.move = func(*payment) error { return fault.New(fault.Unavailable, "plugin_down") }
	})
	hasty, cancel := context.WithTimeout(r.ctx, time.Second)
	defer cancel()
	_, _ = r.operator.Cancel(hasty, a.OrderID) // its answer waits for the provider
	r.becomes(a.OrderID, func(o *order.Order) bool { return o.Status == order.Cancelled })
	require.NoError(t, r.process.Start(r.ctx, id))
	require.Equal(t, a.Totals.Total, r.stands(id, withdrawal.Refunding, "").Amount)
	require.Equal(t, "withdrawal_refunding", fault.ReasonOf(r.act(id, withdrawal.Command{Kind: withdrawal.Transferred})))
	r.provider.set(func() { r.provider.move = nil })
	r.stands(id, withdrawal.Settled, mail.WithdrawalSettled)
	require.Equal(t, 1, r.mails(mail.WithdrawalSettled))
}

// The provider refuses what the order's end gives back, and an operator asks for it with a refund of the order: it went back then, and
// the withdrawal gives nothing back a second time.
func TestWithdrawalFromAnOrderWhoseRefundWasAskedForAnew(t *testing.T) {
	r := newReturns(t)
	a := r.buy("fakepal")
	r.provider.approve(a)
	_, err := r.service.Return(r.ctx, a.ID, nil)
	require.NoError(t, err)
	r.reaches(a.ID, checkout.Confirmed)
	r.provider.set(func() {
		r.provider.move = func(*payment) error { return fault.New(fault.Conflict, "balance_too_low") }
	})
	w := r.stands(r.declare(a.OrderID), withdrawal.ByHand, mail.WithdrawalReminder)
	require.Equal(t, []any{a.Totals.Total, "balance_too_low"}, []any{w.Amount, w.Reason})
	r.provider.set(func() { r.provider.move = nil })
	o, err := r.operator.Refund(r.ctx, a.OrderID, "anew", money.Amount{})
	require.NoError(t, err)
	require.Equal(t, a.Totals.Total, o.Refunded())
	require.NoError(t, r.act(w.ID, withdrawal.Command{Kind: withdrawal.Refund}))
	require.Equal(t, a.Totals.Total, r.stands(w.ID, withdrawal.Settled, mail.WithdrawalSettled).Amount)
	require.Empty(t, r.paid)
}

// The money came while the order waited for it, and the provider says so only when it is asked for the end.
func TestWithdrawalFromAnOrderThatTurnsOutPaidEndsIt(t *testing.T) {
	r := newReturns(t)
	a := r.buy("moneyorder")
	r.provider.become(a, checkout.OutcomeAuthorized)
	w := r.stands(r.declare(a.OrderID), withdrawal.ByHand, mail.WithdrawalReminder)
	require.Equal(t, []any{order.Cancelled, a.Totals.Total}, []any{r.order(a.OrderID).Status, w.Amount})
	require.Nil(t, w.Return)
	require.Equal(t, []int{100, 0}, []int{r.available(), r.mails(mail.WithdrawalAccepted)}, "nothing left, and nothing comes back")
}

// Nobody fetched the goods that were to come back: their money went back when the store's time was over.
func TestWithdrawalOfWhatNobodyCollected(t *testing.T) {
	r := newReturns(t)
	r.shop.clock.Advance(-20 * 24 * time.Hour)
	o := r.placed("fakecard", pickup, 1)
	o, err := r.operator.Ship(r.ctx, o.ID, order.Pick{})
	require.NoError(t, err)
	id := r.declare(o.ID)
	r.stands(id, withdrawal.Accepted, mail.WithdrawalAccepted)
	r.shop.clock.Advance(o.Deliveries[0].DueAt.Sub(r.shop.clock.Now()))
	require.NoError(t, r.begun.Begin(r.ctx, order.Ref{ID: o.ID, AttemptID: o.AttemptID}))
	r.becomes(o.ID, func(o *order.Order) bool { return o.Status == order.Cancelled && owesNothing(o) })
	require.NoError(t, r.act(id, withdrawal.Command{Kind: withdrawal.Refund}))
	require.Equal(t, o.Attempt.Totals.Total, r.stands(id, withdrawal.Settled, mail.WithdrawalSettled).Amount)
	require.Empty(t, r.paid)
}

func TestWithdrawalFromAnOrderThatLeftInPart(t *testing.T) {
	r := newReturns(t)
	o := r.placed("fakecard", "dhl_standard", 2)
	_, err := r.operator.Ship(r.ctx, o.ID, order.Pick{Items: []order.Item{{Line: 0, Quantity: 1}}})
	require.NoError(t, err)
	w := r.stands(r.declare(o.ID), withdrawal.Accepted, mail.WithdrawalAccepted)
	o = r.order(o.ID)
	require.Equal(t, []order.DeliveryState{order.DeliveryCancelled, order.Shipped}, []order.DeliveryState{o.Deliveries[0].State, o.Deliveries[1].State})
	require.Equal(t, []any{o.Deliveries[1].Amount, o.Captured()}, []any{w.Amount, w.Amount}, "what was taken, for what is to come back")
	require.NotNil(t, w.Return)
	require.Equal(t, 99, r.available())
}

// The provider is down for days: the operator is reminded, commands are answered, and the money goes out once.
func TestWithdrawalDuringAProviderOutage(t *testing.T) {
	r := newReturns(t)
	a := r.bought()
	id := r.declare(a.OrderID)
	r.stands(id, withdrawal.Accepted, mail.WithdrawalAccepted)
	r.set(func() { r.refuse = fault.New(fault.Unavailable, "plugin_down") })
	require.NoError(t, r.act(id, withdrawal.Command{Kind: withdrawal.Refund}))
	err := r.act(id, withdrawal.Command{Kind: withdrawal.Transferred})
	require.Equal(t, "withdrawal_refunding", fault.ReasonOf(err), "the provider may have paid")
	require.Equal(t, withdrawal.Refunding, r.stands(id, withdrawal.Refunding, "").Status)
	r.set(func() { r.refuse = nil })
	r.stands(id, withdrawal.Settled, mail.WithdrawalSettled)
	require.Len(t, r.paid, 1)
	r.recordWithdrawal("provider-outage", id)
}

func TestWithdrawalThatTheProviderCannotPayIsLeftToTheOperator(t *testing.T) {
	r := newReturns(t)
	r.set(func() { r.refuse = fault.New(fault.Invalid, "not_supported") })
	id := r.declare(r.bought().OrderID)
	r.stands(id, withdrawal.Accepted, mail.WithdrawalAccepted)
	require.NoError(t, r.act(id, withdrawal.Command{Kind: withdrawal.Refund}))
	w := r.stands(id, withdrawal.ByHand, mail.WithdrawalReminder)
	require.Equal(t, "not_supported", w.Reason)
	require.NoError(t, r.act(id, withdrawal.Command{Kind: withdrawal.Transferred}))
	r.stands(id, withdrawal.Settled, mail.WithdrawalSettled)
	require.Empty(t, r.paid)
	r.recordWithdrawal("by-hand", id)
}

// A claim is to be written off where nothing came, and not where the money went back with the goods.
func TestWithdrawalTellsNoMoneyFromMoneyThatWentBack(t *testing.T) {
	r := newReturns(t)
	r.set(func() { r.refuse = fault.New(fault.Conflict, "refund_nothing_left") }) // as the order's books answer both
	unpaid := r.buy("invoice")
	_, err := r.operator.Ship(r.ctx, unpaid.OrderID, order.Pick{})
	require.NoError(t, err)
	paid := r.bought()
	for orderID, reason := range map[int64]string{unpaid.OrderID: withdrawal.ReasonNotPaid, paid.OrderID: "refund_nothing_left"} {
		id := r.declare(orderID)
		r.stands(id, withdrawal.Accepted, mail.WithdrawalAccepted)
		_, err := r.operator.Return(r.ctx, orderID, 0, false)
		require.NoError(t, err)
		require.NoError(t, r.act(id, withdrawal.Command{Kind: withdrawal.Refund}))
		require.Equal(t, reason, r.stands(id, withdrawal.ByHand, mail.WithdrawalReminder).Reason)
	}
}

// Who sends the goods back and declares it after the money came is told so, and operators cannot pay again by mistake.
func TestWithdrawalOfWhatCameBackAndWasPaidIsRefused(t *testing.T) {
	r := newReturns(t)
	a := r.bought()
	_, err := r.operator.Return(r.ctx, a.OrderID, 0, false)
	require.NoError(t, err)
	id := r.declare(a.OrderID)
	require.Equal(t, withdrawal.ReasonReturned, r.stands(id, withdrawal.Refused, mail.WithdrawalRefused).Reason)
	require.Equal(t, withdrawal.ReasonReturned, fault.ReasonOf(r.act(id, withdrawal.Command{Kind: withdrawal.Accept})))
}

func TestWithdrawalTwiceIsRefusedOnceAndMayBeOverruled(t *testing.T) {
	r := newReturns(t)
	a := r.bought()
	first := r.declare(a.OrderID)
	r.stands(first, withdrawal.Accepted, mail.WithdrawalAccepted)
	second := r.declare(a.OrderID)
	require.Equal(t, withdrawal.ReasonAlready, r.stands(second, withdrawal.Refused, mail.WithdrawalRefused).Reason)
	require.Equal(t, withdrawal.ReasonAlready, fault.ReasonOf(r.act(second, withdrawal.Command{Kind: withdrawal.Accept})))

	require.NoError(t, r.act(first, withdrawal.Command{Kind: withdrawal.Reject, Reason: withdrawal.ReasonLate}))
	require.NoError(t, r.act(second, withdrawal.Command{Kind: withdrawal.Accept}), "its workflow had ended")
	r.stands(second, withdrawal.Accepted, "")
	require.Eventually(t, func() bool { return r.mails(mail.WithdrawalAccepted) == 2 }, 10*time.Second, 20*time.Millisecond)
	r.recordWithdrawal("rejected", first)
}

// The time to act has come and gone while no worker ran: the next one reminds, and goes on reminding.
func TestWithdrawalRemindsTheOperator(t *testing.T) {
	r := newReturns(t)
	id := r.declare(r.bought().OrderID)
	r.stands(id, withdrawal.Accepted, mail.WithdrawalAccepted)
	r.rest()
	r.exec(`update withdrawal set received_at = received_at - interval '13 days', due_at = due_at - interval '13 days'`)
	second := r.declare(r.boughtMeanwhile())
	r.exec(`update withdrawal set received_at = received_at - interval '13 days', due_at = due_at - interval '13 days' where id = $1`, second)
	r.work()
	require.Eventually(t, func() bool {
		w, err := r.store.Withdrawal(r.ctx, second)
		return err == nil && w.Reminders == 2
	}, 20*time.Second, 20*time.Millisecond)
	require.Equal(t, 2, r.mails(mail.WithdrawalReminder))
}

// boughtMeanwhile is an order that is paid for while a worker ran for a moment.
func (r *returns) boughtMeanwhile() int64 {
	r.work()
	defer r.rest()
	return r.bought().OrderID
}

// A worker that dies in the middle leaves nothing half done.
func TestWithdrawalSurvivesItsWorker(t *testing.T) {
	r := newReturns(t)
	id := r.declare(r.bought().OrderID)
	r.rest()
	second := worker.New(r.deps)
	ctx, cancel := context.WithCancel(r.ctx)
	done := make(chan error, 1)
	go func() { done <- second.Run(ctx) }()
	r.stands(id, withdrawal.Accepted, mail.WithdrawalAccepted)
	cancel()
	require.NoError(t, <-done)
	require.Equal(t, 1, r.mails(mail.WithdrawalAccepted))
}
