package order

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
)

// However an order is divided, no cent and no piece is lost, and none is captured or refunded twice.
func TestPartsAddUp(t *testing.T) {
	for seed := range uint64(300) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			o := &Order{ID: 1, Status: Placed}
			o.Attempt.Payment.Outcome = checkout.OutcomeAuthorized
			sum, pieces := money.Euro(int64(r.IntN(500))), 0
			for range 1 + r.IntN(4) {
				l := checkout.Line{Quantity: 1 + r.IntN(5), Unit: money.Euro(int64(r.IntN(10000)))}
				o.Attempt.Lines = append(o.Attempt.Lines, l)
				sum, pieces = sum.Add(l.Unit.Times(int64(l.Quantity))), pieces+l.Quantity
			}
			o.Attempt.Totals.Total = sum
			o.plan()
			for {
				d := o.delivery(0, Planned)
				if d == nil {
					break
				}
				i := d.Items[r.IntN(len(d.Items))]
				number, err := o.pick(Pick{Delivery: d.Number, Items: []Item{{Line: i.Line, Quantity: 1 + r.IntN(i.Quantity)}}})
				require.NoError(t, err)
				o.captureOf(number).State = Done
				o.delivery(number).State = Shipped
			}
			total, sent := money.Euro(0), 0
			for _, d := range o.Deliveries {
				require.GreaterOrEqual(t, d.Amount.Minor, int64(0))
				total = total.Add(d.Amount)
				for _, i := range d.Items {
					sent += i.Quantity
				}
			}
			require.Equal(t, []any{sum, pieces, sum}, []any{total, sent, o.Captured()})
			for n := 0; o.Refunded() != sum; n++ {
				left := sum.Sub(o.Refunded()).Minor
				require.NoError(t, o.refund(fmt.Sprint(n), money.Euro(1+r.Int64N(left))))
			}
			of := map[int]money.Amount{}
			for _, p := range o.Payments {
				if p.Kind == RefundMoney {
					of[p.Capture] = money.Euro(of[p.Capture].Minor + p.Amount.Minor)
				}
			}
			for number, given := range of {
				require.LessOrEqual(t, given.Minor, o.payment(number).Amount.Minor, "capture %d", number)
			}
		})
	}
}

func TestPlanKeepsTheDeliveriesOfTheCheckout(t *testing.T) {
	o := &Order{ID: 1, Status: Placed}
	o.Attempt.Lines = []checkout.Line{{Quantity: 2, Unit: money.Euro(1000)}, {Quantity: 1, Unit: money.Euro(8000)}}
	o.Attempt.Totals.Total = money.Euro(10000 + 499 + 3990 - 1)
	o.Attempt.Deliveries = []checkout.Delivery{
		{ID: 1, Lines: []int{0}, Option: checkout.ShippingOption{ID: "dhl", Fee: money.Euro(499)}, Parcels: []checkout.Parcel{{WeightGrams: 900}}},
		{ID: 2, Lines: []int{1}, Option: checkout.ShippingOption{ID: "freight", Fee: money.Euro(3990)}, Parcels: []checkout.Parcel{{WeightGrams: 9}, {WeightGrams: 8}}},
	}
	o.plan()
	require.Equal(t, []Item{{Line: 0, Quantity: 2}}, o.Deliveries[0].Items)
	require.Equal(t, "freight", o.Deliveries[1].Shipping.ID)
	require.Equal(t, o.Attempt.Totals.Total, o.Deliveries[0].Amount.Add(o.Deliveries[1].Amount))
	require.Len(t, o.parcels(&o.Deliveries[1]), 2, "packed as it was priced")
	number, err := o.pick(Pick{Delivery: 1, Items: []Item{{Line: 0, Quantity: 1}}})
	require.NoError(t, err)
	require.Equal(t, 3, number)
	for i := range o.Deliveries {
		require.Equal(t, o.Deliveries[i].Number == 2, o.parcels(&o.Deliveries[i]) != nil)
	}
}

