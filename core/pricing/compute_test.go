package pricing

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kontor.dev/kontor/core/money"
)

func TestTotalsOfAnOrdinaryOrder(t *testing.T) {
	got := Compute(Input{
		Items: []Item{
			{ProductID: 1, Quantity: 2, Unit: money.Euro(59900), TaxRate: 1900, Warranty: money.Euro(4900)},
			{ProductID: 2, Quantity: 1, Unit: money.Euro(1999), TaxRate: 700},
		},
		Shipping:  []money.Amount{money.Euro(599)},
		Fee:       money.Euro(200),
		Discounts: []Discount{{Code: "ZEHN", Percent: 1000}},
	})
	require.Equal(t, money.Euro(131599), got.Subtotal)
	require.Equal(t, []Applied{{Code: "ZEHN", Amount: money.Euro(13160)}}, got.Discounts)
	require.Equal(t, money.Euro(131599+599+200-13160), got.Total)
	require.Equal(t, []Tax{{1900, money.Euro(18749)}, {700, money.Euro(118)}}, got.Taxes)
}

func TestThePackageIsTaxedAsAService(t *testing.T) {
	books := Input{Items: []Item{{Quantity: 1, Unit: money.Euro(10700), TaxRate: 700}}, NoRisk: money.Euro(1190)}
	got := Compute(books)
	require.Equal(t, []Tax{{1900, money.Euro(190)}, {700, money.Euro(700)}}, got.Taxes)
	require.Equal(t, []money.Amount{money.Euro(1190), money.Euro(11890)}, []money.Amount{got.NoRisk, got.Total})
	books.Items[0].TaxRate = 1900
	require.Equal(t, []Tax{{1900, money.Euro(1898)}}, Compute(books).Taxes, "of one sum with goods of the same rate")
	books.NetOnly = true
	got = Compute(books)
	require.Equal(t, money.Euro(1000), got.NoRisk)
	require.Empty(t, got.Taxes)
}

// The place of a sale at the counter is Germany, whoever buys; the package belongs to the goods and goes with them.
func TestVATIsLeftOutOfWhatIsSentToABusinessInTheUnion(t *testing.T) {
	for name, c := range map[string]struct {
		sale Sale
		net  bool
	}{
		"a business abroad, sent":                   {Sale{Business: true, VATID: "ATU13585627", Abroad: true}, true},
		"a business abroad, fetched from the store": {Sale{Business: true, VATID: "ATU13585627", Abroad: true, Collected: true}, false},
		"a business abroad without a VAT id":        {Sale{Business: true, Abroad: true}, false},
		"a business in Germany":                     {Sale{Business: true, VATID: "DE136695976"}, false},
		"a business in Germany, fetched":            {Sale{Business: true, VATID: "DE136695976", Collected: true}, false},
		"a consumer abroad":                         {Sale{Abroad: true}, false},
		"a consumer abroad, fetched":                {Sale{Abroad: true, Collected: true}, false},
		"a consumer with a VAT id of old":           {Sale{VATID: "ATU13585627", Abroad: true}, false},
	} {
		require.Equal(t, c.net, c.sale.NetOnly(), name)
		in := Input{Items: []Item{{Quantity: 1, Unit: money.Euro(11900), TaxRate: 1900}}, NoRisk: money.Euro(1190), NetOnly: c.sale.NetOnly()}
		got := Compute(in)
		require.Equal(t, c.net, got.NetOnly(), name)
		require.Equal(t, got.NoRisk, in.Service(in.NoRisk), "%s: the package is offered at what it adds", name)
		if c.net {
			require.Equal(t, []money.Amount{money.Euro(1000), money.Euro(11000)}, []money.Amount{got.NoRisk, got.Total}, name)
		} else {
			require.Equal(t, []Tax{{1900, money.Euro(2090)}}, got.Taxes, "%s: the package is taxed as the goods are", name)
			require.Equal(t, []money.Amount{money.Euro(1190), money.Euro(13090)}, []money.Amount{got.NoRisk, got.Total}, name)
		}
	}
}

