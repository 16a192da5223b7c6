package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

func TestPaketShopsCanBeShippedTo(t *testing.T) {
	b := start(t)
	near := &base.Address{PostalCode: "04229", City: "Leipzig", Country: "DE"}
	points, err := b.plugin.Shipping.PickupPoints(t.Context(), shipping.PickupPointsRequest{Kind: base.DeliveryParcelShop, Near: near, Limit: 9})
	require.NoError(t, err)
	require.Len(t, points, 3, "lockers are no PaketShops")
	first := points[0]
	require.Equal(t, "DE40501", first.ID)
	require.Equal(t, "Kiosk am Bahnhof", first.Name)
	require.Equal(t, 350, first.DistanceMeters)
	require.Equal(t, 2125, points[2].DistanceMeters)
	require.Equal(t, "04229", first.Address.PostalCode, "without the country's letters")
	require.Equal(t, "Mo 08:00-18:00", first.OpeningHours[0])
	english, err := b.plugin.Shipping.PickupPoints(t.Context(), shipping.PickupPointsRequest{Kind: base.DeliveryParcelShop, Near: near, Limit: 9, Locale: "en-GB"})
	require.NoError(t, err)
	require.Equal(t, "Mon 08:00-18:00", english[0].OpeningHours[0])

	r := delivery("s1")
	r.Recipient = first.Address
	r.Recipient.FirstName, r.Recipient.LastName = "Jörg", "Groß"
	verdict, err := b.plugin.Shipping.ValidateAddress(t.Context(), shipping.ValidateAddressRequest{OptionID: paketshop, Address: r.Recipient})
	require.NoError(t, err)
	require.True(t, verdict.Deliverable, "%+v", verdict)
	b.create(r)
}

func TestWhereThereAreNoPaketShops(t *testing.T) {
	b := start(t)
	for what, r := range map[string]shipping.PickupPointsRequest{
		"nobody lives there": {Kind: base.DeliveryParcelShop, Near: &base.Address{PostalCode: "00000"}, Limit: 1},
		"abroad":             {Kind: base.DeliveryParcelShop, Near: &base.Address{PostalCode: "1010", Country: "AT"}, Limit: 1},
		"a Packstation":      {Kind: base.DeliveryPackstation, Near: home(), Limit: 1},
		"DHL's option":       {OptionID: "dhl_postfiliale", Kind: base.DeliveryParcelShop, Near: home(), Limit: 1},
	} {
		points, err := b.plugin.Shipping.PickupPoints(t.Context(), r)
		require.NoError(t, err, what)
		require.Empty(t, points, what)
	}
	delete(b.config.Secrets, "finder_key")
	points, err := b.process().Shipping.PickupPoints(t.Context(), shipping.PickupPointsRequest{Kind: base.DeliveryParcelShop, Near: home(), Limit: 1})
	require.NoError(t, err)
	require.Empty(t, points)
	require.Equal(t, 1, b.sim.Stage().Counts()["shops"], "without a key nobody is asked")
}

func TestMetres(t *testing.T) {
	for km, want := range map[json.Number]int{"0.35": 350, "2.1255": 2125, "0": 0, "": 0, "-1": 0, "1e9": 0, "1e1000000": 0, "x": 0} {
		require.Equal(t, want, metres(km), km)
	}
}

func FuzzShops(f *testing.F) {
	f.Add([]byte(`[{"parcelShopNumber":"DE1","zip":"DE04109","countryIsoA2Code":"DE","distance":0.3,"hours":[{"weekday":9,"openFrom":"8","openTil":"9"}]}]`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var shops []shop
		if json.Unmarshal(raw, &shops) != nil {
			return
		}
		for _, s := range shops {
			if point, ok := s.point("de-DE"); ok {
				require.Regexp(t, shopForm, point.ID)
				require.GreaterOrEqual(t, point.DistanceMeters, 0)
			}
		}
	})
}
