package checkout

import (
	"context"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
	"kontor.dev/kontor/core/voucher"
)

// Extras are what the shop offers beside the goods.
type Extras struct {
	Private, Business NoRisk              // the no-risk-much-fun package by customer type
	Promotions        []voucher.Promotion // discounts without a code to enter
}

// NoRisk prices the no-risk-much-fun package. The zero value is not offered.
type NoRisk struct {
	Percent int64        // of the value of the goods, hundredths of a percent
	Minimum money.Amount // what it costs at least
}

// DefaultExtras offers the package, and business customers 20 euro off from 1000 euro.
var DefaultExtras = Extras{
	Private:    NoRisk{Percent: 200, Minimum: money.Euro(499)},
	Business:   NoRisk{Percent: 300},
	Promotions: []voucher.Promotion{voucher.BusinessPromotion},
}

// The states of the package.
const (
	NoRiskUnavailable = "unavailable" // not offered for these goods
	NoRiskOffered     = "offered"
	NoRiskAdded       = "added"
)

// NoRiskView is the no-risk-much-fun package as this checkout can have it.
type NoRiskView struct {
	Status           string       `json:"status" enum:"unavailable,offered,added"`
	Cost             money.Amount `json:"cost"`
	Percent          int64        `json:"percent"` // hundredths of a percent
	ExcludedProducts []int64      `json:"excludedProducts"`
}

// charged is what the package adds to the total.
func (v NoRiskView) charged() money.Amount {
	if v.Status != NoRiskAdded {
		return money.Euro(0)
	}
	return v.Cost
}

func (e Extras) noRisk(snap *Snapshot) NoRiskView {
	tier := e.Private
	if snap.Checkout.Business {
		tier = e.Business
	}
	v := NoRiskView{Status: NoRiskUnavailable, Cost: money.Euro(0), Percent: tier.Percent, ExcludedProducts: []int64{}}
	covered := money.Euro(0)
	for _, i := range snap.Items {
		if i.Uncovered {
			v.ExcludedProducts = append(v.ExcludedProducts, i.ProductID)
			continue
		}
		covered = covered.Add(i.priced().Gross().Times(int64(i.Quantity)))
	}
	if tier.Percent == 0 || covered.IsZero() {
		return v
	}
	v.Cost = money.Euro(max(covered.Share(tier.Percent, 10000).Minor, tier.Minimum.Minor))
	v.Status = NoRiskOffered
	if snap.Checkout.NoRisk {
		v.Status = NoRiskAdded
	}
	return v
}

func (e Extras) promotions(snap *Snapshot) []pricing.Discount {
	return voucher.Promoted(e.Promotions, snap.Checkout.Business)
}

// SetNoRisk adds the no-risk-much-fun package or takes it off; twice is once. Fault Conflict ("no_risk_not_offered").
func (s *Service) SetNoRisk(ctx context.Context, cartID string, lang catalog.Lang, add bool) (*View, error) {
	if add {
		snap, err := s.store.Snapshot(ctx, cartID)
		if err != nil {
			return nil, err
		}
		if snap.Checkout != nil && s.extras.noRisk(snap).Status == NoRiskUnavailable {
			return nil, fault.New(fault.Conflict, "no_risk_not_offered")
		}
	}
	return s.amend(ctx, cartID, lang, func() (*Snapshot, error) { return s.store.SetNoRisk(ctx, cartID, add) })
}
