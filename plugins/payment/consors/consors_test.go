package main

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func TestConformance(t *testing.T) {
	b := start(t)
	genuine := func() base.WebhookRequest {
		b.act(b.apply(time.Now().Format("150405.000000")), "approve")
		return b.Notice()
	}
	sdktest.Run(t, sdktest.Target{New: newPlugin, Config: b.config(), Payment: &sdktest.Payment{
		Authorize: []payment.AuthorizeRequest{b.request("1")}, Webhook: genuine,
	}})
}

func TestTheCreditIsReservedTakenOnDeliveryAndTakenBack(t *testing.T) {
	b := start(t)
	id := b.apply("1")
	require.Equal(t, "K1-1", id)
	require.Equal(t, payment.CodeNotFound, b.status(id).Outcome.(payment.Declined).Code, "nobody has applied yet")
	params := b.act(id, "approve")
	reserved := payment.Authorized{Reference: id, Amount: eur(129905)}
	require.Equal(t, reserved, b.complete(id, params))
	require.Equal(t, reserved, b.complete(id, nil))
	require.Equal(t, 3, b.Count("show"), "the bank is asked each time")
	b.Rule("show", stage.Status, 3)
	require.Equal(t, reserved, b.complete(id, params), "where it cannot be asked, what it signed is believed")
	lost, err := b.plugin.Payment.Status(t.Context(), payment.StatusRequest{Method: method, IdempotencyKey: "1", OrderNumber: "K1", Attempt: 1})
	require.NoError(t, err)
	require.Equal(t, reserved, lost.Outcome, "the number follows from the order")

	part, err := b.capture("c0", id, 5000)
	require.NoError(t, err)
	require.Equal(t, payment.CodeOnlyWhole, part.Code)
	b.Rule("deliver", stage.DropReply, 1)
	for range 2 {
		done, err := b.capture("c1", id, 129905)
		require.NoError(t, err)
		require.Equal(t, payment.ReceiptDone, done.State)
		require.NotEmpty(t, done.Reference)
	}
	require.Equal(t, 1, b.Count("charge"))
	require.Equal(t, eur(129905), b.status(id).Captured)
	require.Equal(t, "captured", b.void(id).Code)

	_, err = b.plugin.Payment.Refund(t.Context(), payment.RefundRequest{Method: method, IdempotencyKey: "r0", Reference: id, Amount: eur(100)})
	require.ErrorIs(t, err, &base.Error{Code: base.CodeNotSupported})
	b.Rule("revoke", stage.DropReply, 1)
	for range 2 {
		require.Equal(t, payment.ReceiptDone, b.refund("r1", id, 129905).State)
	}
	require.Equal(t, 1, b.Count("refunded"))
	require.True(t, b.status(id).Voided)
}

// What the bank signed says nothing of when: by the time the customer comes back with it, the bank may not stand by it any more.
func TestAReturnThatIsOldIsNotBelieved(t *testing.T) {
	b := start(t)
	id := b.apply("1")
	params := b.act(id, "approve")
	b.act(id, "retract")
	require.Equal(t, payment.Declined{Code: payment.CodeRefused, Reference: id}, b.complete(id, params))
}

func TestEndsWithoutMoney(t *testing.T) {
	b := start(t)
	id := b.apply("1")
	require.Equal(t, payment.CodeCustomerCancelled, b.complete(id, b.act(id, "cancel")).(payment.Declined).Code)
	require.Equal(t, payment.ReceiptDone, b.void(id).State, "there is nothing to give back")

	id = b.apply("2")
	require.Equal(t, payment.Declined{Code: payment.CodeRefused, Reference: id}, b.complete(id, b.act(id, "decline")))
	require.Equal(t, "not_captured", b.refund("r", id, 129905).Code)

	id = b.apply("3")
	require.Equal(t, payment.Pending{Reference: id}, b.complete(id, b.act(id, "pend")))
	require.Equal(t, payment.ReceiptDone, b.void(id).State)
	require.True(t, b.status(id).Voided)
	refused, err := b.capture("c", id, 129905)
	require.NoError(t, err)
	require.Equal(t, "not_authorized", refused.Code)
	require.Zero(t, b.Count("charge"))
}

func TestForgedReturnsAreNotBelieved(t *testing.T) {
	b := start(t)
	declined, other := b.apply("1"), b.apply("2")
	params := b.act(declined, "decline")
	params["status"] = "ACCEPTED"
	require.Equal(t, payment.CodeRefused, b.complete(declined, params).(payment.Declined).Code)
	good := b.act(other, "approve")
	require.Equal(t, payment.CodeRefused, b.complete(declined, good).(payment.Declined).Code, "another attempt's signature")
	good["order_amount"] = "1,00"
	require.IsType(t, payment.Authorized{}, b.complete(other, good))
	require.Equal(t, 3, b.Count("show"), "the bank was asked each time")

	wrong, err := b.plugin.Payment.Complete(t.Context(), payment.CompleteRequest{Method: method, Reference: other, Amount: eur(1)})
	require.NoError(t, err)
	require.IsType(t, payment.Unknown{}, wrong, "another amount is not passed off")
	require.Equal(t, eur(129905), b.status(other).Outcome.(payment.Authorized).Amount, "the shop is told the amount that is reserved")
}

