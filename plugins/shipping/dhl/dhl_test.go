package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/sdk/shipping"
	"kontor.dev/kontor/plugins/shipping/dhl/sim"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func eur(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }

func home() *base.Address {
	return &base.Address{FirstName: "Jörg", LastName: "Groß", Street: "Am Markt", StreetNumber: "2a", PostalCode: "01067", City: "Dresden", Country: "DE"}
}

func locker() *base.Address {
	return &base.Address{Kind: base.AddressPackstation, FirstName: "Jörg", LastName: "Groß", StreetNumber: "145", PostNumber: "12345678",
		PostalCode: "10115", City: "Berlin", Country: "DE"}
}

func office() *base.Address {
	return &base.Address{Kind: base.AddressParcelShop, FirstName: "Jörg", LastName: "Groß", Street: "Postfiliale", StreetNumber: "433",
		PostNumber: "12345678", PostalCode: "10115", City: "Berlin", Country: "DE", PointID: "8003-4101479"}
}

func delivery() shipping.ShipmentRequest {
	return shipping.ShipmentRequest{IdempotencyKey: "s1", OptionID: standard, OrderNumber: "K10001", Recipient: home(), ShipDate: time.Now(),
		Parcels: []shipping.Parcel{{WeightGrams: 2300, LengthMM: 400, WidthMM: 300, HeightMM: 100}}}
}

const webhookToken = "a-token-of-the-shop-01"

