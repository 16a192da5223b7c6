package checkout

import (
	"context"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// Discounts looks up what vouchers are worth.
type Discounts interface {
	// Discounts gives those of codes that are valid now, in the order of codes.
	Discounts(ctx context.Context, codes []string) ([]pricing.Discount, error)
}

// Service is the checkout page's other half: it answers each call with the view, and turns a submit into an attempt.
type Service struct {
	store     Store
	attempts  Attempts
	payments  Payments
	shipping  Shipping
	discounts Discounts
	process   Process
}

// NewService makes the service.
func NewService(store Store, attempts Attempts, payments Payments, shipping Shipping, discounts Discounts, process Process) *Service {
	return &Service{store, attempts, payments, shipping, discounts, process}
}

// Init opens a checkout for the cart unless one is open. Fault Conflict ("cart_empty").
func (s *Service) Init(ctx context.Context, cartID string, lang catalog.Lang) (*View, error) {
	snap, err := s.store.Snapshot(ctx, cartID)
	if err != nil {
		return nil, err
	}
	if len(snap.Items) == 0 {
		return nil, fault.New(fault.Conflict, "cart_empty")
	}
	if snap.Checkout == nil {
		if err := s.store.Open(ctx, cartID, lang); err != nil {
			return nil, err
		}
		if snap, err = s.store.Snapshot(ctx, cartID); err != nil {
			return nil, err
		}
	}
	return s.view(ctx, snap, lang)
}

// View gives the open checkout's view. Fault NotFound ("checkout_not_found").
func (s *Service) View(ctx context.Context, cartID string, lang catalog.Lang) (*View, error) {
	snap, err := s.store.Snapshot(ctx, cartID)
	if err != nil {
		return nil, err
	}
	return s.view(ctx, snap, lang)
}

// SetGuest stores a guest's e-mail and addresses, which the caller has validated.
func (s *Service) SetGuest(ctx context.Context, cartID string, lang catalog.Lang, g GuestData) (*View, error) {
	return s.change(ctx, cartID, lang, func() error { return s.store.SetGuest(ctx, cartID, g) })
}

// SetContact stores e-mail and telephone number; empty ones stay as they were.
func (s *Service) SetContact(ctx context.Context, cartID string, lang catalog.Lang, email, phone string) (*View, error) {
	return s.change(ctx, cartID, lang, func() error { return s.store.SetContact(ctx, cartID, email, phone) })
}

// SetChoices stores the codes of payment method and shipping option; empty ones stay as they were. A code that is not
// on offer is not refused here: the view shows what is still missing.
func (s *Service) SetChoices(ctx context.Context, cartID string, lang catalog.Lang, payment, shipping string) (*View, error) {
	return s.change(ctx, cartID, lang, func() error { return s.store.SetChoices(ctx, cartID, payment, shipping) })
}

// change ends an attempt that is under way, because what it would pay for is about to change, and then changes.
func (s *Service) change(ctx context.Context, cartID string, lang catalog.Lang, write func() error) (*View, error) {
	snap, err := s.store.Snapshot(ctx, cartID)
	if err != nil {
		return nil, err
	}
	if snap.Checkout == nil {
		return nil, fault.New(fault.NotFound, "checkout_not_found")
	}
	if snap.Last != nil && snap.Last.State.Open() {
		state, err := s.process.Supersede(ctx, snap.Last.ID)
		if err != nil {
			return nil, err
		}
		if state.Placed() {
			return nil, fault.New(fault.Conflict, "checkout_already_ordered")
		}
	}
	if err := write(); err != nil {
		return nil, err
	}
	return s.View(ctx, cartID, lang)
}

func (s *Service) view(ctx context.Context, snap *Snapshot, lang catalog.Lang) (*View, error) {
	p, err := s.price(ctx, snap)
	if err != nil {
		return nil, err
	}
	return p.view(lang), nil
}

func (s *Service) price(ctx context.Context, snap *Snapshot) (*priced, error) {
	if snap.Checkout == nil {
		return nil, fault.New(fault.NotFound, "checkout_not_found")
	}
	p := &priced{snapshot: snap}
	p.restrict()
	methods, err := s.payments.Methods(ctx)
	if err != nil {
		return nil, err
	}
	options, err := s.options(ctx, snap)
	if err != nil {
		return nil, err
	}
	var discounts []pricing.Discount
	if len(snap.Vouchers) > 0 {
		if discounts, err = s.discounts.Discounts(ctx, snap.Vouchers); err != nil {
			return nil, err
		}
	}
	p.choose(methods, options)
	p.price(discounts)
	return p, nil
}

// options asks the carriers; before the address is known there are none.
func (s *Service) options(ctx context.Context, snap *Snapshot) ([]ShippingOption, error) {
	to := snap.Checkout.DeliveryAddress()
	if to == nil || len(snap.Items) == 0 {
		return nil, nil
	}
	req := ShippingRequest{To: *to, Lang: snap.Checkout.Lang, Value: money.Euro(0)}
	for _, i := range snap.Items {
		req.WeightGrams += i.WeightGrams * i.Quantity
		req.Value = req.Value.Add(i.Unit.Add(i.Warranty).Times(int64(i.Quantity)))
	}
	return s.shipping.Options(ctx, req)
}

// Answer is what a submit comes to. View is set when the attempt was refused because the checkout has changed.
type Answer struct {
	Attempt *Attempt
	View    *View
}

// Submit turns the checkout into an attempt and gives the attempt once it is settled, or waits for the customer
// elsewhere, or takes longer than a customer should wait. shown is the total that the customer agreed to.
//
// A second submit of the same checkout, at once or later, gives the same attempt as long as that is open or placed.
// Faults, all Conflict: "cart_empty"; "checkout_total_changed", "checkout_incomplete" and "product_sold_out" with
// Answer.View. Unavailable ("checkout_unavailable") leaves the attempt in place: submitting again resumes it.
func (s *Service) Submit(ctx context.Context, cartID string, lang catalog.Lang, shown money.Amount, client map[string]string) (Answer, error) {
	snap, err := s.store.Snapshot(ctx, cartID)
	if err != nil {
		return Answer{}, err
	}
	if again, err := s.again(ctx, snap); again != nil || err != nil {
		return Answer{Attempt: again}, err
	}
	if len(snap.Items) == 0 {
		return Answer{}, fault.New(fault.Conflict, "cart_empty")
	}
	p, err := s.price(ctx, snap)
	if err != nil {
		return Answer{}, err
	}
	if p.next() != StepConfirmation {
		return Answer{View: p.view(lang)}, fault.New(fault.Conflict, "checkout_incomplete")
	}
	if p.totals.Total != shown {
		return Answer{View: p.view(lang)}, fault.New(fault.Conflict, "checkout_total_changed")
	}
	a, err := s.store.Freeze(ctx, p.draft(client))
	if fault.CodeOf(err) == fault.Conflict {
		return s.changed(ctx, cartID, lang, err)
	}
	if err != nil {
		return Answer{}, err
	}
	return s.run(ctx, a)
}

// again finds the attempt that this submit repeats: one that is open and still holds the cart, or the placed one
// of a cart that has not been filled again.
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
		answer, err := s.run(ctx, last)
		return answer.Attempt, err
	}
	// The cart was changed after that submit, so it pays for something else.
	state, err := s.process.Supersede(ctx, last.ID)
	if err != nil || !state.Placed() {
		return nil, err
	}
	return s.attempts.Attempt(ctx, last.ID)
}

