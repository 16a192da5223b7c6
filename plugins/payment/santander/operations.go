package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// outcome translates where an application stands.
func (a application) outcome(wanted base.Money) (payment.Outcome, error) {
	m := base.Money{Minor: a.Amount, Currency: a.Currency}
	if m.Minor <= 0 || m.Currency == "" {
		return nil, &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: "application without an amount", OutcomeUnknown: true}
	}
	open := a.Status == statusCreated || a.Status == statusSubmitted || a.Status == statusDecision || a.Status == statusApproved
	if open && wanted.IsSet() && wanted != m {
		return payment.Declined{Code: "amount_mismatch", Reference: a.OrderID}, nil
	}
	switch a.Status {
	case statusCreated:
		if a.URL == "" {
			return payment.Unknown{Reference: a.OrderID, Message: "an open application without an address"}, nil
		}
		return payment.Redirect{URL: a.URL, Reference: a.OrderID, ExpiresAt: a.ExpiresAt}, nil
	case statusSubmitted, statusDecision, statusApproved:
		return payment.Pending{Reference: a.OrderID}, nil
	case statusSigned, statusPaidOut:
		return payment.Authorized{Reference: a.OrderID, Amount: m, Captured: a.Status == statusPaidOut}, nil
	case statusDeclined:
		return payment.Declined{Code: payment.CodeRefused, Reference: a.OrderID}, nil
	case statusCancelled:
		return payment.Declined{Code: payment.CodeCustomerCancelled, Reference: a.OrderID}, nil
	case statusExpired:
		return payment.Declined{Code: payment.CodeExpired, Reference: a.OrderID}, nil
	case statusRevoked:
		return payment.Declined{Code: "voided", Reference: a.OrderID}, nil
	}
	return payment.Unknown{Reference: a.OrderID, Message: "a status that is not known"}, nil
}

// Complete reads the application. What the browser brought along is not believed.
func (p *plugin) Complete(ctx context.Context, r payment.CompleteRequest) (payment.Outcome, error) {
	if r.Method != method || r.Reference == "" {
		return nil, base.CallerFault("invalid_request", "method and reference are needed")
	}
	bank := p.account.Load().bank
	a, found, err := bank.read(ctx, r.Reference)
	switch {
	case err != nil:
		return nil, err
	case !found:
		return payment.Declined{Code: payment.CodeExpired, Reference: r.Reference}, nil
	case a.Status == statusCreated && r.Cancelled:
		bank.letGo(ctx, r.Reference)
		return payment.Declined{Code: payment.CodeCustomerCancelled, Reference: r.Reference}, nil
	}
	return a.completed(r)
}

// completed is an application as Complete tells it: one over another amount is not passed off as what was asked for.
// The shop then asks Status, which tells it as it is.
func (a application) completed(r payment.CompleteRequest) (payment.Outcome, error) {
	o, err := a.outcome(r.Amount)
	if got, ok := o.(payment.Authorized); ok && r.Amount.IsSet() && got.Amount != r.Amount {
		return payment.Unknown{Reference: r.Reference, Message: "agreed over another amount; Status tells it"}, nil
	}
	return o, err
}

// Status reads the application. Its number follows from the order, so that a lost answer to Authorize loses nothing.
func (p *plugin) Status(ctx context.Context, r payment.StatusRequest) (payment.State, error) {
	reference := r.Reference
	if reference == "" {
		reference = payment.AttemptNumber(r.OrderNumber, r.Attempt)
	}
	a, found, err := p.account.Load().bank.read(ctx, reference)
	if err != nil {
		return payment.State{}, err
	}
	if !found {
		return payment.State{Outcome: payment.Declined{Code: payment.CodeNotFound}}, nil
	}
	o, err := a.outcome(r.Amount)
	s := payment.State{Outcome: o, Voided: a.Status == statusRevoked}
	if a.Status == statusPaidOut {
		s.Captured = base.Money{Minor: a.Amount, Currency: a.Currency}
	}
	if a.Refunded > 0 {
		s.Refunded = base.Money{Minor: a.Refunded, Currency: a.Currency}
	}
	return s, err
}

// Capture reports the delivery, whereupon the bank pays the whole credit out. It pays no part of it.
func (p *plugin) Capture(ctx context.Context, r payment.CaptureRequest) (payment.Receipt, error) {
	b := p.account.Load().bank
	a, found, err := b.read(ctx, r.Reference)
	switch {
	case err != nil:
		return payment.Receipt{}, err
	case !found:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeNotFound}, nil
	case r.Amount != base.Money{Minor: a.Amount, Currency: a.Currency}:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeOnlyWhole}, nil
	case a.Status == statusSigned:
		if a, err = b.deliver(ctx, r.Reference); err != nil {
			return refused(err)
		}
	}
	if a.Status != statusPaidOut {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "not_authorized"}, nil
	}
	return payment.Receipt{State: payment.ReceiptDone, Reference: a.ID, Amount: r.Amount}, nil
}

// Void gives an application up. One that came to nothing needs nothing; one that was paid out unknown to the shop is refunded
// instead, and of one whose delivery it reported nothing is left.
func (p *plugin) Void(ctx context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	b := p.account.Load().bank
	a, found, err := b.read(ctx, r.Reference)
	if err != nil {
		return payment.Receipt{}, err
	}
	if found && a.Status == statusPaidOut && a.Amount > r.Captured.Minor {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeCaptured, Reference: r.Reference}, nil
	}
	switch a.Status {
	case statusCreated, statusSubmitted, statusDecision, statusApproved, statusSigned:
		if _, err := b.revoke(ctx, r.Reference); err != nil {
			return refused(err)
		}
	case statusDeclined, statusCancelled, statusExpired, statusRevoked, statusPaidOut:
	default:
		if found { // nobody knows what is left of it
			return payment.Receipt{}, &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: "a status that is not known", Retryable: true}
		}
	}
	return payment.Receipt{State: payment.ReceiptDone, Reference: r.Reference}, nil
}

// Refund gives money back that was paid out, once for each key.
func (p *plugin) Refund(ctx context.Context, r payment.RefundRequest) (payment.Receipt, error) {
	if r.IdempotencyKey == "" || r.Amount.Minor <= 0 || r.Amount.Currency != euro {
		return payment.Receipt{}, base.CallerFault("invalid_request", "a refund needs a key and a positive amount in euro")
	}
	sum := sha256.Sum256([]byte(r.IdempotencyKey))
	id := hex.EncodeToString(sum[:16])
	if err := p.account.Load().bank.refund(ctx, r.Reference, refund{RefundID: id, Amount: r.Amount.Minor}); err != nil {
		return refused(err)
	}
	return payment.Receipt{State: payment.ReceiptDone, Reference: id, Amount: r.Amount}, nil
}

// refused tells how an operation went wrong: what the bank refused for good is a declined receipt.
func refused(err error) (payment.Receipt, error) {
	switch provider.Status(err) {
	case http.StatusNotFound:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeNotFound}, nil
	case http.StatusConflict, http.StatusUnprocessableEntity:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeRefused}, nil
	}
	return payment.Receipt{}, err
}
