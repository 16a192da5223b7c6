package invoice

import (
	"fmt"
	"slices"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

var zero = money.Euro(0)

// Due gives the documents that an order is to have and does not have yet, without numbers: an invoice for each delivery
// that was dispatched, a credit note for each refund that was made of what was invoiced, and one for what came back or was
// not collected before it was paid. It depends on nothing but what is given, so it may be asked after every change. A
// seller without a name can issue none.
func Due(o *order.Order, issued []*Invoice, seller Seller, now time.Time) []*Invoice {
	if seller.Name == "" {
		return nil
	}
	var due []*Invoice
	for i := range o.Deliveries {
		d := &o.Deliveries[i]
		known := slices.ContainsFunc(issued, func(n *Invoice) bool { return n.Kind == Bill && n.Delivery == d.Number })
		if !known && !d.DispatchAt.IsZero() {
			due = append(due, bill(o, d, seller, now))
		}
	}
	correct := func(request string, amount money.Amount, paid bool) {
		if slices.ContainsFunc(issued, func(n *Invoice) bool { return n.Kind == Credit && n.Request == request }) {
			return
		}
		if !paid {
			amount = money.Euro(min(amount.Minor, uncredited(o, issued).Minor))
		}
		if c := credit(o, request, amount, paid, issued, now); c != nil {
			due, issued = append(due, c), append(slices.Clone(issued), c)
		}
	}
	for i := range o.Deliveries {
		if d := &o.Deliveries[i]; d.State == order.Returned && !o.PaidFor(d) || uncollected(o, d) {
			correct(UnpaidRequest(d.Number), o.OpenOf(d), false)
		}
	}
	for _, request := range settled(o) {
		if off := o.WrittenOff(request); off.Minor > 0 {
			correct(request, off, false)
		} else {
			correct(request, o.RefundedBy(request).Sub(o.OverpaidBy(request)), true)
		}
	}
	return due
}

// uncredited is what need not be paid and no credit note says yet.
func uncredited(o *order.Order, issued []*Invoice) money.Amount {
	rest := o.Remitted()
	for i := range o.Deliveries {
		if d := &o.Deliveries[i]; uncollected(o, d) {
			rest = rest.Add(o.OpenOf(d))
		}
	}
	for _, n := range issued {
		if n.Kind == Credit && !n.Paid {
			rest = rest.Sub(n.Total)
		}
	}
	return rest
}

// uncollected reports whether a delivery waited in a store in vain, and was not paid.
func uncollected(o *order.Order, d *order.Delivery) bool {
	return d.State == order.Expired && !o.PaidFor(d)
}

// UnpaidRequest stands on the credit note of a delivery that nobody paid for, where another names its refund.
func UnpaidRequest(delivery int) string { return fmt.Sprintf(unpaid, delivery) }

const unpaid = "unpaid-%d"

// head is what all documents of an order have alike.
func head(o *order.Order, seller Seller, now time.Time) *Invoice {
	return &Invoice{
		OrderID: o.ID, CustomerID: o.CustomerID, Lang: o.Lang, IssuedAt: now.UTC(), OrderedAt: o.CreatedAt, Seller: seller,
		Buyer: o.Invoice, ShipTo: o.Delivery, Email: o.Email, Business: o.Business, VATID: o.VATID,
		Exempt: o.Business && o.VATID != "" && o.Attempt.Totals.NetOnly(), // as it was sold, whatever the rule says by now
	}
}

// bill is the invoice of a delivery. Its sum is the delivery's share of the order's total.
func bill(o *order.Order, d *order.Delivery, seller Seller, now time.Time) *Invoice {
	n := head(o, seller, now)
	n.Kind, n.Delivery, n.SuppliedAt, n.Paid = Bill, d.Number, d.DispatchAt, paid(o, d)
	if !n.Paid {
		n.Transfer, n.Further = o.Attempt.Payment.Instructions, o.Attempt.Payment.Further
		n.DueAt, n.Came = d.PayBy, came(o, d)
	}
	for _, item := range d.Items {
		l := o.Attempt.Lines[item.Line]
		n.add(Goods, l.ArticleNumber, l.Name, item.Quantity, l.Unit, l.TaxRate)
		n.Positions[len(n.Positions)-1].Bundle = catalog.BundleText(l.Bundle, n.Lang)
		if l.WarrantyID != 0 {
			n.add(Warranty, l.ArticleNumber, l.Name, item.Quantity, l.Warranty, l.TaxRate)
			n.Positions[len(n.Positions)-1].Warranty = l.WarrantyTitle.In(n.Lang)
		}
	}
	n.addExtras(extrasOf(o, d, n.sum()))
	n.total()
	return n
}

// paid reports whether the money of a delivery is here.
func paid(o *order.Order, d *order.Delivery) bool {
	came := came(o, d)
	return !o.PaidAt.IsZero() || came.Minor > 0 && came.Minor >= d.Amount.Minor
}

// came is the money of a delivery that is here.
func came(o *order.Order, d *order.Delivery) money.Amount {
	sum := zero
	for _, p := range o.Payments {
		if p.Kind == order.CaptureMoney && p.Delivery == d.Number && (p.State == order.Done || p.State == order.Working) {
			sum = sum.Add(p.Amount)
		}
	}
	return sum
}

// settled gives the requests to refund that the provider has answered, oldest first.
func settled(o *order.Order) []string {
	var requests []string
	open := map[string]bool{}
	for _, p := range o.Payments {
		if p.Kind != order.RefundMoney {
			continue
		}
		if !slices.Contains(requests, p.Request) {
			requests = append(requests, p.Request)
		}
		open[p.Request] = open[p.Request] || p.State == order.Wanted
	}
	return slices.DeleteFunc(requests, func(r string) bool { return open[r] })
}

// credit is the credit note of a refund, or of what was not paid; nil when nothing that was invoiced is given back. What comes
// back whole takes its invoice back position by position; of everything else a part of each rate is given back.
func credit(o *order.Order, request string, amount money.Amount, paid bool, issued []*Invoice, now time.Time) *Invoice {
	bills, left := corrected(request, amount, issued)
	amount = money.Euro(min(amount.Minor, sumOf(left).Minor, rest(issued))) // rounding may have left less than nothing of a rate
	if amount.Minor <= 0 {
		return nil
	}
	first := bills[0]
	n := head(o, first.Seller, now)
	n.Kind, n.Request, n.SuppliedAt, n.Exempt, n.Paid = Credit, request, first.SuppliedAt, first.Exempt, paid
	for _, b := range bills {
		n.Corrects = append(n.Corrects, Reference{b.Number, b.IssuedAt})
	}
	if len(bills) == 1 && amount == first.Total && slices.Equal(left, open(bills, nil)) {
		n.Positions = slices.Clone(first.Positions)
		n.total()
		return n
	}
	weights := make([]int64, len(left))
	for i, t := range left {
		weights[i] = t.Net.Minor
	}
	for i, part := range amount.Allocate(weights) {
		if part.Minor > 0 {
			n.Positions = append(n.Positions, Position{Kind: Refund, Quantity: 1, Amount: part, Rate: left[i].Rate, Reverse: left[i].Reverse})
		}
	}
	n.total()
	return n
}

// corrected gives the invoices that a refund of an amount is about, and by rate what of them was not given back before. What
// of a delivery's money went back already with a refund of the order goes back from all invoices. The money of goods that
// never left was never invoiced.
func corrected(request string, amount money.Amount, issued []*Invoice) (bills []*Invoice, left []Tax) {
	delivery := 0
	for _, what := range []string{"return-%d", "expired-%d", "cancel-%d", unpaid} {
		if n := 0; scanned(order.Whole(request), what, &n) {
			delivery = n
		}
	}
	var own, credits, ofOwn []*Invoice
	for _, n := range issued {
		if n.Kind == Credit {
			credits = append(credits, n)
			continue
		}
		bills = append(bills, n)
		if n.Delivery == delivery {
			own = []*Invoice{n}
		}
	}
	left = open(bills, credits)
	if delivery == 0 {
		return bills, left
	}
	if len(own) == 0 {
		return nil, nil
	}
	for _, c := range credits {
		if len(c.Corrects) == 1 && c.Corrects[0].Number == own[0].Number {
			ofOwn = append(ofOwn, c)
		}
	}
	mine := open(own, ofOwn)
	for i, t := range mine {
		for _, l := range left {
			if l.Rate == t.Rate && l.Reverse == t.Reverse {
				mine[i].Net = money.Euro(min(t.Net.Minor, l.Net.Minor))
			}
		}
	}
	if sumOf(mine).Minor < amount.Minor {
		return bills, left
	}
	return own, mine
}

// open gives what of invoices the credit notes did not give back, by rate and VAT included, as Net.
func open(bills, credits []*Invoice) []Tax {
	var left []Tax
	for _, n := range slices.Concat(bills, credits) {
		for _, t := range n.Taxes {
			gross := t.Net.Add(t.Amount)
			if n.Kind == Credit {
				gross = gross.Neg()
			}
			left = merge(left, []Tax{{Rate: t.Rate, Reverse: t.Reverse, Net: gross, Amount: zero}})
		}
	}
	for i := range left {
		left[i].Net = money.Euro(max(left[i].Net.Minor, 0))
	}
	return left
}

// rest gives the cents of all invoices that no credit note took back.
func rest(issued []*Invoice) (cents int64) {
	for _, n := range issued {
		if n.Kind == Credit {
			cents -= n.Total.Minor
		} else {
			cents += n.Total.Minor
		}
	}
	return cents
}

func sumOf(taxes []Tax) money.Amount {
	sum := zero
	for _, t := range taxes {
		sum = sum.Add(t.Net)
	}
	return sum
}

func scanned(text, format string, n *int) bool {
	count, err := fmt.Sscanf(text, format, n)
	return err == nil && count == 1 && text == fmt.Sprintf(format, *n)
}
