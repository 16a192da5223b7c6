package main

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// Authorize makes an application and sends the customer to the bank. No money moves here: a lost answer is an error with
// a known outcome, and the same call again gives the same application.
func (p *plugin) Authorize(ctx context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	a := p.account.Load()
	if err := check(r); err != nil {
		return nil, err
	}
	if code := a.refuses(r.Purchase); code != "" {
		return payment.Declined{Code: code}, nil
	}
	made, err := a.bank.apply(ctx, applicationOf(r))
	switch {
	case provider.Status(err) == http.StatusConflict:
		return nil, base.CallerFault("order_id_taken", "the bank has another application of this number")
	case provider.Status(err) == http.StatusUnprocessableEntity:
		return payment.Declined{Code: payment.CodeRefused}, nil
	case err != nil:
		e := *base.AsError(err)
		e.OutcomeUnknown = false // an application that the customer never saw is as good as none
		return nil, &e
	}
	return made.outcome(r.Purchase.Amount)
}

func check(r payment.AuthorizeRequest) error {
	wrong := r.Misfits(method)
	wrong.If(r.Purchase.Amount.Minor <= 0 || r.Purchase.Amount.Currency != euro, "purchase.amount")
	wrong.Add(r.Purchase.Billing == nil, "purchase.billing", "required")
	wrong.Add(r.URLs.Return == "" || r.URLs.Cancel == "" || r.URLs.Webhook == "", "urls", "required")
	return wrong.Refuse("invalid_request", "the request cannot be a financing")
}

// refuses holds the purchase against the bank's terms once more: a checkout may have changed since the method was offered.
func (a *account) refuses(p payment.Purchase) string {
	switch {
	case p.Amount.Minor < a.min || p.Amount.Minor > a.max:
		return "limit_exceeded"
	case p.Billing.Country != "DE":
		return "country"
	case p.Customer.Type == base.CustomerBusiness:
		return "customer_type"
	case p.DeliveryKind != base.DeliveryUnspecified && !slices.Contains(deliveries, p.DeliveryKind):
		return "delivery_kind"
	case p.Delivery != nil && !sameHome(*p.Billing, *p.Delivery):
		return "delivery_address"
	}
	return ""
}

// sameHome compares what a parcel service reads; a phone number may differ.
func sameHome(a, b base.Address) bool {
	a.Phone, b.Phone, a.Kind, b.Kind = "", "", 0, 0
	return a == b
}

func applicationOf(r payment.AuthorizeRequest) newApplication {
	to := r.Purchase.Billing
	return newApplication{
		OrderID: payment.AttemptNumber(r.Purchase.OrderNumber, r.Purchase.Attempt), Amount: r.Purchase.Amount.Minor, Currency: r.Purchase.Amount.Currency,
		Goods: goods(r.Purchase.Lines, r.Purchase.Locale), ReturnURL: r.URLs.Return, CancelURL: r.URLs.Cancel, NotifyURL: r.URLs.Webhook,
		Customer: person{FirstName: to.FirstName, LastName: to.LastName, Email: r.Purchase.Customer.Email, Phone: to.Phone,
			Street: to.Street, Number: to.StreetNumber, Zip: to.PostalCode, City: to.City, Country: to.Country},
	}
}

// goods names what is financed, for the contract.
func goods(lines []payment.Line, locale string) string {
	const longest = 200
	var names []string
	for _, l := range lines {
		if (l.Kind == payment.LineUnspecified || l.Kind == payment.LinePhysical || l.Kind == payment.LineDigital) && l.Name != "" {
			names = append(names, strconv.Itoa(l.Quantity)+" x "+l.Name)
		}
	}
	text := strings.Join(names, ", ")
	if text == "" {
		return texts["goods"].In(locale)
	}
	return base.Cut(text, longest)
}
