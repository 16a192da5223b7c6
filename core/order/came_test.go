package order

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

var noon = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

// inTwo is an order of 100 euro in two deliveries, the first of which has left.
func inTwo(charge bool, second DeliveryState) *Order {
	o := &Order{ID: 1, Status: Placed, Deliveries: []Delivery{
		{Number: 1, State: Shipped, Charge: charge, Amount: money.Euro(6000)},
		{Number: 2, State: second, Charge: charge, Amount: money.Euro(4000)},
	}}
	o.Attempt.Totals.Total = money.Euro(10000)
	o.Attempt.Payment = checkout.Payment{Code: checkout.CashOnDelivery, Outcome: checkout.OutcomePending}
	if charge {
		o.Attempt.Payment = checkout.Payment{Code: "fakecard", Outcome: checkout.OutcomeAuthorized}
	}
	return o
}

func event(operation string, cents int64) checkout.Result {
	r := checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Reference: "PAY-1", Operation: operation}
	if cents != 0 {
		r.Amount = money.Euro(cents)
	}
	return r
}

// operator is what `kontor order paid` says.
var operator = checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true}

// What the carrier collected for one parcel is not the other's, which is collected when it comes.
func TestWhoPaysAtTheDoorPaysForWhatCame(t *testing.T) {
	o := inTwo(false, Planned)
	for range 2 {
		whole, _ := o.Came(operator, noon)
		require.False(t, whole)
		require.Equal(t, []any{int64(6000), true}, []any{o.Captured().Minor, o.PaidAt.IsZero()})
	}
	o.Deliveries[1].State = Shipped
	whole, _ := o.Came(operator, noon)
	require.True(t, whole)

	for name, all := range map[string]*Order{"nothing has left": inTwo(false, Planned), "the other is cancelled": inTwo(false, DeliveryCancelled)} {
		if name == "nothing has left" {
			all.Deliveries[0].State = Planned
		}
		whole, _ := all.Came(operator, noon)
		require.True(t, whole, name)
	}
	refused := inTwo(false, Planned)
	refused.Came(operator, noon)
	refused.Deliveries[1].State = Shipped
	_, err := refused.returned(2, false, noon)
	require.NoError(t, err)
	require.Zero(t, refused.Refunded().Minor, "nobody paid at the second door")
	require.NoError(t, refused.refund("goodwill", money.Amount{}))
	require.Equal(t, int64(6000), refused.Refunded().Minor)
}

// The provider works on a capture: the money is here once an event says so, whichever words it uses.
func TestMoneyThatIsWorkedOnIsNotHereYet(t *testing.T) {
	f := &Fulfiller{clock: clock.NewFixed(noon)}
	wanted := func() *Order {
		o := inTwo(true, Shipped)
		o.operation(Operation{Kind: CaptureMoney, Delivery: 1, Amount: money.Euro(6000)})
		o.operation(Operation{Kind: CaptureMoney, Delivery: 2, Amount: money.Euro(4000)})
		return o
	}
	for name, c := range map[string]struct {
		first, second checkout.Result
	}{
		"by reference": {event("CAP-2", 4000), event("CAP-1", 6000)}, "by reference alone": {event("CAP-2", 0), event("CAP-1", 0)},
		"by amount": {event("", 4000), event("", 6000)}, "all so far": {event("CAP-1", 6000), event("", 10000)},
	} {
		o := wanted()
		f.book(o, 1, checkout.Receipt{Reference: "CAP-1"})
		f.book(o, 2, checkout.Receipt{Reference: "CAP-2"})
		require.True(t, o.PaidAt.IsZero(), name)
		for range 2 {
			whole, _ := o.Came(c.first, noon)
			require.Equal(t, []bool{false, true}, []bool{whole, o.PaidAt.IsZero()}, name)
		}
		whole, _ := o.Came(c.second, noon)
		require.Equal(t, []any{true, noon}, []any{whole, o.PaidAt}, name)
		require.Equal(t, []OperationState{Done, Done}, []OperationState{o.Payments[0].State, o.Payments[1].State}, name)
	}
	early := wanted()
	f.book(early, 1, checkout.Receipt{Done: true, Reference: "CAP-1"})
	early.Came(event("CAP-2", 4000), noon)
	require.True(t, early.PaidAt.IsZero())
	f.book(early, 2, checkout.Receipt{Reference: "CAP-2"})
	require.Equal(t, []any{Done, noon}, []any{early.Payments[1].State, early.PaidAt}, "it said so before it answered")
	require.NoError(t, early.refund("part", money.Euro(1000)))
	f.book(early, 3, checkout.Receipt{Reference: "REF-1"})
	for _, operation := range []string{"REF-2", "REF-1"} {
		require.Equal(t, Working, early.Payments[2].State)
		early.Came(checkout.Result{Outcome: checkout.OutcomeRefunded, Operation: operation}, noon)
	}
	require.Equal(t, Done, early.Payments[2].State)
}

