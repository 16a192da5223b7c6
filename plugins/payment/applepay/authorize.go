package main

import (
	"context"
	"net/netip"
	"regexp"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// Codes of refusals that are this plugin's own.
const (
	codeMismatch = "amount_mismatch" // the same attempt was authorized with another amount, or the sheet showed one
	codeVoided   = "voided"          // the shop gave it up
)

var orderForm = regexp.MustCompile(`^[A-Za-z0-9.:_-]{1,60}$`)

// Authorize has Saferpay hold the money. The attempt is looked up first: the same call may have gone out before. The token is
// opened by Saferpay alone, which does not promise to compare its amount: what the sheet showed is held against the purchase here.
func (p *plugin) Authorize(ctx context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	a := p.account.Load()
	token, err := a.check(r)
	if err != nil {
		return nil, err
	}
	order := payment.AttemptNumber(r.Purchase.OrderNumber, r.Purchase.Attempt)
	done, err := a.turns.Take(ctx, order)
	if err != nil {
		return nil, busy(err)
	}
	defer done()
	if t, found, err := a.processor.inquire(ctx, transactionReference{OrderID: order}); err != nil {
		return nil, err
	} else if found {
		return t.outcome(r.Purchase.Amount)
	}
	if !shows(r.SessionID, r.Purchase.Amount) {
		return payment.Declined{Code: codeMismatch}, nil
	}
	return a.authorize(ctx, r, order, token)
}

// busy is for a call that never got its turn: nothing was sent.
func busy(err error) *base.Error {
	e := base.ProviderFault(base.CodeTimeout, err)
	e.Retryable = true
	return e
}

func (a *account) check(r payment.AuthorizeRequest) (token string, err error) {
	var wrong base.Misfits
	wrong.Add(r.Method != method, "method", "unknown")
	wrong.Add(r.IdempotencyKey == "", "idempotency_key", "required")
	wrong.If(!accepts(r.Purchase.Amount), "purchase.amount")
	wrong.If(!orderForm.MatchString(r.Purchase.OrderNumber), "purchase.order_number")
	token, code := a.readToken(r.ClientData[paymentKey])
	wrong.Add(code != "", "client_data."+paymentKey, code)
	if len(wrong) > 0 {
		return "", base.CallerFault("invalid_request", "the request cannot be a payment", wrong...)
	}
	return token, nil
}

// authorize sends the token. An answer that is lost is looked for once; what is still not there then is unknown.
func (a *account) authorize(ctx context.Context, r payment.AuthorizeRequest, order, token string) (payment.Outcome, error) {
	var t transaction
	err := a.processor.call(ctx, "AuthorizeDirect", r.IdempotencyKey, false, func(h header) any {
		req := authorizeDirect{RequestHeader: h, TerminalID: a.terminalID, Initiator: "PAYER", Payer: payerOf(r.Purchase)}
		req.Payment.Amount, req.Payment.OrderID, req.Payment.Description = toAmount(r.Purchase.Amount), order, a.displayName+" "+r.Purchase.OrderNumber
		req.PaymentMeans.ApplePay.PaymentToken = token
		return req
	}, &t)
	if err == nil {
		return t.outcome(r.Purchase.Amount)
	}
	if code, declined := declineCode(err); declined {
		return payment.Declined{Code: code, Reference: refusal(err).TransactionID}, nil
	}
	e := base.AsError(err)
	if !e.OutcomeUnknown {
		return nil, err
	}
	a.limbo.enter(order)
	if t, found, err := a.processor.inquire(ctx, transactionReference{OrderID: order}); err == nil && found {
		return t.outcome(r.Purchase.Amount)
	}
	return payment.Unknown{Message: e.Code}, nil
}

// payerOf says what Saferpay may know of the customer's device; it takes IPv4 only.
func payerOf(p payment.Purchase) *payer {
	out := payer{LanguageCode: "de"}
	if strings.HasPrefix(p.Locale, "en") {
		out.LanguageCode = "en"
	}
	if ip, err := netip.ParseAddr(p.Customer.IP); err == nil && ip.Is4() {
		out.IPAddress = ip.String()
	}
	return &out
}
