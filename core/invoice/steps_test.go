package invoice_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/pricing"
)

// Parts leave, others are cancelled, some come back and money is given back for goodwill, in any order: at every step what the shop
// keeps of a card's money is what its invoices less its credit notes say.
func TestMoneyAndDocumentsAgreeAtEveryStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := orders.Draw(t, "order")
		o.Status, o.Attempt.Payment.Outcome = order.Placed, checkout.OutcomeAuthorized
		for i := range o.Deliveries {
			d := &o.Deliveries[i]
			d.State, d.DispatchAt, d.Charge = order.Planned, d.DoneAt, true
		}
		var issued []*invoice.Invoice
		for step := range rapid.IntRange(1, 12).Draw(t, "steps") {
			d := &o.Deliveries[rapid.IntRange(0, len(o.Deliveries)-1).Draw(t, "delivery")]
			switch rapid.SampledFrom([]string{"send", "send", "return", "cancel", "refund"}).Draw(t, "step") {
			case "send":
				if d.State == order.Planned && o.Status == order.Placed {
					d.State, d.DispatchAt = order.Shipped, now
					if d.Amount.Minor > 0 {
						o.Payments = append(o.Payments, order.Operation{
							Number: len(o.Payments) + 1, Kind: order.CaptureMoney, State: order.Done, Delivery: d.Number, Amount: d.Amount,
						})
					}
				}
			case "return":
				_ = o.WouldReturn(d.Number, false, now)
			case "cancel":
				_ = o.WouldCancel(order.ReasonCancelled, now)
			case "refund":
				_ = o.WouldRefund(fmt.Sprint("goodwill-", step), cents(1, 50_000).Draw(t, "goodwill"))
			}
			answer := rapid.SampledFrom([]order.OperationState{order.Done, order.Working, order.ByHand, order.Refused}).Draw(t, "answer")
			for i := range o.Payments {
				if p := &o.Payments[i]; p.State == order.Wanted {
					p.State = answer
				}
			}
			for {
				due := invoice.Due(o, issued, seller, now)
				if len(due) == 0 {
					break
				}
				due[0].Number = fmt.Sprintf("2026-%06d", len(issued)+1)
				addsUp(t, due[0])
				issued = append(issued, due[0])
			}
			said := money.Euro(0)
			for _, n := range issued {
				if said = said.Add(n.Total); n.Kind == invoice.Credit {
					said = said.Sub(n.Total).Sub(n.Total)
				}
			}
			kept := o.Captured().Sub(o.Refunded())
			require.GreaterOrEqual(t, kept.Minor, int64(0), "no more goes back than came")
			require.Equal(t, kept, said, "%+v\n%+v", o.Deliveries, o.Payments)
		}
	})
}

// What was rounded off at one rate is not there to be given back at another.
func TestRoundingIsNotGivenBack(t *testing.T) {
	o := priced(pricing.Input{}, []checkout.Line{{Name: "Notebook", Quantity: 1, Unit: money.Euro(11900), TaxRate: 1900}}, []checkout.Delivery{{ID: 1, Lines: []int{0}}})
	o.Deliveries[0].DispatchAt = now
	bill := invoice.Due(o, nil, seller, now)[0]
	bill.Number = "2026-000001"
	bill.Positions = append(bill.Positions, invoice.Position{Kind: invoice.Rounding, Quantity: 1, Amount: money.Euro(-1), Rate: 700})
	bill.Taxes = append(bill.Taxes, invoice.Tax{Rate: 700, Net: money.Euro(-1), Amount: money.Euro(0)})
	bill.Total = money.Euro(11899)
	o.Payments = []order.Operation{{Number: 1, Kind: order.RefundMoney, State: order.Done, Amount: money.Euro(11900), Request: "a"}}
	due := invoice.Due(o, []*invoice.Invoice{bill}, seller, now)
	require.Len(t, due, 1)
	require.Equal(t, bill.Total, due[0].Total)
}
