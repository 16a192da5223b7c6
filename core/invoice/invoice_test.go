package invoice_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/pricing"
)

var (
	seller = invoice.Seller{Name: "Kontor GmbH", VATID: "DE136695976"}
	now    = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
)

// priced is an order as the checkout freezes it, divided into its deliveries.
func priced(in pricing.Input, lines []checkout.Line, deliveries []checkout.Delivery) *order.Order {
	o := &order.Order{ID: 100001, Status: order.Placed, Lang: catalog.German, Email: "erika@example.org", CreatedAt: now}
	o.Invoice = address.Address{FirstName: "Erika", LastName: "Muster", CountryID: address.Germany}
	o.Delivery = o.Invoice
	if in.NetOnly {
		o.Business, o.VATID, o.Delivery.CountryID = true, "ATU12345675", 14
	}
	o.Attempt.Lines, o.Attempt.Deliveries = lines, deliveries
	for _, l := range lines {
		in.Items = append(in.Items, pricing.Item{Quantity: l.Quantity, Unit: l.Unit, TaxRate: l.TaxRate, Warranty: l.Warranty})
	}
	for _, d := range deliveries {
		in.Shipping = append(in.Shipping, d.Option.Fee)
	}
	o.Attempt.Totals = pricing.Compute(in)
	o.Deliveries = order.Plan(o)
	return o
}

func cents(low, high int64) *rapid.Generator[money.Amount] {
	return rapid.Map(rapid.Int64Range(low, high), money.Euro)
}

// orders are any that the checkout could take, some of whose deliveries were divided later.
var orders = rapid.Custom(func(t *rapid.T) *order.Order {
	in := pricing.Input{
		Fee: cents(0, 300).Draw(t, "fee"), NoRisk: cents(0, 5000).Draw(t, "service"), NetOnly: rapid.Bool().Draw(t, "net only"),
	}
	for _, off := range rapid.SliceOfN(cents(1, 5000), 0, 2).Draw(t, "discounts") {
		in.Discounts = append(in.Discounts, pricing.Discount{Code: "X", Amount: off})
	}
	lines := make([]checkout.Line, rapid.IntRange(1, 5).Draw(t, "lines"))
	deliveries := make([]checkout.Delivery, rapid.IntRange(1, len(lines)).Draw(t, "deliveries"))
	for i := range lines {
		lines[i] = checkout.Line{
			Name: "Ware", ArticleNumber: "A-1", Quantity: rapid.IntRange(1, 4).Draw(t, "quantity"), Unit: cents(5000, 200_000).Draw(t, "unit"),
			TaxRate: rapid.SampledFrom([]int64{1900, 700}).Draw(t, "rate"),
		}
		if rapid.Bool().Draw(t, "warranty") {
			lines[i].WarrantyID, lines[i].Warranty = 1, cents(1, 9900).Draw(t, "price of it")
		}
		d := &deliveries[i%len(deliveries)]
		d.ID, d.Lines = i%len(deliveries)+1, append(d.Lines, i)
	}
	for i := range deliveries {
		deliveries[i].Option.Fee = cents(0, 6000).Draw(t, "shipping")
	}
	o := priced(in, lines, deliveries)
	if first := &o.Deliveries[0]; first.Items[0].Quantity > 1 && rapid.Bool().Draw(t, "divided") {
		shares := first.Amount.Allocate([]int64{1, 2})
		first.Items[0].Quantity--
		first.Amount = shares[1]
		o.Deliveries = append(o.Deliveries, order.Delivery{
			Number: len(o.Deliveries) + 1, Items: []order.Item{{Line: first.Items[0].Line, Quantity: 1}}, Amount: shares[0], Shipping: first.Shipping,
		})
	}
	for i := range o.Deliveries {
		o.Deliveries[i].State, o.Deliveries[i].DispatchAt = order.Shipped, now
	}
	return o
})

// However an order is divided, its invoices ask for what it costs and for no cent more, and each adds up in itself.
func TestInvoicesAddUpToTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := orders.Draw(t, "order")
		sum := money.Euro(0)
		list := invoice.Due(o, nil, seller, now)
		require.Len(t, list, len(o.Deliveries))
		for i, n := range list {
			require.Equal(t, o.Deliveries[i].Amount, n.Total)
			sum = sum.Add(n.Total)
			addsUp(t, n)
		}
		require.Equal(t, o.Attempt.Totals.Total, sum)
		if len(list) == 1 && !list[0].Exempt {
			var taxes []pricing.Tax
			for _, x := range list[0].Taxes {
				taxes = append(taxes, pricing.Tax{Rate: x.Rate, Amount: x.Amount})
			}
			require.Equal(t, o.Attempt.Totals.Taxes, taxes, "as the customer saw it")
		}
		require.Empty(t, invoice.Due(o, list, seller, now), "each is issued once")
	})
}

