package main

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// Status reads the order. Pending without instructions means that the customer approved and the money is not taken yet.
func (p *plugin) Status(ctx context.Context, r payment.StatusRequest) (payment.State, error) {
	a := p.account.Load()
	if r.Reference == "" {
		// The order's id never reached the shop, so nobody can have been sent to approve it.
		return payment.State{Outcome: payment.Declined{Code: payment.CodeNotFound}}, nil
	}
	o, err := a.read(ctx, r.Reference)
	if code, declined := declineCode(err); declined {
		return payment.State{Outcome: payment.Declined{Code: code, Reference: r.Reference}}, nil
	}
	if err != nil {
		return payment.State{}, err
	}
	if o.Status == "COMPLETED" && !o.belongs(r.OrderNumber, r.Attempt) {
		return payment.State{Outcome: payment.Declined{Code: payment.CodeNotFound}}, nil
	}
	var s payment.State
	switch o.Status {
	case "COMPLETED":
		s.Outcome, err = o.outcome()
	case "VOIDED":
		s.Outcome = payment.Declined{Code: payment.CodeExpired, Reference: o.ID}
	case "APPROVED":
		s.Outcome = payment.Pending{Reference: o.ID}
	default:
		s.Outcome, err = o.redirect()
	}
	if err != nil {
		return payment.State{}, err
	}
	if s.Captured, err = sum(o.captures(), taken); err != nil {
		return payment.State{}, err
	}
	if s.Refunded, err = sum(o.refunds(), func(t transaction) bool { return t.Status == "COMPLETED" }); err != nil {
		return payment.State{}, err
	}
	for _, t := range o.authorizations() {
		s.Voided = s.Voided || t.Status == "VOIDED"
	}
	return s, nil
}

// Capture takes money that was reserved with intent authorize. An order whose money was taken at once is done already.
func (p *plugin) Capture(ctx context.Context, r payment.CaptureRequest) (payment.Receipt, error) {
	a := p.account.Load()
	o, err := a.read(ctx, r.Reference)
	if err != nil {
		return payment.Receipt{}, err
	}
	reserved := o.authorizations()
	if len(reserved) == 0 {
		captured, err := sum(o.captures(), taken)
		if err == nil && captured.IsSet() && captured == r.Amount {
			return payment.Receipt{State: payment.ReceiptDone, Reference: o.captures()[0].ID, Amount: captured}, nil
		}
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "not_authorized"}, err
	}
	var c transaction
	err = a.api.call(ctx, http.MethodPost, "/v2/payments/authorizations/"+url.PathEscape(reserved[0].ID)+"/capture",
		requestID("capture", r.IdempotencyKey), captureAuthorization{Amount: toAmount(r.Amount), Final: r.Final}, &c)
	return receipt(c, err)
}

// Void gives up what is reserved. An order that nobody paid needs nothing: PayPal forgets it by itself.
func (p *plugin) Void(ctx context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	a := p.account.Load()
	done := payment.Receipt{State: payment.ReceiptDone, Reference: r.Reference}
	o, err := a.read(ctx, r.Reference)
	if issue(err) == "INVALID_RESOURCE_ID" {
		return done, nil
	}
	if err != nil {
		return payment.Receipt{}, err
	}
	more, err := o.tookMore(r.Captured)
	reserved := o.authorizations()
	switch {
	case err != nil:
		return payment.Receipt{}, err
	case more:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeCaptured, Reference: r.Reference}, nil
	case len(reserved) == 0:
		return done, nil
	}
	var t transaction
	err = a.api.call(ctx, http.MethodPost, "/v2/payments/authorizations/"+url.PathEscape(reserved[0].ID)+"/void",
		requestID("void", r.IdempotencyKey), nil, &t)
	switch issue(err) {
	case "PREVIOUSLY_VOIDED":
		return done, nil
	case "PREVIOUSLY_CAPTURED": // since it was read; or with the last capture, which let go of the rest
		if o, err = a.read(ctx, r.Reference); err != nil {
			return payment.Receipt{}, err
		}
		if more, err = o.tookMore(r.Captured); err != nil || more {
			return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeCaptured, Reference: r.Reference}, err
		}
	}
	return done, err
}

// Refund gives captured money back, of the capture that the shop names or of the only one.
func (p *plugin) Refund(ctx context.Context, r payment.RefundRequest) (payment.Receipt, error) {
	a := p.account.Load()
	if r.IdempotencyKey == "" || r.Amount.Minor <= 0 {
		return payment.Receipt{}, base.CallerFault("invalid_request", "a refund needs a key and a positive amount")
	}
	capture := r.CaptureReference
	if capture == "" {
		o, err := a.read(ctx, r.Reference)
		if err != nil {
			return payment.Receipt{}, err
		}
		for _, c := range o.captures() {
			if taken(c) {
				capture = c.ID
			}
		}
	}
	if capture == "" {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "not_captured"}, nil
	}
	const longestNote = 255
	var t transaction
	err := a.api.call(ctx, http.MethodPost, "/v2/payments/captures/"+url.PathEscape(capture)+"/refund",
		requestID("refund", r.IdempotencyKey), createRefund{Amount: toAmount(r.Amount), Note: base.Cut(r.Reason, longestNote)}, &t)
	return receipt(t, err)
}

// receipt tells how a capture or refund went. What PayPal refused for good is a declined receipt with its own word.
func receipt(t transaction, err error) (payment.Receipt, error) {
	if err != nil {
		switch word := issue(err); {
		case word == "AUTHORIZATION_EXPIRED": // the shop has its own word for it, and operators are told what to do
			return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeExpired}, nil
		case provider.Status(err) == http.StatusUnprocessableEntity && word != "":
			return payment.Receipt{State: payment.ReceiptDeclined, Code: strings.ToLower(word)}, nil
		}
		return payment.Receipt{}, err
	}
	m, err := t.Amount.money()
	if err != nil {
		return payment.Receipt{}, badAnswer(err.Error())
	}
	r := payment.Receipt{State: payment.ReceiptPending, Reference: t.ID, Amount: m}
	switch t.Status {
	case "COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED":
		r.State = payment.ReceiptDone
	case "DECLINED", "FAILED", "CANCELLED":
		r.State, r.Code = payment.ReceiptDeclined, strings.ToLower(t.Status)
	}
	return r, nil
}