func (s *Service) run(ctx context.Context, a *Attempt) (Answer, error) {
	if !a.State.Open() {
		return Answer{Attempt: a}, nil
	}
	if _, err := s.process.Submit(ctx, a.ID); err != nil {
		return Answer{}, err
	}
	a, err := s.attempts.Attempt(ctx, a.ID)
	return Answer{Attempt: a}, err
}

// changed answers a refused freeze with the checkout as it is now.
func (s *Service) changed(ctx context.Context, cartID string, lang catalog.Lang, cause error) (Answer, error) {
	v, err := s.View(ctx, cartID, lang)
	if err != nil {
		return Answer{}, cause
	}
	if fault.ReasonOf(cause) == "checkout_changed" {
		cause = fault.Wrap(cause, fault.Conflict, "checkout_total_changed")
	}
	return Answer{View: v}, cause
}

// draft freezes what was priced.
func (p *priced) draft(client map[string]string) Draft {
	c := p.snapshot.Checkout
	return Draft{
		CheckoutID: c.ID, CheckoutVersion: c.Version, CartVersion: p.snapshot.CartVersion,
		Delivery: *c.DeliveryAddress(), Shipping: p.option, Client: client, Vouchers: p.snapshot.Vouchers,
		Attempt: Attempt{
			ID: ident.New(), CheckoutID: c.ID, CartID: c.CartID, Lines: p.lines(), Totals: p.totals,
			Payment: Payment{Code: p.method.Code, Plugin: p.method.Plugin, Flow: p.method.Flow},
		},
	}
}

// Return tells the attempt that the customer came back and gives it as it is then. It may be called any number of
// times, by anyone who knows the address: it changes nothing but what the provider confirms.
func (s *Service) Return(ctx context.Context, attemptID string, query map[string]string) (*Attempt, error) {
	a, err := s.attempts.Attempt(ctx, attemptID)
	if err != nil || !a.State.Open() {
		return a, err
	}
	if _, err := s.process.Return(ctx, attemptID, query); err != nil {
		return nil, err
	}
	return s.attempts.Attempt(ctx, attemptID)
}
