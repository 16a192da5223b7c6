package order

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// drawn is an order of one to three deliveries with a discount, paid in one of the ways.
func drawn(t *rapid.T) *Order {
	o, total := &Order{ID: 1, Status: Placed}, int64(0)
	way := rapid.SampledFrom([]string{"fakecard", "fakefinal", "fakewhole", "fakenow", "invoice", checkout.CashOnDelivery, cashInStore}).Draw(t, "way")
	for i := range rapid.IntRange(1, 3).Draw(t, "deliveries") {
		l := checkout.Line{Quantity: rapid.IntRange(1, 3).Draw(t, "pieces"), Unit: money.Euro(rapid.Int64Range(1, 5000).Draw(t, "unit"))}
		by := checkout.ShippingOption{
			Pickup: way == cashInStore || rapid.Bool().Draw(t, "pickup"), Fee: money.Euro(rapid.Int64Range(0, 999).Draw(t, "fee")),
		}
		o.Attempt.Lines = append(o.Attempt.Lines, l)
		o.Attempt.Deliveries = append(o.Attempt.Deliveries, checkout.Delivery{ID: i + 1, Lines: []int{i}, Option: by})
		total += l.Unit.Times(int64(l.Quantity)).Minor + by.Fee.Minor
	}
	o.Attempt.Totals.Total = money.Euro(total - rapid.Int64Range(0, total/2).Draw(t, "off"))
	o.Attempt.Payment = checkout.Payment{Code: way, Outcome: checkout.OutcomePending}
	if strings.HasPrefix(way, "fake") {
		o.Attempt.Payment.Outcome, o.Attempt.Payment.Captured = checkout.OutcomeAuthorized, way == "fakenow"
	}
	o.plan()
	return o
}

// comes applies money as core/postgres does.
func (o *Order) comes(cents int64) {
	r := checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true}
	if cents > 0 {
		r.Amount = money.Euro(cents)
	}
	if whole, _ := o.Came(r, noon); whole {
		o.Attempt.Payment.Captured = true
		o.settled(noon)
	}
}

// onlyWhole reports whether the provider refuses a capture because it is of a part: one takes less if nothing follows, another
// never.
func (o *Order) onlyWhole(c *Operation, last bool) bool {
	way := o.Attempt.Payment.Code
	return c.Amount != o.Attempt.Totals.Total && (way == "fakewhole" || way == "fakefinal" && !last)
}

// dispatch sends a delivery or one piece of it; refused says that the provider refuses the money.
func (o *Order) dispatch(f *Fulfiller, p Pick, refused bool) {
	number, err := o.pick(p)
	if err != nil || number == 0 {
		return
	}
	c := o.captureOf(number)
	stays := c != nil && c.State == Wanted
	for c != nil && c.State == Wanted {
		switch {
		case o.onlyWhole(c, c.whole() || o.last(number)):
			f.book(o, c.Number, checkout.Receipt{Reason: checkout.ReasonOnlyWhole})
		case refused:
			f.book(o, c.Number, checkout.Receipt{Reason: checkout.ReasonDeclined})
		default:
			f.book(o, c.Number, checkout.Receipt{Done: true, Reference: fmt.Sprint("CAP-", c.Number)})
			stays = false
		}
		c = o.wholeWanted()
	}
	if stays {
		o.unpick(number)
		return
	}
	o.dispatched(number, noon, noon, "")
}

