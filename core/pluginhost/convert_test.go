package pluginhost

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// What the provider has is what was taken of the money and not given back, not what was once authorized.
func TestStateTellsWhatTheProviderHas(t *testing.T) {
	euro := func(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }
	held := payment.Authorized{Reference: "p", Amount: euro(1000)}
	for name, c := range map[string]struct {
		state payment.State
		want  checkout.Result
	}{
		"held":         {payment.State{Outcome: held}, checkout.Result{Outcome: checkout.OutcomeAuthorized, Amount: money.Euro(1000)}},
		"taken":        {payment.State{Outcome: held, Captured: euro(1000)}, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: money.Euro(1000)}},
		"a part taken": {payment.State{Outcome: held, Captured: euro(400)}, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: money.Euro(400)}},
		"a part taken, the rest given up": {payment.State{Outcome: payment.Declined{Code: "voided", Reference: "p"}, Captured: euro(400), Voided: true},
			checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: money.Euro(400)}},
		"a part given back": {payment.State{Outcome: held, Captured: euro(1000), Refunded: euro(300)},
			checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: money.Euro(700)}},
		"given back": {payment.State{Outcome: held, Captured: euro(400), Refunded: euro(400), Voided: true},
			checkout.Result{Outcome: checkout.OutcomeRefunded, Amount: money.Euro(400)}},
		"given up": {payment.State{Outcome: held, Voided: true}, checkout.Result{Outcome: checkout.OutcomeVoided, Amount: money.Euro(1000)}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := stateIn(c.state)
			require.NoError(t, err)
			c.want.Reference = "p"
			require.Equal(t, c.want, got)
		})
	}
}

// A payment of nothing is not one whose amount is not named, which is believed.
func TestMoneyThatIsNoneIsNotBelieved(t *testing.T) {
	amount := func(minor int64, currency string) base.Money { return base.Money{Minor: minor, Currency: currency} }
	for name, none := range map[string]base.Money{"nothing": amount(0, "EUR"), "less": amount(-500, "EUR"), "of no currency": amount(500, ""), "beyond all sense": amount(1<<62, "EUR")} {
		held := payment.Authorized{Reference: "p", Amount: none, Captured: true}
		_, err := resultIn(held, nil)
		require.True(t, base.AsError(err).OutcomeUnknown, name)
		_, err = stateIn(payment.State{Outcome: held})
		require.True(t, base.AsError(err).OutcomeUnknown, name)
		_, ok := eventIn("p", payment.Event{ID: "1", Kind: payment.EventCaptured, Reference: "p", Amount: none})
		require.False(t, ok, name)
	}
	_, ok := eventIn("p", payment.Event{ID: "1", Kind: payment.EventRefunded, Reference: "p", Amount: amount(-500, "EUR")})
	require.False(t, ok, "nobody gives back less than nothing")
	for name, s := range map[string]payment.State{
		"less than nothing given back": {Captured: amount(500, "EUR"), Refunded: amount(-500, "EUR")},
		"taken beyond all sense":       {Captured: amount(1<<62, "EUR")},
		"back beyond all sense":        {Captured: amount(500, "EUR"), Refunded: amount(1<<62, "EUR")},
		"other money given back":       {Captured: amount(500, "EUR"), Refunded: amount(400, "USD")},
	} {
		s.Outcome = payment.Authorized{Reference: "p"}
		_, err := stateIn(s)
		require.Error(t, err, name)
	}
	_, err := resultIn(payment.Authorized{Reference: "p"}, nil)
	require.NoError(t, err, "none is named")
	_, err = stateIn(payment.State{Outcome: payment.Authorized{Reference: "p", Amount: amount(500, "EUR")}, Captured: amount(0, "EUR")})
	require.NoError(t, err, "nothing is taken yet")
}

// What has no name at the provider can be neither taken nor given up: the shop asks Status, by the key, until it has one.
func TestAPaymentHasAReference(t *testing.T) {
	_, err := resultIn(payment.Authorized{Amount: base.Money{Minor: 500, Currency: "EUR"}}, nil)
	require.Equal(t, base.CodeBadAnswer, base.AsError(err).Code)
	require.True(t, base.AsError(err).OutcomeUnknown)
}

