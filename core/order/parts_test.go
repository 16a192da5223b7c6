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