// Whatever becomes of an order's deliveries, and whenever its money comes: the customer pays for what is kept, to the cent, and
// what is beyond is booked as overpaid.
func TestTheCustomerPaysForWhatIsKept(t *testing.T) {
	f := &Fulfiller{clock: clock.NewFixed(noon)}
	rapid.Check(t, func(t *rapid.T) {
		o, log, parts := drawn(t), "", int64(0)
		total, way := o.Attempt.Totals.Total.Minor, o.Attempt.Payment.Code
		steps := map[string]func(d *Delivery){
			"dispatch": func(d *Delivery) { o.dispatch(f, Pick{Delivery: d.Number}, false) },
			"refused":  func(d *Delivery) { o.dispatch(f, Pick{Delivery: d.Number}, true) },
			"one": func(d *Delivery) {
				o.dispatch(f, Pick{Delivery: d.Number, Items: []Item{{d.Items[0].Line, 1}}}, false)
			},
			"cancel": func(*Delivery) { _, _ = o.cancel(ReasonCancelled, noon) },
			"return": func(d *Delivery) { _, _ = o.returned(d.Number, false, noon) },
			"expire": func(d *Delivery) { o.expire(d.Number, noon.Add(30*24*time.Hour)) },
			"deliver": func(d *Delivery) {
				if number := d.Number; o.delivered(number, noon) == nil && way == cashInStore && o.collected(o.delivery(number), noon) {
					o.comes(0)
				}
			},
			"paid": func(*Delivery) { o.comes(0) },
			"all":  func(*Delivery) { o.comes(total) },
			"more": func(*Delivery) { o.comes(0); o.comes(total + 100) },
			"part": func(*Delivery) { // of what is owed, and all of it so far is told again
				parts += rapid.Int64Range(1, max(total/2, 1)).Draw(t, "part")
				o.comes(parts)
				known := o.Captured()
				if o.comes(parts); o.Captured() != known {
					t.Fatalf("%s: what came is booked twice", log)
				}
			},
		}
		names := []string{"dispatch", "refused", "one", "cancel", "return", "expire", "deliver", "paid", "all", "more", "part"}
		for range rapid.IntRange(1, 14).Draw(t, "steps") {
			name := rapid.SampledFrom(names).Draw(t, "step")
			if d := rapid.IntRange(0, len(o.Deliveries)-1).Draw(t, "delivery"); o.Status == Placed {
				steps[name](&o.Deliveries[d])
				log += fmt.Sprint(" ", name, " ", d+1)
			}
			if wrong := o.wrong(); wrong != "" {
				t.Fatalf("%s:%s: %s\n%+v\n%+v", way, log, wrong, o.Deliveries, o.Payments)
			}
		}
	})
}

// wrong says what is wrong with the books, "" for nothing.
func (o *Order) wrong() string {
	books := &Order{Status: o.Status, Attempt: o.Attempt, Deliveries: o.Deliveries, Payments: append([]Operation{}, o.Payments...)}
	books.taken()
	shares, kept, out, over := int64(0), int64(0), int64(0), int64(0)
	for _, d := range books.Deliveries {
		shares += d.Amount.Minor
		if d.State != DeliveryCancelled && d.State != Expired && d.State != Returned {
			kept += d.Amount.Minor
		}
		if d.out() {
			out += d.Amount.Minor
		}
	}
	for _, p := range books.Payments {
		if p.Request == Overpaid {
			over += p.Amount.Minor
		}
	}
	has := books.Captured().Sub(books.Refunded()).Minor
	switch {
	case shares != o.Attempt.Totals.Total.Minor:
		return fmt.Sprintf("the deliveries are worth %d", shares)
	case o.Status == Placed && has-over > kept:
		return fmt.Sprintf("the customer paid %d, of which %d too much, for %d", has, over, kept)
	case o.Status == Placed && strings.HasPrefix(o.Attempt.Payment.Code, "fake") && has-over < out:
		return fmt.Sprintf("the shop has %d, of which %d too much, for %d that left", has, over, out)
	case o.Status == Placed && o.Attempt.Payment.Captured && !o.Charges() && has-over < kept:
		return fmt.Sprintf("the shop has %d, of which %d too much, for %d", has, over, kept)
	}
	return ""
}

// A part that was paid for lies in its store in vain, and its money goes back: it pays for nothing of the rest.
func TestWhatWasPaidForAPartThatWasGivenUpPaysForNoOther(t *testing.T) {
	o := inTwo(false, Planned)
	o.Deliveries[0].State = Ready
	o.comes(0)
	require.Equal(t, int64(6000), o.Captured().Minor)
	o.expire(1, noon)
	require.Equal(t, []any{int64(6000), true}, []any{o.Refunded().Minor, o.PaidAt.IsZero()})
	o.comes(0)
	o.taken()
	require.Equal(t, int64(10000), o.Captured().Minor, "the rest is paid in full")
}