type bench struct {
	t      *testing.T
	sim    *sim.Sim
	config base.Config
	plugin sdk.Plugin
	hooks  chan base.WebhookRequest // notifications of DHL as they came, after the plugin has seen them
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	srv := httptest.NewUnstartedServer(nil)
	url := "http://" + srv.Listener.Addr().String()
	s := sim.New(sim.Config{BaseURL: url, APIKey: "api-key", User: "user", Password: "pass-word"})
	srv.Config.Handler = s.Handler()
	srv.Start()
	t.Cleanup(srv.Close)
	b := &bench{t: t, sim: s, hooks: make(chan base.WebhookRequest, 100)}
	shop := httptest.NewServer(http.HandlerFunc(b.listen))
	t.Cleanup(shop.Close)
	t.Cleanup(s.Close)
	values := map[string]string{"api_url": url + "/parcel/de/shipping/v2", "tracking_url": url + "/track", "user": "user", "timeout": "1s",
		"finder_url": url + "/location-finder/v1", "push_url": url + "/tracking/push/v1", "webhook_url": shop.URL + "/webhooks/dhl",
		"billing_number": "33333333330101", "billing_number_abroad": "33333333335301", "shipper_name": "Kontor GmbH", "shipper_street": "Hafenstraße",
		"shipper_number": "1", "shipper_postal_code": "20457", "shipper_city": "Hamburg", "cod_iban": "DE02120300000000202051", "cod_holder": "Kontor GmbH"}
	for i := 0; i+1 < len(changes); i += 2 {
		values[changes[i]] = changes[i+1]
	}
	b.config = base.Config{Values: values, Secrets: map[string]base.Secret{"api_key": "api-key", "password": "pass-word", "webhook_token": webhookToken}}
	b.plugin = sdktest.Target{New: newPlugin, Config: b.config}.Start(t)
	return b
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

// hear waits for the next notification of a scope.
func (b *bench) hear(scope string) base.WebhookRequest {
	b.t.Helper()
	for {
		select {
		case r := <-b.hooks:
			if strings.Contains(string(r.Body), `"scope":"`+scope+`"`) {
				return r
			}
		case <-time.After(10 * time.Second):
			b.t.Fatalf("no %s", scope)
		}
	}
}

// shipments gives what DHL has, as its own words.
func (b *bench) shipments() string {
	raw, err := json.Marshal(b.sim.State())
	require.NoError(b.t, err)
	return string(raw)
}

func TestConformance(t *testing.T) {
	b := start(t)
	r := delivery()
	s, err := b.plugin.Shipping.CreateShipment(t.Context(), r)
	require.NoError(t, err)
	b.hear("subscription.ready")
	_, err = b.sim.Act(s.Reference, "transit")
	require.NoError(t, err)
	news := b.hear("subscription.push")
	r.IdempotencyKey = "s-conformance"
	sdktest.Run(t, sdktest.Target{New: newPlugin, Config: b.config, Shipping: &sdktest.Shipping{
		Options: shipping.OptionsRequest{Parcels: r.Parcels, Address: home(), GoodsTotal: eur(1000), Locale: "de-DE"}, Shipment: &r,
		Webhook: func() base.WebhookRequest { return news },
	}})
}

func TestOptionsAndFees(t *testing.T) {
	b := start(t, "free_from_cents", "10000")
	ask := func(to *base.Address, goods, grams int64) []shipping.Option {
		t.Helper()
		o, err := b.plugin.Shipping.Options(t.Context(), shipping.OptionsRequest{Address: to, GoodsTotal: eur(goods), Parcels: []shipping.Parcel{{WeightGrams: grams}}})
		require.NoError(t, err)
		return o.Options
	}
	both := ask(home(), 9999, 31500)
	require.Len(t, both, 2)
	require.Equal(t, gogreen, both[1].ID)
	require.Equal(t, eur(549), both[1].Fee)
	o := both[0]
	require.Equal(t, eur(499), o.Fee)
	require.Equal(t, "Lieferung in 1 bis 2 Werktagen", o.DeliveryNote["de"])
	require.True(t, o.CashOnDelivery)
	two, err := b.plugin.Shipping.Options(t.Context(), shipping.OptionsRequest{Address: home(), Parcels: []shipping.Parcel{{WeightGrams: 1}, {WeightGrams: 1}}})
	require.NoError(t, err)
	require.False(t, two.Options[0].CashOnDelivery, "one parcel collects all of it, or none does")
	require.Equal(t, eur(0), ask(home(), 10000, 1)[0].Fee, "free from the configured value")
	require.Empty(t, ask(home(), 1, 31501), "too heavy for a parcel")
	only := ask(&base.Address{Country: "AT"}, 20000, 1)
	require.Len(t, only, 1, "GoGreen Plus is for Germany")
	abroad := only[0]
	require.Equal(t, eur(1299), abroad.Fee, "free delivery is for Germany")
	require.Equal(t, eur(1999), ask(&base.Address{Country: "MT"}, 1, 1)[0].Fee)
	require.False(t, abroad.CashOnDelivery)
	require.Empty(t, ask(&base.Address{Country: "US"}, 1, 1))
	station := ask(locker(), 1, 1)[0]
	require.Equal(t, packstation, station.ID)
	require.Equal(t, base.DeliveryPackstation, station.Kind)
	branch := ask(office(), 1, 1)[0]
	require.Equal(t, postfiliale, branch.ID)
	require.Equal(t, base.DeliveryParcelShop, branch.Kind)
	foreign := office()
	foreign.PointID, foreign.Street = "DE40501", "Marktplatz"
	require.Empty(t, ask(foreign, 1, 1), "another carrier's parcel shop")
}

func TestScope(t *testing.T) {
	b := start(t, "free_from_cents", "10000")
	for what, c := range map[string]struct {
		to    *base.Address
		goods int64
		want  shipping.Scope
	}{
		"below the value that is free": {home(), 9999, shipping.Scope{Area: shipping.AreaCountry, HeaviestGrams: shipping.Range{Below: 31501}, GoodsTotal: shipping.Range{Below: 10000}}},
		"from it on":                   {home(), 10000, shipping.Scope{Area: shipping.AreaCountry, HeaviestGrams: shipping.Range{Below: 31501}, GoodsTotal: shipping.Range{From: 10000}}},
		"a parcel shop":                {office(), 1, shipping.Scope{}},
	} {
		o, err := b.plugin.Shipping.Options(t.Context(), shipping.OptionsRequest{Address: c.to, GoodsTotal: eur(c.goods), Parcels: []shipping.Parcel{{WeightGrams: 1}}})
		require.NoError(t, err, what)
		require.Equal(t, c.want, o.Scope, what)
	}
}

func TestLargeGoodsAreFreight(t *testing.T) {
	b := start(t)
	for _, c := range []struct {
		parcel shipping.Parcel
		fits   bool
	}{
		{shipping.Parcel{WeightGrams: 1, LengthMM: 1200, WidthMM: 600, HeightMM: 600}, true},
		{shipping.Parcel{WeightGrams: 1, LengthMM: 600, WidthMM: 1200, HeightMM: 600}, true},
		{shipping.Parcel{WeightGrams: 1, LengthMM: 1201, WidthMM: 100, HeightMM: 100}, false},
		{shipping.Parcel{WeightGrams: 1, LengthMM: 700, WidthMM: 610, HeightMM: 10}, false},
	} {
		o, err := b.plugin.Shipping.Options(t.Context(), shipping.OptionsRequest{Address: home(), Parcels: []shipping.Parcel{{WeightGrams: 1}, c.parcel}})
		require.NoError(t, err)
		require.Equal(t, c.fits, len(o.Options) > 0, "%+v", c.parcel)
	}
}

// What is offered can be sent.
func TestNoMoreParcelsAreOfferedThanAreSent(t *testing.T) {
	b := start(t)
	for parcels, options := range map[int]int{maxParcels: 2, maxParcels + 1: 0} {
		r := delivery()
		r.IdempotencyKey, r.Parcels = strconv.Itoa(parcels), slices.Repeat([]shipping.Parcel{{WeightGrams: 100}}, parcels)
		offer, err := b.plugin.Shipping.Options(t.Context(), shipping.OptionsRequest{Address: home(), Parcels: r.Parcels})
		require.NoError(t, err)
		require.Len(t, offer.Options, options)
		_, err = b.plugin.Shipping.CreateShipment(t.Context(), r)
		require.Equal(t, options > 0, err == nil, err)
	}
}

func TestLabelForEachParcel(t *testing.T) {
	b := start(t)
	r := delivery()
	r.Parcels = append(r.Parcels, shipping.Parcel{WeightGrams: 900})
	s, err := b.plugin.Shipping.CreateShipment(t.Context(), r)
	require.NoError(t, err)
	require.Len(t, s.Packages, 2)
	for _, p := range s.Packages {
		require.True(t, bytes.HasPrefix(p.Label, []byte("%PDF-")))
		require.Contains(t, p.TrackingURL, p.TrackingNumber)
	}
	require.Contains(t, b.shipments(), `"ref_no":"K10001-1"`)
	require.Contains(t, b.shipments(), `"ref_no":"K10001-2"`)

	station := delivery()
	station.IdempotencyKey, station.OptionID, station.Recipient = "s2", packstation, locker()
	_, err = b.plugin.Shipping.CreateShipment(t.Context(), station)
	require.NoError(t, err)
	require.Contains(t, b.shipments(), `"lockerID":145`)

	branch := delivery()
	branch.IdempotencyKey, branch.OptionID, branch.Recipient, branch.Email = "s5", postfiliale, office(), "joerg@example.org"
	branch.Recipient.PostNumber = ""
	_, err = b.plugin.Shipping.CreateShipment(t.Context(), branch)
	require.NoError(t, err, "an e-mail address stands in for the post number")
	require.Contains(t, b.shipments(), `"retailID":433`)

	green := delivery()
	green.IdempotencyKey, green.OptionID = "s6", gogreen
	_, err = b.plugin.Shipping.CreateShipment(t.Context(), green)
	require.NoError(t, err)
	require.Contains(t, b.shipments(), `"services":["goGreenPlus"]`)

	abroad := delivery()
	abroad.IdempotencyKey = "s3"
	abroad.Recipient.Country, abroad.Recipient.PostalCode, abroad.Recipient.City = "AT", "1010", "Wien"
	_, err = b.plugin.Shipping.CreateShipment(t.Context(), abroad)
	require.NoError(t, err)
	require.Contains(t, b.shipments(), `"product":"V53WPAK"`)

	cash := delivery()
	cash.IdempotencyKey, cash.CollectAmount = "s4", eur(130399)
	_, err = b.plugin.Shipping.CreateShipment(t.Context(), cash)
	require.NoError(t, err)
}

func TestOneShipmentPerKeyEvenAtOnce(t *testing.T) {
	b := start(t)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() { _, _ = b.plugin.Shipping.CreateShipment(t.Context(), delivery()) })
	}
	wait.Wait()
	require.Equal(t, 1, b.sim.Stage().Counts()["shipment"])
}

