package main

import (
	"context"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// Complete answers where the attempt stands: Authorize is all that Apple Pay needs.
func (p *plugin) Complete(ctx context.Context, r payment.CompleteRequest) (payment.Outcome, error) {
	if r.Method != method || r.IdempotencyKey == "" {
		return nil, base.CallerFault("invalid_request", "method and idempotency key are needed")
	}
	s, err := p.Status(ctx, payment.StatusRequest{Method: method, IdempotencyKey: r.IdempotencyKey, Reference: r.Reference,
		OrderNumber: r.OrderNumber, Attempt: r.Attempt})
	if held, ok := s.Outcome.(payment.Authorized); ok && r.Amount.IsSet() && held.Amount != r.Amount {
		return payment.Unknown{Reference: held.Reference, Message: "another amount is held; Status tells it"}, err
	}
	return s.Outcome, err
}

// Status looks the transaction up, by order and attempt where its id never arrived. The amount is Saferpay's, so that the
// shop learns of a hold that is not what it asked for. Saferpay does not list the refunds of a payment, so Refunded is
// what this process gave back.
func (p *plugin) Status(ctx context.Context, r payment.StatusRequest) (payment.State, error) {
	a := p.account.Load()
	order := payment.AttemptNumber(r.OrderNumber, r.Attempt)
	ref := transactionReference{TransactionID: r.Reference}
	if r.Reference == "" {
		ref = transactionReference{OrderID: order}
	}
	t, found, err := a.processor.inquire(ctx, ref)
	switch {
	case err != nil:
		return payment.State{}, err
	case !found && r.Reference == "" && a.limbo.holds(order):
		return payment.State{Outcome: payment.Unknown{Message: "the authorization may still be under way"}}, nil
	case !found:
		return payment.State{Outcome: payment.Declined{Code: payment.CodeNotFound, Reference: r.Reference}}, nil
	}
	var s payment.State
	if s.Outcome, err = t.outcome(base.Money{}); err != nil {
		return payment.State{}, err
	}
	s.Voided = t.Transaction.Status == statusCanceled
	if t.Transaction.Status == statusCaptured {
		s.Captured, err = t.Transaction.Amount.money()
	}
	if back := a.refunds.Sum(t.Transaction.ID); back > 0 {
		s.Refunded = base.Money{Minor: back, Currency: s.Captured.Currency}
	}
	return s, err
}

// Capture takes held money, once: Saferpay lets go of what is left.
func (p *plugin) Capture(ctx context.Context, r payment.CaptureRequest) (payment.Receipt, error) {
	a := p.account.Load()
	if r.IdempotencyKey == "" || !accepts(r.Amount) || r.Reference == "" {
		return payment.Receipt{}, base.CallerFault("invalid_request", "a capture needs a key, a reference and a positive amount")
	}
	done, err := a.turns.Take(ctx, r.Reference)
	if err != nil {
		return payment.Receipt{}, busy(err)
	}
	defer done()
	t, found, err := a.processor.inquire(ctx, transactionReference{TransactionID: r.Reference})
	if err != nil {
		return payment.Receipt{}, err
	}
	held, err := t.Transaction.Amount.money()
	switch {
	case !found, t.Transaction.Status == statusCanceled:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "not_authorized"}, nil
	case err != nil:
		return payment.Receipt{}, err
	case r.Amount.Minor > held.Minor || r.Amount.Currency != held.Currency:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: codeMismatch}, nil
	case r.Amount != held && !r.Final:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeOnlyWhole}, nil
	case t.Transaction.Status == statusCaptured:
		return payment.Receipt{State: payment.ReceiptDone, Reference: t.Transaction.CaptureID, Amount: r.Amount}, nil
	}
	taken, err := a.take(ctx, r.Reference, r.IdempotencyKey, r.Amount)
	return receipt(taken, r.Amount, err)
}

// take captures a payment or a refund. Repeating it cannot take twice: a second time is refused.
func (a *account) take(ctx context.Context, id, key string, m base.Money) (captured, error) {
	var c captured
	total := toAmount(m)
	err := a.processor.call(ctx, "Capture", key, true, func(h header) any {
		return referenced{RequestHeader: h, TransactionReference: transactionReference{TransactionID: id}, Amount: &total}
	}, &c)
	if refusal(err).ErrorName == "TRANSACTION_ALREADY_CAPTURED" {
		t, _, err := a.processor.inquire(ctx, transactionReference{TransactionID: id})
		return captured{CaptureID: t.Transaction.CaptureID, Status: t.Transaction.Status}, err
	}
	return c, err
}

