package order

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
)

// claimed is a paid order of two laptops and a mouse in two deliveries, of which a withdrawal took something.
func claimed(state DeliveryState, items ...Item) *Order {
	o := &Order{ID: 1, Status: Placed, Deliveries: []Delivery{
		{Number: 1, State: Delivered, Amount: money.Euro(100000), Items: []Item{{0, 1}}},
		{Number: 2, State: state, Amount: money.Euro(103000), Items: []Item{{0, 1}, {1, 1}}},
	}}
	o.Attempt.Lines = []checkout.Line{{Quantity: 2, Unit: money.Euro(100000)}, {Quantity: 1, Unit: money.Euro(3000)}}
	o.Attempt.Totals.Total, o.Attempt.Payment = money.Euro(203000), checkout.Payment{Captured: true}
	o.Claims = []Claim{{Withdrawal: 7, Items: items}}
	return o
}

// The money of a withdrawal is its own to give back: what comes back of it costs the shop nothing else, before or after.
func TestAReturnDoesNotPayForWhatAWithdrawalTook(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		took   []Item
		back   int64
		repaid [2]int
	}{
		"all of the delivery": {[]Item{{0, 1}, {1, 1}}, 0, [2]int{}},
		"the mouse":           {[]Item{{1, 1}}, 100000, [2]int{1, 0}},
		"nothing":             {nil, 103000, [2]int{1, 1}},
	} {
		o := claimed(Delivered, c.took...)
		_, err := o.returned(2, false, now)
		require.NoError(t, err, name)
		require.Equal(t, c.back, o.Refunded().Minor, name)
		require.Equal(t, []any{c.back, c.repaid}, []any{o.ReturnsPaid().Minor, [2]int{o.Repaid(0), o.Repaid(1)}}, name)
		_, err = o.returned(1, false, now)
		require.NoError(t, err, name)
		require.Equal(t, c.back+100000, o.Refunded().Minor, "the first is nobody's: %s", name)
	}
	one := claimed(Delivered, Item{0, 1})
	one.Deliveries = []Delivery{{Number: 2, State: Delivered, Amount: money.Euro(203000), Items: []Item{{0, 2}, {1, 1}}}}
	_, err := one.returned(2, false, now)
	require.NoError(t, err)
	require.Equal(t, []any{int64(103000), 1, 1}, []any{one.Refunded().Minor, one.Repaid(0), one.Repaid(1)}, "one of two laptops")

	both := claimed(Delivered, Item{0, 1})
	for i, back := range []int64{0, 103000} {
		_, err := both.returned(i+1, false, now)
		require.NoError(t, err)
		require.Equal(t, back, both.Refunded().Minor, "the laptop that came back first was withdrawn from")
	}
}

// What is cancelled gives its money back, unless a withdrawal did: one that is still to do so finds out then.
func TestACancellationDoesNotPayForWhatAWithdrawalPaid(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		took       Item
		paid, back int64
	}{
		"paid":                                  {Item{1, 1}, 3000, 103000 + 500},
		"to be paid":                            {Item{1, 1}, 0, 103000 + 500},
		"paid, of what the customer has":        {Item{0, 1}, 100000, 203000 + 500},
		"paid, of more than the customer has":   {Item{0, 2}, 200000, 203000 + 500},
		"paid in part, for what had lost value": {Item{1, 1}, 1000, 103000 + 500},
	} {
		o := claimed(Planned, c.took)
		o.Deliveries[1].Amount, o.Attempt.Totals.Total = money.Euro(103500), money.Euro(203500) // with what its way costs
		if c.paid > 0 {
			require.NoError(t, o.refund(WithdrawalRequest(7), money.Euro(c.paid)))
		}
		_, err := o.cancel(ReasonCancelled, now)
		require.NoError(t, err)
		require.Equal(t, c.back, o.Refunded().Minor, name)
	}
}
