package main

import (
	"context"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// Status reads the transaction, and the page as long as there is none. Pending means that the customer may still pay, or
// that Complete has to decide about a payment whose liability stays with the shop. Refunds are transactions of their own
// that Saferpay does not list, so Refunded is what this process gave back.
func (p *plugin) Status(ctx context.Context, r payment.StatusRequest) (payment.State, error) {
	a := p.account.Load()
	ref := parseReference(r.Reference)
	if r.Reference == "" {
		ref = reference{order: orderID(r.OrderNumber, r.Attempt)}
	} else if ref.order == "" {
		return payment.State{Outcome: payment.Declined{Code: payment.CodeNotFound}}, nil
	}
	d, declined, err := a.find(ctx, ref)
	switch {
	case err != nil && base.AsError(err).OutcomeUnknown:
		return payment.State{Outcome: payment.Unknown{Reference: r.Reference, Message: base.AsError(err).Code}}, nil
	case err != nil:
		return payment.State{}, err
	case declined == codeOpen:
		return payment.State{Outcome: payment.Pending{Reference: r.Reference}}, nil
	case declined != "":
		return payment.State{Outcome: payment.Declined{Code: declined, Reference: r.Reference}}, nil
	}
	named := r.Reference
	if named == "" {
		named = ref.String()
	}
	s := payment.State{Voided: d.Transaction.Status == "CANCELED"}
	if s.Outcome, err = d.outcome(named); err != nil {
		return payment.State{}, err
	}
	if d.Transaction.Status == "AUTHORIZED" && !a.keeps(d) {
		s.Outcome = payment.Pending{Reference: named}
	}
	if d.Transaction.Status == "CAPTURED" {
		s.Captured, err = d.Transaction.Amount.money()
	}
	if back := a.refunds.Sum(ref.order); back > 0 {
		s.Refunded = base.Money{Minor: back, Currency: s.Captured.Currency}
	}
	return s, err
}

// transaction finds the transaction of a payment. There is none when gone is true.
func (a *account) transaction(ctx context.Context, ref string) (t transaction, gone bool, err error) {
	order := parseReference(ref).order
	if order == "" {
		return transaction{}, true, nil
	}
	d, err := a.inquire(ctx, transactionReference{OrderID: order})
	if refusal(err).ErrorName == "TRANSACTION_NOT_FOUND" {
		return transaction{}, true, nil
	}
	return d.Transaction, false, err
}

// Capture takes what is authorized, once: a smaller amount gives up the rest, and so is taken only when it is the final one.
func (p *plugin) Capture(ctx context.Context, r payment.CaptureRequest) (payment.Receipt, error) {
	a := p.account.Load()
	if r.IdempotencyKey == "" || r.Amount.Minor <= 0 {
		return payment.Receipt{}, base.CallerFault("invalid_request", "a capture needs a key and a positive amount")
	}
	t, gone, err := a.transaction(ctx, r.Reference)
	switch {
	case err != nil:
		return payment.Receipt{}, err
	case gone:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "not_authorized"}, nil
	case t.Status == "CANCELED":
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "authorization_voided"}, nil
	}
	total := toAmount(r.Amount)
	if reserved, err := t.Amount.money(); err == nil && t.Status == "AUTHORIZED" && !r.Final && r.Amount.Minor < reserved.Minor {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeOnlyWhole}, nil // the rest would be given up
	}
	var c captured
	err = a.api.change(ctx, "/Payment/v1/Transaction/Capture", "capture", r.IdempotencyKey,
		&transactionRequest{Reference: transactionReference{TransactionID: t.ID}, Amount: &total}, &c)
	if refusal(err).ErrorName == "TRANSACTION_ALREADY_CAPTURED" {
		return a.capturedBefore(ctx, t.ID, r)
	}
	if err != nil {
		return refused(err)
	}
	receipt := payment.Receipt{State: payment.ReceiptPending, Reference: c.CaptureID, Amount: r.Amount}
	if c.Status == "CAPTURED" {
		receipt.State = payment.ReceiptDone
	}
	return receipt, nil
}

// capturedBefore tells of a payment that money was taken of already. Saferpay takes it once, so that it was this very capture,
// whose answer was lost, if it is about the same amount, or is the last word about a smaller one: Saferpay may go on naming what
// was authorized.
func (a *account) capturedBefore(ctx context.Context, id string, r payment.CaptureRequest) (payment.Receipt, error) {
	d, err := a.inquire(ctx, transactionReference{TransactionID: id})
	if err != nil {
		e := *base.AsError(err)
		e.OutcomeUnknown = true
		return payment.Receipt{}, &e
	}
	named, err := d.Transaction.Amount.money()
	part := r.Final && named.Currency == r.Amount.Currency && r.Amount.Minor < named.Minor
	if err != nil || d.Transaction.CaptureID == "" || named != r.Amount && !part {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "transaction_already_captured"}, nil
	}
	return payment.Receipt{State: payment.ReceiptDone, Reference: d.Transaction.CaptureID, Amount: r.Amount}, nil
}

// Void gives up what is authorized. A page on which nobody paid needs nothing: it ends by itself.
func (p *plugin) Void(ctx context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	a := p.account.Load()
	if r.IdempotencyKey == "" {
		return payment.Receipt{}, base.CallerFault("invalid_request", "a void needs a key")
	}
	t, gone, err := a.transaction(ctx, r.Reference)
	if err != nil {
		return payment.Receipt{}, err
	}
	if gone {
		return payment.Receipt{State: payment.ReceiptDone, Reference: r.Reference}, nil
	}
	receipt, err := a.cancel(ctx, t, r.IdempotencyKey)
	if err == nil && receipt.Code == payment.CodeCaptured && r.Captured.Minor > 0 { // Saferpay takes once, and let go of the rest then
		receipt = payment.Receipt{State: payment.ReceiptDone, Reference: receipt.Reference}
	}
	return receipt, err
}