// An invoice says what its delivery's way costs; the parts of one that was divided share it by the value of their goods.
func TestShippingIsOnTheInvoiceOfItsDelivery(t *testing.T) {
	lines := []checkout.Line{
		{Name: "Notebook", Quantity: 3, Unit: money.Euro(9000), WarrantyID: 1, Warranty: money.Euro(1000), TaxRate: 1900},
		{Name: "Schrank", Quantity: 1, Unit: money.Euro(40000), TaxRate: 1900}, {Name: "Maus", Quantity: 1, Unit: money.Euro(10000), TaxRate: 1900},
	}
	way := func(cents int64) checkout.ShippingOption { return checkout.ShippingOption{Fee: money.Euro(cents)} }
	o := priced(pricing.Input{}, lines, []checkout.Delivery{{ID: 1, Lines: []int{0, 2}, Option: way(800)}, {ID: 2, Lines: []int{1}, Option: way(3000)}})
	first := &o.Deliveries[0]
	first.Items[0].Quantity, first.Amount = 1, money.Euro(20400)
	o.Deliveries = append(o.Deliveries, order.Delivery{Number: 3, Items: []order.Item{{Line: 0, Quantity: 2}}, Amount: money.Euro(20400)})
	for i := range o.Deliveries {
		o.Deliveries[i].DispatchAt = now
	}
	for i, n := range invoice.Due(o, nil, seller, now) {
		addsUp(t, n)
		at := slices.IndexFunc(n.Positions, func(p invoice.Position) bool { return p.Kind == invoice.Shipping })
		require.Equal(t, []int64{400, 3000, 400}[i], n.Positions[at].Amount.Minor)
		require.Len(t, n.Positions, []int{4, 2, 3}[i], "goods, warranties, the way, and nothing to round")
	}
}

func addsUp(t require.TestingT, n *invoice.Invoice) {
	positions, taxes := money.Euro(0), money.Euro(0)
	for _, p := range n.Positions {
		positions = positions.Add(p.Amount)
		require.True(t, p.Kind == invoice.Discount || p.Kind == invoice.Rounding || p.Amount.Minor >= 0, "%+v", p)
	}
	for _, x := range n.Taxes {
		taxes = taxes.Add(x.Amount)
		if n.Exempt {
			require.Zero(t, x.Amount.Minor)
		}
	}
	require.Equal(t, n.Total, positions)
	require.Equal(t, n.Total, n.Net.Add(taxes))
}

// Whatever is given back in whatever parts, credit notes never take back more than was invoiced.
func TestCreditNotesStayWithinTheInvoices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := orders.Draw(t, "order")
		issued := invoice.Due(o, nil, seller, now)
		billed := o.Attempt.Totals.Total.Minor
		for i, amount := range rapid.SliceOfN(cents(1, 100_000), 1, 5).Draw(t, "refunds") {
			request := rapid.SampledFrom([]string{"a", "b", "c", "return-1", "return-2", "cancel-9"}).Draw(t, "request")
			o.Payments = append(o.Payments, order.Operation{Number: i + 1, Kind: order.RefundMoney, State: order.Done, Amount: amount, Request: request})
		}
		credited := int64(0)
		for _, n := range invoice.Due(o, issued, seller, now) {
			require.Equal(t, invoice.Credit, n.Kind)
			require.NotEmpty(t, n.Corrects)
			require.NotEqual(t, "cancel-9", n.Request, "what never left was never invoiced")
			addsUp(t, n)
			credited += n.Total.Minor
		}
		require.LessOrEqual(t, credited, billed)
	})
}