func TestALostReplyIsUnknownAndMayBeRepeated(t *testing.T) {
	b := start(t)
	require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: "create", Effect: stage.DropReply}))
	_, err := b.plugin.Shipping.CreateShipment(t.Context(), delivery())
	e := base.AsError(err)
	require.True(t, e.OutcomeUnknown)
	require.Equal(t, 1, b.sim.Stage().Counts()["create"], "what DHL would do twice is not repeated by itself")
	_, err = b.plugin.Shipping.CreateShipment(t.Context(), delivery())
	require.NoError(t, err)
}

func TestWrongCredentialsShowInTheHealth(t *testing.T) {
	b := start(t)
	b.config.Secrets["password"] = "a-wrong-password"
	p := sdktest.Target{New: newPlugin, Config: b.config}.Start(t)
	_, err := p.Shipping.CreateShipment(t.Context(), delivery())
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultProvider})
	health, err := p.Base.Health(t.Context())
	require.NoError(t, err)
	require.False(t, health.OK)
}

func TestRefusalsNameTheField(t *testing.T) {
	b := start(t)
	for field, spoil := range map[string]func(*shipping.ShipmentRequest){
		"recipient.postal_code": func(r *shipping.ShipmentRequest) { r.Recipient.PostalCode = "1067" },
		"recipient.street":      func(r *shipping.ShipmentRequest) { r.Recipient.Street = "" },
		"recipient.post_number": func(r *shipping.ShipmentRequest) {
			r.OptionID = packstation
			r.Recipient = locker()
			r.Recipient.PostNumber = "12"
		},
		"recipient.post_number ": func(r *shipping.ShipmentRequest) {
			r.OptionID = postfiliale
			r.Recipient = office()
			r.Recipient.PostNumber = "" // and no e-mail address
		},
		"parcels": func(r *shipping.ShipmentRequest) { r.Parcels[0].WeightGrams = 40000 },
		"recipient.last_name": func(r *shipping.ShipmentRequest) {
			r.OptionID = packstation
			r.Recipient = locker()
			r.Recipient.Company, r.Recipient.FirstName, r.Recipient.LastName = "Kontor GmbH", "", ""
		},
		"option_id": func(r *shipping.ShipmentRequest) { r.OptionID = packstation },
	} {
		r := delivery()
		spoil(&r)
		_, err := b.plugin.Shipping.CreateShipment(t.Context(), r)
		var e *base.Error
		require.True(t, errors.As(err, &e), field)
		require.Equal(t, strings.TrimSpace(field), e.Fields[0].Name)
		require.Equal(t, base.FaultCaller, e.Fault)
	}
	r := delivery()
	r.ShipDate = time.Now().AddDate(0, 0, -2) // only DHL itself finds this
	_, err := b.plugin.Shipping.CreateShipment(t.Context(), r)
	var e *base.Error
	require.True(t, errors.As(err, &e))
	require.Equal(t, []base.FieldError{{Name: "shipDate", Code: "refused"}}, e.Fields)
	require.False(t, strings.Contains(b.shipments(), "ref_no"))
}

