package main

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
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
	"kontor.dev/kontor/plugins/shipping/ups/sim"
	"kontor.dev/kontor/plugins/simulator/stage"
)

const credential = "a-credential-of-the-shop"

func home() *base.Address {
	return &base.Address{FirstName: "Jörg", LastName: "Groß", Street: "Am Markt", StreetNumber: "2a", PostalCode: "01067", City: "Dresden", Country: "DE"}
}

func vienna() *base.Address {
	return &base.Address{Company: "Donau Handel", LastName: "Huber", Street: "Graben", StreetNumber: "1", PostalCode: "1010", City: "Wien", Country: "AT", Phone: "+4315123456"}
}

func delivery(key string) shipping.ShipmentRequest {
	return shipping.ShipmentRequest{IdempotencyKey: key, OptionID: express, OrderNumber: "K10001", Recipient: home(), ShipDate: time.Now(),
		Parcels: []shipping.Parcel{{WeightGrams: 2310, LengthMM: 400, WidthMM: 301, HeightMM: 100}}}
}

type bench struct {
	t      *testing.T
	sim    *sim.Sim
	config base.Config
	plugin sdk.Plugin
	hooks  chan base.WebhookRequest // Track Alerts as they came, after the plugin has seen them
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	b := &bench{t: t, hooks: make(chan base.WebhookRequest, 100)}
	shop := httptest.NewServer(http.HandlerFunc(b.listen))
	t.Cleanup(shop.Close)
	b.sim = sim.New(sim.Config{ClientID: "client", ClientSecret: "client-secret", Account: "A1B2C3", WebhookURL: shop.URL, Credential: credential})
	t.Cleanup(b.sim.Close)
	srv := httptest.NewServer(b.sim.Handler())
	t.Cleanup(srv.Close)
	b.config = base.Config{Values: map[string]string{"api_url": srv.URL, "client_id": "client", "account_number": "A1B2C3", "timeout": "1s",
		"shipper_name": "Kontor GmbH", "shipper_phone": "+49 341 123456", "shipper_street": "Speicherstraße 1", "shipper_postal_code": "04109", "shipper_city": "Leipzig"},
		Secrets: map[string]base.Secret{"client_secret": "client-secret", "webhook_credential": credential}}
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

// listen is the shop's webhook address.
func (b *bench) listen(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	request := base.WebhookRequest{Method: r.Method, Headers: r.Header, Body: body, ReceivedAt: time.Now()}
	answer, err := b.plugin.Shipping.HandleWebhook(r.Context(), request)
	if err != nil {
		w.WriteHeader(http.StatusForbidden)
	} else {
		w.WriteHeader(answer.Reply.Status)
	}
	b.hooks <- request
}

func (b *bench) hear() base.WebhookRequest {
	b.t.Helper()
	select {
	case r := <-b.hooks:
		return r
	case <-time.After(10 * time.Second):
		b.t.Fatal("no Track Alert")
		return base.WebhookRequest{}
	}
}

// shipments gives what UPS has, as its own words.
func (b *bench) shipments() string {
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
	s := b.create(delivery("before"))
	_, err := b.sim.Act(s.Reference, "pickup")
	require.NoError(t, err)
	alert := b.hear()
	r := delivery("s1")
	sdktest.Run(t, sdktest.Target{New: newPlugin, Config: b.config, Shipping: &sdktest.Shipping{
		Options: shipping.OptionsRequest{Parcels: r.Parcels, Address: home(), Locale: "de-DE"}, Shipment: &r,
		Webhook: func() base.WebhookRequest { return alert },
	}})
}

func TestOptionsAndFees(t *testing.T) {
	b := start(t)
	for what, c := range map[string]struct {
		to     *base.Address
		parcel shipping.Parcel
		fee    int64 // -1: no option
		note   string
	}{
		"light":         {home(), shipping.Parcel{WeightGrams: 5000}, 1290, "Lieferung am nächsten Werktag"},
		"heavier":       {home(), shipping.Parcel{WeightGrams: 5001}, 1790, "Lieferung am nächsten Werktag"},
		"freight":       {home(), shipping.Parcel{WeightGrams: 31501}, -1, ""},
		"bulky":         {home(), shipping.Parcel{WeightGrams: 1, LengthMM: 700, WidthMM: 700}, -1, ""},
		"a neighbour":   {vienna(), shipping.Parcel{WeightGrams: 1}, 2490, "Lieferung in 1 bis 3 Werktagen"},
		"an island":     {&base.Address{Country: "MT"}, shipping.Parcel{WeightGrams: 31500}, 4990, "Lieferung in 1 bis 3 Werktagen"},
		"overseas":      {&base.Address{Country: "US"}, shipping.Parcel{WeightGrams: 1}, -1, ""},
		"a Packstation": {&base.Address{Country: "DE", Kind: base.AddressPackstation}, shipping.Parcel{WeightGrams: 1}, -1, ""},
	} {
		offer, err := b.plugin.Shipping.Options(t.Context(), shipping.OptionsRequest{Address: c.to, Parcels: []shipping.Parcel{c.parcel}})
		require.NoError(t, err, what)
		options := offer.Options
		if c.fee < 0 {
			require.Empty(t, options, what)
			continue
		}
		require.Equal(t, base.Money{Minor: c.fee, Currency: "EUR"}, options[0].Fee, what)
		require.Equal(t, c.note, options[0].DeliveryNote["de"], what)
		require.Equal(t, c.to.Country != "DE", options[0].NeedsPhone, what)
	}
	require.Empty(t, b.sim.Stage().Counts(), "UPS is not asked while a shopper waits")
}

// Its addresses have a county, which the shop does not know, and without which UPS makes no label.
func TestIrelandIsNotServed(t *testing.T) {
	b := start(t, "fees", "DE,IE 31500=1290")
	dublin := &base.Address{LastName: "Byrne", Street: "Main Street", StreetNumber: "1", PostalCode: "D02 AF30", City: "Dublin", Country: "IE", Phone: "+35312345678"}
	offer, err := b.plugin.Shipping.Options(t.Context(), shipping.OptionsRequest{Address: dublin, Parcels: []shipping.Parcel{{WeightGrams: 1}}})
	require.NoError(t, err)
	require.Empty(t, offer.Options)
	verdict, err := b.plugin.Shipping.ValidateAddress(t.Context(), shipping.ValidateAddressRequest{Address: dublin})
	require.NoError(t, err)
	require.False(t, verdict.Deliverable)
}

func TestALabelHasTheLettersOfItsCountry(t *testing.T) {
	b := start(t)
	b.create(delivery("s1"))
	require.NotContains(t, b.shipments(), "character_set")
	abroad := delivery("s2")
	abroad.Recipient = vienna()
	abroad.Recipient.Country, abroad.Recipient.City, abroad.Recipient.PostalCode = "PL", "Łódź", "90-001"
	b.create(abroad)
	require.Contains(t, b.shipments(), `"character_set":"pol"`)
}

func TestLabels(t *testing.T) {
	for format, magic := range map[string]string{"PDF": "%PDF-", "GIF": "GIF8", "PNG": "\x89PNG"} {
		b := start(t, "label_format", format)
		r := delivery("s1")
		r.Parcels = append(r.Parcels, shipping.Parcel{WeightGrams: 900})
		s := b.create(r)
		require.Len(t, s.Packages, 2)
		require.Equal(t, s.Reference, s.Packages[0].TrackingNumber)
		for _, p := range s.Packages {
			require.Regexp(t, numberForm, p.TrackingNumber)
			require.True(t, bytes.HasPrefix(p.Label, []byte(magic)), format)
			require.Equal(t, mediaTypes[format], p.LabelType)
		}
		require.Contains(t, b.shipments(), `"weight":"2.4"`, "rounded up to what a scale may find")
		abroad := delivery("s2")
		abroad.Recipient, abroad.Email = vienna(), "huber@example.org"
		b.create(abroad)
		require.Contains(t, b.shipments(), `"Name":"Donau Handel","AttentionName":"Huber"`)
	}
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
	require.Equal(t, first, again, "days later and in another process")
	require.NotEqual(t, first.Reference, b.create(delivery("s2")).Reference)
	require.Equal(t, 2, b.sim.Stage().Counts()["shipment"])
}

func TestALostReplyIsFoundAgain(t *testing.T) {
	for effect, format := range map[stage.Effect]string{stage.DropReply: "PDF", stage.Garbage: "GIF", stage.Hang: "PNG"} {
		b := start(t, "label_format", format)
		require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: "ship", Effect: effect}))
		_, err := b.plugin.Shipping.CreateShipment(t.Context(), delivery("s1"))
		require.True(t, base.AsError(err).OutcomeUnknown, effect)
		require.Equal(t, 1, b.sim.Stage().Counts()["ship"], "what UPS would do twice is not repeated by itself")
		b.create(delivery("s1"))
		require.Equal(t, 1, b.sim.Stage().Counts()["shipment"], effect)
	}
}