// Who pays on delivery or by invoice pays for what came.
func TestWhatWasGivenUpBeforeItWasPaidIsNotPaid(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	for before, taken := range map[bool]int64{true: 10000, false: 6000} {
		o := &Order{ID: 1, Status: Placed}
		o.Attempt.Payment.Captured, o.Attempt.Totals.Total = before, money.Euro(10000)
		o.Deliveries = []Delivery{
			{Number: 1, State: Delivered, Amount: money.Euro(6000)}, {Number: 2, State: Planned, Amount: money.Euro(4000)},
		}
		_, err := o.cancel("", now)
		require.NoError(t, err)
		o.Attempt.Payment.Captured = true
		require.NoError(t, o.refund("all", money.Amount{}))
		require.Equal(t, []int64{taken, taken}, []int64{o.Captured().Minor, o.Refunded().Minor})
	}
}

// Who collects one delivery in a store and pays for all of them gets the other's money back.
func TestWhatWasPaidBesideACollectedDeliveryGoesBackWithTheRest(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	for all, back := range map[bool]int64{true: 4000, false: 0} {
		o := &Order{ID: 1, Status: Placed}
		o.Attempt.Totals.Total = money.Euro(10000)
		o.Deliveries = []Delivery{
			{Number: 1, State: Delivered, Amount: money.Euro(6000)}, {Number: 2, State: Planned, Amount: money.Euro(4000)},
		}
		require.False(t, o.collected(&o.Deliveries[0], now))
		o.Attempt.Payment.Captured = all // as `kontor order paid` says
		_, err := o.cancel("", now)
		require.NoError(t, err)
		require.Equal(t, []int64{6000 + back, back}, []int64{o.Captured().Minor, o.Refunded().Minor})
	}
}

// Nothing of it will ever reach the customer, whichever part was given up last.
func TestAnOrderOfWhichAllWasGivenUpIsCancelled(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	o := &Order{ID: 1, Status: Placed}
	o.Attempt.Totals.Total = money.Euro(10000)
	o.Deliveries = []Delivery{
		{Number: 1, State: Ready, DueAt: now, Amount: money.Euro(6000)}, {Number: 2, State: Planned, Amount: money.Euro(4000)},
	}
	require.Equal(t, []Mail{{mail.DeliveryCancelled, 1, ""}}, o.expire(1, now).Mails)
	require.Equal(t, Placed, o.Status)
	e, err := o.cancel(ReasonCancelled, now)
	require.NoError(t, err)
	require.Equal(t, []Mail{{mail.OrderCancelled, 0, ""}}, e.Mails)
	require.Equal(t, []any{Cancelled, ReasonCancelled}, []any{o.Status, o.CancelReason})
}

// What came back before it was paid was not paid, and what came back afterwards was.
func TestWhatCameBackBeforeItWasPaidIsNotPaid(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	for before, taken := range map[bool]int64{true: 10000, false: 6000} {
		o := &Order{ID: 1, Status: Placed}
		o.Attempt.Payment.Captured, o.Attempt.Totals.Total = before, money.Euro(10000)
		o.Deliveries = []Delivery{
			{Number: 1, State: Delivered, Amount: money.Euro(6000)}, {Number: 2, State: Shipped, Amount: money.Euro(4000)},
		}
		e, err := o.returned(2, false, now)
		require.NoError(t, err)
		require.Equal(t, !before, slices.Equal(e.Mails, []Mail{{mail.DeliveryReturned, 2, ""}}), "with the credit note that no refund brings")
		o.Attempt.Payment.Captured = true
		e, err = o.returned(1, false, now)
		require.NoError(t, err)
		require.Empty(t, e.Mails)
		require.Equal(t, []int64{taken, taken}, []int64{o.Captured().Minor, o.Refunded().Minor})
	}
	all := &Order{ID: 1, Status: Placed, Deliveries: []Delivery{{Number: 1, State: Delivered, Amount: money.Euro(10000)}}}
	all.Attempt.Totals.Total = money.Euro(10000)
	_, err := all.returned(1, false, now)
	require.NoError(t, err)
	all.Attempt.Payment.Captured = true
	require.NoError(t, all.refund("came all the same", money.Amount{}))
	require.Equal(t, int64(10000), all.Refunded().Minor)

	cash := &Order{ID: 1, Status: Placed, Deliveries: []Delivery{
		{Number: 1, State: Delivered, Amount: money.Euro(6000)}, {Number: 2, State: Delivered, Amount: money.Euro(2000)},
		{Number: 3, State: Ready, Amount: money.Euro(2000)},
	}}
	cash.Attempt.Totals.Total = money.Euro(10000)
	require.False(t, cash.collected(&cash.Deliveries[0], now))
	_, err = cash.returned(1, false, now)
	require.NoError(t, err)
	require.False(t, cash.collected(&cash.Deliveries[1], now), "the third is not paid")
	require.True(t, cash.collected(&cash.Deliveries[2], now))
}

