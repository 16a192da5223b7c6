package checkout

import (
	"slices"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
	"kontor.dev/kontor/core/voucher"
)

// Step is a step of the checkout page.
type Step string

// The steps, in order.
const (
	StepLogin        Step = "login"
	StepAddress      Step = "address"
	StepPayment      Step = "payment"
	StepShipping     Step = "shipping"
	StepConfirmation Step = "confirmation"
)

// View is what the checkout page shows, in one language; every call of the checkout answers with it.
type View struct {
	Revision                     string            `json:"revision"` // of what is shown, for the call that buys
	CheckoutType                 Type              `json:"checkoutType"`
	Error                        string            `json:"error,omitempty"` // why the last attempt failed: a translation key
	UnderWay                     *UnderWay         `json:"underWay,omitempty"`
	OrderID                      int64             `json:"orderId,omitempty"`
	CustomerID                   int64             `json:"customerId"` // 0 is a guest
	CustomerEmail                string            `json:"customerEmail"`
	TelephoneNumber              string            `json:"telephoneNumber"`
	BusinessCustomer             bool              `json:"businessCustomer"`
	B2BTrackingType              string            `json:"b2bTrackingType" enum:"b2b,b2c"` // the kind of customer, as tracking services call it
	VATID                        string            `json:"vatId,omitempty"`
	InvoiceData                  *AddressView      `json:"invoiceData,omitempty"`
	Delivery                     *AddressView      `json:"delivery,omitempty"`
	DifferentDeliveryAddress     bool              `json:"differentDeliveryAddress"`
	MandatoryDeliveryAddress     bool              `json:"mandatoryDeliveryAddress"`
	DeliveryAddressEditable      bool              `json:"deliveryAddressEditable"`
	InvoiceAddressEditable       bool              `json:"invoiceAddressEditable"`   // false: the shop's people change it
	DeliveryAllowedCountries     []int             `json:"deliveryAllowedCountries"` // empty is all that the shop serves
	DeliveryRestrictedProductIDs []int64           `json:"deliveryRestrictedProductIds"`
	BillingRestrictedProductIDs  []int64           `json:"billingRestrictedProductIds"`
	SoldOutProductIDs            []int64           `json:"soldOutProductIds,omitempty"` // of a refused submit: what there is too little of
	Payment                      PaymentView       `json:"payment"`
	PhoneRequired                bool              `json:"phoneRequired"` // a carrier has to call the customer
	Modules                      []Module          `json:"modules"`       // one per delivery
	Shipping                     []OptionView      `json:"shipping"`      // chosen, one per delivery that has an option
	Products                     []ProductView     `json:"products"`
	ProductsGone                 []ProductGone     `json:"productsGone,omitempty" doc:"what is in the cart and the shop no longer sells, and so is not ordered"`
	Coupons                      []pricing.Applied `json:"coupons"`
	LapsedCoupons                []LapsedCoupon    `json:"lapsedCoupons"` // on the cart, and taking nothing off
	MaxRedeemableCoupons         int               `json:"maxRedeemableCoupons"`
	NoRiskMuchFun                NoRiskView        `json:"noRiskMuchFun"`
	TaxValue                     []pricing.Tax     `json:"taxValue"`
	Totals                       pricing.Totals    `json:"totals"`
	ProductsCount                int               `json:"productsCount"`
	NextStep                     Step              `json:"nextStep"`
	// Paylater and Paynow are the open sessions of the two buy-now-pay-later methods; missing before there are any.
	Paylater *PaymentSession `json:"paylater,omitempty"`
	Paynow   *PaymentSession `json:"paynow,omitempty"`
}

// AddressView is an address with its country in words.
type AddressView struct {
	address.Address
	CountryName string `json:"countryName"`
}

// agrees reports whether the checkout is the customer's and says what the account does, except for what an express provider
// told, whose invoice address is not of the address book.
func (v *View) agrees(o *Owner) bool {
	if v.CustomerID != o.CustomerID || v.CheckoutType == Lite && o.Type() != Lite || v.BusinessCustomer != o.Business || v.VATID != o.VATID {
		return false
	}
	switch {
	case v.InvoiceData == nil:
		return v.CustomerEmail == o.Email && o.Invoice == nil
	case v.InvoiceData.ID == 0:
		return true
	}
	return v.CustomerEmail == o.Email && o.Invoice != nil && v.InvoiceData.Address == *o.Invoice
}

