package worker_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

const pickup = "pickup_selfcollector_leipzig"

// placed buys some laptops and gives the order once it is placed and its fulfilment begun, as the relay does.
func (s *shop) placed(payment, option string, quantity int) *order.Order {
	s.Helper()
	a := s.submit(s.guestOf(payment, option, quantity))
	s.reaches(a.ID, checkout.Confirmed)
	require.Equal(s, 1, s.count(`
		select count(*) from outbox where topic = 'order.placed' and payload = jsonb_build_object('id', $1::bigint, 'attemptId', $2::text)`, a.OrderID, a.ID))
	for range 2 { // deliveries may come twice
		require.NoError(s, s.begun.Begin(s.ctx, order.Ref{ID: a.OrderID, AttemptID: a.ID}))
	}
	return s.becomes(a.OrderID, func(o *order.Order) bool { return len(o.Deliveries) == 1 })
}

// becomes waits for an order.
func (s *shop) becomes(id int64, is func(*order.Order) bool) (o *order.Order) {
	s.Helper()
	require.Eventually(s, func() bool { o = s.order(id); return is(o) }, 20*time.Second, 20*time.Millisecond)
	return o
}

// in reports whether the first delivery is in a state.
func in(state order.DeliveryState) func(*order.Order) bool {
	return func(o *order.Order) bool { return o.Deliveries[0].State == state }
}

// owesNothing reports whether every operation has been answered.
func owesNothing(o *order.Order) bool {
	for _, p := range o.Payments {
		if p.State == order.Wanted {
			return false
		}
	}
	return len(o.Payments) > 0
}

func (s *shop) payment(o *order.Order) *payment {
	s.provider.mu.Lock()
	defer s.provider.mu.Unlock()
	return s.provider.payments[o.Attempt.Key()]
}

// scan is the carrier calling, and the relay handing on what was stored.
func (s *shop) scan(scans ...checkout.Scan) {
	s.Helper()
	s.carrier.set(func() { s.carrier.scans = scans })
	_, err := s.hooks.Receive(s.ctx, "dhl", checkout.WebhookCall{})
	require.NoError(s, err)
	s.relayScans()
}

func (s *shop) relayScans() {
	s.Helper()
	rows, err := s.pool.Query(s.ctx, `update outbox set delivered_at = now() where topic = 'scan.stored' and delivered_at is null returning (payload->>'id')::bigint`)
	require.NoError(s, err)
	var ids []int64
	for rows.Next() {
		var id int64
		require.NoError(s, rows.Scan(&id))
		ids = append(ids, id)
	}
	require.NoError(s, rows.Err())
	for _, id := range ids {
		_, of, err := s.parcels.Scan(s.ctx, id)
		require.NoError(s, err)
		require.NoError(s, s.begun.Scan(s.ctx, of, id))
	}
}

func TestDispatchTakesTheMoneyAndTheCarrierTellsTheRest(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	o := s.placed("fakecard", "dhl_standard", 1)
	require.Equal(t, order.Planned, o.Deliveries[0].State)
	require.True(t, o.PaidAt.IsZero(), "held, not taken")
	for range 2 {
		var err error
		o, err = s.operator.Ship(s.ctx, o.ID, order.Pick{})
		require.NoError(t, err)
		require.Equal(t, order.Shipped, o.Deliveries[0].State)
	}
	total := o.Attempt.Totals.Total
	require.Equal(t, []movement{{o.Attempt.Key() + "-capture-1", "", total.Minor}}, s.payment(o).taken)
	require.Equal(t, total, o.Captured())
	require.False(t, o.PaidAt.IsZero())
	require.Equal(t, 1, s.mails(mail.OrderShipped))
	require.Equal(t, []int{1, 99}, []int{s.carrier.sent(), s.available()})
	require.Zero(t, s.count(`select count(*) from stock_reservation`))
	labels, err := s.parcels.Labels(s.ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, "%PDF "+labelKey(o.ID, 1, 1), string(labels[0].Label))

	parcel, now := o.Deliveries[0].Parcels[0].TrackingNumber, s.clock.Now()
	s.clock.Advance(2 * time.Hour)
	late := checkout.Scan{ID: "2", Plugin: "dhl", TrackingNumber: parcel, State: checkout.ParcelInTransit, At: now.Add(time.Hour)}
	s.scan(checkout.Scan{ID: "1", Plugin: "dhl", TrackingNumber: parcel, State: checkout.ParcelDelivered, At: now.Add(2 * time.Hour)}, late, late)
	o = s.becomes(o.ID, in(order.Delivered))
	require.WithinDuration(t, now.Add(2*time.Hour), o.Deliveries[0].DoneAt, time.Second)
	require.Equal(t, checkout.ParcelDelivered, o.Deliveries[0].Parcels[0].State)
	require.Equal(t, 2, s.count(`select count(*) from shipment_scan`))
	s.recordOrder("delivered-by-scan", o)
}

