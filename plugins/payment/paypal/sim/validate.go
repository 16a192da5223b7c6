package sim

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"unicode/utf8"

	"kontor.dev/kontor/plugins/simulator/stage"
)

var (
	quantityPattern = regexp.MustCompile(`^[1-9][0-9]{0,9}$`)
	currencyPattern = regexp.MustCompile(`^[A-Z]{3}$`)
	countryPattern  = regexp.MustCompile(`^([A-Z]{2}|C2)$`)
	localePattern   = regexp.MustCompile(`^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$`)
	moneyPattern    = regexp.MustCompile(`^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$`)
)

// currencies are those this simulator knows, all with two decimals.
var currencies = []string{"EUR", "USD", "GBP", "CHF", "PLN", "CZK", "DKK", "SEK", "NOK"}

// checker collects what is wrong with a request, with JSON pointers as PayPal gives them.
type checker struct{ details []detail }

func (c *checker) add(field, value, issue string) {
	c.details = append(c.details, detail{Field: field, Value: value, Location: "body", Issue: issue})
}

func (c *checker) length(field, value string, most int) {
	if n := utf8.RuneCountInString(value); n > most {
		c.add(field, value, "INVALID_STRING_LENGTH")
	}
}

func (c *checker) oneOf(field, value string, allowed ...string) {
	if value != "" && !slices.Contains(allowed, value) {
		c.add(field, value, "INVALID_PARAMETER_VALUE")
	}
}

func (c *checker) money(field string, m *money) {
	if m == nil {
		return
	}
	switch {
	case m.CurrencyCode == "":
		c.add(field+"/currency_code", "", "MISSING_REQUIRED_PARAMETER")
	case !currencyPattern.MatchString(m.CurrencyCode):
		c.add(field+"/currency_code", m.CurrencyCode, "INVALID_STRING_LENGTH")
	}
	switch {
	case m.Value == "":
		c.add(field+"/value", "", "MISSING_REQUIRED_PARAMETER")
	case len(m.Value) > 32:
		c.add(field+"/value", m.Value, "INVALID_STRING_LENGTH")
	case !moneyPattern.MatchString(m.Value):
		c.add(field+"/value", m.Value, "INVALID_PARAMETER_SYNTAX")
	}
}

func (c *checker) uri(field, value string) {
	if value == "" {
		return
	}
	if u, err := url.Parse(value); err != nil || !u.IsAbs() || u.Host == "" {
		c.add(field, value, "INVALID_PARAMETER_SYNTAX")
	}
}

// validate gives the 400 of a malformed order, then the 422 of a senseless one, or nil.
func (o *orderRequest) validate() *problem {
	c := &checker{}
	if o.Intent == "" {
		c.add("/intent", "", "MISSING_REQUIRED_PARAMETER")
	}
	c.oneOf("/intent", o.Intent, "CAPTURE", "AUTHORIZE")
	switch {
	case o.PurchaseUnits == nil:
		c.add("/purchase_units", "", "MISSING_REQUIRED_PARAMETER")
	case len(o.PurchaseUnits) == 0:
		c.add("/purchase_units", "", "INVALID_ARRAY_MIN_ITEMS")
	case len(o.PurchaseUnits) > 10:
		c.add("/purchase_units", "", "INVALID_ARRAY_MAX_ITEMS")
	}
	for i := range o.PurchaseUnits {
		o.PurchaseUnits[i].shape(c, fmt.Sprintf("/purchase_units/%d", i))
	}
	for field, e := range map[string]*experience{
		"/application_context": o.AppContext, "/payment_source/paypal/experience_context": o.experience(),
	} {
		e.shape(c, field)
	}
	if len(c.details) > 0 {
		return fail(http.StatusBadRequest, c.details...)
	}
	for i := range o.PurchaseUnits {
		o.PurchaseUnits[i].sense(c, fmt.Sprintf("/purchase_units/%d", i))
	}
	if len(o.PurchaseUnits) > 1 && o.Intent == "AUTHORIZE" {
		c.add("/intent", o.Intent, "UNSUPPORTED_INTENT")
	}
	if len(c.details) > 0 {
		return fail(http.StatusUnprocessableEntity, c.details...)
	}
	return nil
}

func (o *orderRequest) experience() *experience {
	if o.PaymentSource == nil || o.PaymentSource.PayPal == nil {
		return nil
	}
	return o.PaymentSource.PayPal.Experience
}

