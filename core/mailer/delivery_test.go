package mailer_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/mailer"
	"kontor.dev/kontor/core/money"
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

// Who pays as the goods are handed over reads how much, in every mail that says that they come or wait.
func TestWhoPaysOnHandoverIsToldHowMuch(t *testing.T) {
	for _, c := range []struct {
		code, template, said string
		pickup, paid         bool
	}{
		{code: "cod", template: mail.OrderShipped, said: "Bitte halte 199,00\u00a0€ in bar bereit"},
		{code: "cod", template: mail.OrderShipped, paid: true},
		{code: "cod", template: mail.DeliveryReturned},
		{code: "cashec", template: mail.OrderReady, pickup: true, said: "Beim Abholen zahlst du 199,00\u00a0€."},
		{code: "cashec", template: mail.PickupReminder, pickup: true, said: "Beim Abholen zahlst du 199,00\u00a0€."},
		{code: "moneyorder", template: mail.OrderShipped},
	} {
		o := anOrder()
		o.Attempt.Payment = checkout.Payment{Code: c.code, Captured: c.paid}
		o.Payments = nil
		o.Deliveries = []order.Delivery{{Number: 1, Amount: money.Euro(19900), Shipping: checkout.ShippingOption{Pickup: c.pickup, Carrier: "DHL"}}}
		r := mail.Request{ID: "m", Template: c.template, To: "e@example.org", Lang: catalog.German, Data: json.RawMessage(`{"orderId":1,"delivery":1}`)}
		m, err := mailer.New(mailer.Deps{Orders: orders{o}, Method: method}).Render(t.Context(), r)
		require.NoError(t, err)
		for _, form := range []string{m.Text, m.HTML} {
			require.Contains(t, form, c.said, "%+v", c)
			require.Equal(t, c.said != "", strings.Contains(form, "199,00"), "%+v", c)
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