func TestBusinessInTheUnionPaysNet(t *testing.T) {
	got := Compute(Input{
		Items:    []Item{{Quantity: 3, Unit: money.Euro(11900), TaxRate: 1900}},
		Shipping: []money.Amount{money.Euro(595)}, NetOnly: true,
	})
	require.Equal(t, money.Euro(30000), got.Subtotal)
	require.Equal(t, money.Euro(500), got.Shipping)
	require.Equal(t, money.Euro(30500), got.Total)
	require.Empty(t, got.Taxes)
}

func TestDiscountBelowItsMinimumDoesNotApply(t *testing.T) {
	in := Input{
		Items:     []Item{{Quantity: 1, Unit: money.Euro(99999), TaxRate: 1900}},
		Discounts: []Discount{{Code: "B2B20", Amount: money.Euro(2000), Minimum: money.Euro(100000)}},
	}
	require.Empty(t, Compute(in).Discounts)
	in.Items[0].Unit = money.Euro(100000)
	require.Equal(t, []Applied{{Code: "B2B20", Amount: money.Euro(2000)}}, Compute(in).Discounts)
}

func TestDiscountsTakeNoMoreThanTheGoods(t *testing.T) {
	in := Input{
		Items:    []Item{{Quantity: 1, Unit: money.Euro(10000), TaxRate: 1900}},
		Shipping: []money.Amount{money.Euro(499)},
		Discounts: []Discount{
			{Code: "NICHTS"}, {Code: "HALB", Percent: 5000}, {Code: "GANZ", Amount: money.Euro(10000), Promotion: true}, {Code: "ZU SPAET", Amount: money.Euro(1)},
		},
	}
	got := Compute(in)
	require.Equal(t, []Applied{{Code: "HALB", Amount: money.Euro(5000)}, {Code: "GANZ", Amount: money.Euro(5000), Promotion: true}}, got.Discounts)
	require.Equal(t, []any{money.Euro(499), []Tax{{1900, money.Euro(80)}}}, []any{got.Total, got.Taxes}, "what is left is its way")
}

func TestUnitsArePackedAsTheyFit(t *testing.T) {
	unit := func(grams, quantity int) Item {
		return Item{Quantity: quantity, WeightGrams: grams, Unit: money.Euro(int64(grams)), Warranty: money.Euro(1)}
	}
	parcel := func(grams, units int) Parcel {
		return Parcel{WeightGrams: grams, Value: money.Euro(int64(grams + units))}
	}
	items := []Item{unit(10000, 1), unit(21500, 2), unit(ParcelGrams+1, 1), unit(0, 2)}
	require.Equal(t, []Parcel{parcel(ParcelGrams+1, 1), parcel(ParcelGrams, 4), parcel(21500, 1)}, Pack(items, []int{0, 1, 2, 3}))
	require.Equal(t, []Parcel{parcel(ParcelGrams, 2)}, Pack([]Item{unit(1, 1), unit(ParcelGrams-1, 1)}, []int{0, 1}), "exactly full")
	require.Equal(t, []Parcel{parcel(10000, 1)}, Pack(items, []int{0}))
	require.Empty(t, Pack(items, nil))
	require.Equal(t, money.Euro(10001+2*21501+ParcelGrams+2+2), Goods(items))
}

func TestEmptyCartCostsItsShipping(t *testing.T) {
	got := Compute(Input{Shipping: []money.Amount{money.Euro(599)}})
	require.Equal(t, money.Euro(599), got.Total)
	require.Equal(t, []money.Amount{money.Euro(0), money.Euro(0), money.Euro(0)}, []money.Amount{got.Subtotal, got.Fee, got.NoRisk})
	require.Equal(t, []any{[]Applied{}, []Tax{}}, []any{got.Discounts, got.Taxes}, "lists, not null")
	require.Equal(t, money.Euro(0), Compute(Input{}).Shipping)
}

func cents(low, high int64) *rapid.Generator[money.Amount] {
	return rapid.Map(rapid.Int64Range(low, high), money.Euro)
}

