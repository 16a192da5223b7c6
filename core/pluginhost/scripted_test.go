package pluginhost

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/tracking"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/shipping"
	sdktracking "kontor.dev/kontor/plugins/sdk/tracking"
)

// hosting gives a host of one plugin, without a process, for answers that no sound plugin gives.
func hosting(t *testing.T, p sdk.Plugin) *Host {
	t.Helper()
	h := New([]Entry{{Name: "fake"}}, Options{Dir: t.TempDir()})
	i := &instance{plugin: p}
	if p.Tracking != nil {
		var err error
		i.service, err = p.Tracking.Service(t.Context())
		require.NoError(t, err)
	}
	h.list()[0].current().put(i, StateRunning, "")
	return h
}

// courier is a carrier that answers as it is told.
type courier struct {
	shipping.Provider
	offer   shipping.Offer
	verdict shipping.Verdict
	points  []shipping.PickupPoint
	track   shipping.Track
	err     error
	asked   int
}

func (c *courier) Options(context.Context, shipping.OptionsRequest) (shipping.Offer, error) {
	c.asked++
	return c.offer, c.err
}

func (c *courier) ValidateAddress(context.Context, shipping.ValidateAddressRequest) (shipping.Verdict, error) {
	c.asked++
	return c.verdict, c.err
}

func (c *courier) PickupPoints(context.Context, shipping.PickupPointsRequest) ([]shipping.PickupPoint, error) {
	return c.points, c.err
}

func (c *courier) Track(context.Context, shipping.TrackRequest) (shipping.Track, error) {
	return c.track, c.err
}

func TestACarrierThatChecksNoAddressesTakesAll(t *testing.T) {
	c := &courier{err: base.NotSupported("validate_address")}
	carriers := hosting(t, sdk.Plugin{Shipping: c}).Shipping()
	v, err := carriers.Validate(t.Context(), checkout.ShippingOption{ID: "x", Plugin: "fake"}, address.Address{})
	require.NoError(t, err)
	require.True(t, v.Deliverable)
	points, err := carriers.PickupPoints(t.Context(), checkout.PickupRequest{Limit: 5})
	require.NoError(t, err)
	require.Empty(t, points)
}

// payee is a payment provider that says how to pay as it is told.
type payee struct {
	payment.Provider
	outcome payment.Outcome
}

func (p *payee) Authorize(context.Context, payment.AuthorizeRequest) (payment.Outcome, error) {
	return p.outcome, nil
}

// What a customer is to do stands on pages, in mails and on invoices: no plugin fills them, and operators read what is missing.
func TestInstructionsWithoutEndAreLeftOut(t *testing.T) {
	endless, label := strings.Repeat("x", base.MaxText+1), base.Text{"de": "Feld"}
	good := []payment.Instruction{{Key: "iban", Label: label, Value: "DE02"}, {Key: "branch", Label: label, Value: "7"}}
	for why, bad := range map[string]payment.Instruction{
		"value":    {Key: "bic", Label: label, Value: endless},
		"label":    {Key: "other", Label: base.Text{"de": endless}, Value: "1"},
		"key":      {Key: endless, Value: "1"},
		"no value": {Key: "purpose", Label: label},
	} {
		said := &bytes.Buffer{}
		h := hosting(t, sdk.Plugin{Payment: &payee{outcome: payment.Pending{Reference: "r", Instructions: append(good[:2:2], bad)}}})
		h.list()[0].current().log = slog.New(slog.NewTextHandler(said, nil))
		r, err := h.Payments().Authorize(t.Context(), checkout.AuthorizeRequest{MethodCode: "fake", Plugin: "fake"})
		require.NoError(t, err, why)
		require.Equal(t, map[string]string{"iban": "DE02"}, r.Instructions, why)
		require.Equal(t, []checkout.Instruction{{Label: catalog.Text{DE: "Feld"}, Value: "7"}}, r.Further, why)
		require.Contains(t, said.String(), "method=fake", why)
		require.Contains(t, said.String(), "number 3", why)
		require.Less(t, said.Len(), 500, why)
	}
	many := payment.Pending{Reference: "r", Instructions: slices.Repeat(good[1:], payment.MaxInstructions+1)}
	r, err := resultIn(many, nil)
	require.NoError(t, err)
	require.Len(t, r.Further, payment.MaxInstructions)
	require.Equal(t, "21 instructions: at most 20", leftOut(many))
	require.Empty(t, leftOut(payment.Pending{Instructions: good}))
}

