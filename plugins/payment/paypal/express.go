package main

import (
	"context"
	"net/http"
	"net/url"
	"reflect"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// Codes of Declined that only an express checkout has.
const (
	codeNotApproved = "not_approved" // the customer has not agreed yet; the session stays open
	codeSessionUsed = "session_used" // another attempt took the money of this session
	codeAmountFixed = "amount_fixed" // the customer approved an amount that PayPal does not change any more
)

// codeSessionGone is the code of Start's error for a session that has no future. The shop opens another one.
const codeSessionGone = "session_gone"

// Start opens an express checkout: an order of the cart, for which PayPal asks the customer for the addresses. With a
// session it reads the order: the page where the customer approves, or, once they have, who they are; then the amount
// and lines at PayPal follow the purchase. No money moves; the same key gives the same order.
func (p *plugin) Start(ctx context.Context, r payment.StartRequest) (payment.Session, error) {
	a := p.account.Load()
	if err := a.checkStart(r); err != nil {
		return payment.Session{}, err
	}
	if r.SessionID != "" {
		return a.resume(ctx, r)
	}
	a.listen(ctx, r.URLs.Webhook)
	unit := unitOf(r.Purchase)
	unit.Shipping, unit.CustomID, unit.InvoiceID = nil, "", ""
	var o order
	err := a.api.call(ctx, http.MethodPost, "/v2/checkout/orders", requestID("express", r.IdempotencyKey),
		a.create(unit, r.Purchase, r.URLs, "GET_FROM_FILE", "CONTINUE"), &o)
	if err != nil {
		e := *base.AsError(err)
		e.OutcomeUnknown = false // an order that nobody can approve is as good as none
		return payment.Session{}, &e
	}
	return o.session()
}

func (a *account) checkStart(r payment.StartRequest) error {
	var wrong base.Misfits
	wrong.Add(r.Method != method, "method", "unknown")
	wrong.Add(r.IdempotencyKey == "" && r.SessionID == "", "idempotency_key", "required")
	wrong.Add(!r.Express, "express", "required")
	wrong.If(!a.accepts(r.Purchase.Amount), "purchase.amount")
	wrong.Add(r.SessionID == "" && (r.URLs.Return == "" || r.URLs.Cancel == ""), "urls", "required")
	return wrong.Refuse("invalid_request", "the request cannot be an express checkout")
}

// resume reads an open session. An order that an attempt has claimed is left as it is.
func (a *account) resume(ctx context.Context, r payment.StartRequest) (payment.Session, error) {
	o, err := a.read(ctx, r.SessionID)
	if issue(err) == "INVALID_RESOURCE_ID" {
		return payment.Session{}, base.CallerFault(codeSessionGone, "PayPal has forgotten the order")
	}
	if err == nil && o.Status == "APPROVED" && len(o.Units) > 0 && o.Units[0].InvoiceID == "" {
		want := unitOf(r.Purchase)
		want.CustomID, want.InvoiceID, want.Shipping = "", "", nil
		o, err = a.adjust(ctx, o, want)
	}
	if err != nil {
		return payment.Session{}, err
	}
	if o.Status == "COMPLETED" || o.Status == "VOIDED" {
		return payment.Session{}, base.CallerFault(codeSessionGone, "the order is "+o.Status)
	}
	return o.session()
}

// session tells the state of an order that is not paid: where to approve it, or who approved it.
func (o order) session() (payment.Session, error) {
	s := payment.Session{ID: o.ID, ExpiresAt: o.CreateTime.Add(approvalWindow)}
	if o.Status == "APPROVED" {
		s.Buyer = o.buyer()
		return s, nil
	}
	away, err := o.redirect()
	if err != nil {
		return payment.Session{}, err
	}
	s.RedirectURL = away.(payment.Redirect).URL
	return s, nil
}

// useSession takes the money of the order that the customer approved in an express checkout, after the order at PayPal
// carries the attempt's name, amount and address. Repeated, it gives what became of the attempt.
func (a *account) useSession(ctx context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	o, err := a.read(ctx, r.SessionID)
	if err == nil && o.Status == "APPROVED" {
		o, err = a.adjust(ctx, o, unitOf(r.Purchase))
	}
	if code, declined := declineCode(err); declined {
		return payment.Declined{Code: code}, nil
	}
	if err != nil {
		e := *base.AsError(err)
		e.OutcomeUnknown = false // what was lost is a change of the order, not its money
		return nil, &e
	}
	switch o.Status {
	case "APPROVED":
		return a.take(ctx, o, r.Purchase.OrderNumber, r.Purchase.Attempt, r.IdempotencyKey)
	case "COMPLETED":
		if !o.belongs(r.Purchase.OrderNumber, r.Purchase.Attempt) {
			return payment.Declined{Code: codeSessionUsed}, nil
		}
		return o.outcome()
	case "VOIDED":
		return payment.Declined{Code: payment.CodeExpired}, nil
	}
	return payment.Declined{Code: codeNotApproved}, nil
}

// adjustTries bounds how often an order is read and changed anew, when an answer was lost or somebody else changed it.
const adjustTries = 3

// adjust makes an approved order as wanted and gives it as it is then. PayPal refuses to add what is there and to replace
// what is not, so a change is never repeated blindly: the order is read again first.
func (a *account) adjust(ctx context.Context, o order, want purchaseUnit) (order, error) {
	for try := 1; ; try++ {
		changes := o.changes(want)
		if len(changes) == 0 || o.Status != "APPROVED" {
			return o, nil
		}
		failure := a.api.call(ctx, http.MethodPatch, "/v2/checkout/orders/"+url.PathEscape(o.ID), "", changes, nil)
		if failure != nil && (try == adjustTries || !changedMeanwhile(failure)) {
			return order{}, failure
		}
		var err error
		if o, err = a.read(ctx, o.ID); err != nil || failure == nil {
			return o, err
		}
	}
}

// changedMeanwhile reports whether a refused or lost change may have been made, by us or by another.
func changedMeanwhile(err error) bool {
	word := issue(err)
	return word == "INVALID_PATCH_OPERATION" || word == "ORDER_ALREADY_COMPLETED" || base.AsError(err).Retryable
}

// changes gives what has to change for the order's only purchase unit to be as wanted. What want leaves empty stays,
// but lines go when there are none that add up to the amount.
func (o order) changes(want purchaseUnit) (all []patch) {
	if len(o.Units) == 0 {
		return nil
	}
	is := o.Units[0].purchaseUnit
	set := func(there bool, field string, value any) {
		op := "add"
		if there {
			op = "replace"
		}
		all = append(all, patch{Op: op, Path: "/purchase_units/@reference_id=='default'/" + field, Value: value})
	}
	if !reflect.DeepEqual(is.Amount, want.Amount) {
		set(true, "amount", want.Amount)
	}
	switch {
	case reflect.DeepEqual(is.Items, want.Items):
	case len(want.Items) == 0:
		all = append(all, patch{Op: "remove", Path: "/purchase_units/@reference_id=='default'/items"})
	default:
		set(len(is.Items) > 0, "items", want.Items)
	}
	if want.InvoiceID != "" && want.InvoiceID != is.InvoiceID {
		set(is.InvoiceID != "", "invoice_id", want.InvoiceID)
	}
	if want.CustomID != "" && want.CustomID != is.CustomID {
		set(is.CustomID != "", "custom_id", want.CustomID)
	}
	if want.Shipping != nil && (is.Shipping == nil || is.Shipping.Name != want.Shipping.Name) {
		set(is.Shipping != nil, "shipping/name", want.Shipping.Name)
	}
	if want.Shipping != nil && (is.Shipping == nil || is.Shipping.Address != want.Shipping.Address) {
		set(is.Shipping != nil, "shipping/address", want.Shipping.Address)
	}
	return all
}
