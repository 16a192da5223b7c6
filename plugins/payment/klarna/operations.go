package main

import (
	"context"
	"log/slog"
	"net/http"
	"path"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// Capture takes money of an order, usually on dispatch. The shop's key is the capture's reference: one that is there
// already is not made again, however long ago that was.
func (p *plugin) Capture(ctx context.Context, r payment.CaptureRequest) (payment.Receipt, error) {
	a := p.account.Load()
	o, refused, err := a.operate(ctx, r.Reference, r.IdempotencyKey, r.Amount)
	if err != nil || refused != nil {
		return deref(refused), err
	}
	id, taken := o.captured(r.IdempotencyKey)
	if id == "" && o.Status == orderExpired { // operators are told what to do then
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeExpired}, nil
	}
	if id == "" {
		body := createCapture{CapturedAmount: r.Amount.Minor, Reference: reference(r.IdempotencyKey), OrderLines: orderLines(r.Lines, r.Amount, "")}
		if r.Carrier != "" || r.TrackingNumber != "" {
			body.ShippingInfo = []shippingInfo{{Company: base.Cut(r.Carrier, maxTracking), TrackingNumber: base.Cut(r.TrackingNumber, maxTracking)}}
		}
		header, err := a.api.call(ctx, http.MethodPost, orderPath(o.OrderID)+"/captures", idempotencyKey("capture", r.IdempotencyKey), body, nil)
		if err != nil {
			return declined(err)
		}
		if id, taken = created(header, "Capture-Id"), r.Amount; id == "" {
			if o, err = a.read(ctx, r.Reference); err != nil {
				return payment.Receipt{}, unnamed(err)
			}
			if id, taken = o.captured(r.IdempotencyKey); id == "" {
				return payment.Receipt{}, unnamed(nil)
			}
		} else {
			o.RemainingAmount -= r.Amount.Minor
		}
	}
	if r.Final && o.RemainingAmount > 0 {
		// The customer's credit is freed; if that fails, Klarna does it by itself when the order expires.
		if err := a.release(ctx, o.OrderID, r.IdempotencyKey); err != nil {
			slog.WarnContext(ctx, "the rest of the authorization is not released", "order", o.OrderID, "error", err)
		}
	}
	return payment.Receipt{State: payment.ReceiptDone, Reference: id, Amount: taken}, nil
}

// Refund gives captured money back. The shop's key is the refund's reference, as with Capture.
func (p *plugin) Refund(ctx context.Context, r payment.RefundRequest) (payment.Receipt, error) {
	a := p.account.Load()
	o, refused, err := a.operate(ctx, r.Reference, r.IdempotencyKey, r.Amount)
	if err != nil || refused != nil {
		return deref(refused), err
	}
	if id, back := o.refunded(r.IdempotencyKey); id != "" {
		return payment.Receipt{State: payment.ReceiptDone, Reference: id, Amount: back}, nil
	}
	header, err := a.api.call(ctx, http.MethodPost, orderPath(o.OrderID)+"/refunds", idempotencyKey("refund", r.IdempotencyKey), createRefund{
		RefundedAmount: r.Amount.Minor, Reference: reference(r.IdempotencyKey), Description: base.Cut(r.Reason, maxName),
		OrderLines: orderLines(r.Lines, r.Amount, ""),
	}, nil)
	if err != nil {
		return declined(err)
	}
	id, back := created(header, "Refund-Id"), r.Amount
	if id == "" {
		if o, err = a.read(ctx, r.Reference); err != nil {
			return payment.Receipt{}, unnamed(err)
		}
		if id, back = o.refunded(r.IdempotencyKey); id == "" {
			return payment.Receipt{}, unnamed(nil)
		}
	}
	return payment.Receipt{State: payment.ReceiptDone, Reference: id, Amount: back}, nil
}

// captured gives the capture that was made under the shop's key.
func (o order) captured(key string) (id string, taken base.Money) {
	for _, c := range o.Captures {
		if c.Reference == reference(key) {
			id, taken = c.CaptureID, o.money(c.CapturedAmount)
		}
	}
	return id, taken
}

// refunded gives the refund that was made under the shop's key.
func (o order) refunded(key string) (id string, back base.Money) {
	for _, done := range o.Refunds {
		if done.Reference == reference(key) {
			return done.RefundID, o.money(done.RefundedAmount)
		}
	}
	return "", base.Money{}
}

