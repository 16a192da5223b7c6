package checkout

import (
	"context"
	"errors"
	"log/slog"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/money"
)

// Shown is what the customer agreed to. A total alone may be the same for something else; without a Revision, see View, it
// has to do.
type Shown struct {
	Total    money.Amount
	Revision string
}

// Answer is what a submit comes to. View is set when the attempt was refused because the checkout has changed. Of an attempt
// that this submit placed it has what was frozen and the state; how to pay is the success page's to read.
type Answer struct {
	Attempt *Attempt
	View    *View
}

// Submit turns the checkout into an attempt and gives the attempt once it is settled, or waits for the customer
// elsewhere, or takes longer than a customer should wait. by is kept for methods that ask for it.
//
// A second submit of the same checkout, at once or later, gives the same attempt as long as that is open or placed.
// Faults, all Conflict: "cart_empty"; with Answer.View "checkout_payment_failed" when an attempt failed that the customer has
// not been told of, as one in another tab, "checkout_total_changed", "checkout_changed" when something else was shown,
// "product_sold_out" (the view says of which), "checkout_incomplete" and where that cannot be mended as it is,
// "checkout_delivery_country_not_allow" and "checkout_no_payments"; "checkout_delivery_address_refused" where a carrier would refuse
// the address. TooMany where an address has had its orders without a payment. Unavailable ("checkout_unavailable") leaves the attempt in
// place: submitting again resumes it.
func (s *Service) Submit(ctx context.Context, cartID string, lang catalog.Lang, shown Shown, client map[string]string, by Browser) (Answer, error) {
	snap, err := s.store.Snapshot(ctx, cartID)
	if err != nil {
		return Answer{}, err
	}
	again, err := s.again(ctx, snap)
	if again != nil || err != nil {
		return Answer{Attempt: again}, err
	}
	if snap.Last != nil && snap.Last.State.Open() {
		if snap, shown, err = s.ended(ctx, snap, shown); err != nil {
			return Answer{}, err
		}
	}
	if len(snap.Items) == 0 {
		return Answer{}, fault.New(fault.Conflict, "cart_empty")
	}
	p, err := s.price(ctx, snap)
	if err != nil {
		return Answer{}, err
	}
	if c := snap.Checkout; c.LastReason != "" && !c.Told {
		return Answer{View: p.view(lang)}, errors.Join(s.tell(ctx, c), fault.New(fault.Conflict, "checkout_payment_failed"))
	}
	if p.next() != StepConfirmation {
		return Answer{View: p.view(lang)}, fault.New(fault.Conflict, p.lacks())
	}
	if p.totals.Total != shown.Total {
		return Answer{View: p.view(lang)}, fault.New(fault.Conflict, "checkout_total_changed")
	}
	if shown.Revision != "" && shown.Revision != snap.revision() {
		return Answer{View: p.view(lang)}, fault.New(fault.Conflict, "checkout_changed")
	}
	if !s.reaches(ctx, p) {
		return Answer{View: p.view(lang)}, fault.New(fault.Conflict, reasonRefused)
	}
	draft := p.draft(client, by, s.version(p))
	if p.method.Flow == FlowSimple && s.payer != nil {
		draft.AtOnce = payWithin
	}
	start, err := s.store.Freeze(ctx, draft)
	if fault.CodeOf(err) == fault.Conflict {
		return s.changed(ctx, cartID, lang, shown.Total, err)
	}
	if err != nil {
		return Answer{}, err
	}
	if start.First {
		start.Request = p.request(start.Attempt, draft)
	}
	return s.run(ctx, start)
}

// LastOrdered names the attempt by which the cart was ordered last. Fault NotFound ("order_not_found"), also once another
// checkout of the cart is open.
func (s *Service) LastOrdered(ctx context.Context, cartID string) (attemptID string, err error) {
	snap, err := s.store.Snapshot(ctx, cartID)
	if err != nil {
		return "", err
	}
	if snap.Last == nil || !snap.Last.State.Placed() {
		return "", fault.New(fault.NotFound, "order_not_found")
	}
	return snap.Last.ID, nil
}

