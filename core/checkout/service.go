package checkout

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/pricing"
	"kontor.dev/kontor/core/voucher"
)

// Vouchers looks vouchers up; voucher.Store does.
type Vouchers interface {
	Voucher(ctx context.Context, code string) (*voucher.Voucher, error)
	Vouchers(ctx context.Context, codes []string) ([]*voucher.Voucher, error)
}

// Carts puts vouchers on a cart; cart.Store does.
type Carts interface {
	SetVouchers(ctx context.Context, id string, codes []string) error
}

// Service is the checkout page's other half: it answers each call with the view, and turns a submit into an attempt.
type Service struct {
	store    Store
	attempts Attempts
	payments Payments
	shipping Shipping
	standard *Standard
	vouchers Vouchers
	carts    Carts
	process  Process
	payer    *Payer
	clock    clock.Clock
	urls     URLs
	extras   Extras
	reach    address.Reach
	titles   sync.Map // what methods are called, by code
}

// Parts are what the service works with.
type Parts struct {
	Store    Store
	Attempts Attempts
	Payments Payments
	Shipping Shipping
	Standard *Standard // nil: sending costs nothing until there is an address
	Vouchers Vouchers
	Carts    Carts
	Process  Process
	Payer    *Payer // takes the payments that are answered at once; nil: their workflows do, as of all others
	Clock    clock.Clock
	URLs     URLs
	Extras   Extras // the zero value offers none
	Reach    address.Reach
}

// NewService makes the service.
func NewService(p Parts) *Service {
	return &Service{
		p.Store, p.Attempts, p.Payments, p.Shipping, p.Standard, p.Vouchers, p.Carts, p.Process, p.Payer, p.Clock, p.URLs, p.Extras, p.Reach, sync.Map{},
	}
}

// Reach says where the goods of a private customer, or of a business, may go.
func (s *Service) Reach(business bool) address.Reach { return s.reach.For(business) }

// Init opens a checkout for the cart unless one is open. Fault Conflict ("cart_empty").
func (s *Service) Init(ctx context.Context, cartID string, lang catalog.Lang) (*View, error) {
	snap, err := s.store.Open(ctx, cartID, lang)
	if err != nil {
		return nil, err
	}
	if len(snap.Items) == 0 {
		return nil, fault.New(fault.Conflict, "cart_empty")
	}
	return s.view(ctx, snap, lang)
}

// InitFor is Init for a logged-in customer: the checkout is the customer's then, also where a guest had opened it, and says
// what the account says by now.
func (s *Service) InitFor(ctx context.Context, cartID string, lang catalog.Lang, o Owner) (*View, error) {
	v, err := s.Init(ctx, cartID, lang)
	if err != nil || v.agrees(&o) {
		return v, err
	}
	return s.amend(ctx, cartID, lang, func() (*Snapshot, error) { return s.store.SetOwner(ctx, cartID, o) })
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
	return s.amend(ctx, cartID, lang, func() (*Snapshot, error) { return s.store.SetGuest(ctx, cartID, g) })
}

// SetDelivery stores where the goods go, which the caller has validated; nil is the invoice address.
func (s *Service) SetDelivery(ctx context.Context, cartID string, lang catalog.Lang, to *address.Address) (*View, error) {
	return s.amend(ctx, cartID, lang, func() (*Snapshot, error) { return s.store.SetDelivery(ctx, cartID, to) })
}

// SetInvoice stores where the bill goes, which the caller has validated.
func (s *Service) SetInvoice(ctx context.Context, cartID string, lang catalog.Lang, to address.Address) (*View, error) {
	return s.amend(ctx, cartID, lang, func() (*Snapshot, error) { return s.store.SetInvoice(ctx, cartID, to) })
}

// SetContact stores e-mail and telephone number. An empty e-mail address and a number that is nil stay as they were; an empty
// number is one that the customer does not want to leave any more.
func (s *Service) SetContact(ctx context.Context, cartID string, lang catalog.Lang, email string, phone *string) (*View, error) {
	return s.amend(ctx, cartID, lang, func() (*Snapshot, error) { return s.store.SetContact(ctx, cartID, email, phone) })
}

