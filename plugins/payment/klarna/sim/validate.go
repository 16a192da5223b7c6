package sim

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"unicode/utf8"
)

var (
	countryPattern  = regexp.MustCompile(`^[A-Za-z]{2}$`)
	currencyPattern = regexp.MustCompile(`^[A-Za-z]{3}$`)
)

// locales are those that the documentation lists for the countries that this simulator knows.
var locales = map[string][]string{
	"AT": {"de-AT", "de-DE", "en-DE"}, "DE": {"de-DE", "de-AT", "en-DE"}, "NL": {"nl-NL", "en-NL"},
	"BE": {"be-BE", "nl-BE", "fr-BE", "en-BE"}, "ES": {"es-ES", "ca-ES", "en-ES"}, "FI": {"fi-FI", "sv-FI", "en-FI"}, "IT": {"it-IT", "en-IT"},
}

var lineTypes = []string{"", "physical", "discount", "shipping_fee", "sales_tax", "digital", "gift_card", "store_credit", "surcharge"}

// checker collects what is wrong with a request.
type checker struct{ messages []string }

func (c *checker) add(format string, args ...any) {
	c.messages = append(c.messages, "Bad value: "+fmt.Sprintf(format, args...))
}

func (c *checker) length(field, value string, least, most int) {
	if n := utf8.RuneCountInString(value); value != "" && (n < least || n > most) {
		c.add("%s", field)
	}
}

// problem gives the 400 of what was collected, nil for nothing.
func (c *checker) problem() *problem {
	if len(c.messages) == 0 {
		return nil
	}
	return badValue(c.messages...)
}

// check validates a whole basket: of a session that is opened, or of an order. personal says whether personal data may be
// part of it: in Europe it comes with the customer's consent only, so not before the authorization.
func (b *cart) check(personal bool) *problem {
	c := &checker{}
	if b.OrderAmount == nil || *b.OrderAmount < 0 {
		c.add("order_amount")
	}
	if !countryPattern.MatchString(b.PurchaseCountry) {
		c.add("purchase_country")
	}
	if !currencyPattern.MatchString(b.PurchaseCurrency) {
		c.add("purchase_currency")
	}
	if known := locales[b.PurchaseCountry]; b.Locale != "" && known != nil && !slices.Contains(known, b.Locale) {
		c.add("locale %s in %s", b.Locale, b.PurchaseCountry)
	}
	if len(b.OrderLines) == 0 || len(b.OrderLines) > 1000 {
		c.add("order_lines")
	}
	b.checkLines(c)
	b.checkTexts(c)
	if !personal && (b.BillingAddress != nil || b.ShippingAddress != nil || b.Customer != nil) {
		c.add("personal data before the authorization")
	}
	return c.problem()
}

// checkLines checks each line's figures and that all add up.
func (b *cart) checkLines(c *checker) {
	var total, tax int64
	for i, l := range b.OrderLines {
		at := fmt.Sprintf("order_lines[%d]", i)
		if l.Name == "" || l.Quantity == nil || l.UnitPrice == nil || l.TotalAmount == nil {
			c.add("%s: name, quantity, unit_price and total_amount are required", at)
			return
		}
		l.check(c, at)
		total += *l.TotalAmount
		tax += l.TotalTaxAmount
	}
	if b.OrderAmount != nil && len(b.OrderLines) > 0 && total != *b.OrderAmount {
		c.add("order_amount is not the sum of the lines")
	}
	if b.OrderTaxAmount != nil && len(b.OrderLines) > 0 && tax != *b.OrderTaxAmount {
		c.add("order_tax_amount is not the sum of the lines")
	}
}

func (l orderLine) check(c *checker, at string) {
	const most = 100000000
	if !slices.Contains(lineTypes, l.Type) {
		c.add("%s.type", at)
	}
	if *l.Quantity < 0 || *l.UnitPrice > most || *l.TotalAmount > most || l.TotalDiscountAmount < 0 || l.TaxRate < 0 || l.TaxRate > 10000 {
		c.add("%s: out of range", at)
	}
	if *l.TotalAmount != *l.Quantity**l.UnitPrice-l.TotalDiscountAmount {
		c.add("%s.total_amount", at)
	}
	contained := *l.TotalAmount - *l.TotalAmount*10000/(10000+l.TaxRate)
	if off := l.TotalTaxAmount - contained; off < -1 || off > 1 {
		c.add("%s.total_tax_amount", at)
	}
	if *l.TotalAmount < 0 && l.Type != "discount" && l.Type != "gift_card" && l.Type != "store_credit" {
		c.add("%s: a negative amount of type %s", at, l.Type)
	}
	c.length(at+".name", l.Name, 1, 255)
	c.length(at+".reference", l.Reference, 0, 256)
	c.length(at+".quantity_unit", l.QuantityUnit, 1, 8)
	c.length(at+".product_url", l.ProductURL, 0, 1024)
	c.length(at+".image_url", l.ImageURL, 0, 1024)
	c.length(at+".merchant_data", l.MerchantData, 0, 1024)
}

func (b *cart) checkTexts(c *checker) {
	c.length("merchant_reference1", b.MerchantReference1, 0, 255)
	c.length("merchant_reference2", b.MerchantReference2, 0, 255)
	c.length("merchant_data", b.MerchantData, 0, 6000)
	for field, a := range map[string]*address{"billing_address": b.BillingAddress, "shipping_address": b.ShippingAddress} {
		if a != nil {
			a.check(c, field)
		}
	}
	if u := b.MerchantURLs; u != nil {
		for field, value := range map[string]string{"confirmation": u.Confirmation, "notification": u.Notification, "push": u.Push, "authorization": u.Authorization} {
			c.length("merchant_urls."+field, value, 0, 2000)
			if at, err := url.Parse(value); value != "" && (err != nil || at.Host == "") {
				c.add("merchant_urls.%s", field)
			}
		}
	}
}

func (a *address) check(c *checker, at string) {
	for field, value := range map[string]string{
		"given_name": a.GivenName, "family_name": a.FamilyName, "organization_name": a.OrganizationName, "email": a.Email,
		"street_address": a.StreetAddress, "street_address2": a.StreetAddress2, "city": a.City, "region": a.Region,
	} {
		c.length(at+"."+field, value, 0, 99)
	}
	c.length(at+".phone", a.Phone, 5, 99)
	c.length(at+".postal_code", a.PostalCode, 0, 10)
	if a.Country != "" && !countryPattern.MatchString(a.Country) {
		c.add("%s.country", at)
	}
}

// missing names what a billing address lacks for a private person in Germany or Austria, as the script reports it.
func (a *address) missing() (fields []string) {
	if a == nil {
		return []string{"billing_address"}
	}
	for _, f := range []struct{ name, value string }{
		{"given_name", a.GivenName}, {"family_name", a.FamilyName}, {"email", a.Email}, {"street_address", a.StreetAddress},
		{"postal_code", a.PostalCode}, {"city", a.City}, {"country", a.Country},
	} {
		if f.value == "" {
			fields = append(fields, "billing_address."+f.name)
		}
	}
	return fields
}
