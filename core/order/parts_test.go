package order

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/money"
)

// What a provider refuses in part is asked for anew beside what it gave back, as often as an operator says so.
func TestARequestGivesBackWhatItsPartsDo(t *testing.T) {
	request := WithdrawalRequest(1)
	o := &Order{}
	o.Attempt.Totals.Total = money.Euro(10000)
	for _, p := range []Operation{
		{Request: request, State: Done, Amount: money.Euro(4000)},
		{Request: request, State: Refused, Amount: money.Euro(6000)},
		{Request: request + remainder, State: Done, Amount: money.Euro(3000)},
		{Request: request + remainder + remainder, State: Working, Amount: money.Euro(2000)},
		{Request: WithdrawalRequest(11), State: Done, Amount: money.Euro(500)},
	} {
		p.Kind = RefundMoney
		o.Payments = append(o.Payments, p)
	}
	require.Equal(t, money.Euro(4000), o.RefundedBy(request))
	require.Equal(t, money.Euro(9000), o.RefundedFor(request))
	require.True(t, ByWithdrawal(request+remainder+remainder, 1))
}

// A withdrawal gives back what returns did not, of which a part may have been refused and asked for anew.
func TestWhatReturnsPaidCountsTheirParts(t *testing.T) {
	o := &Order{Status: Placed, Deliveries: []Delivery{{Number: 1, State: Returned}, {Number: 11, State: Returned}}}
	o.Attempt.Totals.Total = money.Euro(20000)
	o.operation(Operation{Kind: CaptureMoney, State: Done, Amount: money.Euro(4000)})
	o.operation(Operation{Kind: CaptureMoney, State: Done, Amount: money.Euro(16000)})
	require.NoError(t, o.refund(returnRequest(1), money.Euro(10000)))
	o.Payments[3].State = Refused
	require.Equal(t, money.Euro(4000), o.ReturnsPaid())
	require.NoError(t, o.refund(returnRequest(1), money.Euro(10000)))
	require.Equal(t, money.Euro(10000), o.ReturnsPaid())
	require.NoError(t, o.refund(returnRequest(11), money.Euro(500)))
	require.Equal(t, money.Euro(10500), o.ReturnsPaid())
}

// What the provider refused of an order's end is no operator's any more once it went back, in whatever way it was asked for anew.
func TestWhatWasRefusedAndWentBackSinceIsGivenBack(t *testing.T) {
	refund := func(request string, state OperationState, cents int) Operation {
		return Operation{Kind: RefundMoney, Request: request, State: state, Amount: money.Euro(int64(cents)), Capture: 1}
	}
	for name, c := range map[string]struct {
		refunds []Operation
		sum     int64
		state   OperationState
	}{
		"refused":                      {[]Operation{refund("cancel-1", Refused, 10000)}, 10000, Refused},
		"refused again":                {[]Operation{refund("cancel-1", Refused, 10000), refund("cancel-1", Refused, 10000)}, 10000, Refused},
		"each of two":                  {[]Operation{refund("cancel-1", Refused, 4000), refund("expired-2", Refused, 6000)}, 10000, Refused},
		"anew":                         {[]Operation{refund("cancel-1", Refused, 10000), refund("cancel-1", Done, 10000)}, 10000, Done},
		"anew by a name of its own":    {[]Operation{refund("cancel-1", Refused, 10000), refund("complaint", Done, 10000)}, 10000, Done},
		"anew, and asked for":          {[]Operation{refund("cancel-1", Refused, 10000), refund("complaint", Wanted, 10000)}, 10000, Wanted},
		"anew, and refused":            {[]Operation{refund("cancel-1", Refused, 10000), refund("complaint", Refused, 10000)}, 10000, Refused},
		"anew in part":                 {[]Operation{refund("cancel-1", Refused, 10000), refund("complaint", Done, 3000)}, 10000, Refused},
		"by a withdrawal from it":      {[]Operation{refund("cancel-1", Refused, 10000), refund(WithdrawalRequest(7), Done, 10000)}, 0, Done},
		"and goodwill before that":     {[]Operation{refund("complaint", Done, 1000), refund("cancel-1", Refused, 9000)}, 9000, Refused},
		"and what came back is beside": {[]Operation{refund("cancel-1", Refused, 6000), refund("return-2", Done, 4000)}, 6000, Refused},
	} {
		o := &Order{Status: Cancelled}
		o.operation(Operation{Kind: CaptureMoney, State: Done, Amount: money.Euro(10000)})
		for _, p := range c.refunds {
			o.operation(p)
		}
		sum, state, _ := o.GivenBack()
		require.Equal(t, []any{c.sum, c.state}, []any{sum.Minor, state}, name)
		require.Equal(t, c.state == Refused, o.RefusedOfEnd(), name)
	}
}
