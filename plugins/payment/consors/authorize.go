package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// maxOrderID is the bank's limit for the shop's own number.
const maxOrderID = 20

// Authorize gives the form for the bank. It asks nobody, so the same request gives the same form; the bank keeps one
// application for each number, which is the payment's reference.
func (p *plugin) Authorize(_ context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	a := p.account.Load()
	if err := check(r); err != nil {
		return nil, err
	}
	if code := a.refuses(r.Purchase); code != "" {
		return payment.Declined{Code: code}, nil
	}
	id := payment.AttemptNumber(r.Purchase.OrderNumber, r.Purchase.Attempt)
	if len(id) > maxOrderID {
		return nil, base.CallerFault("invalid_request", "the order number is too long for the bank",
			base.FieldError{Name: "purchase.order_number", Code: "too_long"})
	}
	return payment.FormPost{URL: a.entryURL, Fields: a.form(id, r), Reference: id}, nil
}

func check(r payment.AuthorizeRequest) error {
	wrong := r.Misfits(method)
	wrong.If(r.Purchase.Amount.Minor <= 0 || r.Purchase.Amount.Currency != euro, "purchase.amount")
	wrong.Add(r.Purchase.Billing == nil, "purchase.billing", "required")
	wrong.Add(r.URLs.Return == "" || r.URLs.Cancel == "" || r.URLs.Webhook == "", "urls", "required")
	return wrong.Refuse("invalid_request", "the request cannot be a financing")
}

// refuses holds the purchase against the limits once more: a checkout may have changed since the method was offered.
func (a *account) refuses(p payment.Purchase) string {
	switch {
	case p.Amount.Minor < a.min || p.Amount.Minor > a.max:
		return "limit_exceeded"
	case p.Billing.Country != "DE":
		return "country"
	case p.Customer.Type == base.CustomerBusiness:
		return "customer_type"
	}
	return ""
}

// form gives the fields as the bank's entry page takes them. Empty ones are left out.
func (a *account) form(id string, r payment.AuthorizeRequest) map[string]string {
	to := r.Purchase.Billing
	fields := map[string]string{
		"vendorid": a.vendor, "order_id": id, "order_amount": germanDecimal(r.Purchase.Amount), "shopbrandname": a.brand,
		"firstName": to.FirstName, "lastName": to.LastName, "email": r.Purchase.Customer.Email, "zip": to.PostalCode,
		"city": to.City, "street": to.Street, "housenumber": to.StreetNumber, "country": to.Country, "mobile": to.Phone,
		"successURL": r.URLs.Return, "failureURL": r.URLs.Return, "cancelURL": r.URLs.Cancel, "returntocheckoutURL": r.URLs.Cancel,
		"notifyURL": r.URLs.Webhook,
	}
	for name, value := range fields {
		if value == "" {
			delete(fields, name)
		}
	}
	return fields
}

// germanDecimal writes an amount as the bank reads it: "1299,05".
func germanDecimal(m base.Money) string { return fmt.Sprintf("%d,%02d", m.Minor/100, m.Minor%100) }

// amountIn reads an amount with a comma or a point and at most two places. Anything else is an error: an amount that
// cannot be read exactly must not be booked.
func amountIn(text string) (base.Money, error) {
	whole, cents, _ := strings.Cut(strings.ReplaceAll(text, ",", "."), ".")
	if whole == "" || len(whole) > 12 || len(cents) > 2 || strings.Trim(whole+cents, "0123456789") != "" {
		return base.Money{}, fmt.Errorf("amount %q cannot be read", text)
	}
	minor, err := strconv.ParseInt(whole+(cents + "00")[:2], 10, 64)
	return base.Money{Minor: minor, Currency: euro}, err
}