var inputs = rapid.Custom(func(t *rapid.T) Input {
	item := rapid.Custom(func(t *rapid.T) Item {
		return Item{
			ProductID: rapid.Int64Range(1, 1e6).Draw(t, "product"), Quantity: rapid.IntRange(1, 50).Draw(t, "quantity"),
			Unit: cents(0, 900_000).Draw(t, "unit"), Warranty: cents(0, 20_000).Draw(t, "warranty"),
			TaxRate: rapid.SampledFrom([]int64{0, 700, 1900, 2550}).Draw(t, "rate"),
		}
	})
	discount := rapid.Custom(func(t *rapid.T) Discount {
		return Discount{
			Code: rapid.StringMatching("[A-Z]{4}").Draw(t, "code"), Amount: cents(0, 100_000).Draw(t, "amount"),
			Percent: rapid.Int64Range(0, 10000).Draw(t, "percent"), Minimum: cents(0, 100_000).Draw(t, "minimum"),
		}
	})
	return Input{
		Items:    rapid.SliceOfN(item, 1, 8).Draw(t, "items"),
		Shipping: rapid.SliceOfN(cents(0, 5000), 0, 3).Draw(t, "shipping"), Fee: cents(0, 500).Draw(t, "fee"),
		NoRisk:    cents(0, 9000).Draw(t, "no risk"),
		Discounts: rapid.SliceOfN(discount, 0, 3).Draw(t, "discounts"),
	}
})

func TestTotalsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := inputs.Draw(t, "in")
		got := Compute(in)
		var goods, off int64
		extras := in.Fee.Minor + in.NoRisk.Minor
		for _, fee := range in.Shipping {
			extras += fee.Minor
		}
		for _, item := range in.Items {
			goods += (item.Unit.Minor + item.Warranty.Minor) * int64(item.Quantity)
		}
		for _, d := range got.Discounts {
			require.Positive(t, d.Amount.Minor)
			off += d.Amount.Minor
		}
		require.Equal(t, goods, got.Subtotal.Minor)
		require.LessOrEqual(t, off, goods, "goods never cost less than nothing")
		require.Equal(t, goods+extras-off, got.Total.Minor)
		require.GreaterOrEqual(t, got.Total.Minor, extras)
	})
}

func TestTaxesAreContainedInTheTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := inputs.Draw(t, "in")
		got := Compute(in)
		var sum int64
		for i, tax := range got.Taxes {
			require.GreaterOrEqual(t, tax.Amount.Minor, int64(0))
			if i > 0 {
				require.Less(t, tax.Rate, got.Taxes[i-1].Rate, "each rate once, by falling rate")
			}
			sum += tax.Amount.Minor
		}
		highest := got.Taxes[0].Rate
		require.LessOrEqual(t, sum, got.Total.IncludedTax(highest).Minor+int64(len(got.Taxes)))
		if len(got.Taxes) == 1 {
			require.Equal(t, got.Total.IncludedTax(highest).Minor, sum)
		}
	})
}

func TestOrderOfItemsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := inputs.Draw(t, "in")
		want := Compute(in)
		in.Items = slices.Clone(in.Items)
		shuffle := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		shuffle.Shuffle(len(in.Items), func(i, j int) { in.Items[i], in.Items[j] = in.Items[j], in.Items[i] })
		require.Equal(t, want, Compute(in))
	})
}

func TestNetSaleHasNoTaxAndCostsNoMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := inputs.Draw(t, "in")
		in.Discounts = nil
		gross := Compute(in)
		in.NetOnly = true
		got := Compute(in)
		require.Empty(t, got.Taxes)
		require.LessOrEqual(t, got.Total.Minor, gross.Total.Minor)
		require.Equal(t, got.Subtotal.Minor+got.NoRisk.Minor+got.Shipping.Minor+got.Fee.Minor, got.Total.Minor)
		goods, sent := money.Euro(0), money.Euro(0)
		for _, fee := range in.Shipping {
			sent = sent.Add(in.Extra(fee))
		}
		require.Equal(t, []money.Amount{got.Shipping, got.Fee, got.NoRisk}, []money.Amount{sent, in.Extra(in.Fee), in.Service(in.NoRisk)})
		for _, item := range in.Items {
			goods = goods.Add(item.Price(true).Times(int64(item.Quantity)))
		}
		require.Equal(t, got.Subtotal, goods, "what is shown adds up")
	})
}