// again finds the attempt that this submit repeats: one that is open and still holds the cart, or the placed one
// of a cart that has not been filled again. An open one of another cart it ends.
func (s *Service) again(ctx context.Context, snap *Snapshot) (*Attempt, error) {
	last := snap.Last
	switch {
	case last == nil:
		return nil, nil
	case last.State.Placed() && len(snap.Items) == 0:
		return last, nil
	case !last.State.Open():
		return nil, nil
	case snap.FrozenBy == last.ID:
		answer, err := s.run(ctx, &Start{Attempt: last})
		return answer.Attempt, err
	}
	// The cart was changed after that submit, so it pays for something else.
	state, err := s.process.Supersede(ctx, last.ID)
	if err != nil || !state.Placed() {
		return nil, err
	}
	return s.attempts.Attempt(ctx, last.ID)
}

// ended reads the checkout again after its attempt was ended, and what the customer agreed to as of then: that one ended is a
// change of the checkout which the submit itself brought about, and which needs no telling.
func (s *Service) ended(ctx context.Context, was *Snapshot, shown Shown) (*Snapshot, Shown, error) {
	now, err := s.store.Snapshot(ctx, was.Checkout.CartID)
	if err != nil || now.Checkout == nil || now.Checkout.LastReason != ReasonLeft {
		return now, shown, err
	}
	if shown.Revision == was.revision() && now.revision() == was.revisionAt(was.Checkout.Version+1, was.CartVersion) {
		shown.Revision = now.revision()
	}
	err = s.tell(ctx, now.Checkout)
	now.Checkout.Told = true
	return now, shown, err
}

// run pays for an attempt as far as that needs no customer.
func (s *Service) run(ctx context.Context, start *Start) (Answer, error) {
	a := start.Attempt
	if !a.State.Open() {
		return Answer{Attempt: a}, nil
	}
	state, err := s.pay(ctx, start)
	if err != nil {
		return Answer{}, err
	}
	if state.Placed() { // there is nothing else to tell
		placed := *a
		placed.State = state
		return Answer{Attempt: &placed}, nil
	}
	a, err = s.attempts.Attempt(ctx, a.ID)
	return Answer{Attempt: a}, errors.Join(err, s.failed(ctx, a))
}

// pay gives the state of an attempt whose payment has begun. A method that answers at once is asked here: there is nothing to wait for
// that a workflow would have to remember, and the order stands though Temporal is away. All else, and what did not come to an answer
// here, is the workflow's.
func (s *Service) pay(ctx context.Context, start *Start) (State, error) {
	a := start.Attempt
	if start.First || a.State == Authorizing && a.Payment.Flow == FlowSimple && s.payer != nil {
		settled, err := s.payer.PayAtOnce(ctx, start)
		switch {
		case err != nil:
			slog.WarnContext(ctx, "payment is left to its workflow", "attempt", a.ID, "error", err)
		case settled.State != Authorizing:
			return settled.State, nil
		}
	}
	return s.process.Submit(ctx, a.ID)
}

// failed notes that the answer says that the attempt failed.
func (s *Service) failed(ctx context.Context, a *Attempt) error {
	if a == nil || a.State != Failed {
		return nil
	}
	return s.store.Told(ctx, a.CheckoutID)
}

// changed answers a refused freeze with the checkout as it is now, whose total need not be another than was shown.
func (s *Service) changed(ctx context.Context, cartID string, lang catalog.Lang, shown money.Amount, cause error) (Answer, error) {
	snap, err := s.store.Snapshot(ctx, cartID)
	if err != nil {
		return Answer{}, cause
	}
	v, err := s.view(ctx, snap, lang)
	if err != nil {
		return Answer{}, cause
	}
	switch reason := fault.ReasonOf(cause); {
	case reason == "checkout_changed" && v.Totals.Total != shown:
		cause = fault.Wrap(cause, fault.Conflict, "checkout_total_changed")
	case reason == "product_sold_out":
		v.SoldOutProductIDs = snap.short()
	}
	return Answer{View: v}, cause
}