func TestCancelUntilTheParcelIsOnItsWay(t *testing.T) {
	b := start(t)
	s, err := b.plugin.Shipping.CreateShipment(t.Context(), delivery())
	require.NoError(t, err)
	for range 2 {
		require.NoError(t, b.plugin.Shipping.Cancel(t.Context(), shipping.CancelRequest{Reference: s.Reference}))
	}
	require.Contains(t, b.shipments(), `"cancelled":true`)
	r := delivery()
	r.IdempotencyKey = "s2"
	s, err = b.plugin.Shipping.CreateShipment(t.Context(), r)
	require.NoError(t, err)
	_, err = b.sim.Act(s.Reference, "transit")
	require.NoError(t, err)
	err = b.plugin.Shipping.Cancel(t.Context(), shipping.CancelRequest{Reference: s.Reference})
	require.ErrorIs(t, err, &base.Error{Code: "too_late"})
}

func TestTracking(t *testing.T) {
	b := start(t)
	s, err := b.plugin.Shipping.CreateShipment(t.Context(), delivery())
	require.NoError(t, err)
	ask := func() shipping.Track {
		t.Helper()
		k, err := b.plugin.Shipping.Track(t.Context(), shipping.TrackRequest{TrackingNumber: s.Reference, Locale: "de-DE"})
		require.NoError(t, err)
		return k
	}
	require.Equal(t, shipping.ParcelAnnounced, ask().State)
	_, err = b.sim.Act(s.Reference, "transit")
	require.NoError(t, err)
	require.Equal(t, shipping.ParcelInTransit, ask().State)
	require.False(t, ask().EstimatedAt.IsZero())
	_, err = b.sim.Act(s.Reference, "deliver")
	require.NoError(t, err)
	k := ask()
	require.Equal(t, shipping.ParcelDelivered, k.State)
	require.Len(t, k.Scans, 3)
	require.WithinDuration(t, time.Now(), k.Scans[2].OccurredAt, 2*time.Minute)
	require.Contains(t, k.Scans[2].Description, "zugestellt")
}

