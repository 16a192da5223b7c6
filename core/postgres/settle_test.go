package postgres_test

import (
	"cmp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/pricing"
	"kontor.dev/kontor/core/voucher"
)

// inTwo is a placed order of two laptops, one of which has left.
func (s *shop) inTwo(placed checkout.Result, charge bool, change func(*order.Order)) *checkout.Attempt {
	s.Helper()
	s.stock(laptop, "main", 2)
	d := s.guest(map[int64]int{laptop: 2})
	d.Attempt.Payment.Code = "cod"
	a := s.freeze(d)
	placed.Reference = cmp.Or(placed.Reference, "PAY-1")
	s.settle(a.ID, placed)
	_, err := postgres.NewFulfilment(s.pool).Change(s.ctx, a.OrderID, func(o *order.Order) (order.Effects, error) {
		half := money.Euro(a.Totals.Total.Minor / 2)
		for i, state := range []order.DeliveryState{order.Shipped, order.Planned} {
			o.Deliveries = append(o.Deliveries, order.Delivery{
				Number: i + 1, State: state, Charge: charge, Items: []order.Item{{Line: 0, Quantity: 1}}, Amount: half,
			})
		}
		change(o)
		return order.Effects{}, nil
	})
	require.NoError(s, err)
	return a
}

var cameByTransfer = checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true}

func TestTheCashForOneParcelLeavesTheOtherToBePaid(t *testing.T) {
	s := newShop(t)
	a := s.inTwo(checkout.Result{Outcome: checkout.OutcomePending, Accepted: true}, false, func(*order.Order) {})
	for range 2 {
		s.settle(a.ID, cameByTransfer)
		o, err := postgres.NewFulfilment(s.pool).Order(s.ctx, a.OrderID)
		require.NoError(t, err)
		require.Equal(t, []any{false, true, money.Euro(129900)}, []any{o.Attempt.Payment.Captured, o.PaidAt.IsZero(), o.Captured()})
	}
}

func TestAnEventWithoutAnAmountIsOfThePartThatWasAsked(t *testing.T) {
	s := newShop(t)
	a := s.inTwo(checkout.Result{Outcome: checkout.OutcomeAuthorized}, true, func(o *order.Order) {
		o.Payments = []order.Operation{{
			Number: 1, Kind: order.CaptureMoney, State: order.Working, Delivery: 1, Amount: o.Deliveries[0].Amount, Reference: "CAP-1",
		}}
	})
	event := checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Reference: "PAY-1", Operation: "CAP-1"}
	s.settle(a.ID, event)
	o, err := postgres.NewFulfilment(s.pool).Order(s.ctx, a.OrderID)
	require.NoError(t, err)
	require.Equal(t, []any{false, true, order.Done}, []any{o.Attempt.Payment.Captured, o.PaidAt.IsZero(), o.Payments[0].State})
	event.Amount = a.Totals.Total
	s.settle(a.ID, event)
	require.False(t, s.order(a.OrderID).PaidAt.IsZero())
}

func TestMoneyThatComesAfterTheEndIsTold(t *testing.T) {
	s := newShop(t)
	a := s.inTwo(checkout.Result{Outcome: checkout.OutcomePending, Accepted: true}, false, func(o *order.Order) {
		o.Deliveries[0].State, o.Deliveries[1].State = order.DeliveryCancelled, order.DeliveryCancelled
		o.Status, o.CancelReason, o.CancelledAt = order.Cancelled, order.ReasonCancelled, time.Now()
	})
	for range 2 {
		s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Reference: "PAY-1", Amount: a.Totals.Total})
		o, err := postgres.NewFulfilment(s.pool).Order(s.ctx, a.OrderID)
		require.NoError(t, err)
		require.Len(t, o.Notices, 1)
		require.Equal(t, []any{order.NoticeLateMoney, order.Cancelled, a.Totals.Total}, []any{o.Notices[0].Kind, o.Status, o.Captured()})
	}
}

// A provider that releases what nobody paid for says that its time is over, as by a notice that gives no reason.
func TestWhatLapsesAtTheProviderIsToldAsSuch(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 1)
	a := s.freeze(s.guest(map[int64]int{laptop: 1}))
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeRedirect, Reference: "PAY-1", URL: "https://pay.example"})
	require.Equal(t, checkout.Failed, s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeVoided, Reference: "PAY-1"}).State)
	lapsed, err := s.attempts.Attempt(s.ctx, a.ID)
	require.NoError(t, err)
	require.Equal(t, checkout.ReasonLapsed, lapsed.Payment.Reason)
}

// What the browser gave is kept for as long as the provider may have to be asked again, and no longer.
func TestWhatTheBrowserGaveIsKeptUntilTheProviderHasAnswered(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 1)
	d := s.guest(map[int64]int{laptop: 1})
	d.Client = map[string]string{"token": "t"}
	a := s.freeze(d)
	given := func() (n int) {
		require.NoError(t, s.pool.QueryRow(s.ctx, `select count(*) from checkout_attempt where id = $1 and client ->> 'token' = 't'`, a.ID).Scan(&n))
		return n
	}
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeUnknown})
	require.Equal(t, 1, given())
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "PAY-1", Amount: a.Totals.Total})
	require.Zero(t, given())
}

