package main

import (
	"fmt"
	"strconv"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// PayPal's limits.
const (
	maxName = 127 // of an item, an SKU, an invoice id
	maxLine = 300 // of an address line or a full name
)

// order is what the customer approves to pay at once.
func (a *account) order(r payment.AuthorizeRequest) createOrder {
	unit := unitOf(r.Purchase)
	preference := "NO_SHIPPING"
	if unit.Shipping != nil {
		preference = "SET_PROVIDED_ADDRESS"
	}
	return a.create(unit, r.Purchase, r.URLs, preference, "PAY_NOW")
}

func (a *account) create(unit purchaseUnit, p payment.Purchase, urls payment.URLs, preference, action string) createOrder {
	return createOrder{Intent: a.intent, PurchaseUnits: []purchaseUnit{unit}, PaymentSource: paymentSource{wallet{
		Email: p.Customer.Email,
		Experience: experience{
			Brand: a.brand, Locale: locale(p.Locale), ShippingPreference: preference, ReturnURL: urls.Return,
			CancelURL: urls.Cancel, UserAction: action, MethodPreference: "IMMEDIATE_PAYMENT_REQUIRED",
		}}}}
}

// unitOf writes the purchase as PayPal keeps it. Without an order number, which an express checkout begins without, it
// names no invoice.
func unitOf(p payment.Purchase) purchaseUnit {
	unit := purchaseUnit{Amount: unitAmount{amount: toAmount(p.Amount)}, Shipping: shipTo(p)}
	if p.OrderNumber != "" {
		unit.CustomID, unit.InvoiceID = base.Cut(p.OrderNumber, maxName), invoiceID(p.OrderNumber, p.Attempt)
	}
	if items, sums, ok := itemize(p); ok {
		unit.Items, unit.Amount.Breakdown = items, sums
	}
	return unit
}

// invoiceID is unique per attempt: PayPal then refuses a second payment of the same attempt by itself.
func invoiceID(orderNumber string, attempt int) string {
	return base.Cut(payment.AttemptNumber(orderNumber, attempt), maxName)
}

// itemize writes the lines as items and sums. PayPal refuses an order whose figures do not add up to the cent, so ok is
// false when they would not: an order without items is better than none.
func itemize(p payment.Purchase) (items []item, sums *breakdown, ok bool) {
	var goods, shipped, fees, discount int64
	for _, l := range p.Lines {
		switch {
		case l.Total.Currency != p.Amount.Currency || l.Quantity < 0:
			return nil, nil, false
		case l.Kind == payment.LineShipping:
			shipped += l.Total.Minor
		case l.Kind == payment.LineFee:
			fees += l.Total.Minor
		case l.Kind == payment.LineDiscount || l.Total.Minor < 0:
			discount -= l.Total.Minor
		default:
			goods += l.Total.Minor
			items = append(items, lineItem(l))
		}
	}
	if len(items) == 0 || shipped < 0 || fees < 0 || discount < 0 || goods+shipped+fees-discount != p.Amount.Minor {
		return nil, nil, false
	}
	figure := func(minor int64) *amount {
		if minor == 0 {
			return nil
		}
		a := toAmount(base.Money{Minor: minor, Currency: p.Amount.Currency})
		return &a
	}
	return items, &breakdown{ItemTotal: toAmount(base.Money{Minor: goods, Currency: p.Amount.Currency}),
		Shipping: figure(shipped), Handling: figure(fees), Discount: figure(discount)}, true
}

// lineItem keeps quantity and unit price apart when they multiply to the total, and else writes the line as one piece.
func lineItem(l payment.Line) item {
	category := "PHYSICAL_GOODS"
	if l.Kind == payment.LineDigital {
		category = "DIGITAL_GOODS"
	}
	label := strings.TrimSpace(l.Name)
	if label == "" {
		label = l.SKU
	}
	it := item{Name: base.Cut(label, maxName), Quantity: strconv.Itoa(l.Quantity), UnitAmount: toAmount(l.UnitPrice),
		SKU: base.Cut(l.SKU, maxName), Category: category}
	if l.Quantity < 1 || l.UnitPrice.Currency != l.Total.Currency || l.UnitPrice.Minor*int64(l.Quantity) != l.Total.Minor {
		it.Name, it.Quantity, it.UnitAmount = base.Cut(fmt.Sprintf("%d x %s", l.Quantity, label), maxName), "1", toAmount(l.Total)
	}
	if it.Name == "" {
		it.Name = "-"
	}
	return it
}

// shipTo gives the address for PayPal's seller protection; nil when nothing is sent or the customer collects it.
func shipTo(p payment.Purchase) *shipping {
	a := p.Delivery
	if a == nil || p.DeliveryKind == base.DeliveryPickup || a.Kind == base.AddressStore || a.City == "" || a.PostalCode == "" || len(a.Country) != 2 {
		return nil
	}
	who := strings.TrimSpace(a.FirstName + " " + a.LastName)
	if who == "" {
		who = a.Company
	}
	to := &shipping{Name: fullName{base.Cut(who, maxLine)}, Address: address{
		Line1: base.Cut(strings.TrimSpace(a.Street+" "+a.StreetNumber), maxLine), Line2: base.Cut(a.Company, maxLine),
		City: base.Cut(a.City, 120), PostalCode: base.Cut(a.PostalCode, 60), Country: a.Country,
	}}
	if a.Kind == base.AddressPackstation {
		to.Address.Line1, to.Address.Line2 = "Packstation "+a.StreetNumber, a.PostNumber
	}
	return to
}

// locale gives a language and region as PayPal takes them, and leaves out what it would refuse.
func locale(tag string) string {
	switch {
	case strings.HasPrefix(tag, "de"):
		return "de-DE"
	case strings.HasPrefix(tag, "en"):
		return "en-GB"
	}
	return ""
}