// Every visitor is given the list of all consent services.
func TestAServiceThatVisitorsCannotBeAskedAboutIsRefused(t *testing.T) {
	text := base.Text{"de": "x"}
	sound := sdktracking.Service{Name: "s", Title: text, Purpose: text}
	require.Empty(t, unfitService(sound))
	for why, spoil := range map[string]func(*sdktracking.Service){
		"no name":    func(s *sdktracking.Service) { s.Name = "" },
		"no title":   func(s *sdktracking.Service) { s.Title = nil },
		"English":    func(s *sdktracking.Service) { s.Purpose = base.Text{"en": "x"} },
		"long":       func(s *sdktracking.Service) { s.Purpose = base.Text{"de": strings.Repeat("x", base.MaxText+1)} },
		"long name":  func(s *sdktracking.Service) { s.Name = strings.Repeat("x", base.MaxText+1) },
		"many types": func(s *sdktracking.Service) { s.EventTypes = make([]string, sdktracking.MaxEventTypes+1) },
	} {
		bad := sound
		spoil(&bad)
		require.NotEmpty(t, unfitService(bad), why)
	}
}

// What a carrier refuses, or would have written otherwise, it is asked again: the customer is told each time.
func TestOnlyATakenAddressIsKept(t *testing.T) {
	suggestion := &base.Address{Street: "Lindenweg", Country: "DE"}
	for name, verdict := range map[string]shipping.Verdict{
		"refused":   {Fields: []base.FieldError{{Name: "postal_code", Code: "unknown"}, {Name: "city", Code: "<b>"}, {Name: "odd", Code: "odd"}}},
		"suggested": {Deliverable: true, Suggestion: suggestion},
	} {
		c := &courier{verdict: verdict}
		carriers := hosting(t, sdk.Plugin{Shipping: c}).Shipping()
		for range 2 {
			v, err := carriers.Validate(t.Context(), checkout.ShippingOption{ID: "x", Plugin: "fake"}, address.Address{ZipCode: "04109"})
			require.NoError(t, err)
			require.Equal(t, verdict.Deliverable, v.Deliverable, name)
			require.Equal(t, addressIn(verdict.Suggestion), v.Suggestion, name)
			if !verdict.Deliverable {
				require.Equal(t, map[string]string{"zipCode": "unknown", "cityName": "invalid"}, v.Fields)
			}
		}
		require.Equal(t, 2, c.asked, name)
	}
}

func TestOffersAreBoundedAndEndWithTheCarrier(t *testing.T) {
	c := &courier{}
	for n := range shipping.MaxOptions + 10 {
		c.offer.Options = append(c.offer.Options, shipping.Option{ID: fmt.Sprint("o", n), Kind: base.DeliveryHome, Title: base.Text{"de": "x"}, Fee: base.Money{Currency: "EUR"}})
	}
	c.offer.Options[1].ID = "o0"
	said := &bytes.Buffer{}
	h := hosting(t, sdk.Plugin{Shipping: c})
	h.list()[0].current().log = slog.New(slog.NewTextHandler(said, nil))
	request := checkout.ShippingRequest{To: address.Address{CountryID: address.Germany}, Parcels: []checkout.Parcel{{WeightGrams: 1}}, Value: money.Euro(1)}
	options, err := h.Shipping().Options(t.Context(), request)
	require.NoError(t, err)
	require.Len(t, options, shipping.MaxOptions-1, "one of them twice")
	require.Contains(t, said.String(), "options=60 most=50")

	q, by := questionOf(request), h.list()[0].current().instance()
	_, known := h.offers.get(by, q, time.Now())
	require.True(t, known)
	c.err = base.ProviderFault("closed", errors.New("closed"))
	require.Empty(t, carriers{h}.offer(t.Context(), h.list()[0], by, q))
	_, known = h.offers.get(by, q, time.Now())
	require.False(t, known, "a carrier that fails offers nothing")
}