// receipt tells how a capture went.
func receipt(c captured, m base.Money, err error) (payment.Receipt, error) {
	if err != nil {
		if word := refusal(err).ErrorName; word != "" && !base.AsError(err).Retryable && !base.AsError(err).OutcomeUnknown {
			return payment.Receipt{State: payment.ReceiptDeclined, Code: strings.ToLower(word)}, nil
		}
		return payment.Receipt{}, err
	}
	r := payment.Receipt{State: payment.ReceiptPending, Reference: c.CaptureID, Amount: m}
	if c.Status == statusCaptured {
		r.State = payment.ReceiptDone
	}
	return r, nil
}

// Void gives up what is held.
func (p *plugin) Void(ctx context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	a := p.account.Load()
	done := payment.Receipt{State: payment.ReceiptDone, Reference: r.Reference}
	if r.Reference == "" {
		return done, nil
	}
	err := a.processor.call(ctx, "Cancel", r.IdempotencyKey, true, func(h header) any {
		return referenced{RequestHeader: h, TransactionReference: transactionReference{TransactionID: r.Reference}}
	}, nil)
	switch word := refusal(err).ErrorName; {
	case err == nil, word == "TRANSACTION_NOT_FOUND":
		return done, nil
	case word == "TRANSACTION_ALREADY_CAPTURED" || word == "TRANSACTION_IN_WRONG_STATE":
		t, _, err := a.processor.inquire(ctx, transactionReference{TransactionID: r.Reference})
		if err != nil {
			return payment.Receipt{}, err
		}
		if t.Transaction.Status == statusCanceled || r.Captured.Minor > 0 { // Saferpay takes once, and let go of the rest then
			return done, nil
		}
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeCaptured, Reference: r.Reference}, nil
	}
	return payment.Receipt{}, err
}

// Refund gives captured money back: Saferpay authorizes a refund and then has it captured like a payment. The refund is
// found by an order id made of the key, so that it is not made twice.
func (p *plugin) Refund(ctx context.Context, r payment.RefundRequest) (payment.Receipt, error) {
	a := p.account.Load()
	if r.IdempotencyKey == "" || !accepts(r.Amount) || r.Reference == "" {
		return payment.Receipt{}, base.CallerFault("invalid_request", "a refund needs a key, a reference and a positive amount")
	}
	order := "R-" + requestID("Refund", r.IdempotencyKey)
	done, err := a.turns.Take(ctx, order)
	if err != nil {
		return payment.Receipt{}, busy(err)
	}
	defer done()
	t, found, err := a.processor.inquire(ctx, transactionReference{OrderID: order})
	if err != nil {
		return payment.Receipt{}, err
	}
	if !found {
		if t, err = a.refund(ctx, r, order); err != nil {
			return receipt(captured{}, r.Amount, err)
		}
	}
	if t.Transaction.ID == "" {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "not_captured"}, nil
	}
	m, err := t.Transaction.Amount.money()
	if err != nil {
		return payment.Receipt{}, err
	}
	if t.Transaction.Status == statusCaptured {
		a.refunds.Add(r.Reference, t.Transaction.ID, m.Minor)
		return payment.Receipt{State: payment.ReceiptDone, Reference: t.Transaction.ID, Amount: m}, nil
	}
	taken, err := a.take(ctx, t.Transaction.ID, r.IdempotencyKey+"-capture", m)
	back, err := receipt(taken, m, err)
	back.Reference = t.Transaction.ID
	if err == nil && back.State != payment.ReceiptDeclined {
		a.refunds.Add(r.Reference, t.Transaction.ID, m.Minor)
	}
	return back, err
}

// refund authorizes one. A payment that was never captured gives a transaction without an id.
func (a *account) refund(ctx context.Context, r payment.RefundRequest, order string) (t transaction, err error) {
	captureID := r.CaptureReference
	if captureID == "" {
		paid, found, err := a.processor.inquire(ctx, transactionReference{TransactionID: r.Reference})
		if err != nil || !found || paid.Transaction.CaptureID == "" {
			return t, err
		}
		captureID = paid.Transaction.CaptureID
	}
	err = a.processor.call(ctx, "Refund", r.IdempotencyKey, false, func(h header) any {
		req := createRefund{RequestHeader: h}
		req.Refund.Amount, req.Refund.OrderID, req.Refund.Description = toAmount(r.Amount), order, r.Reason
		req.Refund.RestrictRefundAmountToCapturedAmount = true
		req.CaptureReference.CaptureID = captureID
		return req
	}, &t)
	return t, err
}
