package main

import (
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

var values = map[string]string{"stores": `hamburg|Hamburg|Mönckebergstraße|7|20095|Hamburg|Mo-Sa 10-20 Uhr
leipzig|Leipzig|Petersstraße|16|04109|Leipzig|Mo-Fr 9-19 Uhr; Sa 10-18 Uhr`}

func with(changes ...string) base.Config {
	c := base.Config{Values: maps.Clone(values)}
	for i := 0; i+1 < len(changes); i += 2 {
		c.Values[changes[i]] = changes[i+1]
	}
	return c
}

func start(t *testing.T, changes ...string) sdk.Plugin {
	t.Helper()
	return sdktest.Target{New: newPlugin, Config: with(changes...)}.Start(t)
}

func home() *base.Address {
	return &base.Address{LastName: "Groß", Street: "Am Markt", StreetNumber: "2", PostalCode: "04229", City: "Leipzig", Country: "DE"}
}

func ask(to *base.Address, grams int64) shipping.OptionsRequest {
	return shipping.OptionsRequest{Address: to, Parcels: []shipping.Parcel{{WeightGrams: grams}}, Locale: "de-DE"}
}

func collection() shipping.ShipmentRequest {
	return shipping.ShipmentRequest{IdempotencyKey: "s1", OptionID: prefix + "leipzig", OrderNumber: "K1", Recipient: home(),
		Parcels: []shipping.Parcel{{WeightGrams: 1}, {WeightGrams: 2}}}
}

func TestConformance(t *testing.T) {
	r := collection()
	sdktest.Run(t, sdktest.Target{New: newPlugin, Config: with(), Shipping: &sdktest.Shipping{Options: ask(home(), 1), Shipment: &r}})
}

func TestOneFreeOptionAStore(t *testing.T) {
	p := start(t)
	offer, err := p.Shipping.Options(t.Context(), ask(home(), 31500))
	require.NoError(t, err)
	options := offer.Options
	require.Len(t, options, 2)
	near := options[0]
	require.Equal(t, "pickup_selfcollector_leipzig", near.ID, "the nearest first")
	require.Less(t, near.Sort, options[1].Sort)
	require.Equal(t, base.DeliveryPickup, near.Kind)
	require.Equal(t, base.Money{Currency: "EUR"}, near.Fee)
	require.Equal(t, "Abholung im Markt Leipzig", near.Title["de"])
	require.Equal(t, "Pickup in store Leipzig", near.Title["en"])
	require.Equal(t, "Petersstraße 16, 04109 Leipzig. Wir halten deine Ware 5 Werktage für dich bereit, Samstage eingeschlossen.", near.Hint["de"])
	require.Equal(t, "Abholbereit in 1 bis 2 Werktagen", near.DeliveryNote["de"])
}

func TestWhatIsNotCollected(t *testing.T) {
	p := start(t)
	for what, r := range map[string]shipping.OptionsRequest{
		"heavy goods":   ask(home(), 31501),
		"another land":  ask(&base.Address{Country: "AT"}, 1),
		"a Packstation": ask(&base.Address{Country: "DE", Kind: base.AddressPackstation}, 1),
		"a parcel shop": ask(&base.Address{Country: "DE", Kind: base.AddressParcelShop}, 1),
	} {
		offer, err := p.Shipping.Options(t.Context(), r)
		require.NoError(t, err, what)
		require.Empty(t, offer.Options, what)
	}
	offer, err := start(t, "max_grams", "0").Shipping.Options(t.Context(), ask(home(), 90000))
	require.NoError(t, err)
	require.Len(t, offer.Options, 2, "a shop may hand out heavy goods")
}

func TestStoresAsPickupPoints(t *testing.T) {
	p := start(t)
	points, err := p.Shipping.PickupPoints(t.Context(), shipping.PickupPointsRequest{Kind: base.DeliveryPickup, Near: home(), Limit: 1})
	require.NoError(t, err)
	require.Len(t, points, 1)
	require.Equal(t, "leipzig", points[0].ID)
	require.Equal(t, []string{"Mo-Fr 9-19 Uhr", "Sa 10-18 Uhr"}, points[0].OpeningHours)
	require.Equal(t, base.AddressStore, points[0].Address.Kind)
	for kind, want := range map[base.DeliveryKind]int{base.DeliveryPickup: 2, base.DeliveryPackstation: 0} {
		points, err = p.Shipping.PickupPoints(t.Context(), shipping.PickupPointsRequest{Kind: kind, Near: home(), Limit: 9})
		require.NoError(t, err)
		require.Len(t, points, want)
	}
	for id, deliverable := range map[string]bool{"leipzig": true, "closed": false} {
		at := &base.Address{Kind: base.AddressStore, PointID: id, Country: "DE"}
		verdict, err := p.Shipping.ValidateAddress(t.Context(), shipping.ValidateAddressRequest{Address: at})
		require.NoError(t, err)
		require.Equal(t, deliverable, verdict.Deliverable, id)
	}
}

func TestAShipmentIsItsKey(t *testing.T) {
	p := start(t)
	first, err := p.Shipping.CreateShipment(t.Context(), collection())
	require.NoError(t, err)
	again, err := start(t).Shipping.CreateShipment(t.Context(), collection())
	require.NoError(t, err)
	require.Equal(t, first, again, "in another process too")
	require.Regexp(t, referenceForm, first.Reference)
	require.Empty(t, first.Packages[0].Label)
	require.NotEqual(t, first.Packages[0].TrackingNumber, first.Packages[1].TrackingNumber)
	require.ErrorIs(t, p.Shipping.Cancel(t.Context(), shipping.CancelRequest{Reference: "00340434"}), &base.Error{Fault: base.FaultCaller})
}

func TestRefusalsNameTheField(t *testing.T) {
	p := start(t)
	for field, spoil := range map[string]func(*shipping.ShipmentRequest){
		"option_id":           func(r *shipping.ShipmentRequest) { r.OptionID = prefix + "nowhere" },
		"parcels":             func(r *shipping.ShipmentRequest) { r.Parcels[0].WeightGrams = 31501 },
		"recipient.last_name": func(r *shipping.ShipmentRequest) { r.Recipient.LastName = "" },
		"collect_amount":      func(r *shipping.ShipmentRequest) { r.CollectAmount = base.Money{Minor: 1, Currency: "EUR"} },
		"order_number":        func(r *shipping.ShipmentRequest) { r.OrderNumber = "" },
	} {
		r := collection()
		spoil(&r)
		_, err := p.Shipping.CreateShipment(t.Context(), r)
		e := base.AsError(err)
		require.Equal(t, base.FaultCaller, e.Fault, field)
		require.Equal(t, []base.FieldError{{Name: field, Code: e.Fields[0].Code}}, e.Fields)
	}
}

func TestSettingsThatMakeNoSense(t *testing.T) {
	good := strings.Split(values["stores"], "\n")[0]
	for key, value := range map[string]string{
		"stores": good + "\n" + good, "stores ": strings.Replace(good, "20095", "2009", 1), "stores  ": "Hamburg", "stores   ": strings.Replace(good, "hamburg", "Ham-burg", 1),
		"ready_days": "2-1", "max_grams": "-1",
	} {
		key = strings.TrimSpace(key)
		_, err := readSettings(with("countries", "DE", "ready_days", "1-2", key, value))
		require.ErrorIs(t, err, &base.Error{Code: base.CodeInvalidConfig}, value)
		require.Contains(t, err.Error(), key)
	}
}