// A code is kept, translated and sent to browsers: what is none is not.
func TestInstructionsKeepTheirWordsAndOrder(t *testing.T) {
	label := base.Text{"de": "Zahlungscode", "en": "Payment code"}
	r, err := outcomeIn(payment.Pending{Reference: "r", Instructions: []payment.Instruction{
		{Key: "payment_code", Label: label, Value: "123"}, {Key: "iban", Label: base.Text{"de": "Konto"}, Value: "DE02"}, {Key: "bare", Value: "x"},
	}}, nil)
	require.NoError(t, err)
	require.Equal(t, map[string]string{"iban": "DE02"}, r.Instructions, "the shop has a word for it")
	require.Equal(t, []checkout.Instruction{
		{Label: catalog.Text{DE: "Zahlungscode", EN: "Payment code"}, Value: "123"}, {Label: catalog.Text{DE: "bare"}, Value: "x"},
	}, r.Further)
}

func TestACodeIsAWord(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	for _, bad := range []string{long, "a sentence", "<b>", ""} {
		r, err := resultIn(payment.Declined{Code: bad}, nil)
		require.NoError(t, err)
		require.Equal(t, checkout.ReasonDeclined, r.Reason)
		receipt, err := receiptIn(payment.Receipt{State: payment.ReceiptDeclined, Code: bad}, nil)
		require.NoError(t, err)
		require.Equal(t, "payment_operation_declined", receipt.Reason)
	}
	r, err := resultIn(payment.Declined{Code: "refused", ReasonKey: long}, nil)
	require.NoError(t, err)
	require.Equal(t, checkout.ReasonDeclined, r.Reason)
	r, err = resultIn(payment.Declined{Code: "limit_exceeded"}, nil)
	require.NoError(t, err)
	require.Equal(t, "payment_declined_limit_exceeded", r.Reason)
}

func TestOriginSaysNoMoreThanAnOrigin(t *testing.T) {
	for _, good := range []string{"https://x.klarnacdn.net", "https://*.klarna.com", "http://127.0.0.1:8090"} {
		require.True(t, base.IsOrigin(good), good)
	}
	for _, bad := range []string{
		"", "https:", "https://", "*", "'unsafe-inline'", "data:", "ftp://a", "https://a/path", "https://a b", "https://a;script-src *",
		"https://*.com", "https://*", "https://a.*.com", "https://*.*.com", "https://user@a", "https://a?x", "//a",
	} {
		require.False(t, base.IsOrigin(bad), bad)
	}
}

// All pages carry the origins of all methods: a plugin that names some without end must not make them too large to be read.
func TestOriginsAreFew(t *testing.T) {
	m := payment.Method{BrowserOrigins: []string{"https://" + strings.Repeat("x", 1000), "*"}}
	for n := range 1000 {
		m.BrowserOrigins = append(m.BrowserOrigins, fmt.Sprintf("https://%d.example", n))
	}
	origins := methodIn(m).Origins
	require.Len(t, origins, payment.MaxOrigins)
	require.Equal(t, "https://0.example", origins[0])
}

// A total is made with these, and it is the shop's.
func TestWhatHasNoSoundFeeIsNotOffered(t *testing.T) {
	sound := shipping.Option{
		ID: "fake_standard", Kind: base.DeliveryHome, Title: base.Text{"de": "Standard"}, Fee: base.Money{Minor: 499, Currency: "EUR"},
	}
	require.Empty(t, unfitOption(sound))
	for name, c := range map[string]struct {
		fee   base.Money
		sound bool
	}{
		"a fee":                    {base.Money{Minor: 499, Currency: "EUR"}, true},
		"free":                     {base.Money{Currency: "EUR"}, true},
		"none":                     {base.Money{}, true},
		"of another currency":      {base.Money{Minor: 499, Currency: "USD"}, false},
		"free in another currency": {base.Money{Currency: "USD"}, false},
		"of no currency":           {base.Money{Minor: 499}, false},
		"that gives money":         {base.Money{Minor: -499, Currency: "EUR"}, false},
		"that no total can hold":   {base.Money{Minor: math.MaxInt64, Currency: "EUR"}, false},
	} {
		option := sound
		option.Fee = c.fee
		require.Equal(t, c.sound && c.fee.IsSet(), unfitOption(option) == "", name)
		require.Equal(t, c.sound, misfit(payment.Method{Code: "fake", Title: titled, Fee: c.fee}) == "", name)
	}
	for why, spoil := range map[string]func(*shipping.Option){
		"nobody knows how it is brought": func(o *shipping.Option) { o.Kind = 0 },
		"nobody could choose it":         func(o *shipping.Option) { o.ID = "" },
		"nobody could name it":           func(o *shipping.Option) { o.ID = "<b>" },
		"nobody could tell it":           func(o *shipping.Option) { o.Title = nil },
		"nobody could read it":           func(o *shipping.Option) { o.Hint = base.Text{"en": strings.Repeat("x", base.MaxText+1)} },
	} {
		option := sound
		spoil(&option)
		require.NotEmpty(t, unfitOption(option), why)
	}
}