// However an order comes to nothing, it is cancelled and its voucher can be used again.
func TestAnOrderThatCameToNothingIsCancelledWithItsVoucher(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	of := func(states ...DeliveryState) *Order {
		o := &Order{ID: 1, Status: Placed}
		for i, s := range states {
			o.Deliveries = append(o.Deliveries, Delivery{Number: i + 1, State: s, DueAt: now})
		}
		return o
	}
	for _, first := range []DeliveryState{Expired, DeliveryCancelled, Delivered} {
		late, dropped := of(first, Ready), of(first, Planned)
		e := late.expire(2, now)
		require.Equal(t, []bool{first != Delivered, first != Delivered}, []bool{late.Status == Cancelled, e.Vouchers})
		e, err := dropped.cancel(ReasonCancelled, now)
		require.NoError(t, err)
		require.Equal(t, []bool{first != Delivered, first != Delivered}, []bool{dropped.Status == Cancelled, e.Vouchers})
	}
}

// What is left of an order is paid once its share is taken, before or after the rest is cancelled.
func TestAnOrderIsPaidWithoutWhatWasCancelled(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	o := &Order{ID: 1, Status: Placed}
	o.Attempt.Totals.Total = money.Euro(10000)
	o.Payments = []Operation{{Number: 1, Kind: CaptureMoney, State: Done, Delivery: 1, Amount: money.Euro(5000)}}
	for i, amount := range []int64{5000, 3000, 2000} {
		d := Delivery{Number: i + 1, State: Planned, Charge: true, Amount: money.Euro(amount)}
		if i == 0 {
			d.State = Delivered
		}
		o.Deliveries = append(o.Deliveries, d)
	}
	_, err := o.cancel(ReasonCancelled, now)
	require.NoError(t, err)
	require.Equal(t, now, o.PaidAt)
	require.Equal(t, money.Euro(5000), o.voided().Amount, "all that was promised and is not taken")

	fetched := &Order{ID: 1, Status: Placed, Payments: o.Payments[:1], Deliveries: []Delivery{
		{Number: 1, State: Delivered, Amount: money.Euro(5000)}, {Number: 2, State: Ready, Amount: money.Euro(5000), DueAt: now},
	}}
	fetched.Attempt.Totals.Total = money.Euro(10000)
	fetched.expire(2, now)
	require.Equal(t, now, fetched.PaidAt)

	later := &Order{ID: 1, Status: Placed, Deliveries: []Delivery{
		{Number: 1, State: Dispatching, Charge: true, Amount: money.Euro(6000)},
		{Number: 2, State: DeliveryCancelled, Charge: true, Amount: money.Euro(4000)},
	}}
	later.Attempt.Totals.Total = money.Euro(10000)
	later.Payments = []Operation{{Number: 1, Kind: CaptureMoney, State: Wanted, Delivery: 1, Amount: money.Euro(6000)}}
	(&Fulfiller{clock: clock.NewFixed(now)}).book(later, 1, checkout.Receipt{Done: true})
	require.Equal(t, now, later.PaidAt)
}

