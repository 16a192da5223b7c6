package main

import (
	"context"
	"net/http"
	"net/url"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// Status reads the session and its charge. A session that the buyer confirmed at the checkout button is pending until
// Complete takes the last step.
func (p *plugin) Status(ctx context.Context, r payment.StatusRequest) (payment.State, error) {
	a := p.account.Load()
	if r.Reference == "" {
		// No session was set to pay for the attempt, or one that only a repeated Authorize can name.
		return payment.State{Outcome: payment.Declined{Code: payment.CodeNotFound}}, nil
	}
	ref, ok := referenceOf(r.Reference, r.OrderNumber, r.Attempt)
	if !ok {
		return payment.State{}, invalid("reference", "invalid")
	}
	s, err := a.read(ctx, ref.session)
	if err == nil && s.Status.State == stateOpen {
		return s.waiting(ref)
	}
	var state payment.State
	if state.Outcome, err = a.closed(ctx, s, ref, err); err != nil {
		return payment.State{}, err
	}
	if _, declined := state.Outcome.(payment.Declined); declined && s.ChargeID == "" {
		return state, nil
	}
	if err := a.sums(ctx, s.ChargeID, ref, &state); err != nil {
		return payment.State{}, err
	}
	return state, nil
}

// waiting tells of a session that has not paid.
func (s session) waiting(ref reference) (payment.State, error) {
	switch {
	case s.Merchant.Reference == "":
		return payment.State{Outcome: payment.Declined{Code: payment.CodeNotFound}}, nil // no attempt was put into it yet
	case s.Merchant.Reference != ref.attempt:
		return payment.State{Outcome: payment.Declined{Code: codeUsed, Reference: ref.String()}}, nil
	case s.Web.Mode == modeProcessOrder:
		return payment.State{Outcome: payment.Pending{Reference: ref.String()}}, nil
	}
	// While something is missing Amazon gives no address. Nobody has paid: the buyer may still see to it there.
	return payment.State{Outcome: payment.Redirect{URL: s.Web.RedirectURL, Reference: ref.String(), ExpiresAt: s.Expires.Time}}, nil
}

// sums adds what was captured, refunded and given up.
func (a *account) sums(ctx context.Context, chargeID string, ref reference, state *payment.State) error {
	if chargeID == "" {
		return nil
	}
	c, ours, err := a.charge(ctx, chargeID, ref)
	if err != nil || !ours {
		return err
	}
	if c.Status.State == stateCaptured {
		if state.Captured, err = a.taken(ctx, c); err != nil {
			return err
		}
	}
	state.Refunded, err = c.Refunded.orNone()
	state.Voided = c.Status.State == stateCanceled
	return err
}

// taken gives what was captured of a payment whose first charge is. Further charges cannot be asked for: they show in what is
// left of the permission.
func (a *account) taken(ctx context.Context, c charge) (base.Money, error) {
	first, err := c.Captured.orNone()
	if err != nil {
		return base.Money{}, err
	}
	p, err := a.permission(ctx, c.PermissionID)
	if err != nil {
		return base.Money{}, err
	}
	limit, err := p.Limits.Limit.orNone()
	if err != nil {
		return base.Money{}, err
	}
	balance, err := p.Limits.Balance.orNone()
	if used := limit.Minor - balance.Minor; p.Limits.Balance != nil && used > first.Minor {
		first.Minor = used
	}
	return first, err
}

// charged gives the charge of a payment; nil when there is none, or none of this attempt.
func (a *account) charged(ctx context.Context, text string) (*charge, error) {
	ref, ok := parseReference(text)
	if !ok {
		return nil, invalid("reference", "invalid")
	}
	s, err := a.read(ctx, ref.session)
	if provider.Status(err) == http.StatusNotFound || err == nil && s.ChargeID == "" {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	c, ours, err := a.charge(ctx, s.ChargeID, ref)
	if err != nil || !ours {
		return nil, err
	}
	return &c, nil
}

// Capture takes held money. Amazon takes from a charge once and lets the rest go; for a further part a charge of its own
// is made on the buyer's permission.
func (p *plugin) Capture(ctx context.Context, r payment.CaptureRequest) (payment.Receipt, error) {
	a := p.account.Load()
	if r.IdempotencyKey == "" || !accepts(r.Amount) {
		return payment.Receipt{}, base.CallerFault("invalid_request", "a capture needs a key and a positive amount")
	}
	c, err := a.charged(ctx, r.Reference)
	if err != nil {
		return payment.Receipt{}, err
	}
	switch {
	case c == nil:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "not_authorized"}, nil
	case c.Status.State == stateCanceled && declineCode(c.Status.Reason) == payment.CodeExpired:
		return captureReceipt(*c, nil) // Amazon's refusal would not name the cause, for which operators are told what to do
	}
	var taken charge
	err = a.api.keyed(ctx, "/charges/"+url.PathEscape(c.ID)+"/capture", idempotencyKey("capture", r.IdempotencyKey),
		captureCharge{Amount: toPrice(r.Amount), Descriptor: a.descriptor}, &taken)
	if reason(err) == "InvalidChargeStatus" && c.Status.State == stateCaptured {
		return a.captureMore(ctx, *c, r)
	}
	return captureReceipt(taken, err)
}

// captureMore is for a charge that money was taken from before: all of it at once, or an earlier part. A charge of its
// own is made only for what still fits into the amount that the buyer agreed to, so that no repetition takes it twice.
func (a *account) captureMore(ctx context.Context, c charge, r payment.CaptureRequest) (payment.Receipt, error) {
	agreed, err := c.Amount.money()
	if err != nil {
		return payment.Receipt{}, badAnswer(err)
	}
	before, err := c.Captured.orNone()
	switch {
	case err != nil:
		return payment.Receipt{}, err
	case before == r.Amount && before == agreed:
		return captureReceipt(c, nil)
	case before.Minor+r.Amount.Minor > agreed.Minor:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "captured"}, nil
	}
	var taken charge
	err = a.api.keyed(ctx, "/charges", idempotencyKey("charge", r.IdempotencyKey),
		createCharge{PermissionID: c.PermissionID, Amount: toPrice(r.Amount), CaptureNow: true, Descriptor: a.descriptor}, &taken)
	return captureReceipt(taken, err)
}

