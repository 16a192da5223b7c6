package main

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"regexp"
	"slices"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// tokenField is the browser's data with what the widget's authorize or finalize gave.
const tokenField = "authorization_token"

var tokenForm = regexp.MustCompile(`^[A-Za-z0-9._-]{8,255}$`)

// placement is one order to place: everything that a repetition needs.
type placement struct {
	key     string // Klarna's idempotency key
	token   string
	session string
	amount  base.Money
	body    placeOrder
}

// Authorize places the order with the token from the browser. Klarna compares it with the session, so that what the
// customer agreed to is what is paid.
func (p *plugin) Authorize(ctx context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	a := p.account.Load()
	if err := a.check(r); err != nil {
		return nil, err
	}
	if code := a.unfit(r); code != "" {
		return payment.Declined{Code: code}, nil
	}
	o, err := a.place(ctx, a.placement(r))
	if unknown, ok := o.(payment.Unknown); ok && err == nil {
		a.lost.keep(r.IdempotencyKey, a.placement(r))
		return unknown, nil
	}
	return o, err
}

func (a *account) check(r payment.AuthorizeRequest) error {
	_, known := a.method(r.Method)
	var wrong base.Misfits
	wrong.Add(!known, "method", "unknown")
	wrong.Add(r.IdempotencyKey == "", "idempotency_key", "required")
	wrong.If(r.Purchase.Amount.Minor <= 0 || r.Purchase.Amount.Currency != currency, "purchase.amount")
	wrong.Add(r.Purchase.OrderNumber == "", "purchase.order_number", "required")
	wrong.Add(r.Purchase.Billing == nil, "purchase.billing", "required")
	wrong.Add(sessionOf(r) == "", "session_id", "required") // by which an answer that is lost is found
	wrong.Add(!tokenForm.MatchString(r.ClientData[tokenField]), "client_data."+tokenField, "required")
	return wrong.Refuse("invalid_request", "the request cannot be a payment")
}

// unfit gives the code of why the method is not for this purchase, "" when it is: a checkout can change under a method that
// was offered.
func (a *account) unfit(r payment.AuthorizeRequest) string {
	m, _ := a.method(r.Method)
	switch total := r.Purchase.Amount.Minor; {
	case r.Purchase.Customer.Type == base.CustomerBusiness:
		return "customer_type"
	case !slices.Contains(a.countries, r.Purchase.Billing.Country):
		return "country"
	case total < m.Min.Minor || total > m.Max.Minor:
		return "limit_exceeded"
	}
	return ""
}

func sessionOf(r payment.AuthorizeRequest) string {
	return cmp.Or(r.SessionID, r.ClientData["session_id"])
}

func (a *account) placement(r payment.AuthorizeRequest) placement {
	delivery := r.Purchase.Delivery
	if delivery == nil {
		delivery = r.Purchase.Billing
	}
	return placement{
		key: idempotencyKey("order", r.IdempotencyKey), token: r.ClientData[tokenField], session: sessionOf(r), amount: r.Purchase.Amount,
		body: placeOrder{
			cart:               a.cart(r.Purchase),
			BillingAddress:     toAddress(r.Purchase.Billing, r.Purchase.Customer.Email),
			ShippingAddress:    toAddress(delivery, r.Purchase.Customer.Email),
			MerchantReference1: base.Cut(r.Purchase.OrderNumber, maxReference),
			MerchantReference2: base.Cut(payment.AttemptNumber(r.Purchase.OrderNumber, r.Purchase.Attempt), maxReference),
			MerchantURLs:       a.merchantURLs(r.URLs),
		},
	}
}

// place sends the order. An answer that is lost for good is Unknown: the same request again gives Klarna's first answer.
func (a *account) place(ctx context.Context, p placement) (payment.Outcome, error) {
	var placed placedOrder
	_, err := a.api.call(ctx, http.MethodPost, "/payments/v1/authorizations/"+url.PathEscape(p.token)+"/order", p.key, p.body, &placed)
	switch {
	case err == nil:
		return placed.outcome(p.amount)
	case word(err) == "REJECTED":
		return payment.Declined{Code: payment.CodeRisk}, nil
	case provider.Status(err) == http.StatusConflict && word(err) == "BAD_VALUE":
		return payment.Declined{Code: "cart_changed"}, nil
	case provider.Status(err) == http.StatusConflict:
		return payment.Unknown{Message: "Klarna is at work on it"}, nil // perhaps on this very call
	case provider.Status(err) == http.StatusNotFound:
		return a.unknownToken(ctx, p)
	}
	if e := base.AsError(err); e.OutcomeUnknown {
		return payment.Unknown{Message: e.Code}, nil
	}
	return nil, without(p.token, err)
}

// outcome reads the answer to a placed order.
func (o placedOrder) outcome(amount base.Money) (payment.Outcome, error) {
	switch {
	case o.OrderID == "":
		return payment.Unknown{Message: "an order without an id"}, nil
	case o.FraudStatus == fraudRejected:
		return payment.Declined{Code: payment.CodeRisk, Reference: o.OrderID}, nil
	case o.FraudStatus == fraudPending:
		return payment.Pending{Reference: o.OrderID}, nil
	case o.FraudStatus != fraudAccepted:
		return payment.Unknown{Reference: o.OrderID, Message: "fraud status " + o.FraudStatus}, nil
	case o.RedirectURL != "":
		return payment.Redirect{URL: o.RedirectURL, Reference: o.OrderID}, nil
	}
	return payment.Authorized{Reference: o.OrderID, Amount: amount}, nil
}

// unknownToken decides about a token that Klarna does not know: its hour is over, or it was used. In the second case the
// session is complete and an order exists, perhaps this attempt's own, so that it must not be called a refusal.
func (a *account) unknownToken(ctx context.Context, p placement) (payment.Outcome, error) {
	s, err := a.readSession(ctx, p.session)
	switch {
	case provider.Status(err) == http.StatusNotFound:
		return payment.Declined{Code: payment.CodeExpired}, nil
	case err != nil:
		return payment.Unknown{Message: "the token is not known, and the session cannot be read"}, nil
	case s.Status == statusComplete:
		return payment.Unknown{Message: "the token was used"}, nil
	}
	return payment.Declined{Code: payment.CodeExpired}, nil
}
