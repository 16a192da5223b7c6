package catalog

import (
	"time"
	"unicode/utf8"

	"kontor.dev/kontor/core/money"
)

// Unit is what goods by measure are priced per (PAngV §§ 4, 5).
type Unit string

// The units.
const (
	Kilogram    Unit = "kg"
	Litre       Unit = "l"
	Metre       Unit = "m"
	SquareMetre Unit = "m2"
)

// Measure is how much of its unit a product is: 500,000 millionths of a litre.
type Measure struct {
	Unit  Unit  `json:"unit"`
	Micro int64 `json:"micro"` // millionths of the unit: milligrams of a kilogram
}

// BasePrice is what a whole unit costs.
type BasePrice struct {
	Price money.Amount `json:"price"`
	Unit  Unit         `json:"unit"`
}

// BasePrice gives the price of a unit where the product costs price, rounded to the cent; nil for no measure, and where
// the product is a whole unit, because the two prices are the same then (PAngV § 4(1)).
func (m *Measure) BasePrice(price money.Amount) *BasePrice {
	const whole = 1_000_000
	if m == nil || m.Micro <= 0 || m.Micro == whole || price.IsZero() {
		return nil
	}
	return &BasePrice{Price: price.Share(whole, m.Micro), Unit: m.Unit}
}

// Charger is what the pictogram and the charging label of Annex Ia to Directive 2014/53/EU say.
type Charger struct {
	Included      bool `json:"included"`
	MinWatts      int  `json:"minWatts"`      // that the device needs
	MaxWatts      int  `json:"maxWatts"`      // that it charges fastest with
	PowerDelivery bool `json:"powerDelivery"` // USB Power Delivery
}

// Guarantee is the producer's own guarantee of durability, longer than two years and free of charge: the label GARAN of
// Implementing Regulation (EU) 2025/1960.
type Guarantee struct {
	Years int    `json:"years"`
	Brand string `json:"brand"`
	Model string `json:"model"`
}

// Durability is what the producer says of how long a product lasts: article 6(1)(lb), (u) and (v) of Directive 2011/83/EU,
// as Directive (EU) 2024/825 has it. Each is said where the producer says it.
type Durability struct {
	UpdatesUntil string `json:"updatesUntil,omitempty"` // "2031-03-31": there are free software updates at least until then
	RepairScore  string `json:"repairScore,omitempty"`  // on the scale that applies to the product: "8,1/10", "B"
	Repair       Text   `json:"repair,omitzero"`        // spare parts, manuals and limits of repair, where there is no score
}

// Hidden are what a shop does not say of its products, because no law of its market asks for it. The zero value hides
// nothing.
type Hidden struct {
	UVP         bool // the manufacturer's recommended price: § 5 UWG
	LowestPrice bool // of the 30 days before a reduction: PAngV § 11
	BasePrice   bool // PAngV § 4
	Energy      bool // Regulation (EU) 2017/1369
	Charger     bool // Directive (EU) 2022/2380
	Guarantee   bool // the producer's: Implementing Regulation (EU) 2025/1960
	Durability  bool // Directive (EU) 2024/825
	Safety      bool // Regulation (EU) 2023/988
}

// Hide takes it off a product that was read.
func (h Hidden) Hide(p *Product) {
	if h.UVP {
		p.Prices.UVP = money.Amount{}
	}
	if h.LowestPrice {
		p.Prices.Lowest30 = money.Amount{}
	}
	if h.BasePrice {
		p.Measure, p.Prices.Base = nil, nil
	}
	if h.Energy {
		p.Energy = nil
	}
	if h.Charger {
		p.Charger = nil
	}
	if h.Guarantee {
		p.Guarantee = nil
	}
	if h.Durability {
		p.Durability = nil
	}
	if h.Safety {
		p.Safety = Safety{}
	}
}

// labels says what is wrong with a product's measure, charger, guarantee and durability.
func (f *fields) labels(p *Product) {
	if m := p.Measure; m != nil {
		f.must(m.Unit == Kilogram || m.Unit == Litre || m.Unit == Metre || m.Unit == SquareMetre, "measure.unit", "unit_unknown")
		f.must(m.Micro > 0 && m.Micro <= MaxNumber, "measure.micro", "out_of_range")
	}
	if c := p.Charger; c != nil {
		const most = 240 // watts by USB Power Delivery
		f.must(c.MinWatts > 0 && c.MinWatts <= most, "charger.minWatts", "out_of_range")
		f.must(c.MaxWatts >= c.MinWatts && c.MaxWatts <= most, "charger.maxWatts", "out_of_range")
	}
	if g := p.Guarantee; g != nil {
		f.must(g.Years > 2 && g.Years <= 99, "guarantee.years", "out_of_range")
		f.must(g.Brand != "", "guarantee.brand", "missing")
		f.must(g.Model != "", "guarantee.model", "missing")
	}
	if d := p.Durability; d != nil {
		_, err := time.Parse(time.DateOnly, d.UpdatesUntil)
		f.must(d.UpdatesUntil == "" || err == nil, "durability.updatesUntil", "invalid")
		f.must(utf8.RuneCountInString(d.RepairScore) <= 20, "durability.repairScore", "too_long")
		f.must(*d != Durability{}, "durability", "missing")
	}
}
