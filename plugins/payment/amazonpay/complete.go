package main

import (
	"context"
	"net/http"
	"net/url"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// Complete completes the session once the buyer is back from confirming. What the browser brought along is not believed:
// the session at Amazon says where the attempt stands. Money that is held over another amount is no refusal: the shop then asks
// Status, and gives it back.
func (p *plugin) Complete(ctx context.Context, r payment.CompleteRequest) (payment.Outcome, error) {
	a := p.account.Load()
	ref, ok := parseReference(r.Reference)
	if r.Method != method || r.IdempotencyKey == "" || !ok {
		return nil, base.CallerFault("invalid_request", "method, reference and idempotency key are needed")
	}
	s, err := a.read(ctx, ref.session)
	switch {
	case err != nil || s.Status.State != stateOpen:
		o, err := a.closed(ctx, s, ref, err)
		if paid, ok := o.(payment.Authorized); ok && paid.Amount != r.Amount {
			return payment.Unknown{Reference: r.Reference, Message: "agreed over another amount; Status tells it"}, err
		}
		return o, err
	case s.Merchant.Reference != ref.attempt:
		return payment.Declined{Code: codeUsed, Reference: r.Reference}, nil
	case r.Cancelled:
		return payment.Declined{Code: payment.CodeCustomerCancelled, Reference: r.Reference}, nil
	case !s.asks(r.Amount):
		return payment.Declined{Code: codeMismatch, Reference: r.Reference}, nil
	}
	return a.complete(ctx, ref, r.Amount)
}

// complete takes or holds the money. A session completes once, so asking again is safe; an answer that is lost for good
// is Unknown, and the session tells later.
func (a *account) complete(ctx context.Context, ref reference, amount base.Money) (payment.Outcome, error) {
	var done session
	err := a.api.call(ctx, http.MethodPost, "/checkoutSessions/"+url.PathEscape(ref.session)+"/complete",
		completeSession{Amount: toPrice(amount)}, &done)
	if err == nil {
		return a.closed(ctx, done, ref, nil)
	}
	switch word := reason(err); word {
	case "AmountMismatch", "CurrencyMismatch":
		return payment.Declined{Code: codeMismatch, Reference: ref.String()}, nil
	case "CheckoutSessionCanceled", "InvalidCheckoutSessionStatus":
		s, err := a.read(ctx, ref.session)
		if err == nil && s.Status.State == stateOpen {
			return s.redirect(ref) // the buyer has not confirmed
		}
		return a.closed(ctx, s, ref, err)
	}
	if e := base.AsError(err); e.OutcomeUnknown {
		return payment.Unknown{Reference: ref.String(), Message: e.Code}, nil
	}
	return nil, err
}

// closed tells what became of a session that is not open any more; err is that of reading it.
func (a *account) closed(ctx context.Context, s session, ref reference, err error) (payment.Outcome, error) {
	switch {
	case provider.Status(err) == http.StatusNotFound:
		return payment.Declined{Code: payment.CodeExpired, Reference: ref.String()}, nil
	case err != nil:
		return nil, err
	case s.Status.State == stateCanceled:
		return payment.Declined{Code: declineCode(s.Status.Reason), Reference: ref.String()}, nil
	case s.ChargeID == "":
		return payment.Unknown{Reference: ref.String(), Message: "the session is " + s.Status.State + " without a charge"}, nil
	}
	c, ours, err := a.charge(ctx, s.ChargeID, ref)
	switch {
	case err != nil && base.AsError(err).Fault == base.FaultProvider:
		// The session is completed, only its charge cannot be read now.
		return payment.Unknown{Reference: ref.String(), Message: base.AsError(err).Code}, nil
	case err != nil:
		return nil, err
	case !ours:
		return payment.Declined{Code: codeUsed, Reference: ref.String()}, nil
	}
	return c.outcome(ref)
}

// charge reads a charge, and whether it was made for the attempt.
func (a *account) charge(ctx context.Context, id string, ref reference) (c charge, ours bool, err error) {
	if err := a.api.call(ctx, http.MethodGet, "/charges/"+url.PathEscape(id), nil, &c); err != nil {
		return c, false, err
	}
	merchant, err := a.merchant(ctx, c)
	return c, merchant.Reference == ref.attempt, err
}

// merchant gives what the shop wrote into the charge or, since Amazon need not repeat it there, into its permission.
func (a *account) merchant(ctx context.Context, c charge) (merchantMetadata, error) {
	if c.Merchant.Reference != "" && c.Merchant.Custom != "" {
		return c.Merchant, nil
	}
	p, err := a.permission(ctx, c.PermissionID)
	return p.Merchant, err
}

func (a *account) permission(ctx context.Context, id string) (p permission, err error) {
	err = a.api.call(ctx, http.MethodGet, "/chargePermissions/"+url.PathEscape(id), nil, &p)
	return p, err
}