func TestLocalTimes(t *testing.T) {
	for text, want := range map[string]string{"2026-07-01T12:00:00Z": "2026-07-01T12:00:00Z", "2026-07-01T12:00:00.123": "2026-07-01T10:00:00Z", "x": "0001-01-01T00:00:00Z"} {
		require.Equal(t, want, localTime(text).Format(time.RFC3339), text)
	}
}

// Goods that come back carry the name of the one who sends them, also where a Packstation had brought them.
func TestAReturnNamesItsSender(t *testing.T) {
	b := start(t)
	from := home()
	from.FirstName, from.LastName, from.City = "Erika", "Rückläufer", "Kiel"
	for i, c := range []struct {
		option string
		sender *base.Address
		says   string
	}{
		{standard, nil, "Von: Kontor GmbH, 20457 Hamburg"},
		{standard, from, `Von: Erika R\374ckl\344ufer, ` + from.PostalCode + " Kiel"},
		{packstation, from, "Kiel"},
		{standard, locker(), "Von: Kontor GmbH"}, // nobody sends from there
	} {
		r := delivery()
		r.IdempotencyKey, r.OptionID, r.Sender = fmt.Sprintf("return-%d", i), c.option, c.sender
		s, err := b.plugin.Shipping.CreateShipment(t.Context(), r)
		require.NoError(t, err)
		require.Contains(t, string(s.Packages[0].Label), c.says)
	}
	r := delivery()
	r.OptionID = packstation
	_, err := b.plugin.Shipping.CreateShipment(t.Context(), r)
	require.Error(t, err, "to a customer it goes as they chose")
}