// short gives the products that there is less of than the cart has. An attempt that is under way holds its own goods, which
// are none too few: only what was refused is to be asked.
func (s *Snapshot) short() []int64 {
	var ids []int64
	for _, i := range s.Items {
		if i.Quantity > i.Available {
			ids = append(ids, i.ProductID)
		}
	}
	return ids
}

// version gives the version of the plugin for a new attempt: the one that opened its session, where there is one.
func (s *Service) version(p *priced) string {
	c := p.snapshot.Checkout
	if opened := c.Sessions[p.method.Code].Opened; opened != "" {
		return opened
	}
	return s.payments.Version(p.method.Code, c.CartID)
}

// draft freezes what was priced. version is of the payment method's plugin.
func (p *priced) draft(client map[string]string, by Browser, version string) Draft {
	c, host, mailbox := p.snapshot.Checkout, by.Host, ""
	if !p.method.Browser {
		by = Browser{}
	}
	if p.method.Flow == FlowSimple {
		mailbox = c.Email
	}
	return Draft{
		Mailbox:    mailbox,
		CheckoutID: c.ID, CheckoutVersion: c.Version, CartVersion: p.snapshot.CartVersion,
		Delivery: *c.DeliveryAddress(), SessionID: c.Sessions[p.method.Code].ID, Client: client, Browser: by,
		Attempt: Attempt{
			ID: ident.New(), CheckoutID: c.ID, CartID: c.CartID, Lines: p.lines(), Deliveries: p.frozen(), Totals: p.totals,
			Payment: Payment{Code: p.method.Code, Plugin: p.method.Plugin, Version: version, Flow: p.method.Flow, Host: host},
		},
	}
}

// request is what Attempts.Begin would read of the attempt that the draft became.
func (p *priced) request(a *Attempt, d Draft) AuthorizeRequest {
	req := AuthorizeRequest{
		Plugin: a.Ref().Plugin, MethodCode: a.Payment.Code, IdempotencyKey: a.Key(), AttemptID: a.ID,
		Purchase: p.purchase(p.snapshot.Checkout.Lang), SessionID: a.SessionID, Client: d.Client, Browser: d.Browser,
	}
	req.OrderID, req.Attempt = a.OrderID, a.Number
	return req
}

// Return tells the attempt that the customer came back and gives it as it is then; where it failed and its checkout was
// ordered by another, that other one. It may be called any number of times, by anyone who knows the address: it changes nothing
// but what the provider confirms.
func (s *Service) Return(ctx context.Context, attemptID string, query map[string]string) (*Attempt, error) {
	a, err := s.attempts.Attempt(ctx, attemptID)
	if err != nil || a.State.Placed() {
		return a, err
	}
	if a.State.Open() || a.undecided() {
		_, err := s.process.Return(ctx, attemptID, query)
		switch {
		case err != nil && a.State.Open():
			return nil, err
		case err != nil: // it is over, whatever else the provider says
			slog.WarnContext(ctx, "late return not looked into", "attempt", attemptID, "error", err)
		default:
			if a, err = s.attempts.Attempt(ctx, attemptID); err != nil {
				return nil, err
			}
		}
	}
	if a.State != Failed {
		return a, nil
	}
	// Who comes back to a failed attempt is sent to the payment step, which tells. An order has no such step any more.
	placed, err := s.attempts.Placed(ctx, a.CheckoutID)
	if fault.CodeOf(err) == fault.NotFound {
		return a, nil
	}
	return placed, err
}

// Ended reports whether the shop ended the attempt while the customer was away to pay, or before they paid after all.
func (a *Attempt) Ended() bool {
	return a.State == Failed && (a.Payment.Late || a.Payment.Reason == ReasonLeft || a.Payment.Reason == ReasonExpired)
}

// undecided reports whether the attempt failed without the provider having said so: the customer may still pay there.
func (a *Attempt) undecided() bool {
	if a.State != Failed {
		return false
	}
	switch a.Payment.Reason {
	case ReasonLeft, ReasonExpired, ReasonCancelled, ReasonDown:
		return true
	}
	return false
}
