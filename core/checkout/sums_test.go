package checkout

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/voucher"
)

// drawnSnapshot is a checkout of anybody for anything: a person or a business, at home or abroad with a VAT id, of parcels
// and freight with warranties at several rates of VAT.
func drawnSnapshot(t *rapid.T) *Snapshot {
	snap := snapshotOf(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Item {
		i := item(rapid.IntRange(0, 60000).Draw(t, "grams"), rapid.IntRange(1, 9).Draw(t, "quantity"))
		i.Unit, i.TaxRate = money.Euro(rapid.Int64Range(1, 300_000).Draw(t, "unit")), rapid.SampledFrom([]int64{700, 1900}).Draw(t, "rate")
		i.Warranty = money.Euro(rapid.Int64Range(0, 20_000).Draw(t, "warranty"))
		i.WarrantyTitle = catalog.Text{DE: rapid.SampledFrom([]string{"", "auf 3 Jahre"}).Draw(t, "title")}
		i.Bundle = []catalog.BundlePart{{Quantity: 1, Title: i.WarrantyTitle}}
		i.Uncovered = rapid.Bool().Draw(t, "uncovered")
		return i
	}), 1, 6).Draw(t, "items")...)
	c := snap.Checkout
	c.Business, c.NoRisk, c.PaymentCode = rapid.Bool().Draw(t, "business"), rapid.Bool().Draw(t, "package"), rapid.SampledFrom([]string{"", "paid", "moneyorder"}).Draw(t, "method")
	if rapid.Bool().Draw(t, "abroad") {
		c.Invoice = &address.Address{CountryID: 14}
		c.VATID = "ATU37675002"
	}
	c.ShippingCodes = rapid.SliceOfN(rapid.SampledFrom([]string{"", "pickup_selfcollector_1", "freight", "parcel"}), 0, 2).Draw(t, "codes")
	return snap
}

// What the customer reads adds up to the cent, whoever buys what: each price that is shown is what it adds to the total, and the
// order that is frozen is what was shown.
func TestWhatIsShownAddsUpForWhomeverBuysWhatever(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		snap := drawnSnapshot(t)
		s := &Service{shipping: &roads{limit: 31500}}
		parts, err := s.deliveries(context.Background(), snap)
		require.NoError(t, err)
		code := voucher.Voucher{
			Code: "FROH", Amount: money.Euro(rapid.Int64Range(0, 100_000).Draw(t, "off")), Percent: rapid.Int64Range(1, 10000).Draw(t, "percent"),
		}
		p := &priced{snapshot: snap, noRisk: DefaultExtras.noRisk(snap)}
		p.choose([]Method{{Code: "paid", Fee: money.Euro(200)}, {Code: "moneyorder", Fee: money.Euro(0)}}, parts)
		discounts := append(voucher.Discounts([]*voucher.Voucher{&code}, time.Now(), money.Euro(0)), DefaultExtras.promotions(snap)...)
		p.price(discounts)
		v, frozen := p.view(catalog.German), p.lines()

		goods, bought, sent, off := money.Euro(0), money.Euro(0), money.Euro(0), money.Euro(0)
		for n, one := range v.Products {
			goods = goods.Add(one.Total)
			require.Equal(t, one.Price.Times(int64(one.Quantity)), one.Total)
			require.Equal(t, one.Price, frozen[n].Price(p.totals.NetOnly()))
			require.Equal(t, []any{snap.Items[n].WarrantyTitle, snap.Items[n].Bundle}, []any{frozen[n].WarrantyTitle, frozen[n].Bundle})
			bought = bought.Add(frozen[n].Price(p.totals.NetOnly()).Times(int64(frozen[n].Quantity)))
		}
		for _, one := range v.Shipping {
			sent = sent.Add(one.Fee)
		}
		for _, one := range v.Totals.Discounts {
			off = off.Add(one.Amount)
		}
		require.Equal(t, []money.Amount{v.Totals.Subtotal, v.Totals.Subtotal, v.Totals.Shipping}, []money.Amount{goods, bought, sent})
		if v.NoRiskMuchFun.Status == NoRiskAdded {
			require.Equal(t, v.NoRiskMuchFun.Cost, v.Totals.NoRisk)
		} else {
			require.Zero(t, v.Totals.NoRisk.Minor)
		}
		for _, m := range v.Payment.Methods {
			if m.Code == v.Payment.Selected {
				require.Equal(t, m.Fee, v.Totals.Fee)
			}
		}
		require.Equal(t, goods.Add(sent).Add(v.Totals.Fee).Add(v.Totals.NoRisk).Sub(off), v.Totals.Total)
		require.GreaterOrEqual(t, v.Totals.Total.Minor, int64(0))
		var tax int64
		for _, one := range v.TaxValue {
			tax += one.Amount.Minor
		}
		require.LessOrEqual(t, tax, v.Totals.Total.Minor)
	})
}