func TestTwoPartsAreTwoCapturesAndARefundKnowsWhichIsWhich(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	o := s.placed("fakecard", "dhl_standard", 2)
	o, err := s.operator.Ship(s.ctx, o.ID, order.Pick{Items: []order.Item{{Line: 0, Quantity: 1}}})
	require.NoError(t, err)
	require.Len(t, o.Deliveries, 2)
	require.True(t, o.PaidAt.IsZero(), "half of it is not paid")
	require.Equal(t, 1, s.count(`select sum(quantity) from stock_reservation`))
	_, err = s.operator.Ship(s.ctx, o.ID, order.Pick{Delivery: 1, Items: []order.Item{{Line: 0, Quantity: 2}}})
	require.ErrorIs(t, err, fault.New(fault.Invalid, "delivery_items_invalid"))
	o, err = s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.NoError(t, err)
	pay, total := s.payment(o), o.Attempt.Totals.Total
	require.Len(t, pay.taken, 2)
	require.Equal(t, total.Minor, pay.taken[0].cents+pay.taken[1].cents)
	require.Equal(t, total, o.Deliveries[0].Amount.Add(o.Deliveries[1].Amount))

	_, err = s.operator.Refund(s.ctx, o.ID, "much", total.Add(money.Euro(1)))
	require.ErrorIs(t, err, fault.New(fault.Conflict, "refund_too_high"))
	for range 2 {
		o, err = s.operator.Refund(s.ctx, o.ID, "some", money.Euro(pay.taken[0].cents+100))
		require.NoError(t, err)
	}
	require.Equal(t, []movement{
		{o.Attempt.Key() + "-refund-3", "CAP-" + pay.taken[0].key, pay.taken[0].cents},
		{o.Attempt.Key() + "-refund-4", "CAP-" + pay.taken[1].key, 100},
	}, pay.given)
	require.Equal(t, 1, s.mails(mail.OrderRefunded))
	_, err = s.operator.Refund(s.ctx, o.ID, "some", money.Euro(5))
	require.ErrorIs(t, err, fault.New(fault.Conflict, "refund_key_used"))
	o, err = s.operator.Refund(s.ctx, o.ID, "rest", money.Euro(0))
	require.NoError(t, err)
	require.Equal(t, total, o.Refunded())
	_, err = s.operator.Refund(s.ctx, o.ID, "more", money.Euro(0))
	require.ErrorIs(t, err, fault.New(fault.Conflict, "refund_nothing_left"))
	s.recordOrder("two-parts-refunded", o)
}

