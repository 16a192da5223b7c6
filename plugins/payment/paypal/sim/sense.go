package sim

import (
	"fmt"
	"slices"
	"strconv"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// amount checks one figure that is well-formed but may make no sense.
func (c *checker) amount(field string, m *money, currency string, zeroAllowed bool) {
	if m == nil {
		return
	}
	n, places, _ := stage.ParseDecimal(m.Value)
	switch {
	case !slices.Contains(currencies, m.CurrencyCode):
		c.add(field+"/currency_code", m.CurrencyCode, "INVALID_CURRENCY_CODE")
	case m.CurrencyCode != currency:
		c.add(field+"/currency_code", m.CurrencyCode, "MULTI_CURRENCY_ORDER")
	case places > 2:
		c.add(field+"/value", m.Value, "DECIMAL_PRECISION")
	case n < 0 && zeroAllowed:
		c.add(field+"/value", m.Value, "CANNOT_BE_NEGATIVE")
	case n <= 0 && !zeroAllowed:
		c.add(field+"/value", m.Value, "CANNOT_BE_ZERO_OR_NEGATIVE")
	}
}

// sense checks that the figures of a purchase unit add up as the documentation of amount and items says.
func (u *unitRequest) sense(c *checker, at string) {
	total := &money{u.Amount.CurrencyCode, u.Amount.Value}
	currency := u.Amount.CurrencyCode
	c.amount(at+"/amount", total, currency, false)
	for field, m := range u.Amount.parts() {
		c.amount(at+"/amount/breakdown/"+field, m, currency, true)
	}
	items, tax := u.itemSums(c, at, currency)
	b := u.Amount.Breakdown
	if len(u.Items) > 0 && (b == nil || b.ItemTotal == nil) {
		c.add(at+"/amount/breakdown/item_total", "", "ITEM_TOTAL_REQUIRED")
	}
	if tax > 0 && (b == nil || b.TaxTotal == nil) {
		c.add(at+"/amount/breakdown/tax_total", "", "TAX_TOTAL_REQUIRED")
	}
	if a := u.shippingAddress(); a != nil {
		if a.PostalCode == "" {
			c.add(at+"/shipping/address/postal_code", "", "POSTAL_CODE_REQUIRED")
		}
		if a.AdminArea2 == "" {
			c.add(at+"/shipping/address/admin_area_2", "", "CITY_REQUIRED")
		}
	}
	if b == nil || len(c.details) > 0 {
		return
	}
	if len(u.Items) > 0 && items != cents(b.ItemTotal) {
		c.add(at+"/amount/breakdown/item_total/value", b.ItemTotal.Value, "ITEM_TOTAL_MISMATCH")
	}
	if b.TaxTotal != nil && len(u.Items) > 0 && tax != cents(b.TaxTotal) {
		c.add(at+"/amount/breakdown/tax_total/value", b.TaxTotal.Value, "TAX_TOTAL_MISMATCH")
	}
	sum := cents(b.ItemTotal) + cents(b.TaxTotal) + cents(b.Shipping) + cents(b.Handling) + cents(b.Insurance) -
		cents(b.ShippingDiscount) - cents(b.Discount)
	if sum != cents(total) {
		c.add(at+"/amount/value", u.Amount.Value, "AMOUNT_MISMATCH")
	}
}

func (u *unitRequest) itemSums(c *checker, at, currency string) (items, tax int64) {
	for i, it := range u.Items {
		where := fmt.Sprintf("%s/items/%d", at, i)
		c.amount(where+"/unit_amount", it.UnitAmount, currency, true)
		c.amount(where+"/tax", it.Tax, currency, true)
		n, _ := strconv.ParseInt(it.Quantity, 10, 64) // shape has checked it
		items += n * cents(it.UnitAmount)
		tax += n * cents(it.Tax)
	}
	return items, tax
}

func (u *unitRequest) shippingAddress() *address {
	if u.Shipping == nil {
		return nil
	}
	return u.Shipping.Address
}