// The books have what was asked for; where a provider says otherwise, a person looks.
func TestAReceiptOfAnotherAmountIsTold(t *testing.T) {
	f := &Fulfiller{clock: clock.NewFixed(noon)}
	for name, tt := range map[string]struct {
		receipt checkout.Receipt
		state   OperationState
		told    []Notice
	}{
		"as asked":         {checkout.Receipt{Done: true, Amount: money.Euro(6000)}, Done, nil},
		"of no amount":     {checkout.Receipt{Done: true}, Done, nil},
		"of less":          {checkout.Receipt{Done: true, Amount: money.Euro(5900)}, Done, []Notice{{Kind: NoticeOtherAmount, Detail: "1: 60,00\u00a0€; 59,00\u00a0€"}}},
		"of more":          {checkout.Receipt{Done: true, Amount: money.Euro(6001)}, Done, []Notice{{Kind: NoticeOtherAmount, Detail: "1: 60,00\u00a0€; 60,01\u00a0€"}}},
		"in other money":   {checkout.Receipt{Done: true, Amount: money.Amount{Minor: 6000, Currency: "CHF"}}, Done, []Notice{{Kind: NoticeOtherAmount, Detail: "1: 60,00\u00a0€; 60,00\u00a0CHF"}}},
		"still worked on":  {checkout.Receipt{Amount: money.Euro(5900)}, Working, nil},
		"refused entirely": {checkout.Receipt{Reason: "declined", Amount: money.Euro(5900)}, Refused, []Notice{{Kind: NoticeRefused, Detail: "declined"}}},
	} {
		t.Run(name, func(t *testing.T) {
			o := inTwo(true, Shipped)
			o.operation(Operation{Kind: CaptureMoney, Delivery: 1, Amount: money.Euro(6000)})
			e := f.book(o, 1, tt.receipt)
			require.Equal(t, []any{tt.state, money.Euro(6000), tt.told}, []any{o.Payments[0].State, o.Payments[0].Amount, e.Notices})
		})
	}
}

// What nobody owed pays for no delivery: goods that came back stay unowed, and what comes after is too much as well.
func TestWhatNobodyOwedPaysForNothing(t *testing.T) {
	o := inTwo(false, Returned)
	o.Deliveries[0].State = Returned
	o.comes(100)
	o.comes(10000)
	for _, p := range o.Payments {
		require.Equal(t, Overpaid, p.Request)
	}
	require.Equal(t, int64(10000), o.Captured().Minor)
}

// Half of a delivery leaves that was paid for ahead: so was that half.
func TestWhatWasPaidAheadIsDividedWithTheGoods(t *testing.T) {
	o := inTwo(false, Planned)
	o.Attempt.Lines = []checkout.Line{{Quantity: 2, Unit: money.Euro(3000)}}
	o.Deliveries[0].State, o.Deliveries[0].Items = Planned, []Item{{Line: 0, Quantity: 2}}
	o.comes(6000)
	require.Equal(t, int64(0), o.OpenOf(&o.Deliveries[0]).Minor)
	number, err := o.pick(Pick{Delivery: 1, Items: []Item{{Line: 0, Quantity: 1}}})
	require.NoError(t, err)
	for _, n := range []int{1, number} {
		require.Equal(t, money.Euro(3000), o.own(o.delivery(n)), n)
		require.True(t, o.OpenOf(o.delivery(n)).IsZero(), n)
	}
	require.Equal(t, int64(6000), o.Captured().Minor)
}

// All that is left went back or came back unpaid: of nothing, nothing has come, however often it is said.
func TestNothingOwedIsNothingPaid(t *testing.T) {
	o := inTwo(false, Planned)
	o.Deliveries[0].State = Ready
	o.comes(0)
	o.Deliveries[1].State = Returned
	o.expire(1, noon)
	for range 2 {
		o.comes(6000)
		require.Equal(t, int64(6000), o.Captured().Minor)
	}
}

// Two refunds of one amount wait, and an event may be of either. The answer says of which it was; the other is asked for again.
func TestAnEventOfAnotherRefundGivesNothingBack(t *testing.T) {
	f := &Fulfiller{clock: clock.NewFixed(noon)}
	o := inTwo(true, Shipped)
	for range 2 {
		o.operation(Operation{Kind: CaptureMoney, State: Done, Amount: money.Euro(5000)})
	}
	for n := range 2 {
		o.operation(Operation{Kind: RefundMoney, Amount: money.Euro(500), Capture: n + 1, Request: fmt.Sprint("goodwill-", n)})
	}
	o.Came(checkout.Result{Outcome: checkout.OutcomeRefunded, Operation: "R-2", Amount: money.Euro(500)}, noon)
	lost, err := o.payment(3).known(checkout.Receipt{}, fault.New(fault.Unknown, "plugin_outcome_unknown"))
	require.NoError(t, err, "it is taken for the answer to the first")
	f.book(o, 3, lost)
	f.book(o, 4, checkout.Receipt{Done: true, Reference: "R-2", Amount: money.Euro(500)})
	require.Equal(t, []any{Wanted, "", Done, "R-2"}, []any{o.Payments[2].State, o.Payments[2].Reference, o.Payments[3].State, o.Payments[3].Reference})
	f.book(o, 3, checkout.Receipt{Done: true, Reference: "R-1", Amount: money.Euro(500)})
	require.Equal(t, []any{Done, "R-1"}, []any{o.Payments[2].State, o.Payments[2].Reference})
}
