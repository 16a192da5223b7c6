package checkout

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// expressTypes are the checkout types of the express methods that have one of their own.
var expressTypes = map[string]Type{"paypal": ExpressPayPal, "amazonpay": ExpressAmazon}

// StartPayment opens the session that a method's widget, card form or wallet works with, or brings the open one up to date with the
// checkout. client is what the browser knows, and the provider leads back to the host of by. Faults: Conflict
// ("payment_method_not_available"), and what the plugin says.
func (s *Service) StartPayment(ctx context.Context, cartID string, lang catalog.Lang, method string, client map[string]string, by Browser) (PaymentSession, error) {
	snap, err := s.store.Snapshot(ctx, cartID)
	if err != nil {
		return PaymentSession{}, err
	}
	p, err := s.price(ctx, snap)
	if err != nil {
		return PaymentSession{}, err
	}
	if !p.offers(method, func(o offered) bool { return o.reason == "" }) {
		return PaymentSession{}, fault.New(fault.Conflict, "payment_method_not_available")
	}
	open := snap.Checkout.Sessions[method]
	if open.Express && snap.Checkout.Type != expressTypes[method] {
		open = OpenSession{} // given up for another way to pay, and chosen again
	}
	if len(client) == 0 && open.usable(s.clock.Now()) && open.Version == snap.Checkout.Version && open.CartVersion == snap.CartVersion {
		return open.PaymentSession, nil
	}
	return s.start(ctx, p, method, lang, open, client, by.Host)
}

// StartExpress opens a session for an express button: from the cart, with nothing known of the customer. It opens a
// checkout if there is none. Faults: Conflict ("cart_empty", "payment_method_not_available").
func (s *Service) StartExpress(ctx context.Context, cartID string, lang catalog.Lang, method string, client map[string]string, by Browser) (PaymentSession, error) {
	if _, err := s.Init(ctx, cartID, lang); err != nil {
		return PaymentSession{}, err
	}
	snap, err := s.store.Snapshot(ctx, cartID)
	if err != nil {
		return PaymentSession{}, err
	}
	p, err := s.price(ctx, snap)
	if err != nil {
		return PaymentSession{}, err
	}
	if !p.offers(method, func(o offered) bool { return o.Express }) {
		return PaymentSession{}, fault.New(fault.Conflict, "payment_method_not_available")
	}
	return s.start(ctx, p, method, lang, OpenSession{Express: true}, client, by.Host)
}

// FinishExpress takes over what the provider knows of the customer who agreed there, and makes the checkout one of the
// express type, ready for its shipping step; a company's account stays the one that is billed. session is the provider's
// name of it as the browser brought it back; empty means the one that was opened. Faults: Conflict ("express_not_approved"), also for
// another than the one that the shop opened;
// Invalid ("express_address_invalid") with the fields that the shop cannot deliver to or bill, for the customer to correct
// at the provider.
func (s *Service) FinishExpress(ctx context.Context, cartID string, lang catalog.Lang, method, session string, by Browser) (*View, error) {
	snap, err := s.store.Snapshot(ctx, cartID)
	if err != nil {
		return nil, err
	}
	p, err := s.price(ctx, snap)
	if err != nil {
		return nil, err
	}
	open := snap.Checkout.Sessions[method]
	if session != "" && (open.ID == "" || open.Named) {
		open.ID, open.Named = session, true // Amazon Pay's button names the session itself
	}
	// One that the shop opened is this visitor's, and no other is: its buyer's address would be shown, and their money taken.
	if open.ID == "" || !open.Express || session != "" && session != open.ID {
		return nil, fault.New(fault.Conflict, "express_not_approved")
	}
	read, err := s.start(ctx, p, method, lang, open, nil, by.Host)
	if err != nil {
		return nil, err
	}
	if read.Buyer == nil || read.Buyer.Email == "" {
		return nil, fault.New(fault.Conflict, "express_not_approved")
	}
	told, reach := *read.Buyer, s.reach
	if c := snap.Checkout; c.CustomerID != 0 && c.Business && c.Invoice != nil {
		told, reach = told.forBusiness(c), s.Reach(true)
	}
	data, err := guestOf(&told, reach)
	if err != nil {
		return nil, err
	}
	if snap.Checkout.CustomerID != 0 {
		data.Phone = cmp.Or(data.Phone, snap.Checkout.Phone) // which the account knows
	}
	kind := expressTypes[method]
	if kind == "" {
		kind = Guest
	}
	return s.amend(ctx, cartID, lang, func() (*Snapshot, error) { return s.store.SetExpress(ctx, cartID, kind, method, data) })
}

