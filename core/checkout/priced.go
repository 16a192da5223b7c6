package checkout

import (
	"slices"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
	"kontor.dev/kontor/core/voucher"
)

// offered is a method with the reason why this checkout cannot have it, "" when it can.
type offered struct {
	*Method // in the list that it was chosen from
	reason  string
}

// Reasons that the customer cannot do anything about here: such a method is not shown.
const (
	reasonCountry      = "checkout_payment_method_not_available_for_delivery_country"
	reasonCustomerType = "payment_method_customer_type"
	reasonAmount       = "payment_method_amount"
)

// reasonRefused is of an address that a carrier would refuse: another address is needed, or another carrier.
const reasonRefused = "checkout_delivery_address_refused"

// fixable reports whether the method can be had, or could be after another choice in the checkout.
func (o offered) fixable() bool {
	return o.reason != reasonCountry && o.reason != reasonCustomerType && o.reason != reasonAmount
}

// priced is a snapshot with everything that follows from it: what may be delivered where, which methods and options
// there are, which are chosen, and the total.
type priced struct {
	snapshot      *Snapshot
	methods       []offered
	deliveries    []*delivery
	method        Method       // chosen and available, or zero
	paying        catalog.Text // what the method of the last attempt is called
	totals        pricing.Totals
	lapsed        []LapsedCoupon
	noRisk        NoRiskView
	deliverable   []int // countries, empty is all
	undeliverable []int64
	unbillable    []int64
	mustDiffer    bool         // the goods may be billed to the invoice country but not sent there, and may go elsewhere
	assumed       money.Amount // standard shipping, while nobody knows where to
}

// restrict finds the products that may not go to the countries of the addresses: all of them, where the billing country has
// changed since the delivery address was taken and the reach is that country alone, or where they would be exported.
func (p *priced) restrict(reach address.Reach) {
	c := p.snapshot.Checkout
	beyond := reach == address.BilledCountry && c.Delivery != nil && c.Invoice != nil && c.Delivery.CountryID != c.Invoice.CountryID
	p.undeliverable, p.unbillable, p.deliverable = []int64{}, []int64{}, []int{}
	limited := false
	for _, i := range p.snapshot.Items {
		if to := c.DeliveryAddress(); to != nil && (beyond || to.Export() || !serves(i.DeliveryCountries, to.CountryID)) {
			p.undeliverable = append(p.undeliverable, i.ProductID)
		}
		if c.Invoice != nil && !serves(i.BillingCountries, c.Invoice.CountryID) {
			p.unbillable = append(p.unbillable, i.ProductID)
		}
		switch {
		case len(i.DeliveryCountries) == 0:
		case !limited:
			p.deliverable, limited = slices.Clone(i.DeliveryCountries), true
		default:
			p.deliverable = slices.DeleteFunc(p.deliverable, func(id int) bool {
				return !slices.Contains(i.DeliveryCountries, id)
			})
		}
	}
	elsewhere := reach == address.ServedCountries && (!limited || len(p.deliverable) > 0)
	p.mustDiffer = elsewhere && c.Delivery == nil && len(p.undeliverable) > 0 && len(p.unbillable) == 0
}

func serves(countries []int, id int) bool {
	return len(countries) == 0 || slices.Contains(countries, id)
}

// choose settles shipping and payment on each other: a method may be for some kinds of delivery only.
func (p *priced) choose(methods []Method, deliveries []*delivery) {
	c := p.snapshot.Checkout
	p.methods = make([]offered, 0, len(methods))
	for i := range methods {
		m := &methods[i]
		if m.Retired {
			continue
		}
		o := offered{Method: m, reason: p.refuses(m)}
		if o.reason == "" && slices.ContainsFunc(deliveries, func(d *delivery) bool { return d.rules(m) }) {
			o.reason = "payment_method_delivery"
			if m.PickupOnly() {
				o.reason = "payment_method_pickup_only"
			}
		}
		p.methods = append(p.methods, o)
		if m.Code == c.PaymentCode && o.reason == "" {
			p.method = *m
		}
	}
	p.deliveries = deliveries
	p.ship()
}

