package catalog_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
)

func TestBasePriceOfAMeasure(t *testing.T) {
	for _, c := range []struct {
		measure *catalog.Measure
		price   int64
		want    int64 // 0 for none
	}{
		{nil, 999, 0},
		{&catalog.Measure{Unit: catalog.Litre, Micro: 1_000_000}, 999, 0},
		{&catalog.Measure{Unit: catalog.Litre, Micro: 250_000}, 399, 1596},
		{&catalog.Measure{Unit: catalog.Metre, Micro: 100_000_000}, 8990, 90},
		{&catalog.Measure{Unit: catalog.Kilogram, Micro: 3000}, 799, 266333},
		{&catalog.Measure{Unit: catalog.Kilogram, Micro: 3500}, 799, 228286}, // three and a half grams
		{&catalog.Measure{Unit: catalog.Litre, Micro: 250_000}, 0, 0},
	} {
		base := c.measure.BasePrice(money.Euro(c.price))
		if c.want == 0 {
			require.Nil(t, base)
			continue
		}
		require.Equal(t, &catalog.BasePrice{Price: money.Euro(c.want), Unit: c.measure.Unit}, base)
	}
}

// What is bought at the base price costs what the product does, to the cent that rounding takes.
func TestBasePriceTimesTheMeasureIsThePrice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		price := rapid.Int64Range(1, 1_000_000).Draw(t, "price")
		micro := rapid.Int64Range(1, 1_000_000_000).Filter(func(n int64) bool { return n != 1_000_000 }).Draw(t, "micro")
		base := (&catalog.Measure{Unit: catalog.Metre, Micro: micro}).BasePrice(money.Euro(price))
		off := base.Price.Minor*micro - price*1_000_000
		require.LessOrEqual(t, max(off, -off), micro/2+1)
	})
}

func TestLabelsAreChecked(t *testing.T) {
	bad := &catalog.Product{
		Measure: &catalog.Measure{Unit: "Stück"}, Charger: &catalog.Charger{MinWatts: 60, MaxWatts: 30},
		Guarantee: &catalog.Guarantee{Years: 2}, Durability: &catalog.Durability{UpdatesUntil: "31.12.2030", RepairScore: "eight point one out of ten"},
	}
	found := map[string]string{}
	for _, f := range catalog.CheckProduct(bad, nil) {
		found[f.Name] = f.Reason
	}
	for name, reason := range map[string]string{
		"measure.unit": "unit_unknown", "measure.micro": "out_of_range", "charger.maxWatts": "out_of_range",
		"guarantee.years": "out_of_range", "guarantee.brand": "missing", "guarantee.model": "missing",
		"durability.updatesUntil": "invalid", "durability.repairScore": "too_long",
	} {
		require.Equal(t, reason, found[name], name)
	}
}

// Each switch takes off what it is about and nothing else.
func TestWhatIsHiddenIsNotSaid(t *testing.T) {
	whole := func() *catalog.Product {
		return &catalog.Product{
			Prices: catalog.Prices{Price: money.Euro(90), UVP: money.Euro(120), Lowest30: money.Euro(100), Base: &catalog.BasePrice{Unit: catalog.Metre}},
			Energy: &catalog.Energy{Class: "A"}, Safety: catalog.Safety{Manufacturer: "Acme"}, Measure: &catalog.Measure{Unit: catalog.Metre},
			Charger: &catalog.Charger{}, Guarantee: &catalog.Guarantee{Years: 3},
			Durability: &catalog.Durability{RepairScore: "B"},
		}
	}
	for name, c := range map[string]struct {
		hidden catalog.Hidden
		spoil  func(*catalog.Product)
	}{
		"nothing":      {catalog.Hidden{}, func(*catalog.Product) {}},
		"UVP":          {catalog.Hidden{UVP: true}, func(p *catalog.Product) { p.Prices.UVP = money.Amount{} }},
		"durability":   {catalog.Hidden{Durability: true}, func(p *catalog.Product) { p.Durability = nil }},
		"lowest price": {catalog.Hidden{LowestPrice: true}, func(p *catalog.Product) { p.Prices.Lowest30 = money.Amount{} }},
		"base price":   {catalog.Hidden{BasePrice: true}, func(p *catalog.Product) { p.Prices.Base, p.Measure = nil, nil }},
		"energy":       {catalog.Hidden{Energy: true}, func(p *catalog.Product) { p.Energy = nil }},
		"charger":      {catalog.Hidden{Charger: true}, func(p *catalog.Product) { p.Charger = nil }},
		"guarantee":    {catalog.Hidden{Guarantee: true}, func(p *catalog.Product) { p.Guarantee = nil }},
		"safety":       {catalog.Hidden{Safety: true}, func(p *catalog.Product) { p.Safety = catalog.Safety{} }},
	} {
		got, want := whole(), whole()
		c.hidden.Hide(got)
		c.spoil(want)
		require.Equal(t, want, got, name)
	}
}
