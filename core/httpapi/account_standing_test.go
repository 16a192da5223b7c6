package httpapi_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/order"
)

// The list says where the goods are as the order's own page does, and an order whose goods are there is not being worked on.
func TestOrdersStandWhereTheirDeliveriesDo(t *testing.T) {
	s := newCheckout(t)
	s.registered("kundin@example.org")
	s.saveAddress()
	none, one, two, mixed := s.bought(), s.bought(), s.bought(), s.bought()
	_, err := s.pool.Exec(t.Context(), `update shop_order set status = 'placed'`)
	require.NoError(t, err)
	for id, states := range map[int64][]order.DeliveryState{
		one: {order.Shipped}, two: {order.Shipped, order.Delivered}, mixed: {order.Delivered, order.Planned, order.DeliveryCancelled},
	} {
		for i, state := range states {
			_, err := s.pool.Exec(t.Context(), `
				insert into order_delivery (order_id, number, state, items, amount_minor, charge, shipping)
				select id, $2, $3, '[{"line": 0, "quantity": 1}]', 100, false, shipping from shop_order where id = $1`, id, i+1, state)
			require.NoError(t, err)
		}
	}
	list := s.orders(`{}`).OrderOverview
	require.Len(t, list, 4)
	for i, want := range []struct {
		id     int64
		status string
		states []string
	}{
		{mixed, "placed", []string{"delivered", "planned", "cancelled"}}, {two, "shipped", []string{"shipped", "delivered"}},
		{one, "shipped", []string{"shipped"}}, {none, "placed", []string{"placed"}},
	} {
		got := list[i]
		require.Equal(t, want.id, got.PrimaryOrderID)
		require.Equal(t, want.status, got.Status, i)
		var states []string
		for _, id := range got.SubOrders {
			states = append(states, got.Orders[id].Status)
		}
		require.Equal(t, want.states, states)
		var alone httpapi.OrderGroup
		s.post("/account/get-order", fmt.Sprintf(`{"ordersId": %d}`, want.id), &alone)
		require.Equal(t, alone, got)
	}
}