var titled = base.Text{"de": "Fake"}

// A total is in euro: 100 pounds are neither more nor less than 100 euro.
func TestLimitsOfAnotherCurrencyAreNotCompared(t *testing.T) {
	euro, pounds := base.Money{Minor: 100_00, Currency: "EUR"}, base.Money{Minor: 100_00, Currency: "GBP"}
	for name, m := range map[string]payment.Method{"least": {Min: pounds}, "most": {Max: pounds}, "most of people": {MaxPrivate: pounds}, "of none": {Max: base.Money{Minor: 100_00}}} {
		m.Code, m.Title = "fake", titled
		require.Equal(t, "its limits are not in euro", misfit(m), name)
	}
	sound := payment.Method{Code: "fake", Title: titled, Min: euro, Max: euro, MaxPrivate: euro}
	require.Empty(t, misfit(sound))
	m := methodIn(sound)
	limit := money.Euro(100_00)
	require.Equal(t, []money.Amount{limit, limit, limit}, []money.Amount{m.Min, m.Max, m.MaxPrivate})
}

// A plugin may be of a later contract than the shop, or of none.
func TestWhatTheShopDoesNotKnowIsNotOffered(t *testing.T) {
	for want, m := range map[string]payment.Method{
		"code":     {Code: ""},
		"title":    {Code: "fake", Title: base.Text{"en": "Fake"}},
		"text":     {Code: "fake", Hint: base.Text{"de": strings.Repeat("ä", base.MaxText+1)}},
		"flow, 99": {Code: "fake", Flow: 99},
		"requires": {Code: "fake", Requirements: []payment.Requirement{payment.RequirePhone, 77}},
		"euro":     {Code: "fake", Currencies: []string{"USD"}},
		"sells to": {Code: "fake", Countries: []string{"US"}},
	} {
		if m.Title == nil {
			m.Title = titled
		}
		require.Contains(t, misfit(m), want)
		require.Empty(t, offersIn([]payment.Method{m}), want)
	}
	require.Contains(t, misfit(payment.Method{Code: "../<script>"}), "code")
}

// What the finder of a carrier gives is sent back as the address of the delivery.
func TestAPlaceToCollectCanBeChosen(t *testing.T) {
	p := pointIn("dhl", shipping.PickupPoint{ID: "8007-404229142", Name: "Packstation 145", Address: &base.Address{
		Kind: base.AddressPackstation, StreetNumber: "145", PostalCode: "06108", City: "Halle (Saale)", Country: "DE",
	}})
	p.Address.FirstName, p.Address.LastName, p.Address.PostNumber = "Erika", "Muster", "12345678"
	require.Empty(t, p.Address.Normal().Check())
	require.Contains(t, unfitPoint(shipping.PickupPoint{ID: "1", Name: "Kiosk", Address: &base.Address{Country: "US"}}), "country")
	require.Contains(t, unfitPoint(shipping.PickupPoint{ID: "1", Name: "Kiosk"}), "country")
	for _, nameless := range []shipping.PickupPoint{{Name: "Kiosk"}, {ID: "1"}, {ID: "1", Name: strings.Repeat("x", base.MaxText+1)}} {
		nameless.Address = &base.Address{Country: "DE"}
		require.NotEmpty(t, unfitPoint(nameless))
	}
	open := shipping.PickupPoint{ID: "1", Name: "Kiosk", Address: &base.Address{Country: "DE"}, OpeningHours: slices.Repeat([]string{"Mo-Fr 9-18"}, shipping.MaxHours)}
	require.Empty(t, unfitPoint(open))
	for _, endless := range [][]string{append(open.OpeningHours, "Sa 9-12"), {strings.Repeat("x", base.MaxText+1)}} {
		open.OpeningHours = endless
		require.Contains(t, unfitPoint(open), "opening hours")
	}
	require.Greater(t, farness(checkout.PickupPoint{}), farness(checkout.PickupPoint{DistanceMeters: 5_000}), "nobody knows how far it is")
}

