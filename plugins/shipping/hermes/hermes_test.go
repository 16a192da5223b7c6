package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/sdk/shipping"
	"kontor.dev/kontor/plugins/shipping/hermes/sim"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func home() *base.Address {
	return &base.Address{FirstName: "Jörg", LastName: "Groß", Street: "Am Markt", StreetNumber: "2a", PostalCode: "01067", City: "Dresden", Country: "DE"}
}

func chosen() *base.Address {
	a := home()
	a.Kind, a.PointID = base.AddressParcelShop, "DE40501"
	return a
}

func delivery(key string) shipping.ShipmentRequest {
	return shipping.ShipmentRequest{IdempotencyKey: key, OptionID: paketshop, OrderNumber: "K10001", Recipient: chosen(), Email: "joerg@example.org",
		ShipDate: time.Now(), Parcels: []shipping.Parcel{{WeightGrams: 2300}}}
}

type bench struct {
	t      *testing.T
	sim    *sim.Sim
	config base.Config
	plugin sdk.Plugin
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	b := &bench{t: t, sim: sim.New(sim.Config{User: "user", Password: "pass-word", ClientID: "client", ClientSecret: "client-secret", FinderKey: "finder-key"})}
	srv := httptest.NewServer(b.sim.Handler())
	t.Cleanup(srv.Close)
	b.config = base.Config{Values: map[string]string{"api_url": srv.URL + "/services/hsi", "token_url": srv.URL, "finder_url": srv.URL + "/psfinder-api",
		"user": "user", "client_id": "client", "timeout": "1s"},
		Secrets: map[string]base.Secret{"password": "pass-word", "client_secret": "client-secret", "finder_key": "finder-key"}}
	for i := 0; i+1 < len(changes); i += 2 {
		b.config.Values[changes[i]] = changes[i+1]
	}
	b.plugin = b.process()
	return b
}

// process starts the plugin once more, as another process of the shop would have it.
func (b *bench) process() sdk.Plugin {
	return sdktest.Target{New: newPlugin, Config: b.config}.Start(b.t)
}

// orders gives what Hermes has, as its own words.
func (b *bench) orders() string {
	raw, err := json.Marshal(b.sim.State())
	require.NoError(b.t, err)
	return string(raw)
}

func (b *bench) create(r shipping.ShipmentRequest) shipping.Shipment {
	b.t.Helper()
	s, err := b.plugin.Shipping.CreateShipment(b.t.Context(), r)
	require.NoError(b.t, err)
	return s
}

func TestConformance(t *testing.T) {
	b := start(t)
	r := delivery("s1")
	sdktest.Run(t, sdktest.Target{New: newPlugin, Config: b.config, Shipping: &sdktest.Shipping{
		Options: shipping.OptionsRequest{Parcels: r.Parcels, Address: home(), Locale: "de-DE"}, Shipment: &r,
	}})
}

