package main

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// sessionParam is the name under which Amazon hands the session's id to the shop, in the query of the return address.
const sessionParam = "amazonCheckoutSessionId"

// Codes of refusals that are this plugin's own.
const (
	codeMismatch = "amount_mismatch" // what the buyer confirmed is not what the order costs
	codeUsed     = "session_used"    // the session paid for another order
	codeForeign  = "session_foreign" // the session was opened for another checkout
)

// Authorize sets the session to pay for the attempt. In an express checkout the buyer still has to confirm at Amazon; a
// session of the checkout button is confirmed already and is completed here.
func (p *plugin) Authorize(ctx context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	a := p.account.Load()
	id := r.SessionID
	if id == "" {
		id = r.ClientData[sessionParam]
	}
	if err := check(r, id); err != nil {
		return nil, err
	}
	ref := reference{session: id, attempt: attemptReference(r.Purchase.OrderNumber, r.Purchase.Attempt)}
	s, err := a.read(ctx, id)
	if err == nil && s.Status.State == stateOpen {
		return a.open(ctx, s, ref, r)
	}
	return a.closed(ctx, s, ref, err)
}

func check(r payment.AuthorizeRequest, session string) error {
	wrong := r.Misfits(method)
	wrong.If(!accepts(r.Purchase.Amount), "purchase.amount")
	wrong.Add(r.URLs.Return == "", "urls", "required")
	wrong.Add(!sessionForm.MatchString(session), "session_id", "required")
	return wrong.Refuse("invalid_request", "the request cannot be a payment")
}

// read gets a session.
func (a *account) read(ctx context.Context, id string) (session, error) {
	var s session
	err := a.api.call(ctx, http.MethodGet, "/checkoutSessions/"+url.PathEscape(id), nil, &s)
	return s, err
}

// open puts the attempt into a session that has not paid yet. Nothing is held by that, so a lost answer has a known
// outcome.
func (a *account) open(ctx context.Context, s session, ref reference, r payment.AuthorizeRequest) (payment.Outcome, error) {
	if !s.isOf(r.Purchase) {
		return payment.Declined{Code: codeForeign, Reference: ref.String()}, nil
	}
	custom := strings.TrimSpace(ref.String() + " " + boundTo(r.Purchase.CheckoutID))
	update := updateSession{Merchant: &merchantMetadata{Reference: ref.attempt, StoreName: a.storeName, Custom: custom}}
	confirmed := s.Web.Mode == modeProcessOrder
	if confirmed && !s.asks(r.Purchase.Amount) {
		return payment.Declined{Code: codeMismatch, Reference: ref.String()}, nil
	}
	if !confirmed {
		details := a.details(r.Purchase.Amount)
		update.Payment, update.Web = &details, &webDetails{ResultURL: r.URLs.Return, CancelURL: r.URLs.Cancel}
	}
	var now session
	if err := a.api.call(ctx, http.MethodPatch, "/checkoutSessions/"+url.PathEscape(s.ID), update, &now); err != nil {
		if word := reason(err); word == "InvalidCheckoutSessionStatus" || word == "CheckoutSessionCanceled" {
			s, err = a.read(ctx, s.ID) // it was completed or given up in the meantime
			return a.closed(ctx, s, ref, err)
		}
		e := *base.AsError(err)
		e.OutcomeUnknown = false
		return nil, &e
	}
	if confirmed {
		return a.complete(ctx, ref, r.Purchase.Amount)
	}
	return now.redirect(ref)
}

// asks reports whether the session is about that amount.
func (s session) asks(amount base.Money) bool {
	if s.Payment.Amount == nil {
		return false
	}
	m, err := s.Payment.Amount.money()
	return err == nil && m == amount
}

// redirect sends the buyer to confirm. Amazon gives no address while something is missing.
func (s session) redirect(ref reference) (payment.Outcome, error) {
	if s.Web.RedirectURL != "" {
		return payment.Redirect{URL: s.Web.RedirectURL, Reference: ref.String(), ExpiresAt: s.Expires.Time}, nil
	}
	missing := make([]string, len(s.Constraints))
	for i, c := range s.Constraints {
		missing[i] = snake(c.ID)
	}
	return nil, base.CallerFault("session_incomplete", "Amazon cannot go on: "+strings.Join(missing, ", "),
		base.FieldError{Name: "session_id", Code: "incomplete"})
}