func TestNotifications(t *testing.T) {
	b := start(t)
	handle := func(n base.WebhookRequest) payment.Event {
		t.Helper()
		answer, err := b.plugin.Payment.HandleWebhook(t.Context(), n)
		require.NoError(t, err)
		require.Len(t, answer.Events, 1)
		return answer.Events[0]
	}
	id := b.apply("1")
	b.act(id, "pend")
	first := handle(b.Notice())
	require.Equal(t, payment.EventPending, first.Kind)
	b.act(id, "accept")
	second := handle(b.Notice())
	require.Equal(t, payment.EventAuthorized, second.Kind)
	require.Equal(t, eur(129905), second.Amount)
	require.Equal(t, id, second.Reference)
	require.NotEqual(t, first.ID, second.ID)
	_, err := b.capture("c", id, 129905)
	require.NoError(t, err)
	require.Equal(t, payment.EventCaptured, handle(b.Notice()).Kind)
	b.refund("r", id, 129905)
	require.Equal(t, payment.EventVoided, handle(b.Notice()).Kind)

	id = b.apply("2")
	b.Rule(stage.WebhookOp, stage.Forge, 1)
	b.act(id, "decline")
	forged := b.Notice()
	_, err = b.plugin.Payment.HandleWebhook(t.Context(), forged)
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: base.CodeWebhookForged})
	inQuery := base.WebhookRequest{Method: "GET", ReceivedAt: time.Now()}
	id = b.apply("3")
	b.act(id, "decline")
	inQuery.Query = string(b.Notice().Body)
	event := handle(inQuery)
	require.Equal(t, payment.EventDeclined, event.Kind)
	require.Equal(t, payment.CodeRefused, event.Code)
}

// One key may sign for the shops of several vendors, whose order numbers are alike.
func TestDecisionsForAnotherVendorAreNone(t *testing.T) {
	b := start(t)
	other := sdktest.Target{New: newPlugin, Config: b.config("vendor_id", "8404")}.Start(t)
	id := b.apply("1")
	b.act(id, "approve")
	n := b.Notice()
	_, err := other.Payment.HandleWebhook(t.Context(), n)
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: base.CodeWebhookForged})
	form, err := url.ParseQuery(string(n.Body))
	require.NoError(t, err)
	params := map[string]string{}
	for name := range form {
		params[name] = form.Get(name)
	}
	o, err := b.plugin.Payment.Complete(t.Context(), payment.CompleteRequest{Method: method, Reference: id, Amount: eur(129905), Params: params})
	require.NoError(t, err)
	require.IsType(t, payment.Authorized{}, o)
	o, err = other.Payment.Complete(t.Context(), payment.CompleteRequest{Method: method, Reference: id, Amount: eur(129905), Params: params})
	require.NotEqual(t, payment.Authorized{Reference: id, Amount: eur(129905)}, o, "the bank is asked, which knows nothing of it: %v", err)
}

func TestWhatIsNotOfferedIsDeclined(t *testing.T) {
	b := start(t, "months", "10\n20")
	methods, err := b.plugin.Payment.Methods(t.Context())
	require.NoError(t, err)
	require.Equal(t, "Finanzierung in 10 oder 20 Monatsraten.", methods[0].Hint["de"])
	require.Contains(t, methods[0].ToggleTip["de"], "Nettodarlehensbetrag 2.000,00 €, gebundener Sollzinssatz 0,00 % im Jahr, effektiver Jahreszins 0,00 %, 20 Raten zu je 100,00 €")
	require.Contains(t, methods[0].ToggleTip["en"], "total amount €2,000.00")
	require.Contains(t, methods[0].ToggleTip["en"], "10 or 20 equal")
	require.Equal(t, eur(10000), methods[0].Min)
	require.Equal(t, []string{b.URL}, methods[0].BrowserOrigins)
	for code, spoil := range map[string]func(*payment.Purchase){
		"limit_exceeded":  func(p *payment.Purchase) { p.Amount = eur(9999) },
		"limit_exceeded ": func(p *payment.Purchase) { p.Amount = eur(1000001) },
		"country":         func(p *payment.Purchase) { p.Billing = &base.Address{Country: "AT"} },
		"customer_type":   func(p *payment.Purchase) { p.Customer.Type = base.CustomerBusiness },
	} {
		r := b.request("1")
		spoil(&r.Purchase)
		o, err := b.plugin.Payment.Authorize(t.Context(), r)
		require.NoError(t, err)
		require.Equal(t, payment.Declined{Code: strings.TrimSpace(code)}, o)
	}
	for _, cents := range []int64{10000, 1000000} {
		r := b.request("1")
		r.Purchase.Amount = eur(cents)
		o, err := b.plugin.Payment.Authorize(t.Context(), r)
		require.NoError(t, err)
		require.IsType(t, payment.FormPost{}, o)
	}
	for months, sum := range map[string]string{"6": "600,00", "9": "900,00", "10": "1.000,00", "120": "12.000,00"} {
		require.Equal(t, sum, exampleSum(months, "de"))
	}
	long := b.request("12345678901234567890")
	_, err = b.plugin.Payment.Authorize(t.Context(), long)
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller})
}