func TestPlacesAreTheNearest(t *testing.T) {
	c := &courier{}
	for n := range 100 {
		c.points = append(c.points, shipping.PickupPoint{ID: fmt.Sprint(n), Name: "Kiosk", Address: &base.Address{Country: "DE"}, DistanceMeters: 100 * (n - 1)})
	}
	for limit, want := range map[int]int{-1: 1, 0: 1, 5: 5, 1000: 50} {
		points, err := hosting(t, sdk.Plugin{Shipping: c}).Shipping().PickupPoints(t.Context(), checkout.PickupRequest{Limit: limit})
		require.NoError(t, err)
		require.Len(t, points, want)
		require.Equal(t, 100, points[0].DistanceMeters)
	}
}

// Whoever writes a carrier's plugin learns why its places are not there.
func TestPlacesThatAreLeftOutAreLogged(t *testing.T) {
	c := &courier{}
	for _, country := range []string{"DE", "Deutschland", ""} {
		c.points = append(c.points, shipping.PickupPoint{ID: "in " + country, Name: "Kiosk", Address: &base.Address{Country: country}})
	}
	said := &bytes.Buffer{}
	h := hosting(t, sdk.Plugin{Shipping: c})
	h.list()[0].current().log = slog.New(slog.NewTextHandler(said, nil))
	points, err := h.Shipping().PickupPoints(t.Context(), checkout.PickupRequest{Limit: 5})
	require.NoError(t, err)
	require.Len(t, points, 1)
	require.Contains(t, said.String(), `count=2 first="in Deutschland" why="it has no address in a country`)
}

func TestAParcelThatNobodyKnows(t *testing.T) {
	c := &courier{track: shipping.Track{State: shipping.ParcelDelivered, EstimatedAt: noon, Scans: []shipping.Scan{{ID: "1"}}}}
	h := hosting(t, sdk.Plugin{Shipping: c})
	track, err := h.Carriers().Track(t.Context(), "fake", "1", "04109", catalog.German)
	require.NoError(t, err)
	require.Equal(t, checkout.Track{}, track)
	c.track.Known = true
	track, err = h.Carriers().Track(t.Context(), "fake", "1", "04109", catalog.German)
	require.NoError(t, err)
	require.Equal(t, checkout.Track{State: checkout.ParcelDelivered, EstimatedAt: noon, Scans: []checkout.Scan{{ID: "1", Plugin: "fake"}}}, track)
}

// till is a payment provider that writes down what it is asked, and says yes.
type till struct {
	payment.Provider
	methods    int
	authorized []payment.AuthorizeRequest
	complete   payment.CompleteRequest
	status     payment.StatusRequest
	capture    payment.CaptureRequest
	void       payment.VoidRequest
	refund     payment.RefundRequest
	webhook    payment.WebhookAnswer
}

func (p *till) Methods(context.Context) ([]payment.Method, error) {
	return make([]payment.Method, p.methods), nil
}

func (p *till) Authorize(_ context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	p.authorized = append(p.authorized, r)
	return payment.Unknown{}, nil
}

func (p *till) Complete(_ context.Context, r payment.CompleteRequest) (payment.Outcome, error) {
	p.complete = r
	return payment.Unknown{}, nil
}

func (p *till) Status(_ context.Context, r payment.StatusRequest) (payment.State, error) {
	p.status = r
	return payment.State{Outcome: payment.Unknown{}}, nil
}

func (p *till) Capture(_ context.Context, r payment.CaptureRequest) (payment.Receipt, error) {
	p.capture = r
	return payment.Receipt{State: payment.ReceiptDone}, nil
}

func (p *till) Void(_ context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	p.void = r
	return payment.Receipt{State: payment.ReceiptDeclined, Code: "captured"}, nil
}

func (p *till) Refund(_ context.Context, r payment.RefundRequest) (payment.Receipt, error) {
	p.refund = r
	return payment.Receipt{State: payment.ReceiptDone}, nil
}