func TestAReturnTakesItsInvoiceBack(t *testing.T) {
	line := checkout.Line{Name: "Notebook", ArticleNumber: "NB-1", Quantity: 1, Unit: money.Euro(119000), TaxRate: 1900}
	o := priced(pricing.Input{}, []checkout.Line{line}, []checkout.Delivery{{ID: 1, Lines: []int{0}}})
	require.Empty(t, invoice.Due(o, nil, seller, now), "nothing has left")
	o.Deliveries[0].DispatchAt = now
	require.Empty(t, invoice.Due(o, nil, invoice.Seller{}, now), "nobody sells")
	bill := invoice.Due(o, nil, seller, now)[0]
	bill.Number = "2026-000001"
	require.Equal(t, []any{money.Euro(100000), money.Euro(119000), false}, []any{bill.Net, bill.Total, bill.Paid})
	refund := order.Operation{Number: 1, Kind: order.RefundMoney, State: order.Wanted, Amount: bill.Total, Request: "return-1"}
	o.Payments = []order.Operation{refund}
	issued := []*invoice.Invoice{bill}
	require.Empty(t, invoice.Due(o, issued, seller, now), "the provider has not answered")
	o.Payments[0].State = order.ByHand
	credit := invoice.Due(o, issued, seller, now)[0]
	require.Equal(t, bill.Positions, credit.Positions)
	require.Equal(t, []invoice.Reference{{Number: "2026-000001", IssuedAt: now}}, credit.Corrects)
	o.Payments[0].State = order.Refused
	require.Empty(t, invoice.Due(o, issued, seller, now), "no money went")
}

// Who pays by invoice or at the door owes nothing for what came back, or was not collected, before it was paid.
func TestWhatComesBackUnpaidIsNotPayable(t *testing.T) {
	lines := []checkout.Line{
		{Name: "Notebook", Quantity: 1, Unit: money.Euro(75000), TaxRate: 1900}, {Name: "Buch", Quantity: 1, Unit: money.Euro(25000), TaxRate: 700},
	}
	for _, state := range []order.DeliveryState{order.Returned, order.Expired} {
		o := priced(pricing.Input{}, lines, []checkout.Delivery{{ID: 1, Lines: []int{0}}, {ID: 2, Lines: []int{1}}})
		o.Deliveries[0].DispatchAt, o.Deliveries[1].DispatchAt = now, now
		issued := invoice.Due(o, nil, seller, now)
		for i, n := range issued {
			n.Number = fmt.Sprintf("2026-00000%d", i+1)
		}
		o.Deliveries[1].State = state
		due := invoice.Due(o, issued, seller, now)
		require.Len(t, due, 1)
		require.Equal(t, []any{invoice.Credit, false, invoice.UnpaidRequest(2)}, []any{due[0].Kind, due[0].Paid, due[0].Request})
		require.Equal(t, []any{issued[1].Positions, issued[1].Total}, []any{due[0].Positions, due[0].Total})
		require.Equal(t, []invoice.Reference{{Number: "2026-000002", IssuedAt: now}}, due[0].Corrects)
		issued = append(issued, due[0])
		require.Empty(t, invoice.Due(o, issued, seller, now), "once")

		o.Payments = []order.Operation{
			{Number: 1, Kind: order.CaptureMoney, State: order.Done, Amount: o.Deliveries[0].Amount},
			{Number: 2, Kind: order.RefundMoney, State: order.Done, Capture: 1, Amount: money.Euro(1000), Request: "goodwill"},
		}
		due = invoice.Due(o, issued, seller, now)
		require.Len(t, due, 1)
		require.Equal(t, []any{true, money.Euro(1000)}, []any{due[0].Paid, due[0].Total})
		require.Equal(t, int64(1900), due[0].Taxes[0].Rate, "of what was paid")
		require.Len(t, due[0].Taxes, 1)

		o.Payments = []order.Operation{{Number: 1, Kind: order.CaptureMoney, State: order.Done, Amount: o.Attempt.Totals.Total}}
		require.Empty(t, invoice.Due(o, issued[:2], seller, now), "what was paid is refunded first")
	}
}

