package pluginhost

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/fieldmaskpb"
	"google.golang.org/protobuf/types/known/structpb"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

func bought() checkout.Purchase {
	return checkout.Purchase{
		OrderID: 42, Attempt: 2, Amount: money.Euro(2*(1000+200) + 499 + 150 - 300), Shipping: money.Euro(499), Fee: money.Euro(150), Discount: money.Euro(300),
		Tax:   money.Euro(400),
		Lines: []checkout.Line{{ArticleNumber: "A-1", Name: "Notebook", Quantity: 2, Unit: money.Euro(1000), Warranty: money.Euro(200), TaxRate: 1900}},
	}
}

// Providers refuse a purchase whose lines do not add up to its amount.
func TestLinesAddUpToTheAmount(t *testing.T) {
	sum := func(lines []payment.Line) (total int64) {
		for _, l := range lines {
			require.Equal(t, l.UnitPrice.Minor*int64(l.Quantity), l.Total.Minor)
			total += l.Total.Minor
		}
		return total
	}
	p := bought()
	lines := linesOut(p)
	require.Len(t, lines, 5)
	require.Equal(t, p.Amount.Minor, sum(lines))
	require.Equal(t, payment.Line{Kind: payment.LinePhysical, SKU: "A-1", Name: "Notebook", Quantity: 2, UnitPrice: amountOut(money.Euro(1000)),
		Total: amountOut(money.Euro(2000)), TaxRate: 1900, Tax: amountOut(money.Euro(319))}, lines[0])
	require.Equal(t, payment.LineDigital, lines[1].Kind)
	require.Equal(t, int64(-300), lines[4].Total.Minor)

	p.Amount = money.Euro(2000) // without VAT
	require.Equal(t, []payment.Line{{Kind: payment.LinePhysical, Quantity: 1, UnitPrice: amountOut(p.Amount), Total: amountOut(p.Amount), Tax: amountOut(p.Tax)}}, linesOut(p))
}

func TestAPurchaseTellsWhatIsKnown(t *testing.T) {
	p := bought()
	p.Invoice = address.Address{FirstName: "Kim", CountryID: address.Germany, TelephoneNumber: "1"}
	p.Delivery = address.Address{Kind: address.DHLPackstation, StreetName: "Packstation", StreetNumber: "145", PostNumber: "12345678", CountryID: address.Germany}
	p.Phone, p.Business, p.VATID, p.Lang = "2", true, "DE1", catalog.English
	request := authorizeOut(checkout.AuthorizeRequest{MethodCode: "fake", IdempotencyKey: "k", Purchase: p, OrderedAt: noon,
		Browser: checkout.Browser{IP: "192.0.2.1", UserAgent: "Firefox"}})
	require.Equal(t, noon, request.OrderedAt)
	out := request.Purchase
	require.Equal(t, "42", out.OrderNumber)
	require.Equal(t, payment.Customer{Type: base.CustomerBusiness, VATID: "DE1", IP: "192.0.2.1", UserAgent: "Firefox"}, out.Customer)
	require.Equal(t, "en-GB", out.Locale)
	require.Equal(t, "1", out.Billing.Phone, "the address's own")
	require.Equal(t, &base.Address{Kind: base.AddressPackstation, StreetNumber: "145", PostNumber: "12345678", Country: "DE", Phone: "2"}, out.Delivery)
	require.Equal(t, base.DeliveryPackstation, out.DeliveryKind)

	early := purchaseOut(checkout.Purchase{Amount: money.Euro(1)})
	require.Empty(t, early.OrderNumber, "there is no order 0")
	require.Nil(t, early.Billing)
	require.Nil(t, early.Delivery)
	require.Equal(t, "de-DE", early.Locale)
}

func TestHowItIsDelivered(t *testing.T) {
	for _, c := range []struct {
		chosen checkout.DeliveryKind
		to     address.Kind
		want   base.DeliveryKind
	}{
		{"", address.Delivery, base.DeliveryHome}, {"", address.DHLPackstation, base.DeliveryPackstation}, {"", address.HermesPaketshop, base.DeliveryParcelShop},
		{checkout.KindPickup, address.Delivery, base.DeliveryPickup}, {checkout.KindFreight, address.Delivery, base.DeliveryFreight},
	} {
		require.Equal(t, c.want, deliveryKind(c.chosen, address.Address{Kind: c.to}), "%s %v", c.chosen, c.to)
	}
	for kind, want := range map[base.AddressKind]address.Address{
		base.AddressPostal:      {Kind: address.Delivery, StreetName: "Am Markt", CountryID: address.Germany},
		base.AddressPackstation: {Kind: address.DHLPackstation, StreetName: "Packstation", CountryID: address.Germany},
		base.AddressParcelShop:  {Kind: address.HermesPaketshop, StreetName: "Am Markt", CountryID: address.Germany},
	} {
		require.Equal(t, &want, addressIn(&base.Address{Kind: kind, Street: "Am Markt", Country: "DE"}))
	}
	require.Nil(t, addressIn(nil))
	out := shipmentOut(checkout.ShipmentRequest{Collect: money.Euro(4990), Sender: &address.Address{Company: "Shop", CountryID: address.Germany}, Phone: "2"})
	require.Equal(t, amountOut(money.Euro(4990)), out.CollectAmount, "what the customer pays at the door")
	require.Equal(t, "Shop", out.Sender.Company)
	require.Equal(t, "2", out.Recipient.Phone)
}