func TestWhileUPSIsDownNothingIsOrdered(t *testing.T) {
	b := start(t)
	require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: "recover", Effect: stage.Status, Times: -1}))
	_, err := b.plugin.Shipping.CreateShipment(t.Context(), delivery("s1"))
	e := base.AsError(err)
	require.True(t, e.Retryable)
	require.False(t, e.OutcomeUnknown)
	require.Zero(t, b.sim.Stage().Counts()["ship"])
}

// Only the code says that there is no such shipment: a look that was refused for another reason may hide one.
func TestALookThatIsRefusedOrdersNothing(t *testing.T) {
	b := start(t)
	b.create(delivery("s1"))
	blind := start(t, "no_shipment_codes", "1")
	for _, refused := range []func() (shipping.Shipment, error){
		func() (shipping.Shipment, error) {
			return blind.plugin.Shipping.CreateShipment(t.Context(), delivery("s1"))
		},
		func() (shipping.Shipment, error) {
			require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: "recover", Effect: stage.Status, Status: http.StatusBadRequest}))
			return b.plugin.Shipping.CreateShipment(t.Context(), delivery("s1"))
		},
	} {
		_, err := refused()
		e := base.AsError(err)
		require.NotNil(t, e)
		require.False(t, e.OutcomeUnknown)
	}
	require.Zero(t, blind.sim.Stage().Counts()["ship"])
	require.Equal(t, 1, b.sim.Stage().Counts()["ship"])
	_, err := blind.plugin.Shipping.CreateShipment(t.Context(), delivery("s1"))
	require.Equal(t, []base.FieldError{{Name: "ups_9801031", Code: "refused"}}, base.AsError(err).Fields, "the code to add")
}

