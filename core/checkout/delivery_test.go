package checkout

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// roads are carriers of parcels up to a weight, a forwarder for deliveries with a heavier one, and a store.
type roads struct {
	Shipping
	limit int
}

func (r *roads) Options(_ context.Context, req ShippingRequest) ([]ShippingOption, error) {
	store := ShippingOption{ID: "pickup_selfcollector_1", Kind: KindPickup, Pickup: true, Fee: money.Euro(0)}
	heaviest := slices.MaxFunc(req.Parcels, func(a, b Parcel) int { return a.WeightGrams - b.WeightGrams }).WeightGrams
	if heaviest > r.limit {
		return []ShippingOption{{ID: "freight", Kind: KindFreight, Fee: money.Euro(3990 + int64(len(req.Parcels)))}, store}, nil
	}
	return []ShippingOption{{ID: "parcel", Kind: KindHome, Fee: money.Euro(499 + int64(len(req.Parcels)))}, store}, nil
}

type counted struct {
	roads
	calls chan struct{}
}

func (c *counted) Options(ctx context.Context, req ShippingRequest) ([]ShippingOption, error) {
	c.calls <- struct{}{}
	return c.roads.Options(ctx, req)
}

func snapshotOf(items ...Item) *Snapshot {
	home := &address.Address{ZipCode: "10115", CityName: "Berlin", CountryID: address.Germany}
	return &Snapshot{Checkout: &Checkout{Invoice: home}, Items: items}
}

func item(grams, quantity int) Item {
	return Item{ProductID: int64(grams), WeightGrams: grams, Quantity: quantity, Unit: money.Euro(int64(grams)), TaxRate: 1900}
}

func itemsOf(parts []*delivery) (out [][]int) {
	for _, d := range parts {
		out = append(out, d.items)
	}
	return out
}

func TestWhatIsNoParcelIsADeliveryOfItsOwn(t *testing.T) {
	const grams = pricing.ParcelGrams
	for name, c := range map[string]struct {
		limit int // of the carriers
		items []Item
		want  [][]int
	}{
		"a parcel":                     {grams, []Item{item(2000, 3)}, [][]int{{0}}},
		"more than one parcel holds":   {grams, []Item{item(20000, 2), item(30000, 1)}, [][]int{{0, 1}}},
		"a parcel beside a heavy one":  {grams, []Item{item(2000, 1), item(36000, 1), item(900, 2)}, [][]int{{0, 2}, {1}}},
		"nothing but heavy things":     {grams, []Item{item(36000, 1), item(90000, 1)}, [][]int{{0, 1}}},
		"the same heavy thing twice":   {grams, []Item{item(36000, 2)}, [][]int{{0}}},
		"what is packed heaviest":      {grams, []Item{item(grams, 1), item(2000, 1), item(36000, 1)}, [][]int{{0, 1}, {2}}},
		"heavy first, the parcel next": {grams, []Item{item(36000, 1), item(2000, 1)}, [][]int{{1}, {0}}},
		"carriers of small parcels":    {10000, []Item{item(2000, 1), item(20000, 1), item(36000, 1)}, [][]int{{0}, {1, 2}}},
		"none of which is small":       {1000, []Item{item(2000, 1), item(20000, 1)}, [][]int{{0, 1}}},
		"nothing":                      {grams, nil, nil},
	} {
		s := &Service{shipping: &roads{limit: c.limit}}
		parts, err := s.deliveries(t.Context(), snapshotOf(c.items...))
		require.NoError(t, err, name)
		require.Equal(t, c.want, itemsOf(parts), name)
	}
}

func TestAnOrdinaryCartAsksOnce(t *testing.T) {
	carriers := &counted{roads{limit: pricing.ParcelGrams}, make(chan struct{}, 10)}
	_, err := (&Service{shipping: carriers}).deliveries(t.Context(), snapshotOf(item(2000, 1), item(3000, 2)))
	require.NoError(t, err)
	require.Len(t, carriers.calls, 1)
}

// What is asked about single units is the same whatever else is in the cart, and so known before.
func TestUnitsAreAskedAboutByWeightAlone(t *testing.T) {
	carriers := &noted{roads: roads{limit: pricing.ParcelGrams}}
	s := &Service{shipping: carriers}
	for _, light := range [][]Item{{item(2000, 1)}, {item(700, 2), item(3000, 1), item(50, 9)}} {
		snap := snapshotOf(append(light, item(36000, 1))...)
		_, err := s.bulky(t.Context(), snap)
		require.NoError(t, err)
	}
	require.Equal(t, map[string]int{fmt.Sprint(pricing.ParcelGrams, " for 0"): 2, "36000 for 0": 2}, carriers.asked)
}

