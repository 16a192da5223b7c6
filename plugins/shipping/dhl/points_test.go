package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

func TestPickupPointsCanBeShippedTo(t *testing.T) {
	b := start(t)
	for option, kind := range map[string]base.DeliveryKind{packstation: base.DeliveryPackstation, postfiliale: base.DeliveryParcelShop} {
		near := &base.Address{PostalCode: "04229", City: "Leipzig", Country: "DE"}
		points, err := b.plugin.Shipping.PickupPoints(t.Context(), shipping.PickupPointsRequest{OptionID: option, Near: near, Limit: 2})
		require.NoError(t, err)
		require.Len(t, points, 2)
		require.Less(t, points[0].DistanceMeters, points[1].DistanceMeters)
		require.NotEmpty(t, points[0].OpeningHours)
		same, err := b.plugin.Shipping.PickupPoints(t.Context(), shipping.PickupPointsRequest{Kind: kind, Near: near, Limit: 2})
		require.NoError(t, err)
		require.Equal(t, points, same, "by kind as by option")

		to := points[0].Address
		to.FirstName, to.LastName, to.PostNumber = "Jörg", "Groß", "12345678"
		offer, err := b.plugin.Shipping.Options(t.Context(), shipping.OptionsRequest{Address: to, Parcels: []shipping.Parcel{{WeightGrams: 1}}})
		require.NoError(t, err)
		require.Equal(t, option, offer.Options[0].ID)
		verdict, err := b.plugin.Shipping.ValidateAddress(t.Context(), shipping.ValidateAddressRequest{OptionID: option, Address: to})
		require.NoError(t, err)
		require.True(t, verdict.Deliverable, "%+v", verdict)
		r := delivery()
		r.IdempotencyKey, r.OptionID, r.Recipient = option, option, to
		_, err = b.plugin.Shipping.CreateShipment(t.Context(), r)
		require.NoError(t, err)
	}
}

func TestOpeningHoursInTheShoppersLanguage(t *testing.T) {
	l := location{}
	require.NoError(t, json.Unmarshal([]byte(`{"openingHours":[{"opens":"08:00:00","closes":"18:00:00","dayOfWeek":"http://schema.org/Tuesday"}]}`), &l))
	for locale, want := range map[string]string{"": "Di 08:00-18:00", "de-DE": "Di 08:00-18:00", "en-GB": "Tue 08:00-18:00"} {
		require.Equal(t, []string{want}, l.hours(locale), locale)
	}
}

func TestPickupPointsWhereThereAreNone(t *testing.T) {
	b := start(t)
	for what, r := range map[string]shipping.PickupPointsRequest{
		"nobody lives there": {Kind: base.DeliveryPackstation, Near: &base.Address{PostalCode: "00000", Country: "DE"}, Limit: 5},
		"abroad":             {Kind: base.DeliveryPackstation, Near: &base.Address{PostalCode: "1010", Country: "AT"}, Limit: 5},
		"a door":             {OptionID: standard, Near: &base.Address{PostalCode: "04229", Country: "DE"}, Limit: 5},
	} {
		points, err := b.plugin.Shipping.PickupPoints(t.Context(), r)
		require.NoError(t, err, what)
		require.Empty(t, points, what)
	}
	_, err := b.plugin.Shipping.PickupPoints(t.Context(), shipping.PickupPointsRequest{Kind: base.DeliveryPackstation, Limit: 5})
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller})
}

func FuzzLocations(f *testing.F) {
	f.Add([]byte(`{"locations":[{"location":{"ids":[{"locationId":"8007-404229142","provider":"parcel"}],"keywordId":"142"},"openingHours":[{"opens":"00:00:00","closes":"1","dayOfWeek":"Monday"}]}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var answer locationAnswer
		if json.Unmarshal(raw, &answer) != nil {
			return
		}
		for _, l := range answer.Locations {
			for kind := range locationTypes {
				if point, ok := l.point(kind, "de-DE"); ok {
					require.Regexp(t, `^[0-9]{3}$`, point.Address.StreetNumber)
					require.NotEmpty(t, point.ID)
				}
			}
		}
	})
}
