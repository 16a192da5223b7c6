package pricing

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kontor.dev/kontor/core/money"
)

// Of goods alone, each rate's tax is that of its own goods, to the cent.
func TestTaxOfEachRateIsOfItsOwnGoods(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := Input{Items: inputs.Draw(t, "in").Items}
		goods := map[int64]int64{}
		for _, item := range in.Items {
			goods[item.TaxRate] += (item.Unit.Minor + item.Warranty.Minor) * int64(item.Quantity)
		}
		got := Compute(in)
		require.Len(t, got.Taxes, len(goods))
		for _, tax := range got.Taxes {
			require.Equal(t, money.Euro(goods[tax.Rate]).IncludedTax(tax.Rate).Minor, tax.Amount.Minor, "rate %d", tax.Rate)
		}
	})
}

// A piece more on one line or the same piece on a line of its own is the same order.
func TestLinesOfOnePieceCostTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := inputs.Draw(t, "in")
		apart := in
		apart.Items = nil
		for _, item := range in.Items {
			one := item
			one.Quantity = 1
			for range item.Quantity {
				apart.Items = append(apart.Items, one)
			}
		}
		require.Equal(t, Compute(in), Compute(apart))
	})
}

// However large a coupon is, the goods cost nothing at least, the extras are paid, and no tax turns into a refund.
func TestACouponNeverPaysMoreThanTheGoods(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := inputs.Draw(t, "in")
		in.Discounts = append(in.Discounts, Discount{Code: "ALL", Amount: money.Euro(rapid.Int64Range(1, 1<<40).Draw(t, "amount"))})
		got := Compute(in)
		extras := got.Shipping.Minor + got.Fee.Minor + got.NoRisk.Minor
		require.GreaterOrEqual(t, got.Total.Minor, extras)
		for _, tax := range got.Taxes {
			require.GreaterOrEqual(t, tax.Amount.Minor, int64(0))
		}
		in.Discounts = in.Discounts[:len(in.Discounts)-1]
		require.LessOrEqual(t, got.Total.Minor, Compute(in).Total.Minor, "a coupon more costs nobody more")
	})
}