// SetChoices stores the codes of the payment method and of the shipping options, one per delivery; empty ones stay as
// they were. A code that the checkout cannot have is Conflict with the view, in which nothing goes by that code: the reason
// is the method's, or "payment_method_not_available" of one that nobody offers, or "shipping_option_not_available". Which of
// those were ever on offer nobody can tell: a plugin that is down offers nothing. Where a carrier that was chosen would refuse
// the address, the checkout goes by that code, and the reason is "checkout_delivery_address_refused".
func (s *Service) SetChoices(ctx context.Context, cartID string, lang catalog.Lang, payment string, shipping []string) (*View, error) {
	snap, err := s.written(ctx, cartID, func() (*Snapshot, error) { return s.store.SetChoices(ctx, cartID, payment, shipping) })
	if err != nil {
		return nil, err
	}
	p, err := s.price(ctx, snap)
	if err != nil {
		return nil, err
	}
	if err := s.tell(ctx, snap.Checkout); err != nil {
		return nil, err
	}
	reason := p.misses(payment, shipping)
	if reason == "" && len(shipping) > 0 && snap.Checkout.DeliveryAddress() != nil && !s.reaches(ctx, p) {
		reason = reasonRefused
	}
	if reason != "" {
		return p.view(lang), fault.New(fault.Conflict, reason)
	}
	return p.view(lang), nil
}

// Preview gives the view as SetChoices would leave it, for the totals; nothing is stored, and no attempt ended. Codes that the
// checkout cannot have choose nothing.
func (s *Service) Preview(ctx context.Context, cartID string, lang catalog.Lang, payment string, shipping []string) (*View, error) {
	snap, err := s.store.Snapshot(ctx, cartID)
	if err != nil {
		return nil, err
	}
	if snap.Checkout != nil {
		c := *snap.Checkout
		c.PaymentCode = cmp.Or(payment, c.PaymentCode)
		if len(shipping) > 0 {
			c.ShippingCodes = shipping
		}
		snap.Checkout = &c
	}
	p, err := s.price(ctx, snap)
	if err != nil {
		return nil, err
	}
	return p.view(lang), nil
}

// amend writes a detail of the checkout and gives the view.
func (s *Service) amend(ctx context.Context, cartID string, lang catalog.Lang, write func() (*Snapshot, error)) (*View, error) {
	snap, err := s.written(ctx, cartID, write)
	if err != nil {
		return nil, err
	}
	return s.view(ctx, snap, lang)
}

// written writes, and ends an attempt that is under way before. The write itself tells of one, so that the usual case needs
// no look before.
func (s *Service) written(ctx context.Context, cartID string, write func() (*Snapshot, error)) (*Snapshot, error) {
	snap, err := write()
	if errors.Is(err, fault.New(fault.Conflict, ReasonUnderWay)) {
		if err = s.supersede(ctx, cartID); err == nil {
			snap, err = write()
		}
	}
	return snap, err
}

// change ends an attempt that is under way, because what it would pay for is about to change, and then changes.
func (s *Service) change(ctx context.Context, cartID string, lang catalog.Lang, write func() error) (*View, error) {
	if err := s.supersede(ctx, cartID); err != nil {
		return nil, err
	}
	if err := write(); err != nil {
		return nil, err
	}
	return s.View(ctx, cartID, lang)
}

// supersede ends an attempt that is under way. Fault Conflict ("checkout_already_ordered") for one that is placed by now.
func (s *Service) supersede(ctx context.Context, cartID string) error {
	snap, err := s.store.Snapshot(ctx, cartID)
	if err != nil {
		return err
	}
	if snap.Checkout == nil {
		return fault.New(fault.NotFound, "checkout_not_found")
	}
	if snap.Last == nil || !snap.Last.State.Open() {
		return nil
	}
	state, err := s.process.Supersede(ctx, snap.Last.ID)
	if err == nil && state.Placed() {
		err = fault.New(fault.Conflict, "checkout_already_ordered")
	}
	return err
}

func (s *Service) view(ctx context.Context, snap *Snapshot, lang catalog.Lang) (*View, error) {
	p, err := s.price(ctx, snap)
	if err != nil {
		return nil, err
	}
	return p.view(lang), s.tell(ctx, snap.Checkout)
}

// tell notes that the answer shows why the last attempt failed.
func (s *Service) tell(ctx context.Context, c *Checkout) error {
	if c.Told || c.LastReason == "" {
		return nil
	}
	return s.store.Told(ctx, c.ID)
}