// An address that a plugin gives is where the browser of a shopper goes, or sends a form to.
func TestABrowserIsSentToPagesOnly(t *testing.T) {
	for _, good := range []string{"https://pay.example/a?b=c", "http://127.0.0.1:8090/x"} {
		require.NoError(t, away(good), good)
	}
	for _, bad := range []string{"", "/account", "//evil.example", "https:///x", "javascript:alert(1)", "data:text/html,x", "ftp://a.example", "https://a.example/\r\nSet-Cookie: x", "%zz", "http://pay.example/a", "https://shop:secret@pay.example/"} {
		require.Error(t, away(bad), bad)
		for _, o := range []payment.Outcome{payment.Redirect{URL: bad}, payment.FormPost{URL: bad}} {
			if _, redirect := o.(payment.Redirect); redirect && bad == "" {
				continue // goes on where it was
			}
			_, err := resultIn(o, nil)
			require.True(t, base.AsError(err).OutcomeUnknown, "%T %s", o, bad)
			err = unsent(o)
			require.ErrorIs(t, err, &base.Error{Fault: base.FaultPlugin, Code: base.CodeBadAnswer}, "%T %s", o, bad)
			require.False(t, base.AsError(err).OutcomeUnknown, "whoever is not sent there pays nothing")
			require.NotContains(t, err.Error(), "secret")
		}
		_, err := sessionIn(payment.Session{RedirectURL: bad})
		require.Equal(t, bad != "", err != nil, bad)
		if !strings.HasPrefix(bad, "https://a.example/") && !strings.Contains(bad, "pay.example") {
			require.Empty(t, linkIn(bad))
		}
	}
	require.Equal(t, "https://pay.example/a", linkIn("https://pay.example/a"))
}

// What no browser takes, and the shop would keep and send for as long as the customer may have to go, is no page.
func TestABrowserIsSentNowhereWithoutEnd(t *testing.T) {
	const page = "https://pay.example/"
	far := page + strings.Repeat("x", base.MaxAddress-len(page))
	full := map[string]string{"a": strings.Repeat("x", base.MaxForm-1)}
	require.NoError(t, unsent(payment.Redirect{URL: far}))
	require.NoError(t, unsent(payment.FormPost{URL: page, Fields: full}))
	require.Equal(t, far, linkIn(far))
	require.Empty(t, linkIn(far+"x"))
	full["b"] = ""
	for _, o := range []payment.Outcome{payment.Redirect{URL: far + "x"}, payment.FormPost{URL: far + "x"}, payment.FormPost{URL: page, Fields: full}} {
		err := unsent(o)
		require.ErrorContains(t, err, "longer than")
		require.False(t, base.AsError(err).OutcomeUnknown)
		_, err = resultIn(o, nil)
		require.ErrorContains(t, err, "longer than")
	}
	_, err := sessionIn(payment.Session{RedirectURL: far + "x"})
	require.Error(t, err)
}

func TestNamesThatCannotBeKept(t *testing.T) {
	long := strings.Repeat("x", base.MaxReference+1)
	for _, o := range []payment.Outcome{payment.Authorized{Reference: long}, payment.Pending{Reference: long}, payment.Redirect{Reference: long, URL: "https://a.example"},
		payment.FormPost{Reference: long, URL: "https://a.example"}, payment.Declined{Reference: long}, payment.Unknown{Reference: long}} {
		_, err := resultIn(o, nil)
		require.True(t, base.AsError(err).OutcomeUnknown, "%T", o)
		_, err = stateIn(payment.State{Outcome: o})
		require.Error(t, err, "%T", o)
	}
	_, err := receiptIn(payment.Receipt{State: payment.ReceiptDone, Reference: long}, nil)
	require.True(t, base.AsError(err).OutcomeUnknown)
	good := payment.Event{ID: "1", Kind: payment.EventPending, Reference: "p", OrderNumber: "42"}
	_, ok := eventIn("fake", good)
	require.True(t, ok)
	for what, spoil := range map[string]func(*payment.Event){
		"no id": func(e *payment.Event) { e.ID = "" }, "a long id": func(e *payment.Event) { e.ID = long },
		"a long reference": func(e *payment.Event) { e.Reference = long }, "a long operation": func(e *payment.Event) { e.OperationReference = long },
		"of no payment": func(e *payment.Event) { e.Reference, e.OrderNumber = "", "no number" }, "of no kind": func(e *payment.Event) { e.Kind = 99 },
	} {
		e := good
		spoil(&e)
		_, ok := eventIn("fake", e)
		require.False(t, ok, what)
	}
	good.Reference = ""
	_, ok = eventIn("fake", good)
	require.True(t, ok, "the order is enough")
	scans := scansIn("fake", []shipping.Scan{{ID: "1", TrackingNumber: "2"}, {TrackingNumber: "2"}, {ID: long, TrackingNumber: "2"}, {ID: "1", TrackingNumber: long}})
	require.Equal(t, []checkout.Scan{{ID: "1", Plugin: "fake", TrackingNumber: "2"}}, scans)
}

