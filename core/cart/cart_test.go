package cart

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

func TestNoMoreIsHadThanThereIsAndMay(t *testing.T) {
	for name, c := range map[string]struct {
		stock []int
		most  int // of the product
		want  int
	}{
		"nothing there":               {nil, 0, 0},
		"of all warehouses":           {[]int{2, 3}, 0, 5},
		"the product's bound":         {[]int{2, 3}, 4, 4},
		"less there than its bound":   {[]int{2}, 4, 2},
		"the bound of any line":       {[]int{5000}, 0, MaxQuantity},
		"a product's bound beyond it": {[]int{5000}, 2000, MaxQuantity},
	} {
		p := &catalog.Product{MaxQuantity: c.most}
		for _, n := range c.stock {
			p.Stock = append(p.Stock, catalog.Stock{Available: n})
		}
		require.Equal(t, c.want, Most(p), name)
	}
}

// flat is what sending anything costs.
type flat int64

func (f flat) Standard(_ context.Context, items []pricing.Item) money.Amount {
	return money.Euro(int64(f) * int64(len(items)))
}

func TestACartIsPricedAsItsProductsAreNow(t *testing.T) {
	notebook := &catalog.Product{ID: 1, TaxRate: 1900, WeightGrams: 2000, Prices: catalog.Prices{Price: money.Euro(10000), Student: money.Euro(9000)}}
	notebook.Warranties = []catalog.Warranty{{ID: 4, Price: money.Euro(900)}, {ID: 5, Price: money.Euro(1000)}, {ID: 6, Price: money.Euro(1100)}}
	book := &catalog.Product{ID: 2, TaxRate: 700, Prices: catalog.Prices{Price: money.Euro(1000)}}
	lines := []Line{{ProductID: 1, Quantity: 2, WarrantyID: 5}, {ProductID: 2, Quantity: 1, Student: true}, {ProductID: 3, Quantity: 7}}
	s := NewService(nil, flat(500))
	v := s.ViewOf(t.Context(), Content{Cart: &Cart{Lines: lines}, Products: []*catalog.Product{book, notebook}})
	require.Len(t, v.Lines, 2, "what is no longer sold is left out")
	require.Equal(t, []int64{3}, v.Gone)
	require.Equal(t, []int{3, 10}, []int{v.Count(), v.Cart.Count()})
	require.Equal(t, []money.Amount{money.Euro(22000), money.Euro(1000)}, []money.Amount{v.Lines[0].Total, v.Lines[1].Total})
	require.Equal(t, []money.Amount{money.Euro(23000), money.Euro(1000), money.Euro(24000)}, []money.Amount{v.Totals.Subtotal, v.Totals.Shipping, v.Totals.Total})
	require.Equal(t, pricing.Item{ProductID: 1, Quantity: 2, Unit: money.Euro(10000), TaxRate: 1900, Warranty: money.Euro(1000), WeightGrams: 2000}, v.Lines[0].Item())

	student := Priced(Line{ProductID: 1, Quantity: 2, Student: true}, notebook)
	require.Equal(t, []money.Amount{money.Euro(9000), money.Euro(18000)}, []money.Amount{student.Unit, student.Total})
	none := s.ViewOf(t.Context(), Content{Cart: &Cart{}})
	require.Equal(t, []money.Amount{money.Euro(0), money.Euro(0)}, []money.Amount{none.Totals.Shipping, none.Totals.Total}, "nothing is sent")
}
