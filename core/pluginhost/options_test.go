package pluginhost

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

func to(country int, zipCode string, cents int64, grams ...int) question {
	r := checkout.ShippingRequest{To: address.Address{CountryID: country, ZipCode: zipCode}, Value: money.Euro(cents)}
	for _, g := range grams {
		r.Parcels = append(r.Parcels, checkout.Parcel{WeightGrams: g})
	}
	return questionOf(r)
}

func TestAnOfferHoldsWithinItsScope(t *testing.T) {
	now := time.Now()
	first := to(81, "20457", 50_00, 2000, 3000)
	country := shipping.Scope{Area: shipping.AreaCountry}
	for name, c := range map[string]struct {
		scope shipping.Scope
		other question
		same  bool
	}{
		"the request alone, again":      {shipping.Scope{}, to(81, "20457", 50_00, 2000, 3000), true},
		"the request alone, another":    {shipping.Scope{}, to(81, "20457", 50_01, 2000, 3000), false},
		"a country, elsewhere in it":    {country, to(81, "04109", 1, 9000, 1), true},
		"a country, another":            {country, to(13, "20457", 50_00, 2000, 3000), false},
		"a country, fewer parcels":      {country, to(81, "20457", 50_00, 5000), false},
		"a postal code, the same":       {shipping.Scope{Area: shipping.AreaPostalCode}, to(81, "20457", 1, 1, 1), true},
		"a postal code, another":        {shipping.Scope{Area: shipping.AreaPostalCode}, to(81, "20459", 50_00, 2000, 3000), false},
		"a postal code, none yet":       {shipping.Scope{Area: shipping.AreaPostalCode}, to(81, "", 50_00, 2000, 3000), false},
		"a value, below the limit":      {shipping.Scope{Area: shipping.AreaCountry, GoodsTotal: shipping.Range{Below: 60_00}}, to(81, "1", 59_99, 1, 1), true},
		"a value, at the limit":         {shipping.Scope{Area: shipping.AreaCountry, GoodsTotal: shipping.Range{Below: 60_00}}, to(81, "1", 60_00, 1, 1), false},
		"all parcels, at the limit":     {shipping.Scope{Area: shipping.AreaCountry, TotalGrams: shipping.Range{Below: 6000}}, to(81, "1", 1, 5999, 1), false},
		"the heaviest, from the lowest": {shipping.Scope{Area: shipping.AreaCountry, HeaviestGrams: shipping.Range{From: 3000}}, to(81, "1", 1, 3000, 1), true},
		"the heaviest, too light":       {shipping.Scope{Area: shipping.AreaCountry, HeaviestGrams: shipping.Range{From: 3000}}, to(81, "1", 1, 2999, 1), false},
		"one without the request":       {shipping.Scope{Area: shipping.AreaCountry, TotalGrams: shipping.Range{Below: 5000}}, to(81, "20457", 50_00, 1, 1), false},
		"an area that is not known":     {shipping.Scope{Area: 9}, to(81, "20457", 50_00, 2000, 3000), true},
		"an unknown area, elsewhere":    {shipping.Scope{Area: 9}, to(81, "04109", 50_00, 2000, 3000), false},
	} {
		t.Run(name, func(t *testing.T) {
			by, kept := &instance{}, keptOffers{}
			kept.put(by, first, c.scope, []checkout.ShippingOption{{ID: "parcel"}}, now)
			options, ok := kept.get(by, c.other, now)
			require.Equal(t, c.same, ok)
			require.Equal(t, c.same, len(options) == 1)
			_, ok = kept.get(&instance{}, c.other, now)
			require.False(t, ok, "of another process")
		})
	}
}

func TestCartsShareAnOfferBeforeThereIsAnAddress(t *testing.T) {
	by, kept, now := &instance{}, keptOffers{}, time.Now()
	kept.put(by, to(81, "", 50_00, 2000), shipping.Scope{Area: shipping.AreaPostalCode}, nil, now)
	_, ok := kept.get(by, to(81, "", 1, 9000), now)
	require.True(t, ok)
	_, ok = kept.get(by, to(81, "20457", 1, 9000), now)
	require.False(t, ok, "an address is another place")
}

// A carrier knows its own parcel shops by their ids, and may forget to say that its offers depend on them.
func TestAnOfferForAParcelShopIsForThatOneAlone(t *testing.T) {
	by, kept, now := &instance{}, keptOffers{}, time.Now()
	at := func(point string) question {
		q := to(81, "20457", 50_00, 2000)
		q.To.Kind, q.To.PointID = address.HermesPaketshop, point
		return q
	}
	kept.put(by, at("of another carrier"), shipping.Scope{Area: shipping.AreaCountry}, nil, now)
	_, ok := kept.get(by, at("its own"), now)
	require.False(t, ok, "the carrier is asked: nothing for another's place is not nothing for its own")
	_, ok = kept.get(by, at("of another carrier"), now)
	require.True(t, ok)
}

func TestAnOfferEnds(t *testing.T) {
	now := time.Now()
	by, kept, q := &instance{}, keptOffers{}, to(81, "20457", 50_00, 2000)
	dearer := to(81, "04109", 90_00, 900)
	kept.put(by, q, shipping.Scope{Area: shipping.AreaCountry}, []checkout.ShippingOption{{ID: "old"}}, now)

	now = now.Add(offerLife + time.Second)
	_, ok := kept.get(by, q, now)
	require.False(t, ok, "who notices asks")
	options, ok := kept.get(by, dearer, now)
	require.True(t, ok, "others are answered meanwhile")
	require.Equal(t, "old", options[0].ID)

	kept.put(by, q, shipping.Scope{Area: shipping.AreaCountry, GoodsTotal: shipping.Range{Below: 60_00}}, nil, now)
	options, ok = kept.get(by, q, now)
	require.True(t, ok, "no option is an answer too")
	require.Empty(t, options)
	_, ok = kept.get(by, dearer, now)
	require.False(t, ok, "the new answer takes the place of the whole old one")

	kept.forget(by, q)
	_, ok = kept.get(by, q, now)
	require.False(t, ok)
	require.Empty(t, kept.offers)
	require.Zero(t, kept.kept)
}