// ship settles each delivery on an option that goes with the method: the chosen one, or else the standard one.
func (p *priced) ship() {
	c := p.snapshot.Checkout
	for n, d := range p.deliveries {
		d.options = goingWith(&p.method, d.offered)
		at := -1
		if n < len(c.ShippingCodes) {
			at = slices.IndexFunc(d.options, func(o ShippingOption) bool { return o.ID == c.ShippingCodes[n] })
		}
		if at < 0 {
			at = standard(d.options)
		}
		if at >= 0 {
			d.option = d.options[at]
		}
	}
}

// misses says why the checkout has not got what was asked for, "" when it has. Empty codes ask for nothing, and before
// there is an address nobody knows what carriers offer.
func (p *priced) misses(payment string, shipping []string) string {
	if payment != "" && p.method.Code != payment {
		for _, m := range p.methods {
			if m.Code == payment && m.reason != "" {
				return m.reason
			}
		}
		return "payment_method_not_available"
	}
	if p.snapshot.Checkout.DeliveryAddress() == nil {
		return ""
	}
	for n, code := range shipping {
		if code != "" && (n >= len(p.deliveries) || p.deliveries[n].option.ID != code) {
			return "shipping_option_not_available"
		}
	}
	return ""
}

// rules reports whether the delivery rules a method out: there are ways to deliver, and none that the method is for.
func (d *delivery) rules(m *Method) bool {
	return len(d.offered) > 0 && len(goingWith(m, d.offered)) == 0
}

// shipping is what each delivery costs.
func (p *priced) shipping() []money.Amount {
	fees := []money.Amount{p.assumed}
	for _, d := range p.deliveries {
		fees = append(fees, d.option.Fee)
	}
	return fees
}

// needsPhone reports whether a carrier has to call the customer, whose number is not known.
func (p *priced) needsPhone() bool {
	return slices.ContainsFunc(p.deliveries, func(d *delivery) bool { return d.option.NeedsPhone })
}

// goingWith gives the options that go with a method. Cash on delivery takes a carrier that collects it.
func goingWith(m *Method, options []ShippingOption) []ShippingOption {
	if len(m.Kinds) == 0 && m.Code != CashOnDelivery {
		return options
	}
	var out []ShippingOption
	for _, o := range options {
		if (len(m.Kinds) == 0 || slices.Contains(m.Kinds, o.Kind)) && (m.Code != CashOnDelivery || o.Collects) {
			out = append(out, o)
		}
	}
	return out
}

// refuses says why the method does not serve this checkout; limits of the total are seen by price.
func (p *priced) refuses(m *Method) string {
	c := p.snapshot.Checkout
	if c.Invoice != nil && !serves(m.Countries, c.Invoice.CountryID) {
		return reasonCountry
	}
	kind := "private"
	if c.Business {
		kind = "business"
	}
	if len(m.CustomerTypes) > 0 && !slices.Contains(m.CustomerTypes, kind) {
		return reasonCustomerType
	}
	for _, need := range m.Needs {
		switch {
		case need == NeedSameAddress && c.Delivery != nil && (c.Invoice == nil || !c.Delivery.Same(*c.Invoice)):
			return "payment_method_same_address"
		case need == NeedPhone && c.Invoice != nil && !c.reachable():
			return "payment_method_phone"
		case need == NeedAccount && c.Type != Customer && c.CustomerID == 0:
			return "payment_method_account"
		}
	}
	return ""
}

// price computes the total and drops methods whose limits it misses. Limits are the providers', and where a voucher pays for all
// of it none takes part.
func (p *priced) price(discounts []pricing.Discount) {
	p.totals = pricing.Compute(p.input(discounts))
	dropped := ""
	if p.beyond(&p.method) {
		dropped, p.method = p.method.Code, Method{}
		p.ship() // it narrows the ways to deliver no more
		p.totals = pricing.Compute(p.input(discounts))
	}
	for i, m := range p.methods {
		if m.reason == "" && (m.Code == dropped || p.beyond(m.Method)) {
			p.methods[i].reason = reasonAmount
		}
	}
}