func TestRefusedCaptureTakesTheLabelBack(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	o := s.placed("fakecard", "dhl_standard", 1)
	s.provider.set(func() { s.provider.refuse = "payment_operation_expired" })
	_, err := s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.ErrorIs(t, err, fault.New(fault.Conflict, "payment_operation_expired"))
	o = s.order(o.ID)
	require.Equal(t, order.Planned, o.Deliveries[0].State)
	require.Equal(t, order.NoticeExpired, o.Notices[0].Kind)
	require.Equal(t, []string{"S-" + labelKey(o.ID, 1, 1)}, s.carrier.cancelled)
	require.Empty(t, o.Deliveries[0].Parcels)
	require.Zero(t, s.mails(mail.OrderShipped))

	s.provider.set(func() { s.provider.refuse = "" })
	o, err = s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.NoError(t, err)
	require.Equal(t, order.Shipped, o.Deliveries[0].State)
	require.Len(t, s.payment(o).taken, 1)
	require.Contains(t, s.carrier.shipments, labelKey(o.ID, 1, 2), "a label of its own")
	s.recordOrder("capture-refused", o)
}

func TestLostReplyToACaptureTakesTheMoneyOnce(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	o := s.placed("fakecard", "dhl_standard", 1)
	s.provider.set(func() {
		s.provider.move = func(*payment) error {
			s.provider.move = nil
			return fault.New(fault.Unknown, "plugin_outcome_unknown")
		}
	})
	o, err := s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.NoError(t, err)
	require.Equal(t, order.Shipped, o.Deliveries[0].State)
	require.Len(t, s.payment(o).taken, 1)
	require.Empty(t, s.carrier.cancelled)
	s.recordOrder("capture-reply-lost", o)
}

// The carrier made the label and its answer was lost for as long as an operator waits: the next dispatch gets that label.
func TestALabelWhoseAnswerIsLostIsMadeOnce(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	o := s.placed("fakecard", "dhl_standard", 1)
	s.carrier.set(func() {
		s.carrier.ship = func() error { return fault.New(fault.Invalid, "given_up") } // as a minute of lost answers ends
	})
	_, err := s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.ErrorIs(t, err, fault.New(fault.Invalid, "given_up"))
	s.carrier.set(func() { s.carrier.ship = nil })
	o, err = s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.NoError(t, err)
	require.Equal(t, "S-"+labelKey(o.ID, 1, 1), o.Deliveries[0].Reference)
}

func TestCarrierThatRefusesLeavesTheGoodsPlanned(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	o := s.placed("fakecard", "dhl_standard", 1)
	s.carrier.set(func() { s.carrier.ship = func() error { return fault.New(fault.Invalid, "address_unknown") } })
	_, err := s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.ErrorIs(t, err, fault.New(fault.Invalid, "address_unknown"))
	require.Equal(t, order.Planned, s.order(o.ID).Deliveries[0].State)
	require.Empty(t, s.payment(o).taken)
	s.recordOrder("label-refused", o)
}

// Nobody waits a minute for an answer that made no sense to come again.
func TestACarrierWhoseAnswerMakesNoSenseIsAskedOnce(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	o := s.placed("fakecard", "dhl_standard", 1)
	for _, bad := range []*fault.Error{fault.New(fault.Unknown, checkout.ReasonBadAnswer), fault.New(fault.Internal, checkout.ReasonFailed)} {
		asked := 0
		s.carrier.set(func() { s.carrier.ship = func() error { asked++; return bad } })
		_, err := s.operator.Ship(s.ctx, o.ID, order.Pick{})
		require.ErrorIs(t, err, bad)
		s.carrier.set(func() { require.Equal(t, 1, asked) })
		require.Equal(t, order.Planned, s.order(o.ID).Deliveries[0].State)
	}
}

func TestCancelBeforeDispatchLetsGoOfTheMoneyAndTheGoods(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	o := s.placed("fakecard", "dhl_standard", 1)
	for range 2 {
		var err error
		o, err = s.operator.Cancel(s.ctx, o.ID)
		require.NoError(t, err)
	}
	require.Equal(t, []any{order.Cancelled, order.ReasonCancelled}, []any{o.Status, o.CancelReason})
	require.Equal(t, []string{o.Attempt.Key() + "-void-1"}, s.payment(o).voided)
	require.Equal(t, []int{100, 1, 0}, []int{s.available(), s.mails(mail.OrderCancelled), s.mails(mail.OrderRefunded)})
	_, err := s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.ErrorIs(t, err, fault.New(fault.Conflict, "order_not_placed"))
	s.recordOrder("cancelled", o)
}

