package main

import (
	"context"
	"slices"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// Complete asks the bank, and believes what it signed where it cannot be asked. What the browser brings along says nothing of when it was
// signed: the bank may have decided otherwise since. What it refused stays so.
func (p *plugin) Complete(ctx context.Context, r payment.CompleteRequest) (payment.Outcome, error) {
	a := p.account.Load()
	if r.Method != method || r.Reference == "" {
		return nil, base.CallerFault("invalid_request", "method and reference are needed")
	}
	signed, genuine := a.decided(r.Params)
	genuine = genuine && signed.OrderID == r.Reference
	if genuine && signed.Status == declined {
		return signed.completed(r)
	}
	d, found, err := a.api.read(ctx, r.Reference)
	switch {
	case genuine && (err != nil || !found):
		return signed.completed(r)
	case err != nil:
		return nil, err
	case !found: // came back without having applied
		return payment.Declined{Code: payment.CodeCustomerCancelled, Reference: r.Reference}, nil
	}
	return d.completed(r)
}

// Status asks the bank. An application that nobody began is declined with not_found.
func (p *plugin) Status(ctx context.Context, r payment.StatusRequest) (payment.State, error) {
	reference := r.Reference
	if reference == "" {
		reference = payment.AttemptNumber(r.OrderNumber, r.Attempt) // the answer to Authorize was lost; the number follows from the order
	}
	d, found, err := p.account.Load().api.read(ctx, reference)
	if err != nil {
		return payment.State{}, err
	}
	if !found {
		return payment.State{Outcome: payment.Declined{Code: payment.CodeNotFound}}, nil
	}
	o, err := d.outcome(reference, r.Amount)
	s := payment.State{Outcome: o, Voided: d.Status == revoked}
	if paid, ok := o.(payment.Authorized); ok && paid.Captured {
		s.Captured = paid.Amount
	}
	return s, err
}

// Capture tells the bank that the goods were delivered. The bank pays the whole credit or nothing.
func (p *plugin) Capture(ctx context.Context, r payment.CaptureRequest) (payment.Receipt, error) {
	a := p.account.Load()
	d, m, refused, err := a.application(ctx, r.Reference)
	switch {
	case err != nil:
		return payment.Receipt{}, err
	case refused != "":
		return payment.Receipt{State: payment.ReceiptDeclined, Code: refused}, nil
	case m != r.Amount:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeOnlyWhole}, nil
	case d.Status == accepted:
		if err := a.api.deliver(ctx, d.Transaction); err != nil {
			return payment.Receipt{}, err
		}
	case d.Status != delivered:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "not_authorized"}, nil
	}
	return payment.Receipt{State: payment.ReceiptDone, Reference: d.Transaction, Amount: m}, nil
}

// ended are those of the bank's words that leave nothing to give up.
var ended = []string{declined, cancelled, delivered, revoked}

// Void gives the credit back that nothing was delivered for. An application that never came to a credit needs nothing.
func (p *plugin) Void(ctx context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	a := p.account.Load()
	done := payment.Receipt{State: payment.ReceiptDone, Reference: r.Reference}
	d, _, refused, err := a.application(ctx, r.Reference)
	switch {
	case err != nil:
		return payment.Receipt{}, err
	case refused != "":
		return done, nil
	case d.Status == delivered && r.Captured.Minor == 0: // unknown to the shop; else nothing is left, as it is delivered whole
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeCaptured, Reference: r.Reference}, nil
	case d.Status == accepted || d.Status == pending:
		return done, a.api.revoke(ctx, d.Transaction)
	case !slices.Contains(ended, d.Status): // nobody knows what is left of it
		return payment.Receipt{}, &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: "a status that is not known", Retryable: true}
	}
	return done, nil
}

// Refund takes the credit back after delivery, wholly. To give back a part is not supported: the shop does that from its
// own account.
func (p *plugin) Refund(ctx context.Context, r payment.RefundRequest) (payment.Receipt, error) {
	a := p.account.Load()
	if r.IdempotencyKey == "" || r.Amount.Minor <= 0 {
		return payment.Receipt{}, base.CallerFault("invalid_request", "a refund needs a key and a positive amount")
	}
	d, m, refused, err := a.application(ctx, r.Reference)
	switch {
	case err != nil:
		return payment.Receipt{}, err
	case refused != "":
		return payment.Receipt{State: payment.ReceiptDeclined, Code: refused}, nil
	case d.Status != delivered && d.Status != revoked:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "not_captured"}, nil
	case r.Amount != m:
		return payment.Receipt{}, base.NotSupported("refund of a part")
	case d.Status == delivered:
		if err := a.api.revoke(ctx, d.Transaction); err != nil {
			return payment.Receipt{}, err
		}
	}
	return payment.Receipt{State: payment.ReceiptDone, Reference: d.Transaction, Amount: m}, nil
}

// application reads one for an operation. refused says why there is nothing to operate on.
func (a *account) application(ctx context.Context, reference string) (d decision, m base.Money, refused string, err error) {
	d, found, err := a.api.read(ctx, reference)
	if err != nil {
		return d, m, "", err
	}
	if !found {
		return d, m, "not_found", nil
	}
	if m, err = amountIn(d.Amount); err != nil {
		return d, m, "", base.ProviderFault(base.CodeBadAnswer, err)
	}
	return d, m, "", nil
}
