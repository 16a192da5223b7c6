package main

import (
	"strconv"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// maxText is the length of most of Mondu's texts.
const maxText = 1024

func (a *account) order(r payment.AuthorizeRequest) createOrder {
	p := r.Purchase
	delivery := p.Delivery
	if delivery == nil {
		delivery = p.Billing
	}
	out := createOrder{
		Source: "hosted", StateFlow: "authorization_flow", PaymentMethod: monduMethods[r.Method], Currency: p.Amount.Currency,
		GrossAmount: p.Amount.Minor, ExternalID: attemptID(p), SuccessURL: r.URLs.Return, CancelURL: r.URLs.Cancel, DeclinedURL: r.URLs.Return,
		Language: language(p.Locale), BillingAddress: toAddress(p.Billing), ShippingAddress: toAddress(delivery), Lines: []line{lines(p)},
		Buyer: buyer{
			Email: p.Customer.Email, FirstName: p.Billing.FirstName, LastName: p.Billing.LastName, CompanyName: p.Billing.Company,
			Phone: p.Billing.Phone, VATNumber: p.Customer.VATID, ExternalID: p.Customer.ID, IsRegistered: p.Customer.ID != "",
		},
	}
	if r.Method != installment {
		out.NetTerm = a.netTerm
	}
	return out
}

// attemptID names the attempt at Mondu until the order is confirmed under its own number.
func attemptID(p payment.Purchase) string {
	return payment.AttemptNumber(base.Cut(p.OrderNumber, maxText-12), p.Attempt)
}

// lines writes the purchase as Mondu adds it up: net prices and tax of goods; shipping, fee and discount gross. Where that
// would not be the amount, one item stands for all.
func lines(p payment.Purchase) line {
	var out line
	var sum int64
	for i, l := range p.Lines {
		if l.Total.Currency != p.Amount.Currency {
			return single(p)
		}
		sum += l.Total.Minor
		switch {
		case l.Kind == payment.LineShipping && l.Total.Minor >= 0:
			out.Shipping += l.Total.Minor
		case l.Kind == payment.LineFee && l.Total.Minor >= 0:
			out.BuyerFee += l.Total.Minor
		case l.Total.Minor < 0:
			out.Discount -= l.Total.Minor
		default:
			item := toItem(i, l)
			out.Tax += item.Tax
			out.LineItems = append(out.LineItems, item)
		}
	}
	if sum != p.Amount.Minor || len(out.LineItems) == 0 {
		return single(p)
	}
	return out
}

func single(p payment.Purchase) line {
	return line{LineItems: []lineItem{{
		ExternalID: "1", Title: texts["order"].In(p.Locale), Quantity: 1, NetPerItem: p.Amount.Minor, Net: p.Amount.Minor, ItemType: "PHYSICAL",
	}}}
}

// toItem writes a line of goods. Its reference is its place, since an article may stand on two lines.
func toItem(i int, l payment.Line) lineItem {
	kind := "PHYSICAL"
	if l.Kind == payment.LineDigital {
		kind = "VIRTUAL"
	}
	title := strings.TrimSpace(l.Name)
	if title == "" {
		title = l.SKU
	}
	if title == "" {
		title = "-"
	}
	tax := min(max(l.Tax.Minor, 0), l.Total.Minor)
	quantity := max(l.Quantity, 1)
	net := l.Total.Minor - tax
	return lineItem{
		ExternalID: strconv.Itoa(i + 1), ProductID: base.Cut(l.SKU, maxText), ProductSKU: base.Cut(l.SKU, maxText), Title: base.Cut(title, maxText), Quantity: quantity,
		NetPerItem: (2*net + int64(quantity)) / (2 * int64(quantity)), Net: net, Tax: tax, ItemType: kind,
	}
}

func toAddress(a *base.Address) *address {
	out := &address{CountryCode: a.Country, City: a.City, ZipCode: a.PostalCode, Line1: strings.TrimSpace(a.Street + " " + a.StreetNumber), Line2: a.Company}
	if a.Kind == base.AddressPackstation {
		out.Line1, out.Line2 = "Packstation "+a.StreetNumber, a.PostNumber
	}
	return out
}

// language is one of the two that the shop and Mondu both speak.
func language(locale string) string {
	if strings.HasPrefix(locale, "en") {
		return "en"
	}
	return "de"
}