func TestAShipmentHasAName(t *testing.T) {
	for _, none := range []string{"", strings.Repeat("x", base.MaxReference+1)} {
		_, err := shipmentIn(shipping.Shipment{Reference: none, Packages: []shipping.Package{{TrackingNumber: "1"}}}, 1)
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultPlugin, Code: base.CodeBadAnswer})
		require.True(t, base.AsError(err).OutcomeUnknown, "a label may have been bought")
	}
	made, err := shipmentIn(shipping.Shipment{Reference: "r", Packages: []shipping.Package{{TrackingNumber: "1", TrackingURL: "javascript:x"}}}, 1)
	require.NoError(t, err)
	require.Equal(t, checkout.Shipment{Reference: "r", Packages: []checkout.Package{{TrackingNumber: "1"}}}, made)
}

// What a carrier says of a parcel is kept and shown, so a text without end is not.
func TestAScanSaysNoMoreThanAnyText(t *testing.T) {
	endless := strings.Repeat("ü", base.MaxText+1)
	scans := scansIn("fake", []shipping.Scan{{ID: "1", Place: endless, Description: endless}, {ID: "2", Place: "Berlin"}})
	require.Equal(t, endless[:2*base.MaxText], scans[0].Place)
	require.Equal(t, endless[:2*base.MaxText], scans[0].Description)
	require.Equal(t, "Berlin", scans[1].Place)
}

// A tracking number is printed, mailed and put into addresses; a label for no parcel is nobody's.
func TestAShipmentIsOfItsParcels(t *testing.T) {
	bad := &base.Error{Fault: base.FaultPlugin, Code: base.CodeBadAnswer}
	for _, number := range []string{"<script>", "1\r\nBcc: x", "\x1b[31m", "\u202e1", strings.Repeat("1", 101)} {
		_, err := shipmentIn(shipping.Shipment{Reference: "r", Packages: []shipping.Package{{TrackingNumber: number}}}, 1)
		require.ErrorIs(t, err, bad, number)
	}
	_, err := shipmentIn(shipping.Shipment{Reference: "r", Packages: make([]shipping.Package, 2)}, 1)
	require.ErrorIs(t, err, bad)
	_, err = shipmentIn(shipping.Shipment{Reference: "r", Packages: []shipping.Package{{TrackingNumber: "1Z 999-AA1/01.2"}, {}}}, 3)
	require.NoError(t, err, "several parcels may leave as one")
}

// What makes no sense is told apart from what is lost: only that may come out better the next time.
func TestABadAnswerIsNotALostOne(t *testing.T) {
	moves := want{moves: true}
	require.ErrorIs(t, moves.fault(base.AsError(badShipment("none"))), fault.New(fault.Unknown, checkout.ReasonBadAnswer))
	lost := base.ProviderFault(base.CodeBadAnswer, errors.New("a page of a load balancer"))
	lost.OutcomeUnknown = true
	require.ErrorIs(t, moves.fault(lost), fault.New(fault.Unknown, "plugin_outcome_unknown"))
}

// What may be done already is not refused, whoever's fault it is: a refund that counts as refused is asked for again, by another key.
func TestWhatMayBeDoneIsNotRefused(t *testing.T) {
	for _, e := range []*base.Error{base.CallerFault("invalid", "no"), base.Forged("no"), base.NotSupported("refund"), base.ProviderFault("no", nil), base.PluginFault("no", nil)} {
		e.OutcomeUnknown = true
		require.Equal(t, fault.Unknown, fault.CodeOf(want{moves: true, ends: true}.fault(e)), e.Error())
		require.NotEqual(t, fault.Unknown, fault.CodeOf(want{}.fault(e)), e.Error())
	}
}

