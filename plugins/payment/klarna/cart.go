package main

import (
	"fmt"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// Klarna's limits.
const (
	maxLines     = 1000
	maxName      = 255 // of an order line, a reference, a description
	maxURL       = 1024
	maxAddress   = 99
	minPhone     = 5
	maxPostal    = 10
	maxTracking  = 100
	maxReference = 255
)

var lineTypes = map[payment.LineKind]string{
	payment.LineUnspecified: "physical", payment.LinePhysical: "physical", payment.LineDigital: "digital",
	payment.LineShipping: "shipping_fee", payment.LineFee: "surcharge", payment.LineDiscount: "discount",
}

// cart writes the purchase as Klarna checks it: each line's figures agree, and all lines add up to the amount.
func (a *account) cart(p payment.Purchase) cart {
	country := a.countries[0]
	if p.Billing != nil {
		country = p.Billing.Country
	}
	c := cart{PurchaseCountry: country, PurchaseCurrency: p.Amount.Currency, Locale: locale(p.Locale, country), OrderAmount: p.Amount.Minor}
	c.OrderLines = orderLines(p.Lines, p.Amount, p.Locale)
	if c.OrderLines == nil {
		c.OrderLines = []orderLine{{Type: "physical", Name: texts["line.order"].In(p.Locale), Quantity: 1,
			UnitPrice: p.Amount.Minor, TotalAmount: p.Amount.Minor}}
	}
	for _, l := range c.OrderLines {
		c.OrderTaxAmount += l.TotalTaxAmount
	}
	c.OrderTaxAmount = max(c.OrderTaxAmount, 0)
	return c
}

// orderLines gives nil when the lines do not add up to the amount, or are more than Klarna takes.
func orderLines(lines []payment.Line, amount base.Money, locale string) []orderLine {
	if len(lines) == 0 || len(lines) > maxLines {
		return nil
	}
	var sum int64
	out := make([]orderLine, 0, len(lines))
	for _, l := range lines {
		if l.Total.Currency != amount.Currency {
			return nil
		}
		sum += l.Total.Minor
		out = append(out, line(l, locale))
	}
	if sum != amount.Minor {
		return nil
	}
	return out
}

// line keeps quantity and unit price apart when they multiply to the total, and else writes the line as one piece.
func line(l payment.Line, locale string) orderLine {
	kind := lineTypes[l.Kind]
	if l.Total.Minor < 0 {
		kind = "discount"
	}
	label := strings.TrimSpace(l.Name)
	if label == "" {
		label = texts["line."+kind].In(locale)
	}
	out := orderLine{
		Type: kind, Reference: base.Cut(l.SKU, maxReference), Name: base.Cut(label, maxName), Quantity: int64(l.Quantity),
		UnitPrice: l.UnitPrice.Minor, TotalAmount: l.Total.Minor, TaxRate: int64(min(max(l.TaxRate, 0), 10000)),
		ProductURL: fitting(l.URL, maxURL), ImageURL: fitting(l.ImageURL, maxURL),
	}
	if l.Quantity < 1 || l.UnitPrice.Currency != l.Total.Currency || l.UnitPrice.Minor*int64(l.Quantity) != l.Total.Minor {
		out.Name, out.Quantity, out.UnitPrice = base.Cut(fmt.Sprintf("%d x %s", l.Quantity, label), maxName), 1, l.Total.Minor
	}
	out.TotalTaxAmount = contained(out.TotalAmount, out.TaxRate)
	if given := l.Tax.Minor; given >= out.TotalTaxAmount-1 && given <= out.TotalTaxAmount+1 {
		out.TotalTaxAmount = given
	}
	return out
}

// contained is the tax in a gross total, rounded to the nearest cent; Klarna accepts one more or less.
func contained(total, rate int64) int64 {
	if total < 0 {
		return -contained(-total, rate)
	}
	net := (total*10000*2 + 10000 + rate) / (2 * (10000 + rate))
	return total - net
}

// locale gives one of the locales that Klarna lists for the country; English where the shop's languages are none of its own.
func locale(tag, country string) string {
	german := strings.HasPrefix(tag, "de") || tag == ""
	switch {
	case german && (country == "DE" || country == "AT"):
		return "de-" + country
	case country == "AT":
		return "en-DE" // Klarna lists no English of Austria
	}
	return "en-" + country
}

// toAddress writes an address, with the customer's e-mail. Nil for none.
func toAddress(a *base.Address, email string) *address {
	if a == nil {
		return nil
	}
	out := &address{
		GivenName: base.Cut(a.FirstName, maxAddress), FamilyName: base.Cut(a.LastName, maxAddress), OrganizationName: base.Cut(a.Company, maxAddress),
		Email: fitting(email, maxAddress), StreetAddress: base.Cut(strings.TrimSpace(a.Street+" "+a.StreetNumber), maxAddress),
		PostalCode: base.Cut(a.PostalCode, maxPostal), City: base.Cut(a.City, maxAddress), Country: a.Country,
	}
	if len(a.Phone) >= minPhone {
		out.Phone = base.Cut(a.Phone, maxAddress)
	}
	if a.Kind == base.AddressPackstation {
		out.StreetAddress, out.StreetAddress2 = "Packstation "+a.StreetNumber, base.Cut(a.PostNumber, maxAddress)
	}
	return out
}

// fitting gives an address that Klarna takes, and none instead of one that is cut off and leads elsewhere.
func fitting(address string, most int) string {
	if len(address) > most {
		return ""
	}
	return address
}