func addressView(a *address.Address, lang catalog.Lang) *AddressView {
	if a == nil {
		return nil
	}
	country, _ := address.CountryByID(a.CountryID)
	return &AddressView{Address: *a, CountryName: country.Name.In(lang)}
}

// PaymentView is the choice of payment methods.
type PaymentView struct {
	Selected string       `json:"selected,omitempty"`
	Methods  []MethodView `json:"methods"`
}

// MethodView is a payment method; one that is not available says what the customer can change to have it.
type MethodView struct {
	Code      string       `json:"code"`
	Title     string       `json:"title"`
	Hint      string       `json:"hint"`
	Tip       string       `json:"tip"`
	Logo      string       `json:"logo"`
	Fee       money.Amount `json:"fee"`
	Flow      string       `json:"flow"`
	Needs     []Need       `json:"needs"`   // what only the browser knows, or still has to do
	Express   bool         `json:"express"` // has an express button
	Available bool         `json:"available"`
	Reason    string       `json:"reason,omitempty"` // a translation key
}

// Module is a delivery with the carriers that serve it and the choice of their options.
type Module struct {
	ID              int              `json:"id"` // 1 is the first
	ShippingModules []ShippingModule `json:"shippingModules"`
	Selected        string           `json:"selected,omitempty"`
	Options         []OptionView     `json:"options"`
}

// ShippingModule is a carrier.
type ShippingModule struct {
	DistributorID string `json:"distributorId"`
}

// OptionView is a way to deliver.
type OptionView struct {
	ID            string       `json:"id"`
	Title         string       `json:"title"`
	Fee           money.Amount `json:"fee"`
	DeliveryNote  string       `json:"deliveryNote"`
	Tip           string       `json:"tip"`
	DistributorID string       `json:"distributorId"`
	Pickup        bool         `json:"pickup"`
}

// ProductView is a line of the order summary. Price is of one, warranty included; Total of all.
type ProductView struct {
	DeliveryID int          `json:"deliveryId"` // of its module
	ID         int64        `json:"id"`
	Name       string       `json:"name"`
	Image      string       `json:"image"`
	Quantity   int          `json:"quantity"`
	Price      money.Amount `json:"price"`
	Total      money.Amount `json:"total"`
	URL        string       `json:"url"`
	Warranty   string       `json:"warranty,omitempty"` // what the warranty extension in Price is called
	Bundle     string       `json:"bundle,omitempty"`   // what comes in the pack with it
	// RecommendedRetailPrice is of one, without warranty; missing unless the product costs less.
	RecommendedRetailPrice money.Amount `json:"recommendedRetailPrice,omitzero"`
}

// ProductGone is a product in a cart that is no longer sold.
type ProductGone struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// LapsedCoupon is a voucher that was added and does not apply as the order is now; it does again once that has passed.
type LapsedCoupon struct {
	Code   string `json:"code"`
	Reason string `json:"reason"` // a translation key: those of voucher.Check, and voucher_unknown
}

// MaxCoupons is how many vouchers an order takes.
const MaxCoupons = voucher.MaxPerOrder