func TestTheFormHoldsNoSecrets(t *testing.T) {
	b := start(t)
	o, err := b.plugin.Payment.Authorize(t.Context(), b.request("1"))
	require.NoError(t, err)
	form := o.(payment.FormPost)
	require.Equal(t, map[string]string{"vendorid": "8403", "order_id": "K1-1", "order_amount": "1299,05", "shopbrandname": "Kontor",
		"firstName": "Kim", "lastName": "Käufer", "email": "kim@example.com", "zip": "20095", "city": "Hamburg", "street": "Am Markt",
		"housenumber": "1", "country": "DE", "mobile": "+4940123", "successURL": b.Shop + "/kasse/zahlung/1", "failureURL": b.Shop + "/kasse/zahlung/1",
		"cancelURL": b.Shop + "/kasse/zahlung/1?cancelled=1", "returntocheckoutURL": b.Shop + "/kasse/zahlung/1?cancelled=1",
		"notifyURL": b.Shop + "/webhooks/consors"}, form.Fields)
}

func TestCredentialsAndSettings(t *testing.T) {
	b := start(t)
	id := b.apply("1")
	b.act(id, "approve")
	b.status(id)
	token := b.Count("token")
	b.status(id)
	require.Equal(t, token, b.Count("token"), "a token is used again")

	wrong := b.config()
	wrong.Secrets["password"] = "wrong-secret"
	p := sdktest.Target{New: newPlugin, Config: wrong}.Start(t)
	_, err := p.Payment.Status(t.Context(), payment.StatusRequest{Method: method, Reference: id})
	require.Error(t, err)
	require.NotContains(t, err.Error(), "wrong-secret")
	h, err := p.Base.Health(t.Context())
	require.NoError(t, err)
	require.False(t, h.OK)
	for key, value := range map[string]string{"months": "six", "min_cents": "0", "max_cents": "5", "timeout": "2m"} {
		p, _, closing, err := sdktest.Target{New: newPlugin}.Open(t.Context())
		require.NoError(t, err)
		defer closing()
		var e *base.Error
		require.ErrorAs(t, p.Base.Configure(t.Context(), b.config(key, value)), &e, key)
		require.Equal(t, []base.FieldError{{Name: key, Code: "invalid"}}, e.Fields)
	}
}

// What answers 200 in the bank's place, such as a page of maintenance, has neither paid the credit out nor taken it back.
func TestAnAnswerThatIsNotTheBanksMovesNoMoney(t *testing.T) {
	b := start(t)
	id := b.apply("1")
	b.complete(id, b.act(id, "approve"))
	for _, op := range []string{"deliver", "revoke"} {
		require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: op, Effect: stage.Status, Status: http.StatusOK}))
	}
	_, err := b.capture("c", id, 129905)
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer})
	require.False(t, b.status(id).Captured.IsSet())
	_, err = b.capture("c", id, 129905)
	require.NoError(t, err)
	require.Equal(t, eur(129905), b.status(id).Captured)
	_, err = b.plugin.Payment.Refund(t.Context(), payment.RefundRequest{Method: method, IdempotencyKey: "r", Reference: id, Amount: eur(129905)})
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer})
	require.False(t, b.status(id).Voided)
	require.Equal(t, payment.ReceiptDone, b.refund("r", id, 129905).State)
	require.True(t, b.status(id).Voided)
}

// Nor does such a page refuse anything for good when it answers what is asked first: where the application stands, or for a token.
func TestAnAnswerThatIsNotTheBanksRefusesNothing(t *testing.T) {
	for _, op := range []string{"show", "token"} {
		b := start(t)
		id := b.apply("1")
		b.act(id, "approve")
		page := stage.Rule{Op: op, Effect: stage.Status, Status: http.StatusOK, Times: -1}
		require.NoError(t, b.sim.Stage().Add(page))
		_, err := b.capture("c", id, 129905)
		require.True(t, base.AsError(err).Retryable, "%s: %v", op, err)
		b.sim.Stage().ClearRules()
		done, err := b.capture("c", id, 129905)
		require.NoError(t, err)
		require.Equal(t, payment.ReceiptDone, done.State)
		require.NoError(t, b.sim.Stage().Add(page))
		_, err = b.plugin.Payment.Refund(t.Context(), payment.RefundRequest{Method: method, IdempotencyKey: "r", Reference: id, Amount: eur(129905)})
		require.Equal(t, op == "show", err != nil, "the token is still good")
	}
}