// noted counts what was asked, by weight and value.
type noted struct {
	roads
	mu    sync.Mutex
	asked map[string]int
}

func (n *noted) Options(ctx context.Context, req ShippingRequest) ([]ShippingOption, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.asked == nil {
		n.asked = map[string]int{}
	}
	n.asked[fmt.Sprint(req.Parcels[0].WeightGrams, " for ", req.Value.Minor+req.Parcels[0].Value.Minor)]++
	return n.roads.Options(ctx, req)
}

func TestNobodyIsAskedBeforeTheAddressIsKnown(t *testing.T) {
	snap := snapshotOf(item(2000, 1))
	snap.Checkout.Invoice = nil
	parts, err := (&Service{}).deliveries(t.Context(), snap)
	require.NoError(t, err)
	require.Equal(t, [][]int{{0}}, itemsOf(parts))
	require.Empty(t, parts[0].offered)
}

func TestEachDeliveryKeepsItsChoice(t *testing.T) {
	s := &Service{shipping: &roads{limit: pricing.ParcelGrams}}
	snap := snapshotOf(item(2000, 1), item(36000, 1))
	snap.Checkout.ShippingCodes = []string{"freight", "pickup_selfcollector_1"}
	p := &priced{snapshot: snap}
	parts, err := s.deliveries(t.Context(), snap)
	require.NoError(t, err)
	p.choose(nil, parts)
	require.Equal(t, "parcel", p.deliveries[0].option.ID, "freight is not offered for it")
	require.Equal(t, "pickup_selfcollector_1", p.deliveries[1].option.ID)
}

func TestABusinessOfTheUnionIsTaxedAtTheCounter(t *testing.T) {
	s := &Service{shipping: &roads{limit: pricing.ParcelGrams}}
	for way, net := range map[string]bool{"parcel": true, "pickup_selfcollector_1": false} {
		snap := snapshotOf(item(11900, 1))
		snap.Checkout.Invoice.CountryID = 14
		snap.Checkout.Business, snap.Checkout.VATID, snap.Checkout.ShippingCodes = true, "ATU13585627", []string{way}
		parts, err := s.deliveries(t.Context(), snap)
		require.NoError(t, err)
		p := &priced{snapshot: snap}
		p.choose(nil, parts)
		p.price(nil)
		require.Equal(t, net, p.totals.NetOnly(), way)
		v := p.view(catalog.German)
		require.Equal(t, v.Totals.Subtotal, v.Products[0].Total, "a line costs what the sum counts: %s", way)
		require.Equal(t, v.Totals.Shipping, v.Shipping[0].Fee, way)
	}
}

func TestCashLeavesOnlyThePickup(t *testing.T) {
	s := &Service{shipping: &roads{limit: pricing.ParcelGrams}}
	snap := snapshotOf(item(2000, 1), item(36000, 1))
	snap.Checkout.PaymentCode = "cashec"
	parts, err := s.deliveries(t.Context(), snap)
	require.NoError(t, err)
	p := &priced{snapshot: snap}
	home := Method{Code: "cod", Kinds: []DeliveryKind{KindHome}}
	p.choose([]Method{{Code: "cashec", Kinds: []DeliveryKind{KindPickup}}, home}, parts)
	for _, d := range p.deliveries {
		require.Len(t, d.options, 1)
		require.True(t, d.option.Pickup)
	}
	require.Equal(t, "payment_method_delivery", p.methods[1].reason, "nobody pays a forwarder at the door")
}

func TestCashOnDeliveryTakesACarrierThatCollects(t *testing.T) {
	for _, kinds := range [][]DeliveryKind{nil, {KindHome}} {
		cashOnDeliveryTakesACarrierThatCollects(t, Method{Code: CashOnDelivery, Kinds: kinds})
	}
}

func cashOnDeliveryTakesACarrierThatCollects(t *testing.T, method Method) {
	t.Helper()
	express := ShippingOption{ID: "ups_express", Kind: KindHome}
	parcel := ShippingOption{ID: "dhl_standard", Kind: KindHome, Collects: true}
	for reason, offered := range map[string][]ShippingOption{"": {express, parcel}, "payment_method_delivery": {express}} {
		snap := snapshotOf(item(100, 1))
		snap.Checkout.PaymentCode, snap.Checkout.ShippingCodes = CashOnDelivery, []string{"ups_express"}
		p := &priced{snapshot: snap}
		p.choose([]Method{method}, []*delivery{{offered: offered}})
		require.Equal(t, reason, p.methods[0].reason)
		if reason == "" {
			require.Equal(t, parcel, p.deliveries[0].option)
		}
	}
}