// Who pays by invoice reads on it where to; who has paid does not.
func TestAnInvoiceThatIsNotPaidSaysWhereToPay(t *testing.T) {
	line := checkout.Line{Name: "Notebook", ArticleNumber: "NB-1", Quantity: 1, Unit: money.Euro(119000), TaxRate: 1900}
	for _, paidAt := range []time.Time{{}, now} {
		o := priced(pricing.Input{}, []checkout.Line{line}, []checkout.Delivery{{ID: 1, Lines: []int{0}}})
		o.Attempt.Payment.Instructions = map[string]string{"iban": "DE02 1203"}
		o.Attempt.Payment.Further = []checkout.Instruction{{Label: catalog.Text{DE: "Zahlcode"}, Value: "4711"}}
		o.Deliveries[0].DispatchAt, o.Deliveries[0].PayBy, o.PaidAt = now, now.AddDate(0, 0, 30), paidAt
		o.Payments = []order.Operation{{Number: 1, Kind: order.CaptureMoney, State: order.Done, Delivery: 1, Amount: money.Euro(9000)}}
		n := invoice.Due(o, nil, seller, now)[0]
		require.Equal(t, []bool{paidAt.IsZero(), paidAt.IsZero(), paidAt.IsZero()}, []bool{n.Transfer["iban"] != "", len(n.Further) > 0, n.DueAt.Equal(now.AddDate(0, 0, 30))})
		require.Equal(t, paidAt.IsZero(), n.Came.Minor == 9000, "of a part, what is left is asked for")
	}
}

// What came beyond what an invoice says is on none, and so is its refund.
func TestWhatWasPaidTooMuchIsNotCredited(t *testing.T) {
	line := checkout.Line{Name: "Notebook", ArticleNumber: "NB-1", Quantity: 1, Unit: money.Euro(119000), TaxRate: 1900}
	o := priced(pricing.Input{}, []checkout.Line{line}, []checkout.Delivery{{ID: 1, Lines: []int{0}}})
	o.Deliveries[0].DispatchAt = now
	issued := invoice.Due(o, nil, seller, now)
	o.Payments = []order.Operation{
		{Number: 1, Kind: order.CaptureMoney, State: order.Done, Amount: money.Euro(119000)},
		{Number: 2, Kind: order.CaptureMoney, State: order.Done, Amount: money.Euro(4000), Request: order.Overpaid},
		{Number: 3, Kind: order.RefundMoney, State: order.ByHand, Amount: money.Euro(4000), Capture: 2, Request: "too-much"},
	}
	require.Empty(t, invoice.Due(o, issued, seller, now))
	o.Payments = append(o.Payments, order.Operation{
		Number: 4, Kind: order.RefundMoney, State: order.ByHand, Amount: money.Euro(1000), Capture: 1, Request: "too-much",
	})
	due := invoice.Due(o, issued, seller, now)
	require.Equal(t, []any{1, money.Euro(1000)}, []any{len(due), due[0].Total}, "of goods")
}

// A withdrawal from goods on account is written off, and they come back: that is one credit note's worth, and the invoice of what
// the customer keeps stands, whichever was first.
func TestGoodsOnAccountAreCreditedOnce(t *testing.T) {
	lines := []checkout.Line{
		{Name: "Notebook", Quantity: 1, Unit: money.Euro(75000), TaxRate: 1900}, {Name: "Buch", Quantity: 1, Unit: money.Euro(25000), TaxRate: 700},
	}
	returned := func(o *order.Order) { o.Deliveries[1].State = order.Returned }
	writtenOff := func(o *order.Order) { o.WriteOff(7, o.Deliveries[1].Amount, now) }
	for _, steps := range [][]func(*order.Order){{returned, writtenOff}, {writtenOff, returned}} {
		o := priced(pricing.Input{}, lines, []checkout.Delivery{{ID: 1, Lines: []int{0}}, {ID: 2, Lines: []int{1}}})
		o.Attempt.Payment.Outcome = checkout.OutcomePending
		o.Deliveries[0].DispatchAt, o.Deliveries[1].DispatchAt = now, now
		issued := invoice.Due(o, nil, seller, now)
		for i, n := range issued {
			n.Number = fmt.Sprintf("2026-00000%d", i+1)
		}
		credited := int64(0)
		for _, step := range steps {
			step(o)
			for _, n := range invoice.Due(o, issued, seller, now) {
				credited += n.Total.Minor
				issued = append(issued, n)
			}
		}
		require.Equal(t, o.Deliveries[1].Amount.Minor, credited)
	}
}

func TestAPartIsGivenBackAtTheRatesThatWerePaid(t *testing.T) {
	lines := []checkout.Line{
		{Name: "Notebook", Quantity: 1, Unit: money.Euro(75000), TaxRate: 1900}, {Name: "Buch", Quantity: 1, Unit: money.Euro(25000), TaxRate: 700},
	}
	o := priced(pricing.Input{}, lines, []checkout.Delivery{{ID: 1, Lines: []int{0, 1}}})
	o.Deliveries[0].DispatchAt = now
	issued := invoice.Due(o, nil, seller, now)
	o.Payments = []order.Operation{{Kind: order.RefundMoney, State: order.Done, Amount: money.Euro(10000), Request: "goodwill"}}
	credit := invoice.Due(o, issued, seller, now)[0]
	require.Equal(t, money.Euro(10000), credit.Total)
	require.Equal(t, []invoice.Position{
		{Kind: invoice.Refund, Quantity: 1, Amount: money.Euro(7500), Rate: 1900},
		{Kind: invoice.Refund, Quantity: 1, Amount: money.Euro(2500), Rate: 700},
	}, credit.Positions)
}

