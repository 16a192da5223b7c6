package cmd

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// An operator sees a dispute where the day's work is, is warned before money goes out twice, and says how it ended.
func TestADisputeIsSeenAndEnds(t *testing.T) {
	shop := try(t)
	shop.troubled(t)
	for _, line := range []string{
		"order disputed 100001", "order disputed 100001 --dispute CB-1 --until soon", "order disputed 100001 --dispute CB-1 --ended maybe",
	} {
		_, err := shop.run(t, nil, line)
		require.ErrorAs(t, err, &usageError{}, line)
	}
	_, err := shop.run(t, nil, "order disputed 100001 --dispute CB-1 --amount 30 --until 2026-12-10")
	require.NoError(t, err)
	out, err := shop.run(t, nil, "order list --disputed")
	require.NoError(t, err)
	require.Regexp(t, `100001 +erika@example.org +moneyorder +CB-1 +30,00.€ +20\d\d-\S+ \S+ +2026-12-10 23:59`, out)
	require.Contains(t, out, "1 dispute of 1 order\n")
	out, err = shop.run(t, nil, "order show 100001")
	require.NoError(t, err)
	require.Regexp(t, `dispute +20\d\d-\S+ \S+ CB-1 about 30,00.€, open: answer until 2026-12-10 23:59`, out)

	for line, warns := range map[string]string{
		"order refund 100001":    `^Its payment is disputed: CB-1 about 30,00.€, open: .* goes out twice\. Give 49,00.€ of order 100001 back\? `,
		"withdrawal refund 5001": `^Its payment is disputed: CB-1 .* goes out twice\. Pay 30,00.€ back for withdrawal 5001 `,
		"order return 100001":    `^Take back delivery 2 of order 100001\? No money goes back by itself, for its payment is disputed: `,
		"order cancel 100001":    `^Cancel what was not dispatched of order 100001\? No money goes back by itself, `,
	} {
		_, err := shop.run(t, "n\n", line)
		require.ErrorIs(t, err, errRefused, line)
		require.Regexp(t, warns, shop.told, line)
	}
	out, err = shop.run(t, nil, "order disputed 100001 --dispute CB-1 --ended won")
	require.NoError(t, err)
	require.Regexp(t, `CB-1 about 30,00.€, won`, out)
	out, err = shop.run(t, nil, "order list --disputed -o json")
	require.NoError(t, err)
	require.JSONEq(t, `{"disputes": [], "total": 0}`, out)
	_, err = shop.run(t, "n\n", "order refund 100001")
	require.ErrorIs(t, err, errRefused)
	require.Regexp(t, `^Give 49,00.€`, shop.told)
}

func TestDisputedGoodsStay(t *testing.T) {
	open := checkout.Dispute{ID: "CB-1", State: checkout.DisputeOpen, Amount: money.Euro(3000)}
	won := checkout.Dispute{ID: "CB-2", State: checkout.DisputeWon, Amount: money.Euro(3000)}
	states := func(all ...order.DeliveryState) (list []order.Delivery) {
		for i, s := range all {
			list = append(list, order.Delivery{Number: i + 1, State: s})
		}
		return list
	}
	for name, c := range map[string]struct {
		o     order.Order
		stays bool
	}{
		"not planned yet":     {order.Order{ID: 7, Disputes: []checkout.Dispute{won, open}}, true},
		"a part waits":        {order.Order{ID: 7, Disputes: []checkout.Dispute{open}, Deliveries: states(order.Shipped, order.Planned)}, true},
		"all has left":        {order.Order{ID: 7, Disputes: []checkout.Dispute{open}, Deliveries: states(order.Shipped, order.Dispatching)}, false},
		"the shop was right":  {order.Order{ID: 7, Disputes: []checkout.Dispute{won}}, false},
		"nothing is disputed": {order.Order{ID: 7}, false},
	} {
		if err := unpaidFor(&c.o); c.stays {
			require.ErrorContains(t, err, "the payment of order 7 is disputed: CB-1 about 30,00", name)
		} else {
			require.NoError(t, err, name)
		}
	}
}