// An event that names no amount is about what was asked for.
func TestACaptureOfAPartIsNotAllWhateverTheEventSays(t *testing.T) {
	o := inTwo(true, Planned)
	o.operation(Operation{Kind: CaptureMoney, State: Done, Delivery: 1, Amount: money.Euro(6000), Reference: "CAP-1"})
	for _, r := range []checkout.Result{event("CAP-1", 0), event("", 0), event("CAP-1", 6000)} {
		whole, _ := o.Came(r, noon)
		require.Equal(t, []bool{false, true}, []bool{whole, o.PaidAt.IsZero()})
	}
	for _, r := range []checkout.Result{event("", 10000), operator} {
		whole, _ := o.Came(r, noon)
		require.True(t, whole)
	}
	nothingAsked := inTwo(true, Planned)
	whole, _ := nothingAsked.Came(event("CAP-1", 0), noon)
	require.True(t, whole)
}

// The provider's promise has ended, and the customer pays in another way: the goods leave without asking the provider.
func TestWhatWasPaidInAnotherWayIsNotCapturedAnyMore(t *testing.T) {
	o := inTwo(true, Planned)
	o.operation(Operation{Kind: CaptureMoney, State: Done, Delivery: 1, Amount: money.Euro(6000), Reference: "CAP-1"})
	o.Attempt.Payment.ExpiresAt = noon
	for range 2 {
		whole, _ := o.Came(operator, noon)
		require.True(t, whole)
		require.Equal(t, []any{int64(10000), noon, 2}, []any{o.Captured().Minor, o.PaidAt, len(o.Payments)})
	}
	require.Empty(t, o.lapse(noon), "no promise is waited for")
	number, err := o.pick(Pick{})
	require.NoError(t, err)
	require.Equal(t, []any{2, 2}, []any{number, len(o.Payments)}, "and no capture is asked for")
	require.True(t, o.PaidFor(&o.Deliveries[1]))

	asked := inTwo(true, Dispatching)
	asked.operation(Operation{Kind: CaptureMoney, Delivery: 1, Amount: money.Euro(6000)})
	asked.operation(Operation{Kind: CaptureMoney, Delivery: 2, Amount: money.Euro(4000)})
	asked.Came(event("", 10000), noon)
	require.Len(t, asked.Payments, 2, "what is being asked for is that")
}

// The provider lets go of what it holds for goods that were paid in another way, once, and not of what it took itself.
func TestTheHoldOfWhatWasPaidInAnotherWayIsLetGo(t *testing.T) {
	void := Operation{Number: 2, Kind: VoidMoney, State: Wanted, Amount: money.Euro(10000)}
	for name, r := range map[string]checkout.Result{
		"an operator saw it": operator, "and all that came": {Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: money.Euro(10000)},
	} {
		o := inTwo(true, Planned)
		o.Deliveries[0].State = Planned
		for range 2 {
			o.Came(r, noon)
			require.Len(t, o.Payments, 2, name)
			require.Equal(t, void, o.Payments[1], name)
		}
		require.Equal(t, []int{2}, o.Progress().Owed, name)
		_, err := o.cancel(ReasonCancelled, noon)
		require.NoError(t, err)
		require.Equal(t, int64(10000), o.Refunded().Minor, "%s: what was paid goes back when nothing is sold", name)
		require.Equal(t, &o.Payments[1], o.voided(), name)
	}
	taken := inTwo(true, Planned)
	taken.Deliveries[0].State = Planned
	taken.Came(event("CAP-1", 10000), noon)
	require.Nil(t, taken.voided(), "the provider took it: it holds nothing")

	f, asked := &Fulfiller{clock: clock.NewFixed(noon)}, inTwo(true, Planned)
	asked.Deliveries[0].State = Dispatching
	asked.operation(Operation{Kind: CaptureMoney, Delivery: 1, Amount: money.Euro(6000)})
	asked.Came(operator, noon)
	require.Nil(t, asked.voided(), "it is being taken of")
	f.book(asked, 1, checkout.Receipt{Done: true, Reference: "CAP-1"})
	asked.dispatched(1, noon, noon, "")
	require.Equal(t, int64(4000), asked.voided().Amount.Minor, "and then the rest is let go")
	asked.dispatch(f, Pick{}, false)
	require.Len(t, asked.Payments, 3)
	require.Equal(t, int64(10000), asked.Captured().Minor)
}