// The money of two captures goes back in two parts. Whichever of them is refused, the customer is told of the other, and
// operators what is still owed.
func TestAPartOfARefundThatIsRefusedIsOwed(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	f := &Fulfiller{clock: clock.NewFixed(now)}
	for _, refused := range []int{3, 4, 0} {
		o := &Order{ID: 1, Status: Placed, Payments: []Operation{
			{Number: 1, Kind: CaptureMoney, State: Done, Delivery: 1, Amount: money.Euro(6000)},
			{Number: 2, Kind: CaptureMoney, State: Done, Delivery: 2, Amount: money.Euro(4000)},
		}}
		o.Attempt.Totals.Total = money.Euro(10000)
		require.NoError(t, o.refund("all", money.Amount{}))
		var told Effects
		for _, number := range []int{3, 4} {
			r := checkout.Receipt{Done: true}
			if number == refused || refused == 0 {
				r = checkout.Receipt{Reason: "payment_operation_refused"}
			}
			e := f.book(o, number, r)
			told.Mails, told.Notices = append(told.Mails, e.Mails...), append(told.Notices, e.Notices...)
		}
		if refused == 0 {
			require.Empty(t, told.Mails)
			continue
		}
		require.Equal(t, []Mail{{mail.OrderRefunded, 0, "all"}}, told.Mails)
		p := o.payment(refused)
		require.Equal(t, []Notice{{Kind: NoticeNotRefunded, Detail: fmt.Sprintf("%d: %s payment_operation_refused", refused, p.Amount)}}, told.Notices)
		require.Equal(t, p.Amount, o.Captured().Sub(o.Refunded()), "it can be given back again")
	}
}

// Operators who were told of a refund that was refused are told when that money went back.
func TestARefundThatWasRefusedIsAnswered(t *testing.T) {
	f := &Fulfiller{clock: clock.NewFixed(time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC))}
	made := []Notice{{Kind: NoticeRefundMade, Detail: "3: " + money.Euro(1000).String()}}
	for name, c := range map[string]struct {
		first, then checkout.Receipt
		want        []Notice
	}{
		"made":              {checkout.Receipt{Reason: "payment_operation_closed"}, checkout.Receipt{Done: true}, made},
		"under way":         {checkout.Receipt{Reason: "payment_operation_closed"}, checkout.Receipt{}, made},
		"was never refused": {checkout.Receipt{Done: true}, checkout.Receipt{Done: true}, nil},
		"refused again": {
			checkout.Receipt{Reason: "payment_operation_closed"}, checkout.Receipt{Reason: "payment_operation_closed"},
			[]Notice{{Kind: NoticeNotRefunded, Detail: "3: " + money.Euro(1000).String() + " payment_operation_closed"}},
		},
	} {
		o := &Order{ID: 1, Status: Placed, Payments: []Operation{{Number: 1, Kind: CaptureMoney, State: Done, Delivery: 1, Amount: money.Euro(6000)}}}
		o.Attempt.Totals.Total = money.Euro(6000)
		require.NoError(t, o.refund("first", money.Euro(1000)))
		f.book(o, 2, c.first)
		require.NoError(t, o.refund("then", money.Euro(1000)))
		require.Equal(t, c.want, f.book(o, 3, c.then).Notices, name)
		require.NoError(t, o.refund("more", money.Euro(100)))
		require.Equal(t, name == "refused again", len(f.book(o, 4, checkout.Receipt{Done: true}).Notices) > 0, "%s: all of it is back otherwise", name)
	}
}