func (p *till) HandleWebhook(context.Context, base.WebhookRequest) (payment.WebhookAnswer, error) {
	return p.webhook, nil
}

// All that tells a payment from others, and a capture from the next, arrives.
func TestAPluginIsToldWhatItIsAbout(t *testing.T) {
	p := &till{}
	pay := hosting(t, sdk.Plugin{Payment: p}).Payments()
	ref := checkout.PaymentRef{Plugin: "fake@1.0.0", MethodCode: "m", Reference: "r", IdempotencyKey: "k", OrderID: 42, Attempt: 2, Amount: money.Euro(500), Earlier: []string{"c"}}
	five := base.Money{Minor: 500, Currency: "EUR"}
	_, err := pay.Complete(t.Context(), ref, map[string]string{"cancelled": "1"})
	require.NoError(t, err)
	require.Equal(t, payment.CompleteRequest{Method: "m", IdempotencyKey: "k", Reference: "r", OrderNumber: "42", Attempt: 2, Amount: five,
		Params: map[string]string{"cancelled": "1"}, Cancelled: true}, p.complete)
	_, err = pay.Status(t.Context(), ref)
	require.NoError(t, err)
	require.Equal(t, payment.StatusRequest{Method: "m", IdempotencyKey: "k", Reference: "r", OrderNumber: "42", Attempt: 2, Amount: five}, p.status)
	_, err = pay.Capture(t.Context(), ref, checkout.Capture{Key: "c1", Amount: money.Euro(500), Final: true, Carrier: "DHL", TrackingNumber: "1", InvoiceNumber: "2", InvoiceURL: "3"})
	require.NoError(t, err)
	require.Equal(t, payment.CaptureRequest{Method: "m", IdempotencyKey: "c1", Reference: "r", OrderNumber: "42", Amount: five, Final: true, Carrier: "DHL",
		TrackingNumber: "1", InvoiceNumber: "2", InvoiceURL: "3", Earlier: []string{"c"}}, p.capture)
	require.ErrorIs(t, pay.Void(t.Context(), ref, checkout.Void{Key: "v1", Captured: money.Euro(500)}), fault.New(fault.Conflict, "payment_operation_captured"))
	require.Equal(t, payment.VoidRequest{Method: "m", IdempotencyKey: "v1", Reference: "r", OrderNumber: "42", Earlier: []string{"c"}, Captured: five}, p.void)
	_, err = pay.Refund(t.Context(), ref, checkout.Refund{Key: "f1", Amount: money.Euro(500), CaptureReference: "c"})
	require.NoError(t, err)
	require.Equal(t, payment.RefundRequest{Method: "m", IdempotencyKey: "f1", Reference: "r", OrderNumber: "42", CaptureReference: "c", Amount: five, Earlier: []string{"c"}}, p.refund)
}

// A plugin that declares methods without end is refused for good, and one that does so later keeps those that it had.
func TestMethodsAreBounded(t *testing.T) {
	p := &till{methods: maxMethods}
	i := &instance{plugin: sdk.Plugin{Payment: p}}
	require.NoError(t, i.refresh(t.Context()))
	p.methods++
	err := i.refresh(t.Context())
	require.ErrorIs(t, err, errPermanent)
	require.ErrorContains(t, err, "it declares 101 payment methods, and the shop takes at most 100 of a plugin")
	require.Len(t, i.paymentMethods(), maxMethods)
}

// A method that is paid with a session is not asked for money without one.
func TestNoMoneyIsAskedForWithoutTheSessionThatItNeeds(t *testing.T) {
	for _, c := range []struct {
		method, session string
		refused         bool
	}{{"widget", "", true}, {"widget", "s", false}, {"invoice", "", false}, {"unheard", "", false}} {
		p := &till{}
		h := hosting(t, sdk.Plugin{Payment: p})
		h.list()[0].current().instance().methods = []payment.Method{
			{Code: "invoice", Requirements: []payment.Requirement{payment.RequirePhone}},
			{Code: "widget", Requirements: []payment.Requirement{payment.RequirePhone, payment.RequireSession}},
		}
		_, err := h.Payments().Authorize(t.Context(), checkout.AuthorizeRequest{Plugin: "fake", MethodCode: c.method, SessionID: c.session})
		require.Equal(t, c.refused, len(p.authorized) == 0, c)
		if c.refused {
			require.ErrorIs(t, err, fault.New(fault.Invalid, checkout.ReasonNoSession))
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.session, p.authorized[0].SessionID)
	}
}