func TestOptions(t *testing.T) {
	b := start(t, "free_from_cents", "10000")
	postfiliale, packstation := home(), home()
	postfiliale.Kind, postfiliale.Street = base.AddressParcelShop, "Postfiliale"
	packstation.Kind = base.AddressPackstation
	unchosen := home()
	unchosen.Kind = base.AddressParcelShop
	for what, c := range map[string]struct {
		to    *base.Address
		grams int64
		goods int64
		fee   int64 // -1: no option
		hint  string
	}{
		"a chosen PaketShop": {chosen(), 25000, 9999, 449, "hint"},
		"one not chosen yet": {unchosen, 1, 1, 449, "hint.near"},
		"a postal address":   {home(), 1, 1, 449, "hint.near"},
		"free":               {home(), 1, 10000, 0, "hint.near"},
		"too heavy":          {chosen(), 25001, 1, -1, ""},
		"a Postfiliale":      {postfiliale, 1, 1, -1, ""},
		"a Packstation":      {packstation, 1, 1, -1, ""},
		"abroad":             {&base.Address{Country: "AT"}, 1, 1, -1, ""},
		"another carrier's":  {&base.Address{Country: "DE", Kind: base.AddressParcelShop, PointID: "8003-4101479"}, 1, 1, -1, ""},
	} {
		offer, err := b.plugin.Shipping.Options(t.Context(), shipping.OptionsRequest{Address: c.to, Parcels: []shipping.Parcel{{WeightGrams: c.grams}},
			GoodsTotal: base.Money{Minor: c.goods, Currency: "EUR"}})
		require.NoError(t, err, what)
		options := offer.Options
		require.Equal(t, c.to.Kind == base.AddressParcelShop, offer.Scope == shipping.Scope{}, what)
		require.True(t, offer.Scope.GoodsTotal.Has(c.goods), what)
		require.False(t, offer.Scope.Area == shipping.AreaCountry && offer.Scope.GoodsTotal.Has(9999) && offer.Scope.GoodsTotal.Has(10000), what)
		if c.fee < 0 {
			require.Empty(t, options, what)
			continue
		}
		require.Len(t, options, 1, what)
		require.Equal(t, base.Money{Minor: c.fee, Currency: "EUR"}, options[0].Fee, what)
		require.Equal(t, base.DeliveryParcelShop, options[0].Kind)
		require.Equal(t, texts[c.hint], options[0].Hint, what)
		require.True(t, options[0].NeedsPhone, "without an e-mail address nothing else tells that the parcel is there")
	}
	none, err := start(t, "near_home", "false").plugin.Shipping.Options(t.Context(), shipping.OptionsRequest{Address: home(), Parcels: []shipping.Parcel{{WeightGrams: 1}}})
	require.NoError(t, err)
	require.Empty(t, none.Options)
	require.Empty(t, b.sim.Stage().Counts(), "Hermes is not asked while a shopper waits")
}

func TestALabelForEachParcel(t *testing.T) {
	b := start(t)
	r := delivery("s1")
	r.Parcels = append(r.Parcels, shipping.Parcel{WeightGrams: 900, LengthMM: 400, WidthMM: 300, HeightMM: 100})
	s := b.create(r)
	require.Len(t, s.Packages, 2)
	for _, p := range s.Packages {
		require.Regexp(t, numberForm, p.TrackingNumber)
		require.True(t, bytes.HasPrefix(p.Label, []byte("%PDF-")))
	}
	require.Contains(t, b.orders(), `"psSelectionRule":"SELECT_BY_ID","psID":"DE40501"`)
	require.Contains(t, b.orders(), `"parcelClass":"M","parcelWeight":2300`, "a class where the size is unknown")
	require.Contains(t, b.orders(), `"parcelHeight":100,"parcelWidth":300,"parcelDepth":400,"parcelWeight":900`)

	near := delivery("s2")
	near.Recipient, near.Email = home(), ""
	near.Recipient.Phone = "+4935112345"
	b.create(near)
	require.Contains(t, b.orders(), `"psSelectionRule":"SELECT_BY_RECEIVER_ADDRESS"`)
	require.Contains(t, b.orders(), `"notificationType":"SMS","notificationNumber":"+4935112345"`)

	long := delivery("s3")
	long.Recipient.Phone, long.Email = "+4935154321", strings.Repeat("j", 60)+"@example.org"
	b.create(long)
	require.Contains(t, b.orders(), `"notificationType":"SMS","notificationNumber":"+4935154321"`, "Hermes takes no such address")
	long.IdempotencyKey, long.Recipient.Phone = "s4", ""
	_, err := b.plugin.Shipping.CreateShipment(t.Context(), long)
	require.Equal(t, []base.FieldError{{Name: "email", Code: "too_long"}}, base.AsError(err).Fields)
}

func TestOneShipmentPerKey(t *testing.T) {
	b := start(t)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() { _, _ = b.plugin.Shipping.CreateShipment(t.Context(), delivery("s1")) })
	}
	wait.Wait()
	require.Equal(t, 1, b.sim.Stage().Counts()["shipment"], "at once")
	first := b.create(delivery("s1"))
	again, err := b.process().Shipping.CreateShipment(t.Context(), delivery("s1"))
	require.NoError(t, err)
	require.Equal(t, first, again, "later and in another process")
	b.create(delivery("s2"))
	require.Equal(t, 2, b.sim.Stage().Counts()["shipment"])
}