// The provider gave a part of it back, or none, and an operator transfers what is missing: all of it is booked once.
func TestWhatIsTransferredForAWithdrawalIsBookedWhole(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	for _, answered := range []OperationState{Done, ByHand, Refused} {
		o := &Order{ID: 1, Status: Placed, Payments: []Operation{
			{Number: 1, Kind: CaptureMoney, State: Done, Delivery: 1, Amount: money.Euro(6000)},
			{Number: 2, Kind: CaptureMoney, State: Done, Delivery: 2, Amount: money.Euro(4000)},
		}}
		o.Attempt.Totals.Total = money.Euro(10000)
		require.NoError(t, o.refund(WithdrawalRequest(7), money.Euro(9000)))
		o.Payments[2].State, o.Payments[3].State = answered, Refused
		o.Transferred(7, money.Euro(9000), now)
		require.Equal(t, int64(9000), o.Refunded().Minor, answered)
		require.Empty(t, slices.DeleteFunc(o.Payments, func(p Operation) bool { return p.State == Done || p.State == Refused }))
	}
}

// The same key asks for the same label: as long as none is known to be made, and none was taken back.
func TestAShipmentKeepsItsKeyUntilItsLabelIsTakenBack(t *testing.T) {
	o := &Order{ID: 1, Status: Placed}
	o.Attempt.Lines = []checkout.Line{{Quantity: 1, Unit: money.Euro(6000)}, {Quantity: 2, Unit: money.Euro(2000)}}
	o.Deliveries = []Delivery{{Number: 1, State: Planned, Items: []Item{{0, 1}, {1, 2}}, Amount: money.Euro(10000)}}
	ship := func(p Pick) *Delivery {
		number, err := o.pick(p)
		require.NoError(t, err)
		return o.delivery(number)
	}
	first := ship(Pick{}).key(o)
	o.unpick(1)
	require.Equal(t, first, ship(Pick{}).key(o), "its answer may have been lost")
	o.Deliveries[0].Reference = "S-1"
	o.unpick(1)
	second := ship(Pick{}).key(o)
	require.NotEqual(t, first, second, "that label was taken back")
	o.unpick(1)

	part := Pick{Items: []Item{{0, 1}}}
	number := ship(part).Number
	require.Equal(t, 2, number)
	o.unpick(number)
	require.Equal(t, number, ship(part).Number, "it was split off already")
	rest := ship(Pick{Delivery: 1})
	require.NotContains(t, []string{first, second}, rest.key(o), "that label was for more")
}

// Nobody was asked for the money of goods that got no label: that is told apart from a provider's refusal.
func TestMoneyOfGoodsWithoutALabelWasNotRefused(t *testing.T) {
	for label, reason := range map[string]string{"": ReasonStayed, "S-1": ""} {
		o := &Order{ID: 1, Status: Placed}
		o.Deliveries = []Delivery{{Number: 1, State: Dispatching, Charge: true, Reference: label, Amount: money.Euro(100)}}
		o.operation(Operation{Kind: CaptureMoney, Delivery: 1, Amount: money.Euro(100)})
		o.unpick(1)
		require.Equal(t, []any{Planned, Refused, reason}, []any{o.Deliveries[0].State, o.Payments[0].State, o.Payments[0].Reason}, label)
	}
}

// Goods that lie in a store have left, too.
func TestWhatAStoreHoldsIsTakenBackWithoutNamingIt(t *testing.T) {
	o := &Order{ID: 1, Status: Placed, Deliveries: []Delivery{{Number: 1, State: Ready, Amount: money.Euro(100)}}}
	for range 2 {
		_, err := o.returned(0, false, time.Now())
		require.NoError(t, err)
		require.Equal(t, Returned, o.Deliveries[0].State)
	}
}

