// Package pricing computes every total of the shop, in one place and to the cent, and packs what is sent.
package pricing

import (
	"kontor.dev/kontor/core/money"
)

// Item is a line to be priced. All amounts are gross, per unit.
type Item struct {
	ProductID int64
	Quantity  int
	Unit      money.Amount
	TaxRate   int64 // hundredths of a percent
	Warranty  money.Amount

	WeightGrams int // of one; 0 weighs nothing
}

// Discount takes an amount off the goods, or a rate of them; never below zero.
type Discount struct {
	Code    string
	Amount  money.Amount
	Percent int64        // hundredths of a percent, used when Amount is zero
	Minimum money.Amount // of the goods, below which it does not apply

	Promotion bool // the shop gives it without a code
}

// Input is all that a total depends on.
type Input struct {
	Items     []Item
	Shipping  []money.Amount // of each delivery
	Fee       money.Amount   // of the payment method
	NoRisk    money.Amount   // the no-risk-much-fun package: a service of its own, taxed at StandardRate, which no discount touches
	Discounts []Discount
	NetOnly   bool // no German VAT, as Sale.NetOnly has it: the unit prices' VAT is taken out
}

// Sale is what decides whether German VAT is on it.
type Sale struct {
	Business  bool
	VATID     string // of another member state, whose form was checked against the country of the invoice
	Abroad    bool   // the goods are to go to another member state
	Collected bool   // the customer fetches some of them from the store
}

// NetOnly reports whether the sale is an intra-Union supply, free of German VAT (§§ 4 no. 1b, 6a UStG): the shop brings the
// goods to a business in another member state, and can prove it. What a customer fetches is sold at the counter, in
// Germany (§ 3(6) UStG): who takes it abroad would owe the shop a proof of transport, which the checkout does not ask for.
// An order is priced as one: where a part of it is fetched, all of it is taxed, the no-risk-much-fun package for its goods
// included, and two orders keep them apart.
func (s Sale) NetOnly() bool { return s.Business && s.VATID != "" && s.Abroad && !s.Collected }

// Applied is a discount that took effect.
type Applied struct {
	Code   string       `json:"code"`
	Amount money.Amount `json:"amount"` // positive

	Promotion bool `json:"promotion,omitempty"` // the shop gives it without a code
}

// Tax is the VAT contained in a total at one rate.
type Tax struct {
	Rate   int64        `json:"rate"` // hundredths of a percent
	Amount money.Amount `json:"amount"`
}

// StandardRate is the German VAT of services, in hundredths of a percent.
const StandardRate = 1900

// Totals is the result. Total = Subtotal + NoRisk + Shipping + Fee - the discounts; Taxes are contained in it.
type Totals struct {
	Subtotal  money.Amount `json:"subtotal"` // goods and warranties
	Shipping  money.Amount `json:"shipping"`
	Fee       money.Amount `json:"fee"`
	NoRisk    money.Amount `json:"noRiskMuchFun"`
	Discounts []Applied    `json:"discounts"`
	Taxes     []Tax        `json:"taxes"` // by falling rate; shipping and fee share the rates of the goods
	Total     money.Amount `json:"total"`
}

// NetOnly reports whether a total of goods was computed without German VAT.
func (t Totals) NetOnly() bool { return len(t.Taxes) == 0 }