// What went back of the order before its deliveries came back is credited once, and all that went back is credited, at the
// rates that were paid.
// A provider refuses a part of what a return gives back, which is asked for anew: that is of the return's goods as well.
func TestWhatWasRefusedOfAReturnIsCreditedAsItsGoods(t *testing.T) {
	lines := []checkout.Line{
		{Name: "Notebook", Quantity: 1, Unit: money.Euro(50000), TaxRate: 1900}, {Name: "Buch", Quantity: 1, Unit: money.Euro(50000), TaxRate: 700},
	}
	o := priced(pricing.Input{}, lines, []checkout.Delivery{{ID: 1, Lines: []int{0}}, {ID: 2, Lines: []int{1}}})
	o.Deliveries[0].DispatchAt, o.Deliveries[1].DispatchAt = now, now
	issued := invoice.Due(o, nil, seller, now)
	for i, n := range issued {
		n.Number = fmt.Sprintf("2026-00000%d", i+1)
	}
	o.Payments = []order.Operation{
		{Number: 1, Kind: order.RefundMoney, State: order.Done, Request: "return-1", Amount: money.Euro(30000)},
		{Number: 2, Kind: order.RefundMoney, State: order.Refused, Request: "return-1", Amount: money.Euro(20000)},
		{Number: 3, Kind: order.RefundMoney, State: order.Done, Request: "return-1-rest", Amount: money.Euro(20000)},
	}
	due := invoice.Due(o, issued, seller, now)
	require.Len(t, due, 2)
	for i, n := range due {
		require.Equal(t, []any{[]int64{30000, 20000}[i], []invoice.Reference{{Number: "2026-000001", IssuedAt: now}}}, []any{n.Total.Minor, n.Corrects})
		require.Len(t, n.Taxes, 1)
		require.Equal(t, int64(1900), n.Taxes[0].Rate)
	}
}

func TestCreditNotesAddUpToWhatWasGivenBack(t *testing.T) {
	lines := []checkout.Line{
		{Name: "Notebook", Quantity: 1, Unit: money.Euro(50000), TaxRate: 1900}, {Name: "Buch", Quantity: 1, Unit: money.Euro(50000), TaxRate: 700},
	}
	for name, refunds := range map[string][]order.Operation{
		"goodwill, then both come back": {
			{Request: "goodwill", Amount: money.Euro(10000)}, {Request: "return-1", Amount: money.Euro(50000)},
			{Request: "return-2", Amount: money.Euro(40000)},
		},
		"one comes back, then the rest is given back": {
			{Request: "return-1", Amount: money.Euro(50000)}, {Request: "rest", Amount: money.Euro(50000)},
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := priced(pricing.Input{}, lines, []checkout.Delivery{{ID: 1, Lines: []int{0}}, {ID: 2, Lines: []int{1}}})
			o.Deliveries[0].DispatchAt, o.Deliveries[1].DispatchAt = now, now
			issued := invoice.Due(o, nil, seller, now)
			for i, n := range issued {
				n.Number = fmt.Sprintf("2026-00000%d", i+1)
			}
			given, credited, rates := int64(0), int64(0), map[int64]int64{}
			for i, r := range refunds {
				r.Number, r.Kind, r.State = i+1, order.RefundMoney, order.Done
				o.Payments = append(o.Payments, r)
				due := invoice.Due(o, issued, seller, now)
				require.Len(t, due, 1)
				due[0].Number = fmt.Sprintf("2026-00001%d", i)
				issued, given, credited = append(issued, due[0]), given+r.Amount.Minor, credited+due[0].Total.Minor
				for _, x := range due[0].Taxes {
					rates[x.Rate] += x.Net.Add(x.Amount).Minor
				}
			}
			require.Equal(t, given, credited)
			require.Equal(t, map[int64]int64{1900: 50000, 700: 50000}, rates)
		})
	}
}