// A provider refuses a part of what is to go back: the same request asks for that part again, by a key of its own, and for no more.
func TestWhatWasRefusedOfARefundIsAskedForAnew(t *testing.T) {
	o := &Order{ID: 1, Status: Placed}
	o.Attempt.Totals.Total = money.Euro(10000)
	for i, cents := range []int64{6000, 4000} {
		o.operation(Operation{Kind: CaptureMoney, State: Done, Delivery: i + 1, Amount: money.Euro(cents)})
	}
	require.NoError(t, o.refund("r", money.Euro(8000)))
	require.Equal(t, []int64{6000, 2000}, []int64{o.Payments[2].Amount.Minor, o.Payments[3].Amount.Minor})
	o.Payments[2].State, o.Payments[3].State = Refused, Done
	for range 2 {
		require.NoError(t, o.refund("r", money.Euro(8000)))
		require.Len(t, o.Payments, 5)
		require.Equal(t, []int64{1, 6000}, []int64{int64(o.Payments[4].Capture), o.Payments[4].Amount.Minor})
		require.Equal(t, int64(8000), o.Refunded().Minor)
	}
	require.NotEqual(t, o.Payments[2].key(o), o.Payments[4].key(o))
	require.NotEqual(t, "r", o.Payments[4].Request, "a credit note says what went back before")
	require.True(t, OfRequest(o.Payments[4].Request, "r"))
	require.ErrorIs(t, o.refund("r", money.Euro(7000)), errKeyUsed)
}

// What an operator transferred is booked so once, where it is nobody else's to pay.
func TestWhatWasTransferredIsBookedOnce(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	o := &Order{ID: 1, Status: Placed}
	for _, p := range []Operation{
		{Kind: CaptureMoney, State: Done}, {Kind: RefundMoney, State: ByHand, Request: "return-1", Amount: money.Euro(500)},
		{Kind: RefundMoney, State: Refused, Request: "r"}, {Kind: RefundMoney, State: ByHand, Request: WithdrawalRequest(7)},
	} {
		o.operation(p)
	}
	require.Len(t, o.ToTransfer(), 2)
	for number, reason := range map[int]string{0: "refund_not_found", 1: "refund_not_found", 3: "refund_not_by_hand", 4: "refund_of_withdrawal", 5: "refund_not_found"} {
		require.ErrorContains(t, o.WasTransferred(number, now), reason)
	}
	for range 2 {
		require.NoError(t, o.WasTransferred(2, now))
	}
	require.Equal(t, []any{Done, now}, []any{o.Payments[1].State, o.Payments[1].At})

	ended := &Order{ID: 1, Status: Cancelled}
	ended.operation(Operation{Kind: CaptureMoney, State: Done, Amount: money.Euro(500)})
	ended.operation(Operation{Kind: RefundMoney, State: ByHand, Request: "cancel-1", Capture: 1, Amount: money.Euro(500)})
	ended.Attempt.Payment.Captured = true
	ended.Transferred(7, money.Euro(500), now)
	require.Empty(t, ended.ToTransfer(), "a withdrawal from the whole order was it")
	require.Equal(t, int64(500), ended.Refunded().Minor)
}

// Pieces are taken from the delivery that has them, and not only from the first that waits.
func TestPiecesLeaveFromTheDeliveryThatHasThem(t *testing.T) {
	o := inTwo(false, Planned)
	o.Attempt.Lines = []checkout.Line{{Quantity: 1, Unit: money.Euro(6000)}, {Quantity: 2, Unit: money.Euro(2000)}}
	o.Deliveries[0].State, o.Deliveries[0].Items, o.Deliveries[1].Items = Planned, []Item{{0, 1}}, []Item{{1, 2}}
	number, err := o.pick(Pick{Items: []Item{{1, 1}}})
	require.NoError(t, err)
	require.Equal(t, []any{3, Dispatching, Planned, Planned}, []any{number, o.Deliveries[2].State, o.Deliveries[0].State, o.Deliveries[1].State})
	_, err = o.pick(Pick{Items: []Item{{1, 2}}})
	require.Equal(t, errItems, err, "no delivery has so many")
	number, err = o.pick(Pick{})
	require.NoError(t, err)
	require.Equal(t, 1, number, "without pieces the first that waits")
}
