package order

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
)

// saw is what `kontor order paid --amount` says: all that came so far.
func saw(cents int64) checkout.Result {
	return checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: money.Euro(cents)}
}

// bothLeft is an order of 100 euro in two deliveries, both of which have left on account.
func bothLeft() *Order {
	o := inTwo(false, Shipped)
	o.Attempt.Payment.Code = "invoice"
	for i := range o.Deliveries {
		o.Deliveries[i].PayBy = noon.AddDate(0, 0, i)
	}
	return o
}

// What came in part pays for what was sent first; the rest stays owed, and a reminder asks for it alone.
func TestAPartPaysForWhatWasSentFirst(t *testing.T) {
	o := bothLeft()
	for range 2 {
		whole, e := o.Came(saw(7000), noon)
		require.False(t, whole)
		require.Empty(t, e.Notices)
	}
	require.Equal(t, []any{int64(7000), int64(3000), true}, []any{o.Captured().Minor, o.Open().Minor, o.PaidAt.IsZero()})
	require.Equal(t, []bool{true, false}, []bool{o.PaidFor(&o.Deliveries[0]), o.PaidFor(&o.Deliveries[1])})
	require.Equal(t, []int64{0, 3000}, []int64{o.OpenOf(&o.Deliveries[0]).Minor, o.OpenOf(&o.Deliveries[1]).Minor})
	open, since, of := o.Dun(noon.AddDate(0, 0, 9))
	require.Equal(t, []any{int64(3000), noon.AddDate(0, 0, 1), []int{2}}, []any{open.Minor, since, of})

	_, e := o.Came(saw(7500), noon)
	require.Equal(t, []Mail{{mail.PaymentInPart, 0, "part-75.00"}}, e.Mails, "another part is told once more")
	whole, e := o.Came(saw(10000), noon)
	require.Equal(t, []any{true, noon, int64(10000), int64(0)}, []any{whole, o.PaidAt, o.Captured().Minor, o.Open().Minor})
	require.Empty(t, e.Mails)

	turned := bothLeft()
	turned.Deliveries[0].PayBy = noon.AddDate(0, 0, 2)
	turned.Came(saw(4000), noon)
	require.Equal(t, []int64{6000, 0}, []int64{turned.OpenOf(&turned.Deliveries[0]).Minor, turned.OpenOf(&turned.Deliveries[1]).Minor}, "what is due first")
	second := inTwo(false, Shipped)
	second.Deliveries[0].State = Planned
	second.Came(saw(4000), noon)
	require.Equal(t, []int64{6000, 0}, []int64{second.OpenOf(&second.Deliveries[0]).Minor, second.OpenOf(&second.Deliveries[1]).Minor}, "what was sent")

	first := inTwo(false, Planned)
	first.Came(saw(6000), noon)
	require.Equal(t, []bool{true, false}, []bool{first.PaidFor(&first.Deliveries[0]), first.PaidFor(&first.Deliveries[1])})
	whole, _ = first.Came(operator, noon)
	require.False(t, whole, "what was sent is paid for, and the other is still to leave")
	require.Equal(t, int64(6000), first.Captured().Minor)
}

// Of what was paid in part and comes back, or is given up, the part goes back, and the rest is owed no more.
func TestAPartGoesBackWithItsGoods(t *testing.T) {
	o := bothLeft()
	o.Came(saw(7000), noon)
	_, err := o.returned(2, false, noon)
	require.NoError(t, err)
	require.Equal(t, []int64{1000, 3000, 0}, []int64{o.RefundedBy(returnRequest(2)).Minor, o.Remitted().Minor, o.Open().Minor})
	open, _ := o.Overdue(noon.AddDate(0, 0, 9))
	require.Zero(t, open.Minor)

	all := inTwo(false, Planned)
	all.Deliveries[0].State = Planned
	all.Came(saw(7000), noon)
	_, err = all.cancel(ReasonCancelled, noon)
	require.NoError(t, err)
	require.Equal(t, []any{Cancelled, int64(7000), int64(0)}, []any{all.Status, all.Refunded().Minor, all.Unowed().Minor})
}

// A reserved order waits for all of its money. What came of it by the end goes back by hand.
func TestAPartOfAReservedOrderPaysForNothing(t *testing.T) {
	reserved := func() *Order {
		o := &Order{ID: 1, Status: Reserved}
		o.Attempt.Totals.Total = money.Euro(10000)
		o.Attempt.Payment = checkout.Payment{Code: "moneyorder", Outcome: checkout.OutcomePending}
		whole, e := o.Came(saw(4000), noon)
		require.False(t, whole)
		require.Equal(t, []Mail{{mail.PaymentInPart, 0, "part-40.00"}}, e.Mails)
		require.Equal(t, []int64{6000, 4000}, []int64{o.Open().Minor, o.Captured().Minor})
		return o
	}
	placed := reserved()
	placed.Status, placed.Attempt.Payment.Captured, placed.Deliveries = Placed, true, inTwo(false, Planned).Deliveries
	placed.PaidAt = noon
	placed.taken()
	require.Equal(t, noon, placed.Payments[len(placed.Payments)-1].At, "when the rest came")
	require.Equal(t, []any{int64(10000), true}, []any{placed.Captured().Minor, placed.PaidFor(&placed.Deliveries[1])})

	o := reserved()
	e := o.GiveUpParts(noon)
	require.Equal(t, []any{int64(4000), int64(0), 1}, []any{o.ToTransfer()[0].Amount.Minor, o.Unowed().Minor, len(e.Notices)})
	require.Equal(t, []Mail{{mail.OrderRefunded, 0, "cancel-0"}}, e.Mails)

	o.Status, o.CancelledAt = Cancelled, noon.Add(time.Second)
	later := noon.Add(time.Minute)
	e = o.GiveUpLate(saw(9000), later)
	require.Equal(t, []int64{4000, 5000}, []int64{o.ToTransfer()[0].Amount.Minor, o.ToTransfer()[1].Amount.Minor}, "what came since the part")
	require.Equal(t, []any{2, []Mail{{mail.OrderRefunded, 0, "cancel-0-3"}}}, []any{len(e.Notices), e.Mails})
	require.Equal(t, []bool{false, true, false}, []bool{o.CameLate("cancel-0"), o.CameLate("cancel-0-3"), o.CameLate("r")})
	require.Equal(t, Effects{}, o.GiveUpLate(saw(9000), later), "it may be told again")
	require.Equal(t, int64(0), o.Unowed().Minor)
	o.GiveUpLate(saw(0), later)
	require.Equal(t, int64(1000), o.ToTransfer()[2].Amount.Minor, "the rest of what it cost, where nobody says how much")

	over := reserved()
	whole, e := over.Came(saw(10500), noon)
	require.Equal(t, []any{true, []Notice{{Kind: NoticeOverpaid, Detail: money.Euro(500).String()}}, int64(500)}, []any{whole, e.Notices, over.Unowed().Minor})
}

// A provider holds the money of a card: a part of it that came in another way is not booked.
func TestNoPartOfWhatAProviderHoldsIsBooked(t *testing.T) {
	o := inTwo(true, Planned)
	whole, e := o.Came(saw(4000), noon)
	require.Equal(t, []any{false, 0, []Notice{{Kind: NoticePaidPart, Detail: money.Euro(4000).String()}}}, []any{whole, len(o.Payments), e.Notices})
}
