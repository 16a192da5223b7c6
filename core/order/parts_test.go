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