// The provider's event ends the capture of a whole order whose own answer was lost, as with the plugin's process.
func TestACaptureOfAllThatTheProviderToldOfIsDone(t *testing.T) {
	o := inTwo(true, Planned)
	o.Deliveries = []Delivery{{Number: 1, State: Dispatching, Charge: true, Amount: money.Euro(10000)}}
	p := o.operation(Operation{Kind: CaptureMoney, Delivery: 1, Amount: money.Euro(10000)})
	lost := fault.New(fault.Unknown, "plugin_outcome_unknown")
	_, err := p.known(checkout.Receipt{}, lost)
	require.ErrorIs(t, err, lost, "nobody told of it yet")
	for range 2 {
		whole, _ := o.Came(event("CAP-1", 10000), noon)
		require.True(t, whole)
	}
	require.Len(t, o.Payments, 1)
	r, err := o.Payments[0].known(checkout.Receipt{}, lost)
	require.NoError(t, err)
	o.book(1, r, noon)
	require.Equal(t, []any{Done, "CAP-1"}, []any{o.Payments[0].State, o.Payments[0].Reference})
}

// A provider that tells what it has taken so far tells of all of it with the last delivery.
func TestTheLastCaptureOfWhichTheProviderToldAsAllIsDone(t *testing.T) {
	o := inTwo(true, Dispatching)
	o.operation(Operation{Kind: CaptureMoney, State: Done, Delivery: 1, Amount: money.Euro(6000), Reference: "CAP-1"})
	o.operation(Operation{Kind: CaptureMoney, Delivery: 2, Amount: money.Euro(4000)})
	for range 2 {
		whole, _ := o.Came(event("CAP-2", 10000), noon)
		require.True(t, whole)
	}
	require.Len(t, o.Payments, 2)
	r, err := o.Payments[1].known(checkout.Receipt{}, fault.New(fault.Unknown, "plugin_outcome_unknown"))
	require.NoError(t, err)
	o.book(2, r, noon)
	require.Equal(t, []any{Done, "CAP-2"}, []any{o.Payments[1].State, o.Payments[1].Reference})
}

// The provider's event says that nothing is held any more, before the plugin is asked again, or after it said that it cannot tell.
func TestAReleaseThatTheProviderToldOfIsDone(t *testing.T) {
	for name, answered := range map[string]bool{"before the answer": false, "after it": true} {
		o := inTwo(true, Planned)
		o.operation(Operation{Kind: VoidMoney, Amount: money.Euro(10000)})
		const refusal = "payment_operation_captured"
		if answered {
			o.book(1, checkout.Receipt{Reason: refusal}, noon)
			require.Len(t, o.RefusedStill(), 1)
		}
		for range 2 {
			whole, e := o.Came(checkout.Result{Outcome: checkout.OutcomeVoided, Reference: "PAY-1", Operation: "VOID-1"}, noon)
			require.Equal(t, Effects{}, e)
			require.False(t, whole)
		}
		require.Empty(t, o.book(1, checkout.Receipt{Reason: refusal}, noon).Notices)
		require.Equal(t, []any{Done, "VOID-1", ""}, []any{o.Payments[0].State, o.Payments[0].Reference, o.Payments[0].Reason}, name)
		require.Empty(t, o.RefusedStill())
	}
	lapses := inTwo(true, Planned)
	lapses.operation(Operation{Kind: VoidMoney, State: Refused, Reason: checkout.ReasonLapses})
	lapses.Came(checkout.Result{Outcome: checkout.OutcomeVoided, Operation: "VOID-1"}, noon)
	require.Equal(t, Refused, lapses.Payments[0].State, "it is no refusal")
}