// ComeBack takes a customer back who confirmed at a provider whose button, not the shop's, opened the page there. In an
// express checkout it does what FinishExpress does and gives the View; else the customer has bought what the button was made
// for, and it does what Submit does. What was ordered meanwhile is given as it is, however it was paid for. query is what the
// provider sent along, which may be forged.
func (s *Service) ComeBack(ctx context.Context, cartID string, lang catalog.Lang, method, session string, query map[string]string, by Browser) (Answer, error) {
	snap, err := s.store.Snapshot(ctx, cartID)
	if err != nil {
		return Answer{}, err
	}
	if snap.Checkout == nil {
		if snap.Last != nil && (snap.Last.Payment.Code == method || len(snap.Items) == 0) {
			return Answer{Attempt: snap.Last}, nil // opened again after the order, or agreed to too late for it
		}
		return Answer{}, fault.New(fault.NotFound, "checkout_not_found")
	}
	open, known := snap.Checkout.Sessions[method]
	if !known || open.Express {
		v, err := s.FinishExpress(ctx, cartID, lang, method, session, by)
		return Answer{View: v}, err
	}
	if snap.Checkout.PaymentCode != method {
		return Answer{}, fault.New(fault.Conflict, "payment_method_not_available")
	}
	shown := Shown{Total: money.Euro(open.Total), Revision: snap.revisionAt(open.Version, open.CartVersion)}
	return s.Submit(ctx, cartID, lang, shown, query, by)
}

// Left tells of the checkout from which a customer went to a provider's page by the method's button: the language in which it goes
// on, "" where none is open, and whether that page was for what is in it, and not for an express checkout. Who turns back then is
// still about to pay.
func (s *Service) Left(ctx context.Context, cartID, method string) (lang catalog.Lang, paying bool, err error) {
	snap, err := s.store.Snapshot(ctx, cartID)
	if err != nil || snap.Checkout == nil {
		return "", false, err
	}
	c := snap.Checkout
	open, known := c.Sessions[method]
	return c.Lang, known && !open.Express && c.PaymentCode == method, nil
}

// forBusiness is the buyer where a company's account buys: the account says who is billed, as without VAT, and the provider only
// where the goods go.
func (b Buyer) forBusiness(c *Checkout) Buyer {
	if b.Delivery == nil {
		b.Delivery = b.Invoice
	}
	b.Email, b.Invoice = c.Email, c.Invoice
	return b
}

// guestOf checks what the provider says by the rules that the customer's own entries must meet.
func guestOf(b *Buyer, reach address.Reach) (GuestData, error) {
	var wrong []fault.Field
	check := func(prefix string, fields []fault.Field) {
		for _, f := range fields {
			wrong = append(wrong, fault.Field{Name: prefix + f.Name, Reason: f.Reason})
		}
	}
	email, reason := address.Email(b.Email)
	if reason != "" {
		check("", []fault.Field{{Name: "email", Reason: reason}})
	}
	invoice, delivery := b.Invoice, b.Delivery
	if invoice == nil && delivery != nil && delivery.Kind != address.Delivery { // nobody can be billed at a parcel machine
		to := delivery.Normal()
		check("delivery.", to.CheckDelivery(to, reach))
		if len(wrong) > 0 {
			return GuestData{}, fault.InvalidFields("express_address_invalid", wrong...)
		}
		return GuestData{Email: email, Phone: to.TelephoneNumber, Delivery: &to}, nil
	}
	if invoice == nil {
		invoice = delivery // some providers tell only where the goods go
	}
	if invoice == nil {
		return GuestData{}, fault.InvalidFields("express_address_invalid", fault.Field{Name: "invoice.countryId", Reason: "address_country_unknown"})
	}
	g := GuestData{Email: email, Invoice: invoice.Normal()}
	g.Invoice.Kind = address.Invoice
	g.Phone = g.Invoice.TelephoneNumber
	check("invoice.", g.Invoice.Check())
	if delivery != nil {
		to := delivery.Normal()
		check("delivery.", to.CheckDelivery(g.Invoice, reach))
		if !to.Same(g.Invoice) {
			g.Delivery = &to
		}
	}
	if len(wrong) > 0 {
		return GuestData{}, fault.InvalidFields("express_address_invalid", wrong...)
	}
	return g, nil
}