// Nobody declined what was authorized over another amount: who paid is told that it comes back.
func TestAnotherAmountIsToldAsSuch(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 2)
	for reference, first := range map[string]checkout.Outcome{"PAY-1": checkout.OutcomeRedirect, "PAY-2": checkout.OutcomePending} {
		a := s.freeze(s.guest(map[int64]int{laptop: 1}))
		s.settle(a.ID, checkout.Result{Outcome: first, Reference: reference, URL: "https://pay.example", ExpiresAt: time.Now().Add(time.Hour)})
		wrong := checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: reference, Amount: money.Amount{Minor: a.Totals.Total.Minor, Currency: "USD"}}
		require.Equal(t, checkout.Failed, s.settle(a.ID, wrong).State)
		failed, err := s.attempts.Attempt(s.ctx, a.ID)
		require.NoError(t, err)
		require.Equal(t, checkout.ReasonAmount, failed.Payment.Reason)
	}
}

// The provider takes a capture or refund on, and refuses it days later.
func TestARefusalOfWhatIsUnderWayIsTold(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 1)
	a := s.freeze(s.guest(map[int64]int{laptop: 1}))
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "PAY-1", Amount: a.Totals.Total})
	refused := checkout.Result{Outcome: checkout.OutcomeDeclined, Reason: "payment_declined_refused"}
	s.settle(a.ID, refused)
	require.Empty(t, s.order(a.OrderID).Notices, "it is about a card that was tried before")
	_, err := s.pool.Exec(s.ctx, `insert into order_payment (order_id, number, kind, state, amount_minor) values ($1, 1, 'capture', 'working', 100)`, a.OrderID)
	require.NoError(t, err)
	for range 2 {
		require.Equal(t, checkout.Confirmed, s.settle(a.ID, refused).State)
	}
	notices := s.order(a.OrderID).Notices
	require.Len(t, notices, 1)
	require.Equal(t, []string{checkout.NoticeUndone, "PAY-1"}, []string{notices[0].Kind, notices[0].Detail})

	_, err = s.pool.Exec(s.ctx, `update order_payment set reference = 'CAP-1' where order_id = $1`, a.OrderID)
	require.NoError(t, err)
	refused.Operation = "CAP-1"
	for range 2 {
		require.Equal(t, checkout.Confirmed, s.settle(a.ID, refused).State)
	}
	o := s.order(a.OrderID)
	require.Equal(t, order.Refused, o.Payments[0].State, "one that is named is refused")
	require.Len(t, o.Notices, 2)
	require.Equal(t, []string{order.NoticeRefused, "payment_declined_refused"}, []string{o.Notices[1].Kind, o.Notices[1].Detail})
}

// The order may be placed by the customer's return, before the provider tells of what it has reserved. What it promises again later
// is of what is left.
func TestAPromiseOfLessThanTheOrderIsTold(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 2)
	place := func() *checkout.Attempt {
		a := s.freeze(s.guest(map[int64]int{laptop: 1}))
		s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "PAY-" + a.ID, Amount: a.Totals.Total})
		return a
	}
	a := place()
	promise := checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: a.Payment.Reference, Amount: a.Totals.Total}
	s.settle(a.ID, promise)
	require.Empty(t, s.order(a.OrderID).Notices)
	promise.Amount.Minor--
	for range 2 {
		require.Equal(t, checkout.Confirmed, s.settle(a.ID, promise).State)
	}
	notices := s.order(a.OrderID).Notices
	require.Len(t, notices, 1)
	require.Equal(t, []string{checkout.NoticeLess, promise.Amount.String()}, []string{notices[0].Kind, notices[0].Detail})

	b := place()
	_, err := s.pool.Exec(s.ctx, `insert into order_payment (order_id, number, kind, state, amount_minor) values ($1, 1, 'capture', 'done', 100)`, b.OrderID)
	require.NoError(t, err)
	promise.Reference = b.Payment.Reference
	s.settle(b.ID, promise)
	require.Empty(t, s.order(b.OrderID).Notices)
}

// Money of an attempt that failed is counted as stuck from when it should have gone back, and not while the provider works on that.
func TestOwedMoneyIsCountedAsStuck(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 1)
	a := s.freeze(s.guest(map[int64]int{laptop: 1}))
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeDeclined, Reason: "payment_declined_refused"})
	require.True(t, s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "PAY-1", Amount: a.Totals.Total}).Compensate)
	owed := func() int {
		t.Helper()
		counts, err := s.attempts.Stuck(s.ctx)
		require.NoError(t, err)
		return counts[string(checkout.TroubleOwed)]
	}
	require.Zero(t, owed(), "it is about to go back")
	_, err := s.pool.Exec(s.ctx, `update checkout_attempt set updated_at = updated_at - interval '3 minutes' where id = $1`, a.ID)
	require.NoError(t, err)
	require.Equal(t, 1, owed())
	require.NoError(t, s.attempts.Notice(s.ctx, a.OrderID, checkout.NoticeGoingBack, ""))
	require.Zero(t, owed(), "the provider works on it")
	_, err = s.pool.Exec(s.ctx, `update order_notice set created_at = created_at - interval '4 days'`)
	require.NoError(t, err)
	require.Equal(t, 1, owed(), "for too long")
	require.NoError(t, s.attempts.Notice(s.ctx, a.OrderID, checkout.NoticeRepaid, ""))
	require.Zero(t, owed())
}