// A provider takes a capture or a refund on, and refuses it days later.
func TestWhatIsRefusedAfterAllIsNotBookedAnyMore(t *testing.T) {
	f := &Fulfiller{clock: clock.NewFixed(noon)}
	o := inTwo(true, Planned)
	o.operation(Operation{Kind: CaptureMoney, Delivery: 1, Amount: money.Euro(6000)})
	f.book(o, 1, checkout.Receipt{Reference: "CAP-1"})
	require.Equal(t, int64(6000), o.Captured().Minor)
	refused := checkout.Result{Outcome: checkout.OutcomeDeclined, Reference: "PAY-1", Reason: "payment_declined_refused"}
	require.Empty(t, o.Undone(refused, noon).Notices, "of a card that was tried before")
	refused.Operation = "CAP-0"
	require.Empty(t, o.Undone(refused, noon).Notices)
	refused.Operation = "CAP-1"
	require.Equal(t, []Notice{{Kind: NoticeRefused, Detail: "payment_declined_refused"}}, o.Undone(refused, noon).Notices)
	require.Empty(t, o.Undone(refused, noon).Notices, "told again")
	require.Equal(t, []any{int64(0), Refused, false}, []any{o.Captured().Minor, o.Payments[0].State, o.PaidFor(&o.Deliveries[0])})

	o.operation(Operation{Kind: CaptureMoney, State: Done, Delivery: 1, Amount: money.Euro(6000), Reference: "CAP-2"})
	require.NoError(t, o.refund("part", money.Euro(1000)))
	f.book(o, 3, checkout.Receipt{Reference: "REF-1"})
	refused.Operation = "REF-1"
	require.Equal(t, []Notice{{Kind: NoticeNotRefunded, Detail: "3: " + money.Euro(1000).String() + " payment_declined_refused"}}, o.Undone(refused, noon).Notices)
	require.Zero(t, o.Refunded().Minor)
}

// Of a payment that is taken only as a whole the end of that is told later: it was taken, or it was not after all.
func TestAWholeThatIsWorkedOnEnds(t *testing.T) {
	begun := func() *Order {
		o := inTwo(true, Planned)
		o.operation(Operation{Kind: CaptureMoney, Delivery: 1, Amount: money.Euro(6000)})
		require.Empty(t, o.book(1, checkout.Receipt{Reason: checkout.ReasonOnlyWhole}, noon).Notices)
		o.book(2, checkout.Receipt{Reference: "CAP-1"}, noon)
		require.Equal(t, []any{false, true, int64(10000)}, []any{o.Charges(), o.PaidAt.IsZero(), o.Captured().Minor})
		return o
	}
	for _, cents := range []int64{0, 10000} {
		o := begun()
		o.Came(event("CAP-1", cents), noon)
		require.Equal(t, []any{Done, noon, 2}, []any{o.Payments[1].State, o.PaidAt, len(o.Payments)})
	}
	o := begun()
	refused := checkout.Result{Outcome: checkout.OutcomeDeclined, Reference: "PAY-1", Operation: "CAP-1", Reason: "payment_declined_refused"}
	require.Len(t, o.Undone(refused, noon).Notices, 1)
	require.Equal(t, []any{true, int64(0), int64(10000)}, []any{o.Deliveries[1].Charge, o.Captured().Minor, o.Owing().Minor})
}