// start asks the plugin and keeps the session with the checkout. One that the provider has forgotten is opened anew.
func (s *Service) start(ctx context.Context, p *priced, method string, lang catalog.Lang, open OpenSession, client map[string]string, host string) (PaymentSession, error) {
	c := p.snapshot.Checkout
	back := s.urls.Express(method, host)
	if !open.usable(s.clock.Now()) || open.Opened == "" {
		open.Opened = s.payments.Version(method, c.CartID)
	}
	req := SessionRequest{
		Plugin: at(p.plugin(method), open.Opened), MethodCode: method,
		IdempotencyKey: fmt.Sprintf("%s-%s-%d-%d", c.ID, method, c.Version, p.snapshot.CartVersion),
		Express:        open.Express, Purchase: p.purchase(lang), Links: s.urls.links(back, p.plugin(method)), Client: client,
	}
	if open.usable(s.clock.Now()) {
		req.SessionID = open.ID
	}
	made, err := s.payments.Start(ctx, req)
	if req.SessionID != "" && !open.Express && fault.ReasonOf(err) == ReasonSessionGone {
		req.SessionID = ""
		made, err = s.payments.Start(ctx, req)
	}
	if err != nil {
		return PaymentSession{}, err
	}
	kept := OpenSession{
		PaymentSession: made.lasting(), Express: open.Express, Version: c.Version, CartVersion: p.snapshot.CartVersion, Opened: open.Opened,
		Named: open.Named, Total: p.totals.Total.Minor,
	}
	return made, s.store.KeepSession(ctx, c.ID, method, kept)
}

// offers reports whether the method is on the list and meets the condition.
func (p *priced) offers(code string, ok func(offered) bool) bool {
	for _, m := range p.methods {
		if m.Code == code {
			return ok(m)
		}
	}
	return false
}

func (p *priced) plugin(code string) string {
	for _, m := range p.methods {
		if m.Code == code {
			return m.Plugin
		}
	}
	return ""
}

// purchase is what a session is opened for: the total as far as it is known.
func (p *priced) purchase(lang catalog.Lang) Purchase {
	c := p.snapshot.Checkout
	out := Purchase{
		CheckoutID: c.ID, Amount: p.totals.Total, Lines: p.lines(), Shipping: p.totals.Shipping, Fee: p.totals.Fee.Add(p.totals.NoRisk), Kind: p.kind(),
		Email: c.Email, Phone: c.Phone, Business: c.Business, VATID: c.VATID, Lang: lang,
	}
	for _, d := range p.totals.Discounts {
		out.Discount = out.Discount.Add(d.Amount)
	}
	for _, t := range p.totals.Taxes {
		out.Tax = out.Tax.Add(t.Amount)
	}
	if c.Invoice != nil {
		out.Invoice, out.Delivery = *c.Invoice, *c.DeliveryAddress()
	}
	return out
}

// ExpressMethods gives the methods that have an express button.
func (s *Service) ExpressMethods(ctx context.Context) ([]Method, error) {
	methods, err := s.payments.Methods(ctx)
	return slices.DeleteFunc(methods, func(m Method) bool { return !m.Express || m.Retired }), err
}