func TestCancelRefundsWhatWasTakenAtOnce(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	a := s.buy("fakepal")
	_, err := s.operator.Cancel(s.ctx, a.OrderID)
	require.ErrorIs(t, err, fault.New(fault.Conflict, "order_awaits_payment"), "its customer is at the provider")
	s.provider.approve(a)
	_, err = s.service.Return(s.ctx, a.ID, nil)
	require.NoError(t, err)
	s.reaches(a.ID, checkout.Confirmed)
	failed := false
	s.provider.set(func() {
		s.provider.move = func(*payment) error {
			s.provider.move, failed = nil, true
			return fault.New(fault.Unknown, "plugin_outcome_unknown")
		}
	})
	o, err := s.operator.Cancel(s.ctx, a.OrderID)
	require.NoError(t, err)
	require.True(t, failed)
	require.Equal(t, []movement{{a.Key() + "-refund-2", "", a.Totals.Total.Minor}}, s.payment(o).given)
	require.Equal(t, []int{100, 1, 1}, []int{s.available(), s.mails(mail.OrderCancelled), s.mails(mail.OrderRefunded)})
	require.Equal(t, a.Totals.Total, o.Refunded())
	s.recordOrder("cancelled-refunded", o)
}

func TestRestOfAnOrderIsCancelled(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	o := s.placed("fakecard", "dhl_standard", 2)
	_, err := s.operator.Ship(s.ctx, o.ID, order.Pick{Items: []order.Item{{Line: 0, Quantity: 1}}})
	require.NoError(t, err)
	o, err = s.operator.Cancel(s.ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, order.Placed, o.Status, "a part of it is under way")
	require.Equal(t, order.DeliveryCancelled, o.Deliveries[0].State)
	require.Equal(t, []int{99, 1, 0}, []int{s.available(), s.mails(mail.DeliveryCancelled), s.mails(mail.OrderCancelled)})
	require.Len(t, s.payment(o).voided, 1, "what was not taken is let go")
	_, err = s.operator.Cancel(s.ctx, o.ID)
	require.ErrorIs(t, err, fault.New(fault.Conflict, "order_dispatched"))
	s.recordOrder("rest-cancelled", o)
}

func TestPrepaidMoneyGoesBackByHand(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	a := s.buy("moneyorder")
	_, err := s.operator.Ship(s.ctx, a.OrderID, order.Pick{})
	require.ErrorIs(t, err, fault.New(fault.Conflict, "order_not_placed"))
	_, err = s.operator.Paid(s.ctx, a.OrderID, money.Amount{})
	require.NoError(t, err)
	o, err := s.operator.Ship(s.ctx, a.OrderID, order.Pick{})
	require.NoError(t, err)
	require.Empty(t, s.payment(o).taken, "the money is here")
	o, err = s.operator.Refund(s.ctx, a.OrderID, "", money.Euro(100))
	require.ErrorIs(t, err, fault.New(fault.Invalid, "input_invalid"))
	require.Nil(t, o)
	o, err = s.operator.Refund(s.ctx, a.OrderID, "goodwill", money.Euro(100))
	require.NoError(t, err)
	require.Equal(t, []order.OperationState{order.Done, order.ByHand}, []order.OperationState{o.Payments[0].State, o.Payments[1].State})
	require.Equal(t, order.NoticeByHand, o.Notices[0].Kind)
	require.Equal(t, 1, s.mails(mail.OrderRefunded))
	o, err = s.operator.Refund(s.ctx, a.OrderID, "more goodwill", money.Euro(250))
	require.NoError(t, err)
	require.Equal(t, "2: 1,00\u00a0€; 3: 2,50\u00a0€", o.Notices[0].Detail, "nobody has to look for the second")
}

