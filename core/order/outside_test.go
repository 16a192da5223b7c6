package order

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
)

// captured is an order of 100 euro whose two deliveries have left and are paid.
func captured() *Order {
	o := inTwo(true, Shipped)
	for i, d := range o.Deliveries {
		o.operation(Operation{Kind: CaptureMoney, State: Done, Delivery: i + 1, Amount: d.Amount, Reference: "CAP"})
	}
	return o
}

func toldOf(operation string, cents int64) checkout.Result {
	r := checkout.Result{Outcome: checkout.OutcomeRefunded, Reference: "PAY-1", Operation: operation}
	if cents != 0 {
		r.Amount = money.Euro(cents)
	}
	return r
}

// An employee gives 70 euro back in the provider's back office.
func TestARefundMadeOutsideIsBookedByAnOperatorsWord(t *testing.T) {
	o := captured()
	_, e := o.Came(toldOf("OFFICE", 7000), noon)
	require.Equal(t, []Notice{{Kind: checkout.NoticeRefunded, Detail: "OFFICE 70,00\u00a0€"}}, e.Notices)
	o.Notices = e.Notices
	require.Zero(t, o.Refunded().Minor, "nobody has said what it is")
	require.Equal(t, []string{"OFFICE 70,00\u00a0€"}, o.Unbooked())

	_, err := o.BookOutside(Outside{Reference: "OFFICE", Amount: money.Euro(10001)}, noon)
	require.ErrorIs(t, err, errTooMuch)
	for n := range 2 {
		e, err := o.BookOutside(Outside{Reference: "OFFICE", Amount: money.Euro(7000)}, noon)
		require.NoError(t, err)
		if n == 0 {
			require.Equal(t, Effects{Mails: []Mail{{mail.OrderRefunded, 0, "outside-OFFICE"}}}, e)
		} else {
			require.Equal(t, Effects{}, e, "it is booked once")
		}
		require.Equal(t, []any{int64(7000), 4}, []any{o.Refunded().Minor, len(o.Payments)}, "of both captures")
		require.Empty(t, o.Unbooked())
		require.Empty(t, o.owed(), "the provider is asked for nothing")
	}
	_, e = o.Came(toldOf("OFFICE", 7000), noon)
	require.Empty(t, e.Notices, "told again, it is known")
	_, err = o.BookOutside(Outside{Reference: "OFFICE", Amount: money.Euro(3000)}, noon)
	require.ErrorIs(t, err, errBooked)
	require.ErrorIs(t, o.refund("goodwill", money.Euro(3001)), errTooMuch, "a later refund gives back what is left")
	_, err = o.BookOutside(Outside{Reference: "ANOTHER", Amount: money.Euro(3000)}, noon)
	require.NoError(t, err)
	_, err = o.BookOutside(Outside{Reference: "MORE", Amount: money.Euro(1)}, noon)
	require.ErrorIs(t, err, errNothing)

	_, err = inTwo(true, Shipped).BookOutside(Outside{Reference: "R", Amount: money.Euro(1)}, noon)
	require.ErrorIs(t, err, errNothing, "nothing was taken")
	reserved := captured()
	reserved.Status = Reserved
	_, err = reserved.BookOutside(Outside{Reference: "R", Amount: money.Euro(1)}, noon)
	require.ErrorIs(t, err, errNotPlaced)
}

// What was given back outside for goods does not go back once more as they come back.
func TestARefundMadeOutsideForGoodsIsTheirReturns(t *testing.T) {
	o := captured()
	made := Outside{Reference: "OFFICE", Amount: money.Euro(4000), Delivery: 2}
	e, err := o.BookOutside(made, noon)
	require.NoError(t, err)
	require.Equal(t, []Mail{{mail.OrderRefunded, 0, returnRequest(2)}}, e.Mails)
	_, err = o.returned(2, false, noon)
	require.NoError(t, err)
	require.Equal(t, int64(4000), o.Refunded().Minor)
	_, err = o.BookOutside(made, noon)
	require.NoError(t, err, "again")

	_, err = o.returned(1, false, noon)
	require.NoError(t, err)
	_, err = o.BookOutside(Outside{Reference: "TWICE", Amount: money.Euro(100), Delivery: 1}, noon)
	require.ErrorIs(t, err, errPaidBack)
	for delivery, want := range map[int]error{1: errNotOut, 3: errNoDelivery} {
		planned := captured()
		planned.Deliveries[0].State = Planned
		_, err = planned.BookOutside(Outside{Reference: "R", Amount: money.Euro(1), Delivery: delivery}, noon)
		require.ErrorIs(t, err, want)
	}
}