// An event that makes no sense takes no other with it, and no page reaches the shop's origin.
func TestANotificationOfSenseAndNonsense(t *testing.T) {
	p := &till{webhook: payment.WebhookAnswer{
		Events: []payment.Event{{ID: strings.Repeat("x", 5000)}, {ID: "1", Kind: payment.EventPending, Reference: "r"}},
		Reply:  base.WebhookReply{Status: 302, ContentType: "text/html", Body: []byte("<script>")},
	}}
	events, reply, err := hosting(t, sdk.Plugin{Payment: p}).Payments().Webhook(t.Context(), "fake", checkout.WebhookCall{})
	require.NoError(t, err)
	require.Len(t, events, 1)
	require.Equal(t, checkout.WebhookReply{Status: 204}, reply)
	_, _, err = hosting(t, sdk.Plugin{Shipping: &courier{}}).Payments().Webhook(t.Context(), "fake", checkout.WebhookCall{})
	require.ErrorIs(t, err, fault.New(fault.Invalid, base.CodeNotSupported), "a carrier's")
}

// counter is a tracker that counts.
type counter struct {
	types   []string
	batches []sdktracking.Batch
	receipt sdktracking.Receipt
	err     error
}

func (c *counter) Service(context.Context) (sdktracking.Service, error) {
	return sdktracking.Service{Name: "s", EventTypes: c.types}, nil
}

func (c *counter) Deliver(_ context.Context, b sdktracking.Batch) (sdktracking.Receipt, error) {
	c.batches = append(c.batches, b)
	return c.receipt, c.err
}

func TestBatchesAreWhatTheContractSays(t *testing.T) {
	c := &counter{types: []string{"a"}}
	h := hosting(t, sdk.Plugin{Tracking: c})
	now := time.Now()
	events := []tracking.Event{{Type: "b", Time: now, Service: "s"}, {Type: "a", Time: now, Service: "other"}, {Type: "a", Time: now.Add(-keptFor - time.Minute), Service: "s"}}
	for n := range maxBatch + 1 {
		events = append(events, tracking.Event{Type: "a", Time: now, Service: "s", TID: fmt.Sprint(n)})
	}
	require.NoError(t, h.Tracking().Deliver(t.Context(), events))
	require.Len(t, c.batches, 2)
	require.Len(t, c.batches[0].Events, maxBatch)
	require.Len(t, c.batches[1].Events, 1)
	require.NotEqual(t, c.batches[0].ID, c.batches[1].ID)
	require.NoError(t, h.Tracking().Deliver(t.Context(), events))
	require.Equal(t, c.batches[:2], c.batches[2:], "the same again, by the same names")
}

// What comes of a batch that fails: it waits for a provider that may take it later, and is let go where none ever will.
func TestABatchWaitsOrIsLetGo(t *testing.T) {
	down := base.ProviderFault("http_503", errors.New("down"))
	down.Retryable = true
	for _, c := range []struct {
		err  error
		want fault.Code
	}{
		{nil, ""}, {down, fault.Unavailable}, {base.ProviderFault("http_403", errors.New("forbidden")), fault.Unavailable},
		{base.ProviderFault("http_400", errors.New("bad")), ""}, {base.CallerFault("odd", "no"), ""},
	} {
		h := hosting(t, sdk.Plugin{Tracking: &counter{err: c.err}})
		err := h.Tracking().Deliver(t.Context(), []tracking.Event{{Type: "a", Time: time.Now(), Service: "s"}})
		require.Equal(t, c.want, fault.CodeOf(err), "%v", c.err)
	}
}