// lapse notes the vouchers of the cart that take nothing off any more, as after it was emptied below their minimum, and why.
func (p *priced) lapse(held []*voucher.Voucher, now time.Time) {
	for _, code := range p.snapshot.Vouchers {
		applied := func(d pricing.Applied) bool { return d.Code == code && !d.Promotion }
		if slices.ContainsFunc(p.totals.Discounts, applied) {
			continue
		}
		reason := "voucher_unknown" // an operator has taken it away since
		if at := slices.IndexFunc(held, func(v *voucher.Voucher) bool { return v.Code == code }); at >= 0 {
			err := held[at].Check(now, p.totals.Subtotal) // as it is counted, which may be without VAT
			if err == nil {
				continue // there is nothing that it could be taken off
			}
			reason = fault.ReasonOf(err)
		}
		p.lapsed = append(p.lapsed, LapsedCoupon{Code: code, Reason: reason})
	}
}

// beyond reports whether the total without a fee is outside of a method's limits.
func (p *priced) beyond(m *Method) bool {
	goods := p.totals.Total.Sub(p.totals.Fee)
	if goods.IsZero() && m.Fee.IsZero() {
		return false
	}
	above := func(most money.Amount) bool { return !most.IsZero() && goods.Minor > most.Minor }
	return (!m.Min.IsZero() && goods.Minor < m.Min.Minor) || above(m.Max) || !p.snapshot.Checkout.Business && above(m.MaxPrivate)
}

func (p *priced) input(discounts []pricing.Discount) pricing.Input {
	c := p.snapshot.Checkout
	in := pricing.Input{Shipping: p.shipping(), Fee: p.method.Fee, NoRisk: p.noRisk.charged(), Discounts: discounts}
	if to := c.DeliveryAddress(); to != nil {
		in.NetOnly = pricing.Sale{
			Business: c.Business, VATID: c.billedVATID(), Abroad: to.CountryID != address.Germany,
			Collected: slices.ContainsFunc(p.deliveries, func(d *delivery) bool { return d.option.Pickup }),
		}.NetOnly()
	}
	in.Items = p.snapshot.priced()
	return in
}

// next is the first step that is not complete.
func (p *priced) next() Step {
	c := p.snapshot.Checkout
	switch {
	case c.Email == "":
		return StepLogin
	case c.Invoice == nil || len(p.undeliverable) > 0 || len(p.unbillable) > 0, p.needsPhone() && !c.reachable():
		return StepAddress
	case p.method.Code == "":
		return StepPayment
	case slices.ContainsFunc(p.deliveries, func(d *delivery) bool { return d.option.ID == "" }):
		return StepShipping
	}
	return StepConfirmation
}

// lacks is the reason why an incomplete checkout cannot be bought: what is missing, or that nothing is on offer for it.
func (p *priced) lacks() string {
	switch {
	case len(p.undeliverable) > 0:
		return "checkout_delivery_country_not_allow"
	case p.next() == StepPayment && !slices.ContainsFunc(p.methods, func(o offered) bool { return o.reason == "" }):
		return "checkout_no_payments"
	}
	return "checkout_incomplete"
}

// kind is how the goods reach the customer, in the first delivery when there are several.
func (p *priced) kind() DeliveryKind {
	if len(p.deliveries) == 0 {
		return ""
	}
	return p.deliveries[0].option.Kind
}

// frozen freezes the deliveries.
func (p *priced) frozen() []Delivery {
	out := make([]Delivery, len(p.deliveries))
	for n, d := range p.deliveries {
		out[n] = d.freeze(n + 1)
	}
	return out
}

// lines freezes the items.
func (p *priced) lines() []Line {
	lines := make([]Line, len(p.snapshot.Items))
	for n, i := range p.snapshot.Items {
		lines[n] = Line{
			ProductID: i.ProductID, ArticleNumber: i.ArticleNumber, Name: i.Name, Image: i.Image, Quantity: i.Quantity,
			Unit: i.Unit, TaxRate: i.TaxRate, WarrantyID: i.WarrantyID, Warranty: i.Warranty, Campus: i.Campus,
			WarrantyTitle: i.WarrantyTitle, Bundle: i.Bundle,
		}
		if i.Condition != catalog.New {
			lines[n].Condition = i.Condition
		}
	}
	return lines
}
