package main

import (
	"context"
	"net/netip"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// Saferpay's limits.
const (
	maxText = 100 // of a part of an address
	maxURL  = 2000
)

// Authorize opens a payment page and sends the customer there. No money moves here: a lost answer is an error with a
// known outcome, and the same call again gives the same page.
func (p *plugin) Authorize(ctx context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	a := p.account.Load()
	if err := a.check(r); err != nil {
		return nil, err
	}
	order := orderID(r.Purchase.OrderNumber, r.Purchase.Attempt)
	var page initializedPage
	err := a.api.change(ctx, "/Payment/v1/PaymentPage/Initialize", "page", r.IdempotencyKey, a.page(r, order), &page)
	if err == nil && (page.Token == "" || page.RedirectURL == "") {
		err = badAnswer("the payment page has no token or no address")
	}
	if err != nil {
		e := *base.AsError(err)
		e.OutcomeUnknown = false // a page that nobody has the address of is as good as none
		return nil, &e
	}
	return payment.Redirect{URL: page.RedirectURL, Reference: reference{order, page.Token}.String(), ExpiresAt: page.Expiration}, nil
}

func (a *account) check(r payment.AuthorizeRequest) error {
	wrong := r.Misfits(method)
	wrong.If(!a.accepts(r.Purchase.Amount), "purchase.amount")
	wrong.If(r.URLs.Return == "" || len(r.URLs.Return) > maxURL, "urls.return")
	return wrong.Refuse("invalid_request", "the request cannot be a payment")
}

func (a *account) page(r payment.AuthorizeRequest, order string) *initializePage {
	page := &initializePage{
		TerminalID:     a.terminal,
		Payment:        payable{Amount: toAmount(r.Purchase.Amount), OrderID: order, Description: base.Cut(a.description+" "+r.Purchase.OrderNumber, 1000)},
		ReturnURL:      returnURL{r.URLs.Return},
		PaymentMethods: a.methods,
		Condition:      conditions[a.shift],
		ConfigSet:      a.configSet,
		Payer: &payer{
			LanguageCode: language(r.Purchase.Locale), IPAddress: ipv4(r.Purchase.Customer.IP), UserAgent: r.Purchase.Customer.UserAgent,
			BillingAddress: toAddress(r.Purchase.Billing, r.Purchase.Customer.Email), DeliveryAddress: toAddress(r.Purchase.Delivery, ""),
		},
	}
	if a.clickToPay {
		page.Wallets = []string{"CLICKTOPAY"}
	}
	if r.URLs.Webhook != "" {
		page.Notification = a.notification(r.URLs.Webhook, order, r.Purchase.OrderNumber)
	}
	return page
}

// language gives what the payment page may show; else it goes by the browser.
func language(locale string) string {
	for _, known := range []string{"de", "en"} {
		if strings.HasPrefix(locale, known) {
			return known
		}
	}
	return ""
}

// ipv4 leaves out what Saferpay does not take in this field.
func ipv4(ip string) string {
	if a, err := netip.ParseAddr(ip); err == nil && a.Is4() {
		return ip
	}
	return ""
}

// toAddress gives nil for what is no postal address.
func toAddress(a *base.Address, email string) *address {
	if a == nil || a.City == "" || len(a.Country) != 2 {
		return nil
	}
	return &address{
		Company: base.Cut(a.Company, maxText), FirstName: base.Cut(a.FirstName, maxText), LastName: base.Cut(a.LastName, maxText),
		Street: base.Cut(strings.TrimSpace(a.Street+" "+a.StreetNumber), maxText), Zip: base.Cut(a.PostalCode, maxText),
		City: base.Cut(a.City, maxText), CountryCode: a.Country, Email: email, Phone: base.Cut(a.Phone, maxText),
	}
}

func badAnswer(message string) *base.Error {
	return &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: message, OutcomeUnknown: true}
}