func (s *Service) price(ctx context.Context, snap *Snapshot) (*priced, error) {
	if snap.Checkout == nil {
		return nil, fault.New(fault.NotFound, "checkout_not_found")
	}
	p := &priced{snapshot: snap}
	p.restrict(s.Reach(snap.Checkout.Business))
	methods, err := s.methods(ctx)
	if err != nil {
		return nil, err
	}
	if last := snap.Last; last != nil {
		p.paying = s.title(last.Payment.Code)
	}
	deliveries, err := s.deliveries(ctx, snap)
	if err != nil {
		return nil, err
	}
	list, err := s.held(ctx, snap)
	if err != nil {
		return nil, err
	}
	var discounts []pricing.Discount
	if len(list) > 0 {
		discounts = voucher.Discounts(list, s.clock.Now(), pricing.Goods(snap.priced()))
	}
	discounts = append(discounts, s.extras.promotions(snap)...)
	p.noRisk = s.extras.noRisk(snap)
	if snap.Checkout.DeliveryAddress() == nil && s.standard != nil && len(snap.Items) > 0 {
		p.assumed = s.standard.Standard(ctx, snap.priced())
	}
	p.choose(methods, deliveries)
	p.price(discounts)
	if len(snap.Vouchers) > 0 {
		p.lapse(list, s.clock.Now())
	}
	return p, nil
}

// held gives the vouchers of the cart. What an attempt that is under way has redeemed is still the customer's.
func (s *Service) held(ctx context.Context, snap *Snapshot) ([]*voucher.Voucher, error) {
	if len(snap.Vouchers) == 0 {
		return nil, nil
	}
	list, err := s.vouchers.Vouchers(ctx, snap.Vouchers)
	for _, v := range list {
		if snap.redeems(v.Code) {
			v.Redeemed--
		}
	}
	return list, err
}

// AddVoucher puts a voucher on the cart. Faults: NotFound ("voucher_unknown"); Conflict ("voucher_limit" when there
// are MaxCoupons already, and those of voucher.Check).
func (s *Service) AddVoucher(ctx context.Context, cartID string, lang catalog.Lang, code string) (*View, error) {
	code, err := voucher.Typed(code)
	if err != nil {
		return nil, err
	}
	snap, err := s.store.Snapshot(ctx, cartID)
	if err != nil {
		return nil, err
	}
	v, err := s.vouchers.Voucher(ctx, code)
	if err != nil {
		return nil, err
	}
	if snap.redeems(v.Code) {
		v.Redeemed--
	}
	p, err := s.price(ctx, snap)
	if err != nil {
		return nil, err
	}
	now, goods := s.clock.Now(), p.totals.Subtotal // as it is counted, which may be without VAT
	if err := v.Check(now, goods); err != nil {
		return nil, err
	}
	held, err := s.held(ctx, snap)
	if err != nil {
		return nil, err
	}
	var codes []string
	for _, other := range held {
		// One that does not apply any more makes room.
		if other.Code != v.Code && other.Check(now, goods) == nil {
			codes = append(codes, other.Code)
		}
	}
	if len(codes) >= MaxCoupons {
		return nil, fault.New(fault.Conflict, "voucher_limit")
	}
	return s.change(ctx, cartID, lang, func() error { return s.carts.SetVouchers(ctx, cartID, append(codes, v.Code)) })
}

// RemoveVoucher takes a voucher off the cart; one that is not there is no error.
func (s *Service) RemoveVoucher(ctx context.Context, cartID string, lang catalog.Lang, code string) (*View, error) {
	snap, err := s.store.Snapshot(ctx, cartID)
	if err != nil {
		return nil, err
	}
	code = voucher.Code(code)
	codes := slices.DeleteFunc(slices.Clone(snap.Vouchers), func(c string) bool { return c == code })
	return s.change(ctx, cartID, lang, func() error { return s.carts.SetVouchers(ctx, cartID, codes) })
}

// PickupPoints gives places near an address where a parcel can be collected, nearest first.
func (s *Service) PickupPoints(ctx context.Context, req PickupRequest) ([]PickupPoint, error) {
	return s.shipping.PickupPoints(ctx, req)
}

// Method finds a payment method by code, retired ones included; one that no plugin knows any more has the code as title.
func (s *Service) Method(ctx context.Context, code string) (Method, error) {
	methods, err := s.methods(ctx)
	if err != nil {
		return Method{}, err
	}
	for _, m := range methods {
		if m.Code == code {
			return m, nil
		}
	}
	return Method{Code: code, Title: s.title(code), Retired: true}, nil
}

// methods gives the methods on offer and remembers what they are called: a plugin that is down offers none, and its payments and
// orders are told of all the same.
func (s *Service) methods(ctx context.Context) ([]Method, error) {
	methods, err := s.payments.Methods(ctx)
	for i := range methods {
		if m := &methods[i]; s.title(m.Code) != m.Title {
			s.titles.Store(m.Code, m.Title)
		}
	}
	return methods, err
}

// title is what a method is called, or was when it was last on offer; its code, where that is not known.
func (s *Service) title(code string) catalog.Text {
	if known, ok := s.titles.Load(code); ok {
		return known.(catalog.Text)
	}
	return catalog.Text{DE: code}
}