func TestALostReplyIsFoundAgainAndTheRestIsMade(t *testing.T) {
	for _, effect := range []stage.Effect{stage.DropReply, stage.Garbage, stage.Hang} {
		b := start(t)
		r := delivery("s1")
		r.Parcels = append(r.Parcels, shipping.Parcel{WeightGrams: 900})
		require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: "order", Effect: effect}))
		_, err := b.plugin.Shipping.CreateShipment(t.Context(), r)
		require.True(t, base.AsError(err).OutcomeUnknown, effect)
		require.Equal(t, 1, b.sim.Stage().Counts()["order"], "what Hermes would do twice is not repeated by itself")
		require.Len(t, b.create(r).Packages, 2)
		require.Equal(t, 2, b.sim.Stage().Counts()["shipment"], effect)
	}
}

func TestALabelThatHermesGivesOnceIsOrderedAnew(t *testing.T) {
	b := start(t)
	b.sim.GiveLabelsOnce()
	require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: "order", Effect: stage.DropReply}))
	_, err := b.plugin.Shipping.CreateShipment(t.Context(), delivery("s1"))
	require.True(t, base.AsError(err).OutcomeUnknown)
	require.Len(t, b.create(delivery("s1")).Packages, 1)
	require.Equal(t, 2, b.sim.Stage().Counts()["shipment"])
}

func TestWhatHermesAsksToRepeatMayBeRepeated(t *testing.T) {
	r := delivery("s1")
	r.Recipient.PostalCode = "00058"
	_, err := start(t).plugin.Shipping.CreateShipment(t.Context(), r)
	e := base.AsError(err)
	require.Equal(t, base.FaultProvider, e.Fault)
	require.True(t, e.Retryable)
	require.False(t, e.OutcomeUnknown)
}

func TestWhileOrdersCannotBeSearchedNothingIsOrdered(t *testing.T) {
	b := start(t)
	require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: "orders", Effect: stage.Status, Times: -1}))
	_, err := b.plugin.Shipping.CreateShipment(t.Context(), delivery("s1"))
	require.True(t, base.AsError(err).Retryable)
	require.False(t, base.AsError(err).OutcomeUnknown)
	require.Zero(t, b.sim.Stage().Counts()["order"])
}

func TestATokenTakenBackIsRenewed(t *testing.T) {
	b := start(t)
	b.create(delivery("s1"))
	_, err := b.sim.Act("tokens", "expire")
	require.NoError(t, err)
	b.create(delivery("s2"))
	require.Equal(t, 2, b.sim.Stage().Counts()["token"])
}

func TestWrongCredentialsShowInTheHealth(t *testing.T) {
	b := start(t)
	b.config.Secrets["password"] = "a-wrong-password"
	p := b.process()
	_, err := p.Shipping.CreateShipment(t.Context(), delivery("s1"))
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultProvider}, "not the caller's")
	require.NotContains(t, err.Error(), "a-wrong-password")
	health, err := p.Base.Health(t.Context())
	require.NoError(t, err)
	require.False(t, health.OK)
}

// What telephones and other alphabets with Latin letters bring is written as Hermes takes it.
func TestNamesAreWrittenInLettersThatHermesTakes(t *testing.T) {
	for name, written := range map[string]string{
		"Nguyễn": "Nguyen", "O’Brien": "O'Brien", "Müller–Groß": "Müller-Groß", "Jo\u0308rg": "Jörg", "Łukasz Žák": "Łukasz Žák", "GROẞ": "GROSS",
	} {
		b := start(t)
		r := delivery("s1")
		r.Recipient.LastName = name
		b.create(r)
		require.Contains(t, b.orders(), `"lastname":"`+written+`"`)
		verdict, err := b.plugin.Shipping.ValidateAddress(t.Context(), shipping.ValidateAddressRequest{Address: r.Recipient})
		require.NoError(t, err)
		require.True(t, verdict.Deliverable, name)
	}
}