// A part of an order on account is given up, and the customer pays all of it: what was not owed is told, and goes back by hand.
func TestWhatWasPaidTooMuchGoesBack(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	o := s.placed("invoice", "dhl_standard", 2)
	total := o.Attempt.Totals.Total
	_, err := s.operator.Ship(s.ctx, o.ID, order.Pick{Items: []order.Item{{Line: 0, Quantity: 1}}})
	require.NoError(t, err)
	o, err = s.operator.Cancel(s.ctx, o.ID)
	require.NoError(t, err)
	owed := o.Deliveries[1].Amount
	o, err = s.operator.Paid(s.ctx, o.ID, owed.Sub(money.Euro(1)))
	require.NoError(t, err)
	require.Equal(t, []any{money.Euro(1), true, 1}, []any{o.Open(), o.PaidAt.IsZero(), s.mails(mail.PaymentInPart)}, "the rest stays owed")
	for range 2 {
		o, err = s.operator.Paid(s.ctx, o.ID, total)
		require.NoError(t, err)
		require.Equal(t, []any{total, true, false}, []any{o.Captured(), o.Attempt.Payment.Captured, o.PaidAt.IsZero()})
		require.Len(t, o.Notices, 1)
		require.Equal(t, []string{order.NoticeOverpaid, total.Sub(owed).String()}, []string{o.Notices[0].Kind, o.Notices[0].Detail})
	}
	o, err = s.operator.Refund(s.ctx, o.ID, "too-much", total.Sub(owed))
	require.NoError(t, err)
	require.Equal(t, []any{total.Sub(owed), 1}, []any{o.OverpaidBy("too-much"), s.mails(mail.OrderRefunded)})

	reserved := s.buy("moneyorder")
	o, err = s.operator.Paid(s.ctx, reserved.OrderID, reserved.Totals.Total.Add(money.Euro(500)))
	require.NoError(t, err)
	require.Equal(t, order.Placed, o.Status)
	require.Equal(t, []order.Notice{{Kind: order.NoticeOverpaid, Detail: money.Euro(500).String(), At: o.Notices[0].At}}, o.Notices)
}

func TestGoodsThatNobodyCollectsGoBack(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	s.clock.Advance(-20 * 24 * time.Hour)
	o := s.placed("fakecard", pickup, 1)
	o, err := s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.NoError(t, err)
	remind, until := order.PickupTimes(s.clock.Now(), order.Saxony)
	require.Equal(t, []any{order.Ready, until}, []any{o.Deliveries[0].State, o.Deliveries[0].DueAt})
	require.Equal(t, 1, s.mails(mail.OrderReady))
	require.Len(t, s.payment(o).taken, 1)
	s.clock.Advance(remind.Sub(s.clock.Now()))
	s.becomes(o.ID, func(*order.Order) bool { return s.mails(mail.PickupReminder) == 1 })
	require.Equal(t, order.Ready, s.order(o.ID).Deliveries[0].State)
	s.clock.Advance(until.Sub(s.clock.Now()))
	o = s.becomes(o.ID, func(o *order.Order) bool { return in(order.Expired)(o) && owesNothing(o) })
	require.Equal(t, []any{order.Cancelled, order.ReasonNotCollected}, []any{o.Status, o.CancelReason})
	require.Equal(t, []movement{{o.Attempt.Key() + "-refund-2", "CAP-" + s.payment(o).taken[0].key, o.Attempt.Totals.Total.Minor}}, s.payment(o).given)
	require.Equal(t, []int{100, 1, 1}, []int{s.available(), s.mails(mail.OrderCancelled), s.mails(mail.OrderRefunded)})
	s.recordOrder("not-collected", o)
}

func TestWhoCollectsAndPaysInTheStoreHasPaid(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	o := s.placed("cashec", pickup, 1)
	_, err := s.operator.Deliver(s.ctx, o.ID, 0)
	require.ErrorIs(t, err, fault.New(fault.NotFound, "delivery_not_found"))
	_, err = s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.NoError(t, err)
	for range 2 {
		o, err = s.operator.Deliver(s.ctx, o.ID, 0)
		require.NoError(t, err)
	}
	require.Equal(t, order.Delivered, o.Deliveries[0].State)
	require.False(t, o.PaidAt.IsZero())
	require.Empty(t, s.payment(o).taken)
	s.recordOrder("collected", o)
}

