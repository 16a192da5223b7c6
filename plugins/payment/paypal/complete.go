package main

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// Complete reads the order and, when the customer approved it, takes (or reserves) the money. What the browser brought
// along is not believed: the order at PayPal says where the attempt stands.
func (p *plugin) Complete(ctx context.Context, r payment.CompleteRequest) (payment.Outcome, error) {
	a := p.account.Load()
	if r.Method != method || r.Reference == "" || r.IdempotencyKey == "" {
		return nil, base.CallerFault("invalid_request", "method, reference and idempotency key are needed")
	}
	o, err := a.read(ctx, r.Reference)
	if code, declined := declineCode(err); declined {
		return payment.Declined{Code: code, Reference: r.Reference}, nil
	}
	if err != nil {
		return nil, err
	}
	switch {
	case o.Status == "COMPLETED" && !o.belongs(r.OrderNumber, r.Attempt):
		return payment.Declined{Code: codeSessionUsed}, nil
	case o.Status == "COMPLETED":
		return o.outcome()
	case o.Status == "VOIDED":
		return payment.Declined{Code: payment.CodeExpired, Reference: o.ID}, nil
	case r.Cancelled:
		return payment.Declined{Code: payment.CodeCustomerCancelled, Reference: o.ID}, nil
	case o.Status != "APPROVED":
		return o.redirect()
	}
	total, err := o.total()
	if err != nil {
		return nil, err
	}
	if r.Amount.IsSet() && total != r.Amount {
		return payment.Declined{Code: "amount_mismatch", Reference: o.ID}, nil
	}
	return a.take(ctx, o, r.OrderNumber, r.Attempt, r.IdempotencyKey)
}

// read gets an order in full.
func (a *account) read(ctx context.Context, reference string) (order, error) {
	var o order
	err := a.api.call(ctx, http.MethodGet, "/v2/checkout/orders/"+url.PathEscape(reference), "", nil, &o)
	return o, err
}

// take captures or authorizes an approved order. An answer that is lost for good is Unknown: calling Complete again
// tells, because PayPal replays the same request and takes an order's money once.
func (a *account) take(ctx context.Context, o order, orderNumber string, attempt int, key string) (payment.Outcome, error) {
	verb := "capture"
	if o.Intent == intentAuthorize {
		verb = "authorize"
	}
	var done order
	err := a.api.call(ctx, http.MethodPost, "/v2/checkout/orders/"+url.PathEscape(o.ID)+"/"+verb, requestID(verb, key), struct{}{}, &done)
	if code, declined := declineCode(err); declined {
		return payment.Declined{Code: code, Reference: o.ID}, nil
	}
	switch word := issue(err); {
	case err == nil && !done.belongs(orderNumber, attempt):
		return payment.Declined{Code: codeSessionUsed}, nil
	case err == nil:
		return done.outcome()
	case word == "ORDER_ALREADY_CAPTURED" || word == "ORDER_ALREADY_AUTHORIZED" || word == "ORDER_COMPLETED_OR_VOIDED":
		now, err := a.read(ctx, o.ID)
		if err != nil {
			return nil, err
		}
		if !now.belongs(orderNumber, attempt) {
			return payment.Declined{Code: codeSessionUsed}, nil
		}
		return now.outcome()
	case word == "PAYER_ACTION_REQUIRED" || word == "ORDER_NOT_APPROVED":
		now, err := a.read(ctx, o.ID)
		if err != nil {
			return nil, err
		}
		return now.redirect()
	case word == "ORDER_COMPLETION_IN_PROGRESS" || word == "DUPLICATE_INVOICE_ID":
		return payment.Unknown{Reference: o.ID, Message: strings.ToLower(word)}, nil
	}
	if e := base.AsError(err); e.OutcomeUnknown {
		return payment.Unknown{Reference: o.ID, Message: e.Code}, nil
	}
	return nil, err
}