func TestATokenTakenBackIsRenewed(t *testing.T) {
	b := start(t)
	b.create(delivery("s1"))
	require.Equal(t, 1, b.sim.Stage().Counts()["token"])
	_, err := b.sim.Act("tokens", "expire")
	require.NoError(t, err)
	b.create(delivery("s2"))
	require.Equal(t, 2, b.sim.Stage().Counts()["token"])
}

func TestWrongCredentialsShowInTheHealth(t *testing.T) {
	b := start(t)
	right := b.config.Secrets["client_secret"]
	b.config.Secrets["client_secret"] = "a-wrong-secret"
	p := b.process()
	_, err := p.Shipping.CreateShipment(t.Context(), delivery("s1"))
	require.Error(t, err)
	require.NotContains(t, err.Error(), "a-wrong-secret")
	health, err := p.Base.Health(t.Context())
	require.NoError(t, err)
	require.False(t, health.OK)
	b.config.Secrets["client_secret"] = right
	health, err = b.process().Base.Health(t.Context())
	require.NoError(t, err)
	require.True(t, health.OK)
}

func TestRefusalsNameTheField(t *testing.T) {
	b := start(t)
	for field, spoil := range map[string]func(*shipping.ShipmentRequest){
		"option_id":            func(r *shipping.ShipmentRequest) { r.OptionID = "ups_standard" },
		"recipient.street":     func(r *shipping.ShipmentRequest) { r.Recipient.Street = " " },
		"recipient.city":       func(r *shipping.ShipmentRequest) { r.Recipient.City = strings.Repeat("x", 31) },
		"recipient.country":    func(r *shipping.ShipmentRequest) { r.Recipient.Country = "DK "; r.Recipient.Phone = "1" },
		"recipient.phone":      func(r *shipping.ShipmentRequest) { r.Recipient.Country = "AT" },
		"parcels":              func(r *shipping.ShipmentRequest) { r.Parcels[0].WeightGrams = 31501 },
		"parcels.weight_grams": func(r *shipping.ShipmentRequest) { r.Parcels[0].WeightGrams = 0 },
		"collect_amount":       func(r *shipping.ShipmentRequest) { r.CollectAmount = base.Money{Minor: 1, Currency: "EUR"} },
		"ups_120206":           func(r *shipping.ShipmentRequest) { r.Recipient.PostalCode = "1067" }, // only UPS itself finds this
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

func TestCancelUntilTheParcelIsOnItsWay(t *testing.T) {
	b := start(t)
	s := b.create(delivery("s1"))
	for range 2 {
		require.NoError(t, b.plugin.Shipping.Cancel(t.Context(), shipping.CancelRequest{Reference: s.Reference}))
	}
	require.Contains(t, b.shipments(), `"voided":true`)
	s = b.create(delivery("s2"))
	_, err := b.sim.Act(s.Reference, "pickup")
	require.NoError(t, err)
	require.ErrorIs(t, b.plugin.Shipping.Cancel(t.Context(), shipping.CancelRequest{Reference: s.Reference}), &base.Error{Code: "too_late"})
	require.ErrorIs(t, b.plugin.Shipping.Cancel(t.Context(), shipping.CancelRequest{Reference: "../1"}), &base.Error{Fault: base.FaultCaller})
}

// A label that UPS refused to void for the moment is still good, whether tracking knows it yet or not.
func TestARefusalForTheMomentCancelsNothing(t *testing.T) {
	b := start(t)
	s := b.create(delivery("s1"))
	require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: "void", Effect: stage.Status, Status: http.StatusBadRequest}))
	require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: "track", Effect: stage.Status, Status: http.StatusNotFound}))
	require.Error(t, b.plugin.Shipping.Cancel(t.Context(), shipping.CancelRequest{Reference: s.Reference}))
}