func TestCashIsTakenForWhatIsCollectedAlone(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	s.clock.Advance(-20 * 24 * time.Hour)
	o := s.placed("cashec", pickup, 2)
	_, err := s.operator.Ship(s.ctx, o.ID, order.Pick{Items: []order.Item{{Line: 0, Quantity: 1}}})
	require.NoError(t, err)
	o, err = s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.NoError(t, err)
	first, second := o.Deliveries[0], o.Deliveries[1]
	for range 2 {
		o, err = s.operator.Deliver(s.ctx, o.ID, second.Number)
		require.NoError(t, err)
	}
	require.Equal(t, []any{second.Amount, true}, []any{o.Captured(), o.PaidAt.IsZero()})
	s.clock.Advance(first.DueAt.Sub(s.clock.Now()))
	require.NoError(t, s.begun.Begin(s.ctx, order.Ref{ID: o.ID, AttemptID: o.AttemptID}))
	o = s.becomes(o.ID, func(o *order.Order) bool { return in(order.Expired)(o) && owesNothing(o) })
	require.Equal(t, []any{second.Amount, int64(0)}, []any{o.Captured(), o.Refunded().Minor}, "nobody paid for what nobody collected")
	require.Equal(t, 99, s.available())
}

func TestSilentCarrierIsAsked(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	s.clock.Advance(-7 * time.Hour)
	o := s.placed("fakecard", "dhl_standard", 1)
	o, err := s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.NoError(t, err)
	s.carrier.set(func() {
		s.carrier.tracks[o.Deliveries[0].Parcels[0].TrackingNumber] = checkout.Track{State: checkout.ParcelDelivered}
	})
	s.clock.Advance(7 * time.Hour)
	s.becomes(o.ID, func(*order.Order) bool { s.relayScans(); return in(order.Delivered)(s.order(o.ID)) })
	s.recordOrder("delivered-by-asking", o)
}

func TestReturnGivesMoneyAndGoodsBack(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	for i, damaged := range []bool{false, true} {
		o := s.placed("fakecard", "dhl_standard", 1)
		_, err := s.operator.Return(s.ctx, o.ID, 1, damaged)
		require.ErrorIs(t, err, fault.New(fault.Conflict, "delivery_not_dispatched"))
		_, err = s.operator.Ship(s.ctx, o.ID, order.Pick{})
		require.NoError(t, err)
		_, err = s.operator.Deliver(s.ctx, o.ID, 0)
		require.NoError(t, err)
		for range 2 {
			o, err = s.operator.Return(s.ctx, o.ID, 1, damaged)
			require.NoError(t, err)
		}
		require.Equal(t, order.Returned, o.Deliveries[0].State)
		require.Equal(t, o.Attempt.Totals.Total, o.Refunded())
		require.Len(t, s.payment(o).given, 1)
		require.Equal(t, 100-i, s.available())
		s.recordOrder("returned", o)
	}
}

// The provider's promise ends before the goods have left: operators are told in time, and when it is too late.
func TestAuthorizationThatEndsIsTold(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	const day = 24 * time.Hour
	s.provider.set(func() { s.provider.ends = s.clock.Now().Add(-10 * day) })
	s.clock.Advance(-20 * day)
	o := s.placed("fakecard", "dhl_standard", 1)
	require.Empty(t, s.order(o.ID).Notices)
	told := func(kinds ...string) func(*order.Order) bool {
		return func(o *order.Order) bool {
			var have []string
			for _, n := range o.Notices {
				have = append(have, n.Kind)
			}
			return slices.Equal(have, kinds)
		}
	}
	s.clock.Advance(8 * day)
	s.becomes(o.ID, told(order.NoticeEnding))
	s.clock.Advance(3 * day)
	s.becomes(o.ID, told(order.NoticeEnding, order.NoticeExpired))
	s.recordOrder("authorization-ends", o)
}