func TestWhoWaitsLongestIsSentFirst(t *testing.T) {
	s := newShop(t)
	placed := func(reference string, change func(*order.Order)) *checkout.Attempt {
		return s.inTwo(checkout.Result{Outcome: checkout.OutcomePending, Accepted: true, Reference: reference}, false, change)
	}
	first, second := placed("PAY-1", func(*order.Order) {}), placed("PAY-2", func(*order.Order) {})
	placed("PAY-3", func(o *order.Order) { o.Deliveries[1].State = order.Shipped })
	list, total, err := s.orders.Orders(s.ctx, order.Filter{ToShip: true}, page.Of(1, 9, 50))
	require.NoError(t, err)
	require.Equal(t, 2, total)
	require.Equal(t, []int64{first.OrderID, second.OrderID}, []int64{list[0].ID, list[1].ID})
}

// A voucher serves once more where the order that redeemed it came to nothing.
func TestAVoucherComesBackWithItsOrder(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 9)
	require.NoError(t, postgres.NewVouchers(s.pool).Save(s.ctx, &voucher.Voucher{Code: "EINS", Amount: money.Euro(100), ValidFrom: march, MaxRedemptions: 1}))
	redeeming := func() checkout.Draft {
		d := s.guest(map[int64]int{laptop: 1})
		d.Attempt.Totals.Discounts = []pricing.Applied{{Code: "EINS", Amount: money.Euro(100)}}
		return d
	}
	declined := checkout.Result{Outcome: checkout.OutcomeDeclined}
	for _, results := range [][]checkout.Result{{declined}, {{Outcome: checkout.OutcomePending}, declined}} {
		a := s.freeze(redeeming())
		require.Equal(t, 1, s.count(`select redeemed from voucher`))
		_, err := s.store.Freeze(s.ctx, redeeming())
		require.Equal(t, "voucher_used_up", fault.ReasonOf(err))
		for _, r := range append(results, declined) { // the last comes twice
			s.settle(a.ID, r)
		}
		require.Zero(t, s.count(`select redeemed from voucher`))
	}
	s.settle(s.freeze(redeeming()).ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true})
	require.Equal(t, 1, s.count(`select redeemed from voucher`))
}

// Somebody refunds in the provider's own back office, whatever the shop has given back before: operators hear of each such refund once.
func TestARefundMadeAtTheProviderIsNoted(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 9)
	a := s.freeze(s.guest(map[int64]int{laptop: 1}))
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Reference: "PAY-1"})
	_, err := s.pool.Exec(s.ctx, `
		insert into order_payment (order_id, number, kind, state, amount_minor, reference, capture, request)
		values ($1, 1, 'capture', 'done', 129900, '', 0, ''), ($1, 2, 'refund', 'done', 100, 'REF-1', 1, 'a'), ($1, 3, 'refund', 'wanted', 200, '', 1, 'b')`, a.OrderID)
	require.NoError(t, err)
	for range 2 {
		for operation, cents := range map[string]int64{"REF-1": 100, "REF-2": 200, "REF-3": 500} {
			s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeRefunded, Reference: "PAY-1", Operation: operation, Amount: money.Euro(cents)})
		}
	}
	o := s.order(a.OrderID)
	require.Len(t, o.Notices, 1)
	require.Equal(t, []string{checkout.NoticeRefunded, "REF-3 5,00\u00a0€"}, []string{o.Notices[0].Kind, o.Notices[0].Detail})
	require.Equal(t, []any{order.Wanted, "REF-2"}, []any{o.Payments[2].State, o.Payments[2].Reference}, "which the shop asked for")
}

// Operators hear of money that went back and that nobody at the shop asked to go back.
func TestARefundThatNobodyAskedForIsNoted(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 9)
	for kind, notices := range map[string]int{"": 1, "capture": 1, "refund": 0} {
		a := s.freeze(s.guest(map[int64]int{laptop: 1}))
		s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true})
		if kind != "" {
			_, err := s.pool.Exec(s.ctx, `
				insert into order_payment (order_id, number, kind, state, amount_minor) values ($1, 9, $2, 'done', 100)`, a.OrderID, kind)
			require.NoError(t, err)
		}
		for range 2 {
			s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeRefunded})
		}
		require.Equal(t, notices, s.count(`select count(*) from order_notice where order_id = $1 and kind = $2`, a.OrderID, checkout.NoticeRefunded), kind)
	}
}
