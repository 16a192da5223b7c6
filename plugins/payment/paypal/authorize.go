package main

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// approvalWindow is how long PayPal waits for the customer, unless the account has another agreement.
const approvalWindow = 3 * time.Hour

const (
	intentCapture   = "CAPTURE"
	intentAuthorize = "AUTHORIZE"
)

// Authorize creates the order and sends the customer to PayPal. No money moves here: a lost answer is an error with a
// known outcome, and the same call again gives the same order. With a session from Start it takes the money of the order
// that the customer approved there.
func (p *plugin) Authorize(ctx context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	a := p.account.Load()
	if err := a.check(r); err != nil {
		return nil, err
	}
	a.listen(ctx, r.URLs.Webhook)
	if r.SessionID != "" {
		return a.useSession(ctx, r)
	}
	var o order
	err := a.api.call(ctx, http.MethodPost, "/v2/checkout/orders", requestID("create", r.IdempotencyKey), a.order(r), &o)
	if code, declined := declineCode(err); declined {
		return payment.Declined{Code: code}, nil
	}
	if err != nil {
		e := *base.AsError(err)
		e.OutcomeUnknown = false // an order that nobody can approve is as good as none
		return nil, &e
	}
	switch o.Status {
	case "CREATED", "PAYER_ACTION_REQUIRED":
		return o.redirect()
	case "APPROVED":
		// A repeated call, and the customer approved meanwhile: on with the shop's own return page.
		return payment.Redirect{URL: r.URLs.Return, Reference: o.ID, ExpiresAt: o.CreateTime.Add(approvalWindow)}, nil
	}
	return o.outcome()
}

// listen sees to it that PayPal's webhooks reach the shop. Payments go on without.
func (a *account) listen(ctx context.Context, address string) {
	if err := a.hooks.ensure(ctx, address); err != nil {
		slog.WarnContext(ctx, "webhook not registered; the customer's return and reconciliation have to do", "error", err)
	}
}

func (a *account) check(r payment.AuthorizeRequest) error {
	wrong := r.Misfits(method)
	wrong.If(!a.accepts(r.Purchase.Amount), "purchase.amount")
	wrong.Add(r.SessionID == "" && (r.URLs.Return == "" || r.URLs.Cancel == ""), "urls", "required")
	return wrong.Refuse("invalid_request", "the request cannot be a payment")
}

// redirect gives the address where the customer approves.
func (o order) redirect() (payment.Outcome, error) {
	for _, l := range o.Links {
		if l.Rel == "payer-action" || l.Rel == "approve" {
			return payment.Redirect{URL: l.Href, Reference: o.ID, ExpiresAt: o.CreateTime.Add(approvalWindow)}, nil
		}
	}
	return nil, &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: "order " + o.ID + " has no link to approve it"}
}

// declines translates PayPal's refusals that are about this customer and this payment. All others are errors.
var declines = map[string]string{
	"INSTRUMENT_DECLINED":                     payment.CodeRefused,
	"PAYER_CANNOT_PAY":                        payment.CodeRefused,
	"PAYER_ACCOUNT_LOCKED_OR_CLOSED":          payment.CodeRefused,
	"PAYER_ACCOUNT_RESTRICTED":                payment.CodeRefused,
	"REDIRECT_PAYER_FOR_ALTERNATE_FUNDING":    payment.CodeRefused,
	"MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED": payment.CodeRefused,
	"PAYEE_BLOCKED_TRANSACTION":               payment.CodeRefused,
	"TRANSACTION_BLOCKED_BY_PAYEE":            payment.CodeRefused,
	"TRANSACTION_LIMIT_EXCEEDED":              payment.CodeInsufficientFunds,
	"TRANSACTION_REFUSED":                     payment.CodeRisk,
	"COMPLIANCE_VIOLATION":                    payment.CodeRisk,
	"SHIPPING_ADDRESS_INVALID":                "address_invalid",
	"AMOUNT_NOT_PATCHABLE":                    codeAmountFixed, // approved with a financing offer for this amount
	"AMOUNT_CHANGE_NOT_ALLOWED":               codeAmountFixed,
	"ORDER_EXPIRED":                           payment.CodeExpired,
	"INVALID_RESOURCE_ID":                     payment.CodeExpired, // PayPal forgets orders whose time has passed
}

func declineCode(err error) (code string, declined bool) {
	word := issue(err)
	code, declined = declines[strings.ToUpper(word)]
	return code, declined
}
