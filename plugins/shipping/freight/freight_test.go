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

var config = base.Config{Values: map[string]string{"carrier": "Elbe-Spedition"}}

func start(t *testing.T) sdk.Plugin {
	t.Helper()
	return sdktest.Target{New: newPlugin, Config: config}.Start(t)
}

func home() *base.Address {
	return &base.Address{LastName: "Groß", Street: "Am Markt", StreetNumber: "2", PostalCode: "01067", City: "Dresden", Country: "DE", Phone: "+4935112345"}
}

func ask(to *base.Address, parcels ...shipping.Parcel) shipping.OptionsRequest {
	return shipping.OptionsRequest{Address: to, Parcels: parcels, Locale: "de-DE"}
}

func transport() shipping.ShipmentRequest {
	return shipping.ShipmentRequest{IdempotencyKey: "s1", OptionID: appointment, OrderNumber: "K1", Recipient: home(),
		Parcels: []shipping.Parcel{{WeightGrams: 40000}, {WeightGrams: 2000}}}
}

func TestConformance(t *testing.T) {
	r := transport()
	sdktest.Run(t, sdktest.Target{New: newPlugin, Config: config, Shipping: &sdktest.Shipping{
		Options: ask(home(), shipping.Parcel{WeightGrams: 40000}), Shipment: &r,
	}})
}

func TestOnlyWhatIsNoParcel(t *testing.T) {
	p := start(t)
	for what, c := range map[string]struct {
		request shipping.OptionsRequest
		fee     int64 // -1: no option
	}{
		"the heaviest parcel":     {ask(home(), shipping.Parcel{WeightGrams: 31500, LengthMM: 600, WidthMM: 1200, HeightMM: 600}), -1},
		"too heavy":               {ask(home(), shipping.Parcel{WeightGrams: 31501}), 3990},
		"too long":                {ask(home(), shipping.Parcel{WeightGrams: 900, LengthMM: 1201}), 3990},
		"too broad":               {ask(home(), shipping.Parcel{WeightGrams: 900, HeightMM: 700, WidthMM: 601}), 3990},
		"several, one is bulky":   {ask(home(), shipping.Parcel{WeightGrams: 40000}, shipping.Parcel{WeightGrams: 30001}), 6990},
		"several small":           {ask(home(), shipping.Parcel{WeightGrams: 30000}, shipping.Parcel{WeightGrams: 30000}), -1},
		"at the end of the bands": {ask(home(), shipping.Parcel{WeightGrams: 500000}), 12990},
		"over it":                 {ask(home(), shipping.Parcel{WeightGrams: 500001}), -1},
		"a neighbour":             {ask(&base.Address{Country: "BE"}, shipping.Parcel{WeightGrams: 70000}), 7990},
		"an address that says so": {ask(&base.Address{Country: "BE", Kind: base.AddressPostal}, shipping.Parcel{WeightGrams: 70000}), 7990},
		"another country":         {ask(&base.Address{Country: "ES"}, shipping.Parcel{WeightGrams: 70000}), -1},
		"a Packstation":           {ask(&base.Address{Country: "DE", Kind: base.AddressPackstation}, shipping.Parcel{WeightGrams: 70000}), -1},
	} {
		offer, err := p.Shipping.Options(t.Context(), c.request)
		require.NoError(t, err, what)
		options := offer.Options
		if c.fee < 0 {
			require.Empty(t, options, what)
			continue
		}
		require.Len(t, options, 1, what)
		require.Equal(t, base.Money{Minor: c.fee, Currency: "EUR"}, options[0].Fee, what)
		require.True(t, options[0].NeedsPhone)
		require.Equal(t, base.DeliveryFreight, options[0].Kind)
		require.Equal(t, "Elbe-Spedition", options[0].Carrier)
	}
}

func TestTheForwarderCalls(t *testing.T) {
	p := start(t)
	for phone, code := range map[string]string{"": "required", "0351 12345": "invalid", "+4935112345": ""} {
		a := home()
		a.Phone = phone
		verdict, err := p.Shipping.ValidateAddress(t.Context(), shipping.ValidateAddressRequest{OptionID: appointment, Address: a})
		require.NoError(t, err)
		require.Equal(t, code == "", verdict.Deliverable, phone)
		if code != "" {
			require.Equal(t, []base.FieldError{{Name: "phone", Code: code}}, verdict.Fields)
		}
	}
}

func TestAShipmentIsItsKey(t *testing.T) {
	first, err := start(t).Shipping.CreateShipment(t.Context(), transport())
	require.NoError(t, err)
	again, err := start(t).Shipping.CreateShipment(t.Context(), transport())
	require.NoError(t, err)
	require.Equal(t, first, again, "in another process too")
	require.Regexp(t, referenceForm, first.Reference)
	require.Equal(t, []shipping.Package{{TrackingNumber: first.Reference + "-1"}, {TrackingNumber: first.Reference + "-2"}}, first.Packages)
	require.NoError(t, start(t).Shipping.Cancel(t.Context(), shipping.CancelRequest{Reference: first.Reference}))
	require.ErrorIs(t, start(t).Shipping.Cancel(t.Context(), shipping.CancelRequest{Reference: "x"}), &base.Error{Fault: base.FaultCaller})
}

func TestRefusalsNameTheField(t *testing.T) {
	p := start(t)
	for field, spoil := range map[string]func(*shipping.ShipmentRequest){
		"option_id":         func(r *shipping.ShipmentRequest) { r.OptionID = "dhl_standard" },
		"parcels":           func(r *shipping.ShipmentRequest) { r.Parcels[0].WeightGrams = 500000 },
		"recipient":         func(r *shipping.ShipmentRequest) { r.Recipient = nil },
		"idempotency_key":   func(r *shipping.ShipmentRequest) { r.IdempotencyKey = "" },
		"order_number":      func(r *shipping.ShipmentRequest) { r.OrderNumber = "" },
		"recipient.street ": func(r *shipping.ShipmentRequest) { r.Recipient.Kind = base.AddressParcelShop },
		"recipient.phone":   func(r *shipping.ShipmentRequest) { r.Recipient.Phone = "" },
		"recipient.street":  func(r *shipping.ShipmentRequest) { r.Recipient.Street = " " },
		"recipient.country": func(r *shipping.ShipmentRequest) { r.Recipient.Country = "ES" },
		"collect_amount":    func(r *shipping.ShipmentRequest) { r.CollectAmount = base.Money{Minor: 1, Currency: "EUR"} },
	} {
		r := transport()
		spoil(&r)
		_, err := p.Shipping.CreateShipment(t.Context(), r)
		e := base.AsError(err)
		require.Equal(t, base.FaultCaller, e.Fault, field)
		require.Equal(t, []base.FieldError{{Name: strings.TrimSpace(field), Code: e.Fields[0].Code}}, e.Fields)
	}
}

func TestSettingsThatMakeNoSense(t *testing.T) {
	good, err := config.Check(schema)
	require.NoError(t, err)
	for _, setting := range []string{"fees=DE=3990", "fees=de 70000=3990", "fees=DE 70000=39,90", "fees=DE 70000=-1", "days=10-5", "from_grams=-1", "from_length_mm=0", "from_side_mm=0"} {
		key, value, _ := strings.Cut(setting, "=")
		c := base.Config{Values: maps.Clone(good.Values)}
		c.Values[key] = value
		_, err := readSettings(c)
		require.ErrorIs(t, err, &base.Error{Code: base.CodeInvalidConfig}, setting)
		require.Contains(t, err.Error(), key)
	}
}