func TestDeliveriesAddUp(t *testing.T) {
	drawn := rapid.Custom(func(t *rapid.T) Item {
		return item(rapid.IntRange(0, 90000).Draw(t, "grams"), rapid.IntRange(1, 20).Draw(t, "quantity"))
	})
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.SliceOfN(drawn, 1, 8).Draw(t, "items")
		limit := rapid.IntRange(0, 60000).Draw(t, "limit")
		snap := snapshotOf(items...)
		s := &Service{shipping: &roads{limit: limit}}
		parts, err := s.deliveries(context.Background(), snap)
		require.NoError(t, err)
		p := &priced{snapshot: snap}
		p.choose(nil, parts)
		p.price(nil)

		var seen []int
		grams, value, fees := 0, money.Euro(0), money.Euro(0)
		for _, d := range p.frozen() {
			seen = append(seen, d.Lines...)
			fees = fees.Add(d.Option.Fee)
			for _, parcel := range d.Parcels {
				grams, value = grams+parcel.WeightGrams, value.Add(parcel.Value)
			}
		}
		slices.Sort(seen)
		want, all := 0, make([]int, len(items))
		for i, one := range items {
			want, all[i] = want+one.WeightGrams*one.Quantity, i
		}
		require.Equal(t, all, seen, "each line is in one delivery")
		require.Equal(t, want, grams, "nothing is lost in packing")
		require.Equal(t, pricing.Goods(snap.priced()), value)
		require.Equal(t, fees, p.totals.Shipping)
		require.Equal(t, p.totals.Subtotal.Add(fees), p.totals.Total)
		v := p.view(catalog.German)
		require.Len(t, v.Modules, len(parts))
		for n, one := range v.Products {
			require.Contains(t, p.deliveries[one.DeliveryID-1].items, n)
		}
	})
}

func TestParcelsAreNotPackedTooHeavy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		items := []Item{item(rapid.IntRange(1, pricing.ParcelGrams).Draw(t, "a"), 7), item(rapid.IntRange(1, pricing.ParcelGrams).Draw(t, "b"), 5)}
		for _, p := range pricing.Pack((&Snapshot{Items: items}).priced(), []int{0, 1}) {
			require.LessOrEqual(t, p.WeightGrams, pricing.ParcelGrams)
		}
	})
}

func TestPackageCostsAShareOfTheGoodsItCovers(t *testing.T) {
	for name, c := range map[string]struct {
		business bool
		cents    int64 // of two pieces
		product  int64
		want     string
	}{
		"a share":                     {false, 100000, 1, "offered 2000 []"},
		"the minimum of private":      {false, 10000, 1, "offered 499 []"},
		"business has none":           {true, 10000, 1, "offered 300 []"},
		"business pays its own share": {true, 100000, 1, "offered 3000 []"},
		"the share is the minimum":    {false, 24950, 1, "offered 499 []"},
		"the share is a cent more":    {false, 25000, 1, "offered 500 []"},
		"nothing that it covers":      {false, 100000, 7, "unavailable 0 [7]"},
	} {
		snap := snapshotOf(Item{ProductID: c.product, Quantity: 2, Unit: money.Euro(c.cents / 2), Uncovered: c.product == 7})
		snap.Checkout.Business = c.business
		v := DefaultExtras.noRisk(snap)
		require.Equal(t, c.want, fmt.Sprint(v.Status, " ", v.Cost.Minor, " ", v.ExcludedProducts), name)
	}
	both := snapshotOf(Item{ProductID: 7, Quantity: 1, Unit: money.Euro(500000), Uncovered: true}, Item{ProductID: 1, Quantity: 2, Unit: money.Euro(50000), Warranty: money.Euro(5000)})
	both.Checkout.NoRisk = true
	require.Equal(t, NoRiskView{Status: NoRiskAdded, Cost: money.Euro(2200), Percent: 200, ExcludedProducts: []int64{7}}, DefaultExtras.noRisk(both))
	require.Equal(t, money.Euro(2200), DefaultExtras.noRisk(both).charged())
	require.Equal(t, NoRiskUnavailable, Extras{}.noRisk(snapshotOf(item(1, 1))).Status, "a shop without it")
}