func (a *account) cancel(ctx context.Context, t transaction, key string) (payment.Receipt, error) {
	done := payment.Receipt{State: payment.ReceiptDone, Reference: t.ID}
	switch t.Status {
	case "CANCELED":
		return done, nil
	case "CAPTURED":
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeCaptured, Reference: t.ID}, nil
	}
	err := a.api.change(ctx, "/Payment/v1/Transaction/Cancel", "cancel", key,
		&transactionRequest{Reference: transactionReference{TransactionID: t.ID}}, nil)
	switch refusal(err).ErrorName {
	case "TRANSACTION_ALREADY_CAPTURED":
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeCaptured, Reference: t.ID}, nil
	case "TRANSACTION_IN_WRONG_STATE": // perhaps cancelled by this very call, whose answer was lost
		if d, lost := a.inquire(ctx, transactionReference{TransactionID: t.ID}); lost == nil && d.Transaction.Status == "CANCELED" {
			return done, nil
		}
	}
	return done, err
}

// Refund gives captured money back: a refund is a transaction of its own, which is captured in turn. It is found by an order id
// made of the key, so that it is made once, and a repetition goes on where the last one ended.
func (p *plugin) Refund(ctx context.Context, r payment.RefundRequest) (payment.Receipt, error) {
	a := p.account.Load()
	if r.IdempotencyKey == "" || r.Amount.Minor <= 0 {
		return payment.Receipt{}, base.CallerFault("invalid_request", "a refund needs a key and a positive amount")
	}
	capture := r.CaptureReference
	if capture == "" {
		t, _, err := a.transaction(ctx, r.Reference)
		if err != nil {
			return payment.Receipt{}, err
		}
		capture = t.CaptureID
	}
	if capture == "" {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "not_captured"}, nil
	}
	done, err := a.turns.Take(ctx, r.IdempotencyKey)
	if err != nil {
		return payment.Receipt{}, busy(err)
	}
	defer done()
	back, err := a.refund(ctx, capture, r)
	if err != nil {
		return refused(err)
	}
	receipt := payment.Receipt{State: payment.ReceiptDone, Reference: back.ID, Amount: r.Amount}
	switch back.Status {
	case "PENDING":
		receipt.State = payment.ReceiptPending
		return receipt, nil
	case "CANCELED":
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "refund_voided", Reference: back.ID}, nil
	case "CAPTURED":
	default:
		var c captured
		err := a.api.change(ctx, "/Payment/v1/Transaction/Capture", "refunding", r.IdempotencyKey,
			&transactionRequest{Reference: transactionReference{TransactionID: back.ID}}, &c)
		switch {
		case refusal(err).ErrorName == "TRANSACTION_ALREADY_CAPTURED":
		case err != nil:
			return refused(err)
		case c.Status == "PENDING":
			receipt.State = payment.ReceiptPending
			return receipt, nil
		}
	}
	a.refunds.Add(parseReference(r.Reference).order, r.IdempotencyKey, r.Amount.Minor)
	return receipt, nil
}

// busy is for a call that never got its turn: nothing was sent.
func busy(err error) *base.Error {
	e := base.ProviderFault(base.CodeTimeout, err)
	e.Retryable = true
	return e
}

// refund gives the refund of a key, made now if there is none.
func (a *account) refund(ctx context.Context, capture string, r payment.RefundRequest) (transaction, error) {
	const longest = 1000
	ref := transactionReference{OrderID: requestID("refund", r.IdempotencyKey)}
	known, err := a.inquire(ctx, ref)
	if refusal(err).ErrorName != "TRANSACTION_NOT_FOUND" {
		return known.Transaction, err
	}
	var made details
	err = a.api.once(ctx, "/Payment/v1/Transaction/Refund", "refund", r.IdempotencyKey, &refundRequest{
		CaptureReference: captureReference{capture},
		Refund: refundable{Restrict: true,
			payable: payable{Amount: toAmount(r.Amount), OrderID: ref.OrderID, Description: base.Cut(r.Reason, longest)}}}, &made)
	if err != nil && base.AsError(err).OutcomeUnknown {
		if known, lost := a.inquire(ctx, ref); lost == nil {
			return known.Transaction, nil
		}
	}
	return made.Transaction, err
}

// refusals are Saferpay's words that end a capture or refund for good.
var refusals = []string{
	"ACTION_NOT_SUPPORTED", "AMOUNT_INVALID", "CURRENCY_INVALID", "TRANSACTION_ALREADY_CAPTURED", "TRANSACTION_DECLINED",
	"TRANSACTION_IN_WRONG_STATE", "TRANSACTION_NOT_FOUND", "GENERAL_DECLINED",
}

// refused tells how a capture or refund failed: a declined receipt with Saferpay's own word, or the error.
func refused(err error) (payment.Receipt, error) {
	word := refusal(err).ErrorName
	for _, final := range refusals {
		if word == final {
			return payment.Receipt{State: payment.ReceiptDeclined, Code: strings.ToLower(word)}, nil
		}
	}
	return payment.Receipt{}, err
}