func (e *experience) shape(c *checker, at string) {
	if e == nil {
		return
	}
	c.length(at+"/brand_name", e.BrandName, 127)
	if e.Locale != "" && !localePattern.MatchString(e.Locale) {
		c.add(at+"/locale", e.Locale, "INVALID_PARAMETER_SYNTAX")
	}
	c.oneOf(at+"/shipping_preference", e.ShippingPreference, "GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS")
	c.oneOf(at+"/landing_page", e.LandingPage, "LOGIN", "GUEST_CHECKOUT", "NO_PREFERENCE")
	c.oneOf(at+"/user_action", e.UserAction, "CONTINUE", "PAY_NOW")
	c.oneOf(at+"/payment_method_preference", e.PaymentMethodPreference, "UNRESTRICTED", "IMMEDIATE_PAYMENT_REQUIRED")
	c.uri(at+"/return_url", e.ReturnURL)
	c.uri(at+"/cancel_url", e.CancelURL)
}

func (u *unitRequest) shape(c *checker, at string) {
	if u.Amount == nil {
		c.add(at+"/amount", "", "MISSING_REQUIRED_PARAMETER")
	} else {
		c.money(at+"/amount", &money{u.Amount.CurrencyCode, u.Amount.Value})
		for field, m := range u.Amount.parts() {
			c.money(at+"/amount/breakdown/"+field, m)
		}
	}
	c.length(at+"/reference_id", u.ReferenceID, 256)
	c.length(at+"/description", u.Description, 127)
	c.length(at+"/custom_id", u.CustomID, 127)
	c.length(at+"/invoice_id", u.InvoiceID, 127)
	c.length(at+"/soft_descriptor", u.SoftDescriptor, 22)
	for i := range u.Items {
		u.Items[i].shape(c, fmt.Sprintf("%s/items/%d", at, i))
	}
	if u.Shipping == nil {
		return
	}
	c.oneOf(at+"/shipping/type", u.Shipping.Type, "SHIPPING", "PICKUP_IN_PERSON", "PICKUP_IN_STORE", "PICKUP_FROM_PERSON")
	if a := u.Shipping.Address; a != nil {
		c.length(at+"/shipping/address/address_line_1", a.AddressLine1, 300)
		c.length(at+"/shipping/address/admin_area_2", a.AdminArea2, 120)
		c.length(at+"/shipping/address/postal_code", a.PostalCode, 60)
		if a.CountryCode == "" {
			c.add(at+"/shipping/address/country_code", "", "MISSING_REQUIRED_PARAMETER")
		} else if !countryPattern.MatchString(a.CountryCode) {
			c.add(at+"/shipping/address/country_code", a.CountryCode, "INVALID_COUNTRY_CODE")
		}
	}
}

func (it *item) shape(c *checker, at string) {
	if it.Name == "" {
		c.add(at+"/name", "", "MISSING_REQUIRED_PARAMETER")
	}
	c.length(at+"/name", it.Name, 127)
	c.length(at+"/sku", it.SKU, 127)
	c.length(at+"/description", it.Description, 127)
	if it.UnitAmount == nil {
		c.add(at+"/unit_amount", "", "MISSING_REQUIRED_PARAMETER")
	}
	c.money(at+"/unit_amount", it.UnitAmount)
	c.money(at+"/tax", it.Tax)
	if it.Quantity == "" {
		c.add(at+"/quantity", "", "MISSING_REQUIRED_PARAMETER")
	} else if !quantityPattern.MatchString(it.Quantity) {
		c.add(at+"/quantity", it.Quantity, "INVALID_PARAMETER_SYNTAX")
	}
	c.oneOf(at+"/category", it.Category, "DIGITAL_GOODS", "PHYSICAL_GOODS", "DONATION")
}

func (a *amount) parts() map[string]*money {
	if a.Breakdown == nil {
		return nil
	}
	b := a.Breakdown
	return map[string]*money{"item_total": b.ItemTotal, "shipping": b.Shipping, "handling": b.Handling,
		"tax_total": b.TaxTotal, "insurance": b.Insurance, "shipping_discount": b.ShippingDiscount, "discount": b.Discount}
}

func cents(m *money) int64 {
	if m == nil {
		return 0
	}
	n, _, _ := stage.ParseDecimal(m.Value)
	return n
}