// Which fault a failure is, for a call that moves money and ends with a refusal, and for another.
func TestAFaultSaysWhatToDo(t *testing.T) {
	lost := base.PluginFault("lost", nil)
	lost.OutcomeUnknown = true
	require.ErrorIs(t, want{}.fault(lost), fault.New(fault.Unavailable, "plugin_unavailable"), "what only reads is asked again")
	again := func(e *base.Error) *base.Error { e.Retryable = true; return e }
	for _, c := range []struct {
		e           *base.Error
		ends, other *fault.Error
	}{
		{base.Forged("no"), fault.New(fault.Forbidden, base.CodeWebhookForged), fault.New(fault.Forbidden, base.CodeWebhookForged)},
		{base.CallerFault("odd", "no"), fault.New(fault.Invalid, "odd"), fault.New(fault.Invalid, "odd")},
		{again(base.ProviderFault("down", nil)), fault.New(fault.Unavailable, "plugin_unavailable"), fault.New(fault.Unavailable, "plugin_unavailable")},
		{lost, fault.New(fault.Unknown, "plugin_outcome_unknown"), fault.New(fault.Unknown, "plugin_outcome_unknown")},
		{base.NotSupported("x"), fault.New(fault.Invalid, base.CodeNotSupported), fault.New(fault.Invalid, base.CodeNotSupported)},
		{base.ProviderFault("refused", nil), fault.New(fault.Conflict, "payment_operation_refused"), fault.New(fault.Internal, checkout.ReasonFailed)},
	} {
		require.ErrorIs(t, want{moves: true, ends: true}.fault(c.e), c.ends, c.e.Code)
		require.ErrorIs(t, want{moves: true}.fault(c.e), c.other, c.e.Code)
	}
}

// The host asks plugins from goroutines of its own, where a panic would end the shop's process.
func TestAPanicOverAnAnswerIsAnError(t *testing.T) {
	var none map[string]int
	_, err := contained(t.Context(), sdk.Plugin{}, func(context.Context, sdk.Plugin) (int, error) { none["x"] = 1; return 0, nil })
	require.Equal(t, fault.Internal, fault.CodeOf(err))
	failure := base.AsError(err)
	require.Equal(t, base.FaultPlugin, failure.Fault)
	require.True(t, failure.OutcomeUnknown, "what was asked for may have been done")
}

// PayPal for one takes no umlaut in an e-mail address.
func TestProvidersGetAddressesInASCII(t *testing.T) {
	const email, ascii = "erika@müller.example", "erika@xn--mller-kva.example"
	require.Equal(t, ascii, purchaseOut(checkout.Purchase{Email: email}).Customer.Email)
	require.Equal(t, ascii, shipmentOut(checkout.ShipmentRequest{Email: email}).Email)
	require.Empty(t, shipmentOut(checkout.ShipmentRequest{}).Email)
}

// A catalogue need not tell what its goods weigh.
func TestNoParcelLeavesWithoutAWeight(t *testing.T) {
	got := shipmentOut(checkout.ShipmentRequest{Parcels: []checkout.Parcel{{WeightGrams: 0}, {WeightGrams: 2500}}}).Parcels
	require.Positive(t, got[0].WeightGrams)
	require.EqualValues(t, 2500, got[1].WeightGrams)
}

// Anybody may ask a method for a session that has none: that is no error of the shop's.
func TestWhatStrangersCauseIsNoErrorInTheLog(t *testing.T) {
	for level, failures := range map[slog.Level][]*base.Error{
		slog.LevelInfo:  {base.NotSupported("start"), base.Forged("signature"), base.CallerFault("invalid", "no")},
		slog.LevelError: {base.PluginFault(base.CodePanic, errors.New("index")), base.ProviderFault("http_500", errors.New("down"))},
	} {
		for _, e := range failures {
			require.Equal(t, level, levelFor(e), e.Code)
		}
	}
}