// unnamed is for an answer that names nothing that was made, and an order that has nothing of it: something between the shop and
// Klarna may have answered in its place. The same key asks again.
func unnamed(err error) error {
	return &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: "the answer names nothing that was made", Err: err,
		Retryable: true, OutcomeUnknown: true}
}

// operate checks a request to move money and reads its order. refused is the answer when there is nothing to move.
func (a *account) operate(ctx context.Context, ref, key string, amount base.Money) (o order, refused *payment.Receipt, err error) {
	if ref == "" || key == "" || amount.Minor <= 0 {
		return order{}, nil, base.CallerFault("invalid_request", "reference, key and a positive amount are needed")
	}
	o, err = a.read(ctx, ref)
	switch {
	case provider.Status(err) == http.StatusNotFound:
		return o, &payment.Receipt{State: payment.ReceiptDeclined, Code: "not_authorized"}, nil
	case err == nil && amount.Currency != o.PurchaseCurrency:
		return o, &payment.Receipt{State: payment.ReceiptDeclined, Code: "currency_mismatch"}, nil
	}
	return o, nil, err
}

// Void gives up what is authorized: the whole order while nothing is captured, else the rest of it.
func (p *plugin) Void(ctx context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	a := p.account.Load()
	if r.Reference == "" || r.IdempotencyKey == "" {
		return payment.Receipt{}, base.CallerFault("invalid_request", "reference and key are needed")
	}
	done := payment.Receipt{State: payment.ReceiptDone, Reference: r.Reference}
	o, err := a.read(ctx, r.Reference)
	if provider.Status(err) == http.StatusNotFound {
		return done, nil
	}
	if err != nil {
		return payment.Receipt{}, err
	}
	if receipt, ended := o.voided(r.Captured.Minor); ended {
		return receipt, nil
	}
	if o.CapturedAmount > 0 {
		err = a.release(ctx, o.OrderID, r.IdempotencyKey)
	} else {
		_, err = a.api.call(ctx, http.MethodPost, orderPath(o.OrderID)+"/cancel", idempotencyKey("cancel", r.IdempotencyKey), nil, nil)
	}
	if err == nil {
		return done, nil
	}
	if refused, _ := declined(err); refused.State != payment.ReceiptDeclined {
		return payment.Receipt{}, err
	}
	if o, err = a.read(ctx, r.Reference); err != nil { // which has changed since it was read
		return payment.Receipt{}, err
	}
	if receipt, ended := o.voided(r.Captured.Minor); ended {
		return receipt, nil
	}
	return payment.Receipt{State: payment.ReceiptDeclined, Code: "cancel_not_allowed", Reference: o.OrderID}, nil
}

// voided tells of an order that has nothing to give up any more.
func (o order) voided(known int64) (r payment.Receipt, ended bool) {
	switch {
	case o.Status == orderCancelled, o.Status == orderExpired, o.FraudStatus == fraudRejected:
		return payment.Receipt{State: payment.ReceiptDone, Reference: o.OrderID}, true
	case o.CapturedAmount > known:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeCaptured, Reference: o.OrderID}, true
	case o.CapturedAmount > 0 && o.RemainingAmount == 0: // nothing is left, or the rest was given up before
		return payment.Receipt{State: payment.ReceiptDone, Reference: o.OrderID}, true
	}
	return payment.Receipt{}, false
}

func (a *account) release(ctx context.Context, orderID, key string) error {
	_, err := a.api.call(ctx, http.MethodPost, orderPath(orderID)+"/release-remaining-authorization", idempotencyKey("release", key), nil, nil)
	return err
}

// reference is the shop's key as Klarna stores it with a capture or refund.
func reference(key string) string {
	if len(key) <= maxReference {
		return key
	}
	return idempotencyKey("reference", key)
}

// created gives the id of what a call made: from its own header, or the end of its address.
func created(h http.Header, name string) string {
	if id := h.Get(name); id != "" {
		return id
	}
	if location := h.Get("Location"); location != "" {
		return path.Base(location)
	}
	return ""
}

// declined makes a refused receipt of Klarna's refusals for good, with its own word.
func declined(err error) (payment.Receipt, error) {
	code := word(err)
	switch provider.Status(err) {
	case http.StatusForbidden, http.StatusNotFound, http.StatusUnprocessableEntity:
		if code != "" {
			return payment.Receipt{State: payment.ReceiptDeclined, Code: strings.ToLower(code)}, nil
		}
	}
	return payment.Receipt{}, err
}

func deref(r *payment.Receipt) payment.Receipt {
	if r == nil {
		return payment.Receipt{}
	}
	return *r
}
