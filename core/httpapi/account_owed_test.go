package httpapi

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/pricing"
)

// onAccount is an order of 100 euro on account, of which 60 have left.
func onAccount() *order.Order {
	day := time.Date(2026, 12, 24, 22, 59, 59, 0, time.UTC)
	return &order.Order{
		ID: 100042, Lang: catalog.German, Status: order.Placed, PlacedAt: day.AddDate(0, 0, -14),
		Attempt: checkout.Attempt{
			State: checkout.Confirmed, Totals: pricing.Totals{Total: money.Euro(10000)},
			Payment: checkout.Payment{Code: "invoice", Outcome: checkout.OutcomePending, DueAt: day, Instructions: map[string]string{
				"account_holder": "Kontor GmbH", "iban": "DE02 1203 0000 0000 2020 51", "purpose": "100042", "due_date": "24.12.2026",
			}},
		},
		Deliveries: []order.Delivery{
			{Number: 1, State: order.Shipped, Amount: money.Euro(6000), PayBy: day.AddDate(0, 0, 2)},
			{Number: 2, State: order.Planned, Amount: money.Euro(4000)},
		},
	}
}

// On account the page asks for what there are invoices of, and says until when.
func TestWhatIsOwedIsWhatWasInvoiced(t *testing.T) {
	for name, c := range map[string]struct {
		change func(o *order.Order)
		told   [2]string // amount and day
		code   bool
	}{
		"a part has left": {func(*order.Order) {}, [2]string{"60,00\u00a0€", "26.12.2026"}, true},
		"all has left": {func(o *order.Order) {
			o.Deliveries[1].State, o.Deliveries[1].PayBy = order.Shipped, o.Deliveries[0].PayBy.AddDate(0, 0, 1)
		}, [2]string{"100,00\u00a0€", "26.12.2026"}, true},
		"nothing has left": {func(o *order.Order) {
			o.Deliveries[0].State, o.Deliveries[0].PayBy = order.Planned, time.Time{}
		}, [2]string{"", "14 Tage nach dem Versand"}, false},
		"a withdrawal may take some of it away": {func(o *order.Order) {
			o.Claims = []order.Claim{{Withdrawal: 7}}
		}, [2]string{"60,00\u00a0€", "26.12.2026"}, false},
		"paid": {func(o *order.Order) { o.PaidAt = o.PlacedAt }, [2]string{"", "14 Tage nach dem Versand"}, false},
	} {
		o := onAccount()
		c.change(o)
		told := howToPay(o)
		require.Equal(t, c.told, [2]string{told["amount"], told["due_date"]}, name)
		require.Equal(t, c.code, giroCode(o, told) != "", name)
	}
}