// What the shop offers a customer's address for can be labelled: DHL would refuse each of these.
func TestAddressesThatDHLWouldRefuse(t *testing.T) {
	b := start(t)
	long := func(n int) string { return strings.Repeat("ü", n) }
	for what, c := range map[string]struct {
		at     *base.Address
		change func(*base.Address)
		wrong  []base.FieldError
	}{
		"a door":                       {home(), func(*base.Address) {}, nil},
		"a door that says so":          {home(), func(a *base.Address) { a.Kind = base.AddressPostal }, nil},
		"the longest of all":           {home(), func(a *base.Address) { a.City, a.Street, a.StreetNumber = long(40), long(50), "1234567890" }, nil},
		"a city that is too long":      {home(), func(a *base.Address) { a.City = long(41) }, []base.FieldError{{Name: "city", Code: "too_long"}}},
		"no city":                      {home(), func(a *base.Address) { a.City = " " }, []base.FieldError{{Name: "city", Code: "required"}}},
		"a street that is too long":    {home(), func(a *base.Address) { a.Street = long(51) }, []base.FieldError{{Name: "street", Code: "too_long"}}},
		"a long house number":          {home(), func(a *base.Address) { a.StreetNumber = "12345678901" }, []base.FieldError{{Name: "street_number", Code: "too_long"}}},
		"nobody":                       {home(), func(a *base.Address) { a.LastName = "" }, []base.FieldError{{Name: "last_name", Code: "required"}}},
		"no postal code":               {home(), func(a *base.Address) { a.PostalCode = "" }, []base.FieldError{{Name: "postal_code", Code: "required"}}},
		"a country that is not served": {home(), func(a *base.Address) { a.Country = "CH" }, []base.FieldError{{Name: "country", Code: "not_served"}}},
		"a long code abroad":           {home(), func(a *base.Address) { a.Country, a.PostalCode = "MT", "VLT 1117 XX" }, []base.FieldError{{Name: "postal_code", Code: "invalid"}}},
		"the longest code abroad":      {home(), func(a *base.Address) { a.Country, a.PostalCode = "MT", "VLT 1117 X" }, nil},
		"a locker":                     {locker(), func(*base.Address) {}, nil},
		"a locker's odd number":        {locker(), func(a *base.Address) { a.StreetNumber = "099" }, []base.FieldError{{Name: "street_number", Code: "invalid"}}},
		"a locker abroad":              {locker(), func(a *base.Address) { a.Country = "AT" }, []base.FieldError{{Name: "country", Code: "not_served"}}},
		"a branch":                     {office(), func(*base.Address) {}, nil},
		"a branch's odd number":        {office(), func(a *base.Address) { a.StreetNumber = "400" }, []base.FieldError{{Name: "street_number", Code: "invalid"}}},
		"a branch's odd post number":   {office(), func(a *base.Address) { a.PostNumber = "12345" }, []base.FieldError{{Name: "post_number", Code: "invalid"}}},
		"a branch for a company":       {office(), func(a *base.Address) { a.Company, a.FirstName, a.LastName = "Kontor", "", "" }, []base.FieldError{{Name: "last_name", Code: "required"}}},
		"a branch abroad":              {office(), func(a *base.Address) { a.Country = "AT" }, []base.FieldError{{Name: "country", Code: "not_served"}}},
		"another carrier's shop":       {office(), func(a *base.Address) { a.PointID = "DE40501" }, []base.FieldError{{Name: "point_id", Code: "not_served"}}},
	} {
		c.change(c.at)
		v, err := b.plugin.Shipping.ValidateAddress(t.Context(), shipping.ValidateAddressRequest{Address: c.at})
		require.NoError(t, err, what)
		require.Equal(t, c.wrong, v.Fields, what)
		require.Equal(t, c.wrong == nil, v.Deliverable, what)
	}
	own := start(t, "billing_number_abroad", "")
	v, err := own.plugin.Shipping.ValidateAddress(t.Context(), shipping.ValidateAddressRequest{Address: &base.Address{LastName: "Groß", Street: "Ring",
		StreetNumber: "1", PostalCode: "1010", City: "Wien", Country: "AT"}})
	require.NoError(t, err)
	require.Equal(t, []base.FieldError{{Name: "country", Code: "not_served"}}, v.Fields, "there is no contract for abroad")
}

func TestACompanyIsNamedBeforeThePerson(t *testing.T) {
	to := home()
	to.Company = strings.Repeat("ß", maxName+1)
	c := consignee(to, "")
	require.Equal(t, []string{strings.Repeat("ß", maxName), "Jörg Groß"}, []string{c.Name1, c.Name2})
	to.Country = "AT"
	shop := settings{shipper: contact{Name1: "Kontor GmbH"}, fees: map[string]int64{"DE": 1, "AT": 1}, billingAbroad: "33333333335301"}
	require.Equal(t, shop.shipper, shop.sender(to), "Parcel DE takes no sender abroad")
}