// captureReceipt tells how a capture went.
func captureReceipt(c charge, err error) (payment.Receipt, error) {
	if err != nil {
		return refused(err)
	}
	r := payment.Receipt{State: payment.ReceiptPending, Reference: c.ID}
	switch c.Status.State {
	case stateCaptured:
		r.State = payment.ReceiptDone
	case stateDeclined, stateCanceled:
		r.State, r.Code = payment.ReceiptDeclined, declineCode(c.Status.Reason)
		return r, nil
	}
	r.Amount, err = c.Captured.orNone()
	return r, err
}

// refused makes a declined receipt of what Amazon refused for good; all else stays an error.
func refused(err error) (payment.Receipt, error) {
	if word := reason(err); provider.Status(err) == http.StatusUnprocessableEntity || word == "TransactionAmountExceeded" {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: snake(word)}, nil
	}
	return payment.Receipt{}, err
}

// Void gives up what is held. A session that was never completed holds nothing: Amazon forgets it by itself.
func (p *plugin) Void(ctx context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	a := p.account.Load()
	done := payment.Receipt{State: payment.ReceiptDone, Reference: r.Reference}
	c, err := a.charged(ctx, r.Reference)
	if err != nil {
		return payment.Receipt{}, err
	}
	switch {
	case c == nil, c.Status.State == stateCanceled, c.Status.State == stateDeclined:
		return done, nil
	case c.Status.State == stateCaptured:
		return a.closeRest(ctx, *c, r)
	}
	var now charge
	err = a.api.call(ctx, http.MethodDelete, "/charges/"+url.PathEscape(c.ID)+"/cancel",
		cancelCharge{Reason: "Order canceled"}, &now)
	if reason(err) == "InvalidChargeStatus" {
		if now, _, err = a.charge(ctx, c.ID, reference{}); err == nil && now.Status.State == stateCaptured {
			return a.closeRest(ctx, now, r)
		}
	}
	if err != nil {
		return payment.Receipt{}, err
	}
	return done, nil
}

// closeRest is for a charge that money was taken from: Amazon let go of its rest then. The buyer's permission, on which further
// parts would be charged, is closed; what was taken can still be refunded.
func (a *account) closeRest(ctx context.Context, c charge, r payment.VoidRequest) (payment.Receipt, error) {
	taken, err := a.taken(ctx, c)
	switch {
	case err != nil:
		return payment.Receipt{}, err
	case taken.Minor > r.Captured.Minor:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeCaptured, Reference: r.Reference}, nil
	}
	err = a.api.call(ctx, http.MethodDelete, "/chargePermissions/"+url.PathEscape(c.PermissionID)+"/close",
		closePermission{Reason: "No more charges required"}, nil)
	if err != nil && provider.Status(err) != http.StatusUnprocessableEntity { // which says that it is closed
		return payment.Receipt{}, err
	}
	return payment.Receipt{State: payment.ReceiptDone, Reference: r.Reference}, nil
}

// Refund gives captured money back, of the charge that the shop names or of the payment's own.
func (p *plugin) Refund(ctx context.Context, r payment.RefundRequest) (payment.Receipt, error) {
	a := p.account.Load()
	if r.IdempotencyKey == "" || !accepts(r.Amount) {
		return payment.Receipt{}, base.CallerFault("invalid_request", "a refund needs a key and a positive amount")
	}
	id := r.CaptureReference
	if !chargeForm.MatchString(id) {
		c, err := a.charged(ctx, r.Reference)
		if err != nil {
			return payment.Receipt{}, err
		}
		if c == nil {
			return payment.Receipt{State: payment.ReceiptDeclined, Code: "not_captured"}, nil
		}
		id = c.ID
	}
	var back refund
	err := a.api.keyed(ctx, "/refunds", idempotencyKey("refund", r.IdempotencyKey),
		createRefund{ChargeID: id, Amount: toPrice(r.Amount), Descriptor: a.descriptor}, &back)
	if err != nil {
		return refused(err)
	}
	amount, err := back.Amount.money()
	if err != nil {
		return payment.Receipt{}, badAnswer(err)
	}
	receipt := payment.Receipt{State: payment.ReceiptPending, Reference: back.ID, Amount: amount}
	switch back.Status.State {
	case stateRefunded:
		receipt.State = payment.ReceiptDone
	case stateDeclined:
		receipt.State, receipt.Code = payment.ReceiptDeclined, declineCode(back.Status.Reason)
	}
	return receipt, nil
}