// A provider that refuses all of it as well is told of, and goods that are kept back after all are paid for when they leave.
func TestAWholeThatIsNotTakenIsWantedAnew(t *testing.T) {
	for name, ended := range map[string]func(o *Order){
		"refused": func(o *Order) {
			require.Equal(t, []Notice{{Kind: NoticeRefused, Detail: checkout.ReasonDeclined}}, o.book(2, checkout.Receipt{Reason: checkout.ReasonDeclined}, noon).Notices)
		},
		"not asked for": func(*Order) {},
	} {
		o := inTwo(true, Planned)
		o.Deliveries[0].State = Planned
		pick := func() {
			number, err := o.pick(Pick{Delivery: 1})
			require.NoError(t, err)
			require.Empty(t, o.book(o.captureOf(number).Number, checkout.Receipt{Reason: checkout.ReasonOnlyWhole}, noon).Notices)
			require.Equal(t, int64(10000), o.wholeWanted().Amount.Minor)
		}
		pick()
		ended(o)
		o.unpick(1)
		require.Nil(t, o.wholeWanted(), name)
		require.Equal(t, []any{int64(0), int64(10000), true}, []any{o.Captured().Minor, o.Owing().Minor, o.Charges()}, name)
		pick()
		require.Len(t, o.Payments, 4, "by keys of their own")
	}
}

// Money that comes after the end of an order can be given back, and operators hear of it once.
func TestMoneyForACancelledOrderIsToldAndCanGoBack(t *testing.T) {
	for _, charge := range []bool{true, false} {
		o := inTwo(charge, Planned)
		o.Deliveries[0].State = Planned
		_, err := o.cancel(ReasonCancelled, noon)
		require.NoError(t, err)
		_, e := o.Came(event("CAP-1", 0), noon)
		require.Equal(t, []Notice{{Kind: NoticeLateMoney, Detail: money.Euro(10000).String()}}, e.Notices)
		_, e = o.Came(event("CAP-1", 10000), noon)
		require.Empty(t, e.Notices)
		o.Attempt.Payment.Captured = true
		require.NoError(t, o.refund("late", money.Amount{}))
		require.Equal(t, int64(10000), o.Refunded().Minor)
		require.ErrorIs(t, o.refund("again", money.Amount{}), fault.New(fault.Conflict, "refund_nothing_left"))
	}
	expired := inTwo(true, Expired)
	expired.Deliveries[0].State, expired.Status = Expired, Cancelled
	expired.operation(Operation{Kind: CaptureMoney, State: Done, Delivery: 1, Amount: money.Euro(6000), Reference: "CAP-1"})
	_, e := expired.Came(event("CAP-1", 6000), noon)
	require.Empty(t, e.Notices, "it is told of what was taken before")
}

// Who pays all of an order on account although a part of it was given up is owed the rest, and operators hear of it once.
func TestWhatWasPaidTooMuchIsTheCustomersAndIsTold(t *testing.T) {
	cancelled := func() *Order { return inTwo(false, DeliveryCancelled) }
	back := inTwo(false, Delivered)
	_, err := back.returned(2, false, noon)
	require.NoError(t, err)
	both := inTwo(false, Returned)
	both.Deliveries[0].State = Returned
	before := inTwo(false, Planned)
	before.Attempt.Payment.Captured = true
	for name, c := range map[string]struct {
		o           *Order
		came        checkout.Result
		taken, over int64
	}{
		"all, of which a part was cancelled": {cancelled(), event("", 10000), 10000, 4000},
		"what is owed":                       {cancelled(), event("", 6000), 6000, 0},
		"all, of which a part came back":     {back, event("TX-1", 10000), 10000, 4000},
		"all, which came back":               {both, event("", 10000), 10000, 10000},
		"more than was paid before":          {before, event("", 10250), 10250, 250},
		"as before":                          {inTwo(false, Planned), event("", 10000), 10000, 0},
	} {
		for n := range 2 {
			whole, e := c.o.Came(c.came, noon)
			require.True(t, whole, name)
			c.o.Attempt.Payment.Captured = true
			require.Equal(t, c.taken, c.o.Captured().Minor, name)
			var want []Notice
			if c.over > 0 && n == 0 {
				want = []Notice{{Kind: NoticeOverpaid, Detail: money.Euro(c.over).String()}}
			}
			require.Equal(t, want, e.Notices, name)
		}
		if c.over > 0 {
			require.NoError(t, c.o.refund("too-much", money.Euro(c.over)))
			require.Equal(t, c.over, c.o.OverpaidBy("too-much").Minor, name)
		}
	}

	goods := cancelled()
	goods.Came(event("", 10000), noon)
	_, err = goods.returned(1, false, noon)
	require.NoError(t, err)
	require.Equal(t, []int64{6000, 0}, []int64{goods.RefundedBy(returnRequest(1)).Minor, goods.OverpaidBy(returnRequest(1)).Minor}, "that is on an invoice")

	part := cancelled()
	whole, e := part.Came(event("", 5900), noon)
	require.Equal(t, []any{false, int64(0), []Notice{{Kind: NoticePaidPart, Detail: money.Euro(5900).String()}}}, []any{whole, part.Captured().Minor, e.Notices})
}

