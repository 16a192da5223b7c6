package mailer_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/mailer"
	"kontor.dev/kontor/core/order"
)

// Whoever gets one of two parcels is told that the other is to come, and only then.
func TestAParcelSaysThatTheRestIsToCome(t *testing.T) {
	for state, more := range map[order.DeliveryState]bool{
		order.Planned: true, order.Dispatching: true, order.Shipped: false, order.DeliveryCancelled: false,
	} {
		o := sample()
		o.Deliveries = []order.Delivery{
			{Number: 1, State: state, Items: []order.Item{{Line: 0, Quantity: 1}}},
			{Number: 2, State: order.Shipped, Items: []order.Item{{Line: 0, Quantity: 1}}},
		}
		m := mailer.New(mailer.Deps{Orders: orders{o}, ShopURL: "https://shop.example", Method: method})
		for lang, says := range map[catalog.Lang]string{catalog.German: "Der Rest deiner Bestellung", catalog.English: "The rest of your order"} {
			got, err := m.Render(t.Context(), mail.Request{
				ID: "x", Template: mail.OrderShipped, Lang: lang, Data: json.RawMessage(`{"orderId":1,"delivery":2}`),
			})
			require.NoError(t, err)
			require.Equal(t, []bool{more, more}, []bool{strings.Contains(got.Text, says), strings.Contains(got.HTML, says)}, state)
		}
	}
}

// Whoever did not collect a part of an order is told why it is cancelled.
func TestAPartThatWasNotCollectedSaysSo(t *testing.T) {
	for state, says := range map[order.DeliveryState]map[catalog.Lang]string{
		order.Expired:           {catalog.German: "nicht rechtzeitig abgeholt", catalog.English: "not collected in time"},
		order.DeliveryCancelled: {catalog.German: "liefern wir nicht mehr", catalog.English: "will not deliver these items"},
	} {
		o := sample()
		o.Deliveries = []order.Delivery{
			{Number: 1, State: state, Items: []order.Item{{Line: 0, Quantity: 1}}},
			{Number: 2, State: order.Shipped, Items: []order.Item{{Line: 0, Quantity: 1}}},
		}
		m := mailer.New(mailer.Deps{Orders: orders{o}, ShopURL: "https://shop.example", Method: method})
		for lang, words := range says {
			got, err := m.Render(t.Context(), mail.Request{
				ID: "x", Template: mail.DeliveryCancelled, Lang: lang, Data: json.RawMessage(`{"orderId":1,"delivery":1}`),
			})
			require.NoError(t, err)
			require.Contains(t, got.Text, words)
			require.Contains(t, got.HTML, words)
		}
	}
}