// A shipment that was voided, perhaps by hand in UPS's portal, is none: the goods need another.
func TestAVoidedShipmentIsOrderedAgain(t *testing.T) {
	b := start(t)
	first := b.create(delivery("s1"))
	require.NoError(t, b.plugin.Shipping.Cancel(t.Context(), shipping.CancelRequest{Reference: first.Reference}))
	require.NotEqual(t, first.Reference, b.create(delivery("s1")).Reference)
}

func TestALongMailAddressDoesNotHoldTheGoodsUp(t *testing.T) {
	b := start(t)
	r := delivery("s1")
	r.Email = strings.Repeat("x", 40) + "@example.com"
	b.create(r)
}

func TestSettingsThatMakeNoSense(t *testing.T) {
	good, err := start(t).config.Check(schema)
	require.NoError(t, err)
	for _, setting := range []string{"fees=DE=1", "fees=US 5000=100", "days=2-1", "days_abroad=x", "account_number=a1", "max_grams=70001", "shipper_phone=none", "timeout=10ms"} {
		key, value, _ := strings.Cut(setting, "=")
		c := base.Config{Values: maps.Clone(good.Values), Secrets: good.Secrets}
		c.Values[key] = value
		_, err := readSettings(c)
		require.ErrorIs(t, err, &base.Error{Code: base.CodeInvalidConfig}, setting)
		require.Contains(t, err.Error(), key)
	}
}

func TestLines(t *testing.T) {
	for text, want := range map[string][]string{
		"Am Markt 2a": {"Am Markt 2a"},
		"Straße der langen Namen an der schönen Elbe 17": {"Straße der langen Namen an der", "schönen Elbe 17"},
		strings.Repeat("x", 40):                          {strings.Repeat("x", 35), "xxxxx"},
		"  ":                                             nil,
	} {
		require.Equal(t, want, lines(text))
	}
}

// Goods that come back carry the name of the one who sends them.
func TestAReturnNamesItsSender(t *testing.T) {
	b := start(t)
	own := b.create(delivery("out"))
	r := delivery("back")
	r.Sender = vienna()
	back := b.create(r)
	require.Contains(t, string(back.Packages[0].Label), "(Donau Handel, 1010 Wien)")
	require.NotContains(t, string(own.Packages[0].Label), "Donau")
}

// What is offered can be sent.
func TestNoMoreParcelsAreOfferedThanAreSent(t *testing.T) {
	b := start(t)
	for parcels, options := range map[int]int{maxParcels: 1, maxParcels + 1: 0} {
		r := delivery("s1")
		r.Parcels = slices.Repeat([]shipping.Parcel{{WeightGrams: 100}}, parcels)
		offer, err := b.plugin.Shipping.Options(t.Context(), shipping.OptionsRequest{Address: home(), Parcels: r.Parcels})
		require.NoError(t, err)
		require.Len(t, offer.Options, options)
		_, err = b.plugin.Shipping.CreateShipment(t.Context(), r)
		require.Equal(t, options == 1, err == nil, err)
	}
}