// Nobody here knows what other money is worth: it pays for nothing, however much it is.
func TestMoneyOfAnotherCurrencyIsNotBooked(t *testing.T) {
	for _, o := range []*Order{inTwo(false, Planned), inTwo(true, Planned)} {
		r := checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Reference: "PAY-1", Amount: money.Amount{Minor: 10000, Currency: "USD"}}
		whole, e := o.Came(r, noon)
		require.Equal(t, []any{false, 0, true}, []any{whole, len(o.Payments), o.PaidAt.IsZero()})
		require.Equal(t, []Notice{{Kind: NoticePaidPart, Detail: r.Amount.String()}}, e.Notices)
	}
}

// The provider's promise is off before anything was taken: goods that wait for it go back. What has moved is an operator's to see to.
func TestABrokenPromiseEndsWhatItAloneWasToPay(t *testing.T) {
	waiting := func() *Order {
		o := inTwo(true, Planned)
		o.Deliveries[0].State = Planned
		return o
	}
	o := waiting()
	o.operation(Operation{Kind: CaptureMoney, State: Refused, Delivery: 1, Amount: money.Euro(6000)}) // an operator had tried to ship
	require.True(t, o.Broken("payment_declined_refused", noon))
	require.Equal(t, []any{Cancelled, "payment_declined_refused", noon}, []any{o.Status, o.CancelReason, o.CancelledAt})
	require.Equal(t, []DeliveryState{DeliveryCancelled, DeliveryCancelled}, []DeliveryState{o.Deliveries[0].State, o.Deliveries[1].State})
	require.Zero(t, o.owed(), "nothing is to be released or given back")
	for name, change := range map[string]func(*Order){
		"one has left":                 func(o *Order) { o.Deliveries[0].State = Shipped },
		"one is being dispatched":      func(o *Order) { o.Deliveries[1].State = Dispatching },
		"one was paid in another way":  func(o *Order) { o.Deliveries[1].Charge = false },
		"something of it was captured": func(o *Order) { o.operation(Operation{Kind: CaptureMoney, State: Working, Amount: money.Euro(1)}) },
	} {
		o := waiting()
		change(o)
		require.False(t, o.Broken("payment_declined_refused", noon), name)
		require.Equal(t, Placed, o.Status, name)
	}
}

// Whose bank still decides, and who pays in another way, is not to have the loan as well.
func TestWhatIsPaidInAnotherWayIsWithdrawnAtTheBank(t *testing.T) {
	deciding := func() *Order {
		o := &Order{ID: 1, Status: Reserved}
		o.Attempt.State, o.Attempt.Totals.Total = checkout.Pending, money.Euro(10000)
		o.Attempt.Payment = checkout.Payment{Code: "commerzfinanz", Flow: "form_post", Outcome: checkout.OutcomePending}
		return o
	}
	for name, amount := range map[string]money.Amount{"what is owed": {}, "all of it": money.Euro(10000), "more": money.Euro(10100)} {
		o, said := deciding(), operator
		said.Amount = amount
		for range 2 {
			whole, _ := o.Came(said, noon)
			require.True(t, whole, name)
		}
		released := o.payment(len(o.Payments))
		require.Equal(t, []any{VoidMoney, Wanted, money.Euro(10000), 1}, []any{released.Kind, released.State, released.Amount, len(o.owed())}, name)
	}
	o, part := deciding(), operator
	part.Amount = money.Euro(4000)
	whole, e := o.Came(part, noon)
	require.Equal(t, []any{false, 0, NoticePaidPart}, []any{whole, len(o.Payments), e.Notices[0].Kind}, "no part of what it decides about is booked")

	transfer := deciding()
	transfer.Attempt.Payment.Flow = checkout.FlowSimple
	transfer.Came(operator, noon)
	require.Empty(t, transfer.owed(), "of a transfer there is nothing to withdraw")
}