// A receipt that does not say how the operation ended leaves it open.
func TestReceiptsSayHowItEnded(t *testing.T) {
	r, err := receiptIn(payment.Receipt{State: payment.ReceiptDone, Reference: "c", Amount: base.Money{Minor: 5, Currency: "EUR"}}, nil)
	require.NoError(t, err)
	require.Equal(t, checkout.Receipt{Done: true, Reference: "c", Amount: money.Euro(5)}, r)
	r, err = receiptIn(payment.Receipt{State: payment.ReceiptPending, Reference: "c"}, nil)
	require.NoError(t, err)
	require.Equal(t, checkout.Receipt{Reference: "c"}, r)
	for _, s := range []payment.ReceiptState{payment.ReceiptUnspecified, 99} {
		_, err = receiptIn(payment.Receipt{State: s}, nil)
		require.True(t, base.AsError(err).OutcomeUnknown)
	}
	_, err = receiptIn(payment.Receipt{State: payment.ReceiptDone}, errors.New("lost"))
	require.Error(t, err)
	a, err := resultIn(payment.Authorized{Reference: "p", Captured: true, ExpiresAt: noon}, nil)
	require.NoError(t, err)
	require.Equal(t, checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "p", Captured: true, ExpiresAt: noon}, a)
	d, err := resultIn(payment.Declined{Code: payment.CodeCustomerCancelled}, nil)
	require.NoError(t, err)
	require.Equal(t, checkout.ReasonCancelled, d.Reason)
}

func TestAMethodKeepsItsConditions(t *testing.T) {
	m := methodIn(payment.Method{Code: "fake", DeliveryKinds: []base.DeliveryKind{base.DeliveryPickup}, CustomerTypes: []base.CustomerType{base.CustomerBusiness},
		Requirements: []payment.Requirement{payment.RequirePhone, payment.RequireAccount}, Countries: []string{"AT", "US"}, Logo: base.Image{MediaType: "image/png", Data: []byte("x")}})
	require.Equal(t, checkout.Method{Code: "fake", Kinds: []checkout.DeliveryKind{checkout.KindPickup}, CustomerTypes: []string{"business"},
		Needs: []checkout.Need{checkout.NeedPhone, checkout.NeedAccount}, Countries: []int{14}, LogoURL: "/plugins/logo/fake"}, m)
	for _, bad := range []base.Image{{}, {MediaType: "image/png"}, {MediaType: "text/html", Data: []byte("x")}, {MediaType: "image/png", Data: make([]byte, 64<<10+1)}} {
		require.False(t, usableLogo(bad))
	}
}

// What a plugin has the shop answer a provider is on the shop's own origin.
func TestAReplyIsNoPage(t *testing.T) {
	for media, kept := range map[string]bool{"text/plain; charset=utf-8": true, "application/json": true, "text/html": false, "image/svg+xml": false, "": false} {
		r := replyIn(base.WebhookReply{Status: 202, ContentType: media, Body: []byte("ok")})
		require.Equal(t, kept, string(r.Body) == "ok", media)
		require.Equal(t, kept, r.ContentType == media && media != "", media)
		require.Equal(t, 202, r.Status)
	}
	for status, want := range map[int]int{0: 204, 199: 204, 200: 200, 299: 299, 302: 204, 500: 204} {
		require.Equal(t, want, replyIn(base.WebhookReply{Status: status}).Status)
	}
}

func TestNULIsFoundWhereverItIs(t *testing.T) {
	object := func(key string, value any) proto.Message {
		s, err := structpb.NewStruct(map[string]any{"a": map[string]any{key: value}})
		require.NoError(t, err)
		return s
	}
	for name, m := range map[string]proto.Message{
		"a key": object("\x00", 1), "a value": object("b", "\x00"), "a list": object("b", []any{"x", "\x00"}),
		"a list of texts": &fieldmaskpb.FieldMask{Paths: []string{"a", "\x00", "b"}}, "a text": structpb.NewStringValue("a\x00"),
	} {
		require.True(t, hasNUL(m.ProtoReflect()), name)
	}
	require.False(t, hasNUL(object("b", []any{"x", 0, nil, true}).ProtoReflect()))
}