func TestRefusalsNameTheField(t *testing.T) {
	b := start(t)
	for field, spoil := range map[string]func(*shipping.ShipmentRequest){
		"option_id":               func(r *shipping.ShipmentRequest) { r.OptionID = "hermes_home" },
		"email":                   func(r *shipping.ShipmentRequest) { r.Email = "" },
		"parcels":                 func(r *shipping.ShipmentRequest) { r.Parcels[0].WeightGrams = 25001 },
		"recipient.country":       func(r *shipping.ShipmentRequest) { r.Recipient.Country = "AT" },
		"recipient.postal_code":   func(r *shipping.ShipmentRequest) { r.Recipient.PostalCode = "1067" },
		"recipient.street_number": func(r *shipping.ShipmentRequest) { r.Recipient.StreetNumber = "12-14a" },
		"recipient.point_id":      func(r *shipping.ShipmentRequest) { r.Recipient.PointID = "8003-4101479" },
		"collect_amount":          func(r *shipping.ShipmentRequest) { r.CollectAmount = base.Money{Minor: 1, Currency: "EUR"} },
		"recipient.last_name":     func(r *shipping.ShipmentRequest) { r.Recipient.LastName = "王" },
		"recipient.city":          func(r *shipping.ShipmentRequest) { r.Recipient.City = "Дрезден" },
		"recipient.company":       func(r *shipping.ShipmentRequest) { r.Recipient.Company = "Fünf ÷ Null" },
		"hermes_e001":             func(r *shipping.ShipmentRequest) { r.Email = "joerg" }, // only Hermes itself finds this
	} {
		r := delivery("bad-" + field)
		spoil(&r)
		_, err := b.plugin.Shipping.CreateShipment(t.Context(), r)
		e := base.AsError(err)
		require.Equal(t, base.FaultCaller, e.Fault, "%s: %v", field, err)
		require.False(t, e.OutcomeUnknown)
		require.Equal(t, []base.FieldError{{Name: field, Code: e.Fields[0].Code}}, e.Fields)
	}
	require.Zero(t, b.sim.Stage().Counts()["shipment"])
}

func TestSettingsThatMakeNoSense(t *testing.T) {
	good, err := start(t).config.Check(schema)
	require.NoError(t, err)
	for _, setting := range []string{"days=4-2", "fee_cents=-1", "free_from_cents=-1", "max_grams=31501", "lookup_days=91", "timeout=10ms"} {
		key, value, _ := strings.Cut(setting, "=")
		c := base.Config{Values: maps.Clone(good.Values), Secrets: good.Secrets}
		c.Values[key] = value
		_, err := readSettings(c)
		require.ErrorIs(t, err, &base.Error{Code: base.CodeInvalidConfig}, setting)
		require.Contains(t, err.Error(), key)
	}
}

// What is offered can be sent.
func TestNoMoreParcelsAreOfferedThanAreSent(t *testing.T) {
	b := start(t)
	for parcels, options := range map[int]int{maxParcels: 1, maxParcels + 1: 0} {
		r := delivery("s1")
		r.Parcels = slices.Repeat(r.Parcels, parcels)
		offer, err := b.plugin.Shipping.Options(t.Context(), shipping.OptionsRequest{Address: home(), Parcels: r.Parcels})
		require.NoError(t, err)
		require.Len(t, offer.Options, options)
		_, err = b.plugin.Shipping.CreateShipment(t.Context(), r)
		require.Equal(t, options == 1, err == nil, err)
	}
}

// Hermes's own documents number a PaketShop by digits alone, its finder with the country before them.
func TestEitherFormOfAPaketShopsNumber(t *testing.T) {
	b := start(t)
	for _, number := range []string{"DE40501", "656499"} {
		to := chosen()
		to.PointID = number
		v, err := b.plugin.Shipping.ValidateAddress(t.Context(), shipping.ValidateAddressRequest{Address: to})
		require.NoError(t, err)
		require.True(t, v.Deliverable, v)
	}
}
