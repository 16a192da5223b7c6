package voucher

import (
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// Promotion is a discount that nobody has to enter a code for.
type Promotion struct {
	Code     string // names it in totals; no voucher has it
	Amount   money.Amount
	Minimum  money.Amount // of the goods
	Business bool         // for business customers only
}

// BusinessPromotion takes 20 euro off the orders of business customers from 1000 euro.
var BusinessPromotion = Promotion{Code: "business", Amount: money.Euro(2000), Minimum: money.Euro(100000), Business: true}

// Promoted gives the discounts of the promotions that are for such a customer.
func Promoted(list []Promotion, business bool) []pricing.Discount {
	var discounts []pricing.Discount
	for _, p := range list {
		if business || !p.Business {
			discounts = append(discounts, pricing.Discount{Code: p.Code, Amount: p.Amount, Minimum: p.Minimum, Promotion: true})
		}
	}
	return discounts
}