// view puts a priced snapshot into words.
func (p *priced) view(lang catalog.Lang) *View {
	c := p.snapshot.Checkout
	v := &View{
		Revision: p.snapshot.revision(), CheckoutType: c.Type, Error: c.LastReason, UnderWay: p.underWay(lang), OrderID: c.OrderID, CustomerID: c.CustomerID,
		CustomerEmail: c.Email, TelephoneNumber: c.Phone, BusinessCustomer: c.Business, B2BTrackingType: c.trackingType(), VATID: c.VATID,
		InvoiceData: addressView(c.Invoice, lang), Delivery: addressView(c.Delivery, lang), DifferentDeliveryAddress: c.Delivery != nil || p.mustDiffer,
		MandatoryDeliveryAddress: p.mustDiffer, DeliveryAddressEditable: true, InvoiceAddressEditable: !c.billed(),
		DeliveryAllowedCountries: p.deliverable, DeliveryRestrictedProductIDs: p.undeliverable,
		BillingRestrictedProductIDs: p.unbillable,
		Payment:                     PaymentView{Selected: p.method.Code, Methods: make([]MethodView, 0, len(p.methods))},
		PhoneRequired:               p.needsPhone(), Modules: []Module{}, Shipping: []OptionView{}, Coupons: []pricing.Applied{},
		LapsedCoupons: append([]LapsedCoupon{}, p.lapsed...),
		ProductsGone:  p.snapshot.Gone,
		Products:      make([]ProductView, 0, len(p.snapshot.Items)), NoRiskMuchFun: p.noRisk, MaxRedeemableCoupons: MaxCoupons, TaxValue: p.totals.Taxes, Totals: p.totals, NextStep: p.next(),
	}
	in := p.input(nil) // prices are shown as the sums count them
	v.NoRiskMuchFun.Cost = in.Service(p.noRisk.Cost)
	for _, d := range p.totals.Discounts {
		if !d.Promotion {
			v.Coupons = append(v.Coupons, d)
		}
	}
	for _, m := range p.methods {
		if !m.fixable() {
			continue
		}
		v.Payment.Methods = append(v.Payment.Methods, MethodView{
			Code: m.Code, Title: m.Title.In(lang), Hint: m.Hint.In(lang), Tip: m.Tip.In(lang), Logo: m.LogoURL,
			Fee: in.Extra(m.Fee), Flow: m.Flow, Needs: append([]Need{}, m.Needs...), Express: m.Express,
			Available: m.reason == "", Reason: m.reason,
		})
	}
	v.Paylater, v.Paynow = c.session("klarnapaylater"), c.session("klarnapaynow")
	at := map[int]int{}
	for n, d := range p.deliveries {
		v.Modules = append(v.Modules, d.view(n+1, in, lang))
		if d.option.ID != "" {
			v.Shipping = append(v.Shipping, d.option.view(in, lang))
		}
		for _, i := range d.items {
			at[i] = n + 1
		}
	}
	for n, i := range p.snapshot.Items {
		unit := i.priced().Price(in.NetOnly)
		v.Products = append(v.Products, ProductView{
			DeliveryID: at[n], ID: i.ProductID, Name: i.Name, Image: i.Image, Quantity: i.Quantity, Price: unit,
			Total: unit.Times(int64(i.Quantity)), URL: "/produkt/" + i.Slug, RecommendedRetailPrice: i.recommended(),
			Warranty: i.WarrantyTitle.In(lang), Bundle: catalog.BundleText(i.Bundle, lang),
		})
		v.ProductsCount += i.Quantity
	}
	return v
}

func (d *delivery) view(id int, in pricing.Input, lang catalog.Lang) Module {
	m := Module{ID: id, ShippingModules: []ShippingModule{}, Selected: d.option.ID, Options: make([]OptionView, len(d.options))}
	for i, o := range d.options {
		m.Options[i] = o.view(in, lang)
		if carrier := (ShippingModule{o.DistributorID}); !slices.Contains(m.ShippingModules, carrier) {
			m.ShippingModules = append(m.ShippingModules, carrier)
		}
	}
	return m
}

func (o ShippingOption) view(in pricing.Input, lang catalog.Lang) OptionView {
	return OptionView{
		ID: o.ID, Title: o.Title.In(lang), Fee: in.Extra(o.Fee), DeliveryNote: o.DeliveryNote.In(lang), Tip: o.Tip.In(lang),
		DistributorID: o.DistributorID, Pickup: o.Pickup,
	}
}

// trackingType is what tracking services call the kind of customer.
func (c *Checkout) trackingType() string {
	if c.Business {
		return "b2b"
	}
	return "b2c"
}

func (c *Checkout) session(method string) *PaymentSession {
	if s, ok := c.Sessions[method]; ok {
		return &s.PaymentSession
	}
	return nil
}