// A refund of the shop's own waits for its answer, and one of the same amount is told of: which it is, the answer says.
func TestAnotherRefundIsToldOnceTheShopsOwnIsAnswered(t *testing.T) {
	for name, c := range map[string]struct {
		told     checkout.Result
		receipt  checkout.Receipt
		unbooked []string
	}{
		"it was this one":                   {toldOf("R-1", 1000), checkout.Receipt{Done: true, Reference: "R-1"}, nil},
		"it was another":                    {toldOf("R-1", 1000), checkout.Receipt{Done: true, Reference: "R-2"}, []string{"R-1 10,00\u00a0€"}},
		"another is still worked on":        {toldOf("R-1", 1000), checkout.Receipt{Reference: "R-2"}, []string{"R-1 10,00\u00a0€"}},
		"it is refused, as another is made": {toldOf("R-1", 1000), checkout.Receipt{Reason: "payment_operation_refunded"}, []string{"R-1 10,00\u00a0€"}},
		"the answer names none":             {toldOf("R-1", 1000), checkout.Receipt{Done: true}, nil},
		"this one, told without an amount":  {toldOf("R-1", 0), checkout.Receipt{Done: true, Reference: "R-1"}, nil},
		"another, told without an amount":   {toldOf("R-1", 0), checkout.Receipt{Done: true, Reference: "R-2"}, []string{"R-1"}},
	} {
		t.Run(name, func(t *testing.T) {
			o := captured()
			require.NoError(t, o.refund("goodwill", money.Euro(1000)))
			_, e := o.Came(c.told, noon)
			require.Empty(t, e.Notices)
			o.hears(o.book(3, c.receipt, noon))
			require.Equal(t, c.unbooked, o.Unbooked())
			require.NotEqual(t, Wanted, o.Payments[2].State)
		})
	}
	o := captured()
	require.NoError(t, o.refund("goodwill", money.Euro(1000)))
	_, err := o.BookOutside(Outside{Reference: "R-1", Amount: money.Euro(1000)}, noon)
	require.ErrorIs(t, err, errUnanswered)
	_, err = o.BookOutside(Outside{Reference: "R-1", Amount: money.Euro(1001)}, noon)
	require.NoError(t, err, "that is another")
}

// PAYONE names no amount. Where the answer to the shop's own refund is lost for good, that may be another: an operator looks.
func TestARefundThatIsToldWithoutAnAmountProvesNothing(t *testing.T) {
	lost := fault.New(fault.Unknown, "plugin_outcome_unknown")
	o := captured()
	require.NoError(t, o.refund("goodwill", money.Euro(1000)))
	o.Came(toldOf("123-2", 0), noon)
	_, err := o.Payments[2].known(checkout.Receipt{}, lost)
	require.ErrorIs(t, err, lost)
	require.Equal(t, []any{Wanted, "123-2", ReasonUnnamed}, []any{o.Payments[2].State, o.Payments[2].Reference, o.Payments[2].Reason})

	this := *o
	this.Payments = append([]Operation{}, o.Payments...)
	_, err = this.Settle(3, "123-2", noon)
	require.NoError(t, err)
	require.Equal(t, []any{Done, "123-2", ""}, []any{this.Payments[2].State, this.Payments[2].Reference, this.Payments[2].Reason})
	e, err := o.Settle(3, "", noon)
	require.NoError(t, err)
	o.hears(e)
	require.Equal(t, []any{Refused, []string{"123-2"}}, []any{o.Payments[2].State, o.Unbooked()}, "it was not made: that was another")

	whole := inTwo(true, DeliveryCancelled)
	whole.Deliveries[0].State = DeliveryCancelled
	whole.Deliveries[0].Charge, whole.Deliveries[1].Charge = false, false
	_, told := whole.Came(toldOf("123-2", 0), noon)
	require.Equal(t, "123-2", told.Notices[0].Detail, "nobody said that all went back")
}
